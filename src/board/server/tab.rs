//! One connection of a page: it carries the messages of a conversation over a WebSocket.

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::board::messages::{Reply, ReplyBody};
use crate::board::{Conversation, Input};
use crate::search::tablebase::Tablebases;

use super::engines::{Programs, TabEngines};

/// Messages that may wait for the conversation, and as many for the page.
const WAITING: usize = 256;

/// How long a page is given to hear the last words that it was sent.
const FAREWELL: Duration = Duration::from_secs(5);

/// An input, and the place that a message takes while it waits.
type Queued = (Input, Option<OwnedSemaphorePermit>);

/// Serves a page until it closes or breaks the rules. The permit, one for each tab, goes
/// back when the tab's engines have ended. The greeting names the address for other machines,
/// if there is one, and the programs beside our own engine.
pub async fn serve(
    mut socket: WebSocket,
    permit: OwnedSemaphorePermit,
    network: Option<String>,
    programs: Arc<Programs>,
    tables: Tablebases,
) {
    let (inbox, inputs) = mpsc::channel();
    let (outbox, replies) = channel(WAITING);
    let inlet = inbox.clone();
    let thread = thread::Builder::new().name("tab".to_owned());
    let names = programs.names();
    let spawned = thread.spawn(move || {
        // A tab that is closed hears nothing, and has no use for what was searched.
        let send = move |mut reply: Reply| {
            if let ReplyBody::Hello(hello) = &mut reply.body {
                hello.network.clone_from(&network);
                hello.engines.clone_from(&names);
            }
            let _ = outbox.blocking_send(reply);
        };
        let take_back = move |input| {
            let _ = inlet.send((input, None));
        };
        match Conversation::with_tables(tables, send.clone(), take_back) {
            Ok(mut conversation) => {
                conversation.offer(Box::new(TabEngines::new(programs)));
                let mut inputs = inputs.into_iter();
                while inputs
                    .next()
                    .is_some_and(|(input, _)| conversation.take(input))
                {}
            }
            Err(error) => send(busy(&format!("No engine: {error}."))),
        }
        drop(permit);
    });
    if let Err(error) = spawned {
        return turn_away(socket, &format!("No thread for an engine: {error}.")).await;
    }
    converse(&mut socket, &inbox, replies).await;
    // A conversation that has ended need not be told.
    let _ = inbox.send((Input::Close, None));
    close(socket).await;
}

/// Says why there is nothing to be had here, and ends the connection.
pub async fn turn_away(mut socket: WebSocket, says: &str) {
    // Whoever has gone already need not be told.
    let _ = send(&mut socket, &busy(says)).await;
    close(socket).await;
}

/// Ends a connection as RFC 6455 has it (7.1.1): once the page has answered.
/// A connection that ends while something from the page is unread is reset, and Windows then
/// forgets what the page has not read either.
pub async fn close(mut socket: WebSocket) {
    let farewell = async {
        if socket.send(Message::Close(None)).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    // Whoever has gone or goes on talking is left alone.
    let _ = timeout(FAREWELL, farewell).await;
}

fn busy(says: &str) -> Reply {
    Reply::unasked(ReplyBody::Busy {
        says: says.to_owned(),
    })
}

/// Passes messages on until the page goes.
async fn converse(socket: &mut WebSocket, inbox: &Sender<Queued>, mut replies: Receiver<Reply>) {
    // The inbox itself has no bounds: a search must not wait for a conversation that waits
    // for its end.
    let places = Arc::new(Semaphore::new(WAITING));
    loop {
        let goes_on = tokio::select! {
            reply = replies.recv() => match reply {
                Some(reply) => send(socket, &reply).await.is_ok(),
                None => false,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    // A page that asks faster than it is answered is none of ours.
                    let place = Arc::clone(&places).try_acquire_owned();
                    let message = Input::Message(text.as_str().to_owned());
                    place.is_ok_and(|place| inbox.send((message, Some(place))).is_ok())
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                _ => false,
            },
        };
        if !goes_on {
            return;
        }
    }
}

/// Says something to a page.
pub async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), axum::Error> {
    let text = serde_json::to_string(reply).map_err(axum::Error::new)?;
    socket.send(Message::Text(text.into())).await
}
