//! A file that grows game by game, and that one process at a time goes on with.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use thiserror::Error;

/// Why a file is not to be had.
#[derive(Debug, Error)]
pub enum FileError {
    /// Another process writes to it.
    #[error("another galaverna is writing to it")]
    InUse,
    /// It cannot be read or written.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Opens a file, or makes it, to read what is in it, shorten it and write behind its
/// end. Until the file is closed, in whatever way the process ends, no other can open
/// it so; reading is free.
///
/// # Errors
///
/// If another process has it, or the system does not give it.
pub fn open_alone(path: &Path) -> Result<File, FileError> {
    system::open_alone(path)
}

/// Cuts off what stands behind so many bytes, and goes on writing there.
///
/// # Errors
///
/// If the system does not do it.
pub fn shorten(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::End(0)).map(drop)
}

/// Opens a file, or makes it, to write behind its end, as several processes may at the
/// same time as long as none has it [alone](open_alone).
///
/// # Errors
///
/// If another process has it alone, or the system does not give it.
pub fn open_shared(path: &Path) -> Result<File, FileError> {
    system::open_shared(path)
}

/// A lock that ends with its process and that readers do not feel.
#[cfg(unix)]
mod system {
    use std::fs::TryLockError;

    use super::{File, FileError, Path};

    pub(super) fn open_alone(path: &Path) -> Result<File, FileError> {
        let file = File::options()
            .create(true)
            .read(true)
            .append(true)
            .open(path)?;
        locked(file.try_lock())?;
        Ok(file)
    }

    pub(super) fn open_shared(path: &Path) -> Result<File, FileError> {
        let file = File::options().create(true).append(true).open(path)?;
        locked(file.try_lock_shared())?;
        Ok(file)
    }

    fn locked(lock: Result<(), TryLockError>) -> Result<(), FileError> {
        lock.map_err(|error| match error {
            TryLockError::WouldBlock => FileError::InUse,
            TryLockError::Error(error) => FileError::System(error),
        })
    }
}

/// A lock would keep readers away; who opens a file can refuse other writers instead.
#[cfg(windows)]
mod system {
    use std::os::windows::fs::OpenOptionsExt;

    use super::{File, FileError, Path, Seek, SeekFrom, io};

    /// `FILE_SHARE_READ`.
    const SHARE_READING: u32 = 1;
    /// `ERROR_SHARING_VIOLATION`.
    const SHARING_VIOLATION: i32 = 32;

    pub(super) fn open_alone(path: &Path) -> Result<File, FileError> {
        let mut options = File::options();
        // A file that is open for appending only cannot be shortened.
        options.create(true).read(true).write(true).truncate(false);
        let mut file = options
            .share_mode(SHARE_READING)
            .open(path)
            .map_err(in_use)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    }

    pub(super) fn open_shared(path: &Path) -> Result<File, FileError> {
        let opened = File::options().create(true).append(true).open(path);
        opened.map_err(in_use)
    }

    fn in_use(error: io::Error) -> FileError {
        match error.raw_os_error() {
            Some(SHARING_VIOLATION) => FileError::InUse,
            _ => FileError::System(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_is_had_alone_or_with_others() {
        let path = std::env::temp_dir().join(format!("galaverna-file-{}", std::process::id()));
        let in_use = |opened| matches!(opened, Err(FileError::InUse));
        {
            let _one = open_shared(&path).unwrap();
            assert!(in_use(open_alone(&path)));
            open_shared(&path).unwrap();
        }
        let mut alone = open_alone(&path).unwrap();
        assert!(in_use(open_alone(&path)) && in_use(open_shared(&path)));
        alone.write_all(b"two games").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two games");
        drop(alone);
        let mut alone = open_alone(&path).unwrap();
        shorten(&mut alone, 3).unwrap();
        drop(alone);
        open_shared(&path).unwrap().write_all(b" more").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two more");
        fs::remove_file(&path).unwrap();
    }
}
