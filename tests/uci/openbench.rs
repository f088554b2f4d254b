//! `speedtest`, and `genfens` as OpenBench's worker asks for positions.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use galaverna::show::GAMES;

use super::client::Client;
use crate::process::Process;

/// Starts the binary as the worker does.
fn genfens(order: &str) -> Vec<String> {
    let mut process = Process::start(&[order, "quit"]);
    process.close_input();
    let (status, lines) = process.wait();
    assert!(status.success(), "{lines:?}");
    lines
}

/// The positions among the lines.
fn positions(lines: &[String]) -> Vec<String> {
    let found = lines
        .iter()
        .filter_map(|line| line.strip_prefix("info string genfens "));
    found.map(str::to_owned).collect()
}

#[test]
fn positions_are_legal_and_those_of_the_seed() {
    for game in &GAMES {
        let order = |seed| format!("genfens 6 seed {seed} book None variant {}", game.name);
        let lines = genfens(&order(1));
        let found = positions(&lines);
        assert_eq!((found.len(), lines.len()), (6, 6), "{lines:?}");
        for fen in &found {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            let mut session = game.session();
            session.set_position(Some(fen), &[]).expect("a position");
            assert_eq!((session.outcome(), session.fen()), (None, fen.clone()));
        }
        let turns: HashSet<_> = found.iter().map(|fen| fen.split(' ').nth(1)).collect();
        assert_eq!(turns.len(), 2, "{found:?}");
        assert_eq!(positions(&genfens(&order(1))), found);
        assert_ne!(positions(&genfens(&order(2))), found);
    }
}

#[test]
fn the_game_in_play_and_a_book_count() {
    let book = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("books/alice.epd");
    let mut client = Client::playing("alice");
    client.send(&format!("genfens 3 seed 7 book {} plies 0", book.display()));
    let text = fs::read_to_string(&book).expect("a book");
    for _ in 0..3 {
        let line = client.expect_start("info string genfens ");
        let placement = line.split(' ').nth(3).expect("a position");
        assert!(text.contains(placement), "{line}");
    }
    client.expect_silence();
    client.send("genfens 3 seed 7 book no/such/book");
    let line = client.expect_start("info string genfens: no/such/book: ");
    assert!(!line.contains(" genfens 3"), "{line}");
    client.expect_silence();
}

#[test]
fn speed_is_reported_as_stockfish_does() {
    for game in ["chess", "clupso"] {
        let mut client = Client::playing(game);
        client.send("speedtest 2 4 1");
        let lines = client.until("Nodes/second");
        let value = |name: &str| {
            let line = lines.iter().find(|line| line.starts_with(name));
            let value = line.and_then(|line| line.split_once(": "));
            value
                .unwrap_or_else(|| panic!("{name} in {lines:?}"))
                .1
                .to_owned()
        };
        assert!(value("Version").starts_with("Galaverna "));
        assert!(value("Compiled by").starts_with("rustc "));
        assert_eq!(
            value("Filled invocation"),
            format!("speedtest 2 4 1 {game}")
        );
        assert_eq!((&*value("Thread count"), &*value("TT size")), ("2", "4"));
        let number = |name| value(name).parse::<f64>().expect("a number");
        let (nodes, seconds) = (number("Total nodes searched"), number("Total search time"));
        let rate = number("Nodes/second");
        assert!(
            nodes > 0.0 && (rate - nodes / seconds).abs() / rate < 0.01,
            "{lines:?}"
        );
        assert!(value("Hash max, avg").contains(", "));
        client.expect_silence();
    }
    let mut process = Process::start(&["speedtest", "1", "1", "1", "iceage"]);
    process.close_input();
    let (status, lines) = process.wait();
    assert!(
        status.success()
            && lines
                .last()
                .is_some_and(|line| line.starts_with("Nodes/second"))
    );
}
