//! One thread of a search: what it owns, how it makes moves, and when it ends.

use std::sync::atomic::Ordering;

use crate::eval::Evaluator;
use crate::eval::see::Threats;
use crate::rules::Move;

use super::history::{History, QuietContext};
use super::movepick::{Killers, MoveBuffer};
use super::parameters::{Parameters, Reductions, Searchable};
use super::piece_to::{PieceTo, PreviousMoves};
use super::root_move::RootMove;
use super::tablebase::Tablebase;
use super::time::TimeManager;
use super::value::INFINITE;
use super::{MAX_PLY, RootPosition, Shared};

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

/// As many plies before a move that led to a node as its value may depend on.
const PLIES_BEFORE: usize = 3;

/// The first root move may exceed a limit of fewer nodes, so that there is an answer that
/// was searched. Captures that go on and on can take millions.
const NODES_FOR_A_MOVE: u64 = 10_000;

/// What a thread remembers at each ply of the line that it looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct StackEntry {
    pub killers: Killers,
    /// The corrected static evaluation; `None` in check.
    pub static_eval: Option<i32>,
    /// The move that led here; `None` for a null move.
    pub last_move: Option<Move>,
    /// Whether the move that led here was a null move.
    pub after_null: bool,
    /// A move that the search of the node leaves out (singular extensions).
    pub excluded: Option<Move>,
    /// What the side that waits attacks, once moves are searched.
    pub threats: Threats,
    /// How many children of the node before it have failed high ('cutoff count').
    pub cutoffs: i32,
    /// Plies by which the search of the node that is looked at was reduced.
    pub reduced_by: i32,
    /// The number of the move that is searched.
    pub move_count: i32,
}

/// What only some nodes of each ply need, apart from what all of them touch.
#[derive(Clone, Debug, Default)]
pub(super) struct PlyMemory {
    /// The principal variation from here, while this is a PV node.
    pub pv: Vec<Move>,
    /// Memory for the moves of the node, while none is looking at its moves.
    pub moves: Option<Box<MoveBuffer>>,
}

/// One thread's state.
pub(super) struct Worker<'a, P: Searchable> {
    pub root: &'a RootPosition<P>,
    pub shared: &'a Shared<'a>,
    /// Which thread it is; thread 0 watches the limits and reports.
    pub index: usize,
    pub history: &'a mut History,
    /// The endgame tables of the game.
    pub tables: Option<&'a dyn Tablebase<P>>,
    evaluator: P::Evaluator,
    pub stack: Vec<StackEntry>,
    /// The moves that led to each ply as pieces and their destinations, `None` for null moves,
    /// from [`PLIES_BEFORE`] plies before the root on.
    piece_to: Vec<Option<PieceTo>>,
    pub memory: Vec<PlyMemory>,
    /// Keys of the positions before the present one, game and search.
    pub keys: Vec<u64>,
    /// No key before this index can be repeated: a null move lies between.
    pub repeatable_from: usize,
    pub nodes: u64,
    /// This thread ends by itself at so many nodes.
    node_limit: u64,
    pub seldepth: usize,
    /// The iteration.
    pub root_depth: usize,
    /// By how many plies it is less deep than one with the usual reductions.
    pub shallow_plies: i32,
    pub root_moves: Vec<RootMove>,
    /// The first of the root moves that are searched: those before it are the better
    /// lines of this iteration (MultiPV).
    pub pv_index: usize,
    pub time_manager: TimeManager,
    /// Its vote that the time suffices.
    pub says_enough: bool,
    /// No null move is tried at a ply before this: what one promised is verified.
    pub null_moves_from: usize,
    pub stopped: bool,
    pub reductions: Reductions,
    #[cfg(feature = "tune")]
    parameters: Parameters,
}

