//! The weights of Orthodox chess, as 'galaverna tune' wrote them.
//!
//! Data: 463324 positions of 6000 games, and 49890 positions held out;
//! files: chess.1.
//! Scale 192 centipawns, lambda 0.5.
//! Mean squared error before: 0.030036, held out 0.029694;
//! after: 0.028201, held out 0.028750.

use crate::eval::chess::{ChessWeights, Draws};
use crate::eval::orthodox::{Attack, Danger, KingSafety, Pieces, Shelter, Threats};
use crate::eval::pawns::{Passed, Structure};
use crate::eval::score::score;
use crate::eval::squares::{Squares, mirrored};
use crate::eval::survey::Mobility;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ChessWeights = ChessWeights {
    tempo: 14,
    material: [
        score(68, 115), score(324, 313), score(346, 330), score(457, 570), score(1435, 726),
        score(0, 0), score(0, 0),
    ],
    squares: [
        mirrored([
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            [score(-11, 17), score(1, 9), score(-1, 13), score(1, 5)],
            [score(-6, 6), score(-3, 6), score(5, 2), score(2, 9)],
            [score(0, 12), score(-9, 8), score(9, -1), score(11, 0)],
            [score(7, 14), score(12, 12), score(1, 3), score(12, -5)],
            [score(28, 35), score(15, 23), score(18, 1), score(41, 3)],
            [score(27, 45), score(26, 27), score(33, 50), score(38, 39)],
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
        ]),
        mirrored([
            [score(-60, -26), score(-8, -10), score(-28, -21), score(-19, -16)],
            [score(-21, -24), score(-24, -18), score(-2, -12), score(4, 1)],
            [score(-18, -13), score(-12, -6), score(5, 4), score(-1, 15)],
            [score(7, -8), score(5, 3), score(12, 13), score(27, 8)],
            [score(7, -12), score(7, -7), score(15, 9), score(25, 29)],
            [score(-2, -5), score(9, -4), score(37, 10), score(49, -3)],
            [score(-4, -4), score(-1, -6), score(11, -3), score(24, 11)],
            [score(-63, -41), score(-38, -21), score(-19, -11), score(-17, -6)],
        ]),
        mirrored([
            [score(-12, -21), score(7, -6), score(-9, -7), score(-2, -5)],
            [score(-6, -7), score(7, -9), score(2, -3), score(6, -11)],
            [score(-5, 7), score(15, 7), score(10, 1), score(7, 11)],
            [score(10, -5), score(10, 6), score(11, 6), score(15, 17)],
            [score(-5, -1), score(6, 9), score(2, 2), score(14, 11)],
            [score(-9, 1), score(3, 2), score(6, 12), score(20, 0)],
            [score(0, -10), score(4, -10), score(-4, -4), score(1, 9)],
            [score(-15, -19), score(-4, -7), score(-9, -2), score(-9, -9)],
        ]),
        mirrored([
            [score(-8, -6), score(-2, -20), score(5, -12), score(11, -24)],
            [score(-25, -6), score(-8, -10), score(-6, -8), score(0, -10)],
            [score(-8, 4), score(-15, -6), score(-10, -2), score(-15, -6)],
            [score(0, 16), score(-13, 0), score(-1, -4), score(11, 3)],
            [score(-11, 18), score(6, 12), score(2, 9), score(15, -4)],
            [score(3, 18), score(10, 4), score(5, 6), score(19, 13)],
            [score(17, 19), score(14, 9), score(7, 16), score(22, 28)],
            [score(5, 20), score(17, 9), score(13, 17), score(8, 15)],
        ]),
        mirrored([
            [score(-5, -39), score(1, -13), score(-5, -24), score(-5, -26)],
            [score(-4, -18), score(10, -9), score(2, -15), score(-2, -14)],
            [score(4, -13), score(3, -7), score(-6, 1), score(0, -1)],
            [score(3, 0), score(1, 12), score(3, 4), score(-3, 5)],
            [score(6, 5), score(4, 12), score(-3, 15), score(6, 27)],
            [score(-5, 2), score(5, 15), score(14, 20), score(11, 27)],
            [score(-17, -5), score(-6, 10), score(5, 17), score(-3, 7)],
            [score(2, -7), score(4, 6), score(4, 5), score(4, 12)],
        ]),
        mirrored([
            [score(33, -80), score(36, -42), score(4, -34), score(-1, -29)],
            [score(3, -43), score(21, -24), score(-12, -6), score(-25, -4)],
            [score(-31, -28), score(-9, -4), score(-28, 5), score(-27, 15)],
            [score(-46, -9), score(-23, 9), score(-34, 22), score(-63, 18)],
            [score(-57, -5), score(-41, 29), score(-68, 18), score(-86, 19)],
            [score(-44, 6), score(-44, 25), score(-74, 24), score(-96, 25)],
            [score(-52, -5), score(-42, 9), score(-67, 28), score(-82, 32)],
            [score(-59, -37), score(-45, -5), score(-63, 2), score(-91, 1)],
        ]),
        Squares::NONE,
    ],
    mobility: Mobility {
        knight: [
            score(-46, -57), score(-28, -28), score(-12, -8), score(-3, -6), score(3, 9),
            score(8, 10), score(17, 11), score(12, 13), score(27, 1),
        ],
        bishop: [
            score(-22, -53), score(-11, -21), score(-8, -19), score(1, -13), score(1, 6),
            score(4, 11), score(8, 22), score(7, 27), score(16, 28), score(19, 21),
            score(25, 27), score(26, 27), score(27, 33), score(30, 2),
        ],
        rook: [
            score(-27, -60), score(-13, -36), score(-11, -25), score(-4, -9), score(-4, 9),
            score(-3, 15), score(1, 22), score(12, 19), score(18, 24), score(17, 26),
            score(13, 33), score(12, 42), score(7, 43), score(15, 37), score(14, 43),
        ],
        queen: [
            score(-19, -48), score(-14, -43), score(-10, -38), score(-14, -33), score(-15, -29),
            score(-10, -27), score(-7, -20), score(-6, -8), score(-1, -6), score(-7, 9),
            score(-6, 14), score(-4, 19), score(-1, 25), score(6, 25), score(7, 40),
            score(8, 49), score(14, 51), score(9, 54), score(19, 48), score(22, 46),
            score(23, 41), score(20, 18), score(19, 27), score(15, -27), score(16, 14),
            score(10, -37), score(17, 39), score(13, -1),
        ],
    },
    pieces: Pieces {
        bishop_pair: score(34, 50),
        rook_on_open_file: score(39, 6),
        rook_on_half_open_file: score(10, 26),
        knight_outpost: score(39, 21),
        bishop_outpost: score(13, 6),
        pawn_on_bishops_color: score(-3, -3),
    },
    pawns: Structure {
        doubled: score(6, -32),
        isolated: score(-17, -5),
        backward: score(-1, -19),
        connected: [
            score(0, 0), score(3, -1), score(5, 9), score(11, 8), score(19, 14), score(45, 32),
            score(80, 64), score(0, 0),
        ],
    },
    passed: Passed {
        ranks: [
            score(0, 0), score(10, -4), score(-12, 8), score(-4, 33), score(28, 71),
            score(38, 120), score(147, 164), score(0, 0),
        ],
        free_way: score(-29, 26),
        blockaded: score(-9, -7),
        enemy_king_step: score(2, 7),
        own_king_step: score(0, -6),
    },
    king: KingSafety {
        danger: Danger {
            zone_units: [9, 7, 7, 4, 8, 0, 4],
            most: 764,
            endgame_share: 2,
        },
        attack: Attack {
            safe_check: [0, 23, 24, 54, 35, 0, 0],
            weak_square: 3,
            without_queen: 63,
            lone_attacker: 76,
        },
        shelter: Shelter {
            no_shield: score(-24, 12),
            open_file: score(-19, -6),
            shield_advanced: score(-9, 2),
            shield_gone_far: score(-13, 5),
            storm: score(-11, -1),
        },
    },
    threats: Threats {
        pawn_on_piece: score(55, 33),
        minor_on_major: score(54, 28),
        rook_on_queen: score(61, 23),
        hanging_piece: score(22, 31),
        hanging_pawn: score(16, 49),
    },
    draws: Draws {
        opposite_bishops_alone: 50,
        opposite_bishops: 104,
        no_pawn_and_minor_edge: 18,
        cannot_mate: -5,
    },
};
