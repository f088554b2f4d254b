//! Draws a position to a file.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::board::diagram;
use crate::engine::registry::Game;
use crate::rules::Color;

/// Writes a position, the start position without a FEN, as SVG.
///
/// # Errors
///
/// If the FEN is refused or the file cannot be written.
pub fn run(game: &Game, fen: Option<&str>, side: Color, file: &Path) -> Result<(), Box<dyn Error>> {
    let mut session = game.open();
    session.set_position(fen, &[])?;
    fs::write(file, diagram::svg(&session.diagrams(), side))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(())
}
