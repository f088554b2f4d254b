//! Whether a side would agree to what is no move, such as Elolbian Chess's queen
//! exchange.

use crate::rules::Color;
use crate::search::limits::Limits;
use crate::search::transposition::TranspositionTable;

use super::Engine;
use super::session::{Session, search_alone};

/// Nodes searched before and after.
const NODES: u64 = 50_000;

/// The transposition table of the two searches, in MiB.
const HASH: usize = 4;

/// An agreement and what a side thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The agreement, as it stands in a list of moves.
    pub text: String,
    /// Whether the side gains by it.
    pub accepted: bool,
}

/// Searches the present position and the one after the best agreement that it
/// allows, and compares them for `side`. `None` if it allows none, or if the
/// engine is not to agree to any.
pub fn judge(engine: &Engine, side: Color) -> Option<Judged> {
    if !engine.exchanges_queens() {
        return None;
    }
    let session = engine.session();
    let text = session.best_agreement()?;
    let mut after = engine.game().open();
    after.set_position(Some(&session.fen()), &[&text]).ok()?;
    let gain = value_for(after.as_ref(), side)? - value_for(session, side)?;
    Some(Judged {
        text,
        accepted: gain > 0,
    })
}

/// The value of a position for one side, from a short search.
fn value_for(session: &dyn Session, side: Color) -> Option<i32> {
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let table = TranspositionTable::new(HASH).ok()?;
    let value = search_alone(session, limits, &table).value;
    Some(if session.turn() == side {
        value
    } else {
        -value
    })
}
