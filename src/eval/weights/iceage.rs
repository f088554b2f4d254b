//! The weights of Ice Age Chess, as 'galaverna tune' wrote them.
//!
//! Data: 362838 positions of 3063 games, and 40625 positions held out;
//! files: iceage.1.
//! Scale 261 centipawns, lambda 0.5.
//! Mean squared error before: 0.041564, held out 0.041911;
//! after: 0.036951, held out 0.039755.

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
    tempo: 7,
    material: [
        score(134, 106), score(317, 393), score(307, 346), score(401, 410), score(777, 1014),
        score(0, 0), score(0, 0),
    ],
    among_eight_cubes: [
        score(-4, 14), score(6, 17), score(-5, 13), score(-12, 26), score(4, -26), score(0, 0),
        score(0, 0),
    ],
    squares: [
        mirrored([
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            [score(-13, -50), score(2, 4), score(20, 16), score(25, 35)],
            [score(-5, -20), score(-5, -8), score(8, 12), score(21, 15)],
            [score(-17, -19), score(0, -2), score(11, 16), score(21, 27)],
            [score(-13, -19), score(-8, 0), score(10, 12), score(14, 27)],
            [score(-16, -2), score(23, 36), score(21, 44), score(46, 38)],
            [score(18, -8), score(32, 78), score(34, 52), score(34, 47)],
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
        ]),
        mirrored([
            [score(-55, -37), score(-1, -33), score(-24, -16), score(-19, -10)],
            [score(-21, -27), score(-16, -15), score(14, -6), score(10, 3)],
            [score(-7, -17), score(-4, -4), score(10, 8), score(23, 20)],
            [score(-12, -5), score(14, 2), score(4, 19), score(16, 13)],
            [score(-4, -8), score(5, 0), score(15, 12), score(4, 12)],
            [score(-12, -16), score(18, 0), score(24, 7), score(28, 14)],
            [score(-29, -27), score(1, -9), score(11, 0), score(20, 7)],
            [score(-93, -51), score(-44, -29), score(-23, -17), score(-15, -9)],
        ]),
        mirrored([
            [score(-14, -13), score(-9, -5), score(12, -11), score(-2, -4)],
            [score(-6, -11), score(12, 4), score(3, -3), score(2, 0)],
            [score(-13, 1), score(2, -7), score(28, -3), score(14, 10)],
            [score(0, -3), score(5, 3), score(9, 8), score(28, 19)],
            [score(-4, 4), score(6, 2), score(12, 11), score(-1, 9)],
            [score(-2, -6), score(8, -7), score(2, 5), score(8, 12)],
            [score(-5, -7), score(0, -5), score(-2, -4), score(7, 4)],
            [score(-16, -13), score(-4, -6), score(-6, -8), score(-6, -6)],
        ]),
        mirrored([
            [score(-29, -30), score(-13, -1), score(5, -15), score(-8, -2)],
            [score(-11, -22), score(-11, -6), score(1, 5), score(3, 3)],
            [score(-27, -11), score(-13, 7), score(1, -2), score(11, 9)],
            [score(-22, -6), score(-7, 13), score(4, 8), score(13, 7)],
            [score(-5, -4), score(2, 10), score(4, 14), score(13, 18)],
            [score(0, 4), score(6, 6), score(16, 15), score(14, 13)],
            [score(11, 4), score(16, 9), score(22, 11), score(24, 7)],
            [score(1, 7), score(8, 8), score(17, 12), score(15, 9)],
        ]),
        mirrored([
            [score(-9, -29), score(6, -22), score(3, -15), score(-3, -13)],
            [score(-11, -23), score(-9, -15), score(2, -9), score(2, -3)],
            [score(1, -10), score(-1, -4), score(6, 12), score(2, 19)],
            [score(6, -1), score(-3, 3), score(13, 10), score(13, 14)],
            [score(0, 5), score(0, 7), score(5, 10), score(14, 14)],
            [score(-3, 0), score(0, 13), score(3, 13), score(12, 24)],
            [score(-6, -4), score(-7, 5), score(2, 11), score(5, 18)],
            [score(-12, -12), score(-13, -9), score(-8, -1), score(3, 10)],
        ]),
        mirrored([
            [score(29, -66), score(34, -69), score(21, -51), score(13, -3)],
            [score(-4, -53), score(7, -26), score(-4, -3), score(-26, 8)],
            [score(-28, -27), score(-17, -3), score(-30, 14), score(-45, 31)],
            [score(-34, -6), score(-23, 2), score(-45, 19), score(-57, 42)],
            [score(-52, 1), score(-36, 25), score(-70, 26), score(-98, 34)],
            [score(-59, 0), score(-40, 18), score(-66, 36), score(-85, 34)],
            [score(-56, -10), score(-49, 2), score(-68, 20), score(-73, 29)],
            [score(-61, -40), score(-53, -25), score(-78, -15), score(-91, -9)],
        ]),
        Squares::NONE,
    ],
    mobility: Mobility {
        knight: [
            score(-29, -43), score(-6, -30), score(-9, -15), score(-7, -10), score(-1, 4),
            score(0, 6), score(14, 16), score(20, 18), score(18, 16),
        ],
        bishop: [
            score(-25, -34), score(-16, -19), score(-10, -13), score(-4, -13), score(2, 0),
            score(3, -1), score(1, 15), score(0, 13), score(19, 27), score(27, 29),
            score(26, 29), score(28, 34), score(31, 34), score(32, 36),
        ],
        rook: [
            score(-19, -43), score(-17, -28), score(-7, -26), score(-5, -9), score(-3, -8),
            score(-1, 9), score(-4, 18), score(5, 29), score(10, 33), score(12, 37),
            score(16, 36), score(12, 36), score(18, 43), score(20, 51), score(19, 49),
        ],
        queen: [
            score(-32, -55), score(-24, -39), score(-30, -27), score(-19, -12), score(-16, -6),
            score(-9, -15), score(-16, 0), score(-7, -4), score(-10, -3), score(0, 0),
            score(1, 1), score(11, 5), score(8, 4), score(5, 7), score(9, 16), score(10, 22),
            score(10, 27), score(12, 29), score(13, 30), score(14, 32), score(15, 34),
            score(15, 35), score(16, 38), score(17, 38), score(17, 38), score(17, 39),
            score(17, 39), score(18, 40),
        ],
    },
    pieces: Pieces {
        bishop_pair: score(34, -11),
        rook_on_open_file: score(-3, 18),
        rook_on_half_open_file: score(-4, 27),
        knight_outpost: score(14, -4),
        bishop_outpost: score(24, 5),
        pawn_on_bishops_color: score(-5, -20),
    },
    pawns: Structure {
        doubled: score(-10, -45),
        isolated: score(3, -4),
        backward: score(-11, -11),
        connected: [
            score(0, 0), score(3, 12), score(13, -2), score(20, 14), score(25, 19),
            score(33, 25), score(60, 46), score(0, 0),
        ],
    },
    passed: Passed {
        ranks: [
            score(0, 0), score(-10, 8), score(2, 16), score(22, 22), score(42, 70),
            score(13, 168), score(115, 221), score(0, 0),
        ],
        free_way: score(6, 23),
        blockaded: score(-6, -5),
        enemy_king_step: score(-4, 19),
        own_king_step: score(1, -10),
    },
    cube_before_passed_pawn: score(0, -12),
    king: KingSafety {
        danger: Danger {
            zone_units: [10, 7, 3, 12, 8, 0, 4],
            most: 768,
            endgame_share: 28,
        },
        attack: Attack {
            safe_check: [0, 21, 25, 48, 42, 0, 0],
            weak_square: 5,
            without_queen: 74,
            lone_attacker: 63,
        },
        shelter: Shelter {
            no_shield: score(-10, -26),
            open_file: score(-16, -13),
            shield_advanced: score(-18, 1),
            shield_gone_far: score(-16, -2),
            storm: score(1, -9),
        },
    },
    threats: Threats {
        pawn_on_piece: score(31, 25),
        minor_on_major: score(22, 22),
        rook_on_queen: score(42, 24),
        hanging_piece: score(22, 19),
        hanging_pawn: score(29, 65),
    },
    ice: IceWeights {
        isolated_man: [
            [106, 14, 9, 4, 4, 4, 1, 3, 2, 0, 1, 1],
            [99, 64, 28, 29, 19, 15, 10, 6, 5, 4, 3, 2],
        ],
        isolated_king: [
            [94, 1, 3, 2, 2, 2, 1, 2, 1, 0, 0, 0],
            [92, 93, 60, 4, 7, 6, 5, 5, 3, 2, 1, 1],
        ],
        too_many_isolated: 48,
        few_neighbours: [-1, 62, 46, 50, 18, 5, 5],
        least_nearness: 8,
    },
};
