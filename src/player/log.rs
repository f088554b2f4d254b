//! A log of all that is said to and by engines.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::batch::file::FileError;

/// The log, or nothing; copies write to the same file.
#[derive(Clone, Debug)]
pub struct TrafficLog {
    file: Option<Arc<Mutex<File>>>,
    start: Instant,
}

impl TrafficLog {
    /// No log.
    pub fn none() -> TrafficLog {
        TrafficLog {
            file: None,
            start: Instant::now(),
        }
    }

    /// Opens the file, if there is to be a log, and appends to it.
    ///
    /// # Errors
    ///
    /// If it cannot be opened.
    pub fn open(path: Option<&Path>) -> Result<TrafficLog, FileError> {
        let open = |path| {
            let file = File::options().create(true).append(true).open(path);
            file.map_err(FileError::of(path))
        };
        Ok(TrafficLog {
            file: path.map(open).transpose()?.map(Mutex::new).map(Arc::new),
            ..TrafficLog::none()
        })
    }

    /// What an engine was told.
    pub fn sent(&self, engine: &str, line: &str) {
        self.write(engine, "<", line);
    }

    /// What an engine said.
    pub fn received(&self, engine: &str, line: &str) {
        self.write(engine, ">", line);
    }

    /// What the referee has to say.
    pub fn note(&self, text: &str) {
        self.write("referee", ":", text);
    }

    fn write(&self, who: &str, mark: &str, text: &str) {
        if let Some(file) = &self.file {
            let text = format!("{} {who} {mark} {text}\n", self.start.elapsed().as_millis());
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A log that cannot be written is no reason to end a match.
            let _ = file.write_all(text.as_bytes());
        }
    }

    /// Where engines' standard error goes: to the same file.
    pub fn standard_error(&self) -> Stdio {
        let file = self.file.as_ref().and_then(|file| {
            let file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.try_clone().ok()
        });
        file.map_or_else(Stdio::null, Stdio::from)
    }
}
