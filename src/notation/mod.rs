//! Positions and moves as text: FEN and EPD, coordinate notation and standard
//! algebraic notation (SAN), agreements.
//!
//! The law of the games is in [`rules`](crate::rules), which knows no text.

mod agreement;
mod coordinates;
pub mod epd;
pub mod fen;
mod men;
pub mod moves;
mod record;
pub mod san;
mod score;
mod side_by_side;
pub mod way;

mod alice;
mod chess;
mod clupso;
mod elolbia;
mod iceage;

use crate::rules::position::AgreementError;
use crate::rules::{Agreement, Move, Position, Square};

pub use fen::FenError;
pub use men::route;
pub use moves::MoveError;
pub use score::UciScore;

/// How positions and moves of a game are written.
pub trait Notation: Position {
    /// The start position in canonical FEN.
    const START_FEN: &'static str;

    /// Positions from the opening to the ending, for benches and tests.
    const SAMPLE_FENS: &'static [&'static str];

    /// The word before the squares of an [agreement](Notation::agreement), if this game
    /// knows any.
    const AGREEMENT: Option<&'static str> = None;

    /// Reads a FEN. What it accepts and how it is made canonical is said in
    /// `docs/rules/common.md` and in the game's own file.
    ///
    /// # Errors
    ///
    /// Names the field that is wrong and what is wrong with it.
    fn from_fen(fen: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(&fen::read(fen, &Self::MATERIAL)?)?)
    }

    /// Reads a FEN of a position in which the switched rules of this one hold.
    ///
    /// # Errors
    ///
    /// As [`Notation::from_fen`].
    fn read_fen(&self, fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }

    /// Writes the canonical FEN.
    fn fen(&self) -> String {
        fen::write(&self.setup())
    }

    /// Reads a move in coordinate notation.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not legal here.
    fn parse_coordinates(&self, text: &str) -> Result<Move, MoveError> {
        coordinates::parse(self, text)
    }

    /// What the game adds to the SAN of a move, before `+` and `#`.
    fn san_suffix(&self, _m: Move) -> &'static str {
        ""
    }

    /// The move in standard algebraic notation.
    fn san(&self, m: Move) -> String {
        let mut after = self.clone();
        after.play(m);
        let mark = match after.is_check() && after.variant_end().is_none() {
            false => "",
            true if after.count_legal_moves() == 0 => "#",
            true => "+",
        };
        format!("{}{}{mark}", san::body(self, m), self.san_suffix(m))
    }

    /// Reads a move in standard algebraic notation.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not legal here, or could be several moves.
    fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        san::parse(self, text)
    }

    /// Carries out what both players agreed on and what is no move, if `text`
    /// is such an agreement in this game (Elolbian Chess: the queen exchange).
    /// `None` if it is none.
    fn agreement(&self, text: &str) -> Option<Result<Self, MoveError>> {
        let named = text.strip_prefix(Self::AGREEMENT?)?;
        let Some(squares) = agreement::squares(named) else {
            return Some(Err(MoveError::Unreadable(text.to_owned())));
        };
        let refused = |AgreementError(why)| MoveError::Refused {
            text: text.to_owned(),
            why,
        };
        Some(self.agree(squares).map_err(refused))
    }

    /// The text of an [agreement](Notation::agreement) in which White and Black name
    /// these squares; `None` if this game knows none.
    fn agreement_text(&self, squares: [&[Square]; 2]) -> Option<String> {
        let word = Self::AGREEMENT?;
        Some(format!("{word}{}", agreement::text(squares)))
    }

    /// The squares that White and Black name in the text of an
    /// [agreement](Notation::agreement); `None` if it is none.
    fn agreement_squares(&self, text: &str) -> Option<Agreement> {
        agreement::squares(text.strip_prefix(Self::AGREEMENT?)?)
    }
}
