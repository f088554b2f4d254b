//! The files of tables; `docs/tables.md` describes them.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::batch::file::FileError;
use crate::batch::replace_durably;
use crate::rules::Color;

use super::signature::SignatureError;
use super::statistics::SideStatistics;
use super::{Index, Signature, Tabled, Value};

/// What a file begins with, the version of the format included.
const MAGIC: &[u8; 16] = b"galaverna-table1";

/// Positions of a block.
const BLOCK: usize = 1 << 15;

/// What zstd is asked for: tables are made once.
const LEVEL: i32 = 9;

/// A header takes some hundred bytes.
const MAX_HEADER: usize = 1 << 16;

/// Why a table is not to be had.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no table, one of another version, or damaged.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// No table for these pieces is there.
    #[error("{}: no table of {signature}", folder.display())]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
        /// Of which pieces.
        signature: Signature,
    },
}

/// What the beginning of a file says of the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's name.
    pub game: String,
    /// The ending.
    pub signature: String,
    /// How many numbers there are for positions.
    size: usize,
    /// Positions of a block.
    block: usize,
    /// Bytes of the plies to the end of a position, 1 or 2.
    width: usize,
    /// What the whole table says, with White, the stronger side, to move and with Black.
    pub statistics: [SideStatistics; 2],
}

impl Header {
    fn blocks_of_a_half(&self) -> usize {
        self.size.div_ceil(self.block)
    }

    /// Each side to move has its plies to the end, then its plies to the next zeroing.
    fn blocks(&self) -> usize {
        4 * self.blocks_of_a_half()
    }

    /// The block of a position and how many bytes each position takes there.
    fn place(&self, number: usize, turn: Color, zeroing: bool) -> (usize, usize) {
        let half = 2 * turn.fold_wb(0, 1) + usize::from(zeroing);
        let block = half * self.blocks_of_a_half() + number / self.block;
        (block, if zeroing { 1 } else { self.width })
    }

    /// The numbers of a block's positions, and how many bytes each takes.
    fn extent(&self, block: usize) -> (usize, usize, usize) {
        let half = block / self.blocks_of_a_half();
        let begin = block % self.blocks_of_a_half() * self.block;
        let end = self.size.min(begin + self.block);
        (begin, end, if half % 2 == 1 { 1 } else { self.width })
    }
}

/// Where a block is and what its checksum is.
#[derive(Clone, Copy, Debug)]
struct BlockEntry {
    offset: usize,
    length: usize,
    checksum: u32,
}

/// The values of an ending with one side to move.
#[derive(Clone, Debug, Default)]
pub struct Half {
    /// [`Value`]'s code of each position.
    pub codes: Vec<u16>,
    /// Plies to the next zeroing.
    pub zeroing: Vec<u8>,
}

/// All values of an ending, in memory.
#[derive(Clone, Debug)]
pub struct Values {
    /// How its positions are numbered.
    pub index: Index,
    /// With White, the stronger side, to move and with Black.
    pub halves: [Half; 2],
}

impl Values {
    /// The value of the position with a number.
    #[inline]
    pub fn get(&self, number: usize, turn: Color) -> Value {
        let half = &self.halves[turn.fold_wb(0, 1)];
        Value {
            code: half.codes[number],
            zeroing: half.zeroing[number],
        }
    }

