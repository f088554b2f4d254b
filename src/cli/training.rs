//! `galaverna datagen`, `galaverna relabel`, `galaverna train`, `galaverna spsa`,
//! `galaverna bullet` and `galaverna wdl`.

use std::error::Error;
use std::time::Instant;

use crate::eval::WinRateModel;
use crate::output::say;
use crate::training::settings::{
    BulletSettings, DatagenSettings, LearnFrom, RelabelSettings, TrainSettings,
};
use crate::training::spsa::{self, SpsaSettings};
use crate::training::{bullet, datagen, relabel, train, win_rate};

use super::interrupt;

/// Plays games.
///
/// # Errors
///
/// If it breaks off.
pub fn play(settings: &DatagenSettings) -> Result<(), Box<dyn Error>> {
    settings.game.load_network(settings.eval_file.as_deref())?;
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

/// Values the positions of games anew.
///
/// # Errors
///
/// If it breaks off.
pub fn label(settings: &RelabelSettings) -> Result<(), Box<dyn Error>> {
    let game = settings.learn_from.game;
    game.load_network(settings.eval_file.as_deref())?;
    let result = relabel::run(settings, &interrupt::by_signals()?)?;
    let seconds = result.time.as_secs_f64();
    say!("{} games in {seconds:.1} s", result.games)?;
    Ok(())
}

/// Trains and tells of each pass.
///
/// # Errors
///
/// If the games cannot be read or the network cannot be written.
pub fn learn(settings: &TrainSettings) -> Result<(), Box<dyn Error>> {
    let game = settings.learn_from.game;
    game.load_network(settings.eval_file.as_deref())?;
    train::run(settings, &interrupt::by_signals()?, &|line| say!("{line}"))?;
    Ok(())
}

/// Writes positions for bullet.
///
/// # Errors
///
/// If it breaks off.
pub fn export(settings: &BulletSettings) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let positions = bullet::export(settings, &interrupt::by_signals()?)?;
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let speed = positions as f64 / seconds;
    say!("{positions} positions in {seconds:.1} s, {speed:.0} a second")?;
    Ok(())
}

/// Tunes the constants of the search and prints them.
///
/// # Errors
///
/// If it breaks off.
pub fn tune(settings: &SpsaSettings) -> Result<(), Box<dyn Error>> {
    settings.game.load_network(settings.eval_file.as_deref())?;
    Ok(spsa::run(settings, &interrupt::by_signals()?)?)
}

/// Fits what values mean, and prints it.
///
/// # Errors
///
/// If the games cannot be read or say too little.
pub fn fit(learn_from: &LearnFrom) -> Result<(), Box<dyn Error>> {
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
