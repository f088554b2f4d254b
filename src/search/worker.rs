//! One thread of a search: its own state, iterative deepening, and the root.

use std::sync::atomic::Ordering;

use crate::eval::Evaluate;
use crate::rules::Move;

use super::history::{Arrival, Context, History};
use super::line::Line;
use super::negamax::{Principal, Scout, value_of_end};
use super::picker::Killers;
use super::report::Report;
use super::time_manager::TimeManager;
use super::transposition::Bound;
use super::value::{DRAW, INFINITE, is_decisive, mate_in, mated_in};
use super::{Found, MAX_PLY, Problem, Shared};

/// Half the width of the first window around the value expected, in centipawns.
const ASPIRATION_WINDOW: i32 = 16;

/// Iterations before this one are searched with an open window.
const ASPIRATION_DEPTH: usize = 5;

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 1024;

/// Values that are not exact are reported only after this many milliseconds: a
/// person can read them then.
const BOUNDS_AFTER_MS: u128 = 3000;

/// What a thread remembers at each ply of the line that it looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct Ply {
    pub killers: Killers,
    pub line: Line,
    /// The static evaluation; `None` in check.
    pub static_evaluation: Option<i32>,
    /// The move that led here; `None` for a null move.
    pub arrival: Option<Arrival>,
    /// Whether the move that led here was a null move.
    pub after_null: bool,
    /// A move that the search of the node leaves out.
    pub excluded: Option<Move>,
}

/// A move in the root.
#[derive(Clone, Debug)]
struct RootMove {
    m: Move,
    value: i32,
    bound: Bound,
    /// The iteration that the value is from.
    depth: usize,
    seldepth: usize,
    variation: Vec<Move>,
    /// Spent on it in all iterations.
    nodes: u64,
}

