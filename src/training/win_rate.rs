//! Fits what the values of a search mean ([`WinRateModel`]) to games.

use std::collections::BTreeMap;
use std::path::PathBuf;

use thiserror::Error;

use crate::eval::WinRateModel;
use crate::notation::Notation;
use crate::rules::Color;
use crate::show::Game;
use crate::with_type_of;

use super::read::{DataError, Filter, read};

/// Values beyond this are of games that are decided, and would weigh as much.
const LARGEST_VALUE: i32 = 1_500;

/// Values are counted in steps of so many points.
const STEP: i32 = 4;

/// Newton's method needs no more.
const ITERATIONS: usize = 50;

/// Why there is no model.
#[derive(Debug, Error)]
pub enum WinRateError {
    /// The games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The games do not say it.
    #[error("too few positions to fit to")]
    TooFew,
}

/// A model and what it was fitted to.
#[derive(Clone, Copy, Debug)]
pub struct Fitted {
    /// The model.
    pub model: WinRateModel,
    /// Positions.
    pub positions: u64,
    /// The mean error of the chance to win over groups of nearly the same value,
    /// weighted by their positions.
    pub error: f64,
}

/// Fits the model to the games in these files: each position that was searched tells
/// for both sides whether they won.
///
/// # Errors
///
/// If a file cannot be read, or does not have won and unwon games at many values.
pub fn fit(game: &Game, data: &[PathBuf]) -> Result<Fitted, WinRateError> {
    let counts = with_type_of!(game, P => counts::<P>(data))?;
    let model = maximum_likelihood(&counts).ok_or(WinRateError::TooFew)?;
    Ok(Fitted {
        model,
        positions: counts.values().map(|count| count.all).sum::<u64>() / 2,
        error: mean_error(&model, &counts),
    })
}

/// Positions with nearly the same value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    won: u64,
    all: u64,
}

/// By value.
type Counts = BTreeMap<i32, Count>;

fn counts<P: Notation>(data: &[PathBuf]) -> Result<Counts, DataError> {
    let everything = Filter {
        checks: true,
        captures: true,
        ..Filter::QUIET
    };
    let mut counts = Counts::new();
    for path in data {
        for sample in read::<P>(path, everything)? {
            let sample = sample?;
            for color in [Color::White, Color::Black] {
                let value = color.fold_wb(sample.score_white_cp, -sample.score_white_cp);
                if value.abs() <= LARGEST_VALUE {
                    let won = sample.result_white == color.fold_wb(1.0, 0.0);
                    let count = counts.entry(value / STEP * STEP).or_default();
                    count.all += 1;
                    count.won += u64::from(won);
                }
            }
        }
    }
    Ok(counts)
}

/// Logistic regression by Newton's method; `None` if the counts do not determine it.
fn maximum_likelihood(counts: &Counts) -> Option<WinRateModel> {
    // The logarithm of the odds at a value of zero, and its growth with the value.
    let (mut bias, mut slope) = (0.0, 0.0);
    for _ in 0..ITERATIONS {
        let (mut gradient, mut hessian) = ([0.0; 2], [0.0; 3]);
        for (&value, count) in counts {
            let (value, all) = (f64::from(value), count.all as f64);
            let chance = 1.0 / (1.0 + (-bias - slope * value).exp());
            let error = count.won as f64 - all * chance;
            let curvature = all * chance * (1.0 - chance);
            gradient[0] += error;
            gradient[1] += error * value;
            hessian[0] += curvature;
            hessian[1] += curvature * value;
            hessian[2] += curvature * value * value;
        }
        let [a, b, c] = hessian;
        let determinant = a * c - b * b;
        let steps = [
            (c * gradient[0] - b * gradient[1]) / determinant,
            (a * gradient[1] - b * gradient[0]) / determinant,
        ];
        if steps.iter().any(|step| !step.is_finite()) {
            return None;
        }
        bias += steps[0];
        slope += steps[1];
        if steps[0].abs() < 1e-9 && steps[1].abs() < 1e-12 {
            let model = WinRateModel {
                even: -bias / slope,
                spread: 1.0 / slope,
            };
            return (slope > 0.0).then_some(model);
        }
    }
    None
}

fn mean_error(model: &WinRateModel, counts: &Counts) -> f64 {
    let mut error = 0.0;
    let mut all = 0.0;
    for (&value, count) in counts {
        let expected = count.all as f64 * model.chance(value);
        error += (count.won as f64 - expected).abs();
        all += count.all as f64;
    }
    error / all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_behind_counts_is_found() {
        let truth = WinRateModel {
            even: 180.0,
            spread: 95.0,
        };
        let count = |value| {
            let all = 1_000_000;
            let won = (all as f64 * truth.chance(value)).round() as u64;
            (value, Count { won, all })
        };
        let counts: Counts = (-600..=600).step_by(20).map(count).collect();
        let found = maximum_likelihood(&counts).expect("it is determined");
        assert!((found.even - truth.even).abs() < 0.1, "{found:?}");
        assert!((found.spread - truth.spread).abs() < 0.1, "{found:?}");
        assert!(mean_error(&found, &counts) < 1e-5);
    }

    #[test]
    fn too_little_determines_nothing() {
        let mut counts = Counts::new();
        assert_eq!(maximum_likelihood(&counts), None);
        counts.insert(0, Count { won: 1, all: 3 });
        assert_eq!(maximum_likelihood(&counts), None);
    }
}
