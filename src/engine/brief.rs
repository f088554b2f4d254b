//! A short search beside the game: no thread of its own, nothing remembered.

use crate::search::history::History;
use crate::search::limits::{Limits, Signals};
use crate::search::transposition::TranspositionTable;

use super::session::{Answer, Resources, Session};

/// Nodes searched.
const NODES: u64 = 50_000;

/// The transposition table, in MiB.
const HASH: usize = 4;

/// What a short search of the present position answers; `None` if there is no
/// memory for it.
pub fn search(session: &dyn Session) -> Option<Answer> {
    let task = session.search_task(Limits {
        nodes: Some(NODES),
        ..Limits::default()
    });
    let resources = Resources {
        signals: &Signals::new(false),
        table: &TranspositionTable::new(HASH).ok()?,
        histories: &mut [History::default()],
    };
    Some(task(resources, &mut |_| {}))
}
