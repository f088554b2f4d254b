//! What the network of Clupso Chess sees.

use crate::eval::attacked::Attacked;
use crate::eval::{draughts, exposed};
use crate::nnue::{Derived, EarlierInputs, FeatureSet, Perspective, seen_square};
use crate::rules::clupso::Clupso;
use crate::rules::{Bitboard, Color, Position, Role, Square};

/// Inputs of what stands on the board.
const BOARD: usize = 2 * Clupso::PIECE_KINDS * 64;

/// Inputs of a pool: no more than so many pieces of a kind, kind by kind.
const IN_POOL: usize = 2;
const POOL: usize = Role::PROMOTIONS.len() * IN_POOL;

/// The derived set that tells the pools, after those of exposed pieces.
const POOLS: usize = exposed::SETS;

/// Own and enemy pieces by kind and square, men a seventh kind; each side's pool, for each
/// kind of which one is there and two are; those that a lesser piece or a man attacks, and
/// those that are attacked and not defended.
impl FeatureSet for Clupso {
    const FEATURES_VERSION: u16 = 2;
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[EarlierInputs::first(1, BOARD + 2 * POOL)];
    const PIECE_KINDS: usize = Role::COUNT;
    const INPUTS: usize = BOARD + 2 * POOL + exposed::SETS * 2 * 64;
    const KING_BUCKETS: usize = 1;
    const IS_SYMMETRIC: bool = true;
    const DERIVED_SETS: usize = exposed::SETS + 1;

    #[inline]
    fn king_bucket(&self, _color: Color) -> usize {
        0
    }

    /// Threatened pieces, hanging ones, and the pools, as the numbers of squares from a1 on.
    #[inline]
    fn derived(&self) -> Derived {
        let board = self.board();
        let mut derived = Derived::default();
        let sets = &mut derived.sets;
        let all = Attacked::of(board, draughts::attacked_by_men(board), board.occupied());
        exposed::write(board, &all, Bitboard::EMPTY, sets);
        for color in Color::ALL {
            for (kind, role) in Role::PROMOTIONS.into_iter().enumerate() {
                for held in 0..self.pool(color, role).min(IN_POOL) {
                    let number = kind * IN_POOL + held;
                    sets[POOLS][color as usize].add(Square::new(number as u32));
                }
            }
        }
        derived.attacked = all.map(|side| [side.by_any; 2]);
        derived
    }

    #[inline]
    fn derived_input(perspective: Perspective, kind: usize, color: Color, square: Square) -> usize {
        let enemy = usize::from(color != perspective.color);
        match kind {
            POOLS => BOARD + enemy * POOL + square.to_usize(),
            _ => {
                let start = BOARD + 2 * POOL + (2 * kind + enemy) * 64;
                let mirrored = perspective.king_bucket % 2 == 1;
                start + seen_square(perspective.color, mirrored, square)
            }
        }
    }
}
