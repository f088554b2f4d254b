//! Problems are found, and proved anew.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use galaverna::batch::Shard;
use galaverna::host::Interrupt;
use galaverna::notation::Notation;
use galaverna::problems::check::{Fault, check, check_one};
use galaverna::problems::file::{Goal, Problem, Problems};
use galaverna::problems::find::{self, FindSettings};
use galaverna::rules::chess::Chess;
use galaverna::show::{GAMES, Game};
use galaverna::training::datagen;
use galaverna::training::settings::DatagenSettings;
use galaverna::with_type_of;

fn new_file(name: &str) -> PathBuf {
    let name = format!("galaverna-{}-{name}", std::process::id());
    std::env::temp_dir().join(name)
}

fn number(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("more than none")
}

fn find_in(games: &Path, output: &Path, threads: usize) -> Problems {
    let settings = FindSettings {
        game: Game::named("chess").expect("a game"),
        data: vec![games.to_owned()],
        output: output.to_owned(),
        count: NonZeroUsize::MIN.saturating_add(99),
        nodes: NonZeroU64::MIN.saturating_add(1999),
        threads,
    };
    find::run(&settings, &Interrupt::default()).expect("problems")
}

#[test]
fn what_is_found_is_right_and_depends_on_the_games_alone() {
    let games = new_file("problems.games");
    let settings = DatagenSettings {
        game: Game::named("chess").expect("a game"),
        games: number(12),
        nodes: number(60).into(),
        output: games.clone(),
        threads: NonZeroUsize::MIN,
        seed: 1,
        eval_file: None,
        shard: Shard::default(),
        tables: None,
    };
    datagen::run(&settings, &Interrupt::default()).expect("games");
    let [one, two] = ["problems-1.tsv", "problems-2.tsv"].map(new_file);
    let problems = find_in(&games, &one, 1);
    assert_eq!(problems.games, 12);
    assert!(!problems.problems.is_empty());
    let faults = check::<Chess>(&problems, None);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(find_in(&games, &two, 2), problems);
    assert_eq!(Problems::read(&one).expect("a file"), problems);
    // What is there is not looked for again.
    assert_eq!(find_in(&games, &one, 1), problems);
    for file in [games, one, two] {
        std::fs::remove_file(file).expect("a file");
    }
}

/// One in so many of the problems that the board shows is proved here; all of them are when
/// they are made.
const SAMPLE: usize = 12;

#[test]
fn the_problems_of_the_board_are_problems() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/board/page/problems");
    for game in &GAMES {
        let name = game.name;
        let mut file = Problems::read(&folder.join(format!("{name}.tsv"))).expect("a file");
        assert_eq!(file.game, name);
        assert!(file.problems.len() >= 100, "{name}");
        file.problems = file.problems.into_iter().step_by(SAMPLE).collect();
        let faults = with_type_of!(game, P => check::<P>(&file, None));
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
}

fn problem(goal: Goal, fen: &str, moves: &[&str]) -> Problem {
    Problem {
        level: 1,
        goal,
        fen: fen.to_owned(),
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    }
}

#[test]
fn what_is_no_problem_is_found_out() {
    const LADDER: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";
    let is_right = |goal, fen, moves: &[&str]| check_one::<Chess>(&problem(goal, fen, moves), None);
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert!(is_right(Goal::Win(1), back_rank, &["a1a8"]).is_ok());
    for (goal, fen, moves, expected) in [
        (Goal::Win(2), back_rank, &["a1a8"][..], "fewer moves"),
        (
            Goal::Win(1),
            back_rank,
            &["a1a7"],
            "'a1a7' is not the only move",
        ),
        (Goal::Win(1), back_rank, &["a1b3"], "illegal move"),
        (Goal::Win(1), "nonsense", &["a1a8"], "rank"),
        // Either rook begins.
        (Goal::Win(2), LADDER, &["a2a7", "h8g8", "b1b8"], "only move"),
        (
            Goal::Gain(300),
            back_rank,
            &["a1a8"],
            "wins 99800 centipawns",
        ),
    ] {
        let fault: Fault = is_right(goal, fen, moves).expect_err("no problem");
        assert!(fault.to_string().contains(expected), "{fault}");
    }
    let start = Chess::from_fen(back_rank).expect("a position").fen();
    assert_eq!(start, back_rank);
}
