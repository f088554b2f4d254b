//! What a move changes on the board, square by square.
//!
//! Changes are reported where the board is changed and nowhere else, so that
//! whoever shows them misses none, whatever the rules of the game.

use shakmaty::Square;
use smallvec::SmallVec;

use super::piece::Piece;

/// The letter of a neutral obstacle in FEN.
pub const NEUTRAL: char = '*';

/// What can stand on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// A piece; in a game of two boards, on the first of them.
    Piece(Piece),
    /// A piece on the second of two boards (Alice Chess: board B).
    PieceOnSecondBoard(Piece),
    /// A neutral obstacle, which belongs to nobody (Ice Age Chess: a cube).
    Neutral,
}

impl Occupant {
    /// Its letter in FEN.
    pub fn letter(self) -> char {
        match self {
            Occupant::Piece(piece) | Occupant::PieceOnSecondBoard(piece) => piece.letter(),
            Occupant::Neutral => NEUTRAL,
        }
    }

    /// The board that it stands on: 0 for the first, 1 for the second.
    pub fn board(self) -> usize {
        usize::from(matches!(self, Occupant::PieceOnSecondBoard(_)))
    }
}

/// Is told of every change of a square.
///
/// A square never holds two things at once: what leaves it is reported before
/// what comes to it.
pub trait SquareObserver {
    /// This now stands on the square, which was empty.
    fn placed(&mut self, square: Square, what: Occupant);

    /// This stood on the square, which is now empty.
    fn removed(&mut self, square: Square, what: Occupant);

    /// What follows is not the move's own doing, but that of an event which comes
    /// after it (Ice Age Chess: the ice).
    #[inline]
    fn event_begins(&mut self) {}
}

/// For whoever does not want to know; costs nothing.
impl SquareObserver for () {
    #[inline]
    fn placed(&mut self, _: Square, _: Occupant) {}

    #[inline]
    fn removed(&mut self, _: Square, _: Occupant) {}
}

/// A change of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareChange {
    /// See [`SquareObserver::placed`].
    Placed(Square, Occupant),
    /// See [`SquareObserver::removed`].
    Removed(Square, Occupant),
}

/// The changes of a move in the order in which they happen. They fit on the
/// stack but for an ice age's: a chain of jumps takes at most nine.
pub type SquareChanges = SmallVec<[SquareChange; 12]>;

impl SquareObserver for SquareChanges {
    #[inline]
    fn placed(&mut self, square: Square, what: Occupant) {
        self.push(SquareChange::Placed(square, what));
    }

    #[inline]
    fn removed(&mut self, square: Square, what: Occupant) {
        self.push(SquareChange::Removed(square, what));
    }
}
