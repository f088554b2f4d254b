//! `galaverna wdl`.

use std::error::Error;

use clap::Parser;

use crate::eval::WinRateModel;
use crate::output::say;
use crate::training::settings::LearnFrom;
use crate::training::win_rate;

use super::parse;

/// Fit to games that 'galaverna datagen' wrote how often a value wins
///
/// Prints the constant WIN_RATE of the game's evaluation (src/eval/GAME/mod.rs), by
/// which values are shown and UCI_ShowWDL answers.
#[derive(Debug, Parser)]
#[command(name = "galaverna wdl")]
struct Arguments {
    #[command(flatten)]
    learn_from: LearnFrom,
}

/// Fits and prints.
///
/// # Errors
///
/// If the games cannot be read or say too little.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let Arguments { learn_from } = parse("galaverna wdl", arguments)?;
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
