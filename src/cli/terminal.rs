//! What all commands share that draw boards in a terminal.

use std::io;

use anstream::{AutoStream, ColorChoice};

use crate::output::{self, OutputError, say};
use crate::rules::{Bitboard, Color};
use crate::show::Record;
use crate::show::drawing::{Look, View, draw};
use crate::show::words;

/// Colours where they are wanted (`NO_COLOR` and the like are obeyed), plain text in
/// pipes and files.
fn look() -> Look {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Look::Plain,
        _ => Look::Colored,
    }
}

/// The board with what it does not show, from one side, with squares of the first and of
/// the second board marked.
///
/// # Errors
///
/// If standard output does not take it.
pub fn show(session: &dyn Record, from: Color, marked: [Bitboard; 2]) -> Result<(), OutputError> {
    let view = View {
        look: look(),
        from,
        marked,
    };
    // As it is: its colours are made with control characters.
    let board = format!("\n{}\n", draw(&session.diagrams(), &view));
    output::write_to(&mut anstream::stdout(), &board)?;
    match words::status(session) {
        Some(status) => say!("{status}"),
        None => Ok(()),
    }
}
