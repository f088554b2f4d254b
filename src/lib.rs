//! Galaverna, an engine for chess variants and orthodox chess.
//!
//! A position of Alice Chess, its legal moves, and the one that the engine plays:
//!
//! ```
//! use galaverna::engine::session::search_alone;
//! use galaverna::search::{time::Limits, transposition::TranspositionTable};
//! use galaverna::show::Game;
//!
//! let mut game = Game::named("alice").expect("one of the games").session();
//! game.set_position(None, &["e2e4", "d7d5"])?;
//! let moves: Vec<String> = game.legal_moves().iter().map(|&m| game.san(m)).collect();
//! assert!(moves.contains(&"Nf3/B".to_owned()));
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let table = TranspositionTable::new(1).expect("memory for a table of 1 MiB");
//! let answer = search_alone(game.as_ref(), limits, &table);
//! let best = answer.best.expect("a game that goes on").san;
//! assert!(moves.contains(&best));
//! println!("{best}, {} centipawns for White, who is to move", answer.value);
//! # Ok::<(), galaverna::show::PositionError>(())
//! ```
//!
//! Without the feature `native` the library is the core alone: no command line, referee,
//! trainer, server or XBoard, and none of what they depend on.
//!
//! The rooms, each of which knows only those before it:
//!
//! - [`host`]: the machine under all this, which a platform can supply;
//! - [`output`]: what is printed;
//! - [`rules`]: what a position is and which moves are legal, game by game;
//! - [`notation`]: positions and moves as text;
//! - [`show`]: what people see of a position and of moves, XBoard's window included; a game
//!   in play, whichever it is; the list of games;
//! - [`pgn`]: games as text, read, replayed and written;
//! - [`batch`] is what long runs of many games need: shares of them, their files,
//!   progress;
//! - [`tables`] are endgame tables: what each position with few pieces is worth;
//! - [`nnue`]: neural networks, what they see of a position and how they are kept up to
//!   date;
//! - [`eval`]: the static evaluation of each game, static exchange evaluation (SEE), and
//!   the trait of an evaluator that follows the moves of a search;
//! - [`search`]: looking ahead;
//! - [`engine`]: options, clocks, the thread that searches, what search adds to the games,
//!   openings;
//! - [`protocol`] speaks UCI and XBoard's protocol;
//! - [`player`] runs other programs that play, and speaks both protocols with them;
//! - [`arena`] is the referee: games between engines, their records and statistics;
//! - [`training`] trains networks, on games that it lets the engine play with itself;
//! - [`problems`] finds problems to solve, in such games;
//! - [`openings`] searches the first moves of the games and makes books of them;
//! - [`board`] is the board in the browser;
//! - [`cli`] is the command line.

// Tests in here and those outside share a list of the games.
#[cfg(test)]
extern crate self as galaverna;

#[cfg(test)]
#[macro_use]
#[path = "../tests/common/for_each_game.rs"]
mod for_each_game;

#[cfg(feature = "native")]
pub mod arena;
#[cfg(feature = "native")]
pub mod batch;
pub mod board;
#[cfg(feature = "native")]
pub mod cli;
pub mod engine;
pub mod eval;
pub mod host;
pub mod nnue;
pub mod notation;
#[cfg(feature = "native")]
pub mod openings;
pub mod output;
pub mod pgn;
#[cfg(feature = "native")]
pub mod player;
#[cfg(feature = "native")]
pub mod problems;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod show;
pub mod tables;
#[cfg(feature = "native")]
pub mod training;
