//! Efficiently updatable neural networks (NNUE, Nasu 2018).
//!
//! A network has one hidden layer and two perspectives, that of the side to move and
//! that of the other: (inputs → hidden) × 2 → 1, with squared clipped rectifiers
//! (SCReLU) and an output layer chosen by the position ('output buckets').
//!
//! - [`FeatureSet`]: what a game's network sees; each game has one in a module of its
//!   own;
//! - [`Network`]: the weights, and how they stand in a file (`docs/nets.md` says it in
//!   bytes);
//! - [`Accumulators`]: the hidden layer before its rectifiers, kept up to date move by
//!   move;
//! - [`NetworkEvaluator`]: the evaluator of a game with a network.
//!
//! Weights are integers: 255 ([`QA`]) is one in the hidden layer, 64 ([`QB`]) in the
//! output layer, as in most engines since Stockfish's first networks.

mod accumulator;
mod evaluator;
mod features;
mod network;
mod simd;

pub use accumulator::Accumulators;
pub use evaluator::{NetworkEvaluator, Share};
pub use features::{
    Derived, DerivedSets, EarlierInputs, FeatureSet, MAX_DERIVED_SETS, OccupantSets, Perspective,
    bucket_by_pieces, piece_input, seen_square, write_pieces,
};
pub use network::{
    FEATURE_WEIGHT_MAX, HIDDEN_BIAS_MAX, MAX_SCALE, Network, NetworkError, OUTPUT_SUM_MAX,
    OUTPUT_WEIGHT_MAX, Weights,
};
pub use simd::Row;

/// One in the hidden layer, and the upper bound of its rectifiers.
pub const QA: i16 = 255;

/// One among the weights of the output layer.
pub const QB: i16 = 64;

/// Centipawns of an output of one, where neither a network's file nor the trainer's settings
/// say otherwise.
pub const SCALE: i32 = 400;

#[cfg(test)]
mod tests;