impl<'a, P: Searchable> Worker<'a, P> {
    pub fn new(
        root: &'a RootPosition<P>,
        shared: &'a Shared<'a>,
        index: usize,
        history: &'a mut History,
    ) -> Worker<'a, P> {
        let root_moves = shared.limits.root_moves(&root.position);
        let alone = shared.nodes.len() == 1;
        shared.soft_stop.join();
        #[cfg(feature = "tune")]
        let parameters = match &shared.limits.parameters {
            Some(parameters) => parameters.clone(),
            None => super::parameters::current::<P>(),
        };
        #[cfg(not(feature = "tune"))]
        let parameters = const { &P::PARAMETERS };
        Worker {
            root,
            shared,
            index,
            history,
            tables: shared.limits.tables.of::<P>(),
            evaluator: P::evaluator(),
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            piece_to: vec![None; PLIES_BEFORE + MAX_PLY + 2],
            memory: vec![PlyMemory::default(); MAX_PLY + 2],
            keys: root.earlier_keys.clone(),
            repeatable_from: 0,
            nodes: 0,
            node_limit: shared.limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            seldepth: 0,
            root_depth: 0,
            shallow_plies: 0,
            root_moves: RootMove::ranked(&root_moves, &shared.probes.ranks),
            pv_index: 0,
            time_manager: TimeManager::new(shared.limits.time(root.position.turn())),
            says_enough: false,
            null_moves_from: 0,
            stopped: false,
            reductions: parameters.reductions(),
            #[cfg(feature = "tune")]
            parameters,
        }
    }

    /// The constants that this game is searched with.
    #[inline(always)]
    pub fn parameters(&self) -> &Parameters {
        #[cfg(feature = "tune")]
        return &self.parameters;
        #[cfg(not(feature = "tune"))]
        const {
            &P::PARAMETERS
        }
    }

    /// Makes a move in a copy of a node's position, and notes all that the nodes below must
    /// know. [`Worker::unmake`] takes it back.
    ///
    /// The copy is the caller's, where it stays: a position that is returned is copied twice.
    #[inline]
    pub fn make(&mut self, position: &mut P, m: Move, ply: usize) {
        self.keys.push(position.key());
        self.stack[ply + 1].last_move = Some(m);
        self.piece_to[PLIES_BEFORE + ply + 1] = PieceTo::of(position.board(), m);
        position.play(m);
        self.shared.table.prefetch(position.key());
        let previous = self.previous_moves(ply + 1);
        self.history.correction.prefetch(position, &previous);
        self.evaluator.push();
    }

    /// Makes ready to look up the position after a move. The processor waits longer for the
    /// table than it takes to make the move: the sooner this is asked for, the better, even
    /// if the move is never made.
    #[inline]
    pub fn prefetch_child(&self, position: &P, m: Option<Move>) {
        if let Some(m) = m {
            self.prefetch_after(position, m);
        }
    }

    /// Not drawn into each of its many callers, whose instructions have to share the cache.
    #[inline(never)]
    fn prefetch_after(&self, position: &P, m: Move) {
        self.shared.table.prefetch(position.key_after(m));
    }

    /// The static evaluation of the present position.
    #[inline]
    pub fn evaluate(&mut self, position: &P) -> i32 {
        let value = self.evaluator.evaluate(position);
        #[cfg(debug_assertions)]
        {
            assert_eq!(value, P::evaluator().evaluate(position), "{position:?}");
        }
        value
    }

    /// What the side that waits threatens in the present position.
    #[inline]
    pub fn threats(&self, position: &P) -> Threats {
        match self.evaluator.attacked(!position.turn()) {
            Some(attacked) => {
                debug_assert_eq!(attacked, position.attacked(), "{position:?}");
                position.threats_by(attacked)
            }
            None => position.threats(),
        }
    }

    /// The same as far as the evaluation has found it out.
    #[inline]
    pub fn known_threats(&self, position: &P) -> Threats {
        let attacked = self.evaluator.attacked(!position.turn());
        attacked.map_or(Threats::default(), |attacked| position.threats_by(attacked))
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self) {
        self.evaluator.pop();
        self.keys.pop();
    }

    /// Searches what follows when the side to move passes. A null move changes no
    /// square, so that the evaluator need not know of it, and nothing before it can be
    /// repeated.
    pub fn with_null_move<T>(
        &mut self,
        position: &P,
        ply: usize,
        search: impl FnOnce(&mut Self, &P) -> T,
    ) -> T {
        let mut child = position.clone();
        child.play_null();
        self.shared.table.prefetch(child.key());
        let repeatable_from = std::mem::replace(&mut self.repeatable_from, self.keys.len() + 1);
        self.keys.push(position.key());
        self.stack[ply + 1].after_null = true;
        self.stack[ply + 1].last_move = None;
        self.piece_to[PLIES_BEFORE + ply + 1] = None;
        let result = search(self, &child);
        self.stack[ply + 1].after_null = false;
        self.keys.pop();
        self.repeatable_from = repeatable_from;
        result
    }

    /// Counts a node at this ply and looks whether the search must end.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(NODES_PER_LOOK) || self.nodes >= self.node_limit {
            self.check_limits();
        }
        self.stopped
    }

    /// Whether the search has been told to end; values are worthless then.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn check_limits(&mut self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        let signals = self.shared.signals;
        let limits = self.shared.limits;
        signals.wait_while_paused(self.index == 0);
        if self.index == 0 {
            let nodes = self.shared.total_nodes();
            signals.note_nodes(nodes);
            let over_time = self.time_manager.is_over(signals);
            let over_nodes = limits.nodes.is_some_and(|limit| nodes >= limit)
                && (self.has_a_move() || nodes >= NODES_FOR_A_MOVE);
            self.stopped |= over_time || over_nodes;
        }
        self.stopped |= signals.is_stopped();
    }

    /// Whether there is a searched move to answer with.
    pub fn has_a_move(&self) -> bool {
        self.root_moves
            .first()
            .is_some_and(|root_move| root_move.value != -INFINITE)
    }

    /// The moves before the one that is made at this ply.
    #[inline]
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let line = &self.piece_to[ply..=ply + PLIES_BEFORE];
        [line[3], line[2], line[0]]
    }

    /// The move that led to this ply as a piece and its destination.
    #[inline]
    pub fn piece_to(&self, ply: usize) -> Option<PieceTo> {
        self.piece_to[PLIES_BEFORE + ply]
    }

    /// What the values of quiet moves in the present position depend on.
    #[inline]
    pub fn quiet_context<'p>(&self, position: &'p P, ply: usize) -> QuietContext<'p> {
        QuietContext::new(position.state(), position.turn(), self.previous_moves(ply))
    }

    /// Puts `m` before the principal variation of the next ply.
    #[inline]
    pub fn update_pv(&mut self, ply: usize, m: Move) {
        let (before, after) = self.memory.split_at_mut(ply + 1);
        let pv = &mut before[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&after[0].pv);
    }

    /// Whether a position of this line has come back, or one of the game for the
    /// third time.
    pub fn is_repetition(&self, position: &P) -> bool {
        let now = self.keys.len();
        let clock = position.state().halfmove_clock as usize;
        let oldest = now.saturating_sub(clock).max(self.repeatable_from);
        let Some(line) = self.keys.get(oldest..now.saturating_sub(3)) else {
            return false;
        };
        // The key of the root is the last of the game; those after it belong to the
        // search.
        let root_index = self.root.earlier_keys.len();
        let mut seen_in_game = false;
        // The later position of each two is one with the same side to move.
        for (pairs, pair) in line.rchunks(2).enumerate() {
            if pair.last() == Some(&position.key()) {
                if now - 4 - 2 * pairs >= root_index || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::Position;
    use crate::rules::chess::Chess;
    use crate::search::negamax::Root;
    use crate::search::testing::{at, legal, samples, with_worker};
    use crate::search::time::Limits;

    use super::*;

    /// Asserts that everything that follows the moves is back at the root.
    fn assert_at_root<P: Searchable + Notation>(worker: &mut Worker<P>) {
        let root = &worker.root.position;
        assert_eq!(worker.keys, worker.root.earlier_keys, "{}", root.fen());
        assert_eq!(worker.repeatable_from, 0, "{}", root.fen());
        for entry in &worker.stack {
            assert!(
                !entry.after_null && entry.excluded.is_none(),
                "{}",
                root.fen()
            );
        }
        assert_eq!(
            worker.evaluate(root),
            P::evaluator().evaluate(root),
            "{}",
            root.fen()
        );
    }

    fn a_search_takes_all_its_moves_back<P: Searchable + Notation>() {
        for position in samples::<P>() {
            let root = RootPosition {
                position,
                earlier_keys: vec![1, 2, 3],
            };
            with_worker(&root, &Limits::default(), |worker| {
                for depth in 1..=6 {
                    worker.negamax::<Root>(&root.position, -INFINITE, INFINITE, depth, 0, false);
                    assert!(!worker.is_stopped());
                    assert_at_root(worker);
                }
            });
        }
    }

    fn a_search_that_is_stopped_does_so_too<P: Searchable + Notation>() {
        for position in samples::<P>() {
            let root = RootPosition {
                position,
                earlier_keys: vec![1, 2, 3],
            };
            for nodes in (1..40).chain((41..1000).step_by(97)) {
                let limits = Limits::of_nodes(nodes);
                with_worker(&root, &limits, |worker| {
                    // There is a move to answer with.
                    worker.root_moves[0].value = 0;
                    worker.negamax::<Root>(&root.position, -INFINITE, INFINITE, 16, 0, false);
                    assert_eq!((worker.is_stopped(), worker.nodes), (true, nodes));
                    assert_at_root(worker);
                });
            }
        }
    }

    for_each_game!(
        a_search_takes_all_its_moves_back,
        a_search_that_is_stopped_does_so_too,
    );

    /// Makes these moves from the root of a worker; the position after them.
    fn play(worker: &mut Worker<Chess>, moves: &[&str]) -> Chess {
        let mut position = worker.root.position.clone();
        for (ply, text) in moves.iter().enumerate() {
            let m = legal(&position, text);
            worker.make(&mut position, m, ply);
        }
        position
    }

    const THERE_AND_BACK: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    #[test]
    fn a_position_of_the_search_is_repeated_by_its_second_time() {
        at(&Chess::start(), |worker| {
            let third = play(worker, &THERE_AND_BACK[..3]);
            assert!(!worker.is_repetition(&third));
        });
        at(&Chess::start(), |worker| {
            let back = play(worker, &THERE_AND_BACK);
            assert!(worker.is_repetition(&back));
            worker.repeatable_from = 1;
            assert!(!worker.is_repetition(&back), "a null move lies between");
        });
    }

    #[test]
    fn a_position_of_the_game_is_repeated_by_its_third_time() {
        let mut position = Chess::start();
        let mut earlier_keys = Vec::new();
        for text in [THERE_AND_BACK, THERE_AND_BACK].concat() {
            earlier_keys.push(position.key());
            position.play(legal(&position, text));
        }
        // As the root its second time, and its third.
        for (plies, repeated) in [(4, false), (8, true)] {
            let root = RootPosition {
                position: position.clone(),
                earlier_keys: earlier_keys[8 - plies..].to_vec(),
            };
            with_worker(&root, &Limits::default(), |worker| {
                assert_eq!(worker.is_repetition(&root.position), repeated, "{plies}");
                let knight = play(worker, &THERE_AND_BACK[..1]);
                assert_eq!(worker.is_repetition(&knight), repeated, "{plies}");
            });
        }
    }
}
