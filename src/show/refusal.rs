//! Why a move is refused that a text names.

use crate::notation::{MoveError, san};

use super::Show;

/// The error, with the reason where a text names a way that a piece could go and that a
/// rule forbids.
pub fn explained<P: Show>(position: &P, error: MoveError) -> MoveError {
    let MoveError::Illegal(text) = error else {
        return error;
    };
    let mut forbidden = position.forbidden_moves().into_iter();
    let found = san::way(&text).and_then(|way| {
        forbidden.find(|m| {
            let role = position.board().role_at(m.from);
            role.is_some_and(|role| way.may_mean(role, m.from, m.to))
        })
    });
    match found.map(|m| m.reason.to_string()) {
        Some(reason) => MoveError::Forbidden { text, reason },
        None => MoveError::Illegal(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::rules::alice::Alice;
    use crate::rules::chess::Chess;
    use crate::rules::clupso::Clupso;
    use crate::rules::elolbia::Elolbia;
    use crate::rules::iceage::IceAge;

    fn refusal<P: Show>(fen: &str, text: &str) -> String {
        let position = P::from_fen(fen).expect("a position");
        let error = position.parse_coordinates(text).expect_err(text);
        let of_san = position.parse_san(text);
        assert!(of_san.is_err(), "{text}");
        explained(&position, error).to_string()
    }

    fn exposes<P: Show>(fen: &str, text: &str) {
        let message = format!("illegal move '{text}': it leaves the king in check");
        assert_eq!(refusal::<P>(fen, text), message, "{fen}");
    }

    #[test]
    fn every_piece_is_told_that_it_exposes_its_king() {
        let pins = "k3r3/8/8/8/1b6/5p2/3PP3/4K2q w - - 0 1";
        for text in ["e2f3", "d2d3", "e2e4", "e1f1", "e1d1"] {
            exposes::<Chess>(pins, text);
        }
        exposes::<Chess>("8/8/8/K2Pp2r/8/8/8/7k w - e6 0 1", "d5e6");
        exposes::<IceAge>("k3r3/8/8/8/8/3*4/4P3/4K3 w - - 0 1", "e2d3");
        exposes::<Alice>("4r2k/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3");
        exposes::<Elolbia>("r6k/8/8/8/8/8/M7/K7 w - - 0 1", "a2b2");
        exposes::<Elolbia>("r6k/8/8/8/8/1m6/M7/K7 w - - 0 1", "a2c4");
    }

    #[test]
    fn other_refusals_stay_what_they_are() {
        let plain = |text: &str| format!("illegal move '{text}'");
        let start = Chess::START_FEN;
        for text in ["e2e5", "e1e2", "d1d3", "a7a6"] {
            assert_eq!(refusal::<Chess>(start, text), plain(text));
        }
        assert_eq!(refusal::<Clupso>(Clupso::START_FEN, "a2b3"), plain("a2b3"));
        let closed = "4k3/8/8/8/8/4|P3/4P3/4K3 w - - 0 1";
        let closed = refusal::<Alice>(closed, "e2e3");
        assert!(closed.contains("the square is taken where"), "{closed}");
        let bound = "k7/8/8/8/8/3M4/M6M/7K w - - 0 1";
        let bound = refusal::<Elolbia>(bound, "d3d4");
        assert!(bound.contains("may stand on the border"), "{bound}");
    }
}
