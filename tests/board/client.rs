//! A page's end of the WebSocket.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;

use galaverna::board::server::Server;
use galaverna::player::configuration::Configuration;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::{Message, WebSocket};

/// A server on a port of its own, which lives as long as the tests.
pub struct TestServer {
    /// Its host and port.
    pub host: String,
    /// What opens its tabs.
    pub token: String,
}

impl TestServer {
    pub fn start() -> TestServer {
        TestServer::serve(Server::bind(0).unwrap())
    }

    /// One that offers the engines of an `engines.toml` with this text.
    pub fn offering(text: &str) -> TestServer {
        let configuration = Configuration::parse(text, Path::new("engines.toml")).unwrap();
        TestServer::serve(Server::bind(0).unwrap().offer(&configuration))
    }

    fn serve(server: Server) -> TestServer {
        let address = server.address();
        thread::spawn(|| server.run().unwrap());
        TestServer::at(&address)
    }

    /// The server with this address.
    pub fn at(address: &str) -> TestServer {
        let (host, token) = address
            .strip_prefix("http://")
            .and_then(|rest| rest.split_once("/?token="))
            .unwrap();
        TestServer {
            host: host.to_owned(),
            token: token.to_owned(),
        }
    }

    /// What the server answers to this, until it closes the connection.
    pub fn answer(&self, path: &str) -> String {
        answer(&self.host, path)
    }

    /// A request for a WebSocket as a page of this server makes it.
    pub fn request(&self) -> Request {
        request(&self.host, &format!("ws?token={}", self.token))
    }

    /// Whether the server accepts such a request.
    pub fn accepts(&self, request: Request) -> bool {
        let stream = TcpStream::connect(&self.host).unwrap();
        tungstenite::client(request, stream).is_ok()
    }

    /// A tab and the first thing that it hears.
    pub fn connect(&self) -> (Tab, Value) {
        let stream = TcpStream::connect(&self.host).unwrap();
        Tab::open(self.request(), stream)
    }

    /// A tab that was greeted.
    pub fn tab(&self) -> Tab {
        let (tab, hello) = self.connect();
        assert_eq!(hello["type"], "hello");
        tab
    }
}

/// What a server answers to this, until it closes the connection.
pub fn answer(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// A request for a WebSocket as a page from there makes it.
pub fn request(host: &str, path: &str) -> Request {
    let mut request = format!("ws://{host}/{path}").into_client_request().unwrap();
    let origin = format!("http://{host}");
    request
        .headers_mut()
        .insert("Origin", origin.parse().unwrap());
    request
}

/// A connection.
pub struct Tab {
    pub socket: WebSocket<TcpStream>,
    asked: u64,
}

impl Tab {
    /// A connection and the first thing that it hears.
    pub fn open(request: Request, stream: TcpStream) -> (Tab, Value) {
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let mut tab = Tab { socket, asked: 0 };
        let hello = tab.hear();
        (tab, hello)
    }

    /// The next message.
    pub fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Asks and does not wait.
    pub fn tell(&mut self, kind: &str, mut body: Value) -> u64 {
        self.asked += 1;
        body["id"] = self.asked.into();
        body["type"] = kind.into();
        self.socket.send(Message::text(body.to_string())).unwrap();
        self.asked
    }

    /// The answer to a question.
    pub fn ask(&mut self, kind: &str, body: Value) -> Value {
        let id = self.tell(kind, body);
        loop {
            let reply = self.hear();
            if reply["id"] == id {
                return reply;
            }
        }
    }

    /// The position after these moves of a game.
    pub fn position(&mut self, game: &str, fen: Option<&str>, moves: &[&str]) -> Value {
        let reply = self.ask(
            "position",
            json!({ "game": game, "fen": fen, "moves": moves }),
        );
        assert_eq!(reply["type"], "position", "{reply}");
        reply
    }
}
