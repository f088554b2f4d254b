//! `galaverna train`.

use std::error::Error;

use crate::output::say;
use crate::training::settings::TrainSettings;
use crate::training::train;

use super::interrupt;

/// Trains and tells of each pass.
///
/// # Errors
///
/// If the games cannot be read or the network cannot be written.
pub fn run(settings: &TrainSettings) -> Result<(), Box<dyn Error>> {
    let game = settings.learn_from.game;
    game.load_network(settings.eval_file.as_deref())?;
    train::run(settings, &interrupt::by_signals()?, &|line| say!("{line}"))?;
    Ok(())
}
