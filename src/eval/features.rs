//! What the feature sets of several games have in common.

use crate::nnue::{Perspective, piece_input};
use crate::rules::board::Board;
use crate::rules::changes::Occupant;
use crate::rules::{Color, File, Role, Square};

/// Whether the king of a side stands on the files e to h, so that the board is seen
/// mirrored. A side without king sees it as it is.
#[inline]
pub fn king_is_on_the_right(board: &Board, color: Color) -> bool {
    let king = board.king_of(color);
    king.is_some_and(|king| king.file() >= File::E)
}

/// A bucket by the number of pieces on the board, `size` numbers to each, the fewest
/// pieces first; the last one takes all that are more.
#[inline]
pub fn bucket_by_pieces(board: &Board, size: usize, buckets: usize) -> usize {
    (board.occupied().count().saturating_sub(1) / size).min(buckets - 1)
}

/// The input of a piece in a game of one board, pieces without gaps between their
/// kinds.
#[inline]
pub fn single_board_input(
    perspective: Perspective,
    mirrored: bool,
    kinds: usize,
    square: Square,
    what: Occupant,
) -> usize {
    match what {
        Occupant::Piece(piece) => {
            debug_assert!(piece.role().index() < kinds, "{piece:?}");
            piece_input(perspective.color, mirrored, kinds, square, piece)
        }
        Occupant::PieceOnSecondBoard(_) | Occupant::Neutral => {
            unreachable!("this game has one board and no obstacles")
        }
    }
}

/// Kinds of pieces without draughts men.
pub const ORTHODOX_KINDS: usize = Role::Man.index();
