//! The weights of Clupso Chess, as 'galaverna tune' wrote them.
//!
//! Data: 630000 positions of 5000 games, and 70000 positions held out;
//! files: clupso.3.
//! Scale 989 centipawns, lambda 0.5.
//! Mean squared error before: 0.016976, held out 0.016892;
//! after: 0.016324, held out 0.016478.

use crate::eval::attack_info::Mobility;
use crate::eval::clupso::{ClupsoWeights, MopUp, Pool};
use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::piece_square::{PieceSquareTable, mirrored};
use crate::eval::score::score;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ClupsoWeights = ClupsoWeights {
    tempo: 9,
    material: [
        score(0, 0), score(268, 492), score(187, 727), score(21, 1350), score(848, 1994),
        score(0, 0), score(107, 258),
    ],
    squares: [
        PieceSquareTable::NONE,
        mirrored([
            [score(-56, -40), score(-29, -15), score(-27, -23), score(-24, -15)],
            [score(-31, -30), score(-35, -20), score(7, 5), score(-7, -8)],
            [score(-6, -21), score(-7, -6), score(-5, -14), score(22, 24)],
            [score(-16, -5), score(18, 12), score(56, 37), score(13, -2)],
            [score(16, -6), score(3, -3), score(27, 8), score(21, 14)],
            [score(-5, -15), score(31, 7), score(32, 12), score(23, 9)],
            [score(-16, -18), score(-3, -17), score(12, 1), score(21, 8)],
            [score(-36, -34), score(-35, -20), score(-26, -20), score(-17, -12)],
        ]),
        mirrored([
            [score(-12, -2), score(-7, -11), score(19, -3), score(-4, -15)],
            [score(-7, -4), score(62, 12), score(6, -6), score(-5, -16)],
            [score(0, -18), score(11, 8), score(37, 33), score(0, 0)],
            [score(-4, -1), score(3, -4), score(-1, -5), score(1, 44)],
            [score(-6, -7), score(8, -1), score(4, 11), score(6, 9)],
            [score(-10, -9), score(6, -6), score(5, 14), score(5, 9)],
            [score(-2, -3), score(-2, -6), score(0, -9), score(2, 7)],
            [score(-5, -5), score(-5, -8), score(-11, -12), score(-7, -7)],
        ]),
        mirrored([
            [score(119, -47), score(-7, 30), score(-5, 18), score(-5, 15)],
            [score(17, 0), score(-4, 4), score(-4, -4), score(1, -1)],
            [score(23, 2), score(-22, -5), score(-12, -3), score(0, 7)],
            [score(1, 16), score(-9, 7), score(-13, -1), score(-1, 1)],
            [score(30, 23), score(-2, 1), score(4, 6), score(6, 3)],
            [score(-5, 16), score(0, 11), score(4, 0), score(4, -2)],
            [score(22, -1), score(-9, -19), score(-35, -40), score(-39, -54)],
            [score(4, 35), score(-2, -2), score(-6, 0), score(-12, -17)],
        ]),
        mirrored([
            [score(4, -16), score(-8, -15), score(10, -5), score(49, -6)],
            [score(1, -9), score(0, -2), score(21, -1), score(-7, 0)],
            [score(-2, -3), score(1, 4), score(3, 8), score(8, 4)],
            [score(-8, 5), score(-1, 11), score(-5, 6), score(-6, -7)],
            [score(1, 10), score(3, 14), score(2, -1), score(-15, -32)],
            [score(0, 6), score(0, 16), score(1, 8), score(-5, -12)],
            [score(-3, 1), score(2, 13), score(4, 18), score(-4, 5)],
            [score(4, 4), score(-1, 1), score(-8, -7), score(-7, -2)],
        ]),
        PieceSquareTable::NONE,
        mirrored([
            [score(6, -13), score(-48, -26), score(-55, -14), score(-20, -22)],
            [score(-3, 25), score(-3, -13), score(28, 12), score(20, 16)],
            [score(11, 29), score(24, 14), score(32, 26), score(30, 58)],
            [score(-27, 1), score(9, -5), score(41, 35), score(22, 45)],
            [score(-22, -1), score(-6, -6), score(5, 20), score(0, 45)],
            [score(-8, 19), score(5, -7), score(11, -18), score(26, 5)],
            [score(-7, 15), score(11, -11), score(8, -25), score(9, -15)],
            [score(-3, 3), score(-2, 4), score(3, 4), score(6, 5)],
        ]),
    ],
    mobility: Mobility {
        knight: [
            score(-25, -31), score(-4, -31), score(3, -5), score(4, 3), score(6, 6),
            score(2, 11), score(-1, 2), score(-5, 13), score(3, -1),
        ],
        bishop: [
            score(1, -34), score(10, -53), score(5, -5), score(0, -5), score(10, -11),
            score(7, -3), score(6, 22), score(2, 21), score(-3, 38), score(-9, 44),
            score(15, 28), score(11, 37), score(25, 40), score(20, 22),
        ],
        rook: [
            score(13, -51), score(28, -40), score(26, -33), score(0, -5), score(16, 8),
            score(-9, 22), score(14, 24), score(17, 15), score(10, 27), score(-2, 34),
            score(2, 42), score(-3, 33), score(-21, 43), score(-9, -17), score(-93, 101),
        ],
        queen: [
            score(-24, -45), score(-13, -37), score(-17, -30), score(-16, -25), score(-11, -21),
            score(-7, -18), score(-13, -6), score(-8, 0), score(3, 8), score(4, 13),
            score(5, 19), score(0, 26), score(3, 33), score(4, 38), score(4, 25), score(10, 26),
            score(8, 27), score(10, 23), score(13, 32), score(13, 36), score(15, 35),
            score(56, 86), score(2, -1), score(19, 3), score(-8, -32), score(-10, -61),
            score(7, 8), score(-18, -85),
        ],
    },
    men: Men {
        safe_step: score(-5, 43),
        phalanx: score(-1, 6),
    },
    jumps: Jumps {
        jumpable: [
            score(0, 0), score(59, 77), score(54, 77), score(70, 42), score(99, 90),
            score(0, 0), score(49, 82),
        ],
        defended_man: 41,
        defended_non_man: 65,
        second: score(19, 26),
        soon_man: score(-8, 33),
        soon_non_man: score(15, -2),
    },
    threats: Threats {
        minor_on_major: score(28, 24),
        rook_on_queen: score(35, 20),
        hanging_non_man: score(54, 21),
        hanging_man: score(5, 78),
    },
    pool: Pool {
        by_distance: [3, 72, 36, 13, -6, -17, -22, -12],
        blocked: 42,
    },
    mop_up: MopUp {
        unsafe_squares: 12,
        attacked: 33,
        advanced: 1,
        scale: [20, 15, 16, 30, 34, 42, 75, 134],
    },
    max_growth: -8,
    lone_piece: 27,
};
