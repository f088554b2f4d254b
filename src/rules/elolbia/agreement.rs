//! The queen exchange: by agreement each side gives three men for a queen.

use shakmaty::{Color, Square};

use crate::rules::piece::{Piece, Role};
use crate::rules::position::{Agreement, AgreementError, Position};

use super::Elolbia;

impl Elolbia {
    /// Whether the rules let the players agree on exchanging queens: both sides
    /// have only the king, any bishops and more than four men, and the game goes
    /// on.
    pub fn agreement_possible(&self) -> bool {
        self.pieces_allow_agreement() && self.count_legal_moves() > 0
    }

    fn pieces_allow_agreement(&self) -> bool {
        let board = self.board();
        let men = board.by_role(Role::Man);
        let others = board.occupied() & !men;
        others == board.by_role(Role::King) | board.by_role(Role::Bishop)
            && Color::ALL
                .into_iter()
                .all(|color| board.pieces(color, Role::Man).count() > 4)
    }

    /// The position after both sides have taken the men off their three squares
    /// and put a queen on the first of them. The side to move stays the same.
    ///
    /// # Errors
    ///
    /// If the exchange is not possible, the squares do not hold three men of
    /// that side, or the side not to move would be in check.
    pub(super) fn exchange_queens(
        &self,
        [white, black]: Agreement,
    ) -> Result<Elolbia, AgreementError> {
        if !self.pieces_allow_agreement() {
            return Err(AgreementError(
                "each side must have only its king, any bishops and more than four men",
            ));
        }
        if self.count_legal_moves() == 0 {
            return Err(AgreementError("the game is over"));
        }
        let mut after = self.clone();
        let state = &mut after.draughts.state;
        for (color, squares) in [(Color::White, white), (Color::Black, black)] {
            let man = Some(Piece::new(color, Role::Man));
            let mut squares_of_men = squares.into_iter();
            if !squares_of_men.all(|square: Square| state.take(square, &mut ()) == man) {
                let why = "each side must name three squares of its own men";
                return Err(AgreementError(why));
            }
            state.put(squares[0], Piece::new(color, Role::Queen), &mut ());
        }
        if after.is_exposed(!after.turn()) {
            let why = "it would leave the side not to move in check";
            return Err(AgreementError(why));
        }
        after.draughts.state.halfmove_clock = 0;
        after.draughts.state.checkers = after.compute_checkers();
        Ok(after)
    }
}
