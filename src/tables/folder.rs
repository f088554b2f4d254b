//! A folder of tables.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::batch::file::FileError;
use crate::notation::Notation;
use crate::rules::{Color, Move, Position};

use super::file::Values;
use super::{Probe, Signature, Table, TableError, Tabled, Value};

/// What the files of tables end with.
pub const EXTENSION: &str = "gvt";

/// The value of a position that needs no table: the game is over there, or nobody can win.
pub(super) fn settled<P: Tabled>(position: &P) -> Option<Value> {
    let is_over = position.variant_end().is_some() || position.is_dead();
    let outcome = is_over.then(|| position.outcome()).flatten()?;
    Some(match outcome.winner {
        Some(winner) if winner != position.turn() => Value::LOST,
        _ => Value::DRAW,
    })
}

/// The value of a position after a move that takes or promotes; `None` if no table has it.
#[inline]
pub(super) fn value_among<P: Tabled>(tables: &[Values], position: &P) -> Option<Value> {
    settled(position).or_else(|| {
        let (signature, exchanged) = Signature::of(position);
        let mut tables = tables.iter();
        let values = tables.find(|values| values.index.signature == signature)?;
        let places = values.index.places_of(position, exchanged);
        let (number, _) = values.index.number(&places);
        Some(values.get(number, turn_in_table(position, exchanged)))
    })
}

/// The side to move where White is the stronger side.
#[inline]
pub(super) fn turn_in_table<P: Position>(position: &P, exchanged: bool) -> Color {
    match exchanged {
        true => !position.turn(),
        false => position.turn(),
    }
}

/// An ending and those that one move of it can lead to, all unpacked.
pub(super) struct Unpacked {
    pub values: Values,
    after: Vec<Values>,
}

impl Unpacked {
    /// Unpacks a table and those beside it that it needs.
    ///
    /// # Errors
    ///
    /// If one is not there or damaged.
    pub fn new<P: Tabled>(folder: &Folder, table: &Table) -> Result<Unpacked, TableError> {
        Ok(Unpacked {
            values: table.load()?,
            after: folder.after_a_move::<P>(table.index().signature)?,
        })
    }

    /// The value of the position after this move of the ending.
    ///
    /// # Errors
    ///
    /// If no table has it.
    pub fn after<P: Tabled>(&self, m: Move, position: &P) -> Result<Value, TableError> {
        if m.is_tactical() {
            return value_among(&self.after, position).ok_or_else(|| TableError::Missing {
                folder: "the tables beside it".into(),
                signature: Signature::of(position).0,
            });
        }
        let index = &self.values.index;
        let (number, _) = index.number(&index.places_of(position, false));
        Ok(self.values.get(number, position.turn()))
    }
}

/// The tables in a folder, of one game or of several, opened as they are asked for.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// By their files: a folder may hold the same ending of several games.
    open: Mutex<HashMap<PathBuf, Arc<Table>>>,
}

impl Folder {
    /// The tables in a folder, which need not be there.
    pub fn new(path: &Path) -> Folder {
        Folder {
            path: path.to_owned(),
            open: Mutex::default(),
        }
    }

    /// The file of an ending's table.
    pub fn file<P: Tabled>(&self, signature: Signature) -> PathBuf {
        self.path
            .join(format!("{}-{signature}.{EXTENSION}", P::NAME))
    }

    /// The table of an ending.
    ///
    /// # Errors
    ///
    /// If it is not there or damaged.
    pub fn table<P: Tabled>(&self, signature: Signature) -> Result<Arc<Table>, TableError> {
        let mut open = self
            .open
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let path = self.file::<P>(signature);
        if let Some(table) = open.get(&path) {
            return Ok(Arc::clone(table));
        }
        if !path.exists() {
            return Err(TableError::Missing {
                folder: self.path.clone(),
                signature,
            });
        }
        let table = Table::open::<P>(&path)?;
        if table.index().signature != signature {
            let what = format!("a table of {}", table.index().signature);
            return Err(TableError::Damaged { path, what });
        }
        let table = Arc::new(table);
        open.insert(path, Arc::clone(&table));
        Ok(table)
    }

    /// All values of the endings that one move of this one can lead to.
    ///
    /// # Errors
    ///
    /// If one is not there or damaged.
    pub fn after_a_move<P: Tabled>(&self, signature: Signature) -> Result<Vec<Values>, TableError> {
        let needed = signature.after_a_move::<P>().into_iter();
        needed
            .map(|signature| self.table::<P>(signature)?.load())
            .collect()
    }

    /// The value of a position for its side to move.
    ///
    /// # Errors
    ///
    /// If there is no table of it, or the table is damaged.
    pub fn value<P: Tabled>(&self, position: &P) -> Result<Value, TableError> {
        if let Some(value) = settled(position) {
            return Ok(value);
        }
        let (signature, exchanged) = Signature::of(position);
        let missing = || TableError::Missing {
            folder: self.path.clone(),
            signature,
        };
        let setup = position.setup();
        if !setup.castling.is_empty() || setup.en_passant.is_some() {
            return Err(missing());
        }
        // What the game has no table of is no file's name either.
        let signature = Signature::parse::<P>(&signature.to_string()).map_err(|_| missing())?;
        let table = self.table::<P>(signature)?;
        let places = table.index().places_of(position, exchanged);
        let (number, _) = table.index().number(&places);
        table.get(number, turn_in_table(position, exchanged))
    }

    /// The files of tables, of whichever game, in the order of their names.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, FileError> {
        files_in(&self.path).map_err(FileError::of(&self.path))
    }
}

/// The files of tables in a folder, in the order of their names.
pub(super) fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = paths.collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|end| end == EXTENSION));
    files.sort();
    Ok(files)
}

/// The legal moves with the values of the positions after them, the best first: wins that
/// stand under the fifty-move rule, other wins, draws, losses; the quickest win and the
/// slowest loss first.
///
/// # Errors
///
/// If a table is not there or damaged.
pub fn moves_by_value<P: Tabled>(
    folder: &Folder,
    position: &P,
) -> Result<Vec<(Move, Value)>, TableError> {
    let mut moves = Vec::new();
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play(m);
        moves.push((m, folder.value(&after)?));
    }
    moves.sort_by_key(|(_, after)| {
        let plies = i32::from(after.plies().unwrap_or_default());
        let late = after.zeroing().is_none();
        match () {
            () if after.is_loss() => (i32::from(late), plies),
            () if after.is_win() => (3 + i32::from(!late), -plies),
            () => (2, 0),
        }
    });
    Ok(moves)
}

/// A table that is damaged is as one that is not there.
impl<P: Tabled + Notation> Probe<P> for Folder {
    fn probe(&self, position: &P) -> Option<Value> {
        self.value(position).ok()
    }
}
