//! What players are told of a position besides its boards.
//!
//! The parts are the same for all games, and most games have none of them, so that
//! whoever shows a game need not know which it is.

use std::fmt;

use shakmaty::{Bitboard, Color, Square};

/// An event that comes by itself after a number of moves (Ice Age Chess: the ice).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// What is said of it.
    pub words: EventWords,
    /// Plies until it has come: 1 if it comes after the next move.
    pub plies: u32,
    /// It comes after Black's move of this number.
    pub after_move: u32,
    /// Moves from one to the next.
    pub period: u32,
    /// The pieces that it would take if it came now.
    pub lost: Bitboard,
    /// The empty squares that it would leave empty if it came now.
    pub spared: Bitboard,
}

/// What is said of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventWords {
    /// The event, as a title without its article.
    pub title: &'static str,
    /// What comes, with its article.
    pub name: &'static str,
    /// What pieces will do that it takes.
    pub lose: &'static str,
    /// What pieces did that it has taken.
    pub lost: &'static str,
    /// Why it takes them, as a verb: what they do now.
    pub why: &'static str,
}

/// A move that players may try, because the piece moves like that, and that a rule
/// forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForbiddenMove {
    /// Where the piece stands.
    pub from: Square,
    /// Where it cannot go.
    pub to: Square,
    /// Why.
    pub reason: Reason,
}

/// Why a move is forbidden that the piece could make by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The own king could be captured.
    ExposesKing,
    /// The square is taken on the other board, where the piece would arrive.
    ClosedBeyond,
    /// A rule that this game alone has, in whole sentences.
    OwnRule(String),
}

/// Without the words at which XBoard overlooks a refusal, `board` among them.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::ExposesKing => "it leaves the king in check",
            Reason::ClosedBeyond => "the square is taken where the piece would arrive",
            Reason::OwnRule(says) => says.trim_end_matches('.'),
        })
    }
}

/// For White and Black.
pub(super) fn both<T>(of: impl Fn(Color) -> T) -> [T; 2] {
    [of(Color::White), of(Color::Black)]
}
