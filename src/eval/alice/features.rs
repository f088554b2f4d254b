//! What the network of Alice Chess sees.

use crate::eval::features::{ORTHODOX_KINDS, derived_input};
use crate::nnue::{DerivedSets, FeatureSet, Perspective, piece_input};
use crate::rules::alice::{Alice, Plane};
use crate::rules::changes::Occupant;
use crate::rules::{Bitboard, Color, File, Position, Square, attacks};

/// Inputs of one board.
const BOARD: usize = 2 * ORTHODOX_KINDS * 64;

/// Derived sets: pieces that are attacked, pieces that are defended, and the squares
/// that a king can flee to.
const KINDS: usize = 3;

/// Own and enemy pieces by board, kind and square. The own king's board comes first,
/// and both are mirrored so that the own king stands on the files a to d. Besides, on
/// whichever board they are, own and enemy pieces that are attacked and that are
/// defended, and each king's flight squares.
impl FeatureSet for Alice {
    const FEATURES_VERSION: u16 = 2;
    const INPUTS: usize = 2 * BOARD + KINDS * 2 * 64;
    const KING_BUCKETS: usize = 4;

    /// By the king's board and side of it.
    #[inline]
    fn king_bucket(&self, color: Color) -> usize {
        let king = self.board().king_of(color);
        let on_b = king.is_some_and(|king| self.plane_of(king) == Plane::B);
        2 * usize::from(on_b) + usize::from(king.is_some_and(|king| king.file() >= File::E))
    }

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let king_on_b = perspective.king_bucket >= 2;
        let (piece, on_b) = match what {
            Occupant::Piece(piece) => (piece, false),
            Occupant::PieceOnSecondBoard(piece) => (piece, true),
            Occupant::Neutral => unreachable!("this game has no obstacles"),
        };
        let board = usize::from(on_b != king_on_b) * BOARD;
        let mirrored = perspective.king_bucket % 2 == 1;
        board + piece_input(perspective.color, mirrored, ORTHODOX_KINDS, square, piece)
    }

    fn derived(&self) -> DerivedSets {
        let board = self.board();
        let attacked = [Plane::A, Plane::B].map(|plane| {
            let pieces = self.pieces_on(plane);
            let mut attacked = [Bitboard::EMPTY; 2];
            for square in pieces {
                if let Some(piece) = board.piece_at(square) {
                    attacked[piece.color() as usize] |= piece.attacks(square, pieces);
                }
            }
            attacked
        });
        let by = |plane: Plane, color: Color| attacked[plane as usize][color as usize];
        let mut sets = DerivedSets::default();
        for color in Color::ALL {
            for plane in [Plane::A, Plane::B] {
                let own = self.pieces_on(plane) & board.by_color(color);
                sets[0][color as usize] |= own & by(plane, !color);
                // Whoever takes lands on the other board, and is taken there.
                sets[1][color as usize] |= own & by(plane.other(), color);
            }
            if let Some(king) = board.king_of(color) {
                let plane = self.plane_of(king);
                let enemies = board.by_color(!color) & self.pieces_on(plane);
                sets[2][color as usize] = attacks::king_attacks(king)
                    & (!board.occupied() | enemies)
                    & !by(plane, !color)
                    & !by(plane.other(), !color);
            }
        }
        sets
    }

    #[inline]
    fn derived_input(perspective: Perspective, kind: usize, color: Color, square: Square) -> usize {
        let mirrored = perspective.king_bucket % 2 == 1;
        derived_input(2 * BOARD, perspective, mirrored, kind, color, square)
    }
}
