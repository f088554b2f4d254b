//! The transposition table: what is known of positions that were searched
//! before, shared by all threads without locks.
//!
//! An entry is two words. The second is stored as the exclusive or of itself and
//! the first (Hyatt and Mann, 'A lock-less transposition-table implementation',
//! 2002): if two threads write one entry at once, the words do not fit together
//! and the key is not recognised.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use thiserror::Error;
use zerocopy::FromZeros;

use crate::host;
use crate::rules::Move;

use super::memory;
use super::value::{MATE, TABLE_WIN, is_decisive, is_mate};

/// What the stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower,
    /// It is the true value.
    Exact,
}

impl Bound {
    /// By the two bits that an entry has for it.
    const OF_BITS: [Option<Bound>; 4] = [
        None,
        Some(Bound::Upper),
        Some(Bound::Lower),
        Some(Bound::Exact),
    ];
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found.
    pub best: Option<Move>,
    /// Value in centipawns from the side to move; wins count from this position.
    pub value: i32,
    /// The static evaluation; `None` in check.
    pub static_eval: Option<i32>,
    /// Plies searched below the position; [`DEPTH_UNSEARCHED`] if none of its moves
    /// was.
    pub depth: i32,
    /// What `value` says; `None` if only the static evaluation is known.
    pub bound: Option<Bound>,
    /// Whether the position is, or once was, in a principal variation.
    pub pv: bool,
}

impl Entry {
    /// What is known without a search: the static evaluation, and perhaps a bound that
    /// it alone gives.
    pub fn unsearched(static_eval: i32, value: i32, bound: Option<Bound>) -> Entry {
        Entry {
            best: None,
            value,
            static_eval: Some(static_eval),
            depth: DEPTH_UNSEARCHED,
            bound,
            pv: false,
        }
    }
}

/// An entry as it lies in memory; see [`Packed`].
type Words = [AtomicU64; 2];

/// Four entries in one cache line.
type Bucket = [Words; ENTRIES_PER_BUCKET];

const ENTRIES_PER_BUCKET: usize = 4;
const BYTES_PER_MEBIBYTE: usize = 1 << 20;
/// What [`TranspositionTable::make_ready`] takes at most: a tenth of a second or so.
const READY_BYTES: usize = 1 << 28;
const NO_EVALUATION: i16 = i16::MIN;
const AGES: u8 = 32;

/// The depth of an entry that comes of no search: a static evaluation alone, or that a
/// side may stand pat on it.
pub const DEPTH_UNSEARCHED: i32 = -1;

/// Added to depths as they are stored, so that 0 means a place never written to.
const DEPTH_OFFSET: i32 = 2;

/// There is no memory for a table of so many MiB.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("no memory for a transposition table of {0} MiB")]
pub struct NoMemory(pub usize);

/// The table.
pub struct TranspositionTable {
    /// The entries, and before them as many as lie before the first cache line.
    words: Vec<Words>,
    /// Where the first bucket begins.
    first: usize,
    /// How many buckets there are.
    count: usize,
    age: AtomicU8,
    /// Nothing was ever stored.
    is_fresh: AtomicBool,
}

impl TranspositionTable {
    /// An empty table of this many MiB, at least 1.
    ///
    /// # Errors
    ///
    /// If less memory is free, or the system does not give it.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, NoMemory> {
        let refused = NoMemory(mebibytes);
        let bytes = mebibytes.max(1).checked_mul(BYTES_PER_MEBIBYTE);
        let bytes = bytes.ok_or(refused)?;
        // The system gives more than there is, and ends programs that write to it.
        if host::available_memory().is_some_and(|free| free < bytes as u64) {
            return Err(refused);
        }
        let count = bytes / size_of::<Bucket>();
        // The system hands out zeros, and memory only with the first write to it: a large
        // table is there at once.
        let entries = (count + 1) * ENTRIES_PER_BUCKET;
        let mut words = Words::new_vec_zeroed(entries).map_err(|_| refused)?;
        memory::ask_for_large_pages(&mut words);
        let first = words.as_ptr().align_offset(size_of::<Bucket>());
        Ok(TranspositionTable {
            // Should no entry lie at the begin of a line, buckets lie across two.
            first: first.min(ENTRIES_PER_BUCKET),
            words,
            count,
            age: AtomicU8::new(0),
            is_fresh: AtomicBool::new(true),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        if self.is_fresh.swap(true, Ordering::Relaxed) {
            return;
        }
        for word in self.words.iter().flatten() {
            // What was never written to needs no memory to be read.
            if word.load(Ordering::Relaxed) != 0 {
                word.store(0, Ordering::Relaxed);
            }
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Takes possession of the memory, as far as it is not beyond all measure, so that no
    /// search need wait for it.
    pub fn make_ready(&self) {
        let count = self.words.len().min(READY_BYTES / size_of::<Words>());
        memory::populate(&self.words[..count]);
    }

    /// Makes all present entries one search older.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn hashfull(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let entries = self.words[self.first..].iter().take(1000);
        entries
            .filter_map(|words| Packed::load(words).occupied())
            .filter(|packed| packed.age() == age)
            .count()
    }

    /// Where the bucket of this key begins among the entries.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * self.count as u128) >> 64;
        self.first + bucket as usize * ENTRIES_PER_BUCKET
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let (buckets, _) = self.words[self.place(key)..].as_chunks();
        &buckets[0]
    }

    /// Makes ready to probe this key soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.words.as_ptr().wrapping_add(self.place(key)));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let entries = self.bucket(key).iter();
        entries
            .map(Packed::load)
            .find(|packed| packed.fits(key))
            .and_then(Packed::occupied)
            .map(Packed::unpack)
    }

