//! `galaverna wdl`.

use std::error::Error;

use crate::eval::WinRateModel;
use crate::output::say;
use crate::training::settings::LearnFrom;
use crate::training::win_rate;

/// Fits and prints.
///
/// # Errors
///
/// If the games cannot be read or say too little.
pub fn run(learn_from: &LearnFrom) -> Result<(), Box<dyn Error>> {
    let fitted = win_rate::fit(learn_from.game, &learn_from.data)?;
    say!(
        "{} positions; the chance to win is wrong by {:.4} on average",
        fitted.positions,
        fitted.error
    )?;
    let WinRateModel { even, spread } = fitted.model;
    say!("even: {even:.1}, spread: {spread:.1}")?;
    Ok(())
}
