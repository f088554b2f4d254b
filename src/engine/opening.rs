//! Random openings, which keep the games of a run apart, and books of openings.

use std::fmt::Display;
use std::path::Path;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::notation::epd::Epd;
use crate::notation::fen;
use crate::rules::chess::CHESS960;
use crate::rules::setup::{CHESS960_POSITIONS, Setup};
use crate::rules::{GameRecord, Move, MoveList, Position};
use crate::search::time::Limits;
use crate::search::transposition::TranspositionTable;
use crate::show::{Record, Variant};
use crate::with_type_of;

use super::session::{Session, search_alone};

/// Nodes of the search that calls an opening balanced, where nobody says how many.
pub const NODES: u64 = 10_000;

/// Its transposition table, in MiB.
const HASH: usize = 1;

/// The largest value of a balanced opening, in centipawns as users see them.
pub const BALANCED: i32 = 30;

/// Attempts at a balanced opening, after which the most balanced one is good
/// enough.
const ATTEMPTS: usize = 200;

/// Why there are no openings.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OpeningError {
    /// Random moves lead nowhere.
    #[error("no opening found after {0} random plies: every attempt ended the game")]
    NoneFound(usize),
    /// No memory for the search.
    #[error("no memory to search for balanced openings")]
    Memory,
}

/// What is random in the game with this number of a run: always the same with the same
/// seed.
pub fn random_numbers(seed: u64, number: u32) -> ChaCha8Rng {
    // Streams of one generator do not overlap.
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(number));
    random
}

/// So many random moves from a position, and the game after them; `None` if they
/// end it. The order in which `moves_of` lists the moves of a position decides which of
/// them a seed stands for.
pub fn random_opening<P: Position>(
    start: P,
    plies: usize,
    random: &mut impl Rng,
    moves_of: impl Fn(&P) -> MoveList,
) -> Option<(GameRecord<P>, Vec<Move>)> {
    let mut record = GameRecord::new(start);
    let mut played = Vec::with_capacity(plies);
    for _ in 0..plies {
        let &chosen = moves_of(record.position()).choose(random)?;
        record.play(chosen);
        played.push(chosen);
        if record.outcome().is_some() {
            return None;
        }
    }
    Some((record, played))
}

/// A random opening.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// Where it begins; the start position if `None`.
    pub start: Option<String>,
    /// The moves from where it begins, in coordinate notation.
    pub moves: Vec<String>,
    /// The position they lead to.
    pub fen: String,
    /// Its key.
    pub key: u64,
    /// Its value by a search: centipawns from the side to move, as users see them.
    pub value: i32,
}

impl Balanced {
    /// The position that these moves have led to, with its value by a search of so many
    /// nodes, or of fewer that call it unbalanced.
    ///
    /// # Errors
    ///
    /// If there is no memory for the search.
    pub fn judge(
        session: &dyn Session,
        start: Option<String>,
        moves: Vec<String>,
        nodes: u64,
    ) -> Result<Balanced, OpeningError> {
        let table = TranspositionTable::new(HASH).map_err(|_| OpeningError::Memory)?;
        let search = |nodes| search_alone(session, Limits::of_nodes(nodes), &table).value;
        let mut value = search(nodes.min(NODES));
        if nodes > NODES && value.abs() <= BALANCED {
            value = search(nodes);
        }
        Ok(Balanced {
            start,
            moves,
            fen: session.fen(),
            key: session.state().key,
            value,
        })
    }

    /// So many random moves from a position, or from the start position, in Chess960 any of
    /// them: those that a search of so many nodes calls balanced, if there are any among the
    /// attempts.
    ///
    /// # Errors
    ///
    /// If all attempts ended the game, or there is no memory.
    pub fn random(
        variant: Variant,
        start: Option<&str>,
        plies: usize,
        nodes: u64,
        random: &mut ChaCha8Rng,
    ) -> Result<Balanced, OpeningError> {
        let mut best: Option<Balanced> = None;
        for _ in 0..ATTEMPTS {
            let start = match start {
                None if variant.chess960 => {
                    let number = random.random_range(0..CHESS960_POSITIONS);
                    Some(fen::write(&Setup::chess960(number)))
                }
                start => start.map(str::to_owned),
            };
            let made: Option<(Box<dyn Session>, _)> = with_type_of!(variant.game, P => {
                let mut record = GameRecord::new(P::start());
                Record::set_rule(&mut record, CHESS960.name, variant.chess960);
                let set = record.set_position(start.as_deref(), &[]);
                let made = set.ok().and_then(|()| {
                    random_opening(record.start().clone(), plies, random, P::legal_moves)
                });
                made.map(|(record, moves)| (Box::new(record) as _, moves))
            });
            // Else they have ended the game.
            let Some((session, moves)) = made else {
                continue;
            };
            let moves = moves.iter().map(Move::to_string).collect();
            let attempt = Balanced::judge(session.as_ref(), start, moves, nodes)?;
            if attempt.value.abs() <= BALANCED {
                return Ok(attempt);
            }
            let is_better = |best: &Balanced| attempt.value.abs() < best.value.abs();
            if best.as_ref().is_none_or(is_better) {
                best = Some(attempt);
            }
        }
        best.ok_or(OpeningError::NoneFound(plies))
    }
}

/// The positions of an EPD book as FENs, all of which are ones that a game goes on from.
///
/// # Errors
///
/// If a line of it is no such position; the message names `file` and the line.
pub fn read_epd(text: &str, variant: Variant, file: &Path) -> Result<Vec<String>, String> {
    let mut fens = Vec::new();
    for (number, line) in (1_usize..).zip(text.lines()) {
        let Some(epd) = Epd::parse(line) else {
            continue;
        };
        let wrong = |message: &dyn Display| format!("{}, line {number}: {message}", file.display());
        let mut session = variant.open();
        session
            .set_position(Some(&epd.fen), &[])
            .map_err(|error| wrong(&error))?;
        if let Some(outcome) = session.outcome() {
            return Err(wrong(&format_args!("the game is over: {outcome}")));
        }
        fens.push(session.fen());
    }
    Ok(fens)
}
