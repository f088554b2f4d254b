//! The weights of Orthodox chess, as 'galaverna tune' wrote them.
//!
//! Data: 943866 positions of 13000 games, and 104066 positions held out;
//! files: chess.1, chess.2.
//! Scale 180 centipawns, lambda 0.5.
//! Mean squared error before: 0.029938, held out 0.030736;
//! after: 0.029620, held out 0.030448.

use crate::eval::attack_info::Mobility;
use crate::eval::chess::{ChessWeights, Draws};
use crate::eval::orthodox::{KingAttack, KingDanger, KingSafety, Pieces, Shelter, Threats};
use crate::eval::pawns::{Passed, Structure};
use crate::eval::piece_square::{PieceSquareTable, mirrored};
use crate::eval::score::score;

/// What the engine plays with.
// Boards are easier to read row by row.
#[rustfmt::skip]
pub static WEIGHTS: ChessWeights = ChessWeights {
    tempo: 14,
    material: [
        score(66, 111), score(311, 336), score(339, 355), score(426, 609), score(1231, 940),
        score(0, 0), score(0, 0),
    ],
    squares: [
        mirrored([
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
            [score(-9, 19), score(5, 8), score(-2, 17), score(-3, 15)],
            [score(-1, 3), score(0, 6), score(3, 8), score(-2, 8)],
            [score(-2, 14), score(-9, 7), score(7, 1), score(7, 2)],
            [score(1, 20), score(11, 6), score(3, 4), score(10, -5)],
            [score(37, 28), score(14, 17), score(28, -8), score(51, -2)],
            [score(35, 37), score(23, 41), score(29, 45), score(37, 26)],
            [score(-10, 4), score(-4, 2), score(2, 0), score(8, -2)],
        ]),
        mirrored([
            [score(-62, -17), score(-11, -26), score(-17, -22), score(-18, -37)],
            [score(-32, -24), score(-30, -14), score(-4, -16), score(9, -2)],
            [score(-17, -22), score(-7, -1), score(6, -3), score(-4, 19)],
            [score(10, -1), score(2, 1), score(10, 18), score(26, 14)],
            [score(4, -12), score(8, -10), score(19, 21), score(19, 30)],
            [score(5, 2), score(10, -4), score(8, 10), score(47, -4)],
            [score(1, -11), score(1, 3), score(11, -10), score(27, 18)],
            [score(-78, -56), score(-37, -10), score(-19, -7), score(-19, 1)],
        ]),
        mirrored([
            [score(-20, -18), score(2, -1), score(-6, -12), score(-14, -9)],
            [score(-1, -4), score(10, -22), score(-5, -6), score(7, -11)],
            [score(-4, 6), score(23, 4), score(14, -5), score(8, 6)],
            [score(14, -1), score(9, 0), score(11, 8), score(17, 16)],
            [score(-1, -2), score(3, 13), score(1, 8), score(23, 8)],
            [score(-6, 4), score(5, 12), score(1, 11), score(31, -2)],
            [score(0, -13), score(3, -19), score(0, -1), score(-4, 12)],
            [score(-7, -15), score(-5, -5), score(-13, 5), score(-13, -8)],
        ]),
        mirrored([
            [score(-3, -15), score(-1, -23), score(11, -17), score(17, -30)],
            [score(-22, -10), score(-2, -21), score(-7, -17), score(2, -20)],
            [score(-3, 4), score(-16, -8), score(-16, -4), score(-28, -5)],
            [score(-9, 17), score(-7, -4), score(1, 0), score(7, 5)],
            [score(-25, 26), score(4, 8), score(-12, 16), score(13, -2)],
            [score(3, 18), score(14, 1), score(7, 8), score(32, 8)],
            [score(22, 22), score(22, 15), score(12, 22), score(14, 25)],
            [score(7, 29), score(20, 19), score(10, 28), score(8, 31)],
        ]),
        mirrored([
            [score(0, -34), score(5, -21), score(4, -33), score(0, -44)],
            [score(-14, -26), score(8, -19), score(7, -37), score(2, -24)],
            [score(-4, -16), score(-2, -16), score(-1, 8), score(-1, -6)],
            [score(4, -4), score(-14, 25), score(-3, 7), score(-4, 9)],
            [score(6, 10), score(7, 23), score(-18, 24), score(-1, 43)],
            [score(7, 1), score(4, 15), score(10, 28), score(12, 28)],
            [score(-2, -4), score(-11, 15), score(8, 17), score(0, 10)],
            [score(10, -3), score(1, 2), score(6, 9), score(8, 21)],
        ]),
        mirrored([
            [score(20, -69), score(37, -45), score(-2, -33), score(-5, -39)],
            [score(-1, -35), score(20, -26), score(-15, -5), score(-23, -10)],
            [score(-35, -23), score(-7, -4), score(-13, 3), score(-26, 8)],
            [score(-46, -13), score(-13, 4), score(-36, 19), score(-58, 16)],
            [score(-54, -11), score(-34, 23), score(-57, 19), score(-76, 20)],
            [score(-38, 11), score(-43, 27), score(-68, 30), score(-85, 32)],
            [score(-53, -3), score(-36, 22), score(-75, 25), score(-90, 32)],
            [score(-60, -49), score(-40, 2), score(-58, 8), score(-99, -1)],
        ]),
        PieceSquareTable::NONE,
    ],
    mobility: Mobility {
        knight: [
            score(-36, -81), score(-19, -30), score(-9, -8), score(-4, -1), score(3, 9),
            score(6, 8), score(12, 14), score(13, 14), score(19, 1),
        ],
        bishop: [
            score(-22, -55), score(-12, -22), score(-6, -20), score(0, -6), score(2, 10),
            score(5, 15), score(9, 15), score(7, 21), score(13, 24), score(13, 22),
            score(20, 24), score(31, 23), score(23, 27), score(38, 3),
        ],
        rook: [
            score(-24, -55), score(-15, -27), score(-11, -15), score(-6, -2), score(-3, 8),
            score(-1, 20), score(3, 21), score(10, 18), score(15, 20), score(18, 21),
            score(15, 25), score(13, 34), score(2, 38), score(17, 32), score(12, 32),
        ],
        queen: [
            score(-20, -52), score(-14, -57), score(-13, -46), score(-13, -46), score(-13, -39),
            score(-8, -38), score(-6, -23), score(-6, -9), score(-2, -3), score(-6, 18),
            score(-6, 18), score(-6, 36), score(-3, 32), score(1, 37), score(3, 51),
            score(5, 58), score(11, 53), score(3, 66), score(22, 45), score(29, 49),
            score(30, 34), score(29, 15), score(25, 26), score(18, -36), score(18, 13),
            score(9, -50), score(17, 36), score(12, -4),
        ],
    },
    pieces: Pieces {
        bishop_pair: score(32, 48),
        rook_on_open_file: score(44, 2),
        rook_on_half_open_file: score(8, 25),
        knight_outpost: score(34, 11),
        bishop_outpost: score(23, 6),
        pawn_on_bishops_color: score(-6, -2),
    },
    pawns: Structure {
        doubled: score(5, -24),
        isolated: score(-16, -8),
        backward: score(-5, -20),
        connected: [
            score(0, 0), score(3, -2), score(3, 10), score(9, 10), score(13, 22), score(46, 45),
            score(122, 65), score(0, 0),
        ],
    },
    passed: Passed {
        ranks: [
            score(0, 0), score(17, -2), score(0, 0), score(10, 24), score(41, 53),
            score(42, 109), score(148, 139), score(0, 0),
        ],
        free_path: score(-21, 24),
        blocked: score(-9, -6),
        enemy_king_distance: score(2, 9),
        own_king_distance: score(-1, -6),
    },
    king: KingSafety {
        danger: KingDanger {
            zone_units: [10, 5, 7, 2, 8, 0, 4],
            max: 582,
            endgame_share: -3,
        },
        attack: KingAttack {
            safe_check: [0, 25, 20, 45, 35, 0, 0],
            weak_square: 4,
            without_queen: 80,
            lone_attacker: 82,
        },
        shelter: Shelter {
            no_shelter_pawn: score(-26, 8),
            open_file: score(-12, -6),
            shelter_pawn_advanced: score(-7, -3),
            shelter_pawn_far: score(-14, -2),
            storm: score(-8, 0),
        },
    },
    threats: Threats {
        pawn_on_non_pawn: score(51, 41),
        minor_on_major: score(52, 26),
        rook_on_queen: score(62, 21),
        hanging_non_pawn: score(20, 32),
        hanging_pawn: score(17, 48),
    },
    draws: Draws {
        opposite_bishops_alone: 47,
        opposite_bishops: 100,
        no_pawn_and_minor_edge: 16,
        cannot_mate: -2,
    },
};
