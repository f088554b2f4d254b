//! Networks from files (`EvalFile`).

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::show::Game;

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
        let bytes = file.map(read).transpose();
        bytes
            .and_then(|bytes| Ok(self.use_network(bytes.as_deref())?))
            .map_err(|reason| NetworkFileError {
                file: file.unwrap_or(Path::new("")).to_owned(),
                reason: reason.to_string(),
            })
    }
}

/// The bytes of a regular file that may be a network. A pipe is not waited for, and a
/// device not read.
fn read(file: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let metadata = fs::metadata(file)?;
    if !metadata.is_file() {
        return Err("not a regular file".into());
    }
    let most = MAX_MEBIBYTES << 20;
    let mut bytes = Vec::new();
    if metadata.len() <= most {
        // It may be another file by now: hence the bound here too.
        open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    match metadata.len().max(bytes.len() as u64) <= most {
        true => Ok(bytes),
        false => Err(format!("more than {MAX_MEBIBYTES} MiB, as no network has").into()),
    }
}

/// Opens a file for reading, without waiting for anybody.
fn open(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    options.read(true).open(file)
}
