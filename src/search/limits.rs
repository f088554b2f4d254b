//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::rules::Move;

use super::skill::Handicap;

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBounds {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search breaks off here.
    pub hard: Duration,
}

impl TimeBounds {
    /// Exactly this long, and no more.
    pub const fn exactly(time: Duration) -> TimeBounds {
        TimeBounds {
            soft: time,
            hard: time,
        }
    }
}

/// What a search is asked to keep to. By default nothing: it goes on to the last
/// ply.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<usize>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Ends as soon as a mate in this many moves or fewer is found.
    pub mate: Option<u32>,
    /// Thinking time; counts from the ponderhit for a pondering search.
    pub time: Option<TimeBounds>,
    /// Only these moves are looked at in the root; all if empty.
    pub search_moves: Vec<Move>,
    /// How many best lines are worked out (MultiPV), at least one.
    pub lines: usize,
    /// Does not end before it is told to.
    pub infinite: bool,
    /// Does not always answer the best move.
    pub handicap: Option<Handicap>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            time: None,
            search_moves: Vec::new(),
            lines: 1,
            infinite: false,
            handicap: None,
        }
    }
}

/// How far a running search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Plies of the iteration under way.
    pub depth: usize,
    /// The root move being looked at.
    pub current: Option<Move>,
    /// Root moves that this iteration has not looked at yet, the current one left
    /// out.
    pub moves_left: usize,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// The line between the outside and a running search: stop, pause, ponderhit, the
/// clock, and how far it has come.
#[derive(Debug)]
pub struct Signals {
    start: Instant,
    stop: AtomicBool,
    paused: AtomicBool,
    pondering: AtomicBool,
    nodes: AtomicU64,
    /// Depth, root move and root moves left.
    at: Mutex<(usize, Option<Move>, usize)>,
    /// When the own clock began to run, in microseconds after `start`.
    clock_start: AtomicU64,
    changed: Condvar,
    guard: Mutex<()>,
}

impl Signals {
    /// Signals of a search that begins now, pondering or not.
    pub fn new(pondering: bool) -> Signals {
        Signals {
            start: Instant::now(),
            stop: AtomicBool::new(false),
            paused: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            at: Mutex::default(),
            pondering: AtomicBool::new(pondering),
            clock_start: AtomicU64::new(0),
            changed: Condvar::new(),
            guard: Mutex::new(()),
        }
    }

    /// Tells the search to end now.
    pub fn stop(&self) {
        self.change(&self.stop, true);
    }

    /// The opponent has played the move that was pondered on: from now on the own
    /// clock runs.
    pub fn ponderhit(&self) {
        let now = u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.clock_start.store(now, Ordering::Relaxed);
        self.change(&self.pondering, false);
    }

    /// Makes the search hold its breath, and its clock with it.
    pub fn pause(&self) {
        self.change(&self.paused, true);
    }

    /// Lets it go on from where it was.
    pub fn resume(&self) {
        self.change(&self.paused, false);
    }

    /// Sleeps while the search is paused. The thread that keeps the clock has its
    /// time given back.
    pub fn wait_while_paused(&self, keeps_clock: bool) {
        if !self.paused.load(Ordering::Relaxed) {
            return;
        }
        let begin = self.start.elapsed();
        let mut guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && self.paused.load(Ordering::Relaxed) {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if keeps_clock {
            let slept = self.start.elapsed().saturating_sub(begin).as_micros();
            let slept = u64::try_from(slept).unwrap_or(u64::MAX);
            self.clock_start.fetch_add(slept, Ordering::Relaxed);
        }
    }

    /// Notes which root move is looked at now, and how many are left.
    pub(super) fn note_move(&self, depth: usize, current: Move, moves_left: usize) {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        *at = (depth, Some(current), moves_left);
    }

    /// Notes the nodes searched so far.
    #[inline]
    pub(super) fn note_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        let (depth, current, moves_left) = *self.at.lock().unwrap_or_else(PoisonError::into_inner);
        Progress {
            depth,
            current,
            moves_left,
            nodes: self.nodes.load(Ordering::Relaxed),
            time: self.elapsed(),
        }
    }

    fn change(&self, flag: &AtomicBool, value: bool) {
        // The lock keeps a waiter from missing the change between its look at
        // the flags and its sleep. Nothing is guarded that could be poisoned.
        let _guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the opponent is still to move.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time that the own clock has been running.
    pub fn clock_elapsed(&self) -> Duration {
        let begin = Duration::from_micros(self.clock_start.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(begin)
    }

    /// Sleeps until the search is stopped, or, unless `until_stop_only`, until
    /// pondering ends.
    pub fn wait_for_stop(&self, until_stop_only: bool) {
        let mut guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (until_stop_only || self.is_pondering()) {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
