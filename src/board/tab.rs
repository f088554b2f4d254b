//! One connection of a page: messages in, messages out.

use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::thread;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, channel};

use crate::engine::registry::{GAMES, Game};
use crate::engine::strength::{MAX_ELO, MIN_ELO};

use super::messages::{GameView, Hello, Reply, ReplyBody, Request, RuleView};
use super::searching::{self, MAX_LINES};
use super::worker::{Input, Worker};
use super::{assets, compose, describe};

/// Messages that may wait for the worker or for the page.
const WAITING: usize = 256;

/// Serves a page until it closes or breaks the rules. The permit, one for each tab, goes
/// back when the tab's engine has ended.
pub async fn serve(mut socket: WebSocket, permit: OwnedSemaphorePermit) {
    let (inbox, inputs) = mpsc::sync_channel(WAITING);
    let (out, replies) = channel(WAITING);
    let worker = match Worker::new(inbox.clone(), out) {
        Ok(worker) => worker,
        Err(error) => return turn_away(socket, &format!("No engine: {error}.")).await,
    };
    let thread = thread::Builder::new().name("tab".to_owned());
    let spawned = thread.spawn(move || {
        worker.run(&inputs);
        drop(permit);
    });
    if let Err(error) = spawned {
        return turn_away(socket, &format!("No thread for an engine: {error}.")).await;
    }
    if send(&mut socket, &hello()).await.is_ok() {
        converse(&mut socket, &inbox, replies).await;
    }
    // The worker may be busy and its inbox full: it must hear of the end all the same.
    let _ = tokio::task::spawn_blocking(move || inbox.send(Input::Close)).await;
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
async fn converse(socket: &mut WebSocket, inbox: &SyncSender<Input>, mut replies: Receiver<Reply>) {
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
                    Some(Ok(Message::Text(text))) => serde_json::from_str::<Request>(&text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    _ => return,
                };
                match request.map(|request| inbox.try_send(Input::Request(Box::new(request)))) {
                    Ok(Ok(())) => {}
                    // A page that asks faster than it is answered is none of ours.
                    Ok(Err(TrySendError::Full(_) | TrySendError::Disconnected(_))) => return,
                    Err(error) => {
                        let body = ReplyBody::Refused { says: format!("Not understood: {error}.") };
                        if send(socket, &Reply { id: 0, body }).await.is_err() {
                            return;
                        }
                    }
                }
            }
        }
    }
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
