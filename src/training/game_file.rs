//! A file of games that one command writes and goes on with.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::batch::file::{self, FileError};

use super::format::{GameError, Header, Version, WrittenGame};
use super::read::{DataError, Games};

/// Opens the file to append to it, with a header, without a game that was cut off;
/// `found` is told of the games that are in it.
///
/// # Errors
///
/// If it cannot be read or written, another process writes to it, or it is of another
/// command or of an earlier version of the format.
pub fn open(
    path: &Path,
    expected: &Header,
    mut found: impl FnMut(WrittenGame),
) -> Result<File, DataError> {
    let failed = FileError::of(path);
    let mut file = file::open_alone(path)?;
    let line = format!("{expected}\n");
    let length = fs::metadata(path).map_err(&failed)?.len();
    if length < line.len() as u64
        && line
            .as_bytes()
            .starts_with(&fs::read(path).map_err(&failed)?)
    {
        // New, or whoever wrote it was killed at once.
        file::shorten(&mut file, 0).map_err(&failed)?;
        file.write_all(line.as_bytes()).map_err(&failed)?;
        return Ok(file);
    }
    let games = Games::open(path)?;
    let version = games.header().version;
    if version != Version::CURRENT {
        let message = format!(
            "{} is of version {version} of the format, which is read but no longer written; \
             name another file",
            path.display()
        );
        return Err(FileError::Content(message).into());
    }
    if *games.header() != *expected {
        let message = format!(
            "{} is of another command: it begins with '{}', not '{expected}'",
            path.display(),
            games.header()
        );
        return Err(FileError::Content(message).into());
    }
    for game in games {
        match game {
            Ok(game) => found(game),
            Err(DataError::Game {
                offset,
                error: GameError::CutOff,
                ..
            }) => file::shorten(&mut file, offset).map_err(&failed)?,
            Err(error) => return Err(error),
        }
    }
    Ok(file)
}
