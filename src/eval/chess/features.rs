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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    /// Threatened and hanging pieces of both sides, as the squares' names.
    fn derived(fen: &str) -> [String; 2] {
        let sets = Chess::from_fen(fen).unwrap().derived();
        [sets[0], sets[1]].map(|[black, white]| {
            let names: Vec<_> = (black | white)
                .into_iter()
                .map(|square| square.to_string())
                .collect();
            names.join(" ")
        })
    }

    #[test]
    fn lesser_pieces_threaten() {
        let tells = |fen, threatened: &str, hanging: &str| {
            assert_eq!(
                derived(fen),
                [threatened, hanging].map(str::to_owned),
                "{fen}"
            );
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        tells(start, "", "");
        // A pawn attacks a knight that a pawn defends, and is itself attacked by none.
        tells("4k3/8/8/3p4/4N3/3P4/8/4K3 w - - 0 1", "e4", "");
        // Two pawns attack each other; one of them is not defended.
        tells("4k3/8/8/3p4/4P3/3P4/8/4K3 w - - 0 1", "", "d5");
        // A rook attacks a queen, which attacks it.
        tells("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d5", "d5");
        tells("4k3/8/8/3r4/4B3/8/8/4K3 w - - 0 1", "d5", "d5");
        // Whom the king defends does not hang.
        tells("4k3/4r3/8/8/8/8/4Q3/4K3 w - - 0 1", "e2", "");
        // A king in check is neither.
        tells("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", "", "");
    }
}
