//! What a reply may depend on: the moves before it, as pieces and their destinations.

use std::num::NonZeroU16;

use crate::rules::{Board, Move, Piece};

/// A piece and where it went, as Stockfish's `PieceToHistory` has it: what a reply
/// may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(NonZeroU16);

impl PieceTo {
    /// How many numbers there are, with that of none.
    pub const COUNT: usize = 1 + Piece::COUNT * 64;

    /// A number below [`PieceTo::COUNT`] and above 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0.get())
    }

    /// The same, and 0 for none, of which tables hold nothing but zeros: so no branch is
    /// needed to look up what may not be there.
    #[inline]
    pub fn index_of(piece_to: Option<PieceTo>) -> usize {
        piece_to.map_or(0, PieceTo::index)
    }

    /// What `m` does, made in a position with this board. `None` if there is no
    /// piece to make it.
    #[inline]
    pub fn of(board: &Board, m: Move) -> Option<PieceTo> {
        let piece = board.piece_at(m.from())?;
        // At most 14 * 64: the cast keeps the value.
        let number = 1 + (piece.index() * 64 + m.to().to_usize()) as u16;
        NonZeroU16::new(number).map(PieceTo)
    }
}

/// The moves one, two and four plies before the one that is looked at; `None` where
/// there is none or a null move.
pub type PreviousMoves = [Option<PieceTo>; 3];
