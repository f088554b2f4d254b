//! What happens to a protocol's main loop, in one queue.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;
use std::thread;

use crate::engine::session::Answer;

/// Something that the main loop must deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of input, without its end.
    Line(String),
    /// No more input will come.
    EndOfInput,
    /// The search has given this answer.
    SearchDone(Answer),
}

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
                let event = match input.read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => Event::EndOfInput,
                    Ok(_) => {
                        let line = String::from_utf8_lossy(&bytes);
                        Event::Line(line.trim_end_matches(['\r', '\n']).to_owned())
                    }
                };
                let ended = event == Event::EndOfInput;
                // A loop that has gone away needs no more input.
                if events.send(event).is_err() || ended {
                    return;
                }
            }
        })
        .map(drop)
}
