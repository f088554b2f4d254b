//! What the static evaluation gets wrong in positions of one kind, learned from
//! the searches of such positions ('correction history', from Caissa and
//! Stockfish).

use crate::rules::{Color, Position};

use super::history::{PieceTo, PreviousMoves, apply_gravity};
use super::memory;

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
    structures: Vec<i16>,
    /// By the pieces of White, then by those of Black.
    pieces: [Vec<i16>; 2],
    piece_to: Vec<i16>,
    continuation: Vec<i16>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory {
            structures: vec![0; 2 * STRUCTURES],
            pieces: [vec![0; 2 * STRUCTURES], vec![0; 2 * STRUCTURES]],
            piece_to: vec![0; PieceTo::COUNT],
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT],
        }
    }
}

impl CorrectionHistory {
    /// What is to be added to the static evaluation, in centipawns from the side to
    /// move, after the `previous` moves.
    #[inline]
    pub fn correction<P: Position>(&self, position: &P, previous: &PreviousMoves) -> i32 {
        let indices = Indices::of(position, previous);
        let structure = i32::from(self.structures[indices.structure]);
        let [white, black] = [0, 1].map(|side| i32::from(self.pieces[side][indices.pieces[side]]));
        let value =
            |table: &[i16], index: Option<usize>| index.map_or(0, |index| i32::from(table[index]));
        let last = value(&self.piece_to, indices.piece_to);
        let continuation = value(&self.continuation, indices.continuation);
        (structure + last + continuation + (white + black) * 3 / 4) / GRAIN
    }

    /// Makes ready to look this position up soon.
    #[inline]
    pub fn prefetch<P: Position>(&self, position: &P, previous: &PreviousMoves) {
        let indices = Indices::of(position, previous);
        memory::prefetch(&self.structures[indices.structure]);
        for (table, index) in self.pieces.iter().zip(indices.pieces) {
            memory::prefetch(&table[index]);
        }
        if let Some(index) = indices.continuation {
            memory::prefetch(&self.continuation[index]);
        }
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
        let indices = Indices::of(position, previous);
        let learn = |entry: &mut i16| apply_gravity(entry, bonus, CORRECTION_MAX);
        learn(&mut self.structures[indices.structure]);
        for (table, index) in self.pieces.iter_mut().zip(indices.pieces) {
            learn(&mut table[index]);
        }
        if let Some(index) = indices.piece_to {
            learn(&mut self.piece_to[index]);
        }
        if let Some(index) = indices.continuation {
            learn(&mut self.continuation[index]);
        }
    }
}

/// The entries of a position in each table.
struct Indices {
    structure: usize,
    pieces: [usize; 2],
    piece_to: Option<usize>,
    continuation: Option<usize>,
}

impl Indices {
    #[inline]
    fn of<P: Position>(position: &P, previous: &PreviousMoves) -> Indices {
        let (state, turn) = (position.state(), position.turn() as usize);
        let row = |key: u64| turn * STRUCTURES + key as usize % STRUCTURES;
        let [last, before, _] = previous.map(|piece_to| piece_to.map(PieceTo::index));
        Indices {
            structure: row(state.structure_key()),
            pieces: [Color::White, Color::Black].map(|color| row(state.pieces_key(color))),
            piece_to: last,
            continuation: last
                .zip(before)
                .map(|(last, before)| before * PieceTo::COUNT + last),
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