    /// Keeps an entry, in place of what is known of the same position, or of what
    /// is least worth keeping: old and shallow.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        if self.is_fresh.load(Ordering::Relaxed) {
            self.is_fresh.store(false, Ordering::Relaxed);
        }
        let age = self.age.load(Ordering::Relaxed);
        let mut victim = &self.bucket(key)[0];
        let mut least = i32::MAX;
        let mut known = None;
        for words in self.bucket(key) {
            let packed = Packed::load(words);
            if packed.fits(key) {
                victim = words;
                known = packed.occupied();
                break;
            }
            let worth = packed.worth(age);
            if worth < least {
                least = worth;
                victim = words;
            }
        }
        let mut entry = entry;
        if let Some(known) = known {
            entry.best = entry.best.or(known.unpack().best);
            let shallower = entry.depth + 4 <= known.depth();
            if entry.bound != Some(Bound::Exact) && shallower && known.age() == age {
                return;
            }
        }
        Packed::pack(key, &entry, age).store(victim);
    }
}

/// An entry as two words: move, value and static evaluation; 48 bits of the key,
/// depth, whether in a principal variation, bound and age.
#[derive(Clone, Copy)]
struct Packed([u64; 2]);

impl Packed {
    #[inline]
    fn load(words: &Words) -> Packed {
        let first = words[0].load(Ordering::Relaxed);
        Packed([first, words[1].load(Ordering::Relaxed) ^ first])
    }

    #[inline]
    fn store(self, words: &Words) {
        words[0].store(self.0[0], Ordering::Relaxed);
        words[1].store(self.0[0] ^ self.0[1], Ordering::Relaxed);
    }

    #[inline]
    fn pack(key: u64, entry: &Entry, age: u8) -> Packed {
        let best = entry.best.map_or(0, Move::to_bits);
        // Values lie within 16 bits by construction; the casts keep the sign bits.
        let value = entry.value as i16 as u16;
        let evaluation = entry
            .static_eval
            .map_or(NO_EVALUATION, |value| value as i16) as u16;
        let depth = (entry.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
        let bound = entry.bound.map_or(0, |bound| bound as u64);
        Packed([
            u64::from(best) | u64::from(value) << 32 | u64::from(evaluation) << 48,
            key << 16 | depth << 8 | u64::from(entry.pv) << 7 | bound << 5 | u64::from(age),
        ])
    }

    #[inline]
    fn fits(self, key: u64) -> bool {
        self.0[1] >> 16 == key << 16 >> 16
    }

    fn bound_bits(self) -> u64 {
        self.0[1] >> 5 & 3
    }

    /// Itself, unless it was never written.
    #[inline]
    fn occupied(self) -> Option<Packed> {
        (self.depth_bits() != 0).then_some(self)
    }

    #[inline]
    fn depth_bits(self) -> i32 {
        (self.0[1] >> 8 & 255) as i32
    }

    #[inline]
    fn depth(self) -> i32 {
        self.depth_bits() - DEPTH_OFFSET
    }

    #[inline]
    fn age(self) -> u8 {
        (self.0[1] & 31) as u8
    }

    /// How much an entry is worth keeping, in plies of depth.
    #[inline]
    fn worth(self, age: u8) -> i32 {
        if self.depth_bits() == 0 {
            return i32::MIN;
        }
        let older = (AGES + age - self.age()) % AGES;
        self.depth() - 8 * i32::from(older)
    }

    fn unpack(self) -> Entry {
        let first = self.0[0];
        let evaluation = (first >> 48) as u16 as i16;
        Entry {
            best: Move::from_bits(first as u32),
            value: i32::from((first >> 32) as u16 as i16),
            static_eval: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
            depth: self.depth(),
            bound: Bound::OF_BITS[self.bound_bits() as usize],
            pv: self.0[1] >> 7 & 1 != 0,
        }
    }
}

/// A value as the table keeps it: wins counted from the position, not from the
/// root.
#[inline]
pub fn value_to_table(value: i32, ply: usize) -> i32 {
    match is_decisive(value) {
        true => value + value.signum() * ply as i32,
        false => value,
    }
}

/// The reverse of [`value_to_table`], at another distance from the root.
#[inline]
pub fn value_from_table(value: i32, ply: usize) -> i32 {
    match is_decisive(value) {
        true => value - value.signum() * ply as i32,
        false => value,
    }
}

/// Plies after which the fifty-move rule ends a game.
const FIFTY_MOVES: i32 = 100;

/// From this halfmove clock on a value that another way to the position gave says
/// nothing any more: the fifty-move rule is too near.
const LAST_CLOCK: u32 = 90;

impl Entry {
    /// The value, seen `ply` plies from the root, and what it says; `None` if there is
    /// none, or if it is a win that the fifty-move rule would forestall at this
    /// halfmove clock.
    #[inline]
    pub fn value_at(&self, ply: usize, halfmove_clock: u32) -> Option<(i32, Bound)> {
        let bound = self.bound?;
        // The mating move itself may be the hundredth ply.
        let in_time = || {
            let end = if is_mate(self.value) { MATE } else { TABLE_WIN };
            end - self.value.abs() + halfmove_clock as i32 <= FIFTY_MOVES
        };
        (!is_decisive(self.value) || in_time()).then(|| (value_from_table(self.value, ply), bound))
    }

