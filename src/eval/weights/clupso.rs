//! The weights of Clupso Chess, estimated by hand.

use crate::eval::clupso::{ClupsoWeights, Pool};
use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::score::score;
use crate::eval::squares::{Squares, mirrored};
use crate::eval::survey::Mobility;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ClupsoWeights = ClupsoWeights {
    tempo: 12,
    material: [
        score(0, 0), score(310, 300), score(320, 320), score(480, 540), score(920, 980),
        score(0, 0), score(115, 135),
    ],
    squares: [
        Squares::NONE,
        mirrored([
            [score(-54, -38), score(-34, -26), score(-20, -16), score(-14, -10)],
            [score(-38, -28), score(-18, -16), score(-4, -6), score(2, 0)],
            [score(-24, -18), score(-4, -6), score(10, 4), score(16, 10)],
            [score(-14, -10), score(6, 2), score(20, 12), score(26, 18)],
            [score(-6, -8), score(14, 4), score(28, 14), score(34, 20)],
            [score(-4, -12), score(16, 0), score(30, 10), score(36, 16)],
            [score(-20, -22), score(0, -10), score(14, 0), score(20, 6)],
            [score(-56, -38), score(-36, -26), score(-22, -16), score(-16, -10)],
        ]),
        mirrored([
            [score(-14, -14), score(-4, -9), score(-6, -6), score(-4, -4)],
            [score(-4, -9), score(6, -4), score(4, -1), score(6, 1)],
            [score(0, -4), score(10, 1), score(8, 4), score(10, 6)],
            [score(0, -1), score(10, 4), score(8, 7), score(10, 9)],
            [score(0, -1), score(10, 4), score(8, 7), score(10, 9)],
            [score(-2, -4), score(8, 1), score(6, 4), score(8, 6)],
            [score(-6, -9), score(4, -4), score(2, -1), score(4, 1)],
            [score(-14, -14), score(-4, -9), score(-6, -6), score(-4, -4)],
        ]),
        mirrored([
            [score(-10, -4), score(-4, -4), score(0, -4), score(2, -4)],
            [score(-12, -4), score(-6, -4), score(-2, -4), score(0, -4)],
            [score(-12, -2), score(-6, -2), score(-2, -2), score(0, -2)],
            [score(-10, 2), score(-4, 2), score(0, 2), score(2, 2)],
            [score(-6, 6), score(0, 6), score(4, 6), score(6, 6)],
            [score(0, 8), score(6, 8), score(10, 8), score(12, 8)],
            [score(10, 12), score(16, 12), score(20, 12), score(22, 12)],
            [score(2, 8), score(8, 8), score(12, 8), score(14, 8)],
        ]),
        mirrored([
            [score(-4, -28), score(0, -20), score(2, -14), score(3, -10)],
            [score(-1, -18), score(3, -10), score(5, -4), score(6, 0)],
            [score(0, -10), score(4, -2), score(6, 4), score(7, 8)],
            [score(-2, -2), score(2, 6), score(4, 12), score(5, 16)],
            [score(-4, 2), score(0, 10), score(2, 16), score(3, 20)],
            [score(-4, 0), score(0, 8), score(2, 14), score(3, 18)],
            [score(-6, -4), score(-2, 4), score(0, 10), score(1, 14)],
            [score(-8, -14), score(-4, -6), score(-2, 0), score(-1, 4)],
        ]),
        Squares::NONE,
        mirrored([
            [score(-3, -1), score(-2, 0), score(3, 1), score(6, 2)],
            [score(-5, -1), score(-4, 0), score(1, 1), score(4, 2)],
            [score(-3, 1), score(-2, 2), score(3, 3), score(6, 4)],
            [score(1, 3), score(2, 4), score(7, 5), score(10, 6)],
            [score(3, 7), score(4, 8), score(9, 9), score(12, 10)],
            [score(3, 9), score(4, 10), score(9, 11), score(12, 12)],
            [score(3, 11), score(4, 12), score(9, 13), score(12, 14)],
            [score(-3, 3), score(-2, 4), score(3, 5), score(6, 6)],
        ]),
    ],
    mobility: Mobility {
        knight: [
            score(-36, -40), score(-24, -27), score(-13, -16), score(-4, -6), score(4, 2),
            score(10, 8), score(14, 12), score(17, 15), score(18, 16),
        ],
        bishop: [
            score(-34, -40), score(-25, -29), score(-16, -19), score(-8, -9), score(0, -1),
            score(7, 7), score(12, 13), score(17, 19), score(22, 24), score(25, 28),
            score(28, 31), score(30, 34), score(31, 35), score(32, 36),
        ],
        rook: [
            score(-28, -50), score(-22, -37), score(-16, -24), score(-10, -12), score(-5, -2),
            score(0, 8), score(4, 17), score(8, 25), score(11, 31), score(13, 37),
            score(16, 41), score(17, 45), score(19, 47), score(19, 49), score(20, 50),
        ],
        queen: [
            score(-26, -44), score(-23, -38), score(-20, -33), score(-17, -27), score(-14, -21),
            score(-12, -16), score(-9, -11), score(-7, -7), score(-4, -2), score(-2, 2),
            score(0, 6), score(2, 10), score(4, 14), score(6, 17), score(7, 20), score(9, 23),
            score(10, 26), score(11, 28), score(13, 30), score(14, 32), score(15, 34),
            score(15, 35), score(16, 37), score(17, 38), score(17, 38), score(17, 39),
            score(17, 39), score(18, 40),
        ],
    },
    men: Men {
        safe_step: score(1, 2),
        phalanx: score(3, 2),
    },
    jumps: Jumps {
        jumpable: [
            score(0, 0), score(56, 60), score(56, 60), score(76, 80), score(110, 110),
            score(0, 0), score(36, 44),
        ],
        guarded_for_man: 25,
        guarded_for_piece: 75,
        second: score(24, 28),
        soon_man: score(4, 6),
        soon_piece: score(8, 8),
    },
    threats: Threats {
        minor_on_major: score(32, 28),
        rook_on_queen: score(32, 24),
        hanging_piece: score(34, 30),
        hanging_man: score(14, 20),
    },
    pool: Pool {
        promise: [10, 34, 20, 12, 7, 4, 2, 1],
        held_up: 50,
    },
    most_growth: 60,
    lone_chaser: 50,
};
