//! Text protocols between the engine and chess programs.

pub mod drawing;
pub mod input;
pub mod uci;

use std::io::{self, Write};

/// Writes one line, or several, to standard output at once. A reader that is gone
/// is not an error worth dying for: the end of input follows.
pub fn say(text: impl std::fmt::Display) {
    let text = text.to_string();
    log::debug!("> {text}");
    let mut output = io::stdout().lock();
    if let Err(error) = writeln!(output, "{text}").and_then(|()| output.flush()) {
        log::warn!("standard output: {error}");
    }
}
