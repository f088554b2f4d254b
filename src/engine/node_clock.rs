//! Time measured in nodes, as Stockfish's option `nodestime` has it: games at a clock come
//! out the same on every machine, however busy it is.

use std::sync::Arc;
use std::time::Duration;

use crate::rules::Color;
use crate::search::time::{Clock, Limits, Signals};

/// The engine's own clock where time is measured in nodes. Whoever keeps the game's clock
/// does not know what is left on it: the engine takes over what it shows at the first move
/// and keeps count from there on.
#[derive(Debug, Default)]
pub struct NodeClock {
    /// Nodes that a millisecond stands for; 0 for real time.
    pub nodes_per_ms: u64,
    /// The last search, and the clock before it.
    last: Option<(Arc<Signals>, Clock)>,
}

impl NodeClock {
    /// A new game: the clock of its first move is as the other side of the protocol says.
    pub fn new_game(&mut self) {
        self.last = None;
    }

    /// Signals of a search within these limits for `side`, whose clock becomes this one.
    pub fn begin(&mut self, limits: &mut Limits, side: Color) -> Arc<Signals> {
        limits.nodes_per_ms = self.nodes_per_ms;
        let signals = Arc::new(Signals::of(limits));
        if self.nodes_per_ms > 0
            && let Some(clock) = &mut limits.clocks[side.fold_wb(0, 1)]
        {
            if let Some((search, before)) = &self.last {
                clock.remaining = remaining(search, before);
            }
            self.last = Some((Arc::clone(&signals), *clock));
        }
        signals
    }
}

/// What is left after a search of what was left `before`.
fn remaining(search: &Signals, before: &Clock) -> Duration {
    // The opponent has played another move than the one that was pondered on.
    if search.is_pondering() {
        return before.remaining;
    }
    before.remaining.saturating_sub(search.clock_elapsed()) + before.increment
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(remaining: u64, ponder: bool) -> Limits {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(10),
            moves_to_go: None,
        };
        Limits {
            clocks: [Some(clock), None],
            ponder,
            ..Limits::default()
        }
    }

    fn left(limits: &Limits) -> u128 {
        limits.clocks[0].unwrap().remaining.as_millis()
    }

    #[test]
    fn nodes_are_taken_off_the_clock() {
        let mut clock = NodeClock {
            nodes_per_ms: 20,
            last: None,
        };
        let mut first = limits(1000, false);
        let signals = clock.begin(&mut first, Color::White);
        assert_eq!((left(&first), first.nodes_per_ms), (1000, 20));
        signals.note_nodes(2000);
        // What the game's clock shows does not matter any more.
        let mut second = limits(999, true);
        let pondering = clock.begin(&mut second, Color::White);
        assert_eq!(left(&second), 910);
        pondering.note_nodes(50_000);
        let mut third = limits(998, false);
        clock.begin(&mut third, Color::White);
        assert_eq!(left(&third), 910);
        clock.new_game();
        let mut other = limits(997, false);
        clock.begin(&mut other, Color::White);
        assert_eq!(left(&other), 997);
    }

    #[test]
    fn real_time_is_as_it_is_told() {
        let mut clock = NodeClock::default();
        for remaining in [1000, 900] {
            let mut request = limits(remaining, false);
            clock.begin(&mut request, Color::White).note_nodes(1 << 40);
            assert_eq!(left(&request), u128::from(remaining));
        }
    }
}
