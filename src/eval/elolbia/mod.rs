//! Elolbian Chess: static exchange evaluation, and what its network is and sees.

mod agreement;

use crate::eval::attacked::Attacked;
use crate::eval::see::{RoleValues, Threats};
use crate::eval::{See, WinRateModel, draughts, exposed, king_safety};
use crate::nnue::{Derived, EarlierInputs, FeatureSet};
use crate::rules::elolbia::Elolbia;
use crate::rules::{Agreement, Bitboard, Color, Move, Position, Role, Square};

impl See for Elolbia {
    const SEE_VALUES: RoleValues = [0, 315, 325, 500, 960, 0, 130];

    #[inline]
    fn attacked(&self) -> [Bitboard; 2] {
        draughts::attacked(self)
    }

    fn gain(&self, m: Move) -> i32 {
        draughts::gain(self, m)
    }

    #[inline]
    fn takes(&self, m: Move, square: Square) -> bool {
        draughts::takes(m, square)
    }

    #[inline]
    fn is_spared(&self, threats: &Threats, m: Move) -> bool {
        draughts::is_spared(threats, m)
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        draughts::see_ge(self, m, threshold)
    }
}

/// Inputs of what stands on the board.
const BOARD: usize = 2 * Elolbia::PIECE_KINDS * 64;

/// How many inputs there were before flight squares and safe checks were told.
const UP_TO_EXPOSED: usize = BOARD + exposed::SETS * 2 * 64;

/// Own and enemy pieces by kind and square, men a seventh kind; those that a lesser piece or
/// a man attacks, and those that are attacked and not defended, kings apart; each king's
/// flight squares, and from where it can be given check safely. Mirrored so that the own
/// king stands on the files a to d.
impl FeatureSet for Elolbia {
    const FEATURES_VERSION: u16 = 3;
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[
        EarlierInputs::first(1, BOARD),
        EarlierInputs::first(2, UP_TO_EXPOSED),
    ];
    const PIECE_KINDS: usize = Role::COUNT;
    const INPUTS: usize = BOARD + Self::DERIVED_SETS * 2 * 64;
    const DERIVED_SETS: usize = exposed::SETS + king_safety::SETS;

    /// Threatened pieces, and hanging ones; flight squares, and safe checks.
    #[inline]
    fn derived(&self) -> Derived {
        let board = self.board();
        let occupied = board.occupied();
        let all = Attacked::of(board, draughts::attacked_by_men(board), occupied);
        let mut derived = Derived::default();
        let sets = &mut derived.sets;
        exposed::write(board, &all, Bitboard::EMPTY, sets);
        king_safety::write(board, &all, occupied, &mut sets[exposed::SETS..]);
        derived.attacked = all.map(|side| [side.by_any; 2]);
        derived
    }
}

plays_with_network! {
    Elolbia, "elolbia";

    const WIN_RATE: WinRateModel = WinRateModel {
        even: 154.0,
        spread: 48.0,
    };

    fn best_agreement(&self, named: Option<(Color, &[Square])>) -> Option<Agreement> {
        agreement::best(self, named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{see, taken};

    #[test]
    fn men_take_and_are_taken() {
        let value = |fen, m| see::<Elolbia>(fen, m);
        // The man of c6 jumps over the rook that takes d5: e4 behind is empty.
        let behind_empty = "k7/8/2m5/3m4/8/8/3R4/7K w - - 0 1";
        assert_eq!(value(behind_empty, "d2d5"), 130 - 500);
        let behind_filled = "k7/8/2m5/3m4/4M3/8/3R4/7K w - - 0 1";
        assert_eq!(value(behind_filled, "d2d5"), 130);
        // On the border nobody is jumped over.
        let on_the_border = "k7/8/8/6m1/7m/8/7R/K7 w - - 0 1";
        assert_eq!(value(on_the_border, "h2h4"), 130);
        // A jump into the reach of a rook.
        let exchange_of_men = "k5r1/8/8/8/5m2/4M3/8/7K w - - 0 1";
        assert_eq!(value(exchange_of_men, "e3g5"), 0);
        // A chain takes the sum of all.
        let chain = "k7/8/8/4q3/8/2b5/1M6/7K w - - 0 1";
        assert_eq!(value(chain, "b2d4f6"), 325 + 960);
        // Stepping next to a man with an empty square behind.
        let step = "k7/8/8/3m4/8/4M3/8/7K w - - 0 1";
        assert_eq!(value(step, "e3e4"), -130);
    }

    #[test]
    fn men_take_what_they_jump_over() {
        let taken = |fen, m| taken::<Elolbia>(fen, m);
        let chain = "k7/8/8/4q3/8/2b5/1M6/7K w - - 0 1";
        assert_eq!(taken(chain, "b2d4f6"), "c3 e5");
        assert_eq!(taken(chain, "b2d4"), "c3");
        assert_eq!(taken("k7/8/8/4q3/8/2b1R3/1M6/7K w - - 0 1", "e3c3"), "c3");
    }
}
