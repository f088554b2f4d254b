//! The weights of Ice Age Chess, as 'galaverna tune' wrote them.
//!
//! Data: 630000 positions of 7000 games, and 70000 positions held out;
//! files: iceage.3.
//! Scale 176 centipawns, lambda 0.5.
//! Mean squared error before: 0.038187, held out 0.039463;
//! after: 0.037172, held out 0.039320.

use crate::eval::attack_info::Mobility;
use crate::eval::iceage::{IceAgeWeights, IceWeights};
use crate::eval::orthodox::{KingAttack, KingDanger, KingSafety, Pieces, Shelter, Threats};
use crate::eval::pawns::{Passed, Structure};
use crate::eval::piece_square::{PieceSquareTable, mirrored};
use crate::eval::score::score;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: IceAgeWeights = IceAgeWeights {
    tempo: 7,
    material: [
        score(127, 104), score(339, 447), score(270, 335), score(347, 391), score(651, 982),
        score(0, 0), score(0, 0),
    ],
    among_eight_cubes: [
        score(-2, 17), score(-9, 20), score(-7, 19), score(-9, 33), score(9, -24), score(1, 2),
        score(0, 0),
    ],
    squares: [
        mirrored([
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            [score(-12, -102), score(6, -14), score(23, 15), score(23, 14)],
            [score(-5, -62), score(1, -9), score(21, 26), score(31, 23)],
            [score(-27, -54), score(7, -7), score(22, 29), score(35, 44)],
            [score(-24, -72), score(-15, 17), score(-8, 60), score(1, 79)],
            [score(-10, -39), score(15, 59), score(3, 141), score(6, 68)],
            [score(28, -64), score(27, 240), score(20, 144), score(23, 77)],
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
        ]),
        mirrored([
            [score(-31, -25), score(12, -19), score(-22, -2), score(6, 11)],
            [score(2, -26), score(10, -1), score(17, -1), score(21, 13)],
            [score(5, -30), score(7, 11), score(16, 11), score(19, 7)],
            [score(-5, -5), score(15, 5), score(1, 13), score(15, 1)],
            [score(2, -14), score(-1, 6), score(10, 4), score(2, 10)],
            [score(-35, -19), score(-9, -1), score(1, 1), score(-4, 3)],
            [score(-31, -31), score(-11, -14), score(-1, -1), score(6, -1)],
            [score(-173, -73), score(-44, -43), score(-31, -26), score(-18, -14)],
        ]),
        mirrored([
            [score(-8, -5), score(-18, -2), score(4, -15), score(-4, 3)],
            [score(2, -4), score(12, -6), score(27, -6), score(11, 0)],
            [score(-4, 0), score(-2, 1), score(9, 6), score(18, 10)],
            [score(-4, -6), score(23, -8), score(2, 21), score(25, 24)],
            [score(-5, -2), score(11, -8), score(7, 11), score(12, 29)],
            [score(-7, -11), score(0, -17), score(24, 19), score(11, 2)],
            [score(-21, -16), score(-2, 4), score(-24, -7), score(3, -1)],
            [score(-17, -11), score(-8, -5), score(-15, -16), score(-13, -10)],
        ]),
        mirrored([
            [score(-34, -57), score(-22, -32), score(-10, -16), score(-15, -10)],
            [score(-22, -32), score(-11, -14), score(-2, 7), score(5, 6)],
            [score(-29, -17), score(-5, -3), score(3, 9), score(11, 15)],
            [score(-44, -9), score(-9, 17), score(20, 21), score(25, 23)],
            [score(-16, -6), score(9, 23), score(13, 27), score(44, 13)],
            [score(1, 1), score(-3, 15), score(18, 18), score(48, 24)],
            [score(0, -5), score(10, 15), score(27, 36), score(45, 17)],
            [score(-9, 0), score(4, -2), score(6, 1), score(13, 9)],
        ]),
        mirrored([
            [score(-12, -25), score(3, -36), score(-2, -23), score(9, -42)],
            [score(-15, -18), score(-8, -7), score(10, -26), score(8, -28)],
            [score(3, -11), score(3, -11), score(8, 20), score(6, 32)],
            [score(5, 2), score(3, -3), score(6, 18), score(25, 30)],
            [score(3, 2), score(-1, 6), score(26, 12), score(32, 18)],
            [score(-29, -4), score(1, 17), score(23, 15), score(33, 17)],
            [score(-31, -4), score(-29, 3), score(4, 27), score(12, 14)],
            [score(-46, -9), score(-37, -3), score(-30, 1), score(-3, 16)],
        ]),
        mirrored([
            [score(9, -84), score(9, -27), score(5, -25), score(1, -13)],
            [score(-20, -67), score(2, -20), score(-9, 7), score(-19, 6)],
            [score(-30, -34), score(-4, -9), score(-19, 17), score(-34, 26)],
            [score(-31, -26), score(1, -3), score(-34, 25), score(-29, 23)],
            [score(-80, -28), score(-24, 10), score(-53, 31), score(-48, 28)],
            [score(-50, 1), score(-31, 19), score(-66, 38), score(-62, 35)],
            [score(-45, 0), score(-45, 8), score(-53, 26), score(-42, 28)],
            [score(-56, -38), score(-43, -12), score(-51, -1), score(-60, 2)],
        ]),
        PieceSquareTable::NONE,
    ],
    mobility: Mobility {
        knight: [
            score(-9, -30), score(-5, -17), score(-7, -1), score(-5, 0), score(-5, -1),
            score(-1, 2), score(5, 3), score(3, 11), score(18, 15),
        ],
        bishop: [
            score(-17, -28), score(-14, -12), score(-12, -8), score(-5, 3), score(-4, 7),
            score(-1, 4), score(11, 3), score(1, 7), score(1, 8), score(13, 3), score(21, 18),
            score(28, 31), score(28, 31), score(32, 36),
        ],
        rook: [
            score(-14, -30), score(-13, -28), score(-7, -21), score(-6, -8), score(-3, 3),
            score(-1, 9), score(0, 18), score(2, 23), score(-5, 27), score(7, 16),
            score(21, 23), score(5, 26), score(16, 26), score(18, 49), score(18, 47),
        ],
        queen: [
            score(-15, -53), score(-20, -12), score(-20, 1), score(-21, 3), score(-19, 10),
            score(-17, 11), score(-13, 14), score(-7, -1), score(-12, 2), score(-3, -4),
            score(-1, -7), score(4, -11), score(4, -17), score(6, -16), score(17, -8),
            score(2, 1), score(5, 11), score(12, 24), score(13, 30), score(15, 32),
            score(17, 36), score(15, 34), score(16, 38), score(17, 38), score(17, 38),
            score(17, 39), score(17, 39), score(18, 40),
        ],
    },
    pieces: Pieces {
        bishop_pair: score(34, 28),
        rook_on_open_file: score(-2, 24),
        rook_on_half_open_file: score(-6, 26),
        knight_outpost: score(8, -12),
        bishop_outpost: score(15, -9),
        pawn_on_bishops_color: score(0, -8),
    },
    pawns: Structure {
        doubled: score(4, -15),
        isolated: score(7, 14),
        backward: score(4, -14),
        connected: [
            score(0, 0), score(5, 30), score(15, 38), score(5, 50), score(37, 46),
            score(69, 39), score(66, 36), score(0, 0),
        ],
    },
    passed: Passed {
        ranks: [
            score(0, 0), score(-9, 16), score(19, 2), score(49, 39), score(61, 77),
            score(23, 192), score(109, 309), score(0, 0),
        ],
        free_path: score(5, -2),
        blocked: score(-2, -7),
        enemy_king_distance: score(-5, 25),
        own_king_distance: score(-1, -17),
    },
    cube_before_passed_pawn: score(-2, -4),
    king: KingSafety {
        danger: KingDanger {
            zone_units: [17, 4, 7, 5, 6, 0, 4],
            max: 546,
            endgame_share: 21,
        },
        attack: KingAttack {
            safe_check: [0, 32, 30, 39, 34, 0, 0],
            weak_square: 7,
            without_queen: 75,
            lone_attacker: 84,
        },
        shelter: Shelter {
            no_shelter_pawn: score(-10, -21),
            open_file: score(-13, -13),
            shelter_pawn_advanced: score(-10, -6),
            shelter_pawn_far: score(-6, 0),
            storm: score(1, -10),
        },
    },
    threats: Threats {
        pawn_on_non_pawn: score(36, 28),
        minor_on_major: score(38, 21),
        rook_on_queen: score(55, 27),
        hanging_non_pawn: score(15, 17),
        hanging_pawn: score(35, 77),
    },
    ice: IceWeights {
        isolated_piece: [
            [105, 9, 5, 3, 1, 1, 2, 1, 0, 0, 0, 0],
            [101, 36, 14, 10, 9, 9, 5, 6, 5, 4, 3, 2],
        ],
        isolated_king: [
            [92, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
            [93, 95, 60, 2, 2, 1, 1, 5, 3, 2, 1, 1],
        ],
        too_many_isolated: 34,
        few_neighbours: [-2, 21, 35, 15, 10, 0, 4],
        far_share: -3,
    },
};
