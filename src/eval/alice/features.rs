//! What the network of Alice Chess sees.

use crate::eval::features::ORTHODOX_KINDS;
use crate::nnue::{FeatureSet, Perspective, piece_input};
use crate::rules::alice::{Alice, Plane};
use crate::rules::changes::Occupant;
use crate::rules::{Color, File, Position, Square};

/// Inputs of one board.
const BOARD: usize = 2 * ORTHODOX_KINDS * 64;

/// Own and enemy pieces by board, kind and square. The own king's board comes first,
/// and both are mirrored so that the own king stands on the files a to d.
impl FeatureSet for Alice {
    const FEATURES_VERSION: u16 = 1;
    const INPUTS: usize = 2 * BOARD;
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
}
