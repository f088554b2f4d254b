//! Who holds connections open without using them is shut out again, so that the page can
//! always be had: any program on this machine can connect.

use std::net::IpAddr;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How long a connection may take for a whole request, from its begin or the last answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most connections at once, those of tabs not counted. A browser opens six.
const MAX_CONNECTIONS: usize = 64;

/// How long to wait after the system has refused a connection.
const RETRY: Duration = Duration::from_millis(10);

/// The address of the machine that asks.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Answers whoever connects. Where there are too many, the oldest connection goes; one that
/// has become a tab's WebSocket has ended as far as it is counted here.
pub async fn serve(listener: TcpListener, router: Router) {
    let mut connections: Vec<JoinHandle<()>> = Vec::new();
    loop {
        let accepted = listener.accept().await;
        connections.retain(|connection| !connection.is_finished());
        let is_full = accepted.is_err() || connections.len() >= MAX_CONNECTIONS;
        if is_full && !connections.is_empty() {
            connections.remove(0).abort();
        }
        match accepted {
            Ok((stream, peer)) => {
                // IPv4 through a socket of IPv6 is the same machine.
                let peer = Peer(peer.ip().to_canonical());
                let router = router.clone().layer(Extension(peer));
                connections.push(tokio::spawn(answer(stream, router)));
            }
            // Descriptors may have run out: that of the closed one comes back.
            Err(_) => sleep(RETRY).await,
        }
    }
}

async fn answer(stream: TcpStream, router: Router) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // However it ends, nobody is left to be told.
    let _ = connection.with_upgrades().await;
}
