//! Playing from a book of openings.

use std::fs;
use std::path::PathBuf;

use galaverna::engine::book::{Book, Entry};

use super::client::Client;

/// PolyGlot's keys of the start position and of that after 1. e4.
const START: u64 = 0x463b_9618_1691_fc9c;
const AFTER_E4: u64 = 0x823c_9b50_fd11_4196;

/// PolyGlot's numbers of moves that no search of a few nodes plays.
const A2A3: u16 = 8 << 6 | 16;
const H7H6: u16 = 55 << 6 | 47;

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a file for tests");
    path
}

fn book(moves: &[(u64, u16)]) -> Vec<u8> {
    let entries = moves.iter().map(|&(key, code)| Entry {
        key,
        code,
        weight: 1,
    });
    Book::new(entries.collect()).to_bytes()
}

fn answer(client: &mut Client, position: &str, go: &str) -> String {
    client.send(&format!("position {position}"));
    client.send(go);
    client.find("bestmove ")
}

#[test]
fn a_book_of_polyglot_is_played_from_where_that_is_asked_for() {
    let mut client = Client::start();
    let path = file("a book.bin", &book(&[(START, A2A3), (AFTER_E4, H7H6)]));
    let path = path.display();
    client.send(&format!("setoption name BookFile value {path}"));
    let go = "go nodes 500";
    assert_ne!(answer(&mut client, "startpos", go), "bestmove a2a3");
    client.send("setoption name OwnBook value true");
    assert_eq!(answer(&mut client, "startpos", go), "bestmove a2a3");
    assert_eq!(
        answer(&mut client, "startpos moves e2e4", go),
        "bestmove h7h6"
    );
    // Whoever looks for something wants no book.
    let told = answer(&mut client, "startpos", "go nodes 500 searchmoves e2e4");
    assert!(told.starts_with("bestmove e2e4"), "{told}");
    client.send("setoption name UCI_AnalyseMode value true");
    assert_ne!(answer(&mut client, "startpos", go), "bestmove a2a3");
    client.send("setoption name UCI_AnalyseMode value false");
    assert_ne!(
        answer(&mut client, "startpos moves d2d4", go),
        "bestmove h7h6"
    );
    client.send("setoption name BookFile value <empty>");
    assert_ne!(answer(&mut client, "startpos", go), "bestmove a2a3");
}

#[test]
fn what_is_no_book_is_refused_with_one_line() {
    let mut client = Client::start();
    let good = book(&[(START, A2A3), (AFTER_E4, H7H6)]);
    let path = file("good.bin", &good);
    client.send(&format!("setoption name BookFile value {}", path.display()));
    client.send("setoption name OwnBook value true");
    let mut unsorted = good.clone();
    unsorted.rotate_left(16);
    let cut = good[..20].to_vec();
    for (name, bytes, message) in [
        ("cut.bin", cut, "its size is no multiple of 16 bytes"),
        (
            "empty.bin",
            Vec::new(),
            "its size is no multiple of 16 bytes",
        ),
        ("unsorted.bin", unsorted, "its entries are not sorted"),
    ] {
        let path = file(name, &bytes);
        client.send(&format!("setoption name BookFile value {}", path.display()));
        let line = client.find("info string option BookFile: ");
        assert!(line.ends_with(message), "{line}");
    }
    client.send("setoption name BookFile value /no/such/book.bin");
    let line = client.find("info string option BookFile: ");
    assert!(line.contains("/no/such/book.bin: "), "{line}");
    // The one before stays.
    assert_eq!(
        answer(&mut client, "startpos", "go nodes 500"),
        "bestmove a2a3"
    );
}
