//! Files that are written as a whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use super::file::FileError;

/// More links in a row lead nowhere, as in Linux.
const MAX_LINKS: usize = 40;

/// Replaces a file, or makes it. If it cannot be written as a whole, nothing has changed;
/// whoever reads it meanwhile has the old one. Its permissions stay, and a link to it
/// stays one. What is no regular file, such as a pipe, is written to as it is.
///
/// After a power cut it may be empty where the system is careless.
///
/// # Errors
///
/// If the system does not do it.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write(path, bytes, |_| Ok(())).map_err(FileError::of(path))
}

/// [`replace`] for what costs work to make again: either file outlives a power cut.
///
/// # Errors
///
/// If the system does not do it.
pub fn replace_durably(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write(path, bytes, File::sync_all).map_err(FileError::of(path))
}

fn write(path: &Path, bytes: &[u8], sync: fn(&File) -> io::Result<()>) -> io::Result<()> {
    let Some(path) = behind_links(path) else {
        return fs::write(path, bytes);
    };
    // Opened as if to be written in place, so that nothing is replaced that is not to be.
    let old = match File::options().write(true).open(&path) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let (part, mut file) = new_beside(&path, old.is_some())?;
    let written = file
        .write_all(bytes)
        .and_then(|()| old.map_or(Ok(()), |old| take_over(&file, &old)))
        .and_then(|()| sync(&file));
    // Windows renames no file that is open.
    drop(file);
    let replaced = written.and_then(|()| fs::rename(&part, &path));
    if replaced.is_err() {
        // What went wrong is said below.
        let _ = fs::remove_file(&part);
    }
    replaced
}

/// The file that a path leads to, through links to where nothing is yet too; `None` for
/// what is written to as it is: `/dev/stdout` and the like, even where a file is behind
/// it, since others may go on writing there, and all that is not regular.
fn behind_links(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if ["/dev", "/proc"].iter().any(|own| path.starts_with(own)) {
            return None;
        }
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => {
                let is_other = fs::metadata(&path).is_ok_and(|found| !found.is_file());
                return (!is_other).then_some(path);
            }
        }
    }
    None
}

/// A new file in the folder of another; for nobody else's eyes where that has to be told
/// who may read it.
fn new_beside(path: &Path, is_private: bool) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let part = path.with_file_name(format!(".galaverna-{}-{number}.part", process::id()));
        let mut options = File::options();
        options.write(true).create_new(true);
        if is_private {
            hide(&mut options);
        }
        match options.open(&part) {
            // Left behind by a process that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((part, opened?)),
        }
    }
}

#[cfg(unix)]
fn hide(options: &mut fs::OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

/// A folder's files are readable for whom the folder is.
#[cfg(not(unix))]
fn hide(_: &mut fs::OpenOptions) {}

/// Gives a file the owner and the permissions of another.
fn take_over(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the superuser gives files away; a group's members share theirs.
        let _ = fchown(file, None, Some(old.gid()));
        let _ = fchown(file, Some(old.uid()), None);
    }
    file.set_permissions(old.permissions())
}
