//! Whether a side would agree to what is no move, such as Elolbian Chess's queen
//! exchange.

use crate::rules::position::RuleOption;
use crate::rules::{Bitboard, Color, Square};

use super::session::Session;
use super::{Engine, short_search};

/// Whether the engine may agree to Elolbian Chess's queen exchange. Declaring it
/// tells a referee that the engine can be asked.
pub const OPTION: RuleOption = RuleOption {
    name: "Elolbia_QueenExchange",
    default: true,
};

/// An agreement, and whether a side accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatedAgreement {
    /// The agreement, as it stands in a list of moves.
    pub text: String,
    /// Whether the side gains by it.
    pub accepted: bool,
}

/// Searches the present position and the one after the best agreement that it
/// allows, and compares them for `side`. `None` if it allows none, or if the
/// engine is not to agree to any.
pub fn evaluate(engine: &Engine, side: Color) -> Option<EvaluatedAgreement> {
    if !engine.rule_is_on(&OPTION) {
        return None;
    }
    let session = engine.session();
    let text = session.best_agreement()?;
    let mut after = engine.game().open();
    after.set_position(Some(&session.fen()), &[&text]).ok()?;
    let gain = value_for(after.as_ref(), side)? - value_for(session, side)?;
    Some(EvaluatedAgreement {
        text,
        accepted: gain > 0,
    })
}

/// The agreement in which the other side has named these squares and `side` those that
/// are best for it as far as the static evaluation sees. `None` if the position, with
/// these squares, allows none.
pub fn answer(engine: &Engine, side: Color, named: &[Square]) -> Option<EvaluatedAgreement> {
    let session = engine.session();
    let terms = session.supplement().agreement?;
    let fen = session.fen();
    let value_after = |text: &str| {
        let mut after = engine.game().open();
        after.set_position(Some(&fen), &[text]).ok()?;
        Some(side.fold_wb(1, -1) * after.evaluation().white)
    };
    let choices = terms.choices[side.fold_wb(0, 1)];
    let (_, text) = ordered_choices(choices, terms.squares)
        .filter_map(|own| {
            let squares = side.fold_wb([&own[..], named], [named, &own[..]]);
            let text = session.agreement_text(squares)?;
            Some((value_after(&text)?, text))
        })
        .max_by_key(|&(value, _)| value)?;
    let mut after = engine.game().open();
    after.set_position(Some(&fen), &[&text]).ok()?;
    let gain = value_for(after.as_ref(), side)? - value_for(session, side)?;
    Some(EvaluatedAgreement {
        text,
        accepted: engine.rule_is_on(&OPTION) && gain > 0,
    })
}

/// All ways to choose so many squares of which only the first has a meaning of its own.
fn ordered_choices(squares: Bitboard, count: usize) -> impl Iterator<Item = Vec<Square>> {
    squares.into_iter().flat_map(move |first| {
        combinations(squares.without(first), count.saturating_sub(1))
            .into_iter()
            .map(move |rest| std::iter::once(first).chain(rest).collect())
    })
}

/// All ways to choose so many squares in whatever order.
fn combinations(squares: Bitboard, count: usize) -> Vec<Vec<Square>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut rest = squares;
    let mut all = Vec::new();
    while let Some(square) = rest.pop_front() {
        for mut others in combinations(rest, count - 1) {
            others.insert(0, square);
            all.push(others);
        }
    }
    all
}

/// The value of a position for one side, from a short search.
fn value_for(session: &dyn Session, side: Color) -> Option<i32> {
    let value = short_search::search(session)?.value;
    Some(if session.turn() == side {
        value
    } else {
        -value
    })
}
