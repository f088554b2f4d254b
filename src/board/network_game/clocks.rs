//! The clocks of a game between two people.

use std::time::{Duration, Instant};

use crate::board::messages::NetworkTime;
use crate::rules::Color;

/// Two clocks, of which one runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Two that wait for the first move.
    pub fn new(time: NetworkTime) -> Clocks {
        // Who has nothing but what each move brings begins with that.
        let base = match time.base {
            0 => time.increment,
            base => base,
        };
        Clocks {
            left: [Duration::from_millis(base); 2],
            increment: Duration::from_millis(time.increment),
            running: None,
        }
    }

    /// What a side has left.
    pub fn remaining(&self, color: Color, now: Instant) -> Duration {
        let left = self.left[color.fold_wb(0, 1)];
        match self.running {
            Some((running, since)) if running == color => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// When the clock that runs will be at zero.
    pub fn deadline(&self) -> Option<Instant> {
        let (color, since) = self.running?;
        Some(since + self.left[color.fold_wb(0, 1)])
    }

    /// Lets the clock of a side run, and the other no more.
    pub fn start(&mut self, color: Color, now: Instant) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// A side has moved: what that brings, where the clocks ran, and the other's turn.
    pub fn press(&mut self, by: Color, now: Instant) {
        if self.running.is_some() {
            self.stop(now);
            self.left[by.fold_wb(0, 1)] += self.increment;
        }
        self.start(by.other(), now);
    }

    /// Stops both.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.left[color.fold_wb(0, 1)] = self.remaining(color, now);
        }
        self.running = None;
    }
}
