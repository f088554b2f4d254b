//! What is said about a game between two machines of a network.

use serde::{Deserialize, Serialize};

use crate::show::view::Side;

use super::{GameLine, request};

/// A request of a page that takes part in the game. Those of other machines can say nothing
/// else, so that they reach neither an engine nor a file.
#[derive(Debug, Deserialize)]
pub struct NetworkRequest {
    /// Chosen by the page.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub body: NetworkRequestBody,
}

impl NetworkRequest {
    /// Reads a request from JSON.
    ///
    /// # Errors
    ///
    /// As [`Request::read`](super::Request::read).
    pub fn read(text: &str) -> Result<NetworkRequest, serde_json::Error> {
        request::read(text)
    }
}

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NetworkRequestBody {
    /// A new game, in place of the one before; only the host's pages may.
    Invite(NetworkWish),
    /// The end of the game and of its invitation; only the host's pages may.
    CallOff,
    /// What a player or a guest is called.
    Name { name: String },
    /// The position after some of the game's own moves.
    Position {
        #[serde(flatten)]
        line: GameLine,
    },
    /// A move that a person has typed.
    ReadMove {
        #[serde(flatten)]
        line: GameLine,
        text: String,
    },
    /// A move after so many others.
    Play { ply: usize, text: String },
    /// Offers a draw, or accepts the one that is offered.
    Draw,
    /// Declines the draw that is offered.
    DeclineDraw,
    /// Gives up.
    Resign,
    /// Wishes for the same game with the other colours; it begins when both do.
    Rematch,
}

/// The game that a host wishes for.
#[derive(Clone, Debug, Deserialize)]
pub struct NetworkWish {
    /// The game's name.
    pub game: String,
    /// Whether it begins from one of the 960 start positions.
    #[serde(default)]
    pub chess960: bool,
    /// The host's side; by lot without one.
    #[serde(default)]
    pub side: Option<Side>,
    /// The clocks, if there are any.
    #[serde(default)]
    pub time: Option<NetworkTime>,
    /// What the host is called.
    #[serde(default)]
    pub name: String,
}

/// The time of each side, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NetworkTime {
    /// For the game.
    pub base: u64,
    /// Added after each move.
    pub increment: u64,
}

/// A game as one of its pages sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NetworkView {
    /// Counts the games of one invitation, from 1.
    pub number: u32,
    /// The start, and the moves so far.
    pub line: GameLine,
    /// The moves in SAN.
    pub sans: Vec<String>,
    /// The side of the page that is told; spectators have none.
    pub side: Option<Side>,
    pub time: Option<NetworkTime>,
    /// What White's and Black's clock show now, in milliseconds.
    pub clocks: Option<[u64; 2]>,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// What White and Black are called, where they have said so.
    pub names: [Option<String>; 2],
    /// Whether White and Black have a page open.
    pub present: [bool; 2],
    /// How many pages only watch.
    pub spectators: usize,
    /// Whether both have been there.
    pub begun: bool,
    /// Who offers a draw.
    pub draw_offer: Option<Side>,
    /// Who wishes for a rematch.
    pub rematch: Option<Side>,
    pub over: Option<NetworkEnd>,
    /// The addresses of the other player and of spectators; for the host alone.
    pub invitation: Option<[String; 2]>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NetworkEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// In words.
    pub says: String,
}