/// One thread's state.
pub(super) struct Worker<'a, P> {
    problem: &'a Problem<P>,
    pub shared: &'a Shared<'a>,
    index: usize,
    pub history: &'a mut History,
    pub plies: Vec<Ply>,
    /// Keys of the positions before the present one, game and search.
    pub keys: Vec<u64>,
    /// No key before this index can be repeated: a null move lies between.
    pub repeatable_from: usize,
    nodes: u64,
    /// This thread ends by itself at so many nodes.
    node_limit: u64,
    seldepth: usize,
    /// The iteration.
    pub root_depth: usize,
    root_moves: Vec<RootMove>,
    time_manager: TimeManager,
    stopped: bool,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    pub fn new(
        problem: &'a Problem<P>,
        shared: &'a Shared<'a>,
        index: usize,
        history: &'a mut History,
    ) -> Worker<'a, P> {
        let chosen = &shared.limits.search_moves;
        let root_moves = problem
            .position
            .legal_moves()
            .into_iter()
            .filter(|m| chosen.is_empty() || chosen.contains(m))
            .map(|m| RootMove {
                m,
                value: -INFINITE,
                bound: Bound::Exact,
                depth: 0,
                seldepth: 0,
                variation: vec![m],
                nodes: 0,
            })
            .collect();
        let alone = shared.nodes.len() == 1;
        Worker {
            problem,
            shared,
            index,
            history,
            plies: vec![Ply::default(); MAX_PLY + 2],
            keys: problem.earlier_keys.clone(),
            repeatable_from: 0,
            nodes: 0,
            node_limit: shared.limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            seldepth: 0,
            root_depth: 0,
            root_moves,
            time_manager: TimeManager::default(),
            stopped: false,
        }
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
            self.look_at_limits();
        }
        self.stopped
    }

    /// Whether the search has been told to end; values are worthless then.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn look_at_limits(&mut self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        let signals = self.shared.signals;
        let limits = self.shared.limits;
        signals.wait_while_paused(self.index == 0);
        if self.index == 0 {
            signals.note_nodes(self.shared.total_nodes());
        }
        if self.index == 0 && self.has_a_move() {
            let over_time = limits.time.is_some_and(|time| {
                !signals.is_pondering() && signals.clock_elapsed() >= time.hard
            });
            let over_nodes = limits
                .nodes
                .is_some_and(|nodes| self.shared.total_nodes() >= nodes);
            if over_time || over_nodes {
                self.stopped = true;
            }
        }
        self.stopped |= signals.is_stopped();
    }

    /// Whether there is a searched move to answer with.
    fn has_a_move(&self) -> bool {
        self.root_moves
            .first()
            .is_some_and(|root_move| root_move.value != -INFINITE)
    }

    /// The two moves before the present one.
    #[inline]
    pub fn context(&self, ply: usize) -> Context {
        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].arrival);
        [self.plies[ply].arrival, before]
    }

    /// The key of the root is the last of the game; those after it belong to the
    /// search.
    #[inline]
    pub fn root_index(&self) -> usize {
        self.problem.earlier_keys.len()
    }

    /// Searches deeper and deeper until a limit is reached.
    pub fn deepen(mut self, observer: &mut dyn FnMut(&Report)) -> Found {
        let last = self.shared.limits.depth.unwrap_or(MAX_PLY - 1);
        let limits = self.shared.limits;
        let candidates = limits.handicap.map_or(1, |handicap| handicap.candidates);
        let lines = limits.lines.max(candidates);
        let lines = lines.clamp(1, self.root_moves.len().max(1));
        // Every other helper is one ply ahead, so that not all do the same.
        let first = 1 + self.index % 2;
        for depth in first..=last.clamp(1, MAX_PLY - 1).max(first) {
            if self.root_moves.is_empty() {
                break;
            }
            for line in 0..lines {
                self.search_line(depth, line, observer);
                if self.stopped {
                    break;
                }
            }
            if !self.stopped {
                self.root_moves[..lines].sort_by_key(|root_move| -root_move.value);
                let best = &self.root_moves[0];
                let share = best.nodes as f64 / self.nodes.max(1) as f64;
                self.time_manager.complete(depth, best.m, best.value, share);
            }
            self.report_all(lines, observer);
            if self.stopped || self.index == 0 && self.is_enough(depth) {
                break;
            }
        }
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        self.found()
    }

    /// Whether another iteration is not worth beginning.
    fn is_enough(&self, depth: usize) -> bool {
        let limits = self.shared.limits;
        let best = self.root_moves[0].value;
        let mate_found = limits
            .mate
            .is_some_and(|moves| best >= mate_in(2 * moves as usize));
        let out_of_time = limits.time.is_some_and(|time| {
            let signals = self.shared.signals;
            let nothing_to_choose = self.root_moves.len() == 1 && depth >= 4;
            let settled = is_decisive(best) && super::value::MATE - best.abs() < depth as i32;
            let over_time = signals.clock_elapsed() >= self.time_manager.soft_bound(time);
            (nothing_to_choose || settled || over_time) && signals.time_is_up()
        });
        mate_found || out_of_time
    }

    /// Works out one of the best lines, with a window around the value expected.
    fn search_line(&mut self, depth: usize, line: usize, observer: &mut dyn FnMut(&Report)) {
        let expected = self.root_moves[line].value;
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && !is_decisive(expected) {
            alpha = (expected - width).max(-INFINITE);
            beta = (expected + width).min(INFINITE);
        }
        self.root_depth = depth;
        loop {
            self.seldepth = 0;
            let value = self.search_root(alpha, beta, depth, line);
            if self.stopped {
                return;
            }
            self.root_moves[line..].sort_by_key(|root_move| -root_move.value);
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = widened(value, -width);
            } else if value >= beta && beta < INFINITE {
                beta = widened(value, width);
            } else {
                return;
            }
            let late = self.shared.signals.elapsed().as_millis() >= BOUNDS_AFTER_MS;
            if late && self.index == 0 {
                observer(&self.report(line));
            }
            width *= 2;
        }
    }

    /// Searches the root moves from number `line` on.
    fn search_root(&mut self, mut alpha: i32, beta: i32, depth: usize, line: usize) -> i32 {
        let position = &self.problem.position;
        let in_check = i32::from(position.is_check());
        let next_depth = depth as i32 - 1 + in_check;
        let mut best = -INFINITE;
        self.enter(0);
        for index in line..self.root_moves.len() {
            let m = self.root_moves[index].m;
            if self.index == 0 {
                let left = self.root_moves.len() - 1 - index;
                self.shared.signals.note_move(depth, m, left);
            }
            let mut child = position.clone();
            child.play(m);
            self.keys.push(position.key());
            let nodes_before = self.nodes;
            self.plies[1].arrival = Arrival::of(position.board(), m);
            let mut value = -INFINITE;
            if index > line {
                value = -self.negamax::<Scout>(&child, -alpha - 1, -alpha, next_depth, 1);
            }
            if index == line || value > alpha {
                value = -self.negamax::<Principal>(&child, -beta, -alpha, next_depth, 1);
            }
            self.keys.pop();
            if self.stopped {
                break;
            }
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            root_move.value = -INFINITE;
            best = best.max(value);
            if index == line || value > alpha {
                root_move.value = value;
                root_move.depth = depth;
                root_move.seldepth = self.seldepth;
                root_move.bound = match value {
                    value if value <= alpha => Bound::Upper,
                    value if value >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                root_move.variation = vec![m];
                root_move
                    .variation
                    .extend_from_slice(self.plies[1].line.moves());
            }
            if value > alpha {
                alpha = value;
                // First from now on, so that a search broken off answers it.
                self.root_moves[line..=index].rotate_right(1);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    fn report_all(&self, lines: usize, observer: &mut dyn FnMut(&Report)) {
        for line in 0..lines {
            if self.root_moves[line].value != -INFINITE {
                observer(&self.report(line));
            }
        }
    }

    fn report(&self, line: usize) -> Report {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        let root_move = &self.root_moves[line];
        Report {
            depth: root_move.depth,
            seldepth: root_move.seldepth,
            line: line + 1,
            value: root_move.value,
            bound: root_move.bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.signals.elapsed(),
            hashfull: self.shared.table.hashfull(),
            variation: root_move.variation.clone(),
        }
    }

    fn found(&self) -> Found {
        let position = &self.problem.position;
        let Some(root_move) = self.root_moves.first() else {
            let value = match position.variant_end() {
                Some(end) => value_of_end(position, end, 0),
                None if position.is_check() => mated_in(0),
                None => DRAW,
            };
            return Found {
                value,
                ..Found::default()
            };
        };
        let ponder = root_move.variation.get(1).copied().or_else(|| {
            let mut child = position.clone();
            child.play(root_move.m);
            let known = self.shared.table.probe(child.key())?.best?;
            child.legal_moves().contains(&known).then_some(known)
        });
        Found {
            best: Some(root_move.m),
            ponder,
            value: root_move.value,
            nodes: 0,
        }
    }
}

/// A bound moved outwards; beyond the evaluations there is no near.
fn widened(value: i32, width: i32) -> i32 {
    let bound = value + width;
    if is_decisive(bound) {
        width.signum() * INFINITE
    } else {
        bound
    }
}
