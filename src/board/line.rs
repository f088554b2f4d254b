//! The position that a page speaks of: it names the game, the start and the moves each time.

use crate::engine::session::Session;
use crate::notation::fen;
use crate::rules::chess::CHESS960;
use crate::show::{Game, words};

use super::messages::GameLine;

/// The game with this name.
///
/// # Errors
///
/// In words, if there is none.
pub fn game(name: &str) -> Result<&'static Game, String> {
    Game::named(name).ok_or_else(|| format!("There is no game '{name}'."))
}

/// The rules that a line switches; one whose FEN says which rooks castle is Chess960.
pub fn rules(line: &GameLine) -> Vec<(String, bool)> {
    let mut rules = line.rules.clone();
    let is_said = |name: &str| line.rules.iter().any(|(other, _)| other == name);
    if line.fen.as_deref().is_some_and(fen::is_chess960) && !is_said(CHESS960.name) {
        rules.push((CHESS960.name.to_owned(), true));
    }
    rules
}

/// The position that a line of moves leads to.
///
/// # Errors
///
/// In words, if there is no such game or the line is against its rules.
pub fn open(line: &GameLine) -> Result<(&'static Game, Box<dyn Session>), String> {
    let game = game(&line.game)?;
    let mut session = game.session();
    for (name, on) in rules(line) {
        session.set_rule(&name, on);
    }
    let moves: Vec<&str> = line.moves.iter().map(String::as_str).collect();
    let set = session.set_position(line.fen.as_deref(), &moves);
    set.map_err(|error| words::sentence(&error.to_string()))?;
    Ok((game, session))
}
