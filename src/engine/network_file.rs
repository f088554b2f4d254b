//! Networks from files (`EvalFile`).

use std::path::{Path, PathBuf};

use crate::show::Game;

use super::regular_file;

/// No network is as large as this, in MiB.
const MAX_MEBIBYTES: u64 = 64;

/// Why a file's network cannot be played with.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{}: {reason}", file.display())]
pub struct NetworkFileError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it, or what the system says of it.
    pub reason: String,
}

impl Game {
    /// Lets evaluators from now on use the network in this file, or the program's own
    /// one for `None`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no regular file, or is not a network for this
    /// game; then nothing has changed.
    pub fn load_network(&self, file: Option<&Path>) -> Result<(), NetworkFileError> {
        let read = |file| regular_file::read(file, MAX_MEBIBYTES, "network");
        let bytes = file.map(read).transpose();
        bytes
            .and_then(|bytes| Ok(self.use_network(bytes.as_deref())?))
            .map_err(|reason| NetworkFileError {
                file: file.unwrap_or(Path::new("")).to_owned(),
                reason: reason.to_string(),
            })
    }
}
