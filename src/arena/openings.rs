//! Where games begin.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::batch::file::FileError;
use crate::engine::opening::{self, BALANCED, Balanced, NODES, random_numbers, read_epd};
use crate::notation::fen;
use crate::pgn;
use crate::rules::setup::{CHESS960_POSITIONS, Setup};
use crate::show::{Record, Variant};

use super::settings::{Book, BookFormat, OpeningSettings};

/// Plies of a random opening. An odd number would give Black the move.
pub const DEFAULT_PLIES: usize = 8;

/// When so many openings in a row have come before, all are listed.
const REPETITIONS: usize = 20;

/// More positions than this are not listed.
const MAX_LISTED: usize = 20_000;

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The book cannot be read, something in it is not an opening of this game, or it has
    /// fewer than `start=` counts.
    #[error(transparent)]
    File(#[from] FileError),
    /// No random one can be made.
    #[error(transparent)]
    Random(#[from] opening::OpeningError),
}

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The first position; the start position if `None`.
    pub fen: Option<String>,
    /// Moves from there in coordinate notation.
    pub moves: Vec<String>,
}

/// The openings of a match, by number.
#[derive(Debug)]
pub enum Openings {
    /// Of a book, in order; after the last comes the first again.
    Book(Vec<Opening>),
    /// Made of so many random plies.
    Random {
        /// The game.
        variant: Variant,
        /// What decides them.
        seed: u64,
        /// How many plies.
        plies: usize,
    },
}

/// Plies of a random opening where nobody says how many: in Chess960 the start position is
/// random enough.
pub fn usual_plies(variant: Variant) -> usize {
    match variant.chess960 {
        true => 0,
        false => DEFAULT_PLIES,
    }
}

impl Openings {
    /// Reads the book or prepares to go without.
    ///
    /// # Errors
    ///
    /// If the book is not one of this game.
    pub fn new(
        settings: &OpeningSettings,
        variant: Variant,
        seed: u64,
    ) -> Result<Openings, OpeningError> {
        match &settings.book {
            Some(book) => {
                let book = read_book(book, settings.plies, variant, seed)?;
                Ok(Openings::Book(book))
            }
            None => Ok(Openings::Random {
                variant,
                seed,
                plies: settings.plies.unwrap_or(usual_plies(variant)),
            }),
        }
    }

    /// The opening with this number, from 0: always the same.
    ///
    /// # Errors
    ///
    /// If none can be made.
    pub fn get(&self, number: u32) -> Result<Opening, OpeningError> {
        match self {
            Openings::Book(openings) => Ok(openings[number as usize % openings.len()].clone()),
            &Openings::Random {
                variant,
                seed,
                plies,
            } => {
                let mut random = random_numbers(seed, number);
                let balanced = Balanced::random(variant, None, plies, NODES, &mut random)?;
                Ok(Opening {
                    fen: balanced.start,
                    moves: balanced.moves,
                })
            }
        }
    }
}

/// Different positions after random moves that a search of so many nodes calls balanced, as
/// lines of an EPD book; ends when there are no more.
///
/// # Errors
///
/// If none can be made.
pub fn epd_lines(
    variant: Variant,
    seed: u64,
    plies: usize,
    nodes: u64,
) -> impl Iterator<Item = Result<String, OpeningError>> {
    let mut openings = DifferentOpenings {
        variant,
        seed,
        plies,
        nodes,
        number: 0,
        seen: HashSet::new(),
        repeated: 0,
        rest: None,
    };
    std::iter::from_fn(move || openings.next().transpose())
        .map(|opening| opening.map(|opening| epd_line(&opening)))
}

/// Random openings without those that came before.
struct DifferentOpenings {
    variant: Variant,
    seed: u64,
    plies: usize,
    nodes: u64,
    /// Of the next random one.
    number: u32,
    /// Their keys.
    seen: HashSet<u64>,
    /// How many came in a row that had come before.
    repeated: usize,
    /// Once all positions have been listed: those that are left.
    rest: Option<std::vec::IntoIter<Opening>>,
}

