//! The search: which move is best, as far as time allows to look ahead.
//!
//! Written once and generic over the game; the compiler makes one search a game.
//! [`search`] is the way in. It runs as many threads as it is given history
//! tables; they share nothing but the transposition table ('lazy SMP'), and decide by votes
//! when to end and what to play. Each thread is a `worker`, which makes and unmakes moves.
//!
//! Where the techniques are, by their usual names:
//!
//! - `root`: iterative deepening, aspiration windows, MultiPV, how much shallow iterations are
//!   reduced; `root_move`: what is known of each of its moves;
//! - `negamax`: principal variation search of root, PV nodes and non-PV nodes, cut nodes
//!   among them; mate distance pruning, internal iterative reduction;
//! - `negamax::probe`: endgame tables in the nodes;
//! - `negamax::pruning`: razoring, reverse futility pruning, null move pruning with
//!   verification, ProbCut;
//! - `negamax::late_moves`: late move reductions, by cutoff counts too; late move pruning,
//!   history pruning, futility pruning of quiet moves and of bad captures, SEE pruning;
//! - `negamax::singular`: singular extensions, double and triple too, multi-cut;
//! - `negamax::learning`: what the histories and the table learn of a node, hindsight
//!   reductions and extensions;
//! - `static_eval`: the static evaluation of nodes ('static eval') and whether it is
//!   improving;
//! - `quiescence`: quiescence search, with stand pat and delta pruning;
//! - `movepick`: move ordering by hash move, captures (SEE), killers and history;
//! - [`history`]: butterfly history by threats, continuation history, pawn history, capture
//!   history; `gravity`, by which its entries learn, and [`piece_to`], what continuation
//!   histories go by;
//! - [`tablebase`]: endgame tables, and what they say of the root's moves;
//! - [`correction_history`]: correction history of the static evaluation;
//! - [`transposition`]: the transposition table, and `memory` under it;
//! - [`time`]: what is asked of a search, its soft and hard bound, when another iteration
//!   is not begun, and stop, pause and ponderhit;
//! - `votes`: thread voting, soft stops by votes;
//! - [`skill`]: weaker play for people;
//! - [`parameters`]: the constants of all this.

pub mod correction_history;
mod gravity;
pub mod history;
pub(crate) mod memory;
mod movepick;
mod negamax;
pub mod parameters;
pub mod piece_to;
mod quiescence;
pub mod report;
mod root;
mod root_move;
pub mod skill;
mod static_eval;
pub mod tablebase;
#[cfg(test)]
mod testing;
pub mod time;
pub mod transposition;
pub mod value;
mod votes;
mod worker;

use std::collections::HashSet;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::rules::{Move, Position};

use history::History;
use parameters::Searchable;
use report::Report;
use tablebase::ProbePlan;
use time::{Limits, Signals};
use transposition::TranspositionTable;
use votes::SoftStop;
use worker::Worker;

/// No line is searched deeper than this many plies.
pub const MAX_PLY: usize = 246;

/// Stack of a search thread: each frame of the recursion holds a position.
pub const STACK_BYTES: usize = 16 << 20;

/// What is to be searched: a position and what its game could repeat.
#[derive(Clone, Debug)]
pub struct RootPosition<P> {
    /// The position to find a move in.
    pub position: P,
    /// Keys of the earlier positions that it could repeat, oldest first.
    pub earlier_keys: Vec<u64>,
}

impl<P: Position> RootPosition<P> {
    /// How often a position with this key has been there before.
    pub fn times_before(&self, key: u64) -> usize {
        let before = self.earlier_keys.iter();
        before.filter(|&&earlier| earlier == key).count()
    }

    /// Whether a position since the last progress has been there before.
    pub fn has_repeated(&self) -> bool {
        let mut seen = HashSet::new();
        let keys = self.earlier_keys.iter().copied();
        keys.chain([self.position.key()])
            .any(|key| !seen.insert(key))
    }
}

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    table: &'a TranspositionTable,
    limits: &'a Limits,
    signals: &'a Signals,
    /// Nodes searched, a counter a thread.
    nodes: Vec<AtomicU64>,
    soft_stop: SoftStop,
    /// What is asked of the endgame tables.
    probes: ProbePlan,
    /// Positions found in them.
    tb_hits: AtomicU64,
}

impl Shared<'_> {
    fn total_nodes(&self) -> u64 {
        let counters = self.nodes.iter();
        counters.map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The reply to ponder on.
    pub ponder: Option<Move>,
    /// Value of the best move in centipawns from the side to move.
    pub value: i32,
    /// Nodes searched by all threads.
    pub nodes: u64,
}

/// Searches with as many threads as there are `histories`, at least one.
///
/// Reports go to `observer` from the calling thread. Returns when a limit is
/// reached or `signals` say stop; an infinite or pondering search waits for that
/// even when it has nothing left to do.
pub fn search<P: Searchable>(
    root: &RootPosition<P>,
    limits: &Limits,
    signals: &Signals,
    table: &TranspositionTable,
    histories: &mut [History],
    observer: &mut dyn FnMut(&Report),
) -> SearchResult {
    let moves = limits.root_moves(&root.position);
    let probes = ProbePlan::of(root, &moves, &limits.tables);
    let shared = Shared {
        table,
        limits,
        signals,
        nodes: histories.iter().map(|_| AtomicU64::new(0)).collect(),
        soft_stop: SoftStop::default(),
        tb_hits: AtomicU64::new(probes.ranks.len() as u64),
        probes,
    };
    table.new_search();
    let Some((first, others)) = histories.split_first_mut() else {
        return SearchResult::default();
    };
    let mut result = thread::scope(|scope| {
        let mut helpers = Vec::with_capacity(others.len());
        for (index, history) in others.iter_mut().enumerate() {
            let shared = &shared;
            let helper = move || {
                let mut worker = Worker::new(root, shared, index + 1, history);
                worker.iterative_deepening(&mut |_| {});
                worker.root_moves
            };
            let spawned = thread::Builder::new()
                .name(format!("search {}", index + 1))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, helper);
            match spawned {
                Ok(helper) => helpers.push(helper),
                Err(error) => {
                    log::warn!("searching with fewer threads: {error}");
                    break;
                }
            }
        }
        let mut worker = Worker::new(root, &shared, 0, first);
        worker.iterative_deepening(observer);
        if limits.infinite || signals.is_pondering() {
            signals.wait_for_stop(limits.infinite);
        }
        signals.finish();
        let helpers = helpers.into_iter().map(thread::ScopedJoinHandle::join);
        let found = helpers.map(|found| found.unwrap_or_else(|lost| panic::resume_unwind(lost)));
        worker.vote(found.collect(), observer);
        worker.result()
    });
    result.nodes = shared.total_nodes();
    signals.note_nodes(result.nodes);
    result
}
