//! Endgame tables.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use galaverna::engine::syzygy::Syzygy;
use galaverna::notation::Notation;
use galaverna::rules::chess::Chess;
use galaverna::rules::{Color, GameRecord, Position};

use super::client::Client;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

/// King and rook against king, mate in fifteen.
const ROOK: &str = "8/8/8/8/3k4/8/8/KR6 w - -";

fn with_tables(folders: &str) -> Client {
    let mut client = Client::start();
    client.send(&format!("setoption name SyzygyPath value {folders}"));
    client
}

/// Score and `tbhits` of the last line of a search.
fn searched(client: &mut Client, fen: &str, go: &str) -> (String, u64) {
    client.send(&format!("position fen {fen}"));
    client.send(go);
    let lines = client.until("bestmove ");
    let last = lines
        .iter()
        .rev()
        .find(|line| line.starts_with("info depth"));
    let last = last.expect("a line with a score");
    let between = |begin: &str, end: &str| {
        let (_, rest) = last.split_once(begin).expect(last);
        rest.split_once(end).expect(last).0.to_owned()
    };
    let hits = between(" tbhits ", " ").parse().expect("a number");
    (between(" score ", " nodes"), hits)
}

/// A folder with copies of the tables.
fn copies(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for tests");
    for entry in fs::read_dir(TABLES).expect("tables") {
        let file = entry.expect("a file").path();
        if let Some(name) = file.file_name() {
            fs::copy(&file, folder.join(name)).expect("a copy");
        }
    }
    folder
}

#[test]
fn what_is_found_is_told_and_looked_up() {
    let mut client = with_tables(TABLES);
    let found = "info string Found 5 WDL and 5 DTZ tablebase files (up to 3-man).";
    assert_eq!(client.line(), found);
    client.expect_silence();
    let fen = format!("{ROOK} 0 1");
    // All fifteen moves of the root, and nothing after.
    assert_eq!(
        searched(&mut client, &fen, "go depth 3"),
        ("cp 20000".to_owned(), 15)
    );
    // Below the root, behind captures and the pawn's steps.
    let pawns = "8/8/8/8/2k1p3/8/4P3/4K3 w - - 0 1";
    assert!(searched(&mut client, pawns, "go depth 12").1 > 0);
    client.send("setoption name SyzygyProbeLimit value 2");
    assert_eq!(searched(&mut client, pawns, "go depth 12").1, 0);
    client.send("setoption name SyzygyProbeLimit value 7");
    client.send("setoption name SyzygyPath value <empty>");
    client.expect_silence();
    assert_eq!(searched(&mut client, pawns, "go depth 12").1, 0);
}

#[test]
fn the_fifty_move_rule_counts_unless_it_is_switched_off() {
    let mut client = with_tables(TABLES);
    let late = format!("{ROOK} 90 100");
    assert_eq!(searched(&mut client, &late, "go depth 3").0, "cp 1");
    client.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(searched(&mut client, &late, "go depth 3").0, "cp 20000");
}

#[test]
fn damaged_files_are_named_and_left_out() {
    let folder = copies("damaged tables");
    let path = |name: &str| folder.join(name);
    let cut = fs::read(path("KRvK.rtbw")).expect("a table");
    fs::write(path("KRvK.rtbw"), &cut[..cut.len() - 64]).expect("a file");
    fs::write(path("KBvK.rtbw"), &cut[..100]).expect("a file");
    fs::copy(path("KQvK.rtbz"), path("KPvK.rtbz")).expect("a copy");
    fs::write(path("notes.rtbw"), "").expect("a file");
    let folders = [folder.as_path(), Path::new("/no such folder")];
    let folders = std::env::join_paths(folders).expect("a list");
    let mut client = with_tables(&folders.display().to_string());
    let found = "info string Found 3 WDL and 4 DTZ tablebase files (up to 3-man).";
    assert_eq!(client.line(), found);
    client.send("isready");
    let named = client.until("readyok");
    for (name, why) in [
        ("no such folder", ""),
        ("KRvK.rtbw", "damaged"),
        ("KBvK.rtbw", "damaged: no table has this length"),
        ("KPvK.rtbz", "damaged"),
        ("notes.rtbw", "not the name of a table"),
    ] {
        let line = named.iter().find(|line| line.contains(name));
        let line = line.unwrap_or_else(|| panic!("{name}: {named:#?}"));
        assert!(
            line.starts_with("info string option SyzygyPath: "),
            "{line}"
        );
        assert!(
            line.contains(&format!(": {why}")) && line.ends_with("; left out"),
            "{line}"
        );
    }
    assert_eq!(named.len(), 6, "{named:#?}");
    // The others work.
    let queen = "8/8/8/8/3k4/8/8/KQ6 w - - 0 1";
    assert_eq!(searched(&mut client, queen, "go depth 2").0, "cp 20000");
    assert_eq!(
        searched(&mut client, &format!("{ROOK} 0 1"), "go depth 2").1,
        0
    );
}

/// Black's move after which the tables see progress latest.
fn longest_defence(tables: &Syzygy, game: &GameRecord<Chess>) -> String {
    let delay = |m| {
        let mut after = game.position().clone();
        after.play(m);
        match tables.probe_dtz(&after).expect("a table") {
            dtz if dtz <= 0 => i32::MAX,
            _ if after.state().halfmove_clock == 0 => 0,
            dtz => dtz,
        }
    };
    let moves = game.position().legal_moves().into_iter();
    let best = moves
        .max_by_key(|&m| delay(m))
        .expect("a game that goes on");
    best.to_string()
}

#[test]
fn a_pawn_that_wins_is_brought_home_and_mates() {
    // By the tables the pawn steps in 13 plies, and a queen mates within 20 of its birth; a
    // search that sees the mate goes there straight, and no other may shuffle longer.
    const MOST_PLIES: usize = 150;
    let start = "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1";
    let mut client = with_tables(TABLES);
    let (tables, _) = Syzygy::open(OsStr::new(TABLES));
    let mut game = GameRecord::new(Chess::from_fen(start).expect("a position"));
    let mut moves: Vec<String> = Vec::new();
    while game.outcome().is_none() && moves.len() < MOST_PLIES {
        let m = match game.position().turn() {
            Color::White => {
                client.send(&format!("position fen {start} moves {}", moves.join(" ")));
                client.best_move("go nodes 3000")
            }
            Color::Black => longest_defence(&tables, &game),
        };
        let played = game.position().parse_coordinates(&m).expect("a legal move");
        game.play(played);
        moves.push(m);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(Color::White), "{}", moves.join(" "));
}
