//! The figures that a change of play changes, against those on record. A
//! refactoring changes none of them.

use std::path::PathBuf;

use galaverna::arena::tactics;
use galaverna::engine::bench;
use galaverna::host::Interrupt;

fn data(path: &str) -> PathBuf {
    let root = env!("CARGO_MANIFEST_DIR");
    PathBuf::from(format!("{root}/tests/data/{path}"))
}

fn read(path: &str) -> String {
    let file = data(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// A change of play writes the new line to `tests/data/bench`, and its total into
/// the commit's message.
#[test]
fn bench_counts_the_nodes_on_record() {
    let mut games = Vec::new();
    let total = bench::run(
        bench::DEFAULT_DEPTH,
        &Interrupt::default(),
        &mut |game, measured| {
            games.push(format!("{game} {}", measured.nodes));
        },
    );
    let total = total.expect("memory").expect("nobody interrupts").nodes;
    let line = format!("{total} nodes: {}", games.join(", "));
    println!("{line}");
    assert_eq!(line, read("bench").trim(), "tests/data/bench");
}

/// A change that solves more raises `tests/data/tactics/floor`.
#[test]
fn tactics_are_solved_as_often_as_on_record() {
    let mut combinations = Vec::new();
    let mut files: Vec<PathBuf> = data("tactics")
        .read_dir()
        .expect("the suite")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|file| file.extension().is_some_and(|extension| extension == "epd"))
        .collect();
    files.sort();
    for file in files {
        combinations.extend(tactics::read(&file).expect("a suite"));
    }
    let scores = tactics::solve(&combinations, tactics::DEFAULT_NODES).expect("memory");
    let mut solved = 0;
    for score in &scores {
        println!(
            "{}: {} of {}",
            score.game.name,
            score.solved(),
            score.positions
        );
        solved += score.solved();
    }
    let floor = read("tactics/floor");
    let floor: usize = floor.trim().parse().expect("a number");
    assert!(solved >= floor, "{solved} are solved, {floor} were");
}
