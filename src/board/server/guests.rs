//! People at other machines: who has a key sees the game of that key, and nobody else
//! sees anything.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};

use super::doorkeeper::Doorkeeper;
use super::gate::Peer;
use super::hall::{Hall, Opens};
use super::token::Token;
use super::{assets, is_from_own_page, seat, send_file};

/// The longest message of a page of another machine, in bytes: a line of 2000 moves.
const MAX_MESSAGE: usize = 64 << 10;

/// What is said to whoever has no key, whatever was asked for.
const REFUSAL: &str = "There is nothing here without an invitation.\n";

/// What all answers need.
struct Guests {
    hall: Arc<Hall>,
    /// Its host and port, as browsers write them.
    host: String,
    doorkeeper: Mutex<Doorkeeper>,
}

/// Answers people at other machines.
pub fn router(hall: Arc<Hall>) -> Router {
    let host = hall.address().trim_start_matches("http://").to_owned();
    let guests = Guests {
        hall,
        host,
        doorkeeper: Mutex::default(),
    };
    Router::new()
        .fallback(routing::any(answer))
        .with_state(Arc::new(guests))
}

async fn answer(
    State(guests): State<Arc<Guests>>,
    Extension(Peer(peer)): Extension<Peer>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let refusal = (StatusCode::FORBIDDEN, REFUSAL).into_response();
    let path = uri.path().trim_start_matches('/');
    let (key, rest) = path.split_once('/').unwrap_or((path, ""));
    let is_own = is_from_own_page(&headers, rest == "ws", std::slice::from_ref(&guests.host));
    if method != Method::GET || !is_own || !Token::is_one(key) {
        return refusal;
    }
    let (role, invitation) = match guests.judge(peer, key, Instant::now()) {
        Ok(Opens::Game(role, invitation)) => (role, invitation),
        Ok(Opens::Stale) => {
            let says = "This game is no more. Ask for a new invitation.\n";
            return (StatusCode::GONE, says).into_response();
        }
        Ok(Opens::Nothing) => return refusal,
        Err(seconds) => {
            let wait = [(header::RETRY_AFTER, seconds.to_string())];
            let says = "Too many wrong keys. Wait before you try again.\n";
            return (StatusCode::TOO_MANY_REQUESTS, wait, says).into_response();
        }
    };
    match (rest, upgrade) {
        ("", _) if !path.ends_with('/') => Redirect::to(&format!("/{key}/")).into_response(),
        ("ws", Ok(upgrade)) => upgrade
            .max_message_size(MAX_MESSAGE)
            .max_frame_size(MAX_MESSAGE)
            .on_upgrade(async move |socket| {
                seat::serve(socket, &guests.hall, role, Some(invitation)).await;
            }),
        ("ws", Err(error)) => error.into_response(),
        _ => send_file(
            assets::find_for_guests(rest),
            &headers,
            &format!("ws://{}", guests.host),
        ),
    }
}

impl Guests {
    /// What a key opens, or how many seconds its bearer has to wait before it is looked at.
    fn judge(&self, peer: IpAddr, key: &str, now: Instant) -> Result<Opens, u64> {
        let keeper = self.doorkeeper.lock();
        let mut keeper = keeper.unwrap_or_else(PoisonError::into_inner);
        if let Some(wait) = keeper.wait(peer, now) {
            return Err(wait.as_secs() + 1);
        }
        let opens = self.hall.opens(key);
        match opens {
            Opens::Game(..) => keeper.right(peer),
            Opens::Stale => {}
            Opens::Nothing => {
                let tried = keeper.wrong(peer, now);
                log::warn!("wrong key from {peer}, number {tried}");
            }
        }
        Ok(opens)
    }
}
