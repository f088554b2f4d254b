//! How difficult a problem is.

use crate::notation::Notation;
use crate::rules::Move;
use crate::search::parameters::Searchable;

use super::searcher::Searcher;

/// Nodes of searches; a problem is the easier, the fewer find its first move.
const NODES: [u64; 3] = [100, 1_000, 10_000];

/// The most difficult problems are of this level, the easiest of level 1.
pub const MAX_LEVEL: u8 = 5;

/// The level of a problem: by how many nodes the engine needs, how many moves the solver
/// makes, and whether the first is neither a capture nor a check.
pub fn level<P: Searchable + Notation>(position: &P, line: &[Move], searcher: &mut Searcher) -> u8 {
    let found = |&nodes: &u64| searcher.best(position, nodes) == line.first().copied();
    let hidden = NODES.iter().position(found).unwrap_or(NODES.len());
    let moves = line.len().div_ceil(2);
    let is_quiet = |m: &Move| !m.is_tactical() && !position.gives_check(*m);
    let quiet = usize::from(line.first().is_some_and(is_quiet));
    match hidden + moves.min(4) - 1 + quiet {
        0 => 1,
        1 => 2,
        2 => 3,
        3 => 4,
        _ => MAX_LEVEL,
    }
}