    /// Writes them to a file.
    ///
    /// # Errors
    ///
    /// If the system does not do it.
    pub fn write(
        &self,
        path: &Path,
        game: &str,
        statistics: [SideStatistics; 2],
    ) -> Result<(), TableError> {
        let codes = self.halves.iter().flat_map(|half| &half.codes);
        let longest = codes.max().copied().unwrap_or_default();
        let header = Header {
            game: game.to_owned(),
            signature: self.index.signature.to_string(),
            size: self.index.size(),
            block: BLOCK,
            width: if longest <= u16::from(u8::MAX) { 1 } else { 2 },
            statistics,
        };
        let compress = |block: usize| {
            let half = &self.halves[block / header.blocks_of_a_half() / 2];
            let (begin, end, _) = header.extent(block);
            let bytes: Vec<u8> = match block / header.blocks_of_a_half() % 2 {
                1 => half.zeroing[begin..end].to_vec(),
                _ if header.width == 1 => half.codes[begin..end].iter().map(|&c| c as u8).collect(),
                _ => half.codes[begin..end]
                    .iter()
                    .flat_map(|c| c.to_le_bytes())
                    .collect(),
            };
            zstd::bulk::compress(&bytes, LEVEL)
        };
        let blocks: io::Result<Vec<Vec<u8>>> =
            (0..header.blocks()).into_par_iter().map(compress).collect();
        let blocks = blocks.map_err(FileError::of(path))?;
        let text =
            serde_json::to_vec(&header).map_err(|error| FileError::of(path)(error.into()))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
        for block in &blocks {
            bytes.extend((block.len() as u32).to_le_bytes());
            bytes.extend(crc32fast::hash(block).to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend(blocks.into_iter().flatten());
        Ok(replace_durably(path, &bytes)?)
    }
}

/// A table's file, of which blocks are unpacked as they are asked for.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    bytes: Mmap,
    header: Header,
    index: Index,
    blocks: Vec<BlockEntry>,
}

impl Table {
    /// Opens a file and reads where its blocks are.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is no table of the game, or its beginning is damaged or its end
    /// missing. Damage to a block is found when it is read.
    pub fn open<P: Tabled>(path: &Path) -> Result<Table, TableError> {
        let (bytes, header, end) = open(path)?;
        let damaged = |what: String| damaged(path, what);
        if header.game != P::NAME {
            let what = format!("a table of {} and not of {}", header.game, P::NAME);
            return Err(damaged(what));
        }
        let signature = Signature::parse::<P>(&header.signature)
            .map_err(|error: SignatureError| damaged(error.to_string()))?;
        let index = Index::new::<P>(signature);
        let is_sound =
            index.size() == header.size && header.block == BLOCK && [1, 2].contains(&header.width);
        if !is_sound {
            return Err(damaged("its header contradicts itself".to_owned()));
        }
        let entries_end = end + header.blocks() * 8;
        let directory = bytes.get(end..entries_end + 4);
        let directory = directory.ok_or_else(|| damaged("it is cut off".to_owned()))?;
        let (entries, checksum) = directory.split_at(entries_end - end);
        if crc32fast::hash(&bytes[..entries_end]).to_le_bytes() != checksum {
            return Err(damaged("its beginning is damaged".to_owned()));
        }
        let mut offset = entries_end + 4;
        let blocks: Vec<BlockEntry> = entries
            .chunks_exact(8)
            .map(|entry| {
                let number = |at: usize| {
                    u32::from_le_bytes([entry[at], entry[at + 1], entry[at + 2], entry[at + 3]])
                };
                let block = BlockEntry {
                    offset,
                    length: number(0) as usize,
                    checksum: number(4),
                };
                offset += number(0) as usize;
                block
            })
            .collect();
        if offset != bytes.len() {
            return Err(damaged(
                "it is cut off, or something stands behind its end".to_owned(),
            ));
        }
        Ok(Table {
            path: path.to_owned(),
            bytes,
            header,
            index,
            blocks,
        })
    }

