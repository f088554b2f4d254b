//! Books of openings in PolyGlot's layout (`OwnBook`, `BookFile`).
//!
//! An entry has 16 bytes, all numbers big-endian: the key of a position, a move, its weight
//! among the moves of the position, and four bytes that nobody uses. Entries are sorted by
//! key. In orthodox chess keys and moves are PolyGlot's, so that any of its books can be
//! played from; `docs/books.md` says what they are in the other games.

use std::path::{Path, PathBuf};

use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

use crate::rules::chess::Chess;
use crate::rules::{File, Move, MoveKind, Position, Role, Square};
use crate::show::{Game, Record};

use super::regular_file;

/// Bytes of an entry.
const ENTRY: usize = 16;

/// No book is as large as this, in MiB.
const MAX_MEBIBYTES: u64 = 1024;

/// PolyGlot's numbers of what a pawn becomes, from 1.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Why a file's book cannot be played from.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{}: {reason}", file.display())]
pub struct BookError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it, or what the system says of it.
    pub reason: String,
}

/// A move of a position in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The [`key`] of the position.
    pub key: u64,
    /// The [`code`] of the move.
    pub code: u16,
    /// How often it is to be played, compared with the others of the position.
    pub weight: u16,
}

/// A book of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Sorted by key, the moves of a position as they came.
    entries: Vec<Entry>,
}

impl Book {
    /// A book with these moves.
    pub fn new(mut entries: Vec<Entry>) -> Book {
        entries.sort_by_key(|entry| entry.key);
        Book { entries }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is no regular file or no book.
    pub fn read(file: &Path) -> Result<Book, BookError> {
        let read = regular_file::read(file, MAX_MEBIBYTES, "book");
        read.and_then(|bytes| Ok(Book::from_bytes(&bytes)?))
            .map_err(|reason| BookError {
                file: file.to_owned(),
                reason: reason.to_string(),
            })
    }

    /// The book that these bytes are, as a file has them.
    ///
    /// # Errors
    ///
    /// If they are none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, &'static str> {
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if entries.is_empty() || !rest.is_empty() {
            return Err("not a book of openings: its size is no multiple of 16 bytes");
        }
        let entries: Vec<Entry> = entries.iter().map(read_entry).collect();
        match entries.is_sorted_by_key(|entry| entry.key) {
            true => Ok(Book { entries }),
            false => Err("not a book of openings: its entries are not sorted"),
        }
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.entries.len() * ENTRY);
        for Entry { key, code, weight } in &self.entries {
            bytes.extend(key.to_be_bytes());
            bytes.extend(code.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        bytes
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no moves.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves of a position with their weights, as far as they are legal, the heaviest
    /// first.
    pub fn moves(&self, game: &Game, record: &dyn Record) -> Vec<(Move, u16)> {
        let Some(key) = key(game, record) else {
            return Vec::new();
        };
        let from = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[from..].iter();
        let here: Vec<Entry> = here.take_while(|entry| entry.key == key).copied().collect();
        if here.is_empty() {
            return Vec::new();
        }
        let coded = codes(game, record);
        let known = here.iter().filter_map(|entry| {
            let found = coded.iter().find(|&&(_, code)| code == entry.code);
            found.map(|&(m, _)| (m, entry.weight))
        });
        let mut moves: Vec<(Move, u16)> = known.collect();
        moves.sort_by_key(|&(_, weight)| u16::MAX - weight);
        moves
    }

    /// A move of the position, each as often as its weight says; `random` is any number.
    /// `None` if it has none.
    pub fn choose(&self, game: &Game, record: &dyn Record, random: u64) -> Option<Move> {
        let moves = self.moves(game, record);
        let total: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        let mut left = random.checked_rem(total)?;
        for (m, weight) in moves {
            match left.checked_sub(u64::from(weight)) {
                Some(rest) => left = rest,
                None => return Some(m),
            }
        }
        None
    }
}

fn read_entry(bytes: &[u8; ENTRY]) -> Entry {
    let [key @ .., _, _, _, _, _, _, _, _] = *bytes;
    Entry {
        key: u64::from_be_bytes(key),
        code: u16::from_be_bytes([bytes[8], bytes[9]]),
        weight: u16::from_be_bytes([bytes[10], bytes[11]]),
    }
}

fn is_chess(game: &Game) -> bool {
    game.name == Chess::NAME
}

/// The key of the present position: in orthodox chess PolyGlot's, else the game's own.
/// `None` if PolyGlot can have none.
pub fn key(game: &Game, record: &dyn Record) -> Option<u64> {
    if !is_chess(game) {
        return Some(record.state().key);
    }
    let fen: shakmaty::fen::Fen = record.fen().parse().ok()?;
    let modes = [CastlingMode::Standard, CastlingMode::Chess960];
    let read = |mode| fen.clone().into_position::<shakmaty::Chess>(mode).ok();
    let position = modes.into_iter().find_map(read)?;
    Some(
        position
            .zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal)
            .0,
    )
}

/// The number that a book has for a legal move of the present position.
pub fn code(game: &Game, record: &dyn Record, m: Move) -> Option<u16> {
    let codes = codes(game, record);
    codes
        .iter()
        .find(|&&(other, _)| other == m)
        .map(|&(_, code)| code)
}

/// The legal moves with their numbers.
fn codes(game: &Game, record: &dyn Record) -> Vec<(Move, u16)> {
    let moves = record.legal_moves().into_iter();
    if is_chess(game) {
        return moves.map(|m| (m, code_of_polyglot(m))).collect();
    }
    // Chains of jumps have no room in 16 bits.
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_by_cached_key(Move::to_string);
    moves.into_iter().zip(0..).collect()
}

/// Bits 0–5 are the destination, 6–11 the origin, 12–14 the promotion; castling goes onto
/// the rook.
fn code_of_polyglot(m: Move) -> u16 {
    let to = match m.kind() {
        MoveKind::CastleShort => Some(File::H),
        MoveKind::CastleLong => Some(File::A),
        _ => None,
    };
    let corner = to.map(|file| Square::from_coords(file, m.from().rank()));
    let to = m.rook().or(corner).unwrap_or(m.to());
    let promotion = m.promoted_to();
    let promotion = PROMOTIONS.iter().position(|&role| Some(role) == promotion);
    // No part has more bits than it has room for: the casts are exact.
    let promotion = promotion.map_or(0, |place| place as u16 + 1);
    promotion << 12 | (m.from().to_u32() as u16) << 6 | to.to_u32() as u16
}
