//! Draws a position, and the pieces for XBoard.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::batch::file::FileError;
use crate::batch::replace;
use crate::board::{diagram, xboard_pictures};
use crate::rules::Color;
use crate::show::Variant;

use super::deliver;

/// Writes a position, the start position without a FEN, as SVG to a file or to standard
/// output.
///
/// # Errors
///
/// If the FEN is refused or the file cannot be written.
pub fn run(
    game: Variant,
    fen: Option<&str>,
    side: Color,
    file: Option<&Path>,
) -> Result<(), Box<dyn Error>> {
    let mut session = game.open();
    session.set_position(fen, &[])?;
    deliver(file, &diagram::svg(&session.diagrams(), side))
}

/// `pictures`: writes the board's pictures for XBoard to a folder, which is made if it is
/// not there.
///
/// # Errors
///
/// If one cannot be written.
pub fn write_pictures(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder).map_err(FileError::of(folder))?;
    for (name, text) in xboard_pictures::all() {
        replace(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}
