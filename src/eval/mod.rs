//! Static evaluation: what a position is worth without looking ahead, and which
//! captures win material.
//!
//! The search sees of it [`Evaluate`]: an [`Evaluator`] that follows its moves,
//! and static exchange evaluation ([`See`]). Each game has a module of its own, with
//! what its network sees; values are centipawns as the search uses them, and
//! [`WinRateModel`] tells what they mean.

#[macro_use]
mod network;

mod alice;
mod attack_sets;
mod attacked;
mod chess;
mod clupso;
mod draughts;
mod elolbia;
mod evaluator;
mod exposed;
mod iceage;
mod king_safety;
pub mod see;
#[cfg(test)]
pub(crate) mod testing;
mod win_rate;

pub use evaluator::{Evaluate, Evaluator, check_incremental};
pub use see::See;
pub use win_rate::WinRateModel;

/// No static evaluation goes beyond this, in centipawns.
pub const BOUND: i32 = 10_000;
