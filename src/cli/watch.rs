//! The engine plays against itself for a person to watch.

use std::error::Error;
use std::time::Duration;

use crate::engine::Engine;
use crate::engine::registry::Game;
use crate::search::value::UciScore;

use super::terminal;

/// Plays a complete game.
///
/// # Errors
///
/// If the engine breaks down.
pub fn run(game: &Game, mut engine: Engine, movetime: u64) -> Result<(), Box<dyn Error>> {
    let time = Duration::from_millis(movetime);
    anstream::println!("{}", game.title);
    terminal::show(engine.session());
    let mut notation = Vec::new();
    let outcome = loop {
        if let Some(outcome) = engine.session().outcome() {
            break outcome;
        }
        let number = terminal::move_number(engine.session());
        let answer = terminal::think(&mut engine, time)?.ok_or("the search broke down")?;
        let best = answer.best.ok_or("no move in an unfinished game")?;
        engine.session_mut().play(&best.coordinates)?;
        terminal::show(engine.session());
        let score = UciScore::from(answer.value);
        anstream::println!("{number} {}   ({score})", best.san);
        if number.ends_with("...") {
            notation.push(best.san);
        } else {
            notation.push(format!("{number} {}", best.san));
        }
    };
    anstream::println!("\n{}\n\nGame over: {outcome}", notation.join(" "));
    Ok(())
}
