//! What a search reports while it runs.

use std::time::Duration;

use crate::rules::Move;

use super::transposition::{Bound, TranspositionTable};

/// A principal variation (PV) with its score, after an iteration or when it changed
/// much: what UCI sends as `info`.
///
/// It borrows what it tells from the search, which makes many that nobody looks at.
#[derive(Clone, Copy)]
pub struct Report<'a> {
    /// Plies of the iteration.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub seldepth: usize,
    /// Which of the best lines it is, from 1 (MultiPV).
    pub multipv: usize,
    /// Value in centipawns from the side to move, or a mate value.
    pub value: i32,
    /// Whether the true value may be lower or higher.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// The principal variation.
    pub pv: &'a [Move],
    pub(super) table: &'a TranspositionTable,
}

impl Report<'_> {
    /// Thousandths of the transposition table in use, as far as a sample of it tells.
    pub fn hashfull(&self) -> usize {
        self.table.hashfull()
    }
}
