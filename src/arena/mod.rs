//! The referee: games between engines, their records, and what they prove.

pub mod merge;
pub mod pgn;
pub mod statistics;
