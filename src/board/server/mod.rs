//! The server: it listens on this machine and answers this page alone; where the user
//! wishes so, it lets people at other machines play one game.

mod assets;
mod doorkeeper;
mod engines;
mod gate;
mod guests;
mod hall;
mod memory;
mod seat;
mod tab;
mod token;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::str::FromStr;
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

use crate::player::configuration::Configuration;
use crate::search::tablebase::Tablebases;

use assets::Asset;

use engines::Programs;
use hall::{Hall, Role};
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
    /// There is no listening for other machines.
    #[error("other machines cannot be listened for at {0}: {1}")]
    Listen(IpAddr, io::Error),
    /// Something else is wrong with the network.
    #[error("the server broke down: {0}")]
    Network(#[from] io::Error),
}

/// Where other machines are listened for: `192.168.1.5`, or with a port,
/// `192.168.1.5:8064` or `[fd00::5]:8064`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenAddress {
    ip: IpAddr,
    /// Without one it is the first from [`DEFAULT_PORT`] on that is free.
    port: Option<u16>,
}

/// Why a text is no address to listen at.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ListenAddressError {
    /// It is no address.
    #[error("an address of this machine is needed, as 192.168.1.5 or 192.168.1.5:8064")]
    Unreadable,
    /// It stands for all networks.
    #[error("name one address: this one stands for every network, and is in no invitation")]
    Unspecified,
}

impl FromStr for ListenAddress {
    type Err = ListenAddressError;

    fn from_str(text: &str) -> Result<ListenAddress, ListenAddressError> {
        let alone = text.parse().map(|ip| ListenAddress { ip, port: None });
        let address = alone.or_else(|_| {
            let address: SocketAddr = text.parse().map_err(|_| ListenAddressError::Unreadable)?;
            Ok(ListenAddress {
                ip: address.ip(),
                port: Some(address.port()),
            })
        })?;
        match address.ip.is_unspecified() {
            true => Err(ListenAddressError::Unspecified),
            false => Ok(address),
        }
    }
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    shared: Shared,
    /// For other machines.
    outer: Option<TcpListener>,
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
    /// What the engines of all tabs ask.
    tables: Tablebases,
    /// The game with other machines, where they are listened for.
    hall: Option<Arc<Hall>>,
    /// Engines besides our own.
    programs: Arc<Programs>,
}

impl Server {
    /// Listens on this port of this machine, or on the next one that is free.
    ///
    /// # Errors
    ///
    /// If none is free.
    pub fn bind(port: u16) -> Result<Server, ServerError> {
        let listener = bind(Ipv4Addr::LOCALHOST.into(), port);
        let listener = listener.map_err(|error| ServerError::Ports(port, error))?;
        let shared = Shared {
            port: listener.local_addr()?.port(),
            token: Token::new(),
            ticket: Token::new(),
            ticket_is_used: AtomicBool::new(false),
            tabs: Arc::new(Semaphore::new(MAX_TABS)),
            tables: Tablebases::default(),
            hall: None,
            programs: Arc::default(),
        };
        Ok(Server {
            listener,
            shared,
            outer: None,
        })
    }

    /// Offers its own pages the engines of a file that speak UCI, to play and to search.
    pub fn offer(mut self, configuration: &Configuration) -> Server {
        self.shared.programs = Arc::new(Programs::new(configuration));
        self
    }

    /// Lets the page see what these endgame tables know, and its engines ask them.
    pub fn with_tables(mut self, tables: Tablebases) -> Server {
        self.shared.tables = tables;
        self
    }

    /// Lets people at other machines in at this address: those who are invited to a game.
    ///
    /// # Errors
    ///
    /// If it cannot be listened at.
    pub fn listen(mut self, at: ListenAddress) -> Result<Server, ServerError> {
        let ListenAddress { ip, port } = at;
        let listener = match port {
            // A port that is named may be the one that a firewall lets through.
            Some(port) => open(ip, port),
            None => bind(ip, DEFAULT_PORT),
        };
        let listener = listener.map_err(|error| ServerError::Listen(ip, error))?;
        let address = format!("http://{}", listener.local_addr()?);
        self.shared.hall = Some(Arc::new(Hall::new(address)));
        self.outer = Some(listener);
        Ok(self)
    }

