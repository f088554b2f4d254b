//! The order in which moves are tried: the better the first, the smaller the
//! tree.

use smallvec::SmallVec;

use crate::eval::Evaluate;
use crate::rules::{Move, MoveList};

use super::history::{Context, HISTORY_MAX, History};

/// Two quiet moves that refuted the opponent's play at the same ply.
pub type Killers = [Option<Move>; 2];

const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
const LOSING_CAPTURE: i32 = -(1 << 22);

#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    order: i32,
}

/// Hands out moves: the hash move; captures and promotions that lose nothing, the
/// most valuable victims first; killers; quiet moves by history; captures that
/// lose material.
pub struct MovePicker<'a, P> {
    position: &'a P,
    candidates: SmallVec<[Candidate; 256]>,
    next: usize,
}

impl<'a, P: Evaluate> MovePicker<'a, P> {
    /// An order for `moves`, which must be legal in `position`.
    pub fn new(
        position: &'a P,
        moves: &MoveList,
        hash_move: Option<Move>,
        killers: Killers,
        history: &History,
        context: &Context,
    ) -> MovePicker<'a, P> {
        let order = |m: Move| {
            if Some(m) == hash_move {
                HASH_MOVE
            } else if m.is_tactical() {
                CAPTURE + position.gain(m)
            } else if let Some(rank) = killers.iter().position(|&killer| killer == Some(m)) {
                KILLER - rank as i32
            } else {
                history.quiet(position.board(), position.turn(), context, m)
            }
        };
        let candidates = moves.iter().map(|&m| Candidate { m, order: order(m) });
        MovePicker {
            position,
            candidates: candidates.collect(),
            next: 0,
        }
    }

    /// Whether there is no move at all.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// The next move, and whether it is expected to lose material.
    pub fn next(&mut self) -> Option<(Move, bool)> {
        loop {
            let rest = self.candidates.get_mut(self.next..)?;
            let (best, _) = rest
                .iter()
                .enumerate()
                .rev()
                .max_by_key(|(_, candidate)| candidate.order)?;
            rest.swap(0, best);
            let Candidate { m, order } = rest[0];
            let unverified = (CAPTURE..HASH_MOVE).contains(&order);
            if unverified && !self.position.exchange_reaches(m, 0) {
                // Its turn comes after all others; the gain still orders it.
                rest[0].order = LOSING_CAPTURE + (order - CAPTURE);
                continue;
            }
            self.next += 1;
            return Some((m, order < -3 * HISTORY_MAX));
        }
    }
}
