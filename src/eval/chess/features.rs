//! What the network of chess sees.

use crate::eval::exposed;
use crate::nnue::{DerivedSets, EarlierInputs, FeatureSet};
use crate::rules::chess::Chess;
use crate::rules::{Position, Role};

/// Inputs of what stands on the board.
const BOARD: usize = 2 * Chess::PIECE_KINDS * 64;

/// Own and enemy pieces by kind and square; those that a lesser piece attacks, and those
/// that are attacked and not defended, kings apart. Mirrored so that the own king stands
/// on the files a to d.
impl FeatureSet for Chess {
    const FEATURES_VERSION: u16 = 2;
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[EarlierInputs {
        version: 1,
        inputs: BOARD,
        kept: &[(0, 0, BOARD)],
    }];
    const INPUTS: usize = BOARD + Self::DERIVED_SETS * 2 * 64;
    const DERIVED_SETS: usize = exposed::SETS;

    /// Threatened pieces, and hanging ones.
    #[inline]
    fn derived(&self) -> DerivedSets {
        let board = self.board();
        let pawns = board.by_role(Role::Pawn);
        let by_pawns = exposed::attacked_by_pawns(board);
        let mut sets = DerivedSets::default();
        exposed::write(board, by_pawns, pawns, board.occupied(), &mut sets);
        sets
    }
}
