//! Principal variation search (Marsland and Campbell, 1982) in its negamax form, with
//! the pruning, reductions and extensions that the chess programming literature calls
//! by these names.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::rules::{Move, Outcome, Position};

use self::singular::Singular;
use super::MAX_PLY;
use super::history::QuietContext;
use super::movepick::MovePicker;
use super::parameters::Searchable;
use super::static_eval::StaticEval;
use super::transposition::Entry;
use super::value::{DRAW, INFINITE, mate_in, mated_in};
use super::worker::Worker;

mod late_moves;
mod learning;
mod probe;
mod pruning;
mod singular;

/// What kind of node is searched; one function is compiled for each.
pub(super) trait NodeType {
    /// Whether the window is open, so that an exact value is wanted.
    const PV: bool;
    /// Whether it is the root, whose moves are the worker's root moves.
    const ROOT: bool = false;
    /// The kind of the node after the first move.
    type Next: NodeType;
}

/// The position to find a move in.
pub(super) struct Root;

/// A PV node: one with an open window, of the principal variation.
pub(super) struct Pv;

/// A non-PV node: its zero window only asks whether it is better than a bound.
pub(super) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    type Next = Pv;
}

impl NodeType for NonPv {
    const PV: bool = false;
    type Next = NonPv;
}

/// No more moves of a node than this are blamed for not having been the best.
const TRIED_MAX: usize = 64;

/// A node: what is asked of it, and what is known before its moves are searched.
struct Node<'p, P> {
    position: &'p P,
    /// What the values of its quiet moves depend on.
    context: QuietContext<'p>,
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    in_check: bool,
    /// What the table knows of it.
    entry: Option<Entry>,
    /// `None` in check.
    static_eval: Option<StaticEval>,
    /// Whether the side to move stands better than at its move before.
    improving: bool,
    /// Whether it is expected to fail high.
    cut_node: bool,
    /// Whether it is, or once was, in a principal variation.
    tt_pv: bool,
    hash_move: Option<Move>,
    /// A move that is left out (singular extensions).
    excluded: Option<Move>,
    /// Plies that the hash move is searched deeper.
    extension: i32,
}

/// A move of a node that is to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    /// Whether it is a tactical one that loses material.
    losing: bool,
    /// How good it has been, once that was asked.
    history: Option<i32>,
}

/// What the moves of a node have come to so far.
pub(super) struct MoveLoop {
    pub best: i32,
    pub best_move: Option<Move>,
    pub move_count: i32,
    pub alpha: i32,
}

