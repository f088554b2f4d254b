//! Trees of openings grow, and books are made of them.

use std::collections::HashMap;
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use galaverna::engine::book::Book;
use galaverna::eval::Evaluate;
use galaverna::host::Interrupt;
use galaverna::notation::Notation;
use galaverna::openings::explore::{self, ExploreError, ExploreSettings};
use galaverna::openings::tree::Tree;
use galaverna::openings::{book, explorer, tree_file};
use galaverna::rules::GameRecord;
use galaverna::search::parameters::Searchable;
use galaverna::show::{Game, Show};

fn new_file(name: &str) -> PathBuf {
    let name = format!("galaverna-{}-{name}.tree", std::process::id());
    std::env::temp_dir().join(name)
}

fn settings<P: Notation>(file: &Path, positions: usize, threads: usize) -> ExploreSettings {
    ExploreSettings {
        game: Game::named(P::NAME).expect("a game"),
        output: file.to_owned(),
        positions: NonZeroUsize::new(positions),
        hours: None,
        nodes: NonZeroU64::new(100).expect("more than none"),
        lines: NonZeroUsize::new(3).expect("more than none"),
        threads,
    }
}

fn grow<P: Searchable + Notation>(file: &Path, positions: usize, threads: usize) -> Tree<P> {
    let settings = settings::<P>(file, positions, threads);
    explore::run::<P>(&settings, &Interrupt::default()).expect("a tree")
}

/// Each value is the best of its moves, and each move has that of the position after it.
fn assert_minimax<P: Evaluate + Notation>(tree: &Tree<P>) {
    for (number, node) in tree.nodes().iter().enumerate() {
        let ranked = tree.ranked(number);
        assert_eq!(ranked[0].1, node.value, "{}", node.position.fen());
        for (edge, value) in ranked {
            let mut after = node.position.clone();
            after.play(edge.m);
            let child = tree.find(after.key());
            assert_eq!(edge.child, child, "{}", after.fen());
            let expected = child.map_or(edge.searched, |child| -tree.nodes()[child].value);
            assert_eq!(value, expected, "{}", after.fen());
        }
    }
}

fn a_tree_grows_and_is_gone_on_with<P: Searchable + Show>() {
    let [one, two] = ["at-once", "in-steps"].map(|name| new_file(&format!("{}-{name}", P::NAME)));
    let tree = grow::<P>(&one, 30, 1);
    assert_eq!(tree.nodes().len(), 30);
    assert_minimax(&tree);
    let first = P::start().count_legal_moves();
    assert_eq!(tree.nodes()[0].edges.len(), first);
    // There are more of them than first moves.
    let mut before = tree.nodes().iter().filter_map(|node| node.from);
    assert!(before.any(|(parent, _)| parent != 0));
    grow::<P>(&two, 11, 1);
    grow::<P>(&two, 30, 1);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    // Several threads make another tree, and one that is as right.
    let tree = grow::<P>(&two, 50, 3);
    assert_eq!(tree.nodes().len(), 50);
    assert_minimax(&tree);
    let (_, read) = tree_file::read::<P>(&two).unwrap();
    assert_minimax(&read);
    assert_eq!(read.nodes()[0].value, tree.nodes()[0].value);
    let game = Game::named(P::NAME).unwrap();
    let book = book::make(game, &tree, 1000);
    let book = Book::from_bytes(&book.to_bytes()).unwrap();
    let moves = book.moves(game, &GameRecord::new(P::start()));
    let best = tree.ranked(0)[0].0;
    assert_eq!(moves.first().map(|&(m, _)| m), best.child.map(|_| best.m));
    for file in [one, two] {
        fs::remove_file(file).unwrap();
    }
}

/// The file of the page knows the start position and what its moves lead to, and all its moves
/// are legal.
fn the_board_has_openings<P: Searchable + Show>() {
    let path = format!(
        "{}/src/board/page/explorer/{}.tsv",
        env!("CARGO_MANIFEST_DIR"),
        P::NAME
    );
    let text = fs::read_to_string(path).expect("openings");
    assert!(text.len() <= explorer::MOST_BYTES, "{}", text.len());
    let (first, lines) = text.split_once('\n').expect("lines");
    let magic = format!("galaverna-explorer 1 game={} ", P::NAME);
    assert!(first.starts_with(&magic), "{first}");
    let mut known: HashMap<&str, Vec<&str>> = HashMap::new();
    for line in lines.lines() {
        let (key, moves) = line.split_once('\t').expect(line);
        let moves = moves.split('\t').map(|m| m.split(' ').next().expect(m));
        assert!(known.insert(key, moves.collect()).is_none(), "{line}");
    }
    let count = known.len();
    let mut open = vec![P::start()];
    let mut found = 0;
    while let Some(position) = open.pop() {
        let Some(moves) = known.remove(explorer::key(&position.fen()).as_str()) else {
            continue;
        };
        found += 1;
        for text in moves {
            let mut after = position.clone();
            after.play(position.parse_coordinates(text).expect("a legal move"));
            open.push(after);
        }
    }
    assert!(found == count && count > 300, "{found} of {count}");
}

for_each_game!(a_tree_grows_and_is_gone_on_with, the_board_has_openings);

#[test]
fn whoever_interrupts_does_not_wait_for_the_end() {
    let file = new_file("interrupted");
    let interrupt = Interrupt::default();
    interrupt.raise();
    let settings = settings::<galaverna::rules::alice::Alice>(&file, 5, 2);
    let stopped = explore::run::<galaverna::rules::alice::Alice>(&settings, &interrupt);
    assert!(matches!(stopped, Err(ExploreError::Interrupted)));
    fs::remove_file(&file).unwrap();
}
