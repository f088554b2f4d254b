//! Endgame tables: the result of every position with few pieces, the plies to the end, and
//! whether the fifty-move rule lets it come to that.
//!
//! Tables are made by retrograde analysis (Ströhlein, 1970). The rules decide which move leads
//! where: each move is generated and made by the game's own code, and the way back from a
//! position is the list of moves that led there. `docs/tables.md` describes files and commands.
//!
//! What a class of endings is, how its positions are numbered and what a value says is part
//! of the core; files and the maker are not.

#[cfg(feature = "native")]
mod check;
#[cfg(feature = "native")]
mod file;
#[cfg(feature = "native")]
mod folder;
mod index;
#[cfg(feature = "native")]
mod loaded;
#[cfg(feature = "native")]
mod make;
#[cfg(feature = "native")]
pub mod report;
mod signature;
#[cfg(feature = "native")]
mod statistics;
#[cfg(all(test, feature = "native"))]
mod tests;
mod value;

use crate::rules::alice::{Alice, Plane};
use crate::rules::clupso::Clupso;
use crate::rules::elolbia::Elolbia;
use crate::rules::{Bitboard, Color, Position, Role};
use crate::show::Show;

#[cfg(feature = "native")]
pub use check::{Checked, check};
#[cfg(feature = "native")]
pub use file::{Table, TableError};
#[cfg(feature = "native")]
pub use folder::{EXTENSION, Folder, moves_by_value};
pub use index::{Index, MAX_PIECES};
#[cfg(feature = "native")]
pub use loaded::Loaded;
#[cfg(feature = "native")]
pub use make::{MakeError, Making, make};
pub use signature::{Signature, SignatureError};
#[cfg(feature = "native")]
pub use statistics::{Longest, SideStatistics};
pub use value::Value;

/// A game that tables are made of: one whose state is the squares and the side to move, as
/// soon as few pieces are left.
pub trait Tabled: Show {
    /// The kind of piece that promotes and so gives the board an up and a down.
    const PROMOTING: Option<Role>;

    /// The pieces on the second board, if the game has one.
    fn second_board(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Whether a piece can become one of this kind where its side has `count` of them.
    fn can_become(_role: Role, _count: usize) -> bool {
        true
    }
}

/// Without castling; en passant needs pawns of both sides, which no table has.
impl Tabled for Alice {
    const PROMOTING: Option<Role> = Some(Role::Pawn);

    fn second_board(&self) -> Bitboard {
        self.pieces_on(Plane::B)
    }
}

/// The border rule follows from the squares. The queen exchange needs more than four men a
/// side, which no table has.
impl Tabled for Elolbia {
    const PROMOTING: Option<Role> = None;
}

/// What a man can become follows from what its side has.
impl Tabled for Clupso {
    const PROMOTING: Option<Role> = Some(Role::Man);

    fn can_become(role: Role, count: usize) -> bool {
        Clupso::start().board().pieces(Color::White, role).count() > count
    }
}

/// Knows what positions are worth: tables, for whoever searches.
pub trait Probe<P> {
    /// The value of a position for its side to move; `None` where nothing is known, as with
    /// more pieces or with castling rights.
    fn probe(&self, position: &P) -> Option<Value>;
}
