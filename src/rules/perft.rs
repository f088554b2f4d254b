//! Perft: counting the legal move sequences of a given length.

use crate::host::Interrupt;

use super::moves::Move;
use super::position::Position;

/// How many sequences of `depth` legal moves there are. The last move of each
/// is counted without being listed or made.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    count(position, depth, &Interrupt::default())
}

/// [`perft`], told apart by the first move, nothing at depth 0; `None` if it was
/// interrupted.
pub fn divide<P: Position>(
    position: &P,
    depth: u32,
    interrupt: &Interrupt,
) -> Option<Vec<(Move, u64)>> {
    let below = depth.checked_sub(1);
    let counts = below.map_or_else(Vec::new, |below| {
        let moves = position.legal_moves().into_iter();
        moves
            .map(|m| (m, count_after(position, m, below, interrupt)))
            .collect()
    });
    (!interrupt.is_raised()).then_some(counts)
}

/// [`perft`]; some number if it is interrupted.
fn count<P: Position>(position: &P, depth: u32, interrupt: &Interrupt) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        // Most nodes are at depth 2: asking there would take time.
        3.. if interrupt.is_raised() => 0,
        _ => {
            let moves = position.legal_moves();
            let counts = moves
                .iter()
                .map(|&m| count_after(position, m, depth - 1, interrupt));
            counts.sum()
        }
    }
}

#[inline]
fn count_after<P: Position>(position: &P, m: Move, depth: u32, interrupt: &Interrupt) -> u64 {
    let mut child = position.clone();
    child.play(m);
    count(&child, depth, interrupt)
}
