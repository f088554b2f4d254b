//! The line between the outside and a running search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::host::{self, Instant, Interrupt};
use crate::rules::Move;

use super::Limits;

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
#[derive(Debug, Default)]
pub struct Signals {
    start: Instant,
    /// Nodes that a millisecond stands for on the clock; 0 for real time.
    nodes_per_ms: u64,
    /// Somebody has told the search to end.
    stop: Interrupt,
    /// It ends by itself.
    finished: AtomicBool,
    paused: AtomicBool,
    pondering: AtomicBool,
    /// A pondering search has thought for as long as it would have without.
    overdue: AtomicBool,
    nodes: AtomicU64,
    /// Depth, root move and root moves left.
    at: Mutex<(usize, Option<Move>, usize)>,
    /// Time spent paused, in microseconds.
    paused_for: AtomicU64,
    changed: Condvar,
    guard: Mutex<()>,
}

impl Signals {
    /// Signals of a search that begins now, pondering or not.
    pub fn new(pondering: bool) -> Signals {
        Signals::since(Instant::now(), pondering)
    }

    /// Signals of a search whose clock has been running since `start`.
    pub fn since(start: Instant, pondering: bool) -> Signals {
        Signals {
            start,
            pondering: AtomicBool::new(pondering),
            ..Signals::default()
        }
    }

    /// Signals of a search within these limits.
    pub fn of(limits: &Limits) -> Signals {
        Signals {
            nodes_per_ms: limits.nodes_per_ms,
            ..Signals::since(limits.received.unwrap_or_else(Instant::now), limits.ponder)
        }
    }

    /// Signals of a search that begins now and ends when this is raised, as it does after
    /// [`Signals::stop`]. While it waits, it hears only the latter: it is not to ponder,
    /// nor to be infinite or paused.
    pub fn until(interrupt: &Interrupt) -> Signals {
        Signals {
            stop: interrupt.clone(),
            ..Signals::new(false)
        }
    }

    /// What tells the search to end.
    pub fn interrupt(&self) -> &Interrupt {
        &self.stop
    }

    /// Tells the search to end now.
    pub fn stop(&self) {
        self.change(|| {
            self.stop.raise();
        });
    }

    /// Tells all threads that the search has come to its end.
    pub(in crate::search) fn finish(&self) {
        self.change(|| self.finished.store(true, Ordering::Relaxed));
    }

    /// The opponent has played the move that was pondered on. The time spent on it
    /// belongs to the move, as in Stockfish: a search that has had its time ends now.
    pub fn ponderhit(&self) {
        self.change(|| {
            self.pondering.store(false, Ordering::Relaxed);
            if self.overdue.load(Ordering::Relaxed) {
                self.finished.store(true, Ordering::Relaxed);
            }
        });
    }

    /// The search has thought for as long as it should. Returns whether it may end
    /// now; one that ponders may not, and ends at the ponderhit.
    pub fn time_is_up(&self) -> bool {
        let mut may_end = true;
        self.change(|| {
            may_end = !self.is_pondering();
            self.overdue.store(true, Ordering::Relaxed);
        });
        may_end
    }

    /// Suspends the search, and its clock.
    pub fn pause(&self) {
        self.change(|| self.paused.store(true, Ordering::Relaxed));
    }

    /// Lets it go on from where it was.
    pub fn resume(&self) {
        self.change(|| self.paused.store(false, Ordering::Relaxed));
    }

    /// Sleeps while the search is paused. The thread that keeps the clock has its
    /// time given back.
    pub fn wait_while_paused(&self, keeps_clock: bool) {
        if !self.paused.load(Ordering::Relaxed) {
            return;
        }
        let begin = self.start.elapsed();
        self.wait_while(|| !self.is_stopped() && self.paused.load(Ordering::Relaxed));
        if keeps_clock {
            let slept = self.start.elapsed().saturating_sub(begin).as_micros();
            let slept = u64::try_from(slept).unwrap_or(u64::MAX);
            self.paused_for.fetch_add(slept, Ordering::Relaxed);
        }
    }

    /// Notes which root move is looked at now, and how many are left.
    pub(in crate::search) fn note_move(&self, depth: usize, current: Move, moves_left: usize) {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        *at = (depth, Some(current), moves_left);
    }

    /// Notes the nodes searched so far.
    #[inline]
    pub(crate) fn note_nodes(&self, nodes: u64) {
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

    /// Changes some of the flags, with nothing in between.
    fn change(&self, set_flags: impl FnOnce()) {
        // The lock keeps a waiter from missing the change between its look at
        // the flags and its sleep. Nothing is guarded that could be poisoned.
        let _guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        set_flags();
        self.changed.notify_all();
    }

    /// Whether the search has been told to end, or has come to its end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.stop.is_raised()
    }

    /// Whether the opponent is still to move.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time that counts as thinking: pondering does, pauses do not. In nodes, where time is
    /// measured so.
    pub fn clock_elapsed(&self) -> Duration {
        if self.nodes_per_ms > 0 {
            let nodes = self.nodes.load(Ordering::Relaxed);
            return Duration::from_millis(1).mul_f64(nodes as f64 / self.nodes_per_ms as f64);
        }
        let paused = Duration::from_micros(self.paused_for.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(paused)
    }

    /// Sleeps until the search is stopped, or, unless `until_stop_only`, until
    /// pondering ends.
    pub fn wait_for_stop(&self, until_stop_only: bool) {
        self.wait_while(|| !self.is_stopped() && (until_stop_only || self.is_pondering()));
    }

    /// Sleeps while this holds of the flags.
    fn wait_while(&self, waits: impl Fn() -> bool) {
        if let Some(platform) = host::one_thread() {
            while waits() {
                (platform.wait)();
            }
            return;
        }
        let guard = self.guard.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_while(guard, |()| waits());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_spent_pondering_belongs_to_the_move() {
        let minute = Duration::from_secs(60);
        let start = Instant::now().checked_sub(minute).unwrap();
        let signals = Signals::since(start, true);
        signals.ponderhit();
        assert!(!signals.is_pondering() && !signals.is_stopped());
        assert!(signals.clock_elapsed() >= minute);
    }

    #[test]
    fn a_search_that_has_had_its_time_ends_at_the_ponderhit() {
        let signals = Signals::new(true);
        assert!(!signals.time_is_up());
        assert!(!signals.is_stopped());
        signals.ponderhit();
        assert!(signals.is_stopped());
        assert!(Signals::new(false).time_is_up());
    }

    #[test]
    fn pauses_do_not_count() {
        let signals = Signals::new(false);
        signals.pause();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                signals.resume();
            });
            signals.wait_while_paused(true);
        });
        assert!(signals.clock_elapsed() < signals.elapsed());
    }
}
