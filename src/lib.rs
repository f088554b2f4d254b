//! Galaverna, an engine for chess variants and orthodox chess.
//!
//! The rooms, each of which knows only those before it:
//!
//! - [`rules`]: what a position is and which moves are legal, game by game;
//! - [`eval`]: what a position is worth without looking ahead;
//! - [`search`]: looking ahead;
//! - [`engine`]: options, clocks, the thread that searches;
//! - [`xboard`] is how XBoard shows the games and writes their moves;
//! - [`protocol`] speaks UCI and XBoard's protocol;
//! - [`batch`] is what long runs of many games need: shares of them, a way to stop, progress;
//! - [`arena`] is the referee: games between engines, their records and statistics;
//! - [`tuning`] makes data to tune the evaluation with;
//! - [`cli`] is the command line.

pub mod arena;
pub mod batch;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tuning;
pub mod xboard;
