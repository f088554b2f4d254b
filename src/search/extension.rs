//! Singular extensions (Anantharaman, Campbell and Hsu, 1988): a hash move without
//! which the position is much worse is searched deeper.

use crate::eval::Evaluate;
use crate::rules::Move;

use super::negamax::{NodeType, Scout};
use super::transposition::{Bound, Entry, value_from_table};
use super::value::{DRAW, is_decisive};
use super::worker::Worker;

/// With less depth the search of the other moves costs more than it tells.
const SINGULAR_DEPTH: i32 = 6;

/// The table's value must come from a search at most this much shallower.
const TABLE_DEPTH_MARGIN: i32 = 3;

/// Centipawns a ply of depth by which the others must be worse.
const SINGULAR_MARGIN: i32 = 2;

/// Plies that a hash move is searched less deep if it is good, but perhaps not the
/// only good one.
const DOUBTFUL_REDUCTION: i32 = 1;

/// What a search without the hash move says.
pub(super) enum HashMoveIs {
    /// Nothing.
    Ordinary,
    /// It is to be searched this many plies deeper.
    Extended(i32),
    /// Another move is better than beta too, at least worth this (multi-cut).
    OneOfSeveral(i32),
}

impl<P: Evaluate> Worker<'_, P> {
    /// Searches the node without its hash move, where the table promises that this
    /// is a good one.
    pub fn examine_hash_move<N: NodeType>(
        &mut self,
        position: &P,
        beta: i32,
        depth: i32,
        ply: usize,
        known: Option<Entry>,
    ) -> HashMoveIs {
        let Some((hash_move, promised)) = self.promise(depth, ply, known) else {
            return HashMoveIs::Ordinary;
        };
        let bound = promised - SINGULAR_MARGIN * depth;
        let static_evaluation = self.plies[ply].static_evaluation;
        self.plies[ply].excluded = Some(hash_move);
        let others = self.negamax::<Scout>(position, bound - 1, bound, (depth - 1) / 2, ply);
        self.plies[ply].excluded = None;
        // The search of the same node has written over what is known of it.
        self.plies[ply].line.clear();
        self.plies[ply].static_evaluation = static_evaluation;
        if self.is_stopped() {
            return HashMoveIs::OneOfSeveral(DRAW);
        }
        if others < bound {
            HashMoveIs::Extended(1)
        } else if others >= beta && !N::PRINCIPAL && !is_decisive(others) {
            HashMoveIs::OneOfSeveral(others)
        } else if promised >= beta {
            HashMoveIs::Extended(-DOUBTFUL_REDUCTION - i32::from(!N::PRINCIPAL))
        } else {
            HashMoveIs::Ordinary
        }
    }

    /// The hash move and its value, if it is deep enough to be trusted and the node
    /// is one in which to ask.
    fn promise(&self, depth: i32, ply: usize, known: Option<Entry>) -> Option<(Move, i32)> {
        let entry = known?;
        let hash_move = entry.best?;
        let value = value_from_table(entry.value, ply);
        let trusted = entry.bound != Bound::Upper
            && entry.depth >= depth - TABLE_DEPTH_MARGIN
            && !is_decisive(value);
        // Lines of extensions only must end.
        let asked = depth >= SINGULAR_DEPTH
            && self.plies[ply].excluded.is_none()
            && ply < 2 * self.root_depth;
        (trusted && asked).then_some((hash_move, value))
    }
}
