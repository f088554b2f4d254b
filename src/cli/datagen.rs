//! `galaverna datagen`.

use std::error::Error;

use crate::output::say;
use crate::training::datagen;
use crate::training::settings::DatagenSettings;

use super::interrupt;

/// Plays the games.
///
/// # Errors
///
/// If it breaks off.
pub fn run(settings: &DatagenSettings) -> Result<(), Box<dyn Error>> {
    let eval_file = settings.eval_file.as_deref();
    settings.game.load_network(eval_file)?;
    let result = datagen::run(settings, &interrupt::by_signals()?)?;
    let seconds = result.time.as_secs_f64();
    say!(
        "{} games with {} quiet positions in {seconds:.1} s, {:.2} games/s",
        result.games,
        result.positions,
        result.games as f64 / seconds.max(1e-9),
    )?;
    Ok(())
}
