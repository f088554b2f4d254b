//! What the threads of a search decide together: whether the time suffices, and which of
//! their moves is played.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::rules::Move;

use super::value::WIN_IN_MAX_PLY;

/// Centipawns that the worst value counts.
const WORST: i64 = 10;

/// What one thread found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ballot {
    pub best: Move,
    /// In centipawns from the side to move, or a mate value.
    pub value: i32,
    /// The iteration that the value is from.
    pub depth: usize,
}

/// Whose move is played, the first thread's if it is the one with most votes (thread voting,
/// as in Stockfish): each thread votes for its move, with more weight the deeper it has
/// searched and the better it finds its move. What is proven needs no votes: the shortest
/// win, or else the shortest loss, which is nearest to the truth. `None` if nobody votes.
pub(super) fn winner(ballots: &[Option<Ballot>]) -> Option<usize> {
    let cast = || {
        let ballots = ballots.iter().enumerate();
        ballots.filter_map(|(thread, ballot)| Some((thread, ballot.as_ref()?)))
    };
    let worst = cast().map(|(_, ballot)| ballot.value).min()?;
    let weight = |ballot: &Ballot| {
        let better = i64::from(ballot.value - worst) + WORST;
        better * i64::try_from(ballot.depth).unwrap_or(i64::MAX)
    };
    let votes = |m: Move| -> i64 {
        let same = cast().filter(|(_, ballot)| ballot.best == m);
        same.map(|(_, ballot)| weight(ballot)).sum()
    };
    let rank = |ballot: &Ballot| match ballot.value {
        win @ WIN_IN_MAX_PLY.. => (2, i64::from(win)),
        loss if loss <= -WIN_IN_MAX_PLY => (1, -i64::from(loss)),
        _ => (0, votes(ballot.best)),
    };
    // The last of equals is taken.
    let (thread, _) = cast().rev().max_by_key(|(_, ballot)| rank(ballot))?;
    Some(thread)
}

/// How many threads are of the opinion that the time suffices ('soft stop', as in Reckless).
#[derive(Debug, Default)]
pub(super) struct SoftStop {
    threads: AtomicUsize,
    votes: AtomicUsize,
}

impl SoftStop {
    /// Counts a thread that begins to search.
    pub fn join(&self) {
        self.threads.fetch_add(1, Ordering::Relaxed);
    }

    /// Casts a thread's vote, or takes it back.
    pub fn vote(&self, enough: bool) {
        match enough {
            true => self.votes.fetch_add(1, Ordering::Relaxed),
            false => self.votes.fetch_sub(1, Ordering::Relaxed),
        };
    }

