//! The weights of Alice Chess, as 'galaverna tune' wrote them.
//!
//! Data: 274370 positions of 5999 games, and 31494 positions held out;
//! files: alice.1.
//! Scale 284 centipawns, lambda 0.5.
//! Mean squared error before: 0.038045, held out 0.038049;
//! after: 0.034797, held out 0.035344.

use crate::eval::alice::{AliceWeights, Checks};
use crate::eval::attack_info::Mobility;
use crate::eval::orthodox::{KingDanger, Threats};
use crate::eval::pawns::Passed;
use crate::eval::piece_square::{PieceSquareTable, mirrored};
use crate::eval::score::score;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: AliceWeights = AliceWeights {
    tempo: 31,
    material: [
        score(63, 123), score(249, 271), score(304, 347), score(417, 723), score(1207, 1076),
        score(0, 0), score(0, 0),
    ],
    squares: [
        [
            mirrored([
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
                [score(-6, 18), score(9, 1), score(19, -12), score(11, -19)],
                [score(-10, 6), score(-4, 4), score(2, 2), score(8, 0)],
                [score(-3, 10), score(8, 8), score(11, -5), score(34, 4)],
                [score(-3, 24), score(0, 45), score(9, 19), score(31, 10)],
                [score(9, 31), score(20, 20), score(25, 24), score(31, 17)],
                [score(20, 31), score(36, 80), score(33, 50), score(30, 26)],
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            ]),
            mirrored([
                [score(-54, -36), score(-39, -8), score(-27, -18), score(-13, -11)],
                [score(-32, -26), score(-16, -11), score(8, -7), score(1, -1)],
                [score(-24, -18), score(-7, -8), score(6, 8), score(16, 8)],
                [score(-20, -9), score(9, 4), score(17, 2), score(15, 18)],
                [score(-8, -8), score(27, 5), score(21, 10), score(53, 25)],
                [score(-4, -9), score(19, 4), score(23, 10), score(22, 7)],
                [score(-15, -19), score(-1, -13), score(16, 2), score(22, 8)],
                [score(-54, -37), score(-38, -26), score(-19, -11), score(-18, -13)],
            ]),
            mirrored([
                [score(-19, -14), score(-9, -11), score(-36, -14), score(-4, -4)],
                [score(-6, -9), score(17, -3), score(3, 0), score(5, 0)],
                [score(-1, -5), score(14, 1), score(23, 9), score(1, 6)],
                [score(-1, -3), score(11, 6), score(8, 7), score(31, -1)],
                [score(-2, 2), score(20, 8), score(4, 5), score(17, 13)],
                [score(-4, -5), score(7, 1), score(7, 6), score(9, 5)],
                [score(-8, -10), score(7, -2), score(-1, -5), score(1, -5)],
                [score(-13, -13), score(-6, -11), score(-6, -4), score(-2, -1)],
            ]),
            mirrored([
                [score(-5, 5), score(-4, -6), score(-4, -10), score(5, -3)],
                [score(-15, -5), score(-10, -3), score(-11, -8), score(-2, -7)],
                [score(-15, -2), score(-12, -7), score(-3, -2), score(-5, -4)],
                [score(-13, 0), score(-11, 1), score(1, 0), score(4, 5)],
                [score(-9, 5), score(-2, 8), score(-2, 6), score(2, 7)],
                [score(0, 6), score(6, 8), score(6, 5), score(11, 7)],
                [score(7, 12), score(21, 14), score(29, 22), score(26, 19)],
                [score(15, 15), score(31, 10), score(15, 13), score(7, -2)],
            ]),
            mirrored([
                [score(-5, -30), score(-2, -22), score(2, -14), score(-20, -16)],
                [score(-4, -18), score(8, -9), score(-3, -4), score(5, 1)],
                [score(2, -10), score(6, -3), score(3, 4), score(-4, 5)],
                [score(-5, -3), score(4, 7), score(1, 10), score(-3, 12)],
                [score(-1, 2), score(2, 12), score(3, 13), score(14, 23)],
                [score(-7, -1), score(8, 9), score(7, 14), score(5, 19)],
                [score(-5, -4), score(-5, 3), score(0, 10), score(3, 15)],
                [score(-5, -11), score(0, -6), score(-1, 0), score(2, 7)],
            ]),
            mirrored([
                [score(17, -60), score(32, -49), score(5, -49), score(9, -41)],
                [score(9, -42), score(21, -18), score(-4, 0), score(-21, 1)],
                [score(-20, -17), score(-11, -1), score(-26, 17), score(-42, 26)],
                [score(-38, -5), score(-32, 11), score(-60, 13), score(-66, 31)],
                [score(-46, 7), score(-39, 18), score(-58, 36), score(-79, 26)],
                [score(-52, 4), score(-47, 17), score(-68, 33), score(-85, 33)],
                [score(-55, -8), score(-47, 4), score(-74, 15), score(-86, 22)],
                [score(-61, -34), score(-49, -18), score(-75, -11), score(-87, -5)],
            ]),
            PieceSquareTable::NONE,
        ],
        [
            mirrored([
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
                [score(-14, 8), score(-8, 6), score(-2, 4), score(4, 2)],
                [score(-31, 8), score(11, -4), score(-17, -17), score(16, -12)],
                [score(-10, 9), score(-14, 9), score(-8, 5), score(-8, 8)],
                [score(5, 23), score(6, 8), score(31, 7), score(17, 15)],
                [score(18, 38), score(34, 59), score(27, 39), score(34, 29)],
                [score(18, 35), score(28, 49), score(31, 24), score(37, 40)],
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            ]),
            mirrored([
                [score(-59, -39), score(-34, -25), score(-19, -14), score(-13, -9)],
                [score(-38, -29), score(-20, -18), score(-3, -5), score(-7, 7)],
                [score(-18, -24), score(-14, -14), score(21, 10), score(9, 1)],
                [score(-15, -11), score(5, -2), score(21, 14), score(37, 30)],
                [score(-3, -9), score(12, 3), score(29, 14), score(27, 16)],
                [score(-4, -12), score(26, 6), score(20, -1), score(43, 15)],
                [score(-13, -10), score(-2, -11), score(11, -4), score(15, -1)],
                [score(-44, -35), score(-37, -27), score(-23, -15), score(-17, -10)],
            ]),
            mirrored([
                [score(-13, -13), score(-4, -10), score(-11, -6), score(-3, -4)],
                [score(-4, -10), score(14, -4), score(2, 1), score(15, 5)],
                [score(-3, -7), score(10, 3), score(15, 9), score(20, 4)],
                [score(-1, -5), score(11, 6), score(4, 14), score(19, 14)],
                [score(-1, -2), score(-4, 1), score(7, 7), score(9, 11)],
                [score(-4, -7), score(12, 7), score(12, 8), score(5, 2)],
                [score(-8, -10), score(1, -8), score(2, -2), score(4, 2)],
                [score(-19, -19), score(-6, -9), score(-8, -9), score(-6, -6)],
            ]),
            mirrored([
                [score(-11, -3), score(5, -4), score(2, -6), score(-3, -14)],
                [score(-10, -2), score(-9, -6), score(-7, -6), score(0, -5)],
                [score(-16, -3), score(-5, -4), score(-6, -5), score(-4, -3)],
                [score(-10, 2), score(-5, 1), score(0, 3), score(1, 2)],
                [score(-5, 3), score(-2, 3), score(1, 4), score(3, 2)],
                [score(-13, 7), score(9, 5), score(13, 11), score(17, 7)],
                [score(24, 18), score(7, 12), score(21, 22), score(21, 11)],
                [score(19, 18), score(16, 14), score(24, 16), score(21, 13)],
            ]),
            mirrored([
                [score(-8, -30), score(3, -22), score(2, -14), score(-4, -11)],
                [score(0, -17), score(3, -11), score(10, -4), score(11, -1)],
                [score(-2, -10), score(-5, -1), score(12, 4), score(10, 9)],
                [score(-2, -2), score(1, 4), score(6, 13), score(11, 18)],
                [score(2, 2), score(5, 11), score(0, 16), score(2, 20)],
                [score(-6, -1), score(1, 7), score(7, 15), score(3, 20)],
                [score(-3, -3), score(-3, 5), score(6, 14), score(-3, 20)],
                [score(-10, -14), score(0, -5), score(-12, -1), score(-3, 4)],
            ]),
            mirrored([
                [score(16, -82), score(47, -52), score(7, -28), score(-9, -40)],
                [score(8, -45), score(11, -20), score(-6, -11), score(-15, -4)],
                [score(-19, -26), score(-14, -3), score(-26, 18), score(-32, 23)],
                [score(-36, -3), score(-28, 9), score(-40, 25), score(-67, 28)],
                [score(-45, 7), score(-40, 20), score(-67, 26), score(-78, 33)],
                [score(-53, 2), score(-43, 21), score(-65, 32), score(-80, 37)],
                [score(-58, -11), score(-50, 2), score(-73, 15), score(-84, 21)],
                [score(-62, -36), score(-54, -21), score(-77, -11), score(-88, -5)],
            ]),
            PieceSquareTable::NONE,
        ],
    ],
    mobility: Mobility {
        knight: [
            score(-38, -43), score(-19, -27), score(-14, -14), score(-7, -6), score(5, -3),
            score(9, 11), score(11, 22), score(19, 16), score(23, 10),
        ],
        bishop: [
            score(-52, -75), score(-24, -50), score(-13, -23), score(3, -7), score(3, 1),
            score(7, 8), score(4, 21), score(7, 38), score(10, 39), score(25, 31),
            score(42, 45), score(37, 22), score(31, 25), score(30, 22),
        ],
        rook: [
            score(-49, -72), score(-38, -49), score(-23, -13), score(-13, 6), score(-1, 0),
            score(-1, 17), score(7, 24), score(7, 36), score(14, 36), score(20, 28),
            score(13, 30), score(28, 35), score(26, 38), score(23, 24), score(20, 5),
        ],
        queen: [
            score(-88, -48), score(-31, -41), score(-33, -36), score(-20, -27), score(-31, -24),
            score(-17, -17), score(-15, -12), score(-11, -8), score(-7, -2), score(0, 0),
            score(13, 9), score(5, 9), score(8, 19), score(15, 22), score(18, 27),
            score(17, 39), score(19, 34), score(24, 43), score(21, 38), score(17, 37),
            score(16, 32), score(15, 31), score(18, 34), score(14, 17), score(14, 22),
            score(16, 23), score(15, 33), score(18, 35),
        ],
    },
    passed: Passed {
        ranks: [
            score(0, 0), score(-4, 9), score(1, 3), score(8, 19), score(15, 63), score(47, 151),
            score(128, 216), score(0, 0),
        ],
        free_path: score(-8, 27),
        blocked: score(-7, -14),
        enemy_king_distance: score(-7, 11),
        own_king_distance: score(2, -4),
    },
    defender_across: score(0, 1),
    attacker_across: score(2, -7),
    danger: KingDanger {
        zone_units: [6, 7, 5, 6, 8, 0, 4],
        max: 534,
        endgame_share: 27,
    },
    checks: Checks {
        safe_check: [0, 30, 25, 20, 24, 0, 0],
        unblockable: 5,
        few_flight_squares: [40, 29, 17, 12, 10],
        without_safe_check: 75,
    },
    threats: Threats {
        pawn_on_non_pawn: score(52, 57),
        minor_on_major: score(68, 33),
        rook_on_queen: score(55, 25),
        hanging_non_pawn: score(52, 47),
        hanging_pawn: score(11, 32),
    },
};
