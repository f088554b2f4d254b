//! How many positions of a suite of combinations a short search solves.

use std::fs;
use std::path::Path;

use crate::batch::file::FileError;
use crate::engine::options::OptionError;
use crate::engine::session::search_alone;
use crate::notation::epd::Epd;
use crate::search::time::Limits;
use crate::search::transposition::TranspositionTable;
use crate::show::{GAMES, Game};

/// Nodes a position, unless the user wants others.
pub const DEFAULT_NODES: u64 = 10_000;

/// The transposition table, in MiB.
const HASH: usize = 16;

/// A position and its best moves.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The game.
    pub game: &'static Game,
    /// The operation `id`, or else file and line.
    pub id: String,
    fen: String,
    /// In standard algebraic notation.
    best: Vec<String>,
}

impl Combination {
    /// Reads a line: the game is that of the operation `variant`, orthodox chess
    /// if there is none; `bm` names the best moves, in standard algebraic or
    /// coordinate notation.
    fn parse(epd: Epd, place: &str) -> Result<Combination, String> {
        let name = epd.operand("variant").unwrap_or(GAMES[0].name);
        let game = Game::named(name).ok_or_else(|| {
            let games = Game::names().join(" ");
            format!("unknown variant '{name}', the games are: {games}")
        })?;
        let mut session = game.open();
        session
            .set_position(Some(&epd.fen), &[])
            .map_err(|error| error.to_string())?;
        let mut best = Vec::new();
        for text in epd.operand("bm").unwrap_or_default().split(' ') {
            if text.is_empty() {
                return Err("no best move: the operation bm is missing".to_owned());
            }
            best.push(session.play(text).map_err(|error| error.to_string())?);
            session.undo();
        }
        let id = epd.operand("id").unwrap_or(place).to_owned();
        Ok(Combination {
            game,
            id,
            fen: epd.fen,
            best,
        })
    }
}

/// What a game's positions have come to.
#[derive(Clone, Debug)]
pub struct Score {
    /// The game.
    pub game: &'static Game,
    /// How many positions there are.
    pub positions: usize,
    /// The ids of those that were not solved.
    pub unsolved: Vec<String>,
}

impl Score {
    /// How many were solved.
    pub fn solved(&self) -> usize {
        self.positions - self.unsolved.len()
    }
}

/// Reads the lines of an EPD file.
///
/// # Errors
///
/// If the file cannot be read, or a line is not a position with a best move.
pub fn read(file: &Path) -> Result<Vec<Combination>, FileError> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(FileError::of(file))?;
    let mut combinations = Vec::new();
    for (line, content) in (1_usize..).zip(text.lines()) {
        let Some(epd) = Epd::parse(content) else {
            continue;
        };
        let read = Combination::parse(epd, &format!("{name}:{line}"));
        let wrong = |message| FileError::Content(format!("{name}, line {line}: {message}"));
        combinations.push(read.map_err(wrong)?);
    }
    Ok(combinations)
}

/// Searches each position with so many nodes on one thread, with nothing known
/// before: it is solved if the move to play at the end is one of the best. Returns
/// the score of every game that occurs, in the order of the registry.
///
/// # Errors
///
/// If there is no memory for the transposition table.
pub fn solve(combinations: &[Combination], nodes: u64) -> Result<Vec<Score>, OptionError> {
    let table = TranspositionTable::new(HASH)?;
    let mut scores = Vec::new();
    for game in &GAMES {
        let mut score = Score {
            game,
            positions: 0,
            unsolved: Vec::new(),
        };
        for combination in combinations {
            if combination.game.name != game.name {
                continue;
            }
            score.positions += 1;
            if !is_solved(combination, nodes, &table) {
                score.unsolved.push(combination.id.clone());
            }
        }
        if score.positions > 0 {
            scores.push(score);
        }
    }
    Ok(scores)
}

fn is_solved(combination: &Combination, nodes: u64, table: &TranspositionTable) -> bool {
    let mut session = combination.game.session();
    let set = session.set_position(Some(&combination.fen), &[]);
    debug_assert!(set.is_ok(), "a combination was read before");
    table.clear();
    let limits = Limits::of_nodes(nodes);
    let answer = search_alone(session.as_ref(), limits, table);
    let played = answer.best.map(|m| m.san);
    played.is_some_and(|san| combination.best.contains(&san))
}
