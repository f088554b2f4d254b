//! Iterative deepening: the root's moves, aspiration windows, several best lines.

use std::sync::atomic::Ordering;

use crate::rules::Move;
use crate::rules::moves::MoveSink;

use super::movepick::MoveBuffer;
use super::negamax::{MoveLoop, Root, value_of_end};
use super::parameters::Searchable;
use super::report::Report;
use super::root_move::RootMove;
use super::transposition::Bound;
use super::value::{DRAW, INFINITE, MATE, WIN_IN_MAX_PLY, is_decisive, mate_in, mated_in};
use super::votes::{Ballot, winner};
use super::worker::Worker;
use super::{MAX_PLY, SearchResult};

/// Values that are not exact are reported only after this many milliseconds: a
/// person can read them then.
const BOUNDS_AFTER_MS: u128 = 3000;

impl<P: Searchable> Worker<'_, P> {
    /// Searches deeper and deeper until a limit is reached.
    pub fn iterative_deepening(&mut self, observer: &mut dyn FnMut(&Report)) {
        let limits = self.shared.limits;
        let last = limits.depth.unwrap_or(MAX_PLY - 1).clamp(1, MAX_PLY - 1);
        let lines = self.lines();
        // The lines of the last iteration that was completed.
        let mut completed = Vec::new();
        // Every other helper is one ply ahead, so that not all do the same.
        let first = 1 + self.index % 2;
        for depth in first..=last.max(first) {
            if lines == 0 {
                break;
            }
            for root_move in &mut self.root_moves {
                root_move.previous_value = root_move.value;
            }
            for line in 0..lines {
                self.aspiration_windows(depth, line, observer);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                self.restore_root_moves(lines, completed);
                self.report_all(observer);
                break;
            }
            self.root_moves[..lines].sort_by_key(RootMove::order);
            self.report_all(observer);
            let best = &self.root_moves[0];
            let share = best.nodes as f64 / self.nodes.max(1) as f64;
            self.time_manager.complete(depth, best.m, best.value, share);
            completed = self.root_moves[..lines].to_vec();
            let settled = || self.is_settled(depth) || self.are_nodes_spent();
            if self.index == 0 && settled() || self.is_time_enough() {
                if self.index > 0 {
                    self.shared.signals.finish();
                }
                break;
            }
        }
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }

    /// How many of the best moves are worked out.
    fn lines(&self) -> usize {
        let limits = self.shared.limits;
        let candidates = limits.handicap.map_or(1, |handicap| handicap.candidates);
        limits.lines.max(candidates).min(self.root_moves.len())
    }

    /// Brings the root moves in order after an iteration that was broken off. What it
    /// found out about the best move is kept if that is all that was asked for, and is
    /// no loss, since other moves may not have been looked at, and more than a bound of
    /// what was known before; otherwise the lines of the last complete iteration stand.
    fn restore_root_moves(&mut self, lines: usize, completed: Vec<RootMove>) {
        let best = &self.root_moves[0];
        let mut known = best.value > -WIN_IN_MAX_PLY;
        if let Some(before) = completed.first() {
            known &= best.bound == Bound::Exact || best.m != before.m;
        }
        if completed.is_empty() {
            // Nothing is proved about a loss, and a move that was not searched has no
            // value at all.
            if !known {
                self.root_moves[0].value = self.stack[0].static_eval.unwrap_or(DRAW);
                self.root_moves[0].bound = Bound::Lower;
            }
        } else if lines > 1 || !known {
            self.root_moves
                .retain(|root_move| completed.iter().all(|line| line.m != root_move.m));
            self.root_moves.splice(0..0, completed);
        }
    }

    /// Whether another iteration can change nothing.
    fn is_settled(&self, depth: usize) -> bool {
        let limits = self.shared.limits;
        let best = self.root_moves[0].value;
        let mate_found = limits
            .mate
            .is_some_and(|moves| best >= mate_in(2 * moves as usize));
        let nothing_to_choose = self.root_moves.len() == 1 && depth >= 4;
        let settled = is_decisive(best) && MATE - best.abs() < depth as i32;
        let no_more = nothing_to_choose || settled;
        mate_found || no_more && self.time_manager.is_limited() && self.shared.signals.time_is_up()
    }

    /// Whether the soft nodes are, and no new iteration is to be begun.
    fn are_nodes_spent(&self) -> bool {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        let nodes = self.shared.total_nodes();
        self.shared.signals.note_nodes(nodes);
        let soft = self.shared.limits.soft_nodes;
        soft.is_some_and(|soft| nodes >= soft)
    }

    /// Whether so many threads find another iteration not worth its time, this one among
    /// them, that the search may end.
    fn is_time_enough(&mut self) -> bool {
        let (signals, soft_stop) = (self.shared.signals, &self.shared.soft_stop);
        let enough = self.time_manager.is_enough(signals);
        if enough != self.says_enough {
            self.says_enough = enough;
            soft_stop.vote(enough);
        }
        enough && soft_stop.is_decided() && signals.time_is_up()
    }

    /// Takes over the best move of the thread that wins the vote, `found` being the other
    /// threads' root moves. Whoever asked for several moves or a certain depth or mate is
    /// answered by this thread alone.
    pub fn vote(&mut self, found: Vec<Vec<RootMove>>, observer: &mut dyn FnMut(&Report)) {
        let limits = self.shared.limits;
        let alone = limits.depth.is_some() || limits.mate.is_some() || limits.handicap.is_some();
        if alone || self.lines() != 1 {
            return;
        }
        let own = self.root_moves.first();
        let mut candidates: Vec<_> = found.iter().map(|moves| moves.first()).collect();
        candidates.insert(0, own);
        let ballots = candidates.iter().map(|candidate| {
            let known = candidate.filter(|best| best.depth > 0 && best.value != -INFINITE)?;
            Some(Ballot {
                best: known.m,
                value: known.value,
                depth: known.depth,
            })
        });
        let chosen = winner(&ballots.collect::<Vec<_>>()).and_then(|thread| candidates[thread]);
        let Some(chosen) = chosen.filter(|chosen| own.is_none_or(|own| own.m != chosen.m)) else {
            return;
        };
        self.root_moves.insert(0, chosen.clone());
        observer(&self.report(0));
    }

    /// Notes how deep the iteration is. Where the nodes are limited shallow ones are reduced and
    /// pruned more: what wins at a few nodes does not at a clock (docs/laboratory/search.md).
    fn begin_iteration(&mut self, depth: usize) {
        let limits = self.shared.limits;
        let p = self.parameters();
        let shallow_plies = match limits.nodes.or(limits.soft_nodes) {
            Some(_) => (p.shallow_root_depth - depth as i32).clamp(0, p.shallow_plies_max),
            None => 0,
        };
        self.root_depth = depth;
        self.shallow_plies = shallow_plies;
    }

    /// Works out one of the best lines, with a window around the value expected.
    fn aspiration_windows(&mut self, depth: usize, line: usize, observer: &mut dyn FnMut(&Report)) {
        let expected = self.root_moves[line].previous_value;
        let mut width = self.parameters().aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth as i32 >= self.parameters().aspiration_depth && !is_decisive(expected) {
            alpha = (expected - width).max(-INFINITE);
            beta = (expected + width).min(INFINITE);
        }
        self.begin_iteration(depth);
        self.pv_index = line;
        loop {
            self.seldepth = 0;
            let value =
                self.negamax::<Root>(&self.root.position, alpha, beta, depth as i32, 0, false);
            if self.stopped {
                return;
            }
            self.root_moves[line..].sort_by_key(RootMove::order);
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

    /// The moves that a search of the root looks at: of those that are left, the best by
    /// the endgame tables.
    pub fn add_root_moves(&self, moves: &mut MoveBuffer) {
        let left = &self.root_moves[self.pv_index..];
        let best = left.first().map(RootMove::rank);
        let searched = left.iter().filter(|other| Some(other.rank()) == best);
        searched.for_each(|root_move| moves.add(root_move.m));
    }

    /// Tells the outside which root move is looked at, the `move_count`th. The first of
    /// all is the answer if the time is over before it has a value.
    pub fn note_root_move(&mut self, m: Move, move_count: i32) {
        if !self.has_a_move()
            && let Some(index) = self.root_moves.iter().position(|known| known.m == m)
        {
            self.root_moves[..=index].rotate_right(1);
        }
        if self.index == 0 {
            let left = self.root_moves.len() - self.pv_index - move_count as usize;
            self.shared.signals.note_move(self.root_depth, m, left);
        }
    }

    /// Keeps what the search of a root move came to; `result` is what those before it
    /// came to.
    pub fn update_root_move(
        &mut self,
        m: Move,
        value: i32,
        result: &MoveLoop,
        beta: i32,
        nodes_before: u64,
    ) {
        let searched = self
            .root_moves
            .iter()
            .position(|root_move| root_move.m == m);
        let Some(index) = searched else {
            return;
        };
        let root_move = &mut self.root_moves[index];
        root_move.nodes += self.nodes - nodes_before;
        if result.move_count > 1 && value <= result.alpha {
            root_move.value = -INFINITE;
            return;
        }
        root_move.value = value;
        root_move.depth = self.root_depth;
        root_move.seldepth = self.seldepth;
        root_move.bound = match value {
            value if value <= result.alpha => Bound::Upper,
            value if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        root_move.pv.clear();
        root_move.pv.push(m);
        root_move.pv.extend_from_slice(&self.memory[1].pv);
        if value > result.alpha {
            // First from now on, so that a search broken off answers it.
            self.root_moves[self.pv_index..=index].rotate_right(1);
        }
    }

    /// Reports the lines that were asked for, as far as they were worked out.
    fn report_all(&self, observer: &mut dyn FnMut(&Report)) {
        let lines = self.root_moves.iter().take(self.shared.limits.lines.max(1));
        for line in 0..lines.take_while(|line| line.value != -INFINITE).count() {
            observer(&self.report(line));
        }
    }

    fn report(&self, line: usize) -> Report<'_> {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        let root_move = &self.root_moves[line];
        let (value, bound) = root_move.told_value();
        Report {
            depth: root_move.depth,
            seldepth: root_move.seldepth,
            multipv: line + 1,
            value,
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.signals.elapsed(),
            tb_hits: self.shared.tb_hits.load(Ordering::Relaxed),
            pv: &root_move.pv,
            table: self.shared.table,
        }
    }

    /// The answer: the best of the root moves that were worked out, or one of them by the
    /// handicap.
    pub fn result(&self) -> SearchResult {
        let position = &self.root.position;
        let lines = self.lines();
        let chosen = match &self.shared.limits.handicap {
            Some(handicap) => {
                let candidates = self.root_moves[..lines].iter().take(handicap.candidates);
                handicap.pick(&candidates.map(|line| line.value).collect::<Vec<_>>())
            }
            None => 0,
        };
        let Some(root_move) = self.root_moves.get(chosen) else {
            let value = match position.variant_end() {
                Some(end) => value_of_end(position, end, 0),
                None if position.is_check() => mated_in(0),
                None => DRAW,
            };
            return SearchResult {
                value,
                ..SearchResult::default()
            };
        };
        let ponder = root_move.pv.get(1).copied().or_else(|| {
            let mut child = position.clone();
            child.play(root_move.m);
            let known = self.shared.table.probe(child.key())?.best?;
            child.legal_moves().contains(&known).then_some(known)
        });
        SearchResult {
            best: Some(root_move.m),
            ponder,
            value: root_move.told_value().0,
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

#[cfg(test)]
mod tests {
    use crate::rules::Position;
    use crate::rules::chess::Chess;
    use crate::search::RootPosition;
    use crate::search::testing::with_worker;
    use crate::search::time::Limits;

    #[test]
    fn shallow_iterations_are_told_apart_only_where_nodes_are_limited() {
        let root = RootPosition {
            position: Chess::start(),
            earlier_keys: Vec::new(),
        };
        let shallow_plies = |limits: &Limits, depth| {
            with_worker(&root, limits, |worker| {
                worker.begin_iteration(depth);
                worker.shallow_plies
            })
        };
        let soft = Limits {
            soft_nodes: Some(1000),
            ..Limits::default()
        };
        for limits in [Limits::of_nodes(1000), soft] {
            let plies = [1, 6, 7, 12, 13, 20].map(|depth| shallow_plies(&limits, depth));
            assert_eq!(plies, [7, 7, 6, 1, 0, 0]);
        }
        let fixed_depth = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let fixed_time = Limits {
            move_time: Some(std::time::Duration::from_millis(10)),
            ..Limits::default()
        };
        for limits in [Limits::default(), fixed_depth, fixed_time] {
            assert_eq!(shallow_plies(&limits, 1), 0);
        }
    }
}
