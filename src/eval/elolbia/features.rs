//! What the network of Elolbian Chess sees.

use crate::eval::features::{bucket_by_pieces, king_is_on_the_right, single_board_input};
use crate::nnue::{FeatureSet, Perspective};
use crate::rules::changes::Occupant;
use crate::rules::elolbia::Elolbia;
use crate::rules::{Color, Position, Role, Square};

/// Own and enemy pieces by kind and square, men a seventh kind, mirrored so that the
/// own king stands on the files a to d.
impl FeatureSet for Elolbia {
    const FEATURES_VERSION: u16 = 1;
    const HIDDEN: usize = 64;
    const INPUTS: usize = 2 * Role::COUNT * 64;
    const KING_BUCKETS: usize = 2;
    const OUTPUT_BUCKETS: usize = 8;

    #[inline]
    fn king_bucket(&self, color: Color) -> usize {
        usize::from(king_is_on_the_right(self.board(), color))
    }

    #[inline]
    fn output_bucket(&self) -> usize {
        bucket_by_pieces(self.board(), 4, Self::OUTPUT_BUCKETS)
    }

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let mirrored = perspective.king_bucket == 1;
        single_board_input(perspective, mirrored, Role::COUNT, square, what)
    }
}
