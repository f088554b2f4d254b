//! `galaverna tune`.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Parser;

use crate::tuning::tune::{self, TuneSettings};

use super::{LearnFrom, parse, parse_share};

/// Tune a game's evaluation on games that 'galaverna datagen' wrote
///
/// Writes a file to replace src/eval/GAME/weights.rs. docs/tuning.md tells how.
#[derive(Debug, Parser)]
#[command(name = "galaverna tune")]
struct Arguments {
    #[command(flatten)]
    learn_from: LearnFrom,
    /// The weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// At most so many positions [default: all]
    #[arg(long, value_name = "N")]
    positions: Option<NonZeroUsize>,
    /// How much the scores of the search count against the results, from 0 to 1
    #[arg(long, value_name = "L", default_value = "0.5", value_parser = parse_share)]
    lambda: f64,
    /// How often derivatives are taken anew
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: NonZeroUsize,
    /// At most so many times through the positions in each round
    #[arg(long, value_name = "N", default_value = "60")]
    iterations: NonZeroUsize,
}

/// Tunes and tells of each step.
///
/// # Errors
///
/// If the games cannot be read or the file cannot be written.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let arguments: Arguments = parse("galaverna tune", arguments);
    let settings = TuneSettings {
        game: arguments.learn_from.game,
        data: arguments.learn_from.data,
        positions: arguments.positions.map(NonZeroUsize::get),
        lambda: arguments.lambda,
        rounds: arguments.rounds.get(),
        epochs: arguments.iterations.get(),
        output: arguments.out,
    };
    tune::run(&settings, &mut |progress| anstream::println!("{progress}"))?;
    Ok(())
}
