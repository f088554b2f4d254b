//! Who holds connections open without using them is shut out again, so that the page can
//! always be had: any program on this machine can connect.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep};

/// How long a connection may go without being sent anything: a whole request must have
/// come by then.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most connections at once, those of tabs not counted. A browser opens six.
const MAX_CONNECTIONS: usize = 64;

/// How long to wait after the system has refused a connection.
const RETRY: Duration = Duration::from_millis(10);

/// Takes in connections. Where there are too many, the oldest one goes.
pub struct Gate {
    listener: TcpListener,
    /// From the oldest on.
    waiting: Vec<Waiting>,
}

/// A connection that is no tab's, as far as the gate has heard; dropping this closes it.
struct Waiting {
    leave: Leave,
    close: oneshot::Sender<()>,
}

/// Leave to stay, for the connections of tabs: they are not closed for saying nothing.
#[derive(Clone, Default)]
pub struct Leave(Arc<AtomicBool>);

/// A connection that ends unless it is used or has leave to stay.
pub struct Connection {
    stream: TcpStream,
    leave: Leave,
    closed: oneshot::Receiver<()>,
    deadline: Pin<Box<Sleep>>,
    is_over: bool,
}

impl Gate {
    /// A gate for what comes in here.
    pub fn new(listener: TcpListener) -> Gate {
        Gate {
            listener,
            waiting: Vec::new(),
        }
    }

    fn admit(&mut self, stream: TcpStream) -> Connection {
        let leave = Leave::default();
        let (close, closed) = oneshot::channel();
        self.waiting.push(Waiting {
            leave: leave.clone(),
            close,
        });
        Connection {
            stream,
            leave,
            closed,
            deadline: Box::pin(sleep(PATIENCE)),
            is_over: false,
        }
    }
}

impl Listener for Gate {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let accepted = self.listener.accept().await;
            self.waiting
                .retain(|one| !one.leave.is_given() && !one.close.is_closed());
            let is_full = accepted.is_err() || self.waiting.len() >= MAX_CONNECTIONS;
            if is_full && !self.waiting.is_empty() {
                self.waiting.remove(0);
            }
            match accepted {
                Ok((stream, address)) => return (self.admit(stream), address),
                // Descriptors may have run out: that of the closed one comes back.
                Err(_) => sleep(RETRY).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Leave {
    /// Lets the connection stay for as long as both sides want.
    pub fn give(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_given(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Connected<IncomingStream<'_, Gate>> for Leave {
    fn connect_info(stream: IncomingStream<'_, Gate>) -> Leave {
        stream.io().leave.clone()
    }
}

impl Connection {
    /// Fails when the time is over, or the connection must make room for others.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.leave.is_given() {
            return Ok(());
        }
        self.is_over = self.is_over
            || Pin::new(&mut self.closed).poll(context).is_ready()
            || self.deadline.as_mut().poll(context).is_ready();
        match self.is_over {
            true => Err(io::ErrorKind::TimedOut.into()),
            false => Ok(()),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.deadline.as_mut().reset(Instant::now() + PATIENCE);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
