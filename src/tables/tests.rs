//! Tables against a search that knows nothing of them.

use std::path::PathBuf;
use std::{env, fs, process};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::host::Interrupt;
use crate::rules::alice::Alice;
use crate::rules::clupso::Clupso;
use crate::rules::elolbia::Elolbia;
use crate::rules::{Color, Position, Role};

use super::*;

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("galaverna-tables-{name}-{}", process::id());
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Makes the tables of these endings and of all that they need.
    fn make<P: Tabled>(&self, texts: &[&str]) -> Folder {
        let signatures = texts
            .iter()
            .map(|text| Signature::parse::<P>(text).unwrap());
        let signatures: Vec<Signature> = signatures.collect();
        for signature in Signature::with_needed::<P>(&signatures) {
            if !Folder::new(&self.0).file::<P>(signature).exists() {
                make::<P>(&self.0, signature, making(&Interrupt::default())).unwrap();
            }
        }
        Folder::new(&self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays behind is in the system's folder for that.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn making(interrupt: &Interrupt) -> Making<'_> {
    Making {
        memory: 1024,
        interrupt,
    }
}

/// Whether the side to move has lost already.
fn is_lost<P: Position>(position: &P) -> bool {
    let outcome = position.outcome();
    outcome.is_some_and(|outcome| outcome.winner == Some(!position.turn()))
}

fn after_moves<P: Position>(position: &P) -> impl Iterator<Item = P> {
    let moves = match position.outcome() {
        None => position.legal_moves(),
        Some(_) => Default::default(),
    };
    moves.into_iter().map(|m| {
        let mut after = position.clone();
        after.play(m);
        after
    })
}

/// Whether the side to move can force a win in no more than so many plies.
fn wins_within<P: Position>(position: &P, plies: u16) -> bool {
    let forced = |after: P| loses_within(&after, plies - 1);
    plies > 0 && after_moves(position).any(forced)
}

/// Whether the side to move cannot avoid losing in no more than so many plies.
fn loses_within<P: Position>(position: &P, plies: u16) -> bool {
    let mut after = after_moves(position).peekable();
    match after.peek() {
        None => is_lost(position),
        Some(_) => plies > 1 && after.all(|after| wins_within(&after, plies - 1)),
    }
}

/// Plies to the end, if it can be forced in no more than `depth` of them; by trying all moves.
fn search<P: Position>(position: &P, depth: u16) -> Option<u16> {
    (0..=depth).find(|&plies| match plies % 2 {
        0 => loses_within(position, plies),
        _ => wins_within(position, plies),
    })
}

/// How many positions of each ending are compared with a search.
const COMPARED: u32 = 10_000;

/// Compares positions of an ending at random with a search of `depth` plies.
fn agrees_with_search<P: Tabled>(folder: &Folder, signature: Signature, depth: u16) {
    let table = folder.table::<P>(signature).unwrap();
    let values = table.load().unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(25);
    let (mut compared, mut decided) = (0, 0);
    while compared < COMPARED {
        let turn = Color::from_white(random.random());
        let number = random.random_range(0..table.index().size());
        let Some(position) = table.index().position::<P>(number, turn) else {
            continue;
        };
        compared += 1;
        let value = values.get(number, turn);
        let near = value.plies().filter(|&plies| plies <= depth);
        assert_eq!(search(&position, depth), near, "{}", position.fen());
        decided += u32::from(near.is_some());
        if compared % 1000 == 0 {
            assert_eq!(folder.value(&position).unwrap(), value);
        }
    }
    let mut nearest = table.statistics().iter();
    let nobody_wins = nearest.all(|side| side.won + side.lost < side.positions / 1000);
    assert!(decided > 0 || nobody_wins, "{signature}: no end is near");
}

/// Makes all tables of so many pieces, compares them with a search, and checks all positions
/// of some.
fn all_agree_with_a_search<P: Tabled>(men: &[usize], depth: u16, is_checked: fn(&str) -> bool) {
    let scratch = Scratch::new(P::NAME);
    let all: Vec<Signature> = men.iter().copied().flat_map(Signature::all::<P>).collect();
    let texts: Vec<String> = all.iter().map(Signature::to_string).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let folder = scratch.make::<P>(&texts);
    for (signature, text) in all.into_iter().zip(texts) {
        agrees_with_search::<P>(&folder, signature, depth);
        if is_checked(text) {
            let table = folder.table::<P>(signature).unwrap();
            let checked = check::<P>(&folder, &table, None).unwrap();
            let positions = table.statistics().iter().map(|side| side.positions);
            assert!(checked.all && checked.positions == positions.sum::<u64>());
        }
    }
}

#[test]
fn alice_agrees_with_a_search() {
    all_agree_with_a_search::<Alice>(&[3], 3, |_| true);
}

#[test]
fn elolbia_agrees_with_a_search() {
    all_agree_with_a_search::<Elolbia>(&[3], 3, |_| true);
}

#[test]
fn clupso_agrees_with_a_search() {
    let some = |text: &str| ["QvR", "MvM", "MMvM", "QMvR", "RRvN"].contains(&text);
    all_agree_with_a_search::<Clupso>(&[2, 3], 2, some);
}

/// `TABLES=DIR cargo test --release tables_of_a_folder_agree -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes, and wants tables"]
fn tables_of_a_folder_agree_with_a_search() {
    fn compare<P: Tabled>(folder: &Folder) {
        let all = (2..=MAX_PIECES).flat_map(Signature::all::<P>);
        for signature in all.filter(|&signature| folder.file::<P>(signature).exists()) {
            agrees_with_search::<P>(folder, signature, 3);
            println!("{} {signature}: {COMPARED} positions agree", P::NAME);
        }
    }
    let folder = PathBuf::from(env::var("TABLES").expect("TABLES=DIR"));
    // Each with a folder of its own, so that what is done with need not stay open.
    compare::<Alice>(&Folder::new(&folder));
    compare::<Elolbia>(&Folder::new(&folder));
    compare::<Clupso>(&Folder::new(&folder));
}

#[test]
fn games_share_a_folder() {
    let scratch = Scratch::new("shared");
    scratch.make::<Elolbia>(&["KRvK"]);
    let folder = scratch.make::<Alice>(&["KRvK"]);
    let longest = |table: std::sync::Arc<Table>| table.statistics()[0].longest_win.unwrap().plies;
    let signature = Signature::parse::<Alice>("KRvK").unwrap();
    assert_eq!(longest(folder.table::<Alice>(signature).unwrap()), 27);
    assert_eq!(longest(folder.table::<Elolbia>(signature).unwrap()), 31);
    assert_eq!(folder.files().unwrap().len(), 2);
}

#[test]
fn the_fifty_move_rule_is_kept_to() {
    let scratch = Scratch::new("fifty");
    let folder = scratch.make::<Elolbia>(&["KRvK"]);
    let value = |fen: &str| folder.value(&position::<Elolbia>(fen)).unwrap();
    let mate = value("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!((mate.plies(), mate.zeroing()), (Some(1), Some(1)));
    let taken = value("8/8/8/8/8/8/1k6/R6K b - - 0 1");
    assert_eq!(taken, Value::DRAW);
    assert_eq!(taken.to_string(), "drawn");
    assert!(mate.is_win() && mate.to_string().starts_with("won in 1"));
}

#[test]
fn sides_can_be_exchanged() {
    let scratch = Scratch::new("exchanged");
    let folder = scratch.make::<Alice>(&["KPvK"]);
    for (white, black) in [
        (
            "8/8/8/8/8/4k3/4P3/K7 w - - 0 1",
            "k7/4p3/4K3/8/8/8/8/8 b - - 0 1",
        ),
        (
            "8/8/8/8/|k7/8/8/KQ6 b - - 0 1",
            "kq6/8/8/|K7/8/8/8/8 w - - 0 1",
        ),
    ] {
        let [white, black] =
            [white, black].map(|fen| folder.value(&position::<Alice>(fen)).unwrap());
        assert_eq!(white, black);
    }
    let castling = position::<Alice>("8/8/8/8/8/8/7k/R3K3 w Q - 0 1");
    assert!(matches!(
        folder.value(&castling),
        Err(TableError::Missing { .. })
    ));
    let unknown = position::<Alice>("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1");
    assert_eq!(folder.probe(&unknown), None);
}

fn position<P: Tabled>(fen: &str) -> P {
    P::from_fen(fen).unwrap()
}

#[test]
fn damage_is_found() {
    let scratch = Scratch::new("damage");
    let folder = scratch.make::<Elolbia>(&["KRvK"]);
    let path = folder.file::<Elolbia>(Signature::parse::<Elolbia>("KRvK").unwrap());
    let sound = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let read = Table::open::<Elolbia>(&path).and_then(|table| table.load());
        read.map(|_| ()).unwrap_err().to_string()
    };
    let file = path.display().to_string();
    for at in (0..sound.len()).step_by(sound.len() / 100) {
        let mut bytes = sound.clone();
        bytes[at] ^= 4;
        let message = refused(&bytes);
        assert!(message.starts_with(&file), "{at}: {message}");
    }
    for length in [0, 10, 30, 200, sound.len() / 2, sound.len() - 1] {
        let message = refused(&sound[..length]);
        assert!(
            message.contains("cut off") || message.contains("no table"),
            "{message}"
        );
    }
    assert!(refused(&[&sound[..], b"x"].concat()).contains("behind its end"));
    let mut other = sound.clone();
    other[15] += 1;
    assert!(refused(&other).ends_with("another version of the format"));
    fs::write(&path, &sound).unwrap();
    let message = Table::open::<Alice>(&path).unwrap_err().to_string();
    assert!(message.ends_with("a table of elolbia and not of alice"));
    let renamed = folder.file::<Elolbia>(Signature::parse::<Elolbia>("KQvK").unwrap());
    fs::copy(&path, &renamed).unwrap();
    let message = Folder::new(&scratch.0)
        .table::<Elolbia>(Signature::parse::<Elolbia>("KQvK").unwrap())
        .unwrap_err();
    assert!(message.to_string().ends_with("a table of KRvK"));
}

#[test]
fn a_wrong_value_is_found() {
    let scratch = Scratch::new("wrong");
    let folder = scratch.make::<Elolbia>(&["KRvK"]);
    let signature = Signature::parse::<Elolbia>("KRvK").unwrap();
    let table = folder.table::<Elolbia>(signature).unwrap();
    let statistics = *table.statistics();
    let rewritten = |change: &dyn Fn(&mut file::Values), statistics| {
        let mut values = table.load().unwrap();
        change(&mut values);
        let path = folder.file::<Elolbia>(signature);
        values.write(&path, "elolbia", statistics).unwrap();
        let table = Table::open::<Elolbia>(&path).unwrap();
        check::<Elolbia>(&folder, &table, None)
    };
    assert!(rewritten(&|_| {}, statistics).is_ok());
    let number = statistics[0].longest_win.unwrap().number;
    let wrong = rewritten(&|values| values.halves[0].codes[number] = 0, statistics);
    assert!(wrong.unwrap_err().to_string().contains("instead of"));
    let wrong = rewritten(&|values| values.halves[0].zeroing[number] -= 1, statistics);
    assert!(wrong.unwrap_err().to_string().contains("zeroing in"));
    let mut miscounted = statistics;
    miscounted[1].drawn += 1;
    let wrong = rewritten(&|_| {}, miscounted);
    assert!(wrong.unwrap_err().to_string().ends_with("counts are wrong"));
}

#[test]
fn making_stops_and_asks_for_memory() {
    let scratch = Scratch::new("stops");
    let signature = Signature::parse::<Elolbia>("KRvK").unwrap();
    let interrupt = Interrupt::default();
    let make = |memory| {
        let interrupt = &interrupt;
        make::<Elolbia>(&scratch.0, signature, Making { memory, interrupt })
    };
    let message = make(0).unwrap_err().to_string();
    assert!(message.contains("MiB"), "{message}");
    interrupt.raise();
    assert!(matches!(make(100), Err(MakeError::Interrupted)));
    assert!(!Folder::new(&scratch.0).file::<Elolbia>(signature).exists());
}

#[test]
fn counts_add_up_and_the_longest_win_is_played() {
    let scratch = Scratch::new("longest");
    let folder = scratch.make::<Alice>(&["KRvK"]);
    let table = folder
        .table::<Alice>(Signature::parse::<Alice>("KRvK").unwrap())
        .unwrap();
    for side in table.statistics() {
        assert_eq!(side.won + side.drawn + side.lost, side.positions);
    }
    let longest = table.statistics()[0].longest_win.unwrap();
    let start = table
        .index()
        .position::<Alice>(longest.number, Color::White)
        .unwrap();
    let line = report::line_of_play(&folder, &start).unwrap();
    assert_eq!(line.split(' ').count(), usize::from(longest.plies));
    assert!(line.starts_with("1.") && line.ends_with('#'), "{line}");
    let text = report::of_game::<Alice>(&folder).unwrap();
    assert!(text.contains("### Against a bare king") && text.contains(&line));
    assert!(text.contains("loses more than half of all positions of `KRvK`."));
    assert!(text.contains("| `KRvK` | 100.00 | 0.00 | 0 | 0 | 5.79 | 94.21 | 0 | 27 |  |"));
    assert!(text.contains("5 . . . . . k . .     5 . . . . . . . ."));
    let moves = moves_by_value(&folder, &start).unwrap();
    assert_eq!(moves[0].1.plies(), Some(longest.plies - 1));
    assert!(
        moves
            .iter()
            .all(|(_, after)| moves[0].1.plies() <= after.plies() || after.plies().is_none())
    );
}

/// Rules of thumb are counted: what the king and rook of Elolbian Chess, where they win as in
/// orthodox chess, need is known.
#[test]
fn rules_of_thumb_are_counted() {
    let scratch = Scratch::new("thumb");
    let folder = scratch.make::<Elolbia>(&["KRvK", "KMMvK"]);
    let text = report::of_game::<Elolbia>(&folder).unwrap();
    assert_eq!(text, report::of_game::<Elolbia>(&folder).unwrap());
    let (of_rook, of_men) = text.split_once("#### KRvK").unwrap();
    assert!(
        !of_men.contains("####") && !of_rook.contains("####"),
        "{text}"
    );
    let rule = |words: &str| {
        let found = text.lines().find(|line| line.starts_with(words));
        found.unwrap_or_else(|| panic!("{words}: {text}"))
    };
    assert!(text.contains("Where Black can take nothing: "), "{text}");
    let plies = |line: &str| -> Vec<u32> {
        let numbers = line
            .split(" plies")
            .filter_map(|part| part.rsplit(' ').next());
        numbers.filter_map(|number| number.parse().ok()).collect()
    };
    let corner = plies(rule("- Black's king in a corner or beside one ("));
    assert!(corner.len() == 2 && corner[0] < corner[1], "{corner:?}");
    let answers = report::answers::all(&folder).unwrap();
    assert!(
        answers.contains("2 men do not, and for more there is no table"),
        "{answers}"
    );
    assert!(
        !answers.contains("Alice") && !answers.contains("Clupso"),
        "{answers}"
    );
    assert!(
        answers.contains("wins none of the 1,650,006 positions"),
        "{answers}"
    );
    let nowhere = Folder::new(&scratch.0.join("nowhere"));
    assert_eq!(report::answers::all(&nowhere).unwrap(), "");
}

#[test]
fn four_men_can_mate_a_bare_king_and_three_cannot() {
    let (men, mate) = report::answers::mate_by_men().unwrap();
    assert_eq!(men, 4);
    assert!(mate.is_check() && mate.legal_moves().is_empty(), "{mate:?}");
    assert_eq!(mate.board().pieces(Color::White, Role::Man).count(), men);
    assert_eq!(mate.board().occupied().count(), men + 2);
}
