//! Verifying a table: every value against those of the positions after its moves.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use crate::rules::Color;

use super::folder::Unpacked;
use super::statistics::SideStatistics;
use super::{Folder, Table, TableError, Tabled, Value};

/// What a table was verified by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many positions were compared.
    pub positions: u64,
    /// Whether these were all, and the counts of the table were compared too.
    pub all: bool,
}

/// What is wrong with a table.
#[derive(Debug, Error)]
pub enum CheckError {
    /// It cannot be read, or a table that its moves lead to.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value that does not follow from those after the moves.
    #[error("{file}: {fen}: {found} instead of {right}")]
    Wrong {
        /// The file.
        file: String,
        /// The position.
        fen: String,
        /// The value in the table.
        found: String,
        /// The one that follows.
        right: String,
    },
    /// Its counts are not those of its values.
    #[error("{0}: its counts are wrong")]
    Counts(String),
}

/// Verifies a table, all its positions or so many taken at random, by the tables beside it.
///
/// That each value follows from those after its moves proves them all: a win by the plies to
/// it, and a draw because either side can keep it.
///
/// # Errors
///
/// If something is wrong, or cannot be read.
pub fn check<P: Tabled>(
    folder: &Folder,
    table: &Table,
    sample: Option<(u64, u64)>,
) -> Result<Checked, CheckError> {
    let tables = Unpacked::new::<P>(folder, table)?;
    let values = &tables.values;
    let wrong = |position: &P, found: Value, right: Value| CheckError::Wrong {
        file: table.path().display().to_string(),
        fen: position.fen(),
        found: format!("{found}"),
        right: format!("{right}"),
    };
    let compare = |number, turn| match values.index.position::<P>(number, turn) {
        None => Ok(None),
        Some(position) => {
            let found = values.get(number, turn);
            match follows(&tables, &position)? {
                right if right == found => Ok(Some(found)),
                right => Err(wrong(&position, found, right)),
            }
        }
    };
    if let Some((count, seed)) = sample {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut positions = 0;
        let mut tries = 0;
        while positions < count && tries < 100 * count {
            let number = random.random_range(0..values.index.size());
            let turn = Color::from_white(random.random());
            positions += u64::from(compare(number, turn)?.is_some());
            tries += 1;
        }
        let all = false;
        return Ok(Checked { positions, all });
    }
    let mut positions = 0;
    for (turn, counts) in [Color::White, Color::Black]
        .into_iter()
        .zip(table.statistics())
    {
        let numbers = (0..values.index.size()).into_par_iter();
        let counted = numbers
            .map(|number| {
                let mut one = SideStatistics::default();
                if let Some(value) = compare(number, turn)? {
                    one.add(number, value);
                }
                Ok::<SideStatistics, CheckError>(one)
            })
            .try_reduce(SideStatistics::default, |one, other| Ok(one.and(other)))?;
        if counted != *counts {
            return Err(CheckError::Counts(table.path().display().to_string()));
        }
        positions += counted.positions;
    }
    let all = true;
    Ok(Checked { positions, all })
}

/// The value that follows from those after the moves.
fn follows<P: Tabled>(tables: &Unpacked, position: &P) -> Result<Value, TableError> {
    let moves = position.legal_moves();
    if moves.is_empty() || position.is_dead() {
        let is_lost = moves.is_empty() && position.is_check();
        return Ok(if is_lost { Value::LOST } else { Value::DRAW });
    }
    let mut found = Vec::with_capacity(moves.len());
    for m in moves {
        let mut next = position.clone();
        next.play(m);
        let value = tables.after(m, &next)?;
        found.push((value, next.state().halfmove_clock == 0));
    }
    Ok(Value::of_moves(found.into_iter()))
}
