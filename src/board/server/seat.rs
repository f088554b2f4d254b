//! One connection of a page that takes part in the game between two machines.

use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use tokio::time::{interval, sleep, timeout};

use crate::board::hello;
use crate::board::messages::{Reply, ReplyBody};

use super::hall::{Hall, Presence, Role};
use super::tab;

/// How often a page is asked whether it is there.
const PING: Duration = Duration::from_secs(10);

/// A page that has said nothing for so long, or takes nothing, is gone.
const SILENCE: Duration = Duration::from_secs(30);

/// The least time from one message of a page to the next: more would slow the host down.
const PACE: Duration = Duration::from_millis(10);

/// Serves a page until it goes, or until what it was invited to is no more.
pub async fn serve(mut socket: WebSocket, hall: &Hall, role: Role, invitation: Option<u32>) {
    let Some(presence) = hall.enter(role, invitation) else {
        let says = "There is no room for another page. Close one to be let in.";
        return tab::turn_away(socket, says).await;
    };
    let hello = Reply::unasked(ReplyBody::Hello(hello::hello_to_guests()));
    if send(&mut socket, &hello).await.is_ok() {
        // However it ends, nobody is left to be told.
        let _ = converse(&mut socket, hall, &presence).await;
    }
    drop(presence);
    tab::close(socket).await;
}

/// Passes messages on, and tells of every change.
async fn converse(
    socket: &mut WebSocket,
    hall: &Hall,
    presence: &Presence<'_>,
) -> Result<(), axum::Error> {
    let mut changes = hall.changes();
    changes.mark_changed();
    let mut pings = interval(PING);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            changed = changes.changed() => {
                if changed.is_err() || presence.is_over() {
                    let says = "The host has closed this game.".to_owned();
                    return send(socket, &Reply::unasked(ReplyBody::NetworkClosed { says })).await;
                }
                send(socket, &Reply::unasked(presence.view(Instant::now()))).await?;
            }
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        let reply = presence.take(text.as_str(), heard);
                        send(socket, &reply).await?;
                        sleep(PACE).await;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => return Ok(()),
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() > SILENCE {
                    return Ok(());
                }
                socket.send(Message::Ping(Vec::new().into())).await?;
            }
        }
    }
}

/// Says something to a page that takes it.
async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), axum::Error> {
    let sent = timeout(SILENCE, tab::send(socket, reply)).await;
    sent.unwrap_or_else(|elapsed| Err(axum::Error::new(elapsed)))
}
