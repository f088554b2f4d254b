//! Who is served and who is not, and what is made of nonsense.

use galaverna::board::MAX_TABS;
use serde_json::json;
use tungstenite::Message;

use super::client::{Tab, TestServer};

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
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
