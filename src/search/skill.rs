//! Playing worse on purpose, for people who would not enjoy losing every game.
//!
//! Candidates are the best moves of the last iteration that was completed. Each is
//! answered with a probability that falls exponentially with what it is worth less
//! than the best (a softmax, or Boltzmann, distribution): small mistakes are
//! frequent, large ones rare, and a mate that was seen is not missed.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::rules::Move;

use super::SearchResult;
use super::report::Report;
use super::transposition::Bound;

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

/// A move that may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    m: Move,
    reply: Option<Move>,
    value: i32,
}

/// The candidates, as reports tell of them.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// Those of the iteration under way.
    now: Vec<Candidate>,
    /// Those of the one before.
    before: Vec<Candidate>,
    depth: usize,
}

impl Choice {
    /// Takes notice of a line of thought.
    pub fn note(&mut self, report: &Report) {
        let Some(&m) = report.variation.first() else {
            return;
        };
        if report.bound != Bound::Exact {
            return;
        }
        if report.depth > self.depth {
            self.depth = report.depth;
            self.before = std::mem::take(&mut self.now);
        }
        self.now.retain(|candidate| candidate.m != m);
        self.now.push(Candidate {
            m,
            reply: report.variation.get(1).copied(),
            value: report.value,
        });
    }

    /// Puts one of the candidates in the place of the best move found.
    pub fn choose(&self, handicap: &Handicap, result: SearchResult) -> SearchResult {
        // An iteration that was broken off may have only its first lines.
        let candidates = match self.now.len() < self.before.len() {
            true => &self.before,
            false => &self.now,
        };
        let best = candidates.iter().map(|candidate| candidate.value).max();
        let weights: Vec<f64> = candidates
            .iter()
            .map(|candidate| {
                let less = best.unwrap_or_default() - candidate.value;
                (-f64::from(less) / handicap.temperature).exp()
            })
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(handicap.seed);
        let mut left = random.random::<f64>() * weights.iter().sum::<f64>();
        let chosen = candidates.iter().zip(&weights).find(|(_, weight)| {
            left -= **weight;
            left < 0.0
        });
        match chosen {
            Some((candidate, _)) => SearchResult {
                best: Some(candidate.m),
                ponder: candidate.reply,
                value: candidate.value,
                ..result
            },
            None => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Duration;

    use super::*;
    use crate::rules::{MoveKind, Square};
    use crate::search::value::mate_in;

    fn step(from: u32) -> Move {
        Move::new(Square::new(from), Square::new(from + 8), MoveKind::Quiet)
    }

    fn report(depth: usize, line: usize, from: u32, value: i32) -> Report {
        Report {
            depth,
            seldepth: depth,
            line,
            value,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            variation: vec![step(from), step(from + 1)],
        }
    }

    /// How often each move is chosen, by its origin.
    fn choices(reports: &[Report], temperature: f64) -> HashMap<u32, u32> {
        let mut choice = Choice::default();
        reports.iter().for_each(|report| choice.note(report));
        let mut counts = HashMap::new();
        for seed in 0..1000 {
            let handicap = Handicap {
                candidates: 3,
                temperature,
                seed,
            };
            let found = choice.choose(&handicap, SearchResult::default());
            let best = found.best.unwrap();
            assert_eq!(found.ponder, Some(step(best.from().to_u32() + 1)));
            *counts.entry(best.from().to_u32()).or_default() += 1;
        }
        counts
    }

    #[test]
    fn worse_moves_are_rarer() {
        let reports = [
            report(1, 1, 8, 50),
            report(1, 2, 9, -50),
            report(1, 3, 10, -2000),
        ];
        let counts = choices(&reports, 100.0);
        // e to 1 between the first two.
        assert!((680..780).contains(&counts[&8]), "{counts:?}");
        assert_eq!(counts[&8] + counts[&9], 1000);
        assert_eq!(choices(&reports, 1.0)[&8], 1000);
    }

    #[test]
    fn a_mate_is_not_missed() {
        let reports = [report(2, 1, 8, mate_in(1)), report(2, 2, 9, 9000)];
        assert_eq!(choices(&reports, 160.0)[&8], 1000);
    }

    #[test]
    fn an_iteration_broken_off_does_not_narrow_the_choice() {
        let reports = [
            report(3, 1, 8, 0),
            report(3, 2, 9, 0),
            report(3, 3, 10, 0),
            report(4, 1, 11, 0),
        ];
        let counts = choices(&reports, 100.0);
        assert_eq!(counts.len(), 3);
        assert!(!counts.contains_key(&11));
    }

    #[test]
    fn without_candidates_the_best_move_stays() {
        let found = SearchResult {
            best: Some(step(12)),
            ..SearchResult::default()
        };
        let handicap = Handicap {
            candidates: 3,
            temperature: 1.0,
            seed: 0,
        };
        assert_eq!(Choice::default().choose(&handicap, found), found);
    }
}
