//! The weights of Alice Chess, estimated by hand.

use crate::eval::alice::{AliceWeights, Checks};
use crate::eval::orthodox::{Danger, Threats};
use crate::eval::pawns::Passed;
use crate::eval::score::score;
use crate::eval::squares::{Squares, mirrored};
use crate::eval::survey::Mobility;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: AliceWeights = AliceWeights {
    tempo: 12,
    material: [
        score(85, 110), score(290, 270), score(330, 320), score(480, 530), score(980, 980),
        score(0, 0), score(0, 0),
    ],
    squares: [
        [
            mirrored([
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
                [score(-14, 8), score(-8, 6), score(-2, 4), score(4, 2)],
                [score(-10, 6), score(-4, 4), score(2, 2), score(8, 0)],
                [score(-2, 8), score(4, 6), score(10, 4), score(16, 2)],
                [score(4, 14), score(10, 12), score(16, 10), score(22, 8)],
                [score(12, 28), score(18, 26), score(24, 24), score(30, 22)],
                [score(20, 44), score(26, 42), score(32, 40), score(38, 38)],
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            ]),
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
            mirrored([
                [score(26, -54), score(34, -40), score(12, -28), score(-2, -22)],
                [score(8, -34), score(16, -20), score(-6, -8), score(-20, -2)],
                [score(-18, -16), score(-10, -2), score(-32, 10), score(-46, 16)],
                [score(-36, -4), score(-28, 10), score(-50, 22), score(-64, 28)],
                [score(-48, 4), score(-40, 18), score(-62, 30), score(-76, 36)],
                [score(-54, 2), score(-46, 16), score(-68, 28), score(-82, 34)],
                [score(-58, -12), score(-50, 2), score(-72, 14), score(-86, 20)],
                [score(-62, -38), score(-54, -24), score(-76, -12), score(-90, -6)],
            ]),
            Squares::NONE,
        ],
        [
            mirrored([
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
                [score(-14, 8), score(-8, 6), score(-2, 4), score(4, 2)],
                [score(-10, 6), score(-4, 4), score(2, 2), score(8, 0)],
                [score(-2, 8), score(4, 6), score(10, 4), score(16, 2)],
                [score(4, 14), score(10, 12), score(16, 10), score(22, 8)],
                [score(12, 28), score(18, 26), score(24, 24), score(30, 22)],
                [score(20, 44), score(26, 42), score(32, 40), score(38, 38)],
                [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            ]),
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
            mirrored([
                [score(26, -54), score(34, -40), score(12, -28), score(-2, -22)],
                [score(8, -34), score(16, -20), score(-6, -8), score(-20, -2)],
                [score(-18, -16), score(-10, -2), score(-32, 10), score(-46, 16)],
                [score(-36, -4), score(-28, 10), score(-50, 22), score(-64, 28)],
                [score(-48, 4), score(-40, 18), score(-62, 30), score(-76, 36)],
                [score(-54, 2), score(-46, 16), score(-68, 28), score(-82, 34)],
                [score(-58, -12), score(-50, 2), score(-72, 14), score(-86, 20)],
                [score(-62, -38), score(-54, -24), score(-76, -12), score(-90, -6)],
            ]),
            Squares::NONE,
        ],
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
    passed: Passed {
        ranks: [
            score(0, 0), score(0, 8), score(2, 14), score(6, 28), score(24, 54), score(56, 100),
            score(100, 170), score(0, 0),
        ],
        free_way: score(2, 12),
        blockaded: score(-2, -8),
        enemy_king_step: score(0, 4),
        own_king_step: score(0, -2),
    },
    guard: score(4, 2),
    hunter: score(6, 4),
    danger: Danger {
        zone_units: [3, 6, 5, 7, 9, 0, 4],
        most: 800,
        endgame_share: 20,
    },
    checks: Checks {
        possible: [0, 22, 20, 28, 34, 0, 0],
        unstoppable: 14,
        missing_flight: [34, 22, 12, 6, 2],
        without_check: 45,
    },
    threats: Threats {
        pawn_on_piece: score(50, 40),
        minor_on_major: score(34, 30),
        rook_on_queen: score(34, 24),
        hanging_piece: score(36, 30),
        hanging_pawn: score(8, 16),
    },
};
