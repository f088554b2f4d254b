//! Our own endgame tables.

use std::path::Path;
use std::{fs, iter};

use galaverna::notation::Notation;
use galaverna::rules::alice::Alice;
use galaverna::rules::clupso::Clupso;
use galaverna::rules::elolbia::Elolbia;
use galaverna::rules::{Color, GameRecord, Position};
use galaverna::tables::{Folder, MAX_PIECES, Signature, Tabled, moves_by_value};
use rand::Rng;

use crate::common::{elolbian_tables, random_numbers};

use super::client::Client;

/// King and rook against king: the longest win.
const ROOK: &str = "8/8/8/8/8/2k5/1R6/K7 w - -";
const PLIES: usize = 31;

fn with_tables(folders: &str) -> Client {
    let mut client = Client::playing("elolbia");
    client.send(&format!("setoption name TablePath value {folders}"));
    client
}

/// Score and `tbhits` of the last line of a search.
fn searched(client: &mut Client, fen: &str) -> (String, u64) {
    client.send(&format!("position fen {fen}"));
    client.send("go depth 2");
    let lines = client.until("bestmove ");
    let mut scores = lines.iter().filter(|line| line.starts_with("info depth"));
    let last = scores.next_back().expect("a line with a score");
    let between = |begin: &str, end: &str| {
        let (_, rest) = last.split_once(begin).expect(last);
        rest.split_once(end).expect(last).0.to_owned()
    };
    let hits = between(" tbhits ", " ").parse().expect("a number");
    (between(" score ", " nodes"), hits)
}

#[test]
fn what_is_found_is_told_and_looked_up() {
    let mut client = with_tables(&elolbian_tables().display().to_string());
    let found = "Found tables: none of alice, 5 of elolbia (up to 3-man), none of clupso.";
    assert_eq!(client.line(), format!("info string {found}"));
    let rook = format!("{ROOK} 0 1");
    let position = Elolbia::from_fen(&rook).expect("a position");
    let moves = position.count_legal_moves() as u64;
    assert_eq!(searched(&mut client, &rook), ("mate 16".to_owned(), moves));
    // The rule of fifty moves lets it come to that, and then no more.
    let late = |clock: usize| format!("{ROOK} {clock} 90");
    assert_eq!(searched(&mut client, &late(100 - PLIES)).0, "mate 16");
    let drawn = searched(&mut client, &late(101 - PLIES)).0;
    assert!(["cp 0", "cp 1"].contains(&drawn.as_str()), "{drawn}");
    client.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(searched(&mut client, &late(101 - PLIES)).0, "mate 16");
    client.send("setoption name SyzygyProbeLimit value 2");
    assert_eq!(searched(&mut client, &rook).1, 0);
    client.send("setoption name SyzygyProbeLimit value 7");
    client.send("setoption name TablePath value <empty>");
    assert_eq!(searched(&mut client, &rook).1, 0);
    client.expect_silence();
}

#[test]
fn the_quickest_way_is_taken_against_the_longest_defence() {
    let mut client = with_tables(&elolbian_tables().display().to_string());
    let tables = Folder::new(elolbian_tables());
    let start = Elolbia::from_fen(&format!("{ROOK} 0 1")).expect("a position");
    let end = attack(&mut client, &tables, start, "go nodes 100");
    assert_eq!(end, (Some(Color::White), PLIES));
}

/// Lets the engine play on for the side to move, against the tables; returns who wins, and
/// after how many plies.
fn attack<P: Tabled>(
    client: &mut Client,
    tables: &Folder,
    start: P,
    go: &str,
) -> (Option<Color>, usize) {
    let (fen, attacker) = (start.fen(), start.turn());
    let mut game = GameRecord::new(start);
    let (mut moves, mut plies) = (String::new(), 0);
    let end = loop {
        if let Some(outcome) = game.outcome() {
            break outcome;
        }
        let m = match game.position().turn() == attacker {
            true => {
                client.send(&format!("position fen {fen} moves{moves}"));
                client.best_move(go)
            }
            false => {
                let all = moves_by_value(tables, game.position()).expect("tables");
                all[0].0.to_string()
            }
        };
        let played = game.position().parse_coordinates(&m).expect("a legal move");
        game.play(played);
        moves = format!("{moves} {m}");
        plies += 1;
    };
    (end.winner, plies)
}

/// From so many won positions of each ending games are played.
const WON_POSITIONS: u32 = 200;