impl DifferentOpenings {
    fn next(&mut self) -> Result<Option<Balanced>, OpeningError> {
        while self.rest.is_none() {
            if self.repeated == REPETITIONS {
                // If they are not too many: then chance alone has repeated some of them.
                self.repeated = 0;
                self.rest = all_positions(self.variant, self.plies).map(Vec::into_iter);
                continue;
            }
            let mut random = random_numbers(self.seed, self.number);
            let opening =
                Balanced::random(self.variant, None, self.plies, self.nodes, &mut random)?;
            self.number = self.number.wrapping_add(1);
            if self.seen.insert(opening.key) {
                self.repeated = 0;
                return Ok(Some(opening));
            }
            self.repeated += 1;
        }
        while let Some(Opening { fen, moves }) = self.rest.as_mut().and_then(Iterator::next) {
            let mut session = self.variant.session();
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            let set = session.set_position(fen.as_deref(), &texts);
            if set.is_err() || !self.seen.insert(session.state().key) {
                continue;
            }
            let opening = Balanced::judge(session.as_ref(), fen, moves, self.nodes)?;
            if opening.value.abs() <= BALANCED {
                return Ok(Some(opening));
            }
        }
        Ok(None)
    }
}

/// A way to each position of a game that goes on after so many plies; `None` if they
/// are too many to be listed.
fn all_positions(variant: Variant, plies: usize) -> Option<Vec<Opening>> {
    let starts: Vec<Option<String>> = match variant.chess960 {
        true => (0..CHESS960_POSITIONS)
            .map(|number| Some(fen::write(&Setup::chess960(number))))
            .collect(),
        false => vec![None],
    };
    let starts = starts.into_iter().filter_map(|fen| {
        let mut record = variant.open();
        record.set_position(fen.as_deref(), &[]).ok()?;
        let moves = Vec::new();
        Some((Opening { fen, moves }, record))
    });
    let mut ways: Vec<(Opening, Box<dyn Record>)> = starts.collect();
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (way, session) in &ways {
            for m in session.legal_moves() {
                let (text, mut after) = (m.to_string(), session.fork());
                let played = after.play(&text).is_ok() && after.outcome().is_none();
                if played && seen.insert(after.state().key) {
                    let mut way = way.clone();
                    way.moves.push(text);
                    next.push((way, after));
                }
            }
            if next.len() > MAX_LISTED {
                return None;
            }
        }
        ways = next;
    }
    Some(ways.into_iter().map(|(way, _)| way).collect())
}

/// Four fields of the FEN; the others are operations in EPD.
fn epd_line(opening: &Balanced) -> String {
    let fields: Vec<&str> = opening.fen.split(' ').collect();
    let (position, counters) = fields.split_at(fields.len().min(4));
    let mut line = position.join(" ");
    for (operation, counter) in ["hmvc", "fmvn"].into_iter().zip(counters) {
        line.push_str(&format!(" {operation} {counter};"));
    }
    line.push_str(&format!(" ce {};", opening.value));
    line
}

