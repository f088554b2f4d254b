//! The weights of Elolbian Chess, as 'galaverna tune' wrote them.
//!
//! Data: 599423 positions of 4997 games, and 67230 positions held out;
//! files: elolbia.2.
//! Scale 920 centipawns, lambda 0.5.
//! Mean squared error before: 0.011022, held out 0.010785;
//! after: 0.010275, held out 0.010234.

use crate::eval::attack_info::Mobility;
use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::elolbia::{Border, ElolbiaWeights};
use crate::eval::orthodox::{KingAttack, KingDanger};
use crate::eval::piece_square::{PieceSquareTable, mirrored};
use crate::eval::score::score;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ElolbiaWeights = ElolbiaWeights {
    tempo: 17,
    material: [
        score(0, 0), score(901, 175), score(829, 183), score(1161, 608), score(2716, 1369),
        score(0, 0), score(231, 57),
    ],
    bishop_pair: score(24, 40),
    squares: [
        PieceSquareTable::NONE,
        mirrored([
            [score(-35, -22), score(-38, -9), score(-18, 2), score(-4, -3)],
            [score(7, 5), score(-4, -8), score(-4, 8), score(4, 8)],
            [score(-66, -22), score(-4, 3), score(96, -4), score(29, 29)],
            [score(-12, -13), score(73, 18), score(14, 11), score(56, 13)],
            [score(-10, 0), score(-37, -1), score(47, 17), score(81, 13)],
            [score(-6, -17), score(4, 1), score(-55, -10), score(44, 1)],
            [score(-93, -6), score(-7, -5), score(-1, -2), score(23, 10)],
            [score(-32, -25), score(-37, -21), score(-23, -16), score(6, -5)],
        ]),
        mirrored([
            [score(-14, -17), score(-12, -13), score(15, 9), score(-38, -9)],
            [score(-24, -21), score(85, 0), score(-20, 13), score(-20, 1)],
            [score(3, 3), score(-19, 9), score(24, 7), score(10, 0)],
            [score(-64, 0), score(-6, -4), score(13, 1), score(71, 15)],
            [score(1, -6), score(-10, 9), score(51, 13), score(26, 11)],
            [score(-10, 1), score(18, 14), score(6, 2), score(20, 7)],
            [score(-6, -6), score(15, -7), score(9, 10), score(-13, -7)],
            [score(-16, -17), score(-22, -9), score(-11, -5), score(3, 3)],
        ]),
        mirrored([
            [score(-8, -28), score(42, -13), score(22, -12), score(4, 5)],
            [score(-13, -13), score(51, -7), score(-4, 3), score(3, 5)],
            [score(-17, 5), score(-13, 11), score(0, 15), score(2, 7)],
            [score(-8, -18), score(-2, 6), score(3, 2), score(-3, -3)],
            [score(11, -4), score(-12, -6), score(12, 15), score(11, 10)],
            [score(3, 1), score(12, 9), score(2, 28), score(2, 8)],
            [score(-8, -8), score(-19, 8), score(13, 15), score(10, 24)],
            [score(-29, -37), score(-86, -9), score(7, 1), score(26, -2)],
        ]),
        mirrored([
            [score(-10, -15), score(-12, -11), score(-12, -5), score(11, 4)],
            [score(-13, -11), score(-8, -1), score(-11, 3), score(-1, 6)],
            [score(-12, -5), score(-7, 7), score(29, 13), score(11, 15)],
            [score(-29, 3), score(9, 11), score(8, 16), score(24, 11)],
            [score(98, 7), score(8, 7), score(16, 11), score(31, 8)],
            [score(6, 10), score(15, 15), score(-3, 1), score(17, 10)],
            [score(-33, -13), score(-14, -7), score(18, 17), score(9, 7)],
            [score(-33, -65), score(-55, -18), score(-8, -14), score(11, -9)],
        ]),
        mirrored([
            [score(145, -64), score(47, -27), score(-3, -8), score(-16, 3)],
            [score(-1, 1), score(-5, -10), score(-18, -2), score(-38, 0)],
            [score(-9, -13), score(-22, -1), score(-26, 16), score(-30, 23)],
            [score(-20, -7), score(-23, -2), score(-19, 15), score(-33, 30)],
            [score(-8, 6), score(-18, -9), score(-20, 22), score(-23, 32)],
            [score(1, 5), score(-14, -2), score(-20, 16), score(-24, 23)],
            [score(14, -17), score(6, 1), score(-13, 0), score(-20, 10)],
            [score(25, -24), score(14, -10), score(1, 4), score(-9, 7)],
        ]),
        mirrored([
            [score(-7, -12), score(-19, -9), score(86, -14), score(68, 1)],
            [score(-13, -26), score(-24, 4), score(112, 6), score(79, 6)],
            [score(73, -5), score(81, 7), score(91, 14), score(78, 18)],
            [score(20, 3), score(30, 1), score(106, 0), score(43, 11)],
            [score(-31, -1), score(-33, 21), score(25, 18), score(49, 15)],
            [score(-47, -7), score(-54, 8), score(-27, 15), score(98, 10)],
            [score(-30, -34), score(-102, -9), score(-89, 11), score(-43, 7)],
            [score(-15, -12), score(-45, -6), score(-156, 10), score(-55, -7)],
        ]),
    ],
    mobility: Mobility {
        knight: [
            score(-79, -43), score(-32, -26), score(-47, -3), score(-16, 1), score(6, 8),
            score(25, 4), score(51, 6), score(42, 4), score(29, 6),
        ],
        bishop: [
            score(-55, -40), score(-28, -19), score(-32, -8), score(-19, 8), score(-8, 9),
            score(2, 21), score(18, 12), score(18, 16), score(36, 14), score(67, 1),
            score(42, 11), score(61, 4), score(36, 27), score(37, 2),
        ],
        rook: [
            score(-111, -75), score(-73, -64), score(-41, -36), score(-7, -27), score(12, 0),
            score(11, 18), score(11, 19), score(11, 39), score(30, 31), score(25, 35),
            score(20, 33), score(18, 52), score(18, 62), score(12, 74), score(6, 51),
        ],
        queen: [
            score(-52, -63), score(-83, -94), score(-78, -101), score(-68, -47),
            score(-35, -28), score(-24, -14), score(-1, -2), score(10, 0), score(6, 10),
            score(11, 17), score(18, 36), score(18, 33), score(28, 38), score(25, 33),
            score(24, 28), score(15, 28), score(17, 35), score(11, 21), score(14, 20),
            score(13, 19), score(12, 16), score(9, 6), score(10, 11), score(11, 5),
            score(16, 26), score(14, 21), score(16, 30), score(16, 28),
        ],
    },
    men: Men {
        safe_step: score(16, -3),
        phalanx: score(-18, 7),
    },
    jumps: Jumps {
        jumpable: [
            score(0, 0), score(68, 60), score(114, 51), score(70, 45), score(88, 67),
            score(0, 0), score(84, 22),
        ],
        defended_man: 50,
        defended_non_man: 93,
        second: score(4, 8),
        soon_man: score(8, 2),
        soon_non_man: score(12, 0),
    },
    threats: Threats {
        minor_on_major: score(84, 51),
        rook_on_queen: score(55, 30),
        hanging_non_man: score(104, 22),
        hanging_man: score(31, 42),
    },
    own_beside_king: score(52, -6),
    king_on_border: score(12, -38),
    danger: KingDanger {
        zone_units: [3, 15, 19, 18, 16, 0, 20],
        max: 1222,
        endgame_share: 3,
    },
    attack: KingAttack {
        safe_check: [0, 81, 48, 76, 63, 0, 0],
        weak_square: 15,
        without_queen: 65,
        lone_attacker: 80,
    },
    border: Border {
        excess: score(-47, -35),
        closed: score(-33, 16),
        soon_bound: [158, 21, 32],
    },
    cannot_mate: 5,
    hardly_mates: 28,
};
