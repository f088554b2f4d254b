//! What playing and watching in a terminal share.

use std::io::IsTerminal;
use std::sync::mpsc;
use std::time::Duration;

use crate::engine::session::{Answer, Session};
use crate::engine::{Engine, SearchEvent, SearchRequest};
use crate::protocol::drawing::{Look, draw};

/// Colours on a terminal, plain text elsewhere.
fn look() -> Look {
    match std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        true => Look::Colored,
        false => Look::Plain,
    }
}

/// The board with what it does not show.
pub fn show(session: &dyn Session) {
    anstream::println!("\n{}", draw(&session.diagrams(), look()));
    if let Some(status) = session.status() {
        anstream::println!("{status}");
    }
}

/// The number before a move: `12.` or `12...`.
pub fn move_number(session: &dyn Session) -> String {
    let number = session.fullmove_number();
    session
        .turn()
        .fold_wb(format!("{number}."), format!("{number}..."))
}

/// Searches for this long and waits for the answer; `None` if the search broke
/// down.
pub fn think(
    engine: &mut Engine,
    time: Duration,
) -> Result<Option<Answer>, crate::engine::SearchError> {
    let (sender, answers) = mpsc::channel();
    let request = SearchRequest {
        move_time: Some(time),
        ..SearchRequest::default()
    };
    engine.go(
        &request,
        Box::new(move |event| {
            if let SearchEvent::Done(answer) = event {
                // The receiver waits below.
                let _ = sender.send(answer);
            }
        }),
    )?;
    engine.wait();
    Ok(answers.try_recv().ok())
}
