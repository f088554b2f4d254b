//! A fixed amount of searching: how fast the engine is, and a number that only a
//! change of play changes.

use std::time::Duration;

use crate::host::{Instant, Interrupt};
use crate::search::time::Limits;
use crate::search::transposition::{NoMemory, TranspositionTable};
use crate::show::GAMES;

use super::session::search_until;

/// Plies, unless the user wants others.
pub const DEFAULT_DEPTH: usize = 9;

/// The transposition table of a bench, in MiB.
const HASH: usize = 16;

/// What a bench measured of one game, or of all.
#[derive(Clone, Copy, Debug, Default)]
pub struct BenchResult {
    /// Nodes searched; always the same for the same program and depth.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> u64 {
        let rate = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        rate as u64
    }
}

/// Searches every position to this depth on one thread, with an empty table for
/// each, and tells `observer` of each game. Returns the sum; `None` if it was interrupted.
///
/// # Errors
///
/// If there is no memory for the table.
pub fn run(
    depth: usize,
    interrupt: &Interrupt,
    observer: &mut dyn FnMut(&str, BenchResult),
) -> Result<Option<BenchResult>, NoMemory> {
    let table = TranspositionTable::new(HASH)?;
    let mut total = BenchResult::default();
    for game in &GAMES {
        let mut measured = BenchResult::default();
        for fen in game.sample_fens {
            let mut session = game.session();
            if let Err(error) = session.set_position(Some(fen), &[]) {
                debug_assert!(false, "{fen}: {error}");
                continue;
            }
            let limits = Limits {
                depth: Some(depth),
                ..Limits::default()
            };
            table.clear();
            let start = Instant::now();
            let answer = search_until(session.as_ref(), limits, &table, interrupt);
            if interrupt.is_raised() {
                return Ok(None);
            }
            measured.nodes += answer.nodes;
            measured.time += start.elapsed();
        }
        observer(game.name, measured);
        total.nodes += measured.nodes;
        total.time += measured.time;
    }
    Ok(Some(total))
}
