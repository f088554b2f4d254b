//! Ice Age Chess: static exchange evaluation, and what its network is.

mod features;

use crate::eval::see::{self, RoleValues};
use crate::eval::{See, WinRateModel};
use crate::rules::Bitboard;
use crate::rules::iceage::IceAge;

impl See for IceAge {
    const SEE_VALUES: RoleValues = [100, 330, 330, 480, 930, 0, 0];

    #[inline]
    fn obstacles(&self) -> Bitboard {
        self.cubes()
    }

    #[inline]
    fn attacked(&self) -> [Bitboard; 2] {
        see::attacked_on_one_board(self)
    }
}

plays_with_network! {
    IceAge, "iceage";

    const WIN_RATE: WinRateModel = WinRateModel {
        even: 128.0,
        spread: 116.0,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{see, static_eval};

    #[test]
    fn exchanges_among_cubes() {
        let behind_a_cube = "3rk3/3*4/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(see::<IceAge>(behind_a_cube, "d1d5"), 100);
        let open = "3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(see::<IceAge>(open, "d1d5"), -380);
        let cube_taken = "4k3/8/2p5/3*4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(see::<IceAge>(cube_taken, "c3d5"), -330);
    }

    #[test]
    fn an_isolated_king_before_the_ice_is_lost() {
        // Black makes the last move and cannot but leave White's king alone.
        assert!(
            static_eval::<IceAge>(
                "*******r/*****ppk/*****ppp/********/********/Q*******/RR******/*****1K* b - - 0 20"
            ) > 500
        );
        // White's king can still join the others, or a piece join it, in time.
        assert!(
            static_eval::<IceAge>(
                "*******r/*****ppk/*****ppp/********/********/Q*******/RR******/K******* w - - 0 20"
            ) > -500
        );
        // Black's king is isolated far from the other pieces and has one move left.
        assert!(
            static_eval::<IceAge>(
                "k******1/********/********/********/********/*****PP*/*****PPP/*****R1K b - - 0 20"
            ) < -800
        );
        // Twenty moves are time enough.
        assert!(
            static_eval::<IceAge>(
                "k******1/r*******/********/********/********/*****PP*/*****PPP/*****R1K b - - 0 21"
            )
            .abs()
                < 1500
        );
    }
}
