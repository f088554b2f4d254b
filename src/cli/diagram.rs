//! Draws a position.

use std::error::Error;
use std::path::Path;

use crate::board::diagram;
use crate::rules::Color;
use crate::show::Game;

use super::deliver;

/// Writes a position, the start position without a FEN, as SVG to a file or to standard
/// output.
///
/// # Errors
///
/// If the FEN is refused or the file cannot be written.
pub fn run(
    game: &Game,
    fen: Option<&str>,
    side: Color,
    file: Option<&Path>,
) -> Result<(), Box<dyn Error>> {
    let mut session = game.open();
    session.set_position(fen, &[])?;
    deliver(file, &diagram::svg(&session.diagrams(), side))
}
