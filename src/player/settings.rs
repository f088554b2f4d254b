//! How an engine is run.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::rules::chess::CHESS960;

use super::time_control::TimeControl;

/// The option by which an engine is told its game.
pub const GAME_OPTION: &str = "UCI_Variant";

/// Whether an option says which game is played: it is set for each game, by who knows it.
pub fn names_the_game(option: &str) -> bool {
    [GAME_OPTION, CHESS960.name]
        .iter()
        .any(|name| option.eq_ignore_ascii_case(name))
}

/// How to run an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The name in the record; unique.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it is started; here, if `None`.
    pub directory: Option<PathBuf>,
    /// How it is spoken to.
    pub protocol: ProtocolKind,
    /// Options with their values, in the order they are set.
    pub options: Vec<(String, String)>,
    /// What limits its thinking.
    pub limits: ThinkingLimits,
    /// Time over the clock's that is forgiven.
    pub margin: Duration,
    /// Whether each game is played by a new process.
    pub restart: bool,
}

/// A protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProtocolKind {
    /// Universal Chess Interface.
    #[default]
    Uci,
    /// Chess Engine Communication Protocol, version 2.
    #[serde(alias = "cecp")]
    Xboard,
}

/// What limits the thinking about a move. Nothing at all is infinite, which no
/// match is played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingLimits {
    /// A clock.
    pub time_control: Option<TimeControl>,
    /// A fixed time a move.
    pub move_time: Option<Duration>,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies a move.
    pub depth: Option<u32>,
}

/// How long engines may take where no clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// To answer the protocol's handshake.
    pub startup: Duration,
    /// To make ready for a new game (UCI).
    pub new_game: Duration,
    /// To answer a ping or a question, or to end when told to.
    pub answer: Duration,
    /// To move, if neither a clock nor a fixed time limits it.
    pub thinking: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            startup: Duration::from_secs(10),
            new_game: Duration::from_secs(10),
            answer: Duration::from_secs(5),
            thinking: Duration::from_secs(600),
        }
    }
}
