//! Text protocols between the engine and chess programs.

mod debug_log;
pub mod input;
pub mod uci;
#[cfg(feature = "native")]
pub mod xboard;

use std::error::Error;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use crate::engine::Engine;
use crate::engine::options::{self, OptionError, Setting};
use crate::host::Instant;
use crate::output::{OutputError, say};
use input::Event;

/// Name and version, as they are shown to users.
pub const NAME: &str = concat!("Galaverna ", env!("CARGO_PKG_VERSION"));

/// The protocol that a connection begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// UCI, until the word `xboard` comes.
    Uci,
    /// XBoard's protocol.
    Xboard,
}

/// The engine and what comes in for it.
pub struct Connection {
    /// The engine.
    pub engine: Engine,
    /// Input comes by it, and searches send their answers; keeps the queue open.
    pub sender: Sender<Event>,
    events: Receiver<Event>,
}

impl Connection {
    /// A connection into which nothing has come yet.
    pub fn new(engine: Engine) -> Connection {
        let (sender, events) = mpsc::channel();
        Connection {
            engine,
            sender,
            events,
        }
    }

    /// Serves UCI or XBoard's protocol, with answers on standard output, until told to
    /// quit or the end of input; returns the engine.
    pub fn serve(self, language: Language) -> Engine {
        let (flow, connection) = match language {
            Language::Uci => uci::Uci::new(self).serve(),
            Language::Xboard => (Flow::Xboard, self),
        };
        match flow {
            #[cfg(feature = "native")]
            Flow::Xboard => xboard::serve(connection),
            _ => connection.engine,
        }
    }
}

/// What a protocol's main loop does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    /// The other end speaks XBoard's protocol.
    Xboard,
    Quit,
}

/// Carries out lines of UCI, each after the end of the one before it, up to `quit` or the
/// last.
///
/// # Errors
///
/// If the engine cannot be set up, or its answers cannot be written.
pub fn carry_out(lines: impl IntoIterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let connection = Connection::new(Engine::new()?);
    // What has been asked for is finished, however long it takes.
    let lines = lines.into_iter().take_while(|line| line.trim() != "quit");
    let events = lines.map(|line| Event::Line(line, Instant::now()));
    for event in events.chain([Event::EndOfInput]) {
        connection.sender.send(event)?;
    }
    connection.serve(Language::Uci);
    Ok(all_sent()?)
}

/// Serves UCI or XBoard's protocol on standard input and output until told to quit
/// or the end of input.
///
/// # Errors
///
/// If the engine cannot be set up, or its answers cannot be written.
pub fn run(language: Language) -> Result<(), Box<dyn Error>> {
    let connection = Connection::new(Engine::new()?);
    input::read_lines(connection.sender.clone())?;
    connection.serve(language);
    Ok(all_sent()?)
}

/// Sets an option, as it comes over a protocol; returns what was set.
fn set_option(
    engine: &mut Engine,
    name: &str,
    value: Option<&str>,
) -> Result<Setting, OptionError> {
    let setting = options::parse(name, value)?;
    if let Setting::DebugLog(file) = &setting {
        debug_log::write_to(file.as_deref())?;
    }
    engine.apply(setting.clone())?;
    Ok(setting)
}

/// Tells the user if not as many threads search as were asked for.
fn tell_threads(engine: &Engine, wanted: usize, tell: impl Fn(String)) {
    let threads = engine.threads();
    if threads < wanted {
        tell(format!(
            "option Threads: {threads} of {wanted} search, as many as there are processors"
        ));
    }
}

/// Tells the user which endgame tables this option has found, and which were left out.
#[cfg(feature = "native")]
fn tell_tables(engine: &Engine, option: &str, tell: impl Fn(String)) {
    if let Some(found) = engine.tables_found() {
        tell(found.summary.clone());
        let left_out = found.left_out.iter();
        left_out.for_each(|what| tell(format!("option {option}: {what}; left out")));
    }
}

/// Why what was to be sent could not be, if that happened.
static FAILURE: Mutex<Option<OutputError>> = Mutex::new(None);

/// Writes one line, or several, to standard output at once. If that fails the input goes
/// on, and is heeded to its end; then [`all_sent`] tells.
pub fn send(text: impl std::fmt::Display) {
    // One that somebody sent would end a line for some readers.
    let text = text.to_string().replace('\r', "\\r");
    debug_log::sent(&text);
    if let Err(error) = say!("{text}") {
        let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
    }
}

/// Whether all that was to be [sent](send) has been.
///
/// # Errors
///
/// The first failure.
pub fn all_sent() -> Result<(), OutputError> {
    let mut failure = FAILURE.lock().unwrap_or_else(PoisonError::into_inner);
    failure.take().map_or(Ok(()), Err)
}