    /// The value, if it decides whether the node is better than `beta` or no better
    /// than `alpha`.
    #[inline]
    pub fn cutoff(&self, alpha: i32, beta: i32, ply: usize, halfmove_clock: u32) -> Option<i32> {
        let (value, bound) = self.value_at(ply, halfmove_clock)?;
        let decides = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (decides && halfmove_clock < LAST_CLOCK).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{MoveKind, Square};

    use super::super::value::{mate_in, mated_in};
    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(Move::new(Square::E2, Square::E4, MoveKind::DoubleStep)),
            value: -123,
            static_eval: Some(45),
            depth,
            bound: Some(Bound::Lower),
            pv: true,
        }
    }

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::new(1).unwrap();
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(table.probe(key), None);
        assert_eq!(table.probe(0), None, "empty entries fit no key");
        table.store(key, entry(7));
        assert_eq!(table.probe(key), Some(entry(7)));
        assert_eq!(table.probe(key ^ 1), None);
        table.clear();
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn keeps_the_move_and_the_deeper_entry() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(1, entry(9));
        table.store(
            1,
            Entry {
                best: None,
                ..entry(3)
            },
        );
        assert_eq!(table.probe(1), Some(entry(9)));
        let exact = Entry {
            best: None,
            bound: Some(Bound::Exact),
            ..entry(3)
        };
        table.store(1, exact);
        let kept = table.probe(1).unwrap();
        assert_eq!((kept.depth, kept.best), (3, entry(9).best));
    }

    #[test]
    fn a_static_evaluation_alone_gives_way_to_searches() {
        let table = TranspositionTable::new(1).unwrap();
        let unsearched = Entry::unsearched(-7, 0, None);
        table.store(1, unsearched);
        assert_eq!(table.probe(1), Some(unsearched));
        table.store(1, entry(3));
        assert_eq!(table.probe(1), Some(entry(3)));
        for key in 2..=4 {
            table.store(key, entry(0));
        }
        table.store(2, unsearched);
        table.store(5, entry(0));
        assert_eq!(table.probe(2), None, "the least worth keeping");
    }

    #[test]
    fn replaces_the_oldest_and_shallowest() {
        let table = TranspositionTable::new(1).unwrap();
        // Low bits tell keys apart, high bits choose the bucket: all in one.
        for key in 1..=4 {
            table.store(key, entry(10 - key as i32));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(4), None);
        table.new_search();
        table.store(6, entry(0));
        assert_eq!(table.probe(5), None);
        assert!(table.probe(1).is_some());
        assert_eq!(table.hashfull(), 1);
    }

    #[test]
    fn no_mate_comes_after_the_fifty_move_rule() {
        let mate = Entry {
            value: value_to_table(mate_in(9), 4),
            bound: Some(Bound::Exact),
            ..entry(3)
        };
        // Five plies from here.
        assert_eq!(mate.value_at(4, 95), Some((mate_in(9), Bound::Exact)));
        assert_eq!(mate.value_at(4, 96), None);
        assert_eq!(mate.cutoff(0, 1, 4, 89), Some(mate_in(9)));
        assert_eq!(mate.cutoff(0, 1, 4, 90), None);
        let lower = entry(3);
        assert_eq!(lower.cutoff(-123, -122, 4, 0), None, "it may be better");
        assert_eq!(lower.cutoff(-124, -123, 4, 0), Some(-123));
    }

    #[test]
    fn mates_keep_their_distance_to_the_position() {
        for value in [mate_in(9), mated_in(8), 321, -321] {
            let stored = value_to_table(value, 5);
            assert_eq!(value_from_table(stored, 5), value);
        }
        assert_eq!(
            value_from_table(value_to_table(mate_in(9), 5), 3),
            mate_in(7)
        );
    }
}
