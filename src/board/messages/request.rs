//! What the page asks.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::show::view::Side;

use super::TreeMove;

/// A request of the page. Every answer carries the request's `id`.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// Chosen by the page.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub body: RequestBody,
}

/// What names a message.
#[derive(Deserialize)]
struct Named<'a> {
    #[serde(rename = "type", borrow)]
    _name: Cow<'a, str>,
}

impl Request {
    /// Reads a request from JSON.
    ///
    /// # Errors
    ///
    /// If it is none, or its `type` is not a text: serde takes a number for a kind's place
    /// among all.
    pub fn read(text: &str) -> Result<Request, serde_json::Error> {
        read(text)
    }
}

/// Reads a message whose `type` is a text.
pub(super) fn read<'a, M: Deserialize<'a>>(text: &'a str) -> Result<M, serde_json::Error> {
    let Named { .. } = serde_json::from_str(text)?;
    serde_json::from_str(text)
}

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RequestBody {
    /// The position after these moves.
    Position {
        #[serde(flatten)]
        line: GameLine,
    },
    /// The position in which the side to move has passed, to search what the other threatens.
    Threat {
        #[serde(flatten)]
        line: GameLine,
    },
    /// What the endgame tables know of the position.
    Tables {
        #[serde(flatten)]
        line: GameLine,
    },
    /// A move that a person has typed.
    ReadMove {
        #[serde(flatten)]
        line: GameLine,
        text: String,
    },
    /// A search; it takes the place of one under way.
    Search {
        #[serde(flatten)]
        line: GameLine,
        #[serde(flatten)]
        wish: SearchWish,
    },
    /// Which engines there are besides our own; they are started to find out what they play.
    Engines,
    /// The end of the search or review under way.
    Stop,
    /// A short look at every position of a game.
    Review {
        #[serde(flatten)]
        line: GameLine,
        /// Nodes a position.
        nodes: u64,
    },
    /// Whether the engine, to move or not, takes a draw.
    OfferDraw {
        #[serde(flatten)]
        line: GameLine,
        /// The engine's side.
        side: Side,
    },
    /// Whether the engine wants an agreement, and which.
    WishAgreement {
        #[serde(flatten)]
        line: GameLine,
        /// The engine's side.
        side: Side,
    },
    /// What the engine answers to an agreement.
    OfferAgreement {
        #[serde(flatten)]
        line: GameLine,
        /// The engine's side.
        side: Side,
        /// The squares that the other side names.
        squares: Vec<String>,
    },
    /// The text of an agreement of two people.
    Agree {
        #[serde(flatten)]
        line: GameLine,
        white: Vec<String>,
        black: Vec<String>,
    },
    /// The FEN of a position put together by hand.
    Compose(Composition),
    /// The games of a PGN text.
    ReadPgn {
        text: String,
        /// Which of them, from 0, is wanted with its moves.
        index: usize,
    },
    /// A game as PGN.
    WritePgn {
        /// What it begins from; its own moves do not matter.
        #[serde(flatten)]
        line: GameLine,
        /// As in an answer to `read_pgn`.
        tree: Vec<TreeMove>,
        /// Names and values.
        tags: Vec<(String, String)>,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
    },
}

impl RequestBody {
    /// Whether it ends the search under way, or begins one.
    pub fn needs_the_engine(&self) -> bool {
        matches!(
            self,
            RequestBody::Search { .. }
                | RequestBody::Stop
                | RequestBody::Review { .. }
                | RequestBody::WishAgreement { .. }
                | RequestBody::OfferAgreement { .. }
        )
    }
}

/// A position by the moves that led to it.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameLine {
    /// The game's name.
    pub game: String,
    /// Rules that are not as usual, by their options' names.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub rules: Vec<(String, bool)>,
    /// The position that it begins from, if it is not the start position.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub fen: Option<String>,
    /// Moves in coordinate notation, agreements among them.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// How to search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct SearchWish {
    /// Which engine searches, by its name in the greeting; our own without one.
    pub engine: Option<String>,
    /// How many lines to show.
    pub lines: Option<usize>,
    /// How many threads search, and how large the table is, in MiB.
    pub threads: Option<usize>,
    pub hash: Option<usize>,
    /// The rating to play at; without it the engine plays as well as it can.
    pub elo: Option<u32>,
    /// Until stopped.
    pub infinite: bool,
    /// Milliseconds.
    pub move_time: Option<u64>,
    /// White's and Black's clock.
    pub clocks: Option<[WireClock; 2]>,
    /// What the engine has thought of its own moves in this game, where it plays one: it
    /// resigns and offers draws accordingly.
    pub own_moves: OwnMoves,
}

/// The engine's own moves in a game.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct OwnMoves {
    /// Their values in centipawns, from its own view.
    pub values: Vec<i32>,
    /// How many there were when it last offered a draw.
    #[serde(default)]
    pub offered_at: Option<usize>,
}

/// A clock, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WireClock {
    /// Time left.
    pub remaining: u64,
    /// Time added after each move.
    pub increment: u64,
}

/// A position put together by hand.
#[derive(Debug, Deserialize)]
pub struct Composition {
    /// The game's name.
    pub game: String,
    /// Each board as 64 letters of FEN from a1 to h8, `.` for an empty square.
    pub boards: Vec<String>,
    /// The side to move.
    pub turn: Side,
    /// The number of the move that is to be made.
    pub number: u32,
    /// Whether kings and rooks on their squares may still castle.
    pub castling: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_no_request() {
        assert!(Request::read(r#"{"id": 1, "type": "search", "game": "chess"}"#).is_ok());
        assert!(Request::read(r#"{"id": 1, "type": 2, "game": "chess"}"#).is_err());
    }
}
