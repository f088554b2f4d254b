//! Who is served and who is not, and what is made of nonsense.

use std::time::{Duration, Instant};

use galaverna::board::MAX_TABS;
use serde_json::json;
use tungstenite::Message;

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
    // The server may close before all of it is written.
    let sent = tab.socket.send(Message::text(text));
    assert!(
        sent.is_err()
            || tab.socket.read().is_ok_and(|message| message.is_close())
            || tab.socket.read().is_err()
    );
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
        std::thread::sleep(Duration::from_millis(20));
    }
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
        std::thread::sleep(Duration::from_millis(20));
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
    let host = line.split('/').nth(2).unwrap().to_owned();
    let server = TestServer { host };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| open_and_close_tabs(&server));
        }
    });
    let patience = Instant::now() + Duration::from_secs(20);
    while process.resident_mib() > 150 {
        assert!(Instant::now() < patience, "{} MiB", process.resident_mib());
        std::thread::sleep(Duration::from_millis(50));
    }
}
