//! Galaverna's rules as pyffish and ffish.js offer those of Fairy-Stockfish: what the
//! packages for Python and for JavaScript have in common.
//!
//! ```
//! use galaverna_ffish::{Board, Notation, Rules};
//!
//! let mut board = Board::new("alice", None, &Rules::pychess())?;
//! board.push("e2e4")?;
//! assert_eq!(board.fen(), "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! assert_eq!(board.san("d7d5", Notation::San)?, "d5");
//! assert_eq!(board.san("d7d5", Notation::Boards)?, "d5/B");
//! # Ok::<(), galaverna_ffish::Error>(())
//! ```

mod board;
mod notation;
mod validate;

use galaverna::notation::MoveError;
use galaverna::rules::chess::CHESS960;
use galaverna::rules::{Color, Outcome};
use galaverna::show::{GAMES, Game, PositionError};
use thiserror::Error;

pub use board::Board;
pub use galaverna;
pub use notation::Notation;
pub use validate::{FEN_OK, validate_fen};

/// The value of a win, as Fairy-Stockfish counts.
pub const VALUE_MATE: i32 = 32_000;

/// Why something is refused, in one line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// No game of this name.
    #[error("no variant '{name}'; the variants are: {}", variants().join(" "))]
    Variant {
        /// The name.
        name: String,
    },
    /// No rule that can be switched has this name.
    #[error("no rule '{0}'")]
    Rule(String),
    /// A game that only begins from one position.
    #[error("{0} has no Chess960")]
    Chess960(&'static str),
    /// A notation that is not of these games.
    #[error("no notation {0} for these variants, but 0, 1 (SAN) and 2 (LAN)")]
    Notation(i64),
    /// A FEN or one of the moves after it is refused.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The names of all games in alphabetical order.
pub fn variants() -> Vec<&'static str> {
    let mut names = Game::names();
    names.sort_unstable();
    names
}

/// The game with this name.
///
/// # Errors
///
/// If there is none.
pub fn game(variant: &str) -> Result<&'static Game, Error> {
    Game::named(variant).ok_or_else(|| Error::Variant {
        name: variant.to_owned(),
    })
}

/// The start position of a game as FEN.
///
/// # Errors
///
/// If there is no such game.
pub fn start_fen(variant: &str) -> Result<&'static str, Error> {
    game(variant).map(|game| game.start_fen)
}

/// Which rules hold, where a game leaves a choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The rules that do not hold as usual, by name.
    switched: Vec<&'static str>,
}

impl Rules {
    /// As the law of each game has it.
    pub fn usual() -> Rules {
        Rules::default()
    }

    /// As pychess.org and Fairy-Stockfish play: Alice Chess without en passant.
    pub fn pychess() -> Rules {
        Rules {
            switched: vec!["Alice_EnPassant"],
        }
    }

    /// Switches a rule by the name of its UCI option, in either case.
    ///
    /// # Errors
    ///
    /// If there is no such rule.
    pub fn set(&mut self, name: &str, on: bool) -> Result<(), Error> {
        let mut rules = GAMES.iter().flat_map(|game| game.rule_options);
        let rule = rules
            .find(|rule| rule.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| Error::Rule(name.to_owned()))?;
        self.switched.retain(|&other| other != rule.name);
        if on != rule.default {
            self.switched.push(rule.name);
        }
        Ok(())
    }

    /// Lets a game begin from positions of Chess960.
    ///
    /// # Errors
    ///
    /// If there is no such game, or it knows none.
    pub fn set_chess960(&mut self, variant: &str) -> Result<(), Error> {
        let game = game(variant)?;
        let rule = game.rule_options.iter().find(|&&rule| rule == CHESS960);
        let rule = rule.ok_or(Error::Chess960(game.title))?;
        self.set(rule.name, true)
    }

    /// The rules that a game leaves to a choice, and whether they hold.
    pub fn of(&self, game: &'static Game) -> impl Iterator<Item = (&'static str, bool)> {
        let rules = game.rule_options.iter();
        rules.map(|rule| {
            (
                rule.name,
                rule.default != self.switched.contains(&rule.name),
            )
        })
    }
}

/// The value of an end for a side: 0, or [`VALUE_MATE`] with the sign of who won.
pub fn value(outcome: Outcome, side: Color) -> i32 {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == side => VALUE_MATE,
        Some(_) => -VALUE_MATE,
    }
}
