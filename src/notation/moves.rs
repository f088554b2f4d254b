//! Moves as text in whichever notation, and why a text is refused.

use thiserror::Error;

use crate::rules::{Move, Position, Square};

use super::Notation;

/// Why a move's text is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// No move notation.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// A move, but not a legal one here.
    #[error("illegal move '{0}'")]
    Illegal(String),
    /// A way that the piece could go, and that a rule forbids.
    #[error("illegal move '{text}': {reason}")]
    Forbidden {
        /// The text.
        text: String,
        /// What forbids it, in words.
        reason: String,
    },
    /// Several moves could be meant.
    #[error("ambiguous move '{text}': it could be {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that it could be, in coordinate notation.
        candidates: String,
    },
    /// No move, but a step of this game that the position or the rules forbid.
    #[error("'{text}' is refused: {why}")]
    Refused {
        /// The text.
        text: String,
        /// What forbids it.
        why: &'static str,
    },
}

/// Reads a move in coordinate notation or SAN.
///
/// # Errors
///
/// If it cannot be read, is not legal, or could be several moves.
pub fn parse_any<P: Notation>(position: &P, text: &str) -> Result<Move, MoveError> {
    position.parse_coordinates(text).or_else(|error| {
        // Where neither notation fits, the clearer of the two complaints.
        position.parse_san(text).map_err(|other| match other {
            MoveError::Unreadable(_) => error,
            _ => other,
        })
    })
}

/// The only one of the candidates.
///
/// # Errors
///
/// If there is none or more than one.
pub fn single(text: &str, candidates: impl Iterator<Item = Move>) -> Result<Move, MoveError> {
    let candidates: Vec<Move> = candidates.collect();
    match candidates[..] {
        [m] => Ok(m),
        [] => Err(MoveError::Illegal(text.to_owned())),
        _ => {
            let texts: Vec<String> = candidates.iter().map(Move::to_string).collect();
            Err(MoveError::Ambiguous {
                text: text.to_owned(),
                candidates: texts.join(" or "),
            })
        }
    }
}

/// What sets the origin of `m` apart from those of the `rivals` among the legal
/// moves: nothing, its file, its rank, or both.
pub(super) fn disambiguation<P: Position>(
    position: &P,
    m: Move,
    rivals: impl Fn(Move) -> bool,
) -> String {
    let from = m.from();
    let others: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|&other| other.from() != from && rivals(other))
        .map(Move::from)
        .collect();
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != from.file()) {
        from.file().to_string()
    } else if others.iter().all(|other| other.rank() != from.rank()) {
        from.rank().to_string()
    } else {
        from.to_string()
    }
}
