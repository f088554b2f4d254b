//! A short search beside the game: no thread of its own, nothing remembered.

use crate::rules::Color;
use crate::search::time::Limits;
use crate::search::transposition::TranspositionTable;

use super::session::{Answer, Session, search_alone};

/// Nodes searched.
const NODES: u64 = 50_000;

/// The transposition table, in MiB.
const HASH: usize = 4;

/// What a short search of the present position answers; `None` if there is no
/// memory for it.
pub fn search(session: &dyn Session) -> Option<Answer> {
    let limits = Limits::of_nodes(NODES);
    let table = TranspositionTable::new(HASH).ok()?;
    Some(search_alone(session, limits, &table))
}

/// The value of the present position for a side, from a short search.
pub fn value_for(session: &dyn Session, side: Color) -> Option<i32> {
    let value = search(session)?.value;
    Some(if session.turn() == side {
        value
    } else {
        -value
    })
}
