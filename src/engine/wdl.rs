//! Chances of winning, drawing and losing that a value stands for.

use std::fmt;

use crate::eval::WinRateModel;
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

impl WinDrawLoss {
    /// The chances of the side to move at this value of the search.
    pub fn of(value: i32, model: &WinRateModel) -> WinDrawLoss {
        let chance = |value: i32| {
            if is_decisive(value) {
                return if value > 0 { 1000 } else { 0 };
            }
            // Between 0 and 1000: the cast is exact.
            (1000.0 * model.chance(value)).round() as u32
        };
        let win = chance(value);
        // Halves may both be rounded up.
        let loss = chance(-value).min(1000 - win);
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
        let model = WinRateModel {
            even: 160.0,
            spread: 80.0,
        };
        for value in [-31_000, -5000, -160, -1, 0, 1, 99, 160, 700, 31_990] {
            let of = |value| WinDrawLoss::of(value, &model);
            let (chances, mirrored) = (of(value), of(-value));
            assert_eq!(chances.win + chances.draw + chances.loss, 1000);
            assert_eq!((chances.win, chances.loss), (mirrored.loss, mirrored.win));
        }
        let text = |value| WinDrawLoss::of(value, &model).to_string();
        assert_eq!(text(mate_in(3)), "1000 0 0");
        assert_eq!(text(mated_in(4)), "0 0 1000");
        assert_eq!(text(0), "119 762 119");
    }
}
