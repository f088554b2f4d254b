//! The engine plays against itself for a person to watch.

use std::error::Error;

use super::game::{Ending, TerminalGame};

/// Plays a complete game.
///
/// # Errors
///
/// If the engine breaks down or the game cannot be written.
pub fn run(mut game: TerminalGame) -> Result<(), Box<dyn Error>> {
    anstream::println!("{}", game.title());
    game.show();
    let ending = loop {
        if let Some(outcome) = game.session().outcome() {
            break Ending::by_rules(outcome);
        }
        let Some(made) = game.let_engine_move()? else {
            break Ending::broken_off();
        };
        game.show();
        anstream::println!("{}   ({})", made.text, made.score);
    };
    game.finish(&ending)
}
