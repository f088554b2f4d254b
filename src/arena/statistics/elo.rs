//! Elo differences from results.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

/// The distance from the mean, in standard deviations, within which 95% of a
/// normal distribution lie.
const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

/// Normalized Elo for a score that is one standard deviation of a game above a
/// half: chosen by Van den Bergh so that it is the Elo difference itself where no
/// games are drawn and the difference is small.
pub(super) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// How often each result of a unit of play occurred. Results are equally spaced
/// from 0 to 1, the score of the player in question: loss, draw and win of games,
/// or 0, ½, 1, 1½ and 2 points of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Losses, draws and wins.
    Games([u64; 3]),
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    Pairs([u64; 5]),
}

/// A figure and half the width of its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl Sample {
    /// How often each result occurred, the worst first.
    pub fn counts(&self) -> &[u64] {
        match self {
            Sample::Games(counts) => counts,
            Sample::Pairs(counts) => counts,
        }
    }

    /// How many units there are.
    pub fn total(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The average score of a unit, from 0 to 1; NaN without any.
    pub fn score(&self) -> f64 {
        self.mean_of(|score| score)
    }

    /// The variance of a unit's score; NaN without any.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|score| (score - mean).powi(2))
    }

    fn mean_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        let counts = self.counts();
        let best = (counts.len() - 1) as f64;
        let results = counts.iter().enumerate();
        let sum: f64 = results
            .map(|(result, &count)| count as f64 * value(result as f64 / best))
            .sum();
        sum / self.total() as f64
    }

    /// The Elo difference. Infinite if all units were won, or all lost; NaN without
    /// any. Its error is NaN where all units had the same result, which tells nothing of
    /// it, and infinite where it reaches beyond all points or none.
    pub fn elo(&self) -> Estimate {
        let score = self.score();
        let margin = CONFIDENCE_95 * (self.variance() / self.total() as f64).sqrt();
        let error = (elo_of_score(score + margin) - elo_of_score(score - margin)) / 2.0;
        Estimate {
            value: elo_of_score(score),
            error: if margin > 0.0 { error } else { f64::NAN },
        }
    }

    /// The normalized Elo difference: the score above a half in standard
    /// deviations of a game, in units of 800 / ln 10. Infinite if all units had
    /// the same result and it was no draw, NaN if it was one.
    pub fn normalized_elo(&self) -> Estimate {
        let games = match self {
            Sample::Games(_) => 1.0,
            Sample::Pairs(_) => 2.0,
        };
        let deviation = f64::sqrt(games * self.variance());
        // The error of the score is CONFIDENCE_95 × √(variance / units), so that
        // the variance falls out.
        let error = CONFIDENCE_95 / (games * self.total() as f64).sqrt() * NORMALIZED_ELO;
        Estimate {
            value: (self.score() - 0.5) / deviation * NORMALIZED_ELO,
            error: if self.total() == 0 { f64::NAN } else { error },
        }
    }

    /// The likelihood of superiority, from 0 to 1: how sure it is that the player
    /// is the stronger one. NaN without any units.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let deviation = (self.variance() / self.total() as f64).sqrt();
        let above = self.score() - 0.5;
        match above == 0.0 {
            // Whether or not anything varied.
            true => 0.5,
            false => libm::erfc(-above / deviation / SQRT_2) / 2.0,
        }
    }
}

