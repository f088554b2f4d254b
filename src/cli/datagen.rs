//! `galaverna datagen`.

use std::error::Error;

use clap::Parser;

use crate::output::say;
use crate::training::datagen;
use crate::training::settings::DatagenSettings;

use super::{interrupt, parse};

/// Play the engine against itself and write the games down, to train its networks
///
/// Each game begins with 6 to 10 random plies that a search calls balanced. A file
/// that is there already is gone on with. docs/datagen.md describes it.
#[derive(Debug, Parser)]
#[command(name = "galaverna datagen")]
struct Arguments {
    #[command(flatten)]
    settings: DatagenSettings,
}

/// Plays the games.
///
/// # Errors
///
/// If it breaks off.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let Arguments { settings } = parse("galaverna datagen", arguments)?;
    let eval_file = settings.eval_file.as_deref();
    settings.game.load_network(eval_file)?;
    let result = datagen::run(&settings, &interrupt::by_signals()?)?;
    let seconds = result.time.as_secs_f64();
    say!(
        "{} games with {} quiet positions in {seconds:.1} s, {:.2} games/s",
        result.games,
        result.positions,
        result.games as f64 / seconds.max(1e-9),
    )?;
    Ok(())
}