    /// Compares the checksums of all blocks.
    ///
    /// # Errors
    ///
    /// If a block is damaged.
    pub fn check_blocks(&self) -> Result<(), TableError> {
        let mut blocks = 0..self.blocks.len();
        blocks.try_for_each(|block| self.packed(block).map(drop))
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Bytes of the file.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// The name of the game that a file has a table of.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is no table.
    pub fn game(path: &Path) -> Result<String, TableError> {
        Ok(open(path)?.1.game)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How its positions are numbered.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What the whole table says, with White, the stronger side, to move and with Black.
    pub fn statistics(&self) -> &[SideStatistics; 2] {
        &self.header.statistics
    }

    /// The value of the position with a number.
    ///
    /// # Errors
    ///
    /// If its block is damaged.
    pub fn get(&self, number: usize, turn: Color) -> Result<Value, TableError> {
        self.get_by(number, turn, |block, entry| {
            Ok(number_of(&self.block(block)?[entry]))
        })
    }

    /// The value of the position with a number, by what `read` takes out of unpacked blocks:
    /// from one of these the number that these bytes are.
    #[inline]
    pub(super) fn get_by<E>(
        &self,
        number: usize,
        turn: Color,
        read: impl Fn(usize, Range<usize>) -> Result<u16, E>,
    ) -> Result<Value, E> {
        let part = |zeroing| {
            let (block, width) = self.header.place(number, turn, zeroing);
            let at = number % BLOCK * width;
            read(block, at..at + width)
        };
        Ok(Value {
            code: part(false)?,
            zeroing: part(true)? as u8,
        })
    }

    /// Reads all blocks.
    ///
    /// # Errors
    ///
    /// If one is damaged.
    pub fn load(&self) -> Result<Values, TableError> {
        let half = |turn: Color| {
            let blocks = |zeroing| {
                let (first, _) = self.header.place(0, turn, zeroing);
                let all = first..first + self.header.blocks_of_a_half();
                let read: Result<Vec<Vec<u8>>, TableError> =
                    all.into_par_iter().map(|block| self.block(block)).collect();
                Ok::<Vec<u8>, TableError>(read?.concat())
            };
            let codes = blocks(false)?;
            let codes = match self.header.width {
                1 => codes.into_iter().map(u16::from).collect(),
                _ => {
                    let pairs = codes.chunks_exact(2);
                    pairs
                        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                        .collect()
                }
            };
            let zeroing = blocks(true)?;
            Ok::<Half, TableError>(Half { codes, zeroing })
        };
        Ok(Values {
            index: self.index.clone(),
            halves: [half(Color::White)?, half(Color::Black)?],
        })
    }

    /// Unpacks a block.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    pub(super) fn block(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let (begin, end, width) = self.header.extent(block);
        let length = (end - begin) * width;
        let unpacked = zstd::bulk::decompress(self.packed(block)?, length).ok();
        unpacked
            .filter(|bytes| bytes.len() == length)
            .ok_or_else(|| self.damaged_block(block))
    }

    fn packed(&self, block: usize) -> Result<&[u8], TableError> {
        let entry = self.blocks[block];
        let bytes = &self.bytes[entry.offset..entry.offset + entry.length];
        match crc32fast::hash(bytes) == entry.checksum {
            true => Ok(bytes),
            false => Err(self.damaged_block(block)),
        }
    }

    fn damaged_block(&self, block: usize) -> TableError {
        damaged(&self.path, format!("its block {block} is damaged"))
    }
}

/// The number that these bytes of a block are.
#[inline]
pub(super) fn number_of(bytes: &[u8]) -> u16 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, &byte| number << 8 | u16::from(byte))
}

/// Maps a file into memory.
fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: nobody in this program writes to the files, which are replaced as a whole, and
    // what is read of them is checked like any input. That no other program writes to or
    // shortens them while they are in use is for the user to see to, as with Syzygy's;
    // docs/tables.md says so.
    unsafe { Mmap::map(&file) }
}

fn damaged(path: &Path, what: String) -> TableError {
    TableError::Damaged {
        path: path.to_owned(),
        what,
    }
}

/// Opens a file and reads its header, and returns where that ends too.
fn open(path: &Path) -> Result<(Mmap, Header, usize), TableError> {
    let bytes = map(path).map_err(FileError::of(path))?;
    let damaged = |what: &str| damaged(path, what.to_owned());
    let version = MAGIC.len() - 1;
    if bytes.get(..version) != Some(&MAGIC[..version]) {
        return Err(damaged("no table of Galaverna"));
    }
    let rest = bytes
        .strip_prefix(MAGIC)
        .ok_or_else(|| damaged("a table of another version of the format"))?;
    let (length, rest) = rest
        .split_first_chunk()
        .ok_or_else(|| damaged("it is cut off"))?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_HEADER {
        return Err(damaged("its header is damaged"));
    }
    let text = rest.get(..length).ok_or_else(|| damaged("it is cut off"))?;
    let header = serde_json::from_slice(text).map_err(|_| damaged("its header is damaged"))?;
    let end = MAGIC.len() + 4 + length;
    Ok((bytes, header, end))
}
