//! Values of positions as text.

use std::fmt;

/// A value as UCI's `score` has it: centipawns or moves to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciScore {
    /// Centipawns from the side to move.
    Centipawns(i32),
    /// Full moves to mate: positive if the side to move wins, negative if it
    /// loses, 0 if it has lost.
    Mate(i32),
}

/// As UCI writes a score.
impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciScore::Centipawns(value) => write!(f, "cp {value}"),
            UciScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
