//! What is asked of a search.

use std::time::Duration;

use crate::host::Instant;
use crate::rules::{Color, Move, Position};
#[cfg(feature = "tune")]
use crate::search::parameters::Parameters;
use crate::search::skill::Handicap;
use crate::search::tablebase::Tablebases;

use super::clock::{Clock, TimeBounds, fixed_time};

/// A search of soft nodes breaks off at so many times as many.
const HARD_NODES: u64 = 8;

/// What a search is asked to keep to, as protocols ask it and the engine adds to it. By
/// default nothing: it goes on to the last ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// When it was asked, from which the time for the move runs; `None` for now.
    pub received: Option<Instant>,
    /// White's and Black's clock, if the game has clocks.
    pub clocks: [Option<Clock>; 2],
    /// A fixed time, which precedes the clocks.
    pub move_time: Option<Duration>,
    /// Nodes that a millisecond of all these times stands for (`nodestime`); 0 for real time.
    pub nodes_per_ms: u64,
    /// Time lost on the way between the engine and whoever keeps the clock.
    pub overhead: Duration,
    /// Iterations, in plies.
    pub depth: Option<usize>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// No new iteration is begun after so many nodes of all threads.
    pub soft_nodes: Option<u64>,
    /// Ends as soon as a mate in this many moves or fewer is found.
    pub mate: Option<u32>,
    /// Does not end before it is told to, whatever the clocks show.
    pub infinite: bool,
    /// On the opponent's time, until a ponderhit.
    pub ponder: bool,
    /// Only these moves are looked at in the root; all if empty.
    pub search_moves: Vec<Move>,
    /// How many best lines are worked out (MultiPV); one where it is 0.
    pub lines: usize,
    /// Does not always answer the best move.
    pub handicap: Option<Handicap>,
    /// Constants of the search, in the place of the game's own and of the options.
    #[cfg(feature = "tune")]
    pub parameters: Option<Parameters>,
    /// Endgame tables to look positions up in.
    pub tables: Tablebases,
}

impl Limits {
    /// So many nodes, and nothing else.
    pub fn of_nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// So many soft nodes: the iteration that goes beyond them is ended, unless it takes
    /// eight times as many. Its value is not that of a search broken off anywhere, so that
    /// data for training are played this way (as Viridithas does it).
    pub fn of_soft_nodes(nodes: u64) -> Limits {
        Limits {
            soft_nodes: Some(nodes),
            ..Limits::of_nodes(nodes.saturating_mul(HARD_NODES))
        }
    }

    /// How long this side may think, pondering included.
    pub fn time(&self, side: Color) -> Option<TimeBounds> {
        if self.infinite {
            return None;
        }
        let fixed = self.move_time.map(|time| fixed_time(time, self.overhead));
        let clock = self.clocks[side.fold_wb(0, 1)];
        fixed.or_else(|| clock.map(|clock| clock.time_for_move(self.overhead)))
    }

    /// The moves of the root that are looked at.
    pub fn root_moves<P: Position>(&self, root: &P) -> Vec<Move> {
        let chosen = &self.search_moves;
        let moves = root.legal_moves().into_iter();
        moves
            .filter(|m| chosen.is_empty() || chosen.contains(m))
            .collect()
    }

    /// Whether nothing but a stop, or luck, ends a search for this side.
    pub fn is_unlimited(&self, side: Color) -> bool {
        let nodes = self.nodes.or(self.soft_nodes);
        let limited = self.depth.is_some() || nodes.is_some() || self.time(side).is_some();
        self.infinite || !limited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_limit_that_ends_the_search_counts() {
        assert!(Limits::default().is_unlimited(Color::White));
        let shallow = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        assert!(!shallow.is_unlimited(Color::White));
        let infinite = Limits {
            infinite: true,
            ..shallow
        };
        assert!(infinite.is_unlimited(Color::White));
    }
}
