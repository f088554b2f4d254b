//! What both players agree on as text: a word of the game's own, then the squares that
//! White and Black name, as in `exchange:c3a3e5/f6h6d4`.

use crate::rules::{Agreement, Square};

/// The squares that White and Black name behind the word; `None` if they are not three
/// each.
pub(super) fn squares(text: &str) -> Option<Agreement> {
    let (white, black) = text.split_once('/')?;
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

#[cfg(test)]
mod tests {
    use crate::notation::{MoveError, Notation};
    use crate::rules::Position;
    use crate::rules::elolbia::Elolbia;

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
        assert!(position.agreement_possible());
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
        assert!(!Elolbia::from_fen(&four).unwrap().agreement_possible());
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
