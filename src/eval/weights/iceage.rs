//! The weights of Ice Age Chess, as 'galaverna tune' wrote them.
//!
//! Data: 1181700 positions of 10063 games, and 133206 positions held out;
//! files: iceage.1, iceage.2.
//! Scale 201 centipawns, lambda 0.5.
//! Mean squared error before: 0.039435, held out 0.040802;
//! after: 0.038445, held out 0.040129.

use crate::eval::iceage::{IceAgeWeights, IceWeights};
use crate::eval::orthodox::{Attack, Danger, KingSafety, Pieces, Shelter, Threats};
use crate::eval::pawns::{Passed, Structure};
use crate::eval::score::score;
use crate::eval::squares::{Squares, mirrored};
use crate::eval::survey::Mobility;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: IceAgeWeights = IceAgeWeights {
    tempo: 5,
    material: [
        score(127, 117), score(326, 411), score(281, 337), score(378, 395), score(701, 994),
        score(0, 0), score(0, 0),
    ],
    among_eight_cubes: [
        score(-3, 15), score(-3, 19), score(-6, 16), score(-15, 31), score(12, -26),
        score(1, 2), score(0, 0),
    ],
    squares: [
        mirrored([
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            [score(-9, -72), score(7, 1), score(24, 6), score(21, 21)],
            [score(-3, -32), score(-1, -13), score(13, 19), score(25, 22)],
            [score(-17, -34), score(0, -2), score(16, 24), score(25, 46)],
            [score(-21, -52), score(-9, 7), score(3, 30), score(2, 52)],
            [score(-32, -18), score(24, 46), score(6, 84), score(15, 53)],
            [score(35, -42), score(25, 185), score(16, 90), score(25, 69)],
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
        ]),
        mirrored([
            [score(-51, -27), score(5, -26), score(-15, -5), score(0, 6)],
            [score(-5, -29), score(-3, -1), score(14, -8), score(15, 13)],
            [score(1, -35), score(3, 6), score(13, 7), score(22, 27)],
            [score(-7, -2), score(26, 3), score(5, 15), score(9, 16)],
            [score(1, -11), score(-2, -4), score(11, 0), score(5, 6)],
            [score(-28, -22), score(3, 2), score(10, 3), score(7, 11)],
            [score(-28, -27), score(-8, -13), score(0, 0), score(11, 1)],
            [score(-144, -79), score(-47, -39), score(-24, -18), score(-16, -13)],
        ]),
        mirrored([
            [score(-7, -7), score(-23, 2), score(13, -9), score(0, 1)],
            [score(-19, -12), score(17, -8), score(10, 2), score(5, 3)],
            [score(2, 9), score(-8, -12), score(21, 2), score(19, 8)],
            [score(-4, 0), score(12, 5), score(6, 12), score(33, 17)],
            [score(-5, -6), score(11, 4), score(17, 9), score(6, 11)],
            [score(-2, -11), score(19, -8), score(7, 5), score(12, 0)],
            [score(-13, -6), score(-6, -5), score(-19, -5), score(7, 2)],
            [score(-30, -17), score(-7, -4), score(-11, -15), score(-11, -7)],
        ]),
        mirrored([
            [score(-29, -56), score(-17, -15), score(-2, -15), score(-7, 5)],
            [score(-27, -27), score(-14, -6), score(6, 2), score(4, 3)],
            [score(-33, -29), score(-15, 12), score(-1, 6), score(16, 15)],
            [score(-29, -13), score(-7, 13), score(5, 17), score(20, 12)],
            [score(-4, -10), score(1, 18), score(3, 22), score(32, 19)],
            [score(-1, -2), score(8, 12), score(18, 26), score(26, 19)],
            [score(1, -6), score(11, 8), score(23, 17), score(36, 9)],
            [score(-7, 1), score(11, 6), score(24, 10), score(15, 12)],
        ]),
        mirrored([
            [score(-7, -28), score(-3, -41), score(-3, -21), score(2, -25)],
            [score(-14, -24), score(-10, -10), score(5, -19), score(5, -16)],
            [score(6, -11), score(4, -12), score(4, 27), score(4, 28)],
            [score(3, -2), score(7, 6), score(6, 19), score(15, 16)],
            [score(1, 3), score(0, 7), score(15, 7), score(22, 4)],
            [score(-12, -1), score(2, 20), score(13, 17), score(24, 23)],
            [score(-16, -2), score(-9, 9), score(2, 19), score(15, 26)],
            [score(-36, -12), score(-36, -9), score(-27, 1), score(5, 16)],
        ]),
        mirrored([
            [score(21, -73), score(18, -54), score(14, -39), score(6, -13)],
            [score(-12, -58), score(1, -25), score(-7, 3), score(-26, 16)],
            [score(-33, -38), score(-19, -1), score(-30, 20), score(-38, 36)],
            [score(-15, -17), score(-9, -3), score(-22, 19), score(-29, 33)],
            [score(-50, -8), score(-19, 15), score(-70, 30), score(-90, 34)],
            [score(-59, 0), score(-33, 17), score(-66, 32), score(-72, 39)],
            [score(-49, -3), score(-50, 2), score(-61, 24), score(-69, 32)],
            [score(-59, -44), score(-53, -24), score(-73, -14), score(-80, -2)],
        ]),
        Squares::NONE,
    ],
    mobility: Mobility {
        knight: [
            score(-10, -48), score(-3, -17), score(-5, -14), score(-4, -8), score(-1, 5),
            score(0, 1), score(0, 13), score(0, 21), score(17, 15),
        ],
        bishop: [
            score(-23, -29), score(-15, -12), score(-10, -8), score(-7, -3), score(2, 7),
            score(1, 0), score(3, 8), score(0, 9), score(6, 12), score(19, 5), score(24, 22),
            score(23, 29), score(27, 30), score(32, 36),
        ],
        rook: [
            score(-17, -26), score(-15, -20), score(-10, -20), score(-4, -9), score(-3, -1),
            score(-4, 8), score(-4, 11), score(6, 23), score(7, 21), score(13, 26),
            score(16, 26), score(5, 23), score(17, 30), score(18, 52), score(17, 46),
        ],
        queen: [
            score(-26, -55), score(-21, -41), score(-24, -12), score(-22, -2), score(-19, 3),
            score(-19, 2), score(-19, 14), score(-12, 12), score(-13, 5), score(1, 0),
            score(3, -6), score(4, -8), score(8, -11), score(7, -14), score(13, -4),
            score(8, 7), score(9, 19), score(13, 27), score(13, 29), score(16, 33),
            score(17, 36), score(15, 34), score(16, 38), score(17, 38), score(17, 38),
            score(17, 39), score(17, 39), score(18, 40),
        ],
    },
    pieces: Pieces {
        bishop_pair: score(39, -2),
        rook_on_open_file: score(-1, 17),
        rook_on_half_open_file: score(-7, 27),
        knight_outpost: score(12, -18),
        bishop_outpost: score(14, 1),
        pawn_on_bishops_color: score(-5, -13),
    },
    pawns: Structure {
        doubled: score(4, -47),
        isolated: score(4, 10),
        backward: score(0, -12),
        connected: [
            score(0, 0), score(2, 26), score(16, 15), score(17, 24), score(27, 41),
            score(66, 36), score(56, 35), score(0, 0),
        ],
    },
    passed: Passed {
        ranks: [
            score(0, 0), score(-4, 19), score(7, 18), score(35, 24), score(49, 79),
            score(11, 191), score(107, 247), score(0, 0),
        ],
        free_way: score(11, 14),
        blockaded: score(-7, -5),
        enemy_king_step: score(-3, 21),
        own_king_step: score(1, -13),
    },
    cube_before_passed_pawn: score(-2, -8),
    king: KingSafety {
        danger: Danger {
            zone_units: [17, 5, 4, 6, 6, 0, 4],
            most: 655,
            endgame_share: 19,
        },
        attack: Attack {
            safe_check: [0, 28, 31, 44, 42, 0, 0],
            weak_square: 8,
            without_queen: 79,
            lone_attacker: 76,
        },
        shelter: Shelter {
            no_shield: score(-10, -16),
            open_file: score(-10, -21),
            shield_advanced: score(-15, -1),
            shield_gone_far: score(-6, -1),
            storm: score(3, -11),
        },
    },
    threats: Threats {
        pawn_on_piece: score(31, 20),
        minor_on_major: score(33, 20),
        rook_on_queen: score(45, 24),
        hanging_piece: score(19, 20),
        hanging_pawn: score(27, 88),
    },
    ice: IceWeights {
        isolated_man: [
            [105, 12, 7, 4, 2, 4, 2, 2, 1, 2, 1, 1],
            [102, 51, 19, 18, 13, 9, 8, 6, 5, 4, 3, 2],
        ],
        isolated_king: [
            [94, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0],
            [91, 95, 60, 3, 3, 3, 3, 5, 3, 2, 1, 1],
        ],
        too_many_isolated: 38,
        few_neighbours: [-3, 37, 37, 29, 13, 0, 2],
        least_nearness: 1,
    },
};
