//! How texts cross the boundary between this module and the JavaScript around it,
//! `boundary.js`. They go out by `write`. They come in when they are asked for: `next` tells
//! how long the next one is, and `read` copies it.

/// What a text belongs to, in front of what comes in and beside what goes out: lines of UCI.
#[cfg(feature = "engine")]
pub const UCI: u8 = b'u';
/// Messages of the board, as JSON.
#[cfg(feature = "engine")]
pub const BOARD: u8 = b'b';
/// Requests for the rules, and their answers.
pub const RULES: u8 = b'r';
/// The module's last words.
pub const PANIC: u8 = b'x';

mod imports {
    // SAFETY: these are the signatures of the functions that `boundary.js` supplies; `next`
    // neither reads nor writes this module's memory.
    #[cfg_attr(target_family = "wasm", link(wasm_import_module = "host"))]
    unsafe extern "C" {
        /// Bytes of the next message, 0 if there is none.
        pub safe fn next() -> usize;
        /// Writes the next message to `start`, at most so many bytes.
        pub fn read(start: *mut u8, length: usize);
        /// Takes a text that begins at `start` and has so many bytes.
        pub fn write(channel: u32, start: *const u8, length: usize);
    }
}

/// Hands a text over.
pub fn write(channel: u8, text: &str) {
    // SAFETY: the host reads `text`, which lives until it returns, and keeps nothing of it.
    unsafe { imports::write(u32::from(channel), text.as_ptr(), text.len()) }
}

/// The next message, if there is one, and what it belongs to.
pub fn read() -> Option<(u8, String)> {
    let mut bytes = vec![0; imports::next()];
    // SAFETY: the host writes at most `len` bytes, all of which belong to `bytes` and are
    // initialised; nothing else refers to them before it returns.
    unsafe { imports::read(bytes.as_mut_ptr(), bytes.len()) };
    let (&channel, text) = bytes.split_first()?;
    Some((channel, String::from_utf8_lossy(text).into_owned()))
}
