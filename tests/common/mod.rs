//! What the test programs share: reading positions, playing at random.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use galaverna::host::Interrupt;
use galaverna::notation::Notation;
use galaverna::rules::Move;
use galaverna::rules::elolbia::Elolbia;
use galaverna::tables::{Making, Signature, Tabled, make};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// The position of a FEN that must be accepted.
pub fn position<P: Notation>(fen: &str) -> P {
    P::from_fen(fen).unwrap_or_else(|error| panic!("{}: {fen}: {error}", P::NAME))
}

/// The position after legal moves in coordinate notation, separated by spaces.
pub fn after<P: Notation>(start: &P, moves: &str) -> P {
    let mut position = start.clone();
    for text in moves.split_whitespace() {
        let m = position
            .parse_coordinates(text)
            .unwrap_or_else(|error| panic!("{}: {}: {error}", P::NAME, position.fen()));
        position.play(m);
    }
    position
}

/// The legal moves in coordinate notation.
pub fn move_texts<P: Notation>(position: &P) -> BTreeSet<String> {
    let moves = position.legal_moves().into_iter();
    moves.map(|m| m.to_string()).collect()
}

/// A folder with the tables of three men of Elolbian Chess, made now.
pub fn elolbian_tables() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> =
        LazyLock::new(|| make_tables::<Elolbia>("elolbian-tables", &Signature::all::<Elolbia>(3)));
    &FOLDER
}

/// A new folder with the tables of these endings and all that they need.
pub fn make_tables<P: Tabled>(name: &str, endings: &[Signature]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for tests");
    let making = Making {
        memory: 1024,
        interrupt: &Interrupt::default(),
    };
    for signature in Signature::with_needed::<P>(endings) {
        make::<P>(&folder, signature, making).expect("a table");
    }
    folder
}

/// Random numbers that are the same in every run.
pub fn random_numbers(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The lines of `tests/data/perft` for a game: the FEN, and pairs of a depth and
/// the number of move sequences.
pub fn perft_lines(game: &str) -> Vec<(String, Vec<(u32, u64)>)> {
    read_data(&format!("perft/{game}.public.epd"))
        .lines()
        .map(|line| {
            let mut operations = line.split(';').map(str::trim);
            let fen = operations.next().unwrap_or_default().to_owned();
            let counts = operations.map(|operation| {
                let (depth, count) = operation
                    .strip_prefix('D')
                    .and_then(|operation| operation.split_once(' '))
                    .expect("an operation is 'D', depth, space, count");
                (depth.parse().unwrap(), count.parse().unwrap())
            });
            (fen, counts.collect())
        })
        .collect()
}

/// The text of a file under `tests/data`.
pub fn read_data(path: &str) -> String {
    let path = format!("{}/tests/data/{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Plays random games of at most `plies` plies, in turn from the start position
/// and from a line of the perft data. `visit` is called for each position with
/// the move that is played next, `None` where the game ends.
pub fn play_random_games<P: Notation>(
    seed: u64,
    games: usize,
    plies: usize,
    mut visit: impl FnMut(&P, Option<Move>),
) {
    let mut random = random_numbers(seed);
    let lines = perft_lines(P::NAME);
    for _ in 0..games {
        let mut current = match random.random_bool(0.5) {
            true => P::start(),
            false => position(&lines.choose(&mut random).expect("perft data").0),
        };
        for ply in 0..=plies {
            let moves = current.legal_moves();
            let chosen = moves.choose(&mut random).filter(|_| ply < plies).copied();
            visit(&current, chosen);
            match chosen {
                Some(m) => current.play(m),
                None => break,
            }
        }
    }
}
