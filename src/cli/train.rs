//! `galaverna train`.

use std::error::Error;

use clap::Parser;

use crate::output::say;
use crate::training::settings::TrainSettings;
use crate::training::train;

use super::{interrupt, parse};

/// Train a game's network on games that 'galaverna datagen' wrote
///
/// docs/nets.md tells how it is done, and how to make today's networks again. A
/// training that was interrupted goes on after the last pass that was completed.
#[derive(Debug, Parser)]
#[command(name = "galaverna train")]
struct Arguments {
    #[command(flatten)]
    settings: TrainSettings,
}

/// Trains and tells of each pass.
///
/// # Errors
///
/// If the games cannot be read or the network cannot be written.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let Arguments { settings } = parse("galaverna train", arguments)?;
    let game = settings.learn_from.game;
    game.load_network(settings.eval_file.as_deref())?;
    train::run(&settings, &interrupt::by_signals()?, &|line| say!("{line}"))?;
    Ok(())
}
