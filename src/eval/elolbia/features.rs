//! What the network of Elolbian Chess sees.

use crate::eval::features::single_board_input;
use crate::nnue::{FeatureSet, Perspective};
use crate::rules::changes::Occupant;
use crate::rules::elolbia::Elolbia;
use crate::rules::{Role, Square};

/// Own and enemy pieces by kind and square, men a seventh kind, mirrored so that the
/// own king stands on the files a to d.
impl FeatureSet for Elolbia {
    const FEATURES_VERSION: u16 = 1;
    const INPUTS: usize = 2 * Role::COUNT * 64;

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let mirrored = perspective.king_bucket == 1;
        single_board_input(perspective, mirrored, Role::COUNT, square, what)
    }
}
