//! Principal variation search (Marsland and Campbell, 1982) in its negamax form, with
//! the pruning, reductions and extensions that the chess programming literature calls
//! by these names.

use smallvec::SmallVec;

use crate::rules::{Move, Outcome, Position};

use super::MAX_PLY;
use super::movepick::MovePicker;
use super::parameters::Searchable;
use super::transposition::{Bound, Entry, value_from_table, value_to_table};
use super::value::{DRAW, INFINITE, MATE_IN_MAX_PLY, is_decisive, mate_in, mated_in};
use super::worker::Worker;

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

/// What the static evaluation says of a position, in centipawns from the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticEval {
    /// As the evaluator gave it.
    pub raw: i32,
    /// The same with the correction history.
    pub corrected: i32,
    /// The value of the table, where that says more, else the corrected evaluation.
    pub estimate: i32,
}

/// A node whose moves are searched.
struct Node<'p, P> {
    position: &'p P,
    beta: i32,
    /// With the check extension.
    depth: i32,
    ply: usize,
    in_check: bool,
    static_eval: Option<i32>,
    /// Whether the side to move stands better than at its move before.
    improving: bool,
    hash_move: Option<Move>,
    /// Plies that the hash move is searched deeper.
    extension: i32,
}

/// What the moves of a node have come to so far.
pub(super) struct MoveLoop {
    pub best: i32,
    pub best_move: Option<Move>,
    pub move_count: i32,
    pub alpha: i32,
}

/// What a search without the hash move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Singular {
    /// The hash move is to be searched so many plies deeper.
    Extend(i32),
    /// Another move is better than beta too: the node is at least worth this.
    MultiCut(i32),
}

