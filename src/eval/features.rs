//! What the feature sets of several games have in common.

use crate::nnue::{Perspective, piece_input};
use crate::rules::changes::Occupant;
use crate::rules::{Role, Square};

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
