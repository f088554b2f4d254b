//! The weights of Clupso Chess, as 'galaverna tune' wrote them.
//!
//! Data: 434034 positions of 2599 games, and 47396 positions held out;
//! files: clupso.1.
//! Scale 876 centipawns, lambda 0.5.
//! Mean squared error before: 0.023141, held out 0.024825;
//! after: 0.020449, held out 0.022148.

use crate::eval::clupso::{ClupsoWeights, Hunt, Pool};
use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::score::score;
use crate::eval::squares::{Squares, mirrored};
use crate::eval::survey::Mobility;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ClupsoWeights = ClupsoWeights {
    tempo: 7,
    material: [
        score(0, 0), score(294, 451), score(285, 610), score(23, 1159), score(866, 1448),
        score(0, 0), score(135, 236),
    ],
    squares: [
        Squares::NONE,
        mirrored([
            [score(-57, -40), score(11, -25), score(-23, -22), score(-16, -12)],
            [score(-33, -28), score(-21, -20), score(6, 3), score(0, -8)],
            [score(-26, -24), score(-7, -11), score(0, 22), score(9, 9)],
            [score(-12, -7), score(5, 3), score(25, 22), score(11, 15)],
            [score(-3, -7), score(6, 0), score(34, 10), score(28, 13)],
            [score(-3, -13), score(22, 3), score(28, 7), score(32, 15)],
            [score(-22, -19), score(0, -10), score(14, 1), score(21, 7)],
            [score(-47, -30), score(-34, -24), score(-24, -18), score(-16, -12)],
        ]),
        mirrored([
            [score(-15, -15), score(-6, -9), score(10, -14), score(-4, -7)],
            [score(-5, -6), score(40, 1), score(2, -4), score(8, -5)],
            [score(-16, -8), score(14, 8), score(13, 7), score(0, 11)],
            [score(2, 7), score(3, -4), score(16, 8), score(2, 25)],
            [score(0, -2), score(10, 2), score(7, 10), score(5, 6)],
            [score(-10, -12), score(7, -1), score(4, 7), score(9, 8)],
            [score(-2, -4), score(-2, -6), score(2, -6), score(6, 7)],
            [score(-10, -11), score(-5, -11), score(-9, -8), score(-7, -6)],
        ]),
        mirrored([
            [score(58, 51), score(1, 34), score(5, 16), score(14, 18)],
            [score(12, 1), score(-6, -1), score(-3, -7), score(2, -1)],
            [score(-1, 5), score(-20, -5), score(-10, -5), score(0, 3)],
            [score(-6, 17), score(-9, 7), score(-8, -1), score(3, 3)],
            [score(14, 23), score(-2, 1), score(4, 4), score(4, -2)],
            [score(13, 32), score(2, 9), score(4, -1), score(3, -7)],
            [score(19, -3), score(-10, -27), score(-40, -64), score(-41, -59)],
            [score(13, 34), score(7, 11), score(-6, -9), score(-13, -24)],
        ]),
        mirrored([
            [score(2, -17), score(-3, -14), score(7, -8), score(20, 0)],
            [score(1, -11), score(0, -8), score(16, 1), score(-15, 1)],
            [score(7, -3), score(0, 0), score(6, 7), score(13, 13)],
            [score(-9, 2), score(5, 8), score(3, 9), score(-5, -9)],
            [score(5, 9), score(4, 15), score(-1, -2), score(-24, -63)],
            [score(-8, 1), score(4, 16), score(0, 8), score(-12, -21)],
            [score(2, 3), score(1, 11), score(1, 14), score(-3, 7)],
            [score(-3, -1), score(0, 0), score(1, 4), score(-2, 6)],
        ]),
        Squares::NONE,
        mirrored([
            [score(-9, -3), score(-17, -19), score(-32, -32), score(-36, -19)],
            [score(-30, 13), score(-1, -12), score(10, -1), score(11, -1)],
            [score(0, 10), score(30, -7), score(24, 20), score(37, 35)],
            [score(-16, 13), score(12, 9), score(23, 26), score(20, 36)],
            [score(-8, 10), score(7, 9), score(10, 18), score(6, 41)],
            [score(1, 22), score(6, -4), score(10, -5), score(13, 0)],
            [score(15, 35), score(7, 3), score(6, -13), score(3, -15)],
            [score(-3, 3), score(-2, 4), score(3, 4), score(6, 5)],
        ]),
    ],
    mobility: Mobility {
        knight: [
            score(-24, -34), score(-16, -32), score(4, -14), score(5, -4), score(4, 6),
            score(-3, 12), score(10, 15), score(-2, 11), score(6, 4),
        ],
        bishop: [
            score(3, -58), score(-21, -44), score(-8, -15), score(-15, -13), score(5, -10),
            score(0, 1), score(14, 15), score(12, 32), score(9, 50), score(27, 56),
            score(29, 42), score(18, 31), score(29, 38), score(22, 23),
        ],
        rook: [
            score(-29, -57), score(-7, -36), score(5, -21), score(-8, -6), score(7, 7),
            score(-5, 10), score(10, 18), score(8, 48), score(23, 30), score(14, 37),
            score(10, 26), score(8, 32), score(4, 46), score(14, 26), score(-36, 41),
        ],
        queen: [
            score(-19, -44), score(-16, -39), score(-11, -29), score(-22, -24), score(-13, -22),
            score(-4, -15), score(-10, -8), score(-12, -4), score(5, 5), score(0, 8),
            score(1, 12), score(8, 25), score(2, 27), score(8, 35), score(12, 44),
            score(21, 55), score(16, 58), score(20, 60), score(22, 61), score(16, 54),
            score(14, 40), score(32, 65), score(-1, -5), score(6, -17), score(-9, -34),
            score(-14, -82), score(7, 8), score(-18, -88),
        ],
    },
    men: Men {
        safe_step: score(-5, 39),
        phalanx: score(6, 5),
    },
    jumps: Jumps {
        jumpable: [
            score(0, 0), score(60, 74), score(57, 69), score(70, 52), score(100, 91),
            score(0, 0), score(43, 62),
        ],
        guarded_for_man: 33,
        guarded_for_piece: 57,
        second: score(27, 30),
        soon_man: score(-5, 24),
        soon_piece: score(13, -4),
    },
    threats: Threats {
        minor_on_major: score(48, 28),
        rook_on_queen: score(43, 31),
        hanging_piece: score(28, 12),
        hanging_man: score(22, 89),
    },
    pool: Pool {
        promise: [4, 57, 25, 8, -6, -11, -15, -14],
        held_up: 38,
    },
    hunt: Hunt {
        cornered: 16,
        covered: 8,
        fetched: 30,
        hunters: [20, 20, 30, 45, 60, 75, 90, 100],
    },
    most_growth: 9,
    lone_chaser: 27,
};
