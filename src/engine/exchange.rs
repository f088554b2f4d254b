//! Whether a side would agree to what is no move, such as Elolbian Chess's queen
//! exchange.

use crate::rules::Color;
use crate::rules::position::RuleOption;

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

/// The value of a position for one side, from a short search.
fn value_for(session: &dyn Session, side: Color) -> Option<i32> {
    let value = short_search::search(session)?.value;
    Some(if session.turn() == side {
        value
    } else {
        -value
    })
}
