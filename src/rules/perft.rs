//! Perft: counting the legal move sequences of a given length.

use super::moves::Move;
use super::position::Position;

/// How many sequences of `depth` legal moves there are. The last move of each
/// is counted without being listed or made.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut child = position.clone();
                child.play(m);
                perft(&child, depth - 1)
            })
            .sum(),
    }
}

/// [`perft`], told apart by the first move. Nothing at depth 0.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut child = position.clone();
            child.play(m);
            (m, perft(&child, depth - 1))
        })
        .collect()
}
