//! An engine as a child process.
//!
//! Nothing an engine does or leaves undone can hold the referee up for longer
//! than its [`Timeouts`], take more than a bounded amount of memory, or survive
//! the referee.

mod children;
mod process;
mod uci;
mod xboard;

pub use children::end_what_engines_leave;

use std::time::Duration;

use regex_lite::Regex;
use thiserror::Error;

use crate::host::Interrupt;
use crate::notation::UciScore;
use crate::rules::Color;
use crate::search::time::Clock;
use crate::show::Game;

use super::log::TrafficLog;
use super::settings::{EngineSettings, ProtocolKind, ThinkingLimits, Timeouts};
use crate::pgn::details::Details;

use process::Process;

/// How a player fails.
#[derive(Debug, Error)]
pub enum PlayerError {
    /// The program is not there, for instance.
    #[error("cannot start {program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// It cannot do what is asked of it.
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

/// A reply, with the score and depth that the engine reported last.
#[derive(Clone, Debug)]
pub struct EvaluatedReply {
    /// The answer.
    pub reply: Reply,
    /// The last score, from its own view.
    pub score: Option<UciScore>,
    /// The last depth.
    pub depth: Option<u32>,
    /// How long it took.
    pub elapsed: Duration,
    /// What else it told of its search.
    pub details: Details,
}

/// A protocol, as the referee uses it.
trait Protocol: Send {
    /// From the start of the process to where games can be played.
    fn handshake(&mut self, process: &mut Process, game: &Game) -> Result<(), PlayerError>;

    /// A new game from `start`.
    fn new_game(
        &mut self,
        process: &mut Process,
        game: &Game,
        start: Option<&str>,
    ) -> Result<(), PlayerError>;

    /// A move.
    fn think(
        &mut self,
        process: &mut Process,
        request: &MoveRequest<'_>,
    ) -> Result<EvaluatedReply, PlayerError>;

    /// Whether the engine declares an option that stands for a command beyond the
    /// protocol, to be asked with [`Protocol::ask`].
    fn has_option(&self, _option: &str) -> bool {
        false
    }

    /// Asks with a command beyond the protocol: what the answer, a line that begins
    /// with the same word, says after it.
    fn ask(
        &mut self,
        _process: &mut Process,
        _request: &MoveRequest<'_>,
        _command: &'static str,
        _argument: &str,
    ) -> Result<Option<String>, PlayerError> {
        Ok(None)
    }

    /// The game has ended like this. Whether the process may play another one.
    fn game_over(&mut self, process: &mut Process, result: &str, reason: &str) -> bool;
}

/// A running engine.
pub struct Player {
    process: Process,
    protocol: Box<dyn Protocol>,
}

impl Player {
    /// Starts the program and does the handshake.
    ///
    /// # Errors
    ///
    /// If it cannot be started, does not answer, or does not know the game.
    pub fn start(
        settings: &EngineSettings,
        game: &Game,
        context: &PlayerContext,
    ) -> Result<Player, PlayerError> {
        let mut player = Player {
            process: Process::start(settings, context)?,
            protocol: match settings.protocol {
                ProtocolKind::Uci => Box::new(uci::Uci::new(settings)),
                ProtocolKind::Xboard => Box::new(xboard::Xboard::new(settings)),
            },
        };
        player.protocol.handshake(&mut player.process, game)?;
        Ok(player)
    }

    /// Begins a game.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn new_game(&mut self, game: &Game, start: Option<&str>) -> Result<(), PlayerError> {
        self.protocol.new_game(&mut self.process, game, start)
    }

    /// Asks for a move.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn think(&mut self, request: &MoveRequest<'_>) -> Result<EvaluatedReply, PlayerError> {
        self.process.renew_allowance();
        self.protocol.think(&mut self.process, request)
    }

    /// Whether the engine declares an option that stands for a command beyond its
    /// protocol, to be asked with [`Player::ask`].
    pub fn has_option(&self, option: &str) -> bool {
        self.protocol.has_option(option)
    }

    /// Asks with a command beyond the protocol. Returns what the answer, a line that
    /// begins with the same word, says after it; `None` if the protocol has no such
    /// commands.
    ///
    /// # Errors
    ///
    /// If the engine fails.
    pub fn ask(
        &mut self,
        request: &MoveRequest<'_>,
        command: &'static str,
        argument: &str,
    ) -> Result<Option<String>, PlayerError> {
        self.process.renew_allowance();
        self.protocol
            .ask(&mut self.process, request, command, argument)
    }

    /// Tells the engine how the game has ended. Whether it may play another one.
    pub fn game_over(&mut self, result: &str, reason: &str) -> bool {
        self.protocol.game_over(&mut self.process, result, reason)
    }

    /// Ends the engine: kindly at first.
    pub fn quit(self) {
        self.process.quit();
    }
}
