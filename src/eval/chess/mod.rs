//! Orthodox chess: static exchange evaluation, and what its network is.

mod features;

use crate::eval::see::{self, RoleValues};
use crate::eval::{See, WinRateModel};
use crate::rules::Bitboard;
use crate::rules::chess::Chess;

impl See for Chess {
    const SEE_VALUES: RoleValues = [100, 320, 330, 500, 950, 0, 0];

    #[inline]
    fn attacked(&self) -> [Bitboard; 2] {
        see::attacked_on_one_board(self)
    }
}

plays_with_network! {
    Chess, "chess";

    const WIN_RATE: WinRateModel = WinRateModel {
        even: 148.0,
        spread: 97.0,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{see, threat_index};

    #[test]
    fn moves_are_told_apart_by_threats() {
        let index = |fen, text| threat_index::<Chess>(fen, text);
        let fen = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!([index(fen, "c3e4"), index(fen, "c3b1")], [1, 0]);
        let fen = "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1";
        assert_eq!([index(fen, "e4c5"), index(fen, "e4g3")], [2, 2]);
        let fen = "4k3/8/8/3p4/4N3/8/7b/4K3 w - - 0 1";
        assert_eq!([index(fen, "e4d6"), index(fen, "e1f1")], [3, 0]);
    }

    #[test]
    fn exchanges() {
        let value = |fen, m| see::<Chess>(fen, m);
        assert_eq!(
            value("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            100
        );
        assert_eq!(
            value(
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5"
            ),
            -220
        );
        // The king takes back, unless a second attacker stands behind.
        assert_eq!(value("8/8/3kp3/8/8/8/4R3/4K3 w - - 0 1", "e2e6"), -400);
        assert_eq!(value("8/8/3kp3/8/8/4R3/4R3/4K3 w - - 0 1", "e3e6"), 100);
        assert_eq!(value("8/1P6/8/8/8/8/8/k6K w - - 0 1", "b7b8q"), 850);
        assert_eq!(value("r7/1P6/8/8/8/8/8/k6K w - - 0 1", "b7b8q"), -100);
        assert_eq!(value("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), 100);
        assert_eq!(value("k7/8/2p5/8/8/8/8/K2Q4 w - - 0 1", "d1d5"), -950);
    }
}
