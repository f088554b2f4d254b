//! What happens to a protocol's main loop, in one queue.
//!
//! A program whose input ends has nobody to work for, and ends within a second. What
//! takes no longer is still carried out, for the sake of scripts that say `go depth 8`
//! and no more.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::session::Answer;

/// Something that the main loop must deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of input, without its end, and when it was read.
    Line(String, Instant),
    /// No more input will come.
    EndOfInput,
    /// Whatever still goes on after the end of input must end now.
    GraceOver,
    /// The search has given this answer at this time.
    SearchDone(Answer, Instant),
}

/// From the end of input to the end of what still goes on.
const GRACE: Duration = Duration::from_millis(300);

/// Reads standard input on a thread of its own and sends each line. Bytes that
/// are no UTF-8 are replaced, never fatal.
///
/// # Errors
///
/// If the system gives no thread.
pub fn read_lines(events: Sender<Event>) -> io::Result<()> {
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            let mut input = io::stdin().lock();
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                if !matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
                    break;
                }
                let line = String::from_utf8_lossy(&bytes);
                let line = line.trim_end_matches(['\r', '\n']).to_owned();
                // A loop that has gone away needs no more input.
                if events.send(Event::Line(line, Instant::now())).is_err() {
                    return;
                }
            }
            if events.send(Event::EndOfInput).is_ok() {
                thread::sleep(GRACE);
                let _ = events.send(Event::GraceOver);
            }
        })
        .map(drop)
}
