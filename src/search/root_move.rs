//! What is known of a move of the root.

use std::cmp::Reverse;
use std::iter;

use crate::rules::Move;

use super::tablebase::RootRank;
use super::transposition::Bound;
use super::value::{INFINITE, is_mate};

/// A move in the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub m: Move,
    /// In centipawns from the side to move; -[`INFINITE`] if this iteration only knows
    /// that another is better.
    pub value: i32,
    /// What `value` was before this iteration.
    pub previous_value: i32,
    pub bound: Bound,
    /// The iteration that the value is from.
    pub depth: usize,
    pub seldepth: usize,
    /// The principal variation, this move first.
    pub pv: Vec<Move>,
    /// Spent on it in all iterations.
    pub nodes: u64,
    /// What the endgame tables say of it.
    pub by_tables: Option<RootRank>,
}

impl RootMove {
    /// These moves, the best first by the `ranks` that the endgame tables gave each, if
    /// they did.
    pub fn ranked(moves: &[Move], ranks: &[RootRank]) -> Vec<RootMove> {
        let ranks = ranks.iter().copied().map(Some).chain(iter::repeat(None));
        let ranked = moves.iter().zip(ranks);
        let mut ranked: Vec<RootMove> = ranked.map(|(&m, rank)| RootMove::new(m, rank)).collect();
        ranked.sort_by_key(|root_move| Reverse(root_move.rank()));
        ranked
    }

    fn new(m: Move, by_tables: Option<RootRank>) -> RootMove {
        RootMove {
            m,
            value: -INFINITE,
            previous_value: -INFINITE,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            pv: vec![m],
            nodes: 0,
            by_tables,
        }
    }

    /// Its rank by the endgame tables; all are equal without any.
    pub fn rank(&self) -> i32 {
        self.by_tables.map_or(0, |known| known.rank)
    }

    /// Its place among the others: better ones have smaller keys.
    pub fn order(&self) -> (Reverse<i32>, i32) {
        (Reverse(self.rank()), -self.value)
    }

    /// What it is worth as users are told: what the tables say, unless the search has
    /// found a mate that they do not know.
    pub fn told_value(&self) -> (i32, Bound) {
        match self.by_tables {
            Some(known) if is_mate(known.value) || !is_mate(self.value) => {
                (known.value, Bound::Exact)
            }
            _ => (self.value, self.bound),
        }
    }
}
