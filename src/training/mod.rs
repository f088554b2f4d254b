//! Training the networks, on processors alone.
//!
//! - [`samples`]: positions as sets of inputs, with what is known of their value;
//!   from games that `datagen` wrote, or from positions near those, labelled by the
//!   static evaluation;
//! - [`model`]: the network in floating point, its derivatives and its quantisation;
//! - [`adamw`]: the optimizer;
//! - [`train`]: passes, learning rates, reports and checkpoints.
//!
//! `docs/nets.md` tells what is done and why.

pub mod adamw;
pub mod model;
pub mod samples;
pub mod train;
