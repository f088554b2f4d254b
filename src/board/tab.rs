//! One connection of a page: messages in, messages out.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::engine::options::OptionError;
use crate::engine::registry::{GAMES, Game};
use crate::engine::strength::{MAX_ELO, MIN_ELO};

use super::memory::give_back_freed;
use super::messages::{GameView, Hello, Reply, ReplyBody, Request, RuleView};
use super::searching::{self, MAX_LINES};
use super::worker::{Input, Worker};
use super::{assets, compose, describe};

/// Messages that may wait for the worker, and as many for the page.
const WAITING: usize = 256;

/// Serves a page until it closes or breaks the rules. The permit, one for each tab, goes
/// back when the tab's engine has ended.
pub async fn serve(mut socket: WebSocket, permit: OwnedSemaphorePermit) {
    let (inbox, inputs) = mpsc::channel();
    let (out, replies) = channel(WAITING);
    let worker = match Worker::new(inbox.clone(), out) {
        Ok(worker) => worker,
        Err(error) => return turn_away(socket, &format!("No engine: {error}.")).await,
    };
    let thread = thread::Builder::new().name("tab".to_owned());
    let spawned = thread.spawn(move || {
        worker.run(&inputs);
        give_back_freed();
        drop(permit);
    });
    if let Err(error) = spawned {
        return turn_away(socket, &format!("No thread for an engine: {error}.")).await;
    }
    if send(&mut socket, &hello()).await.is_ok() {
        converse(&mut socket, &inbox, replies).await;
    }
    // A worker that is gone need not be told.
    let _ = inbox.send(Input::Close);
}

/// Says why there is nothing to be had here, and ends the connection.
pub async fn turn_away(mut socket: WebSocket, says: &str) {
    let body = ReplyBody::Busy {
        says: says.to_owned(),
    };
    // Whoever has gone already need not be told.
    let _ = send(&mut socket, &Reply { id: 0, body }).await;
    let _ = socket.send(Message::Close(None)).await;
}

/// Passes messages on until the page goes.
async fn converse(socket: &mut WebSocket, inbox: &Sender<Input>, mut replies: Receiver<Reply>) {
    // The inbox itself has no bounds: a search must not wait for a worker that waits for
    // its end.
    let places = Arc::new(Semaphore::new(WAITING));
    loop {
        tokio::select! {
            reply = replies.recv() => match reply {
                Some(reply) => {
                    if send(socket, &reply).await.is_err() {
                        return;
                    }
                }
                None => return,
            },
            message = socket.recv() => {
                let request = match message {
                    Some(Ok(Message::Text(text))) => read_request(&text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => return,
                };
                // A page that asks faster than it is answered is none of ours.
                let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                    return;
                };
                let goes_on = match request {
                    Ok(request) => inbox.send(Input::Request(Box::new(request), place)).is_ok(),
                    Err(refusal) => send(socket, &refusal).await.is_ok(),
                };
                if !goes_on {
                    return;
                }
            }
        }
    }
}

/// What a message of the page asks, or the answer to one that is not understood.
fn read_request(text: &str) -> Result<Request, Box<Reply>> {
    serde_json::from_str(text).map_err(|error| {
        let says = format!("Not understood: {error}.");
        let body = ReplyBody::Refused { says };
        Box::new(Reply { id: 0, body })
    })
}

/// What a page is told that sends these messages and closes, but for the greeting. It
/// needs no server.
///
/// # Errors
///
/// If there is no memory for an engine.
pub fn replies(messages: &[&str]) -> Result<Vec<String>, OptionError> {
    let (inbox, inputs) = mpsc::channel();
    let (out, mut replies) = channel(Semaphore::MAX_PERMITS);
    let places = Arc::new(Semaphore::new(messages.len()));
    let worker = Worker::new(inbox.clone(), out.clone())?;
    for message in messages {
        let sent = match (
            read_request(message),
            Arc::clone(&places).try_acquire_owned(),
        ) {
            (Ok(request), Ok(place)) => {
                inbox.send(Input::Request(Box::new(request), place)).is_ok()
            }
            (Err(refusal), _) => out.try_send(*refusal).is_ok(),
            (Ok(_), Err(_)) => false,
        };
        debug_assert!(sent, "there is room for all");
    }
    let closed = inbox.send(Input::Close);
    debug_assert!(closed.is_ok(), "the worker has not begun yet");
    drop(out);
    worker.run(&inputs);
    give_back_freed();
    let replies = std::iter::from_fn(|| replies.blocking_recv());
    // What is sent is never anything but numbers and texts.
    Ok(replies
        .map(|reply| serde_json::to_string(&reply).unwrap_or_default())
        .collect())
}

async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), axum::Error> {
    let text = serde_json::to_string(reply).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}

fn hello() -> Reply {
    let body = ReplyBody::Hello(Hello {
        version: env!("CARGO_PKG_VERSION"),
        games: GAMES.iter().map(game_view).collect(),
        min_elo: MIN_ELO,
        max_elo: MAX_ELO,
        max_lines: MAX_LINES,
        max_threads: searching::max_threads(),
        max_hash: searching::MAX_HASH,
    });
    Reply { id: 0, body }
}

fn game_view(game: &Game) -> GameView {
    let rule = |rule: &crate::rules::position::RuleOption| RuleView {
        name: rule.name,
        default: rule.default,
    };
    GameView {
        name: game.name,
        title: game.title,
        start: describe::boards(&game.open().diagrams()),
        neutral: game.neutral,
        letters: compose::letters(game),
        rules: game.rule_options.iter().map(rule).collect(),
        about: assets::about(game.name),
    }
}
