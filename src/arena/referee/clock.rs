//! The clock of one side.

use std::time::Duration;

use crate::player::settings::ThinkingLimits;
use crate::player::time_control::TimeControl;
use crate::search::time::Clock;

/// A side's time.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    control: Option<TimeControl>,
    remaining: Duration,
    /// Moves to the next control, if there is one.
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    margin: Duration,
    /// The most time for a move where no clock runs.
    timeout: Duration,
}

impl GameClock {
    /// The clock at the beginning of a game. `margin` is the time over it that is
    /// forgiven, `timeout` the most for a move where no clock runs.
    pub fn new(limits: &ThinkingLimits, margin: Duration, timeout: Duration) -> GameClock {
        let control = limits.time_control;
        GameClock {
            control,
            remaining: control.map_or(Duration::ZERO, |control| {
                // The increment comes after the move, but a clock must not begin
                // at zero.
                control.time.max(control.increment)
            }),
            moves_to_go: control.and_then(|control| control.moves),
            move_time: limits.move_time,
            margin,
            timeout,
        }
    }

    /// As engines are told.
    pub fn engine_clock(&self) -> Option<Clock> {
        self.control.map(|control| Clock {
            remaining: self.remaining,
            increment: control.increment,
            moves_to_go: self.moves_to_go,
        })
    }

    fn limit(&self) -> Option<Duration> {
        let clock = self.control.map(|_| self.remaining);
        let limits = clock.into_iter().chain(self.move_time);
        limits.min().map(|limit| limit + self.margin)
    }

    /// The time after which a move counts no more.
    pub fn allowed(&self) -> Duration {
        self.limit().unwrap_or(self.timeout)
    }

    /// A move has taken so long. Whether it came in time.
    pub fn press(&mut self, elapsed: Duration) -> bool {
        if self.limit().is_some_and(|limit| elapsed > limit) {
            return false;
        }
        let Some(control) = self.control else {
            return true;
        };
        // Using the margin costs all the rest.
        self.remaining = self.remaining.saturating_sub(elapsed) + control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.remaining += control.time;
                *moves = control.moves.unwrap_or(1);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(9);

    fn clock(control: Option<&str>, move_time: Option<u64>, margin: u64) -> GameClock {
        let limits = ThinkingLimits {
            time_control: control.map(|text| text.parse().unwrap()),
            move_time: move_time.map(Duration::from_millis),
            ..ThinkingLimits::default()
        };
        GameClock::new(&limits, Duration::from_millis(margin), TIMEOUT)
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_is_given_again_after_the_control() {
        let mut clock = clock(Some("2/10+1"), None, 0);
        assert!(clock.press(seconds(4)));
        let told = clock.engine_clock().unwrap();
        assert_eq!((told.remaining, told.moves_to_go), (seconds(7), Some(1)));
        assert!(clock.press(seconds(7)));
        let told = clock.engine_clock().unwrap();
        assert_eq!((told.remaining, told.moves_to_go), (seconds(11), Some(2)));
    }

    #[test]
    fn the_flag_falls_behind_the_margin() {
        let mut clock = clock(Some("1"), None, 500);
        assert_eq!(clock.allowed(), Duration::from_millis(1500));
        assert!(clock.press(Duration::from_millis(1400)));
        assert!(clock.engine_clock().unwrap().remaining.is_zero());
        assert!(!clock.press(Duration::from_millis(501)));
    }

    #[test]
    fn a_fixed_time_begins_anew_with_each_move() {
        let mut clock = clock(None, Some(100), 20);
        for _ in 0..3 {
            assert!(clock.press(Duration::from_millis(120)));
        }
        assert!(!clock.press(Duration::from_millis(121)));
    }

    #[test]
    fn without_a_clock_there_is_a_timeout() {
        let mut clock = clock(None, None, 0);
        assert_eq!(clock.allowed(), TIMEOUT);
        assert!(clock.press(seconds(100)));
        assert!(clock.engine_clock().is_none());
    }
}