fn read_book(
    book: &Book,
    plies: Option<usize>,
    variant: Variant,
    seed: u64,
) -> Result<Vec<Opening>, FileError> {
    let text = fs::read_to_string(&book.file).map_err(FileError::of(&book.file))?;
    let mut openings = match book.format {
        BookFormat::Epd => read_epd(&text, variant, &book.file)
            .map_err(FileError::Content)?
            .into_iter()
            .map(|fen| Opening {
                fen: Some(fen),
                moves: Vec::new(),
            })
            .collect(),
        BookFormat::Pgn => read_pgn(&text, plies, variant, &book.file)?,
    };
    if openings.is_empty() || openings.len() < book.start {
        let (file, count, start) = (book.file.display(), openings.len(), book.start);
        return Err(FileError::Content(format!(
            "{file}: there are only {count} openings in it, start= is {start}"
        )));
    }
    if book.shuffled {
        openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    openings.rotate_left(book.start - 1);
    Ok(openings)
}

fn read_pgn(
    text: &str,
    plies: Option<usize>,
    variant: Variant,
    file: &Path,
) -> Result<Vec<Opening>, FileError> {
    let mut openings = Vec::new();
    for (number, read) in (1_usize..).zip(pgn::read(text)) {
        let wrong = |message: &dyn Display| {
            FileError::Content(format!("{}, game {number}: {message}", file.display()))
        };
        let read = read.map_err(|error| wrong(&error))?;
        let fen = read.tag("FEN").map(str::to_owned);
        let mut session = variant.open();
        session
            .set_position(fen.as_deref(), &[])
            .map_err(|error| wrong(&error))?;
        let mut moves = Vec::new();
        for step in read.moves.iter().take(plies.unwrap_or(usize::MAX)) {
            // The referee's own notation; what is no move reads the same in both.
            let found = session.read_move(&step.san);
            let coordinates = found.map(|m| m.to_string());
            session.play(&step.san).map_err(|error| wrong(&error))?;
            if session.outcome().is_some() {
                return Err(wrong(&"the game ends within its opening"));
            }
            moves.push(coordinates.unwrap_or_else(|_| step.san.clone()));
        }
        openings.push(Opening { fen, moves });
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::GAMES;

    fn variants() -> impl Iterator<Item = Variant> {
        Variant::names().into_iter().filter_map(Variant::named)
    }

    fn chess() -> Variant {
        Variant::from(&GAMES[0])
    }

    #[test]
    fn random_openings_are_reproducible_and_different() {
        for variant in variants() {
            let openings = |seed| Openings::Random {
                variant,
                seed,
                plies: 4,
            };
            let first = openings(5).get(0).unwrap();
            assert_eq!(first, openings(5).get(0).unwrap());
            assert_eq!(first.moves.len(), 4);
            assert_ne!(first, openings(5).get(1).unwrap());
            assert_ne!(first, openings(6).get(0).unwrap());
        }
    }

    #[test]
    fn different_openings_come_to_an_end() {
        for variant in GAMES.iter().map(Variant::from) {
            assert_eq!(epd_lines(variant, 2, 0, NODES).count(), 1, "{variant:?}");
        }
        let lines = |seed| epd_lines(chess(), seed, 1, NODES).map(Result::unwrap);
        let first: Vec<String> = lines(2).collect();
        let different: HashSet<String> = first.iter().cloned().collect();
        assert!(
            different.len() == first.len() && first.len() <= 20,
            "{first:?}"
        );
        assert_eq!(lines(3).collect::<HashSet<_>>(), different);
    }

    #[test]
    fn positions_are_listed_once() {
        let count = |variant, plies| all_positions(variant, plies).map(|ways| ways.len());
        let counts = [1, 2, 9].map(|plies| count(chess(), plies));
        assert_eq!(counts, [Some(20), Some(400), None]);
        let chess960 = Variant::named("fischerandom").unwrap();
        assert_eq!(
            [0, 2].map(|plies| count(chess960, plies)),
            [Some(960), None]
        );
    }

    #[test]
    fn epd_lines_are_read_again() {
        for variant in variants() {
            let written = epd_lines(variant, 1, 4, NODES)
                .take(3)
                .collect::<Result<Vec<_>, _>>();
            let text = written.unwrap().join("\n");
            let read = read_epd(&text, variant, Path::new("book")).unwrap();
            assert_eq!(read.len(), 3, "{text}");
            let expected =
                Balanced::random(variant, None, 4, NODES, &mut random_numbers(1, 0)).unwrap();
            assert_eq!(read[0], expected.fen);
        }
    }

    #[test]
    fn books_are_balanced() {
        let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("books");
        for game in &GAMES {
            let file = books.join(game.name).with_extension("epd");
            let text = fs::read_to_string(&file).unwrap();
            let fens = read_epd(&text, Variant::from(game), &file).unwrap();
            let different: HashSet<&String> = fens.iter().collect();
            assert_eq!((fens.len(), different.len()), (600, 600), "{file:?}");
            for line in text.lines() {
                let (_, value) = line.trim_end_matches(';').rsplit_once(" ce ").unwrap();
                assert!(value.parse::<i32>().unwrap().abs() <= BALANCED, "{line}");
            }
        }
    }

    #[test]
    fn what_is_wrong_in_a_book_is_said_with_its_line() {
        let text = "# comment\n\nrubbish w - -\n";
        let error = read_epd(text, chess(), Path::new("some.epd")).unwrap_err();
        assert!(
            error.to_string().starts_with("some.epd, line 3: "),
            "{error}"
        );
    }
}