impl<P: Searchable> Worker<'_, P> {
    /// The value of `position`, `ply` plies from the root, searched `depth` plies
    /// deep: exact between `alpha` and `beta`, else a bound.
    pub fn negamax<N: NodeType>(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 && !N::ROOT {
            return self.quiescence::<N>(position, alpha, beta, ply);
        }
        self.stack[ply].pv.clear();
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
            && let Some(value) = entry.cutoff(alpha, beta, ply, position.halfmove_clock())
        {
            return value;
        }

        let in_check = position.is_check();
        let static_eval = self.static_eval(position, entry, ply);
        self.stack[ply].static_eval = static_eval.map(|eval| eval.corrected);
        let improving = self.is_improving(ply);
        if let Some(eval) = static_eval
            && !N::PV
            && !is_decisive(beta)
            && excluded.is_none()
        {
            // Reverse futility pruning (static null move pruning).
            let p = self.parameters();
            let margin = p.rfp_margin * (depth - i32::from(improving));
            let pruned = match depth <= p.rfp_depth && eval.estimate - margin >= beta {
                true => Some(eval.estimate),
                false => self.null_move_pruning(position, beta, depth, ply, eval.estimate),
            };
            if let Some(value) = pruned {
                if entry.is_none() {
                    let entry = Entry::unsearched(eval.raw, 0, None);
                    self.shared.table.store(position.key(), entry);
                }
                return value;
            }
        }

        // Internal iterative reduction: without a hash move the order of moves is
        // poor, and the next iteration will have one.
        let hash_move = match N::ROOT {
            true => Some(self.root_moves[self.pv_index].m),
            false => entry.and_then(|entry| entry.best),
        };
        if hash_move.is_none() && depth >= self.parameters().iir_depth {
            depth -= 1;
        }
        let extension = match self.singular_search::<N>(position, beta, depth, ply, entry) {
            Singular::Extend(plies) => plies,
            Singular::MultiCut(value) => return value,
        };

        let node = Node {
            position,
            beta,
            // Check extension: an answer to check is no progress in depth.
            depth: depth + i32::from(in_check),
            ply,
            in_check,
            static_eval: static_eval.map(|eval| eval.corrected),
            improving,
            hash_move,
            extension,
        };
        let result = self.search_moves::<N>(&node, alpha);
        if self.is_stopped() {
            return DRAW;
        }
        // The root without its best moves is another position.
        if excluded.is_some() || N::ROOT && self.pv_index > 0 {
            return result.best;
        }
        let bound = if result.best >= beta {
            Bound::Lower
        } else if result.alpha > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(static_eval) = node.static_eval {
            self.update_correction_history(&node, static_eval, &result, bound);
        }
        let entry = Entry {
            best: result.best_move,
            value: value_to_table(result.best, ply),
            static_eval: static_eval.map(|eval| eval.raw),
            depth,
            bound: Some(bound),
        };
        self.shared.table.store(position.key(), entry);
        result.best
    }

    /// Searches the moves of a node, the first with the full window, the others to
    /// see whether they are better.
    fn search_moves<N: NodeType>(&mut self, node: &Node<P>, alpha: i32) -> MoveLoop {
        let (position, ply) = (node.position, node.ply);
        self.stack[ply + 1].killers = [None; 2];
        let mut result = MoveLoop {
            best: -INFINITE,
            best_move: None,
            move_count: 0,
            alpha,
        };
        let mut moves = std::mem::take(&mut self.stack[ply].moves);
        moves.clear();
        match N::ROOT {
            true => self.add_root_moves(&mut moves),
            false => position.generate::<_, false>(&mut moves),
        }
        if moves.is_empty() {
            self.stack[ply].moves = moves;
            result.best = match node.in_check {
                true => mated_in(ply),
                false => DRAW,
            };
            return result;
        }
        let excluded = self.stack[ply].excluded;
        let killers = self.stack[ply].killers;
        let previous = self.previous_moves(ply);
        let mut picker = MovePicker::new(position, &mut moves, node.hash_move, killers, previous);
        let mut quiets = SmallVec::<[Move; TRIED_MAX]>::new();
        let mut tacticals = SmallVec::<[Move; TRIED_MAX]>::new();
        while let Some((m, losing)) = picker.next(self.history) {
            if excluded == Some(m) {
                continue;
            }
            result.move_count += 1;
            if !N::PV && self.prunes_move(node, m, losing, &result) {
                continue;
            }
            if N::ROOT {
                self.note_root_move(m, result.move_count);
            }
            let nodes_before = self.nodes;
            let value = self.search_move::<N>(node, m, losing, &result);
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
                    self.update_histories(node, m, &quiets, &tacticals);
                    break;
                }
            }
        }
        self.stack[ply].moves = moves;
        if result.move_count == 0 {
            // No move beside the excluded one.
            result.best = alpha;
        }
        result
    }

    /// Searches one move: late ones with a zero window and less depth at first.
    fn search_move<N: NodeType>(
        &mut self,
        node: &Node<P>,
        m: Move,
        losing: bool,
        result: &MoveLoop,
    ) -> i32 {
        let (alpha, beta) = (result.alpha, node.beta);
        let extension = match Some(m) == node.hash_move {
            true => node.extension,
            false => 0,
        };
        let depth = node.depth - 1 + extension;
        let ply = node.ply + 1;
        let child = self.make(node.position, m, node.ply);
        let value = if result.move_count == 1 {
            -self.negamax::<N::Next>(&child, -beta, -alpha, depth, ply)
        } else {
            let reduction = match m.is_tactical() && !losing || node.in_check {
                true => 0,
                false => self.reduction::<N>(node, &child, m, result.move_count),
            };
            let reduced = (depth - reduction).max(depth.min(1));
            let mut value = -self.negamax::<NonPv>(&child, -alpha - 1, -alpha, reduced, ply);
            if value > alpha && reduced < depth {
                value = -self.negamax::<NonPv>(&child, -alpha - 1, -alpha, depth, ply);
            }
            if N::PV && value > alpha && value < beta {
                value = -self.negamax::<Pv>(&child, -beta, -alpha, depth, ply);
            }
            value
        };
        self.unmake();
        value
    }

    /// Late move reductions: by how many plies a late move is searched less.
    fn reduction<N: NodeType>(&self, node: &Node<P>, child: &P, m: Move, move_count: i32) -> i32 {
        let p = self.parameters();
        if node.depth < p.lmr_depth || move_count < 3 {
            return 0;
        }
        let board = node.position.board();
        let history = match m.is_tactical() {
            true => 100 * self.history.tactical(board, m) / p.lmr_capture_divisor,
            false => {
                let previous = self.previous_moves(node.ply);
                let turn = node.position.turn();
                100 * self.history.quiet(board, turn, &previous, m) / p.lmr_history_divisor
            }
        };
        // In hundredths of a ply.
        let reduction = p.lmr_base
            + self.reductions.get(node.depth, move_count)
            + p.lmr_not_improving * i32::from(!node.improving)
            - p.lmr_pv * i32::from(N::PV)
            - p.lmr_root * i32::from(N::ROOT)
            - p.lmr_check * i32::from(child.is_check())
            - history;
        (reduction / 100).max(0)
    }

    /// Null move pruning (Donninger, 1993): who is still good after the opponent has
    /// moved twice is good enough.
    fn null_move_pruning(
        &mut self,
        position: &P,
        beta: i32,
        depth: i32,
        ply: usize,
        estimate: i32,
    ) -> Option<i32> {
        let p = self.parameters();
        if depth < p.nmp_depth
            || estimate < beta
            || self.stack[ply].after_null
            || !position.null_move_is_sound()
        {
            return None;
        }
        let reduction = p.nmp_base
            + depth / p.nmp_depth_divisor
            + ((estimate - beta) / p.nmp_eval_divisor).min(3);
        let value = self.with_null_move(position, ply, |worker, child| {
            -worker.negamax::<NonPv>(child, -beta, -beta + 1, depth - 1 - reduction, ply + 1)
        });
        // A mate after passing is not proven.
        (value >= beta).then_some(value.min(MATE_IN_MAX_PLY - 1))
    }

    /// Singular extensions (Anantharaman, Campbell and Hsu, 1988): the node is searched
    /// without its hash move, where the table promises that this is a good one. If all
    /// other moves are much worse, it goes deeper; if another is good enough too, the
    /// node is cut (multi-cut) or the hash move reduced.
    fn singular_search<N: NodeType>(
        &mut self,
        position: &P,
        beta: i32,
        depth: i32,
        ply: usize,
        entry: Option<Entry>,
    ) -> Singular {
        let p = self.parameters();
        let Some(entry) = entry else {
            return Singular::Extend(0);
        };
        let promised = value_from_table(entry.value, ply);
        if N::ROOT
            || entry.best.is_none()
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || entry.depth < depth - p.singular_table_depth
            || is_decisive(promised)
            || depth < p.singular_depth
            || self.stack[ply].excluded.is_some()
            // Lines of extensions only must end.
            || ply >= 2 * self.root_depth
        {
            return Singular::Extend(0);
        }
        let bound = promised - p.singular_margin * depth;
        let static_eval = self.stack[ply].static_eval;
        self.stack[ply].excluded = entry.best;
        let others = self.negamax::<NonPv>(position, bound - 1, bound, (depth - 1) / 2, ply);
        self.stack[ply].excluded = None;
        // The search of the same node has written over what is known of it.
        self.stack[ply].pv.clear();
        self.stack[ply].static_eval = static_eval;
        if self.is_stopped() {
            Singular::MultiCut(DRAW)
        } else if others < bound {
            Singular::Extend(1)
        } else if others >= beta && !N::PV && !is_decisive(others) {
            Singular::MultiCut(others)
        } else if promised >= beta {
            Singular::Extend(-1 - i32::from(!N::PV))
        } else {
            Singular::Extend(0)
        }
    }

    /// Whether a move near the leaves is not searched, unless it gives check, or
    /// nothing better than a loss has been found yet.
    fn prunes_move(&self, node: &Node<P>, m: Move, losing: bool, result: &MoveLoop) -> bool {
        !node.in_check
            && result.best > -MATE_IN_MAX_PLY
            && self.is_futile(node, m, losing, result)
            && !node.position.gives_check(m)
    }

    /// Whether a move promises too little for the depth that is left.
    fn is_futile(&self, node: &Node<P>, m: Move, losing: bool, result: &MoveLoop) -> bool {
        let p = self.parameters();
        let depth = node.depth;
        if !m.is_tactical() && depth <= p.lmp_depth {
            // Late move pruning (move count pruning).
            let limit = p.lmp_base + depth * depth;
            let limit = if node.improving { limit } else { limit * 2 / 3 };
            if result.move_count > limit {
                return true;
            }
            // Futility pruning: no quiet move will mend so bad a position.
            let margin = p.futility_base + p.futility_margin * depth;
            if result.move_count > 1
                && node
                    .static_eval
                    .is_some_and(|eval| eval + margin <= result.alpha)
            {
                return true;
            }
        }
        // SEE pruning: more material is lost than so little depth can win back.
        depth <= p.see_depth
            && match m.is_tactical() {
                true => losing && !node.position.see_ge(m, -p.see_tactical_margin * depth),
                false => !node.position.see_ge(m, -p.see_quiet_margin * depth * depth),
            }
    }

    /// What the static evaluation says of `position`; `None` in check, where it says
    /// nothing.
    #[inline]
    pub fn static_eval(
        &mut self,
        position: &P,
        entry: Option<Entry>,
        ply: usize,
    ) -> Option<StaticEval> {
        if position.is_check() {
            return None;
        }
        let raw = match entry.and_then(|entry| entry.static_eval) {
            Some(raw) => raw,
            None => self.evaluate(position),
        };
        let last = self.stack[ply].piece_to;
        let corrected = raw + self.history.correction.correction(position, last);
        let better = entry.and_then(|entry| {
            let (value, bound) = entry.value_at(ply, position.halfmove_clock())?;
            let says_more = match bound {
                Bound::Exact => true,
                Bound::Lower => value > corrected,
                Bound::Upper => value < corrected,
            };
            (says_more && !is_decisive(value)).then_some(value)
        });
        Some(StaticEval {
            raw,
            corrected,
            estimate: better.unwrap_or(corrected),
        })
    }

    /// Whether the side to move stands better than two plies before.
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).map(|ply| &self.stack[ply]);
        let before = before.and_then(|entry| entry.static_eval);
        match (self.stack[ply].static_eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Remembers a move that refuted the opponent's play, and those that did not.
    fn update_histories(&mut self, node: &Node<P>, m: Move, quiets: &[Move], tacticals: &[Move]) {
        let board = node.position.board();
        if !m.is_tactical() {
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
            let previous = self.previous_moves(node.ply);
            let turn = node.position.turn();
            self.history
                .reward(board, turn, &previous, m, quiets, node.depth);
        }
        self.history
            .reward_tactical(board, m, tacticals, node.depth);
    }

    /// Remembers how far the static evaluation was from what the moves came to, where
    /// that was no matter of captures.
    fn update_correction_history(
        &mut self,
        node: &Node<P>,
        static_eval: i32,
        result: &MoveLoop,
        bound: Bound,
    ) {
        let quiet = result.best_move.is_none_or(|m| !m.is_tactical());
        let error = result.best - static_eval;
        let known = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if quiet && known && !is_decisive(result.best) {
            let last = self.stack[node.ply].piece_to;
            let correction = &mut self.history.correction;
            correction.learn(node.position, last, error, node.depth);
        }
    }

    /// The value of a position in which the game is over or the search must end.
    pub fn end_of_game(&mut self, position: &P, ply: usize) -> Option<i32> {
        if let Some(end) = position.variant_end() {
            return Some(value_of_end(position, end, ply));
        }
        if self.is_repetition(position) || position.is_dead() {
            return Some(DRAW);
        }
        if position.halfmove_clock() >= 100 {
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
