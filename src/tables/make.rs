//! Making tables by retrograde analysis.
//!
//! Every move of every position is generated and made twice: once to count how many moves lead
//! to each position, once to note them there. What notes them is a move's way back: which
//! place the piece came from. After that positions are decided ply by ply, from the ends of
//! games backwards: first by plies to the end, then, with the fifty-move rule, by plies to the
//! next zeroing of the halfmove clock.

use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicUsize, Ordering::Relaxed};

use indicatif::ProgressBar;
use rayon::prelude::*;
use smallvec::SmallVec;
use thiserror::Error;

use crate::batch::bar;
use crate::host::Interrupt;
use crate::rules::Color;
use crate::search::memory::prefetch;

use super::file::{Half, Values};
use super::folder::value_among;
use super::index::Symmetry;
use super::statistics::SideStatistics;
use super::{Folder, Index, Signature, TableError, Tabled, Value};

/// So many of a position's moves, or of those that lead to it, are looked up together: what
/// they lead to is asked for ahead of time, since it lies all over the memory.
const MOVES: usize = 64;

/// Positions that a thread works on before it asks whether to stop.
const CHUNK: usize = 1 << 12;

/// The rest of a position's number is the plies to the end of its slowest losing move that
/// leaves the ending; it is not decided yet.
const UNDECIDED: u16 = 1 << 15;

/// No position has this number.
const NO_POSITION: u16 = u16::MAX;

/// Of a move on its way back: it is a zeroing one.
const ZEROING: u16 = 1 << 14;

/// Why a table is not made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A table that it needs is damaged, or it cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It would take too much memory.
    #[error("{signature} takes {needed} MiB of memory, more than the {limit} that are allowed")]
    Memory {
        /// The ending.
        signature: Signature,
        /// MiB that it takes.
        needed: u64,
        /// MiB that it may take.
        limit: u64,
    },
    /// The rules lead out of the ending where they should not.
    #[error("{signature}: no table for {fen}")]
    Unexpected {
        /// The ending.
        signature: Signature,
        /// The position for which there is no table.
        fen: String,
    },
    /// It was interrupted.
    #[error("interrupted; the same command goes on with the table that was not finished")]
    Interrupted,
}

/// How tables are made.
#[derive(Clone, Copy, Debug)]
pub struct Making<'a> {
    /// MiB of memory that a table may take while it is made.
    pub memory: u64,
    /// Whether to go on.
    pub interrupt: &'a Interrupt,
}

/// Makes the table of an ending in a folder that has all that it needs.
///
/// # Errors
///
/// If it is interrupted, takes too much memory or cannot be written, or if a table that it
/// needs is not to be had.
pub fn make<P: Tabled>(
    folder: &Path,
    signature: Signature,
    making: Making<'_>,
) -> Result<[SideStatistics; 2], MakeError> {
    let tables = Folder::new(folder);
    let (values, statistics) = solve::<P>(&tables, signature, making)?;
    let path = tables.file::<P>(signature);
    values.write(&path, P::NAME, statistics)?;
    Ok(statistics)
}

/// The values of an ending.
fn solve<P: Tabled>(
    tables: &Folder,
    signature: Signature,
    making: Making<'_>,
) -> Result<(Values, [SideStatistics; 2]), MakeError> {
    let index = Index::new::<P>(signature);
    let size = index.size();
    let fits = |bytes: usize| {
        let needed = bytes as u64 >> 20;
        match needed <= making.memory {
            true => Ok(()),
            false => Err(MakeError::Memory {
                signature,
                needed,
                limit: making.memory,
            }),
        }
    };
    // Before anything is counted.
    let fixed = 2 * size * (mem::size_of::<u16>() + 3 + mem::size_of::<u32>());
    fits(fixed)?;
    let after: Vec<Values> = tables.after_a_move::<P>(signature)?;
    let others: usize = after.iter().map(|values| 6 * values.index.size()).sum();
    let template = format!("{signature} {{msg:20}} {{bar:30}} {{percent}} %, {{elapsed}} so far");
    let mut maker = Maker {
        sides: [Side::new(size), Side::new(size)],
        index,
        after,
        interrupt: making.interrupt,
        longest: AtomicU16::new(0),
        bar: bar(2 * size, &template),
    };
    for turn in Color::ALL {
        maker.begin::<P>(turn)?;
    }
    let moves: usize = maker.sides.iter_mut().map(Side::reserve).sum();
    fits(fixed + others + moves * mem::size_of::<u16>())?;
    for side in &mut maker.sides {
        side.make_room();
    }
    for turn in Color::ALL {
        maker.note_moves::<P>(turn)?;
    }
    maker.decide_plies()?;
    maker.decide_zeroing()?;
    maker.bar.finish_and_clear();
    Ok(maker.finish())
}

