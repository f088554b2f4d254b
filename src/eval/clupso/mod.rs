//! Clupso Chess: static exchange evaluation, and what its network is.

mod features;

use crate::eval::see::{RoleValues, Threats};
use crate::eval::{See, WinRateModel, draughts};
use crate::rules::clupso::Clupso;
use crate::rules::{Bitboard, Move, Square};

impl See for Clupso {
    const SEE_VALUES: RoleValues = [0, 310, 320, 500, 940, 0, 125];

    #[inline]
    fn attacked(&self) -> [Bitboard; 2] {
        draughts::attacked(self)
    }

    fn gain(&self, m: Move) -> i32 {
        draughts::gain(self, m)
    }

    #[inline]
    fn takes(&self, m: Move, square: Square) -> bool {
        draughts::takes(m, square)
    }

    #[inline]
    fn is_spared(&self, threats: &Threats, m: Move) -> bool {
        draughts::is_spared(threats, m)
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        draughts::see_ge(self, m, threshold)
    }
}

plays_with_network! {
    Clupso, "clupso";

    const WIN_RATE: WinRateModel = WinRateModel {
        even: 181.0,
        spread: 45.0,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{see, taken};

    #[test]
    fn exchanges() {
        let value = |fen, m| see::<Clupso>(fen, m);
        assert_eq!(value("8/8/2m5/3n4/8/8/3R4/8 w - - 0 1", "d2d5"), 310 - 500);
        assert_eq!(value("8/8/8/3r4/8/8/3R4/8 w - - 0 1", "d2d5"), 500);
        // A queen regained, and one that is taken at once.
        assert_eq!(value("8/M7/8/8/8/8/7m/8 w - - 0 1", "a7a8q"), 940 - 125);
        assert_eq!(value("7r/M7/8/8/8/8/7m/8 w - - 0 1", "a7a8q"), -125);
    }

    #[test]
    fn men_take_what_they_jump_over() {
        let taken = |fen, m| taken::<Clupso>(fen, m);
        let fen = "8/8/8/8/8/2bR4/1M6/8 w - - 0 1";
        assert_eq!(taken(fen, "b2d4"), "c3");
        assert_eq!(taken(fen, "d3c3"), "c3");
    }
}
