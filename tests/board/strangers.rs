//! Who is served and who is not, and what is made of nonsense.

use std::io::{self, ErrorKind, Read, Write};
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use galaverna::board::server::{MAX_TABS, Server};
use serde_json::json;
use tungstenite::{Error, Message};

use super::client::{Tab, TestServer};
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use crate::process::Process;

#[test]
fn what_is_not_understood_is_refused_and_the_tab_goes_on() {
    let mut tab = TestServer::start().tab();
    for text in [
        "",
        "{}",
        "[1]",
        "{\"id\":1,\"type\":\"unheard\"}",
        "{\"id\":-1,\"type\":\"stop\"}",
    ] {
        tab.socket.send(Message::text(text)).unwrap();
        assert_eq!(tab.hear()["type"], "refused", "{text}");
    }
    for (body, says) in [
        (
            json!({ "game": "go", "moves": [] }),
            "There is no game 'go'.",
        ),
        (
            json!({ "game": "chess", "moves": ["e2e5"] }),
            "Illegal move 'e2e5'",
        ),
    ] {
        assert_eq!(tab.ask("position", body)["says"], says);
    }
    let wrong = tab.ask(
        "position",
        json!({ "game": "chess", "fen": "8/8 w", "moves": [] }),
    );
    assert_eq!(wrong["type"], "refused");
    assert_eq!(tab.position("chess", None, &[])["turn"], "white");
}

#[test]
fn a_message_that_is_too_long_ends_the_connection() {
    let server = TestServer::start();
    let mut tab = server.tab();
    let text = "x".repeat(3 << 20);
    // Some systems let a writer wait where nobody reads any more.
    let patience = Some(Duration::from_secs(10));
    tab.socket.get_ref().set_write_timeout(patience).unwrap();
    tab.socket.get_ref().set_read_timeout(patience).unwrap();
    // The server may close before all of it is written.
    let sent = tab.socket.send(Message::text(text));
    let mut is_over = || match tab.socket.read() {
        Ok(message) => message.is_close(),
        Err(Error::Io(error)) => !is_timeout(&error),
        Err(_) => true,
    };
    assert!(sent.is_err() || is_over() || is_over());
    assert_eq!(server.connect().1["type"], "hello");
}

#[test]
fn strangers_are_turned_away() {
    let server = TestServer::start();
    let with = |name: &'static str, value: &str| {
        let mut request = server.request();
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    assert!(server.accepts(server.request()));
    assert!(!server.accepts(with("Origin", "http://example.org")));
    assert!(!server.accepts(with("Origin", "null")));
    assert!(!server.accepts(with("Origin", "http://127.0.0.1:1")));
    assert!(!server.accepts(with("Host", "example.org")));
    let mut unnamed = server.request();
    unnamed.headers_mut().remove("Origin");
    assert!(!server.accepts(unnamed));
}

#[test]
fn without_the_token_no_tab_is_opened() {
    let server = TestServer::start();
    for query in [
        "",
        "?token=",
        "?token=00000000000000000000000000000000",
        "?other=1",
    ] {
        let mut request = server.request();
        let address = format!("ws://{}/ws{query}", server.host);
        *request.uri_mut() = address.parse().unwrap();
        assert!(!server.accepts(request), "{query}");
    }
    assert!(server.answer("/ws").starts_with("HTTP/1.1 403"));
    // The page itself is no secret; an address with another's token is a mistake.
    let page = |query: &str| server.answer(&format!("/{query}"));
    assert!(page("").starts_with("HTTP/1.1 200"));
    assert!(page(&format!("?token={}", server.token)).starts_with("HTTP/1.1 200"));
    let stale = page("?token=00000000000000000000000000000000");
    assert!(stale.starts_with("HTTP/1.1 403") && stale.ends_with("that it has printed.\n"));
}

#[test]
fn what_a_browser_is_called_with_opens_the_page_once() {
    let server = Server::bind(0).unwrap();
    let ticket = server.address_for_once();
    let path = ticket[ticket.rfind('/').unwrap()..].to_owned();
    let test = TestServer::at(&server.address());
    thread::spawn(|| server.run().unwrap());
    assert!(!ticket.contains(&test.token));
    assert!(test.answer("/?ticket=0").starts_with("HTTP/1.1 403"));
    let first = test.answer(&path);
    let place = format!("\r\nlocation: /?token={}\r\n", test.token);
    assert!(
        first.starts_with("HTTP/1.1 303") && first.contains(&place),
        "{first}"
    );
    assert!(test.answer(&path).starts_with("HTTP/1.1 403"));
}

/// Whether the server has closed a connection by then, whatever it said before.
fn closes(mut stream: &TcpStream, patience: Duration) -> bool {
    stream.set_read_timeout(Some(patience)).unwrap();
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    !read.is_err_and(|error| is_timeout(&error))
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

#[test]
fn who_asks_nothing_is_not_waited_for() {
    let server = TestServer::start();
    let mut tab = server.tab();
    let half = "GET / HTTP/1.1\r\nHost: ";
    let whole = format!("{half}{}\r\n\r\n", server.host);
    let streams = ["", half, &whole].map(|text| {
        let mut stream = TcpStream::connect(&server.host).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    });
    // One that goes on byte by byte.
    let mut slow = TcpStream::connect(&server.host).unwrap();
    let begun = Instant::now();
    while slow.write_all(b"G").is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(30));
        thread::sleep(Duration::from_millis(100));
    }
    for stream in &streams {
        assert!(closes(stream, Duration::from_secs(10)));
    }
    // A tab may say nothing for as long as it likes.
    assert!(begun.elapsed() > Duration::from_secs(9));
    assert_eq!(tab.position("chess", None, &[])["turn"], "white");
}

