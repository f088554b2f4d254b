//! What the network of orthodox chess sees.

use crate::eval::features::{ORTHODOX_KINDS, single_board_input};
use crate::nnue::{FeatureSet, Perspective};
use crate::rules::Square;
use crate::rules::changes::Occupant;
use crate::rules::chess::Chess;

/// Own and enemy pieces by kind and square, mirrored so that the own king stands on
/// the files a to d.
impl FeatureSet for Chess {
    const FEATURES_VERSION: u16 = 1;
    const INPUTS: usize = 2 * ORTHODOX_KINDS * 64;

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let mirrored = perspective.king_bucket == 1;
        single_board_input(perspective, mirrored, ORTHODOX_KINDS, square, what)
    }
}
