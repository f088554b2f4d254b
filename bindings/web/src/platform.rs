//! What the library stands on, as `engine.js` supplies it.

use std::io;
use std::time::Duration;

use crate::host;

mod imports {
    // SAFETY: these are the signatures of the functions that `engine.js` supplies; none reads
    // or writes this module's memory.
    #[cfg_attr(target_family = "wasm", link(wasm_import_module = "host"))]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub safe fn now() -> f64;
        /// 64 bits that nobody can guess.
        pub safe fn random() -> u64;
        /// Lets messages come in, for so many milliseconds if there are none; 0 if none can
        /// come before this module has returned.
        pub safe fn wait(milliseconds: f64) -> u32;
    }
}

pub use imports::random;

/// The time since a moment long before the engine began.
pub fn now() -> Duration {
    const BEFORE: Duration = Duration::from_secs(1 << 30);
    // A number that is no time becomes 0.
    BEFORE + Duration::from_micros((imports::now() * 1000.0) as u64)
}

/// Lets messages come in, for so many milliseconds if there are none; `false` if none can come
/// before this module has returned.
pub fn wait(milliseconds: f64) -> bool {
    imports::wait(milliseconds) != 0
}

/// What is written to standard output are lines of UCI.
pub fn write_lines(text: &str) -> io::Result<()> {
    let lines = text.lines();
    lines.for_each(|line| host::write(host::UCI, line));
    Ok(())
}
