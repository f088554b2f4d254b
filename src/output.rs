//! What the program prints.
//!
//! It may come from files and from engines. No terminal is to obey it, so
//! control characters are replaced wherever text goes.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};

use thiserror::Error;

use crate::host;

/// Standard output does not take what is written to it.
#[derive(Debug, Error)]
#[error("standard output: {0}")]
pub struct OutputError(#[from] io::Error);

/// Whether this is for want of a reader: `head` has seen enough, and nobody needs to be
/// told.
pub fn is_reader_gone(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |&error| error.source())
        .filter_map(|error| error.downcast_ref())
        .any(|OutputError(error)| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A text with U+FFFD in place of each control character but tabs and ends of lines: those
/// below U+0020, U+007F, and U+0080 to U+009F, of which terminals obey some.
pub fn clean(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && !matches!(c, '\t' | '\n');
    match text.contains(is_control) {
        true => Cow::Owned(text.replace(is_control, "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

/// Writes a text to standard output, without an end of line.
///
/// # Errors
///
/// If it cannot be written.
pub fn write(text: impl Display) -> Result<(), OutputError> {
    Ok(host::write(&clean(&text.to_string()))?)
}

/// Writes a text as it is to what leads to standard output.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_to(output: &mut dyn Write, text: &str) -> Result<(), OutputError> {
    output.write_all(text.as_bytes())?;
    Ok(output.flush()?)
}

/// Writes a line to standard error. Where it cannot be written nobody can be told.
pub fn report(text: impl Display) {
    let text = format!("{text}\n");
    let _ = io::stderr().write_all(clean(&text).as_bytes());
}

/// Writes a line, formatted as by [`format!`], to standard output; an
/// [`OutputError`](crate::output::OutputError) if it cannot be written.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::output::write(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(crate) use say;
