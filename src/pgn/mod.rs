//! Portable Game Notation: games as text, in any of the games.
//!
//! Source: S. J. Edwards, 'Standard: Portable Game Notation Specification and
//! Implementation Guide' (1994). Beyond it: the tag `Variant` names the game as
//! `docs/rules/common.md` does (none: orthodox chess) or is `fischerandom` (Chess960),
//! moves are in each game's SAN, and an agreement such as Elolbia's
//! `exchange:c3a3e5/f6h6d4` stands as a token of its own between two moves. A tag with the name of a rule option (see
//! [`Game::rule_options`](crate::show::Game::rule_options)) and the
//! value `true` or `false` switches that rule. XBoard's files of our games are read too,
//! and written.

pub mod details;
mod eval;
mod note;
mod read;
mod replay;
mod window;
mod write;

pub use eval::{eval_command, eval_text, split_eval};
pub use note::{MoveNote, move_comment};
pub use read::{LocatedGame, PgnError, PgnProblem, is_tag_name, read, read_located};
pub use replay::{Replay, ReplayError, open, replay, rules, variant};
pub use window::{for_window, joined};

use crate::show::Game;

/// The tags that every game has, in the order of export, with what is written
/// where the value is unknown.
pub const SEVEN_TAG_ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The result of a game that has not ended.
pub const UNFINISHED: &str = "*";

/// What can stand behind the moves.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];

/// Today's date in the form of the tag `Date`.
#[cfg(feature = "native")]
pub fn today() -> String {
    chrono::Utc::now().format("%Y.%m.%d").to_string()
}

/// A game as text; [`Display`](std::fmt::Display) writes it in export format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Tag pairs, name and value.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move.
    pub comment: Option<String>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// What stands behind the moves: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move, or an agreement between moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnMove {
    /// The move in SAN without `!` and `?`, or the agreement's text.
    pub san: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// The comment behind it, without braces.
    pub comment: Option<String>,
    /// What could have been played instead of it.
    pub variations: Vec<Variation>,
}

/// Moves that were not played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The comment before the first of them.
    pub comment: Option<String>,
    /// At least one.
    pub moves: Vec<PgnMove>,
}

/// The signs that stand for the Numeric Annotation Glyphs from 1 on, as people write
/// them behind a move.
const NAG_SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The sign of a Numeric Annotation Glyph, if it is one of those that have one.
pub fn nag_sign(nag: u8) -> Option<&'static str> {
    NAG_SIGNS.get(usize::from(nag).checked_sub(1)?).copied()
}

/// The Numeric Annotation Glyph of a sign.
pub fn nag_of_sign(sign: &str) -> Option<u8> {
    (1..=NAG_SIGNS.len() as u8).find(|&nag| nag_sign(nag) == Some(sign))
}

/// So deep variations may stand within variations.
pub const MAX_DEPTH: usize = 32;

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(other, _)| other == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value, behind the others if it is new.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Says where a game begins, unless it is the start position.
    pub fn set_start(&mut self, game: &Game, fen: Option<&str>) {
        if let Some(fen) = fen.filter(|&fen| fen != game.start_fen) {
            self.set_fen(fen);
        }
    }

    /// Says that a game begins in the position of this FEN, even if it is the start
    /// position.
    pub fn set_fen(&mut self, fen: &str) {
        self.set_tag("SetUp", "1");
        self.set_tag("FEN", fen);
    }

    /// How many moves were made, agreements not counted.
    pub fn plies(&self) -> usize {
        self.moves.iter().filter(|m| m.is_ply()).count()
    }

    /// The FEN that the game begins from, if it is not the start position.
    pub fn start_fen(&self) -> Option<&str> {
        // The standard lets SetUp "0" say that the game begins as usual.
        self.tag("FEN").filter(|_| self.tag("SetUp") != Some("0"))
    }
}

impl PgnMove {
    /// A move or an agreement of which nothing is said.
    pub fn new(san: impl Into<String>) -> PgnMove {
        PgnMove {
            san: san.into(),
            ..PgnMove::default()
        }
    }

    /// Whether it is one side's move, and no agreement: only these have a colon.
    pub fn is_ply(&self) -> bool {
        !self.san.contains(':')
    }
}
