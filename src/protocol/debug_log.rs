//! What is said over the protocol, written down in a file (`Debug Log File`).

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engine::options::OptionError;

/// The file, if any.
static LOG: Mutex<Option<File>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<File>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes down from now on in this file, a new one in the place of what was there; in none
/// for `None`.
///
/// # Errors
///
/// If it cannot be made; then nothing has changed.
pub(super) fn write_to(file: Option<&Path>) -> Result<(), OptionError> {
    let made = file.map(|file| {
        create(file).map_err(|error| OptionError::DebugLog {
            file: file.to_owned(),
            error: error.to_string(),
        })
    });
    *current() = made.transpose()?;
    Ok(())
}

/// An empty regular file. A pipe is not waited for.
fn create(file: &Path) -> io::Result<File> {
    match fs::metadata(file) {
        Ok(found) if !found.is_file() => Err(io::Error::other("not a regular file")),
        _ => File::create(file),
    }
}

/// Writes down a line that has come in.
pub(super) fn received(line: &str) {
    log::debug!("< {line}");
    write(">>", line);
}

/// Writes down a line, or several, that go out.
pub(super) fn sent(text: &str) {
    log::debug!("> {text}");
    write("<<", text);
}

fn write(mark: &str, text: &str) {
    let mut log = current();
    let Some(file) = log.as_mut() else {
        return;
    };
    let lines = text.lines().map(|line| format!("{mark} {line}\n"));
    if let Err(error) = file.write_all(lines.collect::<String>().as_bytes()) {
        *log = None;
        log::warn!("the debug log ends: {error}");
    }
}
