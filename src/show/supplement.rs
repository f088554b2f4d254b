//! What players are told of a position besides its boards.
//!
//! The parts are the same for all games, and most games have none of them, so that
//! whoever shows a game need not know which it is.

use std::fmt;

use shakmaty::{Bitboard, Color, Square};

use crate::rules::Role;

/// All that a position says besides its boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supplement {
    /// An event that comes by itself.
    pub countdown: Option<Countdown>,
    /// The kinds that White's and Black's men can become, with their numbers.
    pub pools: Option<[Vec<(Role, usize)>; 2]>,
    /// A limit on how many pieces of each side may stand somewhere.
    pub quota: Option<Quota>,
    /// What both sides can agree on and what is no move.
    pub agreement: Option<AgreementTerms>,
    /// Whether pieces are counted, because the last one decides.
    pub last_piece_decides: bool,
}

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
    /// The event, as a title.
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

/// A limit on how many men each side may have somewhere (Elolbian Chess: half of them
/// on the border).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quota {
    /// White's and Black's.
    pub sides: [QuotaOfSide; 2],
    /// What it means for the side to move, in whole sentences.
    pub says: String,
}

/// One side's part of a [`Quota`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaOfSide {
    /// Men that stand there.
    pub count: usize,
    /// All men.
    pub men: usize,
    /// Whether the limit holds for this side as the pieces stand.
    pub binds: bool,
}

/// An agreement in which each side names some of its own pieces (Elolbian Chess: the
/// queen exchange).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreementTerms {
    /// Whether the position allows it.
    pub possible: bool,
    /// How many squares each side names; the first may have a meaning of its own.
    pub squares: usize,
    /// Those that White and Black can choose from.
    pub choices: [Bitboard; 2],
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
