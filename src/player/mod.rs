//! Other programs that play, each a child process that is spoken to by UCI or XBoard's
//! protocol: the referee's engines, and those that the board is told of.
//!
//! - [`configuration`] is `engines.toml`, which knows them by name, [`settings`] how one is run;
//! - [`log`] keeps what is said to and by them.
//!
//! Nothing an engine does or leaves undone can hold up whoever has started it for longer
//! than its [`Timeouts`], take more than a bounded amount of memory, or survive who has
//! started it.

mod children;
pub mod configuration;
pub mod log;
mod process;
pub mod settings;
pub mod time_control;
mod uci;
mod xboard;

pub use children::{end_all_for_good, end_what_engines_leave};
pub use uci::{InfoLine, Uci};

use std::time::Duration;

use regex_lite::Regex;
use thiserror::Error;

use crate::host::Interrupt;
use crate::notation::UciScore;
use crate::pgn::details::Details;
use crate::rules::Color;
use crate::search::time::Clock;
use crate::show::Variant;

use log::TrafficLog;
use settings::{EngineSettings, ProtocolKind, ThinkingLimits, Timeouts};

use process::Process;

/// How a player fails.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// It cannot be started, or cannot do what is asked of it.
    #[error("{0}")]
    Unsuitable(String),
    /// It ended, or closed its input or output.
    #[error("disconnects")]
    Disconnected,
    /// It does not answer.
    #[error("stalls: no answer to '{0}'")]
    Hung(&'static str),
    /// It says more than anybody wants to read.
    #[error("floods its output")]
    Flood,
    /// Not its fault: the match was interrupted.
    #[error("the match was interrupted")]
    Interrupted,
}

/// What all players are given.
#[derive(Clone, Debug)]
pub struct PlayerContext {
    /// Where their traffic is written down.
    pub log: TrafficLog,
    /// How they are told to stop waiting.
    pub interrupt: Interrupt,
    /// How long they may take.
    pub timeouts: Timeouts,
    /// Which of their lines are kept for the record.
    pub kept_lines: Vec<Regex>,
}

/// A position to find a move in.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// Where the game began; the start position if `None`.
    pub start: Option<&'a str>,
    /// Moves since then, in coordinate notation.
    pub moves: &'a [String],
    /// The side to move.
    pub turn: Color,
    /// White's and Black's clock.
    pub clocks: [Option<Clock>; 2],
    /// What else limits the thinking.
    pub limits: &'a ThinkingLimits,
    /// The time after which the answer counts no more.
    pub allowed: Duration,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move.
    Move(String),
    /// It gives up.
    Resign,
    /// It says how the game has ended, in its own words.
    Claim(String),
}

/// What a player reports about its move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveEvaluation {
    /// The last score, from its own view.
    pub score: Option<UciScore>,
    /// The last depth, in plies.
    pub depth: Option<u32>,
    /// How long it took.
    pub elapsed: Duration,
    /// What else it told of its search.
    pub details: Details,
}

/// A running engine, by whatever protocol.
pub trait Player: Send {
    /// Begins a game from `start`.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn new_game(&mut self, variant: Variant, start: Option<&str>) -> Result<(), PlayerError>;

    /// Asks for a move; also returns what the engine reported last.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn think(&mut self, request: &MoveRequest<'_>) -> Result<(Reply, MoveEvaluation), PlayerError>;

    /// Whether the engine declares an option that stands for a command beyond its
    /// protocol, to be asked with [`Player::ask`].
    fn has_option(&self, _option: &str) -> bool {
        false
    }

    /// Asks with a command beyond the protocol. Returns what the answer, a line that
    /// begins with the same word, says after it; `None` if the protocol has no such
    /// commands.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    fn ask(
        &mut self,
        _request: &MoveRequest<'_>,
        _command: &'static str,
        _argument: &str,
    ) -> Result<Option<String>, PlayerError> {
        Ok(None)
    }

    /// Tells the engine how the game has ended. Whether it may play another one.
    fn game_over(&mut self, result: &str, reason: &str) -> bool;

    /// Ends the engine: kindly at first.
    fn quit(self: Box<Self>);
}

/// Starts an engine and does the handshake.
///
/// # Errors
///
/// If it cannot be started, does not answer, or does not know the game.
pub fn start(
    settings: &EngineSettings,
    variant: Variant,
    context: &PlayerContext,
) -> Result<Box<dyn Player>, PlayerError> {
    let process = Process::start(settings, context)?;
    Ok(match settings.protocol {
        ProtocolKind::Uci => Box::new(uci::Uci::start(process, variant)?),
        ProtocolKind::Xboard => Box::new(xboard::Xboard::start(process, variant)?),
    })
}

/// What an engine said, fit for a record: short, in one line, and in ASCII, which
/// is all that some readers of our output understand.
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let plain = |c: char| match c {
        '{' | '}' | '"' | '\\' => '\'',
        c if c.is_control() => ' ',
        c if !c.is_ascii() => '?',
        c => c,
    };
    match text.is_empty() {
        true => "none".to_owned(),
        false => text.chars().take(LONGEST).map(plain).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_engines_say_cannot_break_a_record() {
        assert_eq!(quoted("1-0 {White \"mates\"}\u{7}"), "1-0 'White 'mates'' ");
        assert_eq!(quoted(&"é".repeat(1000)), "?".repeat(40));
        assert_eq!(quoted(""), "none");
    }
}
