//! Values of positions in a search: centipawns from the side to move, with mates
//! beyond every evaluation, and between the two what endgame tables call won.

use crate::notation::UciScore;

/// A draw.
pub const DRAW: i32 = 0;

/// A win on the spot; a win in `n` plies is `n` less.
pub const MATE: i32 = 32_000;

/// Beyond every value.
pub const INFINITE: i32 = 32_001;

/// Values from here on are mates.
pub const MATE_IN_MAX_PLY: i32 = MATE - super::MAX_PLY as i32;

/// A win by the endgame tables on the spot; one that is reached in `n` plies is `n` less.
pub const TABLE_WIN: i32 = MATE_IN_MAX_PLY - 1;

/// Values from here on are wins by force: mates, and what endgame tables call won.
pub const WIN_IN_MAX_PLY: i32 = TABLE_WIN - super::MAX_PLY as i32;

/// The value of winning `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The value of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a value is a win or a loss by force.
#[inline]
pub const fn is_decisive(value: i32) -> bool {
    value.abs() >= WIN_IN_MAX_PLY
}

/// Whether a value is a mate, for either side.
#[inline]
pub const fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_IN_MAX_PLY
}

impl From<i32> for UciScore {
    fn from(value: i32) -> UciScore {
        if !is_mate(value) {
            UciScore::Centipawns(value)
        } else if value > 0 {
            // A game that is won already has no mate to come, but 0 means lost.
            UciScore::Mate(((MATE - value + 1) / 2).max(1))
        } else {
            // After the loser's own move the ice can decide the game: that is a move, too.
            let plies = MATE + value;
            UciScore::Mate(-(plies / 2).max(plies.min(1)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(UciScore::from(mate_in(0)), UciScore::Mate(1));
        assert_eq!(UciScore::from(mate_in(1)), UciScore::Mate(1));
        assert_eq!(UciScore::from(mate_in(2)), UciScore::Mate(1));
        assert_eq!(UciScore::from(mate_in(3)), UciScore::Mate(2));
        assert_eq!(UciScore::from(mated_in(0)), UciScore::Mate(0));
        assert_eq!(UciScore::from(mated_in(1)), UciScore::Mate(-1));
        assert_eq!(UciScore::from(mated_in(2)), UciScore::Mate(-1));
        assert_eq!(UciScore::from(mated_in(3)), UciScore::Mate(-1));
        assert_eq!(UciScore::from(mated_in(4)).to_string(), "mate -2");
        assert_eq!(UciScore::from(-31).to_string(), "cp -31");
    }
}
