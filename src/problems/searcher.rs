//! Searches that know nothing of those before.

use crate::host::Interrupt;
use crate::rules::Move;
use crate::search::history::History;
use crate::search::parameters::Searchable;
use crate::search::time::{Limits, Signals};
use crate::search::transposition::{Bound, NoMemory, TranspositionTable};
use crate::search::{RootPosition, search};

/// The transposition table, in MiB.
const HASH: usize = 16;

/// What one thread searches with.
pub(super) struct Searcher {
    table: TranspositionTable,
    histories: [History; 1],
    interrupt: Interrupt,
}

/// The best line of a search and what the second best is worth.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// The best move and what is expected to follow.
    pub best: Vec<Move>,
    /// Its value in centipawns from the side to move.
    pub value: i32,
    /// The value of the best other move; `None` if there is none.
    pub second: Option<i32>,
}

impl Searcher {
    /// One whose searches end when `interrupt` is raised.
    ///
    /// # Errors
    ///
    /// If there is no memory for its transposition table.
    pub fn new(interrupt: &Interrupt) -> Result<Searcher, NoMemory> {
        Ok(Searcher {
            table: TranspositionTable::new(HASH)?,
            histories: [History::default()],
            interrupt: interrupt.clone(),
        })
    }

    /// The move that a search of so many nodes plays.
    pub fn best<P: Searchable>(&mut self, position: &P, nodes: u64) -> Option<Move> {
        self.search(position, nodes, 1).best.first().copied()
    }

    /// The two best lines that a search of so many nodes finds.
    pub fn two_lines<P: Searchable>(&mut self, position: &P, nodes: u64) -> Lines {
        self.search(position, nodes, 2)
    }

    fn search<P: Searchable>(&mut self, position: &P, nodes: u64, lines: usize) -> Lines {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
        let root = RootPosition {
            position: position.clone(),
            earlier_keys: Vec::new(),
        };
        let limits = Limits {
            lines,
            ..Limits::of_nodes(nodes)
        };
        let mut found = Lines::default();
        let result = search(
            &root,
            &limits,
            &Signals::until(&self.interrupt),
            &self.table,
            &mut self.histories,
            &mut |report| {
                if report.multipv == 1 {
                    report.pv.clone_into(&mut found.best);
                    found.value = report.value;
                } else if report.bound == Bound::Exact {
                    found.second = Some(report.value);
                }
            },
        );
        if found.best.first() != result.best.as_ref() {
            found.best = result.best.into_iter().collect();
            found.value = result.value;
        }
        found
    }
}
