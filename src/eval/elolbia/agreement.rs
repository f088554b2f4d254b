//! Which agreement on the exchange of queens is best.

use crate::eval::{Evaluate, Evaluator, See};
use crate::rules::elolbia::Elolbia;
use crate::rules::{Agreement, Bitboard, Color, Position, Role, Square};

/// The exchange that is best for both sides as far as the static evaluation sees: White's squares and
/// Black's. Where
/// a side has named its squares already, the other chooses. `None` if the rules allow
/// none.
pub fn best(position: &Elolbia, named: Option<(Color, &[Square])>) -> Option<Agreement> {
    if !position.agreement_possible() {
        return None;
    }
    let triples = |color| triples(position.board().pieces(color, Role::Man));
    // Indexed by `color as usize`; the first choices are better than none.
    let mut chosen = [
        first_three(position, Color::Black)?,
        first_three(position, Color::White)?,
    ];
    let mut choosers = vec![!position.turn(), position.turn(), !position.turn()];
    if let Some((color, squares)) = named {
        chosen[color as usize] = squares.try_into().ok()?;
        choosers = vec![!color];
    }
    let mut evaluator = Elolbia::evaluator();
    let mut possible = false;
    for chooser in choosers {
        let mut best = i32::MIN;
        for squares in triples(chooser) {
            let mut tried = chosen;
            tried[chooser as usize] = squares;
            let Some(value) = value_after(&mut evaluator, position, tried, chooser) else {
                continue;
            };
            if value > best {
                (best, chosen) = (value, tried);
                possible = true;
            }
        }
    }
    let [black, white] = chosen;
    possible.then_some([white, black])
}

fn first_three(position: &Elolbia, color: Color) -> Option<[Square; 3]> {
    triples(position.board().pieces(color, Role::Man)).next()
}

/// A square for the queen and a pair of others, all ways to choose them.
fn triples(men: Bitboard) -> impl Iterator<Item = [Square; 3]> {
    men.into_iter().flat_map(move |queen| {
        let others = men.without(queen);
        others.into_iter().flat_map(move |second| {
            let rest = others.into_iter().filter(move |&third| third > second);
            rest.map(move |third| [queen, second, third])
        })
    })
}

/// The value of an exchange for `chooser`, if the rules allow it: the static
/// one and the best capture that wins something.
fn value_after(
    evaluator: &mut <Elolbia as Evaluate>::Evaluator,
    position: &Elolbia,
    chosen: [[Square; 3]; 2],
    chooser: Color,
) -> Option<i32> {
    let [black, white] = chosen;
    let after = position.agree([white, black]).ok()?;
    let captures = after.tactical_moves().into_iter();
    let booty = captures
        .filter(|&m| after.see_ge(m, 1))
        .map(|m| after.gain(m))
        .max();
    Evaluator::<Elolbia>::refresh(evaluator);
    let value = evaluator.evaluate(&after) + booty.unwrap_or(0);
    Some(if after.turn() == chooser {
        value
    } else {
        -value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::rules::Move;

    #[test]
    fn the_agreement_is_accepted_by_the_rules() {
        let fen = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40";
        let position = Elolbia::from_fen(fen).unwrap();
        let [white, black] = position.best_agreement(None).unwrap();
        let after = position.agree([white, black]).unwrap();
        assert_eq!(after.board().by_role(Role::Queen).count(), 2);
        let wins_queen = |&m: &Move| after.see_ge(m, 900);
        assert!(
            !after.tactical_moves().iter().any(wins_queen),
            "{white:?} {black:?}"
        );
        // Black may name its squares first, and White's answer goes with them.
        let named = ["e6", "b6", "c6"].map(|name| Square::from_ascii(name.as_bytes()).unwrap());
        let squares = position.best_agreement(Some((Color::Black, &named)));
        let [white, black] = squares.unwrap();
        assert_eq!(black, named);
        position.agree([white, black]).unwrap();
        assert_eq!(
            position.best_agreement(Some((Color::Black, &named[..2]))),
            None
        );
        assert_eq!(Elolbia::start().best_agreement(None), None);
    }
}
