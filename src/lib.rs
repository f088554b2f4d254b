//! Galaverna, an engine for four chess variants and orthodox chess.

pub mod rules;
