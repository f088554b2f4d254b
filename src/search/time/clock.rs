//! From the clocks of a game to the time for one move.

use std::time::Duration;

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBounds {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search breaks off here.
    pub hard: Duration,
}

impl TimeBounds {
    /// Exactly this long, and no more.
    pub const fn exactly(time: Duration) -> TimeBounds {
        TimeBounds {
            soft: time,
            hard: time,
        }
    }
}

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

/// So many overheads are not shared out: on a machine with other work a move can take
/// longer than it should.
const RESERVED_OVERHEADS: u32 = 8;

/// They are no more than one part in so many of what there is.
const RESERVED_PART: u32 = 4;

/// Where less than the overhead remains, a move may take one part in so many of it:
/// enough for a first iteration or two, and the next moves have some left.
const PARTS_OF_THE_LAST: u32 = 64;

impl Clock {
    /// How long to think about the next move, when `overhead` is lost on the way
    /// between the engine and whoever keeps the clock.
    ///
    /// Never longer than what remains less the overhead. Where nothing remains so, the
    /// move may take a small part of what there is, and with an empty clock nothing at
    /// all: the search still answers with its first move.
    pub fn time_for_move(&self, overhead: Duration) -> TimeBounds {
        let usable = self.remaining.saturating_sub(overhead);
        let moves = match self.moves_to_go {
            Some(moves) => moves.clamp(1, MOVES_AT_MOST),
            None => MOVES_EXPECTED,
        };
        // The increment comes back after the move, but the overhead is spent at
        // each of them.
        let gain = self.increment.saturating_sub(overhead / 2);
        let reserve = (overhead * RESERVED_OVERHEADS).min(usable / RESERVED_PART);
        let share = (usable - reserve) / moves + gain * 3 / 4;
        // The last move before the control may use all but a reserve.
        let most = match moves {
            1 => usable * 9 / 10,
            _ => usable * 6 / 10,
        };
        let least = self.remaining.min(overhead) / PARTS_OF_THE_LAST;
        let soft = share.min(most).max(least);
        let hard = (share * 3).min(most).max(least);
        TimeBounds { soft, hard }
    }
}

/// Thinking time where a fixed time a move is demanded, and exceeding it loses: the
/// whole `overhead` is kept back, but of short times no more than a third.
pub(super) fn fixed_time(time: Duration, overhead: Duration) -> TimeBounds {
    let margin = overhead.min(time / 3);
    TimeBounds::exactly(time - margin)
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
    fn some_overheads_are_not_shared_out() {
        let soft_of_two = |remaining| {
            let clock = Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::ZERO,
                moves_to_go: Some(2),
            };
            clock.time_for_move(OVERHEAD).soft
        };
        let kept = OVERHEAD * (1 + RESERVED_OVERHEADS);
        assert_eq!(2 * soft_of_two(10_000) + kept, Duration::from_secs(10));
        // Of less no more than a part.
        assert_eq!(2 * soft_of_two(110), Duration::from_millis(60));
    }

    #[test]
    fn no_time_is_no_time() {
        let bounds = Clock::default().time_for_move(OVERHEAD);
        assert_eq!(bounds, TimeBounds::exactly(Duration::ZERO));
        assert_eq!(fixed_time(Duration::ZERO, OVERHEAD), bounds);
    }

    /// Clocks from nothing to ten minutes, with every sort of increment and control.
    fn clocks() -> impl Iterator<Item = Clock> {
        let milliseconds = [
            0, 1, 2, 5, 10, 29, 30, 31, 35, 50, 100, 1000, 60_000, 600_000,
        ];
        let increments = [0, 1, 10, 100, 2000];
        let controls = [None, Some(1), Some(2), Some(10), Some(40), Some(u32::MAX)];
        milliseconds.into_iter().flat_map(move |remaining| {
            increments.into_iter().flat_map(move |increment| {
                controls.into_iter().map(move |moves_to_go| Clock {
                    remaining: Duration::from_millis(remaining),
                    increment: Duration::from_millis(increment),
                    moves_to_go,
                })
            })
        })
    }

    #[test]
    fn no_move_takes_time_that_is_not_there() {
        let millisecond = Duration::from_millis(1);
        for clock in clocks() {
            for overhead in [Duration::ZERO, millisecond, OVERHEAD, millisecond * 5000] {
                let bounds = clock.time_for_move(overhead);
                let usable = clock.remaining.saturating_sub(overhead);
                let last = clock.remaining.min(overhead) / PARTS_OF_THE_LAST;
                assert!(bounds.soft <= bounds.hard, "{clock:?} {overhead:?}");
                assert!(bounds.hard <= usable.max(last), "{clock:?} {overhead:?}");
                assert!(bounds.hard <= clock.remaining, "{clock:?} {overhead:?}");
            }
        }
    }

    #[test]
    fn a_tenth_of_a_second_and_an_increment_of_one_millisecond_last_for_ever() {
        let clock = Clock {
            remaining: Duration::from_millis(100),
            increment: Duration::from_millis(1),
            moves_to_go: None,
        };
        // All that is left of the increment is the way to the referee and back.
        let lag = Duration::from_micros(500);
        let left = remaining_after(clock, 1000, lag).unwrap();
        assert!(left > OVERHEAD / 2, "{left:?}");
    }

    #[test]
    fn more_time_is_never_less_to_think() {
        for clock in clocks() {
            let more = Clock {
                remaining: clock.remaining * 2,
                ..clock
            };
            let (bounds, others) = (clock.time_for_move(OVERHEAD), more.time_for_move(OVERHEAD));
            assert!(
                bounds.soft <= others.soft && bounds.hard <= others.hard,
                "{clock:?}"
            );
        }
    }
}
