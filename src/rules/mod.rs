//! The rules of the games: what a position is, which moves are legal, how
//! positions and moves are written, how games end.
//!
//! This room knows nothing of evaluation, search or text protocols. The law is
//! in `docs/rules/`; each game has a module of its own that implements
//! [`Position`].

pub mod alice;
pub mod board;
pub mod castling;
pub mod changes;
pub mod check_info;
pub mod chess;
pub mod clupso;
pub mod draughts;
pub mod elolbia;
pub mod iceage;
pub mod moves;
mod orthodox;
pub mod outcome;
pub mod perft;
pub mod piece;
pub mod position;
pub mod record;
pub mod setup;
pub mod state;
pub mod zobrist;

pub use board::Board;
pub use changes::{Occupant, SquareChange, SquareChanges, SquareObserver};
pub use check_info::CheckInfo;
pub use moves::{Move, MoveKind, MoveList};
pub use outcome::{EndReason, Outcome};
pub use piece::{Piece, Role};
pub use position::{Agreement, Position};
pub use record::GameRecord;
pub use setup::{Material, Setup, SetupError};
pub use shakmaty::{Bitboard, Color, File, Rank, Square, attacks};
pub use state::State;
