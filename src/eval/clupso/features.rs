//! What the network of Clupso Chess sees.

use crate::nnue::{DerivedSets, FeatureSet, Perspective};
use crate::rules::clupso::Clupso;
use crate::rules::{Color, Role, Square};

/// Inputs of what stands on the board.
const BOARD: usize = 2 * Clupso::PIECE_KINDS * 64;

/// Inputs of a pool: no more than so many pieces of a kind, kind by kind.
const IN_POOL: usize = 2;
const POOL: usize = Role::PROMOTIONS.len() * IN_POOL;

/// Own and enemy pieces by kind and square, men a seventh kind; and each side's pool,
/// for each kind of which one is there and two are.
impl FeatureSet for Clupso {
    const FEATURES_VERSION: u16 = 1;
    const PIECE_KINDS: usize = Role::COUNT;
    const INPUTS: usize = BOARD + 2 * POOL;
    const KING_BUCKETS: usize = 1;
    const DERIVED_SETS: usize = 1;

    #[inline]
    fn king_bucket(&self, _color: Color) -> usize {
        0
    }

    /// The pools, as the numbers of squares from a1 on.
    #[inline]
    fn derived(&self) -> DerivedSets {
        let mut sets = DerivedSets::default();
        for color in Color::ALL {
            for (kind, role) in Role::PROMOTIONS.into_iter().enumerate() {
                for held in 0..self.pool(color, role).min(IN_POOL) {
                    let number = kind * IN_POOL + held;
                    sets[0][color as usize].add(Square::new(number as u32));
                }
            }
        }
        sets
    }

    #[inline]
    fn derived_input(perspective: Perspective, _: usize, color: Color, square: Square) -> usize {
        let enemy = usize::from(color != perspective.color);
        BOARD + enemy * POOL + square.to_usize()
    }
}