/// Games that the engine wins from positions of an ending taken at random that the side to
/// move wins within the fifty-move rule, and the longest of them in plies; `None` if there are
/// hardly any such positions.
fn wins<P: Tabled>(client: &mut Client, tables: &Folder, ending: Signature) -> Option<[u32; 2]> {
    let table = tables.table::<P>(ending).expect("a table");
    if table
        .statistics()
        .iter()
        .all(|side| side.won == side.won_too_late)
    {
        return None;
    }
    let (index, values) = (table.index(), table.load().expect("a table"));
    let mut random = random_numbers(25);
    let mut won_positions = iter::repeat_with(|| {
        let turn = Color::from_white(random.random());
        let number = random.random_range(0..index.size());
        let value = values.get(number, turn);
        let position = || index.position::<P>(number, turn);
        (value.is_win() && value.stands_at(0)).then(position)?
    })
    .take(1_000_000)
    .flatten();
    let (mut won, mut longest) = (0, 0);
    for _ in 0..WON_POSITIONS {
        let start = won_positions.next()?;
        let attacker = start.turn();
        client.send("ucinewgame");
        let (winner, plies) = attack(client, tables, start, "go movetime 10");
        won += u32::from(winner == Some(attacker));
        longest = longest.max(plies as u32);
    }
    Some([won, longest])
}

fn win_all<P: Tabled>(folder: &str) {
    let mut client = Client::playing(P::NAME);
    client.send(&format!("setoption name TablePath value {folder}"));
    client.line();
    let tables = Folder::new(Path::new(folder));
    let (mut endings, mut all) = (0, true);
    for ending in (2..=MAX_PIECES).flat_map(Signature::all::<P>) {
        if !tables.file::<P>(ending).exists() {
            continue;
        }
        if let Some([won, longest]) = wins::<P>(&mut client, &tables, ending) {
            println!(
                "{} {ending}: {won} of {WON_POSITIONS} won, the longest in {longest} plies",
                P::NAME
            );
            endings += 1;
            all &= won == WON_POSITIONS;
        }
    }
    println!("{}: {endings} endings", P::NAME);
    assert!(all);
}

/// `TABLES=DIR cargo test --release won_positions_are_won -- --ignored --nocapture`, for all
/// tables of a folder.
#[test]
#[ignore = "takes minutes, and wants tables"]
fn won_positions_are_won() {
    let folder = std::env::var("TABLES").expect("TABLES=DIR");
    win_all::<Alice>(&folder);
    win_all::<Elolbia>(&folder);
    win_all::<Clupso>(&folder);
}

#[test]
fn damaged_files_are_named_and_left_out() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged elolbian tables");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for tests");
    let damage = |ending: &str, how: &dyn Fn(&mut Vec<u8>)| {
        let name = format!("elolbia-{ending}.gvt");
        let mut bytes = fs::read(elolbian_tables().join(&name)).expect("a table");
        how(&mut bytes);
        fs::write(folder.join(name), bytes).expect("a file");
    };
    damage("KRvK", &|bytes| bytes.truncate(bytes.len() - 1));
    damage("KBvK", &|bytes| bytes[40] ^= 1);
    damage("KNvK", &|bytes| *bytes.last_mut().expect("a byte") ^= 1);
    damage("KMvK", &|bytes| bytes.clear());
    damage("KQvK", &|_| {});
    let folders = [folder.as_path(), Path::new("/no such folder")];
    let folders = std::env::join_paths(folders).expect("a list");
    let mut client = with_tables(&folders.display().to_string());
    let found = "Found tables: none of alice, 1 of elolbia (up to 3-man), none of clupso.";
    assert_eq!(client.line(), format!("info string {found}"));
    client.send("isready");
    let named = client.until("readyok");
    for (name, why) in [
        ("no such folder", ""),
        ("elolbia-KRvK.gvt", "it is cut off"),
        ("elolbia-KBvK.gvt", "its "),
        ("elolbia-KNvK.gvt", "its block "),
        ("elolbia-KMvK.gvt", "no table of Galaverna"),
    ] {
        let line = named.iter().find(|line| line.contains(name));
        let line = line.unwrap_or_else(|| panic!("{name}: {named:#?}"));
        assert!(line.starts_with("info string option TablePath: "), "{line}");
        assert!(
            line.contains(&format!(": {why}")) && line.ends_with("; left out"),
            "{line}"
        );
    }
    assert_eq!(named.len(), 6, "{named:#?}");
    // The other works.
    let queen = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    assert_eq!(searched(&mut client, queen).0, "mate 10");
}