    /// Whether two threads of three say so.
    pub fn is_decided(&self) -> bool {
        let threads = self.threads.load(Ordering::Relaxed);
        3 * self.votes.load(Ordering::Relaxed) >= 2 * threads
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::thread;
    use std::time::Duration;

    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::rules::{MoveKind, Position, Square};
    use crate::search::history::History;
    use crate::search::parameters::Searchable;
    use crate::search::tablebase::ProbePlan;
    use crate::search::testing::samples;
    use crate::search::time::{Limits, Signals, TimeBounds, TimeManager};
    use crate::search::transposition::TranspositionTable;
    use crate::search::value::{mate_in, mated_in};
    use crate::search::worker::Worker;
    use crate::search::{RootPosition, STACK_BYTES, Shared, search};

    use super::*;

    /// Whose move is played, of threads with these moves, values and depths.
    fn chosen(ballots: &[(Square, i32, usize)]) -> Option<usize> {
        let ballots = ballots.iter().map(|&(to, value, depth)| {
            let best = Move::new(Square::G1, to, MoveKind::Quiet);
            (depth > 0).then_some(Ballot { best, value, depth })
        });
        winner(&ballots.collect::<Vec<_>>())
    }

    #[test]
    fn the_move_with_most_votes_is_played() {
        use Square::{E2, F3, H3};
        assert_eq!(chosen(&[]), None);
        assert_eq!(chosen(&[(F3, 0, 0)]), None);
        assert_eq!(chosen(&[(F3, 20, 12)]), Some(0));
        // Two against one, and two of another mind about who is first.
        assert_eq!(chosen(&[(F3, 20, 12), (H3, 20, 12), (H3, 21, 11)]), Some(1));
        assert_eq!(chosen(&[(F3, 20, 12), (H3, 20, 12), (F3, 20, 11)]), Some(0));
        // Deeper, and better.
        assert_eq!(chosen(&[(F3, 20, 12), (H3, 20, 13)]), Some(1));
        assert_eq!(chosen(&[(F3, 20, 12), (H3, 60, 12), (E2, 20, 12)]), Some(1));
        // Equal, or without a vote.
        assert_eq!(chosen(&[(F3, 20, 12), (H3, 20, 12)]), Some(0));
        assert_eq!(chosen(&[(F3, 0, 0), (H3, -300, 1)]), Some(1));
    }

    #[test]
    fn what_is_proven_needs_no_votes() {
        use Square::{F3, H3};
        let (win, sooner, loss) = (mate_in(9), mate_in(5), mated_in(8));
        assert_eq!(
            chosen(&[(F3, 900, 30), (F3, 900, 30), (H3, win, 9)]),
            Some(2)
        );
        assert_eq!(
            chosen(&[(F3, win, 30), (H3, sooner, 9), (F3, win, 30)]),
            Some(1)
        );
        assert_eq!(
            chosen(&[(F3, -900, 30), (F3, -900, 30), (H3, loss, 9)]),
            Some(2)
        );
        assert_eq!(chosen(&[(F3, loss, 30), (H3, win, 2)]), Some(1));
    }

    #[test]
    fn two_of_three_end_the_search() {
        for (threads, needed) in [(1, 1), (2, 2), (3, 2), (4, 3), (8, 6)] {
            let soft_stop = SoftStop::default();
            (0..threads).for_each(|_| soft_stop.join());
            for votes in 1..=threads {
                soft_stop.vote(true);
                assert_eq!(
                    soft_stop.is_decided(),
                    votes >= needed,
                    "{votes} of {threads}"
                );
            }
            (0..=threads - needed).for_each(|_| soft_stop.vote(false));
            assert!(!soft_stop.is_decided());
        }
    }

    const NEVER: Duration = Duration::from_secs(24 * 60 * 60);

    fn root<P: Position>(position: P) -> RootPosition<P> {
        RootPosition {
            position,
            earlier_keys: Vec::new(),
        }
    }

    /// Searches the start position with a thread for each of these soft bounds. Returns the
    /// nodes, and which threads were of the opinion that the time suffices.
    fn search_by_soft_bounds(soft_bounds: &[Duration], limits: &Limits) -> (u64, Vec<bool>) {
        let root = root(Chess::start());
        let shared = Shared {
            table: &TranspositionTable::new(1).unwrap(),
            limits,
            signals: &Signals::new(false),
            nodes: soft_bounds.iter().map(|_| AtomicU64::new(0)).collect(),
            soft_stop: SoftStop::default(),
            probes: ProbePlan::default(),
            tb_hits: AtomicU64::new(0),
        };
        let mut histories = vec![History::default(); soft_bounds.len()];
        let mut workers = Vec::new();
        for (index, history) in histories.iter_mut().enumerate() {
            let mut worker = Worker::new(&root, &shared, index, history);
            let soft = soft_bounds[index];
            worker.time_manager = TimeManager::new(Some(TimeBounds { soft, hard: NEVER }));
            workers.push(worker);
        }
        let votes = thread::scope(|scope| {
            let search = |mut worker: Worker<Chess>| {
                worker.iterative_deepening(&mut |_| {});
                shared.signals.finish();
                worker.says_enough
            };
            let mut threads = Vec::new();
            for worker in workers {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                let search = move || search(worker);
                threads.push(thread.spawn_scoped(scope, search).unwrap());
            }
            let threads = threads.into_iter();
            threads.map(|thread| thread.join().unwrap()).collect()
        });
        (shared.total_nodes(), votes)
    }

    #[test]
    fn threads_that_find_the_time_enough_end_the_search_for_the_others() {
        let unlimited = Limits::default();
        for (soft_bounds, votes) in [
            ([Duration::ZERO, Duration::ZERO, NEVER], [true, true, false]),
            ([NEVER, Duration::ZERO, Duration::ZERO], [false, true, true]),
        ] {
            assert_eq!(search_by_soft_bounds(&soft_bounds, &unlimited).1, votes);
        }
    }

    #[test]
    fn one_thread_of_two_does_not_end_the_search() {
        let limits = Limits::of_nodes(30_000);
        for soft_bounds in [[Duration::ZERO, NEVER], [NEVER, Duration::ZERO]] {
            let (nodes, votes) = search_by_soft_bounds(&soft_bounds, &limits);
            assert!(nodes >= 30_000, "{nodes}");
            assert_eq!(votes, soft_bounds.map(|soft| soft == Duration::ZERO));
        }
    }

    fn what_is_played_was_reported_last<P: Searchable + Notation>() {
        let table = TranspositionTable::new(1).unwrap();
        for root in samples::<P>().map(root) {
            for nodes in [500, 5_000, 30_000] {
                let limits = Limits::of_nodes(nodes);
                let signals = Signals::new(false);
                let mut last = None;
                let mut histories = vec![History::default(); 4];
                let result = search(
                    &root,
                    &limits,
                    &signals,
                    &table,
                    &mut histories,
                    &mut |report| {
                        last = Some((report.pv[0], report.value));
                    },
                );
                let played = result.best.map(|best| (best, result.value));
                assert_eq!(played, last, "{nodes} nodes: {}", root.position.fen());
            }
        }
    }

    for_each_game!(what_is_played_was_reported_last);
}
