//! How long the engine may think: XBoard's three kinds of time control, and the
//! engine's clock.

use std::time::Duration;

use crate::rules::Color;
use crate::search::time::{Clock, Limits};

use super::command::Control;

/// The engine's clock, with the time control in force.
#[derive(Clone, Debug)]
pub struct EngineClock {
    control: Control,
    /// `sd`
    pub depth: Option<usize>,
    node_rate: Option<u64>,
    /// What the engine's clock shows: `time`.
    pub remaining: Duration,
    /// Moves that the engine has made since the control was set.
    moves_made: u32,
}

impl Default for EngineClock {
    /// XBoard's own: forty moves in five minutes.
    fn default() -> EngineClock {
        let base = Duration::from_secs(300);
        EngineClock {
            control: Control::Sessions {
                moves: Some(40),
                base,
                increment: Duration::ZERO,
            },
            depth: None,
            node_rate: None,
            remaining: base,
            moves_made: 0,
        }
    }
}

impl EngineClock {
    /// A new game: clocks are reset, and what limits only one game is forgotten.
    pub fn new_game(&mut self) {
        self.depth = None;
        self.node_rate = None;
        self.restart_clocks();
    }

    /// The clocks are set back in the middle of a game.
    pub fn restart_clocks(&mut self) {
        self.restart(self.control);
    }

    /// `level` or `st`
    pub fn restart(&mut self, control: Control) {
        self.control = control;
        self.moves_made = 0;
        if let Control::Sessions { base, .. } = control {
            self.remaining = base;
        }
    }

    /// `nps`: time is measured in nodes, so many a second. 0 asks for processor
    /// time, which the wall clock shows well enough.
    pub fn set_node_rate(&mut self, rate: u64) {
        self.node_rate = (rate > 0).then_some(rate);
    }

    /// The engine has made a move after so much thinking. XBoard sends `time` before
    /// the next; other programs need not.
    pub fn moved(&mut self, elapsed: Duration) {
        self.moves_made += 1;
        if let Control::Sessions {
            moves,
            base,
            increment,
        } = self.control
        {
            self.remaining = self.remaining.saturating_sub(elapsed) + increment;
            if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                self.remaining += base;
            }
        }
    }

    /// What is asked of a search for `side`, when `overhead` is lost on the way to
    /// whoever keeps the clock.
    pub fn request(&self, side: Color, overhead: Duration) -> Limits {
        let mut request = Limits {
            depth: self.depth,
            ..Limits::default()
        };
        let index = side.fold_wb(0, 1);
        match self.control {
            Control::Sessions {
                moves, increment, ..
            } => {
                let made = |moves| self.moves_made % moves;
                request.clocks[index] = Some(Clock {
                    remaining: self.remaining,
                    increment,
                    moves_to_go: moves.map(|moves| moves - made(moves)),
                });
            }
            Control::Fixed(time) => request.move_time = Some(time),
        }
        if let Some(rate) = self.node_rate {
            let time = match (request.move_time.take(), request.clocks[index].take()) {
                (Some(time), _) => time,
                (None, Some(clock)) => clock.time_for_move(overhead).soft,
                (None, None) => Duration::ZERO,
            };
            // Saturates at the largest number.
            request.nodes = Some(((time.as_secs_f64() * rate as f64) as u64).max(1));
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_OVERHEAD: Duration = Duration::ZERO;

    fn clock(control: &EngineClock) -> Clock {
        control.request(Color::Black, NO_OVERHEAD).clocks[1].unwrap()
    }

    #[test]
    fn sessions_follow_each_other() {
        let mut control = EngineClock::default();
        control.restart(Control::Sessions {
            moves: Some(2),
            base: Duration::from_secs(60),
            increment: Duration::ZERO,
        });
        assert_eq!(clock(&control).moves_to_go, Some(2));
        control.moved(Duration::from_secs(50));
        assert_eq!(clock(&control).moves_to_go, Some(1));
        assert_eq!(clock(&control).remaining, Duration::from_secs(10));
        control.moved(Duration::from_secs(9));
        assert_eq!(clock(&control).moves_to_go, Some(2));
        assert_eq!(clock(&control).remaining, Duration::from_secs(61));
    }

    #[test]
    fn only_the_side_that_thinks_has_a_clock() {
        let control = EngineClock::default();
        let clocks = |side| control.request(side, NO_OVERHEAD).clocks;
        let [white, black] = clocks(Color::White);
        assert!(white.is_some() && black.is_none());
        let [white, black] = clocks(Color::Black);
        assert!(white.is_none() && black.is_some());
    }

    #[test]
    fn nodes_stand_for_time() {
        let mut control = EngineClock::default();
        control.restart(Control::Fixed(Duration::from_secs(8)));
        control.set_node_rate(10_000);
        let request = control.request(Color::White, NO_OVERHEAD);
        assert_eq!((request.nodes, request.move_time), (Some(80_000), None));
        control.depth = Some(4);
        control.new_game();
        let request = control.request(Color::White, NO_OVERHEAD);
        assert_eq!((request.depth, request.nodes), (None, None));
        assert_eq!(request.move_time, Some(Duration::from_secs(8)));
    }
}
