//! Data to tune the evaluation with.
//!
//! - [`datagen`] plays games of the engine against itself and writes them down;
//!   [`self_play`] is one such game;
//! - [`format`](mod@format) is what is written (`docs/datagen.md` says it in bytes);
//! - [`read`] gives the quiet positions of a file back.

pub mod datagen;
pub mod format;
pub mod read;
pub mod self_play;
