//! Whether a side would agree to what is no move, such as Elolbian Chess's queen
//! exchange.

use crate::rules::position::RuleOption;
use crate::rules::{Color, Square};

use super::Engine;
use super::short_search::value_for;

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
/// allows, and compares them for `side`. Where the other side has `named` squares,
/// it is the best with these. `None` if there is none, or if the engine is not to
/// agree to any.
pub fn evaluate(
    engine: &Engine,
    side: Color,
    named: Option<&[Square]>,
) -> Option<EvaluatedAgreement> {
    if !engine.rule_is_on(&OPTION) {
        return None;
    }
    let session = engine.session();
    let text = session.best_agreement(named.map(|squares| (!side, squares)))?;
    let mut after = engine.game().session();
    after.set_position(Some(&session.fen()), &[&text]).ok()?;
    let gain = value_for(after.as_ref(), side)? - value_for(session, side)?;
    Some(EvaluatedAgreement {
        text,
        accepted: gain > 0,
    })
}
