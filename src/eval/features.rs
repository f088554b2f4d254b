//! What the feature sets of several games have in common.

use crate::nnue::{Perspective, piece_input, seen_square};
use crate::rules::changes::Occupant;
use crate::rules::{Color, Role, Square};

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

/// The input of a square in a derived set, of all of which they come after `start`.
#[inline]
pub fn derived_input(
    start: usize,
    perspective: Perspective,
    mirrored: bool,
    kind: usize,
    color: Color,
    square: Square,
) -> usize {
    let enemy = usize::from(color != perspective.color);
    start + (2 * kind + enemy) * 64 + seen_square(perspective.color, mirrored, square)
}
