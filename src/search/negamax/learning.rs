//! What the tables learn of a node once its moves are searched.

use crate::rules::Move;
use crate::search::history;
use crate::search::parameters::Searchable;
use crate::search::piece_to::PieceTo;
use crate::search::transposition::{Bound, Entry, value_to_table};
use crate::search::value::is_decisive;
use crate::search::worker::Worker;

use super::{MoveLoop, Node, NodeType};

/// A change of the static evaluation counts no more against and for a quiet move.
const EVAL_HISTORY_LEAST: i32 = 150;
const EVAL_HISTORY_MOST: i32 = 300;

/// The first moves of a node, which are blamed if they are refuted.
const EARLY_MOVES: i32 = 2;

impl<P: Searchable> Worker<'_, P> {
    /// Keeps what the moves of a node have come to, in the transposition table and in the
    /// histories that every node teaches.
    pub(super) fn learn_node<N: NodeType>(&mut self, node: &Node<P>, result: &MoveLoop) {
        let bound = if result.best >= node.beta {
            Bound::Lower
        } else if result.alpha > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Upper && !N::ROOT {
            self.reward_previous_move(node);
        }
        self.update_correction_history(node, result, bound);
        let entry = Entry {
            best: result.best_move,
            value: value_to_table(result.best, node.ply),
            static_eval: node.static_eval.map(|eval| eval.raw),
            depth: node.depth,
            bound: Some(bound),
            pv: node.tt_pv,
        };
        self.shared.table.store(node.position.key(), entry);
    }

    /// By how much both sides' static evaluations, each before its own move, are better than
    /// the other's: what the move before has cost who made it. `None` where one is in check
    /// or has passed.
    fn eval_difference(&self, node: &Node<P>) -> Option<i32> {
        let before = node.ply.checked_sub(1)?;
        let eval = node.static_eval.filter(|_| node.excluded.is_none())?;
        Some(eval.corrected + self.stack[before].static_eval?)
    }

    /// Remembers by what it did to the static evaluation the quiet move that led to a node.
    pub(super) fn learn_static_eval(&mut self, node: &Node<P>) {
        if let (Some(m), Some(cost)) = (self.stack[node.ply].last_move, self.eval_difference(node))
            && !m.is_tactical()
        {
            let weight = self.parameters().eval_history_weight;
            let bonus = (-weight * cost).clamp(-EVAL_HISTORY_LEAST, EVAL_HISTORY_MOST);
            let threats = &self.stack[node.ply - 1].threats;
            self.history
                .learn_static_eval(!node.position.turn(), threats, m, bonus);
        }
    }

    /// Hindsight reductions and extensions: a ply more or less where the static evaluation
    /// says that the reduction of the move before was too large or too small.
    pub(super) fn hindsight(&mut self, node: &Node<P>) -> i32 {
        let reduced_by = std::mem::take(&mut self.stack[node.ply].reduced_by);
        let p = self.parameters();
        match self.eval_difference(node) {
            Some(cost) if reduced_by >= p.hindsight_plies && cost <= 0 => 1,
            Some(cost) if reduced_by >= 2 && node.depth >= 2 && cost > p.hindsight_margin => -1,
            _ => 0,
        }
    }

    /// The quiet move that led to this ply, if it was one.
    fn previous_quiet(&self, ply: usize) -> Option<(Move, PieceTo)> {
        let quiet = self.stack[ply].last_move.filter(|m| !m.is_tactical());
        quiet.zip(self.piece_to(ply))
    }

    /// Remembers the quiet move that led to a node in which nothing was good enough.
    fn reward_previous_move(&mut self, node: &Node<P>) {
        if let Some(last) = self.previous_quiet(node.ply) {
            let previous = self.previous_moves(node.ply - 1);
            let turn = !node.position.turn();
            let threats = &self.stack[node.ply - 1].threats;
            self.history
                .reward_previous(turn, threats, &previous, last, node.depth);
        }
    }

    /// Remembers that the quiet move that led to a node was refuted, if it was one of the first
    /// there: the histories had thought it good.
    pub(super) fn blame_previous_move(&mut self, node: &Node<P>) {
        let Some(before) = node.ply.checked_sub(1) else {
            return;
        };
        if self.stack[before].move_count <= EARLY_MOVES {
            let malus = history::malus(node.depth) * self.parameters().early_move_malus / 100;
            self.teach_previous_move(node.ply, -malus);
        }
    }

    /// Remembers what the search of a quiet move came to that was repeated without its
    /// reduction. The move has just been made, and `value` is not exact.
    pub(super) fn learn_late_move(&mut self, node: &Node<P>, (alpha, value): (i32, i32)) {
        let bonus = history::bonus(node.depth) * self.parameters().lmr_bonus / 100;
        if value <= alpha {
            self.teach_previous_move(node.ply + 1, -bonus);
        } else if value >= node.beta {
            self.teach_previous_move(node.ply + 1, bonus);
        }
    }

    /// Teaches the continuation history how good the quiet move was that led to this ply.
    fn teach_previous_move(&mut self, ply: usize, bonus: i32) {
        if let Some((_, piece_to)) = self.previous_quiet(ply)
            && !self.is_stopped()
        {
            let previous = self.previous_moves(ply - 1);
            self.history.update_continuation(&previous, piece_to, bonus);
        }
    }

    /// Remembers a quiet move of the table that decides a node.
    pub(super) fn reward_hash_move(&mut self, position: &P, m: Move, depth: i32, ply: usize) {
        if !m.is_tactical() {
            let context = self.quiet_context(position, ply);
            let context = context.facing(position.threats());
            self.history.reward(&context, m, &[], depth);
        }
    }

    /// Remembers a move that refuted the opponent's play, and those that did not.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<P>,
        m: Move,
        quiets: &[Move],
        tacticals: &[Move],
    ) {
        let board = node.position.board();
        if !m.is_tactical() {
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
            self.history.reward(&node.context, m, quiets, node.depth);
        }
        self.history
            .reward_tactical(board, m, tacticals, node.depth);
    }

    /// Remembers how far the static evaluation was from what the moves came to, where
    /// that was no matter of captures.
    fn update_correction_history(&mut self, node: &Node<P>, result: &MoveLoop, bound: Bound) {
        let Some(eval) = node.static_eval else {
            return;
        };
        let quiet = result.best_move.is_none_or(|m| !m.is_tactical());
        let error = result.best - eval.corrected;
        let known = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if quiet && known && !is_decisive(result.best) {
            let previous = self.previous_moves(node.ply);
            let correction = &mut self.history.correction;
            correction.learn(node.position, &previous, error, node.depth);
        }
    }
}
