//! The engine plays against itself for a person to watch.

use std::error::Error;

use crate::output::say;

use super::game::{Ending, TerminalGame};

/// Plays a complete game.
///
/// # Errors
///
/// If the engine breaks down or the game cannot be written.
pub fn run(mut game: TerminalGame) -> Result<(), Box<dyn Error>> {
    let ending = watch(&mut game);
    game.finish(ending)
}

fn watch(game: &mut TerminalGame) -> Result<Ending, Box<dyn Error>> {
    say!("{}", game.title())?;
    game.show()?;
    loop {
        if let Some(outcome) = game.session().outcome() {
            return Ok(Ending::by_rules(outcome));
        }
        let Some(made) = game.let_engine_move()? else {
            return Ok(Ending::broken_off());
        };
        game.show()?;
        say!("{}   ({})", made.text, made.score)?;
    }
}
