//! What the network of chess sees.

use crate::eval::attack_sets;
use crate::nnue::{DerivedSets, EarlierInputs, FeatureSet};
use crate::rules::chess::Chess;
use crate::rules::{Bitboard, Board, Color, Position, Role, attacks};

/// Inputs of what stands on the board.
const BOARD: usize = 2 * Chess::PIECE_KINDS * 64;

/// The squares that a side attacks.
#[derive(Clone, Copy)]
struct Attacked {
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    by_any: Bitboard,
}

impl Attacked {
    /// Those of both sides, by `color as usize`.
    #[inline]
    fn of(board: &Board) -> [Attacked; 2] {
        const SIDES: [Color; 2] = [Color::Black, Color::White];
        let of = |role| SIDES.map(|side| board.pieces(side, role));
        let ([black, white], queens) = (of(Role::Rook), of(Role::Queen));
        let empty = [!board.occupied(); 4];
        let straight = attack_sets::by_rooks([black, white, queens[0], queens[1]], empty);
        let [black, white] = of(Role::Bishop);
        let diagonal = attack_sets::by_bishops([black, white, queens[0], queens[1]], empty);
        let [black, white] = of(Role::Knight);
        let knights = attack_sets::by_knights([black, white, Bitboard::EMPTY, Bitboard::EMPTY]);
        SIDES.map(|color| {
            let side = color as usize;
            let by_pawns = attack_sets::by_pawns(board.pieces(color, Role::Pawn), color);
            let by_minors = knights[side] | diagonal[side];
            let by_rooks = straight[side];
            let king = board.king_of(color);
            let by_king = king.map_or(Bitboard::EMPTY, attacks::king_attacks);
            let by_queens = straight[2 + side] | diagonal[2 + side];
            Attacked {
                by_pawns,
                by_minors,
                by_rooks,
                by_any: by_pawns | by_minors | by_rooks | by_queens | by_king,
            }
        })
    }
}

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
    const DERIVED_SETS: usize = 2;

    /// Threatened pieces, and hanging ones.
    #[inline]
    fn derived(&self) -> DerivedSets {
        let board = self.board();
        let all = Attacked::of(board);
        let queens = board.by_role(Role::Queen);
        let majors = queens | board.by_role(Role::Rook);
        let mut sets = DerivedSets::default();
        for color in Color::ALL {
            let side = color as usize;
            let (own, enemies) = (all[side], all[1 - side]);
            let pieces = board.by_color(color) & !board.by_role(Role::King);
            let by_lesser = enemies.by_pawns & !board.by_role(Role::Pawn)
                | enemies.by_minors & majors
                | enemies.by_rooks & queens;
            sets[0][side] = pieces & by_lesser;
            sets[1][side] = pieces & enemies.by_any & !own.by_any;
        }
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
