//! What all commands share that draw boards in a terminal.

use std::io;

use anstream::{AutoStream, ColorChoice};

use crate::engine::session::Session;
use crate::protocol::drawing::{Look, View, draw};
use crate::rules::{Bitboard, Color};

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
pub fn show(session: &dyn Session, from: Color, marked: [Bitboard; 2]) {
    let view = View {
        look: look(),
        from,
        marked,
    };
    anstream::println!("\n{}", draw(&session.diagrams(), &view));
    if let Some(status) = session.status() {
        anstream::println!("{status}");
    }
}

/// The number before a move: `12.` or `12...`.
pub fn move_number(session: &dyn Session) -> String {
    let number = session.fullmove_number();
    session
        .turn()
        .fold_wb(format!("{number}."), format!("{number}..."))
}
