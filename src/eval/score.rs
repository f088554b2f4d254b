//! A pair of values: one for the middlegame, one for the endgame.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use super::FULL_PHASE;

/// Centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With few pieces left.
    pub endgame: i32,
}

/// Shorthand for tables of scores: middlegame, endgame.
#[inline]
pub const fn score(middlegame: i32, endgame: i32) -> Score {
    Score {
        middlegame,
        endgame,
    }
}

impl Score {
    /// Nothing.
    pub const ZERO: Score = score(0, 0);

    /// The same value in every phase.
    #[inline]
    pub const fn flat(value: i32) -> Score {
        score(value, value)
    }

    /// The value at a phase from 0 to [`FULL_PHASE`]; phases outside count as
    /// the nearest.
    #[inline]
    pub fn taper(self, phase: i32) -> i32 {
        let phase = phase.clamp(0, FULL_PHASE);
        (self.middlegame * phase + self.endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// This share of the value, in hundredths.
    #[inline]
    pub const fn percent(self, percent: i32) -> Score {
        score(
            self.middlegame * percent / 100,
            self.endgame * percent / 100,
        )
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        score(
            self.middlegame + other.middlegame,
            self.endgame + other.endgame,
        )
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        score(
            self.middlegame - other.middlegame,
            self.endgame - other.endgame,
        )
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        score(-self.middlegame, -self.endgame)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline]
    fn mul(self, factor: i32) -> Score {
        score(self.middlegame * factor, self.endgame * factor)
    }
}

impl Div<i32> for Score {
    type Output = Score;

    #[inline]
    fn div(self, divisor: i32) -> Score {
        score(self.middlegame / divisor, self.endgame / divisor)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Score) {
        *self = *self - other;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapers_between_its_ends() {
        let value = score(100, 40);
        assert_eq!(value.taper(FULL_PHASE), 100);
        assert_eq!(value.taper(0), 40);
        assert_eq!(value.taper(FULL_PHASE / 2), 70);
        assert_eq!(value.taper(2 * FULL_PHASE), 100);
        assert_eq!((value - score(1, 2) * 3).percent(50), score(48, 17));
    }
}
