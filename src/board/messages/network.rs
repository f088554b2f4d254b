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
    /// Proposes something to the other side, after so many moves.
    Propose {
        ply: usize,
        #[serde(flatten)]
        proposed: Proposed,
    },
    /// Accepts the proposal with this number; an agreement needs squares.
    Accept {
        proposal: u32,
        #[serde(default)]
        squares: Vec<String>,
    },
    /// Declines the proposal with this number, or withdraws it.
    Decline { proposal: u32 },
    /// Gives up.
    Resign,
    /// Wishes for the same game with the other colours; it begins when both do.
    Rematch,
    /// The game as PGN, if it is the one with this `game_id`.
    Pgn { game_id: String },
}

/// What a side can propose.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Proposed {
    /// A draw.
    Draw,
    /// That its last move is taken back, with what followed.
    TakeBack,
    /// The game's agreement, for which it names these squares.
    Agreement { squares: Vec<String> },
}

/// The game that a host wishes for.
#[derive(Clone, Debug, Deserialize)]
pub struct NetworkWish {
    /// The game's name.
    pub game: String,
    /// Whether it begins from one of the 960 start positions.
    #[serde(default)]
    pub chess960: bool,
    /// Where it begins, if not at the start position.
    #[serde(default)]
    pub fen: Option<String>,
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
    /// A name that no other game has.
    pub game_id: String,
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
    /// What one side proposes to the other.
    pub proposal: Option<NetworkProposal>,
    /// Who wishes for a rematch.
    pub rematch: Option<Side>,
    pub over: Option<NetworkEnd>,
    /// The addresses of the other player and of spectators; for the host alone.
    pub invitation: Option<[String; 2]>,
}

/// A proposal that waits for an answer.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NetworkProposal {
    /// Counts the proposals of a game, so that no answer meets another one.
    pub number: u32,
    /// Who proposes it.
    pub by: Side,
    #[serde(flatten)]
    pub proposed: Proposed,
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
