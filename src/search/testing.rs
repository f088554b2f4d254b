//! What the tests of the search have in common.

use std::sync::atomic::AtomicU64;

use crate::notation::Notation;
use crate::rules::Move;

use super::history::History;
use super::parameters::Searchable;
use super::tablebase::ProbePlan;
use super::time::{Limits, Signals};
use super::transposition::{Bound, Entry, TranspositionTable};
use super::votes::SoftStop;
use super::worker::Worker;
use super::{RootPosition, Shared};

/// Calls `body` with a worker that has searched nothing yet, at this root and with an
/// empty table.
pub fn with_worker<P: Searchable, T>(
    root: &RootPosition<P>,
    limits: &Limits,
    body: impl FnOnce(&mut Worker<P>) -> T,
) -> T {
    let shared = Shared {
        table: &TranspositionTable::new(1).expect("memory"),
        limits,
        signals: &Signals::new(false),
        nodes: vec![AtomicU64::new(0)],
        soft_stop: SoftStop::default(),
        probes: ProbePlan::of(root, &limits.root_moves(&root.position), &limits.tables),
        tb_hits: AtomicU64::new(0),
    };
    let mut history = History::default();
    let mut worker = Worker::new(root, &shared, 0, &mut history);
    // Extensions depend on the iteration.
    worker.root_depth = 16;
    body(&mut worker)
}

/// The same at a position without a past.
pub fn at<P: Searchable, T>(position: &P, body: impl FnOnce(&mut Worker<P>) -> T) -> T {
    let root = RootPosition {
        position: position.clone(),
        earlier_keys: Vec::new(),
    };
    with_worker(&root, &Limits::default(), body)
}

pub fn position<P: Notation>(fen: &str) -> P {
    P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub fn samples<P: Notation>() -> impl Iterator<Item = P> {
    P::SAMPLE_FENS.iter().map(|fen| position(fen))
}

/// The position with another halfmove clock, and late enough in the game for it.
pub fn with_clock<P: Notation>(other: &P, clock: u32) -> P {
    let fen = other.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    position(&format!("{} {clock} 81", fields[..4].join(" ")))
}

pub fn legal<P: Notation>(position: &P, coordinates: &str) -> Move {
    let parsed = position.parse_coordinates(coordinates);
    parsed.unwrap_or_else(|error| panic!("{coordinates}: {error}"))
}

pub fn entry(best: Option<Move>, value: i32, depth: i32, bound: Bound) -> Entry {
    Entry {
        best,
        value,
        static_eval: None,
        depth,
        bound: Some(bound),
        pv: false,
    }
}
