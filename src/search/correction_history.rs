//! What the static evaluation gets wrong in positions of one kind, learned from
//! the searches of such positions ('correction history', from Caissa and
//! Stockfish).

use crate::rules::{Board, Color, Position, Role};

use super::history::{PieceTo, apply_gravity};

/// Entries for pawn structures, a side to move; a power of two.
const STRUCTURES: usize = 1 << 14;

/// The highest value of an entry.
const CORRECTION_MAX: i32 = 8192;

/// Units of an entry in a centipawn: no entry corrects by more than 64
/// centipawns.
const GRAIN: i32 = 128;

/// An error of a centipawn, found a ply deep, moves an entry by so many units.
const LEARNING_RATE: i32 = 4;

/// Corrections by the structure of pawns and draughts men, and by the piece that
/// moved last and where it went.
#[derive(Clone, Debug)]
pub struct CorrectionHistory {
    structures: Vec<i16>,
    piece_to: Vec<i16>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory {
            structures: vec![0; 2 * STRUCTURES],
            piece_to: vec![0; PieceTo::COUNT],
        }
    }
}

impl CorrectionHistory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.structures.fill(0);
        self.piece_to.fill(0);
    }

    /// What is to be added to the static evaluation, in centipawns from the side
    /// to move. `last` is the move that led to the position, if known.
    #[inline]
    pub fn correction<P: Position>(&self, position: &P, last: Option<PieceTo>) -> i32 {
        let structure = structure_index(position.board(), position.turn());
        let piece_to = last.map_or(0, |last| i32::from(self.piece_to[last.index()]));
        (i32::from(self.structures[structure]) + piece_to) / GRAIN
    }

    /// Learns that a search of `depth` plies found the position this many
    /// centipawns better than the corrected evaluation.
    pub fn learn<P: Position>(
        &mut self,
        position: &P,
        last: Option<PieceTo>,
        error: i32,
        depth: i32,
    ) {
        let most = CORRECTION_MAX / 4;
        let bonus = (error * depth * LEARNING_RATE).clamp(-most, most);
        let structure = structure_index(position.board(), position.turn());
        apply_gravity(&mut self.structures[structure], bonus, CORRECTION_MAX);
        if let Some(last) = last {
            apply_gravity(&mut self.piece_to[last.index()], bonus, CORRECTION_MAX);
        }
    }
}

/// The entry of a pawn structure. Structures that share one by chance cost strength
/// only, so a multiplicative hash (Knuth) of the bitboards will do.
#[inline]
fn structure_index(board: &Board, turn: Color) -> usize {
    const WHITE: u64 = 0x9E37_79B9_7F4A_7C15;
    const BLACK: u64 = 0xC2B2_AE3D_27D4_EB4F;
    const MIX: u64 = 0xD6E8_FEB8_6659_FD93;
    let pawns = board.by_role(Role::Pawn) | board.by_role(Role::Man);
    let white = u64::from(pawns & board.by_color(Color::White)).wrapping_mul(WHITE);
    let black = u64::from(pawns & board.by_color(Color::Black)).wrapping_mul(BLACK);
    let hash = (white ^ black.rotate_left(31)).wrapping_mul(MIX);
    let structure = hash >> (u64::BITS - STRUCTURES.trailing_zeros());
    turn as usize * STRUCTURES + structure as usize
}

#[cfg(test)]
mod tests {
    use crate::rules::chess::Chess;

    use super::*;

    #[test]
    fn corrections_approach_the_error_and_stay_bounded() {
        let mut history = CorrectionHistory::default();
        let position = Chess::start();
        for _ in 0..1000 {
            let correction = history.correction(&position, None);
            history.learn(&position, None, 30 - correction, 8);
        }
        assert!((25..=30).contains(&history.correction(&position, None)));
        for _ in 0..1000 {
            history.learn(&position, None, -500, 20);
        }
        let bound = CORRECTION_MAX / GRAIN;
        let correction = history.correction(&position, None);
        assert!(
            (-bound..-bound * 9 / 10).contains(&correction),
            "{correction}"
        );
        history.clear();
        assert_eq!(history.correction(&position, None), 0);
    }

    #[test]
    fn other_structures_are_not_corrected() {
        let mut history = CorrectionHistory::default();
        let position = Chess::start();
        history.learn(&position, None, 100, 10);
        let mut other = position.clone();
        other.play(position.parse_coordinates("e2e4").unwrap());
        other.play(other.parse_coordinates("e7e5").unwrap());
        assert!(history.correction(&position, None) > 0);
        assert_eq!(history.correction(&other, None), 0);
    }
}