/// The Elo difference that makes a player expect this score: infinite at 0 and 1,
/// and beyond, where margins of error may lead.
pub(super) fn elo_of_score(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The score that a player expects with this Elo difference.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A number with so many decimals; `-` if there is none.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "-".to_owned();
    }
    let text = format!("{value:.decimals$}");
    // A small negative number is rounded to -0.00.
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| c == '0' || c == '.') => digits.to_owned(),
        _ => text,
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, error) = (number(self.value, 2), number(self.error, 2));
        write!(f, "{value} +/- {error}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        let near = (value - expected).abs() <= tolerance;
        assert!(near, "{value} is not {expected} within {tolerance}");
    }

    /// Worked by hand: 3 wins, 2 draws, 1 loss of 6 games.
    #[test]
    fn a_small_match_worked_by_hand() {
        let sample = Sample::Games([1, 2, 3]);
        // (3 + 2/2) / 6 = 2/3.
        assert_near(sample.score(), 2.0 / 3.0, 1e-12);
        // (1 × (2/3)² + 2 × (1/6)² + 3 × (1/3)²) / 6 = (16 + 2 + 12) / 36 / 6.
        assert_near(sample.variance(), 30.0 / 216.0, 1e-12);
        // 400 × log10(2).
        assert_near(sample.elo().value, 120.412, 1e-3);
        // (1/6) / √(30/216) × 347.4356.
        assert_near(sample.normalized_elo().value, 155.378, 1e-3);
        // 1.96 / √6 × 347.4356.
        assert_near(sample.normalized_elo().error, 278.001, 1e-3);
        // The standard error is √(30/216/6) = 0.152145, so that a half is 1.09545
        // standard errors away: Φ(1.09545) = 0.86334.
        assert_near(sample.likelihood_of_superiority(), 0.86334, 1e-4);
    }

    /// Results and figures from fastchess's own `app/tests/elo_test.cpp`: Elo,
    /// error, normalized Elo, error.
    #[test]
    fn fastchess_published_results() {
        let cases = [
            (Sample::Games([89, 123, 76]), None, [-20.76, 40.13]),
            (
                Sample::Games([96, 111, 136]),
                Some([40.70, 30.43]),
                [49.77, 36.77],
            ),
            (Sample::Games([356, 0, 34]), None, [-508.44, 34.48]),
            (
                Sample::Pairs([34, 54, 31 + 32, 64, 75]),
                Some([55.58, 27.65]),
                [57.94, 28.28],
            ),
            (
                Sample::Pairs([332, 433, 457 + 41, 333, 334]),
                Some([-8.64, 10.33]),
                [-9.17, 10.96],
            ),
            (
                Sample::Pairs([7895, 8757, 5485 + 200, 568, 9999]),
                Some([-21.04, 2.95]),
                [-19.01, 2.65],
            ),
        ];
        for (sample, elo, normalized) in cases {
            if let Some([value, error]) = elo {
                assert_near(sample.elo().value, value, 0.006);
                assert_near(sample.elo().error, error, 0.006);
            }
            let [value, error] = normalized;
            assert_near(sample.normalized_elo().value, value, 0.006);
            assert_near(sample.normalized_elo().error, error, 0.006);
        }
        let superiority = |sample: Sample| 100.0 * sample.likelihood_of_superiority();
        assert_near(superiority(Sample::Games([89, 123, 76])), 15.53, 0.006);
        assert_near(superiority(Sample::Games([96, 111, 136])), 99.60, 0.006);
        let pairs = Sample::Pairs([332, 433, 498, 333, 334]);
        assert_near(superiority(pairs), 5.05, 0.006);
    }

    /// A match printed by fastchess, from
    /// <https://chess.stackexchange.com/questions/45881>.
    #[test]
    fn a_match_that_fastchess_printed() {
        let sample = Sample::Pairs([4, 3, 34, 42, 117]);
        assert_eq!(sample.elo().to_string(), "277.00 +/- 40.90");
        assert_eq!(sample.normalized_elo().to_string(), "345.17 +/- 34.05");
    }

    #[test]
    fn colours_of_the_result_are_symmetrical() {
        let (ours, theirs) = (
            Sample::Pairs([5, 20, 31, 22, 9]),
            Sample::Pairs([9, 22, 31, 20, 5]),
        );
        assert_near(ours.elo().value, -theirs.elo().value, 1e-9);
        assert_near(ours.elo().error, theirs.elo().error, 1e-9);
        let sum = ours.likelihood_of_superiority() + theirs.likelihood_of_superiority();
        assert_near(sum, 1.0, 1e-12);
    }

    #[test]
    fn little_is_said_without_evidence() {
        let none = Sample::Pairs([0; 5]);
        assert_eq!(none.elo().to_string(), "- +/- -");
        assert_eq!(none.normalized_elo().to_string(), "- +/- -");
        assert_eq!(number(none.likelihood_of_superiority(), 2), "-");
        let won = Sample::Games([0, 0, 9]);
        assert_eq!(won.elo().to_string(), "inf +/- -");
        assert_eq!(won.normalized_elo().value, f64::INFINITY);
        assert_near(won.likelihood_of_superiority(), 1.0, 0.0);
        assert_near(
            Sample::Games([9, 0, 0]).likelihood_of_superiority(),
            0.0,
            0.0,
        );
        let drawn = Sample::Pairs([0, 0, 1, 0, 0]);
        assert_eq!(drawn.elo().to_string(), "0.00 +/- -");
        assert!(drawn.normalized_elo().value.is_nan());
        assert_near(drawn.likelihood_of_superiority(), 0.5, 0.0);
        let margin_beyond_one = Sample::Games([1, 0, 9]).elo();
        assert_eq!(number(margin_beyond_one.error, 2), "inf");
        assert_eq!(number(-0.001, 2), "0.00");
    }
}
