//! What is asked of a search.

use std::time::Duration;

use crate::host::Instant;
use crate::rules::{Color, Move};
use crate::search::skill::Handicap;

use super::clock::{Clock, TimeBounds, fixed_time};

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
    /// Time lost on the way between the engine and whoever keeps the clock.
    pub overhead: Duration,
    /// Iterations, in plies.
    pub depth: Option<usize>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
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
}

impl Limits {
    /// So many nodes, and nothing else.
    pub fn of_nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
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

    /// Whether nothing but a stop, or luck, ends a search for this side.
    pub fn is_unlimited(&self, side: Color) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.time(side).is_some();
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