/// What is known of the positions with one side to move.
struct Side {
    /// Plies to the end, or [`UNDECIDED`] or [`NO_POSITION`].
    plies: Vec<AtomicU16>,
    /// Moves that are not known to lose.
    left: Vec<AtomicU8>,
    /// Plies to the next zeroing on the way to a win within the fifty-move rule, or
    /// [`Value::TOO_LATE`].
    zeroing: Vec<AtomicU8>,
    /// Moves that are not known to lose within the fifty-move rule.
    left_in_time: Vec<AtomicU8>,
    /// Where in `ways_back` those of each position begin, and at last where all end.
    begins: Vec<AtomicU32>,
    /// The moves that lead to each position within the ending: bits 0–6 the place that the
    /// piece came from, 7–13 the one where it is, and [`ZEROING`].
    ways_back: Vec<AtomicU16>,
}

fn filled<A>(size: usize, new: impl Fn() -> A + Sync) -> Vec<A>
where
    A: Send,
{
    (0..size).into_par_iter().map(|_| new()).collect()
}

impl Side {
    fn new(size: usize) -> Side {
        Side {
            plies: filled(size, || AtomicU16::new(NO_POSITION)),
            left: filled(size, AtomicU8::default),
            zeroing: filled(size, || AtomicU8::new(Value::TOO_LATE)),
            left_in_time: filled(size, AtomicU8::default),
            begins: filled(size + 1, AtomicU32::default),
            ways_back: Vec::new(),
        }
    }

    /// Turns how many ways back each position has into where each one's end; returns how
    /// many there are.
    fn reserve(&mut self) -> usize {
        let mut end = 0;
        for begin in &mut self.begins {
            end += *begin.get_mut();
            *begin.get_mut() = end;
        }
        end as usize
    }

    fn make_room(&mut self) {
        let length = self.begins.last().map_or(0, |end| end.load(Relaxed));
        self.ways_back = filled(length as usize, AtomicU16::default);
    }

    fn ways_back(&self, number: usize) -> &[AtomicU16] {
        let at = |number: usize| self.begins[number].load(Relaxed) as usize;
        &self.ways_back[at(number)..at(number + 1)]
    }
}

struct Maker<'a> {
    index: Index,
    /// The endings that captures and promotions lead to.
    after: Vec<Values>,
    /// With White to move and with Black.
    sides: [Side; 2],
    interrupt: &'a Interrupt,
    /// The most plies to an end that are known of so far.
    longest: AtomicU16,
    bar: ProgressBar,
}

