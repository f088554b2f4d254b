//! How moves are written.

use galaverna::notation::{route, san};
use galaverna::rules::{Move, MoveKind, Role};
use galaverna::show::Record;

use crate::Error;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Standard algebraic notation as pyffish writes it. Of a move of Alice Chess it does
    /// not say the board; where two pawns go to the same square from both boards, their
    /// rank comes first: `2c4`, `3c4`.
    San,
    /// Long algebraic notation: `e2-e4`, `Ng1xf3+`.
    Lan,
    /// Standard algebraic notation as Galaverna writes it, with the board that a piece of
    /// Alice Chess goes to: `e4/B`.
    Boards,
}

impl Notation {
    /// The notation that has this number in pyffish and ffish.js, where 0 is what a game
    /// uses by itself.
    ///
    /// # Errors
    ///
    /// If it is one of other games, such as shogi.
    pub fn numbered(number: i64) -> Result<Notation, Error> {
        match number {
            0 | 1 => Ok(Notation::San),
            2 => Ok(Notation::Lan),
            _ => Err(Error::Notation(number)),
        }
    }

    /// A legal move.
    pub(crate) fn text(self, record: &dyn Record, m: Move) -> String {
        let full = record.san(m);
        let marked = san::without_marks(&full);
        let mark = &full[marked.len()..];
        let body = marked.split('/').next().unwrap_or(marked);
        let role = record.state().board.role_at(m.from());
        match self {
            Notation::Boards => full,
            Notation::San => {
                let rank = match role == Some(Role::Pawn) && is_from_both_boards(record, m) {
                    true => m.from().rank().to_string(),
                    false => String::new(),
                };
                format!("{rank}{body}{mark}")
            }
            Notation::Lan if m.is_castling() => format!("{body}{mark}"),
            Notation::Lan => {
                let between = if takes(m) { "x" } else { "-" };
                let squares: Vec<String> = route(m).iter().map(ToString::to_string).collect();
                let letter = role.filter(|&role| role != Role::Pawn).map(Role::letter);
                let promotion = m.promoted_to().map(|role| format!("={}", role.letter()));
                format!(
                    "{}{}{}{mark}",
                    letter.map(String::from).unwrap_or_default(),
                    squares.join(between),
                    promotion.unwrap_or_default()
                )
            }
        }
    }
}

/// Whether it takes anything, be it an obstacle.
pub(crate) fn takes(m: Move) -> bool {
    m.is_capture() || m.kind() == MoveKind::TakeNeutral
}

/// Whether a pawn's step has a second one to the same square beside it, which only Alice
/// Chess allows: they come from both boards.
fn is_from_both_boards(record: &dyn Record, m: Move) -> bool {
    let board = &record.state().board;
    let is_rival = |&other: &Move| {
        other.to() == m.to()
            && other.from() != m.from()
            && !takes(other)
            && board.role_at(other.from()) == Some(Role::Pawn)
    };
    !takes(m) && m.promoted_to().is_none() && record.legal_moves().iter().any(is_rival)
}
