//! What happens to a protocol's main loop, in one queue.
//!
//! A program whose input ends has nobody to work for, and ends within a second. What
//! takes no longer is still carried out, for the sake of scripts that say `go depth 8`
//! and no more.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crate::engine::session::Answer;
use crate::host::Instant;

/// Something that the main loop must deal with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A line of input, without its end, and when it was read.
    Line(String, Instant),
    /// The begin of a line that is too long for a command.
    LongLine(String),
    /// No more input will come.
    EndOfInput,
    /// Whatever still goes on after the end of input must end now.
    GraceOver,
    /// The search has given this answer at this time.
    SearchDone(Answer, Instant),
    /// What else took long has ended at this time.
    WorkDone(Instant),
}

/// Bytes of the longest line that is read. Games of a million moves have room.
pub const MAX_LINE: u64 = 16 << 20;

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
                let mut bounded = input.by_ref().take(MAX_LINE);
                if !matches!(bounded.read_until(b'\n', &mut bytes), Ok(1..)) {
                    break;
                }
                let is_cut = bounded.limit() == 0 && bytes.last() != Some(&b'\n');
                if is_cut {
                    bytes.truncate(BEGIN_OF_ECHO);
                    // An error comes again with the next line.
                    let _ = input.skip_until(b'\n');
                }
                let line = String::from_utf8_lossy(&bytes);
                let line = line.trim_end_matches(['\r', '\n']).to_owned();
                let event = match is_cut {
                    true => Event::LongLine(line),
                    false => Event::Line(line, Instant::now()),
                };
                // A loop that has gone away needs no more input.
                if events.send(event).is_err() {
                    return;
                }
            }
            if events.send(Event::EndOfInput).is_ok() {
                end_grace(&events);
            }
        })
        .map(drop)
}

/// Lets go on what still does, for a short while; for none where there is no thread to measure
/// it.
pub fn begin_grace(events: &Sender<Event>) {
    let sender = events.clone();
    let spawned = thread::Builder::new().spawn(move || end_grace(&sender));
    if spawned.is_err() {
        // As in `end_grace`.
        let _ = events.send(Event::GraceOver);
    }
}

fn end_grace(events: &Sender<Event>) {
    thread::sleep(GRACE);
    // A loop that has gone away has nothing to end.
    let _ = events.send(Event::GraceOver);
}

/// Bytes of a text that is echoed whole, and of the begin and of the end of a longer one.
const MAX_ECHO: usize = 1000;
const BEGIN_OF_ECHO: usize = 600;
const END_OF_ECHO: usize = 200;

/// A text that has in it what somebody sent, shortened where that is very long.
pub fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_ECHO {
        return text.into();
    }
    let begin = text.floor_char_boundary(BEGIN_OF_ECHO);
    let end = text.ceil_char_boundary(text.len() - END_OF_ECHO);
    format!("{} … {}", &text[..begin], &text[end..]).into()
}