    /// What invitations begin with, where other machines are listened for.
    pub fn network_address(&self) -> Option<&str> {
        self.shared.hall.as_deref().map(Hall::address)
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
            if let Some((outer, hall)) = self.outer.zip(self.shared.hall.clone()) {
                let outer = tokio::net::TcpListener::from_std(outer)?;
                tokio::spawn(gate::serve(outer, guests::router(Arc::clone(&hall))));
                tokio::spawn(async move { hall.keep_time().await });
            }
            gate::serve(listener, router(Arc::new(self.shared))).await;
            Ok(())
        })
    }
}

/// Listens on this port of an address.
fn open(ip: IpAddr, port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(SocketAddr::new(ip, port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// The same, or on the next port that is free.
fn bind(ip: IpAddr, port: u16) -> io::Result<TcpListener> {
    let mut last = Err(io::ErrorKind::AddrInUse.into());
    for port in port..=port.saturating_add(PORTS_TRIED) {
        last = open(ip, port);
        if last.is_ok() {
            break;
        }
    }
    last
}

/// Where the game with other machines has its WebSocket.
const GAME: &str = "/game";

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/ws", get(open_tab))
        .route(GAME, get(open_game))
        .fallback(send_asset)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Lets pass what comes from a page of this server, and tabs that have its token.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let is_socket = ["/ws", GAME].contains(&request.uri().path());
    let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", shared.port));
    let refusal = match parameter(request.uri(), "token") {
        _ if !is_from_own_page(request.headers(), is_socket, &hosts) => {
            "This server answers its own page alone.\n"
        }
        Some(token) if !shared.token.is(token) => STALE,
        None if is_socket => STALE,
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
fn is_from_own_page(headers: &HeaderMap, is_socket: bool, hosts: &[String]) -> bool {
    let is_own = |host: &str| hosts.iter().any(|own| own == host);
    let text = |name: HeaderName| headers.get(name)?.to_str().ok();
    let origin_is_own = match headers.contains_key(header::ORIGIN) {
        true => text(header::ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://"))
            .is_some_and(is_own),
        false => !is_socket,
    };
    text(header::HOST).is_some_and(is_own) && origin_is_own
}

async fn open_tab(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    let permit = Arc::clone(&shared.tabs).try_acquire_owned();
    let network = shared.hall.as_ref().map(|hall| hall.address().to_owned());
    let programs = Arc::clone(&shared.programs);
    let tables = shared.tables.clone();
    upgrade.on_upgrade(async move |socket| match permit {
        Ok(permit) => tab::serve(socket, permit, network, programs, tables).await,
        Err(_) => {
            let says = format!("{MAX_TABS} tabs are open already. Close one to play here.");
            tab::turn_away(socket, &says).await;
        }
    })
}

/// The host's part of the game with other machines.
async fn open_game(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let Some(hall) = shared.hall.clone() else {
        return (StatusCode::NOT_FOUND, NO_PAGE).into_response();
    };
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| seat::serve(socket, &hall, Role::Host, None).await)
}

/// What is said where there is no file.
const NO_PAGE: &str = "There is no such page.\n";

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
    let Shared { port, .. } = &*shared;
    let sockets = format!("ws://127.0.0.1:{port} ws://localhost:{port}");
    send_file(assets::find(uri.path()), &headers, &sockets)
}

/// Sends a file of the page, which may open these WebSockets.
fn send_file(asset: Option<Asset>, headers: &HeaderMap, sockets: &str) -> Response {
    let Some(asset) = asset else {
        return (StatusCode::NOT_FOUND, NO_PAGE).into_response();
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
        .header(header::CONTENT_SECURITY_POLICY, security_policy(sockets));
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
fn security_policy(sockets: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
         connect-src 'self' {sockets}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
