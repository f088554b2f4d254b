//! Training the networks, on processors alone, and the data for it; tuning the search.
//!
//! - [`datagen`] plays games of the engine against itself and writes them down;
//!   [`self_play`] is one such game;
//! - [`format`](mod@format) is what is written (`docs/datagen.md` says it in bytes),
//!   [`written_move`] a move in it;
//! - `game_file`: the file of such games that a command goes on with;
//! - [`read`] gives the positions of a file back;
//! - [`relabel`] values the positions of such games anew;
//! - [`samples`]: positions as sets of inputs, with what is known of their value;
//! - [`store`] holds the positions to train on, in files as far as memory has no room;
//! - [`training_data`]: those of such games, or of positions near those, labelled by the
//!   static evaluation;
//! - [`model`]: the network in floating point, its derivatives and its quantisation;
//! - [`spsa`] tunes the constants of the search by such games;
//! - [`settings`] is what is asked of `datagen`, `relabel`, `train` and `win_rate`;
//! - [`adamw`]: the optimizer;
//! - [`train`]: passes, learning rates, reports and checkpoints;
//! - [`bullet`] writes positions for a trainer of others;
//! - [`win_rate`] fits what the values of a search mean in games.
//!
//! `docs/nets.md` tells what is done and why.

pub mod adamw;
pub mod bullet;
pub mod datagen;
pub mod format;
mod game_file;
pub mod model;
pub mod read;
pub mod relabel;
pub mod samples;
pub mod self_play;
pub mod settings;
pub mod spsa;
pub mod store;
pub mod train;
pub mod training_data;
pub mod win_rate;
pub mod written_move;
