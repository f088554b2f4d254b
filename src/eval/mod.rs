//! Static evaluation: what a position is worth without looking ahead, and which
//! captures win material.
//!
//! The search sees of it [`Evaluate`]: an [`Evaluator`] that follows its moves,
//! and static exchange evaluation ([`See`]). Behind that, each game implements
//! [`HandCrafted`] in a module of its own, from terms that several games share and
//! terms of its own. All figures are centipawns; a [`Score`] holds one for the
//! middlegame and one for the endgame, and the pieces left decide how the two are
//! mixed ('tapered').

mod alice;
mod attack_info;
mod chess;
mod clupso;
mod draughts;
mod elolbia;
mod evaluator;
mod features;
mod hand_crafted;
mod iceage;
mod network;
mod orthodox;
mod pawns;
mod piece_square;
pub mod score;
pub mod see;
mod terms;
#[cfg(test)]
pub(crate) mod testing;
pub mod weights;

pub use evaluator::{Evaluate, Evaluator, check_incremental};
pub use hand_crafted::{FULL_PHASE, HandCrafted, HandCraftedEvaluator, Term};
pub use score::Score;
pub use see::See;
pub use weights::Weights;

/// No static evaluation goes beyond this, in centipawns.
pub const BOUND: i32 = 10_000;
