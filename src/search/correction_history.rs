//! What the static evaluation gets wrong in positions of one kind, learned from
//! the searches of such positions ('correction history', from Caissa and
//! Stockfish).

use crate::rules::{Color, Position};

use super::gravity::apply_gravity;
use super::memory;
use super::piece_to::{PieceTo, PreviousMoves};

/// Entries for pawn structures, a side to move; a power of two.
const STRUCTURES: usize = 1 << 14;

/// The highest value of an entry.
const CORRECTION_MAX: i32 = 8192;

/// Units of an entry in a centipawn: no entry corrects by more than 51
/// centipawns.
const GRAIN: i32 = 160;

/// An error of a centipawn, found a ply deep, moves an entry by so many units.
const LEARNING_RATE: i32 = 4;

/// Corrections by the structure of pawns and draughts men, by the other pieces of each
/// side, by the last move, and by the last two.
#[derive(Clone, Debug)]
pub struct CorrectionHistory {
    structures: Box<ByStructure>,
    /// By the pieces of White, then by those of Black.
    pieces: [Box<ByStructure>; 2],
    piece_to: Box<[i16; PieceTo::COUNT]>,
    continuation: Box<[[i16; PieceTo::COUNT]; PieceTo::COUNT]>,
}

/// A row for each side to move.
type ByStructure = [[i16; STRUCTURES]; 2];

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory {
            structures: memory::zeros(),
            pieces: [memory::zeros(), memory::zeros()],
            piece_to: memory::zeros(),
            continuation: memory::zeros(),
        }
    }
}

impl CorrectionHistory {
    /// What is to be added to the static evaluation, in centipawns from the side to
    /// move, after the `previous` moves.
    #[inline]
    pub fn correction<P: Position>(&self, position: &P, previous: &PreviousMoves) -> i32 {
        let at = Indices::of(position, previous);
        let structure = i32::from(self.structures[at.turn][at.structure]);
        let white = i32::from(self.pieces[0][at.turn][at.pieces[0]]);
        let black = i32::from(self.pieces[1][at.turn][at.pieces[1]]);
        let last = i32::from(self.piece_to[at.last]);
        let continuation = i32::from(self.continuation[at.before][at.last]);
        (structure + last + continuation + (white + black) * 3 / 4) / GRAIN
    }

    /// Makes ready to look this position up soon.
    #[inline]
    pub fn prefetch<P: Position>(&self, position: &P, previous: &PreviousMoves) {
        let at = Indices::of(position, previous);
        memory::prefetch(&self.structures[at.turn][at.structure]);
        for (table, index) in self.pieces.iter().zip(at.pieces) {
            memory::prefetch(&table[at.turn][index]);
        }
        memory::prefetch(&self.continuation[at.before][at.last]);
    }

    /// Learns that a search of `depth` plies found the position this many
    /// centipawns better than the corrected evaluation.
    pub fn learn<P: Position>(
        &mut self,
        position: &P,
        previous: &PreviousMoves,
        error: i32,
        depth: i32,
    ) {
        let most = CORRECTION_MAX / 4;
        let bonus = (error * depth * LEARNING_RATE).clamp(-most, most);
        let at = Indices::of(position, previous);
        let learn = |entry: &mut i16| apply_gravity(entry, bonus, CORRECTION_MAX);
        learn(&mut self.structures[at.turn][at.structure]);
        for (table, index) in self.pieces.iter_mut().zip(at.pieces) {
            learn(&mut table[at.turn][index]);
        }
        if at.last != 0 {
            learn(&mut self.piece_to[at.last]);
        }
        if at.last != 0 && at.before != 0 {
            learn(&mut self.continuation[at.before][at.last]);
        }
    }
}

/// Where a position has its entries.
struct Indices {
    turn: usize,
    structure: usize,
    pieces: [usize; 2],
    /// The last move, and the one before it; 0 for none.
    last: usize,
    before: usize,
}

impl Indices {
    #[inline]
    fn of<P: Position>(position: &P, previous: &PreviousMoves) -> Indices {
        let state = position.state();
        let row = |key: u64| key as usize % STRUCTURES;
        let &[last, before, _] = previous;
        Indices {
            turn: position.turn() as usize,
            structure: row(state.structure_key()),
            pieces: [
                row(state.pieces_key(Color::White)),
                row(state.pieces_key(Color::Black)),
            ],
            last: PieceTo::index_of(last),
            before: PieceTo::index_of(before),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::chess::Chess;

    use super::*;

    const NONE: PreviousMoves = [None; 3];

    #[test]
    fn corrections_approach_the_error_and_stay_bounded() {
        let mut history = CorrectionHistory::default();
        let position = Chess::start();
        for _ in 0..1000 {
            let correction = history.correction(&position, &NONE);
            history.learn(&position, &NONE, 30 - correction, 8);
        }
        assert!((25..=30).contains(&history.correction(&position, &NONE)));
        for _ in 0..1000 {
            history.learn(&position, &NONE, -500, 20);
        }
        // Pawns in full, and three quarters of the pieces of each side.
        let bound = CORRECTION_MAX * 5 / 2 / GRAIN;
        let correction = history.correction(&position, &NONE);
        assert!(
            (-bound..-bound * 9 / 10).contains(&correction),
            "{correction}"
        );
    }

    #[test]
    fn other_structures_are_not_corrected() {
        let mut history = CorrectionHistory::default();
        let position = Chess::start();
        history.learn(&position, &NONE, 100, 10);
        let mut other = position.clone();
        for text in ["e2e4", "e7e5", "g1f3", "g8f6"] {
            other.play(other.parse_coordinates(text).unwrap());
        }
        assert!(history.correction(&position, &NONE) > 0);
        assert_eq!(history.correction(&other, &NONE), 0);
    }
}
