//! Chances of winning, drawing and losing that a value stands for.

use std::fmt;

use crate::search::value::is_decisive;

/// Thousandths; together 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinDrawLoss {
    /// The side to move wins.
    pub win: u32,
    /// A draw.
    pub draw: u32,
    /// The side to move loses.
    pub loss: u32,
}

/// A value at which the game is won every other time, in centipawns.
const EVEN_CHANCE: f64 = 160.0;

/// How fast chances grow with the value, in centipawns.
const SPREAD: f64 = 75.0;

impl WinDrawLoss {
    /// The chances of the side to move at this value. A logistic curve whose two
    /// figures are estimates, not fitted to games.
    pub fn of(value: i32) -> WinDrawLoss {
        let chance = |value: i32| {
            if is_decisive(value) {
                return if value > 0 { 1000 } else { 0 };
            }
            let share = 1.0 / (1.0 + ((EVEN_CHANCE - f64::from(value)) / SPREAD).exp());
            // Between 0 and 1000: the cast is exact.
            (1000.0 * share).round() as u32
        };
        let (win, loss) = (chance(value), chance(-value));
        WinDrawLoss {
            win,
            draw: 1000 - win - loss,
            loss,
        }
    }
}

/// As UCI writes it.
impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use crate::search::value::{mate_in, mated_in};

    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_value() {
        for value in [-31_000, -5000, -160, -1, 0, 1, 99, 160, 700, 31_990] {
            let chances = WinDrawLoss::of(value);
            assert_eq!(chances.win + chances.draw + chances.loss, 1000);
            let mirrored = WinDrawLoss::of(-value);
            assert_eq!((chances.win, chances.loss), (mirrored.loss, mirrored.win));
        }
        assert_eq!(WinDrawLoss::of(mate_in(3)).to_string(), "1000 0 0");
        assert_eq!(WinDrawLoss::of(mated_in(4)).to_string(), "0 0 1000");
        assert!(WinDrawLoss::of(200).win > 500);
    }
}
