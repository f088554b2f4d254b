//! A search that somebody waits for.

use std::error::Error;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::engine::session::{Answer, LineReport};
use crate::engine::{Engine, SearchEvent};
use crate::host::Interrupt;
use crate::output::OutputError;
use crate::search::time::Limits;

/// How often those who wait look for an interrupt.
pub const GLANCE: Duration = Duration::from_millis(50);

/// Searches the engine's position and waits for the answer; an interrupt cuts the search
/// short.
///
/// # Errors
///
/// If it does not begin or breaks down, or a line cannot be shown.
pub fn search(
    engine: &mut Engine,
    request: &Limits,
    interrupt: &Interrupt,
    mut on_line: impl FnMut(LineReport) -> Result<(), OutputError>,
) -> Result<Answer, Box<dyn Error>> {
    let (sender, events) = mpsc::channel();
    // Whoever goes on without the answer needs no events.
    engine.go(request, Box::new(move |event| drop(sender.send(event))))?;
    let answer = loop {
        if interrupt.is_raised() {
            engine.stop();
        }
        match events.recv_timeout(GLANCE) {
            Ok(SearchEvent::Line(line)) => on_line(line).inspect_err(|_| engine.stop())?,
            Ok(SearchEvent::Done(answer)) => break answer,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("the search broke down".into()),
        }
    };
    engine.wait();
    Ok(answer)
}
