//! The server: it listens on this machine alone and answers this page alone.

mod assets;
mod gate;
mod memory;
mod tab;
mod token;

use std::io;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use thiserror::Error;
use tokio::sync::Semaphore;

use token::Token;

/// The port unless a user says otherwise.
pub const DEFAULT_PORT: u16 = 8064;

/// How many ports after the wished one are tried.
const PORTS_TRIED: u16 = 50;

/// The most tabs at once, each with an engine.
pub const MAX_TABS: usize = 8;

/// The longest message of a page, in bytes: room for a PGN file.
const MAX_MESSAGE: usize = 2 << 20;

/// Why there is no board to be had.
#[derive(Debug, Error)]
pub enum ServerError {
    /// All ports are taken.
    #[error("no port from {0} on can be had: {1}")]
    Ports(u16, io::Error),
    /// Something else is wrong with the network.
    #[error("the server broke down: {0}")]
    Network(#[from] io::Error),
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    shared: Shared,
}

/// What all answers need.
struct Shared {
    port: u16,
    /// What opens tabs.
    token: Token,
    /// What is given the token, once.
    ticket: Token,
    ticket_is_used: AtomicBool,
    tabs: Arc<Semaphore>,
}

impl Server {
    /// Listens on this port of this machine, or on the next one that is free.
    ///
    /// # Errors
    ///
    /// If none is free.
    pub fn bind(port: u16) -> Result<Server, ServerError> {
        let mut error = None;
        for port in port..=port.saturating_add(PORTS_TRIED) {
            match TcpListener::bind(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)) {
                Ok(listener) => {
                    listener.set_nonblocking(true)?;
                    let port = listener.local_addr()?.port();
                    let shared = Shared {
                        port,
                        token: Token::new(),
                        ticket: Token::new(),
                        ticket_is_used: AtomicBool::new(false),
                        tabs: Arc::new(Semaphore::new(MAX_TABS)),
                    };
                    return Ok(Server { listener, shared });
                }
                Err(other) => error = Some(other),
            }
        }
        let error = error.unwrap_or_else(|| io::ErrorKind::AddrInUse.into());
        Err(ServerError::Ports(port, error))
    }

    /// What to open in a browser, for the eyes of the user alone.
    pub fn address(&self) -> String {
        let Shared { port, token, .. } = &self.shared;
        format!("http://127.0.0.1:{port}/?token={}", token.as_str())
    }

    /// What to call a browser with. Other users of the machine may see how programs are
    /// called, so it is of use once: whoever comes first is sent on to the address.
    pub fn address_for_once(&self) -> String {
        let Shared { port, ticket, .. } = &self.shared;
        format!("http://127.0.0.1:{port}/?ticket={}", ticket.as_str())
    }

    /// Answers until the program ends.
    ///
    /// # Errors
    ///
    /// If the system does not let it.
    pub fn run(self) -> Result<(), ServerError> {
        memory::give_back_tables();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            gate::serve(listener, router(Arc::new(self.shared))).await;
            Ok(())
        })
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/ws", get(open_tab))
        .fallback(send_asset)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Lets pass what comes from a page of this server, and tabs that have its token.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let refusal = match (parameter(request.uri(), "token"), path) {
        _ if !is_from_own_page(request.headers(), path, shared.port) => {
            "This server answers its own page alone.\n"
        }
        (Some(token), _) if !shared.token.is(token) => STALE,
        (None, "/ws") => STALE,
        _ => return next.run(request).await,
    };
    (StatusCode::FORBIDDEN, refusal).into_response()
}

/// What is said to whoever comes without the token that is asked for.
const STALE: &str =
    "This is not the address of the board that runs here. Open the one that it has printed.\n";

/// The value of a parameter of an address, as it is written there.
fn parameter<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let mut pairs = uri
        .query()?
        .split('&')
        .filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Any web page can reach a port of this machine: its `Origin` is another, and where its
/// name was made to point here, its `Host`. A browser names the origin of every WebSocket.
fn is_from_own_page(headers: &HeaderMap, path: &str, port: u16) -> bool {
    let is_own = |host: &str| {
        let names = ["127.0.0.1", "localhost"];
        names.iter().any(|name| host == format!("{name}:{port}"))
    };
    let text = |name: HeaderName| headers.get(name)?.to_str().ok();
    let origin_is_own = match headers.contains_key(header::ORIGIN) {
        true => text(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(is_own),
        false => path != "/ws",
    };
    text(header::HOST).is_some_and(is_own) && origin_is_own
}

async fn open_tab(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    let permit = Arc::clone(&shared.tabs).try_acquire_owned();
    upgrade.on_upgrade(async move |socket| match permit {
        Ok(permit) => tab::serve(socket, permit).await,
        Err(_) => {
            let says = format!("{MAX_TABS} tabs are open already. Close one to play here.");
            tab::turn_away(socket, &says).await;
        }
    })
}

async fn send_asset(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if let Some(ticket) = parameter(&uri, "ticket") {
        return redeem(&shared, ticket);
    }
    let Some(asset) = assets::find(uri.path()) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let known = headers.get(header::IF_NONE_MATCH);
    let is_known = known.is_some_and(|known| known.as_bytes() == asset.etag.as_bytes());
    let response = Response::builder()
        .header(header::CONTENT_TYPE, asset.media_type)
        // Asked for each time, and not sent again unless the program is another.
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::ETAG, asset.etag)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header("cross-origin-resource-policy", "same-origin")
        .header("cross-origin-opener-policy", "same-origin")
        .header(
            header::CONTENT_SECURITY_POLICY,
            security_policy(shared.port),
        );
    let response = match is_known {
        true => response
            .status(StatusCode::NOT_MODIFIED)
            .body(Body::empty()),
        false => response.body(Body::from(asset.bytes.into_owned())),
    };
    response.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// Sends the first who comes with the ticket on to the page, with the token.
fn redeem(shared: &Shared, ticket: &str) -> Response {
    let is_first = shared.ticket.is(ticket) && !shared.ticket_is_used.swap(true, Ordering::Relaxed);
    match is_first {
        true => Redirect::to(&format!("/?token={}", shared.token.as_str())).into_response(),
        false => (StatusCode::FORBIDDEN, STALE).into_response(),
    }
}

/// Scripts, styles, fonts and pictures of this server and nothing else.
fn security_policy(port: u16) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
         connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