impl<P: Searchable> Worker<'_, P> {
    /// The value of `position`, `ply` plies from the root, searched `depth` plies
    /// deep: exact between `alpha` and `beta`, else a bound. A `cut_node` is one that
    /// is expected to fail high.
    pub fn negamax<N: NodeType>(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        if depth <= 0 && !N::ROOT {
            return self.quiescence::<N>(position, alpha, beta, ply);
        }
        if N::PV {
            self.memory[ply].pv.clear();
        }
        if self.enter(ply) {
            return DRAW;
        }
        if !N::ROOT {
            if let Some(end) = self.end_of_game(position, ply) {
                return end;
            }
            // Mate distance pruning: no line from here beats a shorter mate found.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.stack[ply].excluded;
        let entry = self.shared.table.probe(position.key());
        if let Some(entry) = entry
            && !N::PV
            && excluded.is_none()
            && entry.depth >= depth
            && let Some(value) = entry.cutoff(alpha, beta, ply, position.state().halfmove_clock)
        {
            if value >= beta
                && let Some(m) = entry.best
            {
                self.reward_hash_move(position, m, depth, ply);
            }
            return value;
        }

        self.prefetch_child(position, entry.and_then(|entry| entry.best));
        let proven = match self.probe_tables::<N>(position, &mut alpha, beta, depth, ply) {
            ControlFlow::Continue(proven) => proven,
            ControlFlow::Break(value) => return value,
        };
        let mut node = self.node::<N>(position, (alpha, beta), depth, ply, cut_node, entry);
        self.learn_static_eval(&node);
        node.depth += self.hindsight(&node);
        if let Some(value) = self.prune_node::<N>(&node) {
            return value;
        }
        let threats = self.threats(position);
        self.stack[ply].threats = threats;
        node.context = node.context.facing(threats);
        // Internal iterative reduction: without a hash move the order of moves is
        // poor, and the next iteration will have one.
        if node.hash_move.is_none() && node.depth >= self.parameters().iir_depth {
            node.depth -= 1;
        }
        node.extension = match self.singular_search::<N>(&node) {
            Singular::Extend(plies) => plies,
            Singular::MultiCut(value) => return value,
        };
        let mut result = self.search_moves::<N>(&node);
        if self.is_stopped() {
            return DRAW;
        }
        proven.hold::<P, N>(&mut result);
        // The root without its best moves is another position.
        if excluded.is_none() && !(N::ROOT && self.pv_index > 0) {
            self.learn_node::<N>(&node, &result);
        }
        result.best
    }

    /// What is known of a node before its moves are searched.
    fn node<'p, N: NodeType>(
        &mut self,
        position: &'p P,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        cut_node: bool,
        entry: Option<Entry>,
    ) -> Node<'p, P> {
        let static_eval = self.static_eval(position, entry, ply);
        self.stack[ply].static_eval = static_eval.map(|eval| eval.corrected);
        Node {
            position,
            context: self.quiet_context(position, ply),
            alpha,
            beta,
            depth,
            ply,
            in_check: position.is_check(),
            entry,
            static_eval,
            improving: self.is_improving(ply),
            cut_node,
            tt_pv: N::PV || entry.is_some_and(|entry| entry.pv),
            hash_move: match N::ROOT {
                true => Some(self.root_moves[self.pv_index].m),
                false => entry.and_then(|entry| entry.best),
            },
            excluded: self.stack[ply].excluded,
            extension: 0,
        }
    }

    /// Searches the moves of a node, the first with the full window, the others to
    /// see whether they are better.
    fn search_moves<N: NodeType>(&mut self, node: &Node<P>) -> MoveLoop {
        let (position, ply) = (node.position, node.ply);
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 2].cutoffs = 0;
        let mut result = MoveLoop {
            best: -INFINITE,
            best_move: None,
            move_count: 0,
            alpha: node.alpha,
        };
        let mut moves = self.memory[ply].moves.take().unwrap_or_default();
        let mut picker = match N::ROOT {
            true => {
                moves.clear();
                self.add_root_moves(&mut moves);
                MovePicker::of_moves(position, &mut moves, node.hash_move)
            }
            false => {
                let killers = self.stack[ply].killers;
                MovePicker::new(position, &mut moves, node.hash_move, killers)
            }
        };
        let mut has_move = false;
        let mut asked_for = None;
        let mut quiets = SmallVec::<[Move; TRIED_MAX]>::new();
        let mut tacticals = SmallVec::<[Move; TRIED_MAX]>::new();
        while let Some((m, losing)) = picker.next(self.history, &node.context) {
            has_move = true;
            if node.excluded == Some(m) {
                continue;
            }
            result.move_count += 1 + picker.take_left_out();
            if !N::ROOT && self.is_late(node, &result) {
                picker.skip_quiets();
            }
            // What was asked for just before need not be asked for again.
            self.prefetch_child(position, Some(m).filter(|_| asked_for != Some(m)));
            asked_for = picker.upcoming();
            self.prefetch_child(position, asked_for);
            let mut candidate = Candidate {
                m,
                losing,
                history: None,
            };
            if !N::ROOT && self.prunes_move::<N>(node, &mut candidate, &result) {
                continue;
            }
            asked_for = None;
            if N::ROOT {
                self.note_root_move(m, result.move_count);
            }
            let nodes_before = self.nodes;
            let value = self.search_move::<N>(node, candidate, &result);
            if self.is_stopped() {
                break;
            }
            if N::ROOT {
                self.update_root_move(m, value, &result, node.beta, nodes_before);
            }
            let tried = match m.is_tactical() {
                true => &mut tacticals,
                false => &mut quiets,
            };
            if tried.len() < TRIED_MAX {
                tried.push(m);
            }
            result.best = result.best.max(value);
            if value > result.alpha {
                result.alpha = value;
                result.best_move = Some(m);
                if N::PV && !N::ROOT {
                    self.update_pv(ply, m);
                }
                if value >= node.beta {
                    self.stack[ply].cutoffs += 1;
                    self.update_histories(node, m, &quiets, &tacticals);
                    self.blame_previous_move(node);
                    break;
                }
            }
        }
        self.memory[ply].moves = Some(moves);
        if !has_move {
            result.best = match node.in_check {
                true => mated_in(ply),
                false => DRAW,
            };
        } else if result.move_count == 0 {
            // No move beside the excluded one.
            result.best = node.alpha;
        }
        result
    }

    /// Searches one move: late ones with a zero window and less depth at first.
    fn search_move<N: NodeType>(
        &mut self,
        node: &Node<P>,
        candidate: Candidate,
        result: &MoveLoop,
    ) -> i32 {
        let (alpha, beta) = (result.alpha, node.beta);
        let m = candidate.m;
        let extension = match Some(m) == node.hash_move {
            true => node.extension,
            false => 0,
        };
        let depth = node.depth - 1 + extension;
        if N::PV {
            // Searches with a zero window leave it as it is.
            self.memory[node.ply + 1].pv.clear();
        }
        let mut child = node.position.clone();
        self.make(&mut child, m, node.ply);
        self.stack[node.ply].move_count = result.move_count;
        let value = if result.move_count == 1 {
            let cut_node = !N::PV && !node.cut_node;
            -self.negamax::<N::Next>(&child, -beta, -alpha, depth, node.ply + 1, cut_node)
        } else {
            let reduction = self.reduction::<N>(node, &child, candidate, result.move_count);
            self.search_late_move::<N>(node, &child, result, depth, reduction)
        };
        self.unmake();
        value
    }

    /// Searches the position after a move that is not the first: with a zero window and
    /// less depth, and again where it turns out better than expected.
    fn search_late_move<N: NodeType>(
        &mut self,
        node: &Node<P>,
        child: &P,
        result: &MoveLoop,
        mut depth: i32,
        reduction: i32,
    ) -> i32 {
        let (alpha, beta, ply) = (result.alpha, node.beta, node.ply + 1);
        let reduced = (depth - reduction).max(depth.min(1));
        let cut_node = reduction > 0 || !node.cut_node;
        self.stack[ply].reduced_by = depth - reduced;
        let mut value = -self.negamax::<NonPv>(child, -alpha - 1, -alpha, reduced, ply, cut_node);
        self.stack[ply].reduced_by = 0;
        if value > alpha && reduced < depth {
            depth += self.depth_by_value(value - result.best, depth);
            if reduced < depth {
                let cut_node = !node.cut_node;
                value = -self.negamax::<NonPv>(child, -alpha - 1, -alpha, depth, ply, cut_node);
            }
            self.learn_late_move(node, (alpha, value));
        }
        if N::PV && value > alpha && value < beta {
            value = -self.negamax::<Pv>(child, -beta, -alpha, depth, ply, false);
        }
        value
    }

    /// The value of a position in which the game is over or the search must end.
    #[inline]
    pub fn end_of_game(&mut self, position: &P, ply: usize) -> Option<i32> {
        // Four plies lie between a position and its return.
        let may_end = position.state().halfmove_clock >= 4
            || position.is_dead()
            || position.variant_end().is_some()
            || ply >= MAX_PLY;
        if may_end {
            self.find_end_of_game(position, ply)
        } else {
            None
        }
    }

    /// The same, looked into: apart, so that what every node asks is drawn into it.
    #[inline(never)]
    fn find_end_of_game(&mut self, position: &P, ply: usize) -> Option<i32> {
        if let Some(end) = position.variant_end() {
            return Some(value_of_end(position, end, ply));
        }
        if self.is_repetition(position) || position.is_dead() {
            return Some(DRAW);
        }
        if position.state().halfmove_clock >= 100 {
            let mated = position.is_check() && position.count_legal_moves() == 0;
            return Some(if mated { mated_in(ply) } else { DRAW });
        }
        (ply >= MAX_PLY).then(|| self.evaluate(position))
    }
}

/// The value of an end that only this game knows, from the side to move.
#[inline]
pub(super) fn value_of_end<P: Position>(position: &P, end: Outcome, ply: usize) -> i32 {
    match end.winner {
        None => DRAW,
        Some(winner) if winner == position.turn() => mate_in(ply),
        Some(_) => mated_in(ply),
    }
}

#[cfg(test)]
mod tests;
