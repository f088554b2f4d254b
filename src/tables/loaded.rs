//! Tables that are open together, for whoever asks them often.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use super::file::number_of;
use super::folder::{files_in, settled, turn_in_table};
use super::{Probe, Signature, Table, TableError, Tabled, Value};

/// Blocks that are kept unpacked: 64 MiB of them, where the plies of a table take a byte.
const KEPT: usize = 2048;

/// All blocks of a file up to this length in bytes are looked at when it is loaded. Larger
/// ones may lie on slow disks.
const LOOKED_THROUGH: usize = 32 << 20;

/// The tables of a game, from one or more folders.
#[derive(Debug)]
pub struct Loaded<P> {
    tables: HashMap<Signature, LoadedTable>,
    /// A block is kept where the number that it has among those of all tables says, until
    /// another is.
    kept: Vec<RwLock<KeptBlock>>,
    men: usize,
    game: PhantomData<fn(&P)>,
}

#[derive(Debug)]
struct LoadedTable {
    table: Table,
    /// How many blocks the tables before it have.
    first_block: usize,
}

#[derive(Debug)]
struct KeptBlock {
    number: usize,
    /// None if it is damaged.
    bytes: Vec<u8>,
}

impl<P: Tabled> Loaded<P> {
    /// Opens all tables of the game in these folders, which are separated as the system
    /// separates them in lists; returns also what was left out, and why. Of two files with
    /// the same table the first is taken.
    pub fn open(folders: &OsStr) -> (Loaded<P>, Vec<String>) {
        let mut loaded = Loaded {
            tables: HashMap::new(),
            kept: Vec::new(),
            men: 0,
            game: PhantomData,
        };
        let mut left_out = Vec::new();
        let mut blocks = 0;
        for folder in std::env::split_paths(folders) {
            let files = files_in(&folder).unwrap_or_else(|error| {
                left_out.push(format!("{}: {error}", folder.display()));
                Vec::new()
            });
            for file in files {
                match open::<P>(&file) {
                    Ok(Some(table)) => {
                        let signature = table.index().signature;
                        let first_block = blocks;
                        blocks += table.blocks();
                        loaded.men = loaded.men.max(signature.men());
                        loaded
                            .tables
                            .entry(signature)
                            .or_insert(LoadedTable { table, first_block });
                    }
                    Ok(None) => {}
                    Err(error) => left_out.push(error.to_string()),
                }
            }
        }
        let nothing = || {
            RwLock::new(KeptBlock {
                number: usize::MAX,
                bytes: Vec::new(),
            })
        };
        loaded.kept.resize_with(blocks.min(KEPT), nothing);
        (loaded, left_out)
    }

    /// How many tables there are.
    pub fn count(&self) -> usize {
        self.tables.len()
    }

    /// Pieces in the largest of them, kings included.
    pub fn men(&self) -> usize {
        self.men
    }

    /// An entry of a block; `None` if that is damaged, of which a warning tells once.
    fn entry(&self, from: &LoadedTable, block: usize, entry: Range<usize>) -> Option<u16> {
        let number = from.first_block + block;
        let place = &self.kept[number % self.kept.len()];
        {
            let kept = place.read().unwrap_or_else(PoisonError::into_inner);
            if kept.number == number {
                return kept.bytes.get(entry).map(number_of);
            }
        }
        let bytes = from.table.block(block).unwrap_or_else(|error| {
            log::warn!("{error}");
            Vec::new()
        });
        let found = bytes.get(entry).map(number_of);
        *place.write().unwrap_or_else(PoisonError::into_inner) = KeptBlock { number, bytes };
        found
    }
}

impl<P: Tabled> Probe<P> for Loaded<P> {
    fn probe(&self, position: &P) -> Option<Value> {
        if let Some(value) = settled(position) {
            return Some(value);
        }
        let (signature, exchanged) = Signature::of(position);
        let from = self.tables.get(&signature)?;
        let setup = position.setup();
        if !setup.castling.is_empty() || setup.en_passant.is_some() {
            return None;
        }
        let index = from.table.index();
        let (number, _) = index.number(&index.places_of(position, exchanged));
        let turn = turn_in_table(position, exchanged);
        let read = |block, entry| self.entry(from, block, entry).ok_or(());
        from.table.get_by(number, turn, read).ok()
    }
}

/// A table, if it is one of this game.
fn open<P: Tabled>(file: &Path) -> Result<Option<Table>, TableError> {
    if Table::game(file)? != P::NAME {
        return Ok(None);
    }
    let table = Table::open::<P>(file)?;
    if table.length() <= LOOKED_THROUGH {
        table.check_blocks()?;
    }
    Ok(Some(table))
}
