//! From the clocks of a game to the time for one move.

use std::time::Duration;

use crate::search::limits::TimeBounds;

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Moves that a game is expected to go on for.
const MOVES_EXPECTED: u32 = 28;

/// No share of the clock is smaller than for so many moves to go.
const MOVES_AT_MOST: u32 = 40;

/// No move begins without at least this much to think.
const LEAST_TIME: Duration = Duration::from_millis(1);

impl Clock {
    /// How long to think about the next move, when `overhead` is lost on the way
    /// between the engine and whoever keeps the clock.
    ///
    /// Never ends later than the clock, less the overhead, allows.
    pub fn time_for_move(&self, overhead: Duration) -> TimeBounds {
        let usable = self.remaining.saturating_sub(overhead);
        let moves = match self.moves_to_go {
            Some(moves) => moves.clamp(1, MOVES_AT_MOST),
            None => MOVES_EXPECTED,
        };
        // The increment comes back after the move, but the overhead is spent at
        // each of them.
        let gain = self.increment.saturating_sub(overhead / 2);
        let share = usable / moves + gain * 3 / 4;
        // The last move before the control may use all but a reserve.
        let most = match moves {
            1 => usable * 9 / 10,
            _ => usable * 6 / 10,
        };
        let soft = (share * 7 / 10).min(most).max(LEAST_TIME);
        let hard = (share * 3).min(most).max(LEAST_TIME);
        TimeBounds { soft, hard }
    }
}

/// Thinking time where a fixed time a move is demanded, and exceeding it loses: the
/// whole `overhead` is kept back, but of short times no more than a third.
pub fn fixed_time(time: Duration, overhead: Duration) -> TimeBounds {
    let margin = overhead.min(time / 3);
    TimeBounds::exactly((time - margin).max(LEAST_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    /// A game of `moves` in which every search lasts to its hard bound.
    fn remaining_after(mut clock: Clock, moves: u32, lag: Duration) -> Option<Duration> {
        for _ in 0..moves {
            let bounds = clock.time_for_move(OVERHEAD);
            assert!(bounds.soft <= bounds.hard);
            clock.remaining = clock.remaining.checked_sub(bounds.hard + lag)?;
            clock.remaining += clock.increment;
        }
        Some(clock.remaining)
    }

    #[test]
    fn a_second_and_an_increment_last_for_ever() {
        let clock = Clock {
            remaining: Duration::from_secs(1),
            increment: Duration::from_millis(10),
            moves_to_go: None,
        };
        let lag = Duration::from_millis(5);
        assert!(remaining_after(clock, 500, lag).is_some());
    }

    #[test]
    fn sudden_death_leaves_the_overhead() {
        let clock = Clock {
            remaining: Duration::from_secs(60),
            ..Clock::default()
        };
        let left = remaining_after(clock, 80, Duration::ZERO).unwrap();
        assert!(left > OVERHEAD, "{left:?}");
    }

    #[test]
    fn the_last_move_before_the_control_keeps_a_reserve() {
        let clock = Clock {
            remaining: Duration::from_secs(10),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        };
        let bounds = clock.time_for_move(OVERHEAD);
        assert!(bounds.hard < clock.remaining - OVERHEAD);
        assert!(bounds.soft > clock.remaining / 2);
    }

    #[test]
    fn no_time_is_still_time_for_a_move() {
        let bounds = Clock::default().time_for_move(OVERHEAD);
        assert_eq!(bounds, TimeBounds::exactly(LEAST_TIME));
        assert_eq!(fixed_time(Duration::ZERO, OVERHEAD), bounds);
    }
}
