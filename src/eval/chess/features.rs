//! What the network of chess sees.

use crate::eval::attacked::{self, Attacked};
use crate::eval::{exposed, king_safety};
use crate::nnue::{Derived, EarlierInputs, FeatureSet};
use crate::rules::chess::Chess;
use crate::rules::{Position, Role};

/// Inputs of what stands on the board.
const BOARD: usize = 2 * Chess::PIECE_KINDS * 64;

/// How many inputs there were before flight squares and safe checks were told.
const UP_TO_EXPOSED: usize = BOARD + exposed::SETS * 2 * 64;

/// Own and enemy pieces by kind and square; those that a lesser piece attacks, and those
/// that are attacked and not defended, kings apart; each king's flight squares, and from
/// where it can be given check safely. Mirrored so that the own king stands on the files a
/// to d.
impl FeatureSet for Chess {
    const FEATURES_VERSION: u16 = 3;
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[
        EarlierInputs::first(1, BOARD),
        EarlierInputs::first(2, UP_TO_EXPOSED),
    ];
    const INPUTS: usize = BOARD + Self::DERIVED_SETS * 2 * 64;
    const DERIVED_SETS: usize = exposed::SETS + king_safety::SETS;

    /// Threatened pieces, and hanging ones; flight squares, and safe checks.
    #[inline]
    fn derived(&self) -> Derived {
        let board = self.board();
        let pawns = board.by_role(Role::Pawn);
        let occupied = board.occupied();
        let all = Attacked::of(board, attacked::by_pawns(board), occupied);
        let mut derived = Derived::default();
        let sets = &mut derived.sets;
        exposed::write(board, &all, pawns, sets);
        king_safety::write(board, &all, occupied, &mut sets[exposed::SETS..]);
        derived.attacked = all.map(|side| [side.by_any; 2]);
        derived
    }
}
