//! Steps of a game, made, with what people see of them.

use crate::notation::MoveError;
use crate::rules::{Bitboard, Square};

use super::diagram::Diagram;
use super::record::Record;

/// A step of a game, made.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move's SAN, or the agreement's text.
    pub san: String,
    /// The squares of the first and of the second board that it touches; what an event
    /// does that it sets off is not among them.
    pub touched: [Bitboard; 2],
    /// The squares where the piece stands on its way; none for an agreement.
    pub route: Vec<Square>,
    /// How many pieces the event takes that it sets off, if it sets one off.
    pub lost_to_event: Option<usize>,
}

/// Makes a step of a game as [`Record::play`] does.
///
/// # Errors
///
/// As there.
pub fn play(record: &mut dyn Record, text: &str) -> Result<Step, MoveError> {
    let effects = record.read_move(text).ok().map(|m| record.effects(m));
    let before = record.diagrams();
    let san = record.play(text)?;
    Ok(match effects {
        Some(effects) => Step {
            san,
            touched: effects.touched(),
            lost_to_event: effects.lost_to_event(),
            route: effects.routes.into_iter().next().unwrap_or_default(),
        },
        None => Step {
            san,
            touched: differences(&before, &record.diagrams()),
            lost_to_event: None,
            route: Vec::new(),
        },
    })
}

/// The squares on which boards differ.
fn differences(before: &[Diagram], after: &[Diagram]) -> [Bitboard; 2] {
    let mut squares = [Bitboard::EMPTY; 2];
    for ((before, after), squares) in before.iter().zip(after).zip(&mut squares) {
        let changed = |square: &Square| before.cell(*square) != after.cell(*square);
        *squares = Square::ALL.into_iter().filter(changed).collect();
    }
    squares
}

#[cfg(test)]
mod tests {
    use crate::show::Game;

    use super::*;

    #[test]
    fn a_step_touches_its_squares_on_their_boards_and_not_those_of_the_ice() {
        let touched = |game: &str, fen: Option<&str>, text: &str| {
            let mut record = Game::named(game).unwrap().open();
            record.set_position(fen, &[]).unwrap();
            let touched = play(record.as_mut(), text).unwrap().touched;
            touched.map(|squares| {
                squares
                    .into_iter()
                    .map(|s| s.to_string())
                    .collect::<String>()
            })
        };
        assert_eq!(touched("chess", None, "Nf3"), ["g1f3", ""]);
        assert_eq!(touched("alice", None, "e4"), ["e2", "e4"]);
        let ice = "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20";
        assert_eq!(touched("iceage", Some(ice), "Rxc3"), ["c3c8", ""]);
        let chain = "k7/8/8/2m1m3/8/2m1m3/3M4/K7 w - - 0 1";
        let round = touched("elolbia", Some(chain), "d2b4d6f4d2");
        assert_eq!(round, ["d2c3e3c5e5", ""]);
        let exchange = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40";
        let squares = touched("elolbia", Some(exchange), "exchange:h2h3g3/e6b6c6");
        assert_eq!(squares, ["h2g3h3b6c6e6", ""]);
    }
}