impl Maker<'_> {
    fn side(&self, turn: Color) -> &Side {
        &self.sides[turn.fold_wb(0, 1)]
    }

    /// Calls `visit` with every number, on all threads.
    fn for_each(
        &self,
        visit: impl Fn(usize) -> Result<(), MakeError> + Sync,
    ) -> Result<(), MakeError> {
        let size = self.index.size();
        (0..size.div_ceil(CHUNK))
            .into_par_iter()
            .try_for_each(|chunk| {
                if self.interrupt.is_raised() {
                    return Err(MakeError::Interrupted);
                }
                let end = size.min((chunk + 1) * CHUNK);
                (chunk * CHUNK..end).try_for_each(&visit)
            })
    }

    fn show(&self, what: &'static str) {
        self.bar.set_message(what);
        self.bar.set_position(0);
    }

    /// Finds the positions, decides those that are ends or whose moves out of the ending
    /// decide them, and counts the moves within it by where they lead.
    fn begin<P: Tabled>(&self, turn: Color) -> Result<(), MakeError> {
        self.show("finding positions");
        self.for_each(|number| {
            if number % CHUNK == 0 {
                self.bar.inc(2 * CHUNK as u64);
            }
            match self.index.position::<P>(number, turn) {
                Some(position) => self.begin_position(&position, number),
                None => Ok(()),
            }
        })
    }

    fn begin_position<P: Tabled>(&self, position: &P, number: usize) -> Result<(), MakeError> {
        let (side, other) = (self.side(position.turn()), self.side(!position.turn()));
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_dead() {
            let is_lost = moves.is_empty() && position.is_check();
            side.plies[number].store(if is_lost { 0 } else { UNDECIDED }, Relaxed);
            if is_lost {
                side.zeroing[number].store(0, Relaxed);
            }
            return Ok(());
        }
        let places = self.index.places(number);
        let mut leads_to = SmallVec::<[usize; MOVES]>::new();
        let mut quickest_win = None;
        let mut slowest_loss = 0;
        let mut wins_in_time = false;
        let (mut left, mut left_in_time) = (moves.len(), moves.len());
        for &m in &moves {
            let mut after = position.clone();
            after.play(m);
            if !m.is_tactical() {
                let to = Index::place(&after, m.to());
                let from = Index::place(position, m.from());
                if let Some(places) = self.index.moved(&places, from, to) {
                    let (number, _) = self.index.number(&places);
                    prefetch(&other.begins[number]);
                    leads_to.push(number);
                }
                continue;
            }
            let Some(value) = value_among(&self.after, &after) else {
                return Err(MakeError::Unexpected {
                    signature: self.index.signature,
                    fen: after.fen(),
                });
            };
            let is_in_time = value.zeroing().is_some();
            match value.plies() {
                None => {}
                Some(plies) if value.is_loss() => {
                    quickest_win = Some(quickest_win.map_or(plies, |best: u16| best.min(plies)));
                    wins_in_time |= is_in_time;
                }
                Some(plies) => {
                    left -= 1;
                    left_in_time -= usize::from(is_in_time);
                    slowest_loss = slowest_loss.max(plies);
                }
            }
        }
        for number in leads_to {
            other.begins[number].fetch_add(1, Relaxed);
        }
        let plies = match quickest_win {
            Some(plies) => plies + 1,
            None if left == 0 => slowest_loss + 1,
            None => UNDECIDED | slowest_loss,
        };
        side.plies[number].store(plies, Relaxed);
        if plies & UNDECIDED == 0 {
            self.longest.fetch_max(plies, Relaxed);
        }
        if wins_in_time || left_in_time == 0 {
            side.zeroing[number].store(1, Relaxed);
        }
        // Five pieces have no more moves: four queens of Alice Chess have 108.
        debug_assert!(moves.len() < usize::from(u8::MAX));
        side.left[number].store(left as u8, Relaxed);
        side.left_in_time[number].store(left_in_time as u8, Relaxed);
        Ok(())
    }

    /// Writes every move within the ending down where it leads.
    fn note_moves<P: Tabled>(&self, turn: Color) -> Result<(), MakeError> {
        self.show("noting moves");
        let (side, other) = (self.side(turn), self.side(!turn));
        self.for_each(|number| {
            if number % CHUNK == 0 {
                self.bar.inc(2 * CHUNK as u64);
            }
            if side.plies[number].load(Relaxed) == NO_POSITION {
                return Ok(());
            }
            let Some(position) = self.index.position::<P>(number, turn) else {
                return Ok(());
            };
            if position.is_dead() {
                return Ok(());
            }
            let places = self.index.places(number);
            let mut leads_to = SmallVec::<[(usize, u16); MOVES]>::new();
            for m in position.legal_moves() {
                if m.is_tactical() {
                    continue;
                }
                let mut after = position.clone();
                after.play(m);
                let from = Index::place(&position, m.from());
                let to = Index::place(&after, m.to());
                let Some(places) = self.index.moved(&places, from, to) else {
                    continue;
                };
                let (number, symmetry) = self.index.number(&places);
                let mut way = way_back(symmetry, from, to);
                if after.state().halfmove_clock == 0 {
                    way |= ZEROING;
                }
                prefetch(&other.begins[number]);
                leads_to.push((number, way));
            }
            for (number, way) in leads_to {
                let at = other.begins[number].fetch_sub(1, Relaxed) - 1;
                other.ways_back[at as usize].store(way, Relaxed);
            }
            Ok(())
        })
    }

    /// The positions from which those of the moves lead to a position that are `wanted` by
    /// their ways back.
    fn all_before(
        &self,
        side: &Side,
        number: usize,
        wanted: impl Fn(u16) -> bool,
    ) -> SmallVec<[usize; MOVES]> {
        let ways = side.ways_back(number).iter().map(|way| way.load(Relaxed));
        let wanted = ways.filter(|&way| wanted(way));
        wanted.filter_map(|way| self.before(number, way)).collect()
    }

    /// The position before a move.
    fn before(&self, number: usize, way: u16) -> Option<usize> {
        let places = self.index.places(number);
        let (from, to) = ((way & 127) as u8, (way >> 7 & 127) as u8);
        Some(self.index.number(&self.index.moved(&places, to, from)?).0)
    }

    /// Decides all positions by plies to the end, the nearest first.
    fn decide_plies(&self) -> Result<(), MakeError> {
        self.show("deciding");
        let mut plies = 0;
        while plies <= self.longest.load(Relaxed) {
            let share = plies.min(100) as usize;
            self.bar
                .set_position((2 * self.index.size() * share / 100) as u64);
            for turn in Color::ALL {
                let (side, other) = (self.side(turn), self.side(!turn));
                self.for_each(|number| {
                    if side.plies[number].load(Relaxed) == plies {
                        let before = self.all_before(side, number, |_| true);
                        for &before in &before {
                            prefetch(&other.plies[before]);
                            prefetch(&other.left[before]);
                        }
                        for before in before {
                            self.decide_before(other, before, plies);
                        }
                    }
                    Ok(())
                })?;
            }
            plies += 1;
        }
        Ok(())
    }

    /// What is known of a position once one of its moves leads to one decided by so many
    /// plies.
    fn decide_before(&self, side: &Side, number: usize, plies: u16) {
        let decided = match plies % 2 {
            // A position that is not decided has a greater number than any that is.
            0 => {
                side.plies[number].fetch_min(plies + 1, Relaxed);
                plies + 1
            }
            _ => {
                let known = side.plies[number].load(Relaxed);
                if side.left[number].fetch_sub(1, Relaxed) > 1 || known & UNDECIDED == 0 {
                    return;
                }
                let slowest = plies.max(known & !UNDECIDED) + 1;
                side.plies[number].store(slowest, Relaxed);
                slowest
            }
        };
        self.longest.fetch_max(decided, Relaxed);
    }

    /// Decides which results stand under the fifty-move rule, and by how many plies to the
    /// next zeroing: ply by ply, and those positions first whose pawns have come furthest, since
    /// the moves of pawns are the zeroing moves within an ending.
    fn decide_zeroing(&self) -> Result<(), MakeError> {
        self.show("fifty-move rule");
        let stages = self.index.most_advanced();
        for stage in (0..=stages).rev() {
            let share = (stages - stage + 1) as usize;
            let done = 2 * self.index.size() * share / (stages as usize + 1);
            self.bar.set_position(done as u64);
            let is_stage =
                |number| stages == 0 || self.index.advance(&self.index.places(number)) == stage;
            for plies in 0..=Value::FIFTY_MOVES {
                let found = AtomicUsize::new(0);
                let is_one = |side: &Side, number: usize| {
                    side.zeroing[number].load(Relaxed) == plies && is_stage(number)
                };
                for turn in Color::ALL {
                    self.for_each(|number| {
                        if is_one(self.side(turn), number) {
                            found.fetch_add(1, Relaxed);
                            if plies < Value::FIFTY_MOVES {
                                self.zeroing_before(turn, number, 0, plies + 1);
                            }
                        }
                        Ok(())
                    })?;
                }
                if plies > 0 && found.into_inner() == 0 {
                    break;
                }
            }
            if stages > 0 {
                for turn in Color::ALL {
                    self.for_each(|number| {
                        let decided = self.side(turn).zeroing[number].load(Relaxed);
                        if decided != Value::TOO_LATE && is_stage(number) {
                            self.zeroing_before(turn, number, ZEROING, 1);
                        }
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// What is known of the positions before one that is decided within the fifty-move rule,
    /// those from which a zeroing move leads there or the others: that it is so many plies
    /// from them to the next zeroing.
    fn zeroing_before(&self, turn: Color, number: usize, kind: u16, plies: u8) {
        let plies_to_end = self.side(turn).plies[number].load(Relaxed);
        let is_lost = plies_to_end.is_multiple_of(2);
        let before = self.side(!turn);
        let numbers = self.all_before(self.side(turn), number, |way| way & ZEROING == kind);
        for &number in &numbers {
            prefetch(&before.zeroing[number]);
            prefetch(&before.left_in_time[number]);
        }
        for number in numbers {
            if is_lost {
                before.zeroing[number].fetch_min(plies, Relaxed);
            } else if before.left_in_time[number].fetch_sub(1, Relaxed) == 1 {
                before.zeroing[number].store(plies, Relaxed);
            }
        }
    }

    fn finish(self) -> (Values, [SideStatistics; 2]) {
        let mut statistics = [SideStatistics::default(); 2];
        let mut counts = statistics.iter_mut();
        let halves = self.sides.map(|side| {
            let plies = side.plies.into_par_iter().map(AtomicU16::into_inner);
            let zeroing = side.zeroing.into_par_iter().map(AtomicU8::into_inner);
            let mut half = Half {
                codes: plies.collect(),
                zeroing: zeroing.collect(),
            };
            let counted = finish_half(&mut half);
            if let Some(statistics) = counts.next() {
                *statistics = counted;
            }
            half
        });
        let index = self.index;
        (Values { index, halves }, statistics)
    }
}

/// Turns plies into the codes of values, and counts these.
fn finish_half(half: &mut Half) -> SideStatistics {
    let codes = half.codes.par_chunks_mut(CHUNK);
    let chunks = codes.zip(half.zeroing.par_chunks_mut(CHUNK)).enumerate();
    let counted = chunks.map(|(chunk, (codes, zeroing))| {
        let mut statistics = SideStatistics::default();
        let mut last = Value::DRAW;
        for (number, (code, zeroing)) in codes.iter_mut().zip(zeroing).enumerate() {
            let plies = *code;
            if plies != NO_POSITION {
                last = Value {
                    code: if plies & UNDECIDED == 0 { plies + 1 } else { 0 },
                    zeroing: *zeroing,
                };
                statistics.add(chunk * CHUNK + number, last);
            }
            // What is no position takes the least room so.
            (*code, *zeroing) = (last.code, last.zeroing);
        }
        statistics
    });
    counted.reduce(SideStatistics::default, SideStatistics::and)
}

fn way_back(symmetry: Symmetry, from: u8, to: u8) -> u16 {
    let place = |place| u16::from(symmetry.apply(place));
    place(from) | place(to) << 7
}
