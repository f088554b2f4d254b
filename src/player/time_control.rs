//! Time controls as match runners write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// `MOVES/TIME+INCREMENT`, for instance `40/60+0.6`, `10+0.1` or `40/1:30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves after which `time` is given again; `None` for the whole game.
    pub moves: Option<u32>,
    /// The time for those moves.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Why a text is no time control.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "'{0}' is no time control: expected [MOVES/]SECONDS[+INCREMENT], as in 40/60+0.6 or 10+0.1"
)]
pub struct TimeControlError(String);

/// Longer times are mistakes.
const LONGEST: f64 = 1e7;

/// Seconds, or minutes and seconds as in `1:30`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
        None => (0, text),
    };
    let seconds: f64 = seconds.parse().ok()?;
    let total = f64::from(minutes) * 60.0 + seconds;
    (seconds >= 0.0 && total <= LONGEST).then(|| Duration::from_secs_f64(total))
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse::<u32>().ok()?), rest),
                None => (None, text),
            };
            let (time, increment) = match rest.split_once('+') {
                Some((time, increment)) => (time, parse_time(increment)?),
                None => (rest, Duration::ZERO),
            };
            Some(TimeControl {
                moves: moves.filter(|&moves| moves > 0),
                time: parse_time(time)?,
                increment,
            })
        };
        read()
            .filter(|control| !control.time.is_zero() || !control.increment.is_zero())
            .ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

/// As the PGN tag `TimeControl` has it.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_are_read_and_written() {
        for (text, written) in [
            ("40/60+0.6", "40/60+0.6"),
            ("10+0.1", "10+0.1"),
            ("5", "5"),
            ("40/1:30", "40/90"),
            ("0/2+0.05", "2+0.05"),
            ("0+1", "0+1"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), written);
        }
    }

    #[test]
    fn rubbish_is_refused() {
        for text in [
            "", "x", "0", "10+", "-5", "1/2/3", "40/", "1e300", "NaN", "1:2:3",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }
}
