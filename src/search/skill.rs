//! Playing worse on purpose, for people who would not enjoy losing every game.
//!
//! Candidates are the best moves of the last iteration that was completed. Each is
//! answered with a probability that falls exponentially with what it is worth less
//! than the best (a softmax, or Boltzmann, distribution): small mistakes are
//! frequent, large ones rare, and a mate that was seen is not missed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How much worse than it could a search plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// How many of the best moves may be played, at least one.
    pub candidates: usize,
    /// By so many centipawns less a move becomes e (2.7) times less likely.
    pub temperature: f64,
    /// Decides which move is played.
    pub seed: u64,
}

impl Handicap {
    /// Which of the candidates with these values, in centipawns, is played; 0 if there
    /// is none.
    pub(super) fn pick(&self, values: &[i32]) -> usize {
        let best = values.iter().copied().max().unwrap_or_default();
        let weight = |&value: &i32| (-f64::from(best - value) / self.temperature).exp();
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut left = random.random::<f64>() * values.iter().map(weight).sum::<f64>();
        let chosen = values.iter().position(|value| {
            left -= weight(value);
            left < 0.0
        });
        chosen.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::{INFINITE, mate_in};

    /// How often each candidate is picked.
    fn picks(values: &[i32], temperature: f64) -> Vec<u32> {
        let mut counts = vec![0; values.len()];
        for seed in 0..1000 {
            let handicap = Handicap {
                candidates: values.len(),
                temperature,
                seed,
            };
            counts[handicap.pick(values)] += 1;
        }
        counts
    }

    #[test]
    fn worse_moves_are_rarer() {
        let counts = picks(&[50, -50, -2000], 100.0);
        // e to 1 between the first two.
        assert!((680..780).contains(&counts[0]), "{counts:?}");
        assert_eq!(counts[0] + counts[1], 1000);
        assert_eq!(picks(&[50, -50, -2000], 1.0)[0], 1000);
    }

    #[test]
    fn a_mate_is_not_missed_and_the_unknown_not_played() {
        assert_eq!(picks(&[mate_in(1), 9000], 160.0)[0], 1000);
        assert_eq!(picks(&[-300, -INFINITE], 160.0)[0], 1000);
    }

    #[test]
    fn nothing_to_choose_is_no_fault() {
        let handicap = Handicap {
            candidates: 3,
            temperature: 1.0,
            seed: 0,
        };
        assert_eq!(handicap.pick(&[]), 0);
        assert_eq!(handicap.pick(&[-900]), 0);
    }
}
