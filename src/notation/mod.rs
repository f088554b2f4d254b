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
use crate::rules::{Agreement, Move, Position, Role, Square};

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

    /// Reads a move in coordinate notation; a chain along any of its routes.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not legal here.
    fn parse_coordinates(&self, text: &str) -> Result<Move, MoveError> {
        let (route, promotion) = coordinates::read(text)
            .filter(|(route, _)| route.len() == 2 || Self::MATERIAL.men)
            .ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let is_man = self.board().role_at(route[0]) == Some(Role::Man);
        let found = match route[..] {
            _ if is_man => men::along(self, &route, promotion),
            [from, to] => {
                let moves = self.legal_moves();
                let from_there = moves.iter().filter(|m| m.from() == from).copied();
                let mut fitting = from_there.filter(|m| m.promoted_to() == promotion);
                let named = fitting.clone().find(|m| m.target() == to);
                // In Chess960 castling may be named by where the king ends, unless it can step there.
                named.or_else(|| fitting.find(|m| m.to() == to))
            }
            _ => None,
        };
        found.ok_or_else(|| MoveError::Illegal(text.to_owned()))
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

    /// Reads a move in standard algebraic notation; more disambiguation than needed is
    /// accepted, and a capture without `x`. What stands behind a slash must be the game's
    /// [`Notation::san_suffix`], but may be missing.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not legal here, or could be several moves.
    fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let marked = san::without_marks(text);
        if let Some(body) = marked.strip_prefix('M').filter(|_| Self::MATERIAL.men) {
            return men::parse_san(self, text, body);
        }
        let (body, suffix) = match marked.find('/') {
            Some(slash) => marked.split_at(slash),
            None => (marked, ""),
        };
        let pattern =
            san::SanPattern::parse(body).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let candidates = self.legal_moves().into_iter().filter(|&m| {
            let role = self.board().role_at(m.from());
            role.is_some_and(|role| pattern.matches(role, m))
                && (suffix.is_empty() || suffix == self.san_suffix(m))
        });
        moves::single(text, candidates)
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
        let [white, black] =
            squares.map(|side| side.iter().map(Square::to_string).collect::<String>());
        Some(format!("{}{white}/{black}", Self::AGREEMENT?))
    }

    /// The squares that White and Black name in the text of an
    /// [agreement](Notation::agreement); `None` if it is none.
    fn agreement_squares(&self, text: &str) -> Option<Agreement> {
        agreement::squares(text.strip_prefix(Self::AGREEMENT?)?)
    }
}
