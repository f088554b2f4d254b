//! The weights of Elolbian Chess, as 'galaverna tune' wrote them.
//!
//! Data: 721520 positions of 4636 games, and 76168 positions held out;
//! files: elolbia.1.
//! Scale 1510 centipawns, lambda 0.5.
//! Mean squared error before: 0.007690, held out 0.009391;
//! after: 0.006509, held out 0.007840.

use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::elolbia::{Border, ElolbiaWeights};
use crate::eval::orthodox::{Attack, Danger};
use crate::eval::score::score;
use crate::eval::squares::{Squares, mirrored};
use crate::eval::survey::Mobility;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ElolbiaWeights = ElolbiaWeights {
    tempo: 10,
    material: [
        score(0, 0), score(641, 235), score(602, 276), score(894, 703), score(2176, 1386),
        score(0, 0), score(200, 91),
    ],
    bishop_pair: score(24, 40),
    squares: [
        Squares::NONE,
        mirrored([
            [score(-30, -20), score(-24, -11), score(-10, 0), score(-3, -5)],
            [score(2, 5), score(-7, -8), score(-4, 2), score(5, 5)],
            [score(-38, -18), score(1, 1), score(55, 19), score(24, 17)],
            [score(-10, -13), score(28, 12), score(11, 11), score(33, 13)],
            [score(-4, 0), score(-14, 1), score(35, 20), score(41, 20)],
            [score(-7, -12), score(2, -1), score(-39, -4), score(30, 5)],
            [score(-47, -10), score(-7, -7), score(9, -3), score(14, 6)],
            [score(-32, -25), score(-27, -18), score(-15, -13), score(-4, -7)],
        ]),
        mirrored([
            [score(-18, -15), score(-11, -14), score(-9, -4), score(-12, -1)],
            [score(-12, -12), score(18, 6), score(-5, 4), score(-9, 7)],
            [score(6, 3), score(-4, 4), score(1, 2), score(10, 15)],
            [score(-13, -1), score(6, 7), score(18, 3), score(34, 15)],
            [score(1, 0), score(0, 8), score(17, 3), score(23, 9)],
            [score(-11, -1), score(5, -3), score(11, 6), score(18, 2)],
            [score(-9, -11), score(-3, 0), score(12, 6), score(-4, -3)],
            [score(-17, -16), score(-9, -9), score(-7, -2), score(0, 0)],
        ]),
        mirrored([
            [score(0, -14), score(17, -8), score(-4, -8), score(0, -1)],
            [score(-10, -16), score(24, 0), score(-1, 7), score(1, 1)],
            [score(-7, 1), score(-7, 3), score(8, 10), score(1, 4)],
            [score(-4, -10), score(6, 5), score(1, 13), score(0, 4)],
            [score(1, 3), score(-7, -3), score(6, 14), score(3, 6)],
            [score(-2, -2), score(3, -3), score(2, 14), score(3, 5)],
            [score(-2, 0), score(-3, 5), score(8, 14), score(5, 14)],
            [score(-1, -26), score(-38, -14), score(4, 3), score(13, 3)],
        ]),
        mirrored([
            [score(-10, -19), score(-4, -8), score(-6, -7), score(6, 4)],
            [score(-6, -8), score(-3, -2), score(-4, 3), score(-2, 5)],
            [score(-9, -8), score(3, 7), score(16, 11), score(1, 6)],
            [score(-15, 0), score(4, 7), score(0, 9), score(9, 10)],
            [score(29, 13), score(-2, 1), score(7, 7), score(13, 9)],
            [score(3, 5), score(8, 7), score(11, 4), score(15, 12)],
            [score(-5, -8), score(4, -2), score(7, 9), score(9, 4)],
            [score(-31, -36), score(-25, -12), score(1, -2), score(7, 1)],
        ]),
        mirrored([
            [score(89, -35), score(27, -19), score(-3, -10), score(-13, 2)],
            [score(2, 2), score(-11, -15), score(-15, -2), score(-26, -3)],
            [score(-2, -8), score(-14, 0), score(-31, 0), score(-29, 16)],
            [score(-14, 1), score(-22, 1), score(-25, 23), score(-37, 31)],
            [score(-5, 8), score(-16, 16), score(-29, 22), score(-27, 36)],
            [score(0, -2), score(-12, 6), score(-24, 14), score(-26, 31)],
            [score(16, -16), score(5, -1), score(-12, 2), score(-20, 6)],
            [score(26, -25), score(14, -16), score(0, 0), score(-9, 0)],
        ]),
        mirrored([
            [score(-3, -5), score(-14, -8), score(51, 17), score(31, 1)],
            [score(-35, -31), score(-25, 2), score(76, 29), score(41, 6)],
            [score(18, -1), score(10, 7), score(41, 8), score(44, 15)],
            [score(8, 8), score(5, -6), score(71, 11), score(36, 25)],
            [score(-13, -4), score(-4, 1), score(22, 4), score(33, 27)],
            [score(-28, -8), score(-33, -4), score(-20, 5), score(60, 29)],
            [score(-19, -25), score(-22, -4), score(-58, 2), score(-17, 14)],
            [score(-1, -1), score(-9, -7), score(-66, -6), score(-21, 1)],
        ]),
    ],
    mobility: Mobility {
        knight: [
            score(-45, -40), score(-34, -17), score(-35, -17), score(-10, -9), score(4, 1),
            score(12, 10), score(37, 14), score(40, 12), score(26, 10),
        ],
        bishop: [
            score(-29, -30), score(-22, -18), score(-29, -18), score(-18, 4), score(-7, 3),
            score(6, 14), score(22, 20), score(17, 17), score(26, 22), score(40, 14),
            score(30, 18), score(45, -2), score(33, 28), score(37, 2),
        ],
        rook: [
            score(-71, -64), score(-44, -54), score(-23, -34), score(12, -13), score(15, 3),
            score(7, 8), score(16, 16), score(3, 27), score(14, 25), score(15, 37),
            score(14, 45), score(9, 53), score(15, 50), score(13, 63), score(6, 78),
        ],
        queen: [
            score(-48, -56), score(-63, -57), score(-83, -74), score(-30, -40), score(-16, -22),
            score(-9, -13), score(-4, -7), score(4, -3), score(4, 4), score(10, 7),
            score(7, 15), score(13, 21), score(14, 24), score(14, 29), score(16, 35),
            score(10, 30), score(13, 33), score(11, 27), score(16, 27), score(16, 27),
            score(15, 24), score(12, 15), score(12, 15), score(13, 9), score(17, 32),
            score(15, 24), score(16, 30), score(17, 29),
        ],
    },
    men: Men {
        safe_step: score(22, -7),
        phalanx: score(-6, 2),
    },
    jumps: Jumps {
        jumpable: [
            score(0, 0), score(48, 62), score(82, 62), score(73, 56), score(111, 105),
            score(0, 0), score(49, 31),
        ],
        guarded_for_man: 27,
        guarded_for_piece: 81,
        second: score(11, 16),
        soon_man: score(-8, 2),
        soon_piece: score(8, 3),
    },
    threats: Threats {
        minor_on_major: score(66, 42),
        rook_on_queen: score(36, 23),
        hanging_piece: score(60, 16),
        hanging_man: score(30, 35),
    },
    friend_beside_king: score(41, -11),
    king_on_border: score(17, -40),
    danger: Danger {
        zone_units: [3, 12, 11, 13, 16, 0, 9],
        most: 831,
        endgame_share: 31,
    },
    attack: Attack {
        safe_check: [0, 41, 31, 47, 49, 0, 0],
        weak_square: 11,
        without_queen: 64,
        lone_attacker: 71,
    },
    border: Border {
        excess: score(-28, -61),
        closed: score(-17, 15),
        soon_bound: [117, 31, 31],
    },
    cannot_mate: 6,
    hardly_mates: 35,
};
