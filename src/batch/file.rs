//! A file that grows game by game, or is replaced as a whole, and that one process at a
//! time goes on with.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file is not to be had, or of no use.
#[derive(Debug, Error)]
pub enum FileError {
    /// Another process writes to it.
    #[error("{}: another galaverna is writing to it", .0.display())]
    InUse(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// What is in it is not what it should be; the message names the file and the place.
    #[error("{0}")]
    Content(String),
}

impl FileError {
    /// Makes an error of what the system says of this file.
    pub fn of(path: &Path) -> impl Fn(io::Error) -> FileError {
        |error| FileError::System {
            path: path.to_owned(),
            error,
        }
    }

    fn of_opening(path: &Path, error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::WouldBlock => FileError::InUse(path.to_owned()),
            _ => FileError::of(path)(error),
        }
    }
}

/// Opens a file, or makes it, to read what is in it, shorten it and write behind its
/// end. Until the file is closed, in whatever way the process ends, no other can open
/// it so; reading is free.
///
/// # Errors
///
/// If another process has it, or the system does not give it.
pub fn open_alone(path: &Path) -> Result<File, FileError> {
    system::open_alone(path).map_err(|error| FileError::of_opening(path, error))
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
    system::open_shared(path).map_err(|error| FileError::of_opening(path, error))
}

/// The right of one process to write a file or the files of a folder that are replaced
/// as a whole, and so cannot be [locked](open_alone) themselves. It ends with this value
/// or with its process.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    lock: Option<File>,
}

impl Claim {
    /// Claims what lies beside an empty file, which is there as long as the claim.
    ///
    /// # Errors
    ///
    /// If another process has claimed it, or the system does not give the file.
    pub fn new(path: PathBuf) -> Result<Claim, FileError> {
        let lock = Some(open_alone(&path)?);
        Ok(Claim { path, lock })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if cfg!(windows) {
            // It removes no file that is open; and none either that another has claimed.
            self.lock = None;
        }
        // What has something in it is no claim: a file that was there, or that was put there.
        if fs::metadata(&self.path).is_ok_and(|found| found.len() == 0) {
            // One that stays behind is taken over by the next.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A lock that ends with its process and that readers do not feel.
#[cfg(unix)]
mod system {
    use std::os::unix::fs::MetadataExt;

    use super::{File, Path, io};

    pub(super) fn open_alone(path: &Path) -> io::Result<File> {
        let file = File::options()
            .create(true)
            .read(true)
            .append(true)
            .open(path)?;
        file.try_lock()?;
        match file.metadata()?.nlink() {
            // A claim has just ended, and another may hold what lies there now.
            0 => Err(io::ErrorKind::WouldBlock.into()),
            _ => Ok(file),
        }
    }

    pub(super) fn open_shared(path: &Path) -> io::Result<File> {
        let file = File::options().create(true).append(true).open(path)?;
        file.try_lock_shared()?;
        Ok(file)
    }
}

/// A lock would keep readers away; who opens a file can refuse other writers instead.
#[cfg(windows)]
mod system {
    use std::os::windows::fs::OpenOptionsExt;

    use super::{File, Path, Seek, SeekFrom, io};

    /// `FILE_SHARE_READ`.
    const SHARE_READING: u32 = 1;
    /// `ERROR_SHARING_VIOLATION`.
    const SHARING_VIOLATION: i32 = 32;

    pub(super) fn open_alone(path: &Path) -> io::Result<File> {
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

    pub(super) fn open_shared(path: &Path) -> io::Result<File> {
        let opened = File::options().create(true).append(true).open(path);
        opened.map_err(in_use)
    }

    fn in_use(error: io::Error) -> io::Error {
        match error.raw_os_error() {
            Some(SHARING_VIOLATION) => io::ErrorKind::WouldBlock.into(),
            _ => error,
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
        let in_use = |opened| matches!(opened, Err(FileError::InUse(_)));
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
    #[test]
    fn a_claim_is_had_by_one_and_leaves_nothing() {
        let path = std::env::temp_dir().join(format!("galaverna-claim-{}", std::process::id()));
        let claim = Claim::new(path.clone()).unwrap();
        let second = Claim::new(path.clone()).unwrap_err();
        assert!(
            second
                .to_string()
                .ends_with("another galaverna is writing to it")
        );
        drop(claim);
        assert!(!path.exists());
        // So it lies there if the process is killed.
        fs::write(&path, "").unwrap();
        drop(Claim::new(path.clone()).unwrap());
        assert!(!path.exists());
        // As `train -out x.lock` puts a network there.
        let claim = Claim::new(path.clone()).unwrap();
        crate::batch::replace(&path, b"network").unwrap();
        drop(claim);
        assert_eq!(fs::read(&path).unwrap(), b"network");
        fs::remove_file(&path).unwrap();
    }
}
