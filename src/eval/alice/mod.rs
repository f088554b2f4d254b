//! Alice Chess: static exchange evaluation, and what its network is.

mod features;

use crate::eval::see::{self, Attacker, Attackers, RoleValues};
use crate::eval::{See, WinRateModel};
use crate::rules::alice::{Alice, Plane};
use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Move, Position, Square};

impl See for Alice {
    const SEE_VALUES: RoleValues = [100, 285, 330, 500, 970, 0, 0];

    #[inline]
    fn attacked(&self) -> [Bitboard; 2] {
        let enemies = self.board().by_color(!self.turn());
        let beside = [Plane::A, Plane::B].map(|plane| self.pieces_on(plane));
        let pieces = beside.map(|beside| enemies & beside);
        see::attacked_by(self.board(), !self.turn(), pieces, beside)
    }

    #[inline]
    fn second_board(&self) -> Bitboard {
        self.pieces_on(Plane::B)
    }

    /// The piece that moves lands on the other board and is taken there, by pieces of
    /// that board, whose attacker lands where the first came from: each side goes on
    /// taking on one and the same board.
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        if m.is_castling() {
            return threshold <= 0;
        }
        let board = self.board();
        let (from, to) = (m.from(), m.to());
        let Some(piece) = board.piece_at(from) else {
            return false;
        };
        see::swap_ge(
            see::gain(board, &Self::SEE_VALUES, m),
            see::value_after(board, &Self::SEE_VALUES, m),
            threshold,
            || {
                let plane = self.plane_of(from);
                let mut leaving = self.pieces_on(plane).without(from).without(to);
                if m.kind() == MoveKind::EnPassant {
                    leaving.discard(Square::from_coords(to.file(), from.rank()));
                }
                let landing = self.pieces_on(plane.other()).without(to);
                // The boards that our side and the other take on.
                let occupied = [leaving, landing];
                let mut attackers = [None, None];
                let mut side = piece.color();
                let mut turn = 0;
                move || {
                    side = !side;
                    turn = 1 - turn;
                    let attackers = attackers[turn]
                        .get_or_insert_with(|| Attackers::new(board, to, occupied[turn]));
                    let attacker = attackers.take_least_valuable(side, &Self::SEE_VALUES);
                    // A king's move must be legal where it leaves, too.
                    attacker.filter(|&attacker| {
                        let left = attackers.occupied;
                        attacker != Attacker::King || !board.is_attacked(to, !side, left, left)
                    })
                }
            },
        )
    }
}

plays_with_network! {
    Alice, "alice";

    const WIN_RATE: WinRateModel = WinRateModel {
        even: 101.0,
        spread: 103.0,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{see, threat_index};

    #[test]
    fn threats_are_those_of_the_board_a_piece_leaves_and_of_the_one_it_comes_to() {
        let index = |fen, text| threat_index::<Alice>(fen, text);
        let on_the_other = "4k3/8/8/8/|r7/8/8/R3K3 w - - 0 1";
        assert_eq!(
            [index(on_the_other, "a1a2"), index(on_the_other, "a1b1")],
            [1, 0]
        );
        let on_the_same = "4k3/8/8/8/r7/8/8/R3K3 w - - 0 1";
        assert_eq!(
            [index(on_the_same, "a1a2"), index(on_the_same, "a1b1")],
            [2, 2]
        );
    }

    #[test]
    fn exchanges_change_boards() {
        let value = |fen, m| see::<Alice>(fen, m);
        // The pawn of A defends nothing: the rook lands on B.
        assert_eq!(value("4k3/8/4p3/3p4/8/8/8/3R3K w - - 0 1", "d1d5"), 100);
        // That of B takes back on B.
        assert_eq!(value("4k3/8/4|p3/3p4/8/8/8/3R3K w - - 0 1", "d1d5"), -400);
        // And lands on A, where a second rook behind the first takes it.
        assert_eq!(value("4k3/8/4|p3/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5"), -300);
        // A rook of B would not.
        assert_eq!(
            value("4k3/8/4|p3/3p4/8/8/3R4/3|R3K w - - 0 1", "d2d5"),
            -400
        );
        // Quiet moves are in danger where they land.
        assert_eq!(value("4k3/8/4p3/8/8/8/8/3R3K w - - 0 1", "d1d5"), 0);
        assert_eq!(value("4k3/8/4|p3/8/8/8/8/3R3K w - - 0 1", "d1d5"), -500);
    }

    #[test]
    fn kings_take_back_only_where_both_boards_are_safe() {
        let value = |fen, m| see::<Alice>(fen, m);
        let alone = "8/8/3|k4/3p4/8/8/8/3R3K w - - 0 1";
        assert_eq!(value(alone, "d1d5"), -400);
        let guarded_where_it_leaves = "8/8/3|k4/3p4/5|N2/8/8/3R3K w - - 0 1";
        assert_eq!(value(guarded_where_it_leaves, "d1d5"), 100);
        let guarded_where_it_lands = "8/8/3|k4/3p4/5N2/8/8/3R3K w - - 0 1";
        assert_eq!(value(guarded_where_it_lands, "d1d5"), 100);
    }
}
