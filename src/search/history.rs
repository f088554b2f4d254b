//! What earlier searches say of quiet moves.

use crate::rules::{Color, Move};

/// The highest value of a history entry.
pub const HISTORY_MAX: i32 = 16_384;

/// Which quiet moves have been good, by side, origin and destination ('butterfly
/// history', Schaeffer 1983), with gravity: an entry moves less the nearer it is
/// to its bounds.
#[derive(Clone, Debug)]
pub struct History {
    quiet: Vec<i16>,
}

impl Default for History {
    fn default() -> History {
        History {
            quiet: vec![0; 2 * 64 * 64],
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
    }

    #[inline]
    fn index(color: Color, m: Move) -> usize {
        (color as usize * 64 + m.from().to_usize()) * 64 + m.to().to_usize()
    }

    /// From `-HISTORY_MAX`, bad, to `HISTORY_MAX`, good.
    #[inline]
    pub fn quiet(&self, color: Color, m: Move) -> i32 {
        i32::from(self.quiet[History::index(color, m)])
    }

    /// Learns that `best` refuted the opponent's play at this depth while the
    /// quiet moves tried before it did not.
    pub fn reward(&mut self, color: Color, best: Move, tried: &[Move], depth: i32) {
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        self.update(color, best, bonus);
        for &m in tried.iter().filter(|&&m| m != best) {
            self.update(color, m, -bonus);
        }
    }

    fn update(&mut self, color: Color, m: Move, bonus: i32) {
        let entry = &mut self.quiet[History::index(color, m)];
        let value = i32::from(*entry);
        // Stays within ±HISTORY_MAX, which 16 bits hold.
        *entry = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{MoveKind, Square};

    use super::*;

    #[test]
    fn values_stay_within_bounds() {
        let mut history = History::default();
        let good = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let bad = Move::new(Square::G1, Square::H3, MoveKind::Quiet);
        for _ in 0..1000 {
            history.reward(Color::White, good, &[bad, good], 20);
        }
        let value = history.quiet(Color::White, good);
        assert!(value > HISTORY_MAX * 9 / 10 && value <= HISTORY_MAX);
        assert!(history.quiet(Color::White, bad) < -HISTORY_MAX * 9 / 10);
        assert_eq!(history.quiet(Color::Black, good), 0);
    }
}
