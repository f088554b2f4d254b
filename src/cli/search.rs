//! A search that somebody waits for.

use std::error::Error;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::batch::Interrupt;
use crate::engine::session::{Answer, LineReport};
use crate::engine::{Engine, SearchEvent, SearchRequest};

/// How often those who wait look for an interrupt.
pub const GLANCE: Duration = Duration::from_millis(50);

/// Searches the engine's position and waits for the answer; an interrupt cuts the search
/// short.
///
/// # Errors
///
/// If it does not begin or breaks down.
pub fn search(
    engine: &mut Engine,
    request: &SearchRequest,
    interrupt: &Interrupt,
    mut on_line: impl FnMut(LineReport) + Send + 'static,
) -> Result<Answer, Box<dyn Error>> {
    let (sender, answers) = mpsc::channel();
    let observer = move |event| match event {
        SearchEvent::Line(line) => on_line(line),
        // The receiver waits below.
        SearchEvent::Done(answer) => drop(sender.send(answer)),
    };
    engine.go(request, Box::new(observer))?;
    let answer = loop {
        match answers.recv_timeout(GLANCE) {
            Ok(answer) => break answer,
            Err(RecvTimeoutError::Timeout) if interrupt.is_raised() => engine.stop(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("the search broke down".into()),
        }
    };
    engine.wait();
    Ok(answer)
}
