//! When another iteration is not worth its time: the less, the surer the best move
//! is (as in Stockfish: stability of the best move, trend of its value, share of the
//! nodes that it took).

use std::time::Duration;

use crate::rules::Move;

use super::{Signals, TimeBounds};

/// Earlier iterations say nothing.
const FIRST_DEPTH: usize = 4;

/// Iterations for which a best move may have stood, and count.
const STABILITY_MAX: u32 = 8;

/// Centipawns by which a value may have risen or fallen, and count.
const RISE_MAX: i32 = 20;
const FALL_MAX: i32 = 60;

/// No more and no less of the usual time is spent.
const LEAST_SHARE: f64 = 0.4;
const GREATEST_SHARE: f64 = 2.5;

/// How long one search may go on, and what its iterations came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeManager {
    /// `None` if it may go on for ever.
    bounds: Option<TimeBounds>,
    best: Option<Move>,
    /// Iterations since the best move changed.
    stability: u32,
    /// Of the values so far, the later the weightier, in centipawns.
    mean_value: Option<i32>,
    /// Of the time that is usual.
    share: Option<f64>,
}

impl TimeManager {
    /// For a search that keeps to these bounds.
    pub fn new(bounds: Option<TimeBounds>) -> TimeManager {
        TimeManager {
            bounds,
            ..TimeManager::default()
        }
    }

    /// Whether the search is to break off. One that ponders has its time.
    pub fn is_over(&self, signals: &Signals) -> bool {
        self.bounds
            .is_some_and(|bounds| !signals.is_pondering() && signals.clock_elapsed() >= bounds.hard)
    }

    /// Whether the search may not go on for ever.
    pub fn is_limited(&self) -> bool {
        self.bounds.is_some()
    }

    /// Whether another iteration is not worth its time.
    pub fn is_enough(&self, signals: &Signals) -> bool {
        self.bounds
            .is_some_and(|bounds| signals.clock_elapsed() >= self.soft_bound(bounds))
    }

    /// Takes note of a completed iteration of `depth` plies: the best move, its
    /// value in centipawns, and the share of all nodes that was spent on it.
    pub fn complete(&mut self, depth: usize, best: Move, value: i32, nodes: f64) {
        self.stability = match self.best == Some(best) {
            true => (self.stability + 1).min(STABILITY_MAX),
            false => 0,
        };
        self.best = Some(best);
        let before = self.mean_value.unwrap_or(value);
        let fall = (before - value).clamp(-RISE_MAX, FALL_MAX);
        self.mean_value = Some((before + value) / 2);
        let effort = 1.1 * (1.6 - nodes);
        let doubt = 1.3 - 0.06 * f64::from(self.stability);
        let trend = 1.0 + 0.012 * f64::from(fall);
        self.share = (depth >= FIRST_DEPTH)
            .then_some((effort * doubt * trend).clamp(LEAST_SHARE, GREATEST_SHARE));
    }

    /// How long to go on before no new iteration is begun.
    fn soft_bound(&self, time: TimeBounds) -> Duration {
        match self.share {
            // A time that is to be used up is not for saving.
            Some(share) if time.soft < time.hard => time.soft.mul_f64(share).min(time.hard),
            _ => time.soft,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{MoveKind, Square};

    use super::*;

    const TIME: TimeBounds = TimeBounds {
        soft: Duration::from_millis(100),
        hard: Duration::from_millis(400),
    };

    fn after(iterations: &[(Square, i32, f64)]) -> Duration {
        let mut manager = TimeManager::default();
        for (depth, &(to, value, nodes)) in (1..).zip(iterations) {
            let m = Move::new(Square::G1, to, MoveKind::Quiet);
            manager.complete(depth, m, value, nodes);
        }
        manager.soft_bound(TIME)
    }

    #[test]
    fn sure_moves_are_played_early() {
        let sure = [(Square::F3, 30, 0.9); 12];
        let mut doubtful = [(Square::F3, 30, 0.3); 12];
        assert!(after(&sure) < TIME.soft * 7 / 10);
        doubtful[11].0 = Square::H3;
        assert!(after(&doubtful) > TIME.soft * 3 / 2);
        let mut falling = sure;
        falling[11].1 = -40;
        assert!(after(&falling) > after(&sure) * 3 / 2);
        assert_eq!(after(&sure[..3]), TIME.soft);
    }

    #[test]
    fn fixed_times_are_used_up() {
        let mut manager = TimeManager::default();
        let m = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        for depth in 1..20 {
            manager.complete(depth, m, 0, 1.0);
        }
        let fixed = TimeBounds::exactly(TIME.soft);
        assert_eq!(manager.soft_bound(fixed), TIME.soft);
        assert!(manager.soft_bound(TIME) < TIME.soft);
    }
}
