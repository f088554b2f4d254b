//! Positions and moves as text: FEN and EPD, coordinate notation and standard
//! algebraic notation (SAN), agreements.
//!
//! The law of the games is in [`rules`](crate::rules), which knows no text.

pub mod alice;
pub mod epd;
pub mod fen;
pub mod men;
pub mod moves;
mod record;
mod score;

use crate::rules::{Move, Position, Square};

pub use fen::FenError;
pub use moves::MoveError;
pub use score::UciScore;

/// How positions and moves of a game are written.
pub trait Notation: Position {
    /// The start position in canonical FEN.
    const START_FEN: &'static str;

    /// Positions from the opening to the ending, for benches and tests.
    const SAMPLE_FENS: &'static [&'static str];

    /// Reads a FEN. What it accepts and how it is made canonical is said in
    /// `docs/rules/common.md` and in the game's own file.
    ///
    /// # Errors
    ///
    /// Names the field that is wrong and what is wrong with it.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// Writes the canonical FEN.
    fn fen(&self) -> String;

    /// The move in coordinate notation, as UCI and XBoard write it.
    fn coordinates(&self, m: Move) -> String {
        moves::coordinates(m)
    }

    /// Reads a move in coordinate notation.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not legal here.
    fn parse_coordinates(&self, text: &str) -> Result<Move, MoveError> {
        moves::parse_coordinates(self, text)
    }

    /// The move in standard algebraic notation without `+` and `#`.
    fn san_body(&self, m: Move) -> String {
        moves::san_body(self, m)
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
        format!("{}{}{mark}", self.san_body(m), self.san_suffix(m))
    }

    /// Reads a move in standard algebraic notation.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not legal here, or could be several moves.
    fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        moves::parse_san(self, text)
    }

    /// Carries out what both players agreed on and what is no move, if `text`
    /// is such an agreement in this game (Elolbian Chess: the queen exchange).
    /// `None` if it is none.
    fn agreement(&self, _text: &str) -> Option<Result<Self, MoveError>> {
        None
    }

    /// The text of an [agreement](Notation::agreement) in which White and Black name
    /// these squares; `None` if this game knows none.
    fn agreement_text(&self, _squares: [&[Square]; 2]) -> Option<String> {
        None
    }

    /// The squares that White and Black name in the text of an
    /// [agreement](Notation::agreement); `None` if it is none.
    fn agreement_squares(&self, _text: &str) -> Option<[Vec<Square>; 2]> {
        None
    }
}
