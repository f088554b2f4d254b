//! Files that an option names.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a regular file that may be what is wanted, `what`, which is never larger
/// than so many MiB. A pipe is not waited for, and a device not read.
///
/// # Errors
///
/// If it cannot be read, is no regular file or is larger.
pub(super) fn read(file: &Path, most: u64, what: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let metadata = fs::metadata(file)?;
    if !metadata.is_file() {
        return Err("not a regular file".into());
    }
    let bound = most << 20;
    let mut bytes = Vec::new();
    if metadata.len() <= bound {
        // It may be another file by now: hence the bound here too.
        open(file)?.take(bound + 1).read_to_end(&mut bytes)?;
    }
    match metadata.len().max(bytes.len() as u64) <= bound {
        true => Ok(bytes),
        false => Err(format!("more than {most} MiB, as no {what} has").into()),
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
