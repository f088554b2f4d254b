//! The queen exchange: by agreement each side gives three men for a queen.

use shakmaty::{Color, Square};

use crate::notation::MoveError;
use crate::rules::piece::{Piece, Role};
use crate::rules::position::Position;

use super::Elolbia;

const PREFIX: &str = "exchange:";

impl Elolbia {
    /// Whether the rules let the players agree on exchanging queens: both sides
    /// have only the king, any bishops and more than four men, and the game goes
    /// on.
    pub fn exchange_possible(&self) -> bool {
        self.pieces_allow_exchange() && self.count_legal_moves() > 0
    }

    fn pieces_allow_exchange(&self) -> bool {
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
    pub fn exchange(&self, white: [Square; 3], black: [Square; 3]) -> Result<Elolbia, MoveError> {
        let refused = |why| MoveError::Refused {
            text: text(&white, &black),
            why,
        };
        if !self.pieces_allow_exchange() {
            return Err(refused(
                "each side must have only its king, any bishops and more than four men",
            ));
        }
        if self.count_legal_moves() == 0 {
            return Err(refused("the game is over"));
        }
        let mut after = self.clone();
        for (color, squares) in [(Color::White, white), (Color::Black, black)] {
            for square in squares {
                if after.draughts.state.take(square, &mut ()) != Some(Piece::new(color, Role::Man))
                {
                    return Err(refused("each side must name three squares of its own men"));
                }
            }
            after
                .draughts
                .state
                .put(squares[0], Piece::new(color, Role::Queen), &mut ());
        }
        if after.is_exposed(!after.turn()) {
            return Err(refused("it would leave the side not to move in check"));
        }
        after.draughts.state.halfmove_clock = 0;
        after.draughts.state.checkers = after.compute_checkers();
        Ok(after)
    }

    /// Carries out an exchange such as `exchange:c3a3e5/f6h6d4`; `None` if the
    /// text is none.
    pub(super) fn exchange_by_text(&self, text: &str) -> Option<Result<Elolbia, MoveError>> {
        text.starts_with(PREFIX).then(|| match squares(text) {
            Some([white, black]) => self.exchange(white, black),
            None => Err(MoveError::Unreadable(text.to_owned())),
        })
    }
}

/// The squares that White and Black name in an exchange such as
/// `exchange:c3a3e5/f6h6d4`.
pub(super) fn squares(text: &str) -> Option<[[Square; 3]; 2]> {
    let (white, black) = text.strip_prefix(PREFIX)?.split_once('/')?;
    Some([three_squares(white)?, three_squares(black)?])
}

fn three_squares(text: &str) -> Option<[Square; 3]> {
    let (squares, rest) = text.as_bytes().as_chunks::<2>();
    let squares: Vec<Square> = squares
        .iter()
        .map(|square| Square::from_ascii(square).ok())
        .collect::<Option<_>>()?;
    rest.is_empty().then(|| squares.try_into().ok())?
}

/// The exchange in which the sides name these squares, as text.
pub(super) fn text(white: &[Square], black: &[Square]) -> String {
    let text = |squares: &[Square]| -> String { squares.iter().map(Square::to_string).collect() };
    format!("{PREFIX}{}/{}", text(white), text(black))
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;

    use super::*;

    const FEN: &str = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40";

    fn exchange(fen: &str, text: &str) -> Result<String, MoveError> {
        let after = Elolbia::from_fen(fen).unwrap().agreement(text).unwrap()?;
        let read = Elolbia::from_fen(&after.fen()).unwrap();
        assert_eq!(
            (read.key(), read.checkers()),
            (after.key(), after.checkers())
        );
        Ok(after.fen())
    }

    fn why(fen: &str, text: &str) -> &'static str {
        match exchange(fen, text) {
            Err(MoveError::Refused { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_side_gives_three_men_for_a_queen() {
        let position = Elolbia::from_fen(FEN).unwrap();
        assert!(position.exchange_possible());
        assert_eq!(
            exchange(FEN, "exchange:h2h3g3/e6b6c6").unwrap(),
            "k4b2/8/m2mq3/8/8/4MM2/7Q/K1B5 b - - 0 40"
        );
        assert!(position.agreement("a6a5").is_none());
    }

    #[test]
    fn what_the_rules_forbid_is_refused() {
        let text = "exchange:h2h3g3/e6b6c6";
        let knight = FEN.replace("K1B5", "K1N5");
        assert!(why(&knight, text).contains("bishops"));
        let four = FEN.replace("4MMMM/7M", "4MMM1/7M");
        assert!(why(&four, "exchange:h2f3g3/e6b6c6").contains("more than four"));
        assert!(!Elolbia::from_fen(&four).unwrap().exchange_possible());
        assert!(why(FEN, "exchange:h2h3h3/e6b6c6").contains("own men"));
        assert!(why(FEN, "exchange:h2h3c1/e6b6c6").contains("own men"));
        assert!(why(FEN, "exchange:h2h3c6/e6b6h3").contains("own men"));
        // A queen on a6 would look down the file at White's king.
        assert!(why(FEN, "exchange:h2h3g3/a6b6c6").contains("in check"));
        // The side to move may come into check.
        let checked = exchange(FEN, "exchange:f3h3g3/e6b6c6").unwrap();
        assert!(Elolbia::from_fen(&checked).unwrap().is_check());
        let mate = "km6/mB6/2M5/8/7m/7m/7m/K2MMMM1 b - - 0 1";
        assert!(why(mate, "exchange:d1e1f1/h2h3h4").contains("over"));
    }

    #[test]
    fn malformed_texts_are_unreadable() {
        for text in [
            "exchange:",
            "exchange:h2h3g3",
            "exchange:h2h3/e6b6c6",
            "exchange:h2h3g3/e6b6c6d6",
            "exchange:h2h3g3/e6b6c",
            "exchange:h2h3g9/e6b6c6",
            "exchange:h2h3g3/e6b6c6/",
            "exchange:h2h3gü/e6b6c6",
        ] {
            let unreadable = Err(MoveError::Unreadable(text.to_owned()));
            assert_eq!(exchange(FEN, text), unreadable, "{text}");
        }
    }
}
