//! Tuning the evaluation, and the data for it.
//!
//! - [`datagen`] plays games of the engine against itself and writes them down;
//!   [`self_play`] is one such game;
//! - [`format`](mod@format) is what is written (`docs/datagen.md` says it in bytes),
//!   [`written_move`] a move in it;
//! - [`read`] gives the quiet positions of a file back;
//! - [`tune`] finds better weights on them: [`parameters`] lists the weights,
//!   [`linear`] takes derivatives and [`fit`] minimises the error.

pub mod datagen;
pub mod fit;
pub mod format;
pub mod linear;
pub mod parameters;
pub mod read;
pub mod self_play;
pub mod tune;
pub mod written_move;
