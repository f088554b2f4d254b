//! The weights of Elolbian Chess, estimated by hand.

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
    tempo: 12,
    material: [
        score(0, 0), score(315, 310), score(325, 325), score(470, 530), score(960, 980),
        score(0, 0), score(120, 140),
    ],
    bishop_pair: score(24, 40),
    squares: [
        Squares::NONE,
        mirrored([
            [score(-32, -24), score(-20, -15), score(-10, -8), score(-5, -4)],
            [score(-20, -15), score(-8, -6), score(2, 1), score(7, 5)],
            [score(-10, -8), score(2, 1), score(12, 8), score(17, 12)],
            [score(-5, -4), score(7, 5), score(17, 12), score(22, 16)],
            [score(-5, -4), score(7, 5), score(17, 12), score(22, 16)],
            [score(-10, -8), score(2, 1), score(12, 8), score(17, 12)],
            [score(-20, -15), score(-8, -6), score(2, 1), score(7, 5)],
            [score(-32, -24), score(-20, -15), score(-10, -8), score(-5, -4)],
        ]),
        mirrored([
            [score(-14, -12), score(-7, -7), score(-4, -3), score(-2, -1)],
            [score(-7, -7), score(0, -2), score(3, 2), score(5, 4)],
            [score(-4, -3), score(3, 2), score(6, 6), score(8, 8)],
            [score(-2, -1), score(5, 4), score(8, 8), score(10, 10)],
            [score(-2, -1), score(5, 4), score(8, 8), score(10, 10)],
            [score(-4, -3), score(3, 2), score(6, 6), score(8, 8)],
            [score(-7, -7), score(0, -2), score(3, 2), score(5, 4)],
            [score(-14, -12), score(-7, -7), score(-4, -3), score(-2, -1)],
        ]),
        mirrored([
            [score(-4, -4), score(-2, -2), score(-1, -1), score(0, 0)],
            [score(-2, -2), score(0, 0), score(1, 1), score(2, 2)],
            [score(-1, -1), score(1, 1), score(2, 2), score(3, 3)],
            [score(0, 0), score(2, 2), score(3, 3), score(4, 4)],
            [score(0, 0), score(2, 2), score(3, 3), score(4, 4)],
            [score(-1, -1), score(1, 1), score(2, 2), score(3, 3)],
            [score(-2, -2), score(0, 0), score(1, 1), score(2, 2)],
            [score(-4, -4), score(-2, -2), score(-1, -1), score(0, 0)],
        ]),
        mirrored([
            [score(-6, -14), score(-3, -7), score(-1, -3), score(0, -1)],
            [score(-3, -7), score(0, 0), score(2, 4), score(3, 6)],
            [score(-1, -3), score(2, 4), score(4, 8), score(5, 10)],
            [score(0, -1), score(3, 6), score(5, 10), score(6, 12)],
            [score(0, -1), score(3, 6), score(5, 10), score(6, 12)],
            [score(-1, -3), score(2, 4), score(4, 8), score(5, 10)],
            [score(-3, -7), score(0, 0), score(2, 4), score(3, 6)],
            [score(-6, -14), score(-3, -7), score(-1, -3), score(0, -1)],
        ]),
        mirrored([
            [score(28, -12), score(16, -8), score(0, -2), score(-8, 1)],
            [score(16, -8), score(4, -4), score(-12, 2), score(-20, 5)],
            [score(0, -2), score(-12, 2), score(-28, 8), score(-36, 11)],
            [score(-8, 1), score(-20, 5), score(-36, 11), score(-44, 14)],
            [score(-8, 1), score(-20, 5), score(-36, 11), score(-44, 14)],
            [score(0, -2), score(-12, 2), score(-28, 8), score(-36, 11)],
            [score(16, -8), score(4, -4), score(-12, 2), score(-20, 5)],
            [score(28, -12), score(16, -8), score(0, -2), score(-8, 1)],
        ]),
        mirrored([
            [score(-4, -4), score(-3, -2), score(1, 1), score(4, 3)],
            [score(-3, -2), score(-2, 0), score(2, 3), score(5, 5)],
            [score(1, 1), score(2, 3), score(6, 6), score(9, 8)],
            [score(4, 3), score(5, 5), score(9, 8), score(12, 10)],
            [score(4, 3), score(5, 5), score(9, 8), score(12, 10)],
            [score(1, 1), score(2, 3), score(6, 6), score(9, 8)],
            [score(-3, -2), score(-2, 0), score(2, 3), score(5, 5)],
            [score(-4, -4), score(-3, -2), score(1, 1), score(4, 3)],
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
    friend_beside_king: score(7, 0),
    king_on_border: score(12, 6),
    danger: Danger {
        zone_units: [3, 6, 5, 7, 9, 0, 4],
        most: 800,
        endgame_share: 20,
    },
    attack: Attack {
        safe_check: [0, 28, 20, 32, 34, 0, 0],
        weak_square: 5,
        without_queen: 45,
        lone_attacker: 50,
    },
    border: Border {
        excess: score(-20, -34),
        closed: score(-6, -10),
        soon_bound: [100, 45, 20],
    },
    cannot_mate: 6,
    hardly_mates: 35,
};