#[test]
fn connections_without_use_make_room() {
    let server = TestServer::start();
    let mut tab = server.tab();
    let idle: Vec<TcpStream> = (0..120)
        .map(|_| TcpStream::connect(&server.host).unwrap())
        .collect();
    assert!(server.answer("/").starts_with("HTTP/1.1 200"));
    assert!(closes(&idle[0], Duration::from_secs(5)));
    assert!(!closes(&idle[119], Duration::from_millis(100)));
    assert_eq!(tab.position("chess", None, &[])["turn"], "white");
}

/// With few file descriptors, fewer than the connections that would be let in.
#[cfg(target_os = "linux")]
#[test]
fn the_page_can_be_had_where_file_descriptors_run_out() {
    let program = env!("CARGO_BIN_EXE_galaverna");
    let script = format!("ulimit -n 40; exec '{program}' board --no-open --port 18264");
    let mut board = Command::new("sh");
    let board = board.args(["-c", &script]).stdout(Stdio::piped());
    let mut board = board.spawn().unwrap();
    let mut line = String::new();
    let output = board.stdout.take().unwrap();
    BufReader::new(output).read_line(&mut line).unwrap();
    let server = TestServer::at(line.split(' ').nth(4).unwrap());
    let idle: Vec<TcpStream> = (0..120)
        .map(|_| TcpStream::connect(&server.host).unwrap())
        .collect();
    let page = server.answer("/");
    board.kill().unwrap();
    board.wait().unwrap();
    drop(idle);
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
}

#[test]
fn one_tab_too_many_is_told_so_until_another_closes() {
    let server = TestServer::start();
    let mut tabs: Vec<Tab> = (0..MAX_TABS).map(|_| server.tab()).collect();
    let (_, refusal) = server.connect();
    assert_eq!(refusal["type"], "busy");
    // Its search is ended, too.
    tabs[0].tell(
        "search",
        json!({ "game": "iceage", "moves": [], "infinite": true }),
    );
    drop(tabs.remove(0));
    // The server hears of the closing in its own time.
    while server.connect().1["type"] != "hello" {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_tab_that_is_turned_away_while_it_speaks_hears_why() {
    let server = TestServer::start();
    let _tabs: Vec<Tab> = (0..MAX_TABS).map(|_| server.tab()).collect();
    let (mut tab, refusal) = server.connect();
    assert_eq!(refusal["type"], "busy");
    tab.tell("stop", json!({}));
    tab.tell("stop", json!({}));
    let farewell = [(); 2].map(|()| tab.socket.read());
    assert!(
        matches!(
            farewell,
            [Ok(Message::Close(_)), Err(Error::ConnectionClosed)]
        ),
        "{farewell:?}"
    );
}

/// Asks for a review, keeps the engine busy, and goes on asking until the server has
/// enough of it.
fn flood(server: &TestServer) {
    let (mut tab, hello) = server.connect();
    if hello["type"] != "hello" {
        return;
    }
    let game = json!({ "game": "chess", "moves": ["e2e4"], "nodes": 10_000_000 });
    tab.tell("review", game);
    tab.tell("offer_draw", json!({ "game": "chess", "side": "white" }));
    for _ in 0..1000 {
        let stop = json!({ "id": 1, "type": "stop" }).to_string();
        if tab.socket.send(Message::text(stop)).is_err() {
            break;
        }
    }
}

#[test]
fn tabs_that_flood_their_engines_are_closed_and_leave_their_places() {
    let server = TestServer::start();
    (0..2 * MAX_TABS).for_each(|_| flood(&server));
    let patience = Instant::now() + Duration::from_secs(60);
    let mut tabs = Vec::new();
    while tabs.len() < MAX_TABS {
        let (tab, hello) = server.connect();
        if hello["type"] == "hello" {
            tabs.push(tab);
        }
        assert!(Instant::now() < patience, "places are lost");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Many short searches, each by a tab of its own, with tables of all sizes up to 32 MiB.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn open_and_close_tabs(server: &TestServer) {
    for number in 0..120 {
        let game = ["chess", "iceage", "alice", "elolbia", "clupso"][number % 5];
        let wish = json!({
            "game": game, "moves": [], "move_time": 10, "threads": 2, "hash": 1 << (number % 6),
        });
        let mut tab = server.tab();
        tab.tell("search", wish);
        while tab.hear()["type"] != "done" {}
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn closed_tabs_give_their_memory_back() {
    let mut process = Process::start(&["board", "--no-open", "--port", "18064"]);
    let line = process.expect_start("The board is at http://");
    let server = TestServer::at(line.split(' ').nth(4).unwrap());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| open_and_close_tabs(&server));
        }
    });
    let patience = Instant::now() + Duration::from_secs(20);
    while process.resident_mib() > 60 {
        assert!(Instant::now() < patience, "{} MiB", process.resident_mib());
        thread::sleep(Duration::from_millis(50));
    }
}
