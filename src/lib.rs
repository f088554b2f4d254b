//! Galaverna, an engine for four chess variants and orthodox chess.

pub mod eval;
pub mod rules;
pub mod search;
