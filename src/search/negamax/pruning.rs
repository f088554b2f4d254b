//! Forward pruning of nodes: razoring, reverse futility pruning, null move pruning and
//! ProbCut.

use crate::rules::Move;
use crate::search::movepick::MovePicker;
use crate::search::parameters::Searchable;
use crate::search::static_eval::StaticEval;
use crate::search::transposition::{Bound, Entry, value_to_table};
use crate::search::value::{WIN_IN_MAX_PLY, is_decisive};
use crate::search::worker::Worker;

use super::{Node, NodeType, NonPv};

impl<P: Searchable> Worker<'_, P> {
    /// The value of a node that need not be searched, since its static evaluation is so
    /// far from the window; bounds as [`Worker::negamax`] gives them.
    pub(super) fn prune_node<N: NodeType>(&mut self, node: &Node<P>) -> Option<i32> {
        let eval = node.static_eval?;
        if N::PV || is_decisive(node.beta) || node.excluded.is_some() {
            return None;
        }
        if self.is_hopeless(node, eval) {
            let (alpha, beta) = (node.alpha, node.beta);
            return Some(self.quiescence::<NonPv>(node.position, alpha, beta, node.ply));
        }
        let value = match self.reverse_futility_pruning(node, eval) {
            Some(value) => Some(value),
            None => self.null_move_pruning(node, eval),
        };
        if value.is_some() && node.entry.is_none() {
            let entry = Entry::unsearched(eval.raw, 0, None);
            self.shared.table.store(node.position.key(), entry);
        }
        value.or_else(|| self.probcut(node, eval))
    }

    /// Razoring: whether a node can only be saved by captures.
    fn is_hopeless(&self, node: &Node<P>, eval: StaticEval) -> bool {
        let p = self.parameters();
        let margin = p.razor_base + p.razor_margin * node.depth * node.depth;
        eval.estimate + margin < node.alpha
    }

    /// Reverse futility pruning (static null move pruning): who stands so much better than
    /// beta will not lose all of that in so few plies.
    fn reverse_futility_pruning(&self, node: &Node<P>, eval: StaticEval) -> Option<i32> {
        let p = self.parameters();
        let margin = p.rfp_margin - p.shallow_rfp_margin * self.shallow_plies;
        let margin = margin * (node.depth - i32::from(node.improving));
        (node.depth <= p.rfp_depth && eval.estimate - margin >= node.beta).then_some(eval.estimate)
    }

    /// Null move pruning (Donninger, 1993): who is still good after the opponent has
    /// moved twice is good enough.
    pub(super) fn null_move_pruning(&mut self, node: &Node<P>, eval: StaticEval) -> Option<i32> {
        let p = self.parameters();
        let (position, beta, ply) = (node.position, node.beta, node.ply);
        if node.depth < p.nmp_depth
            || eval.estimate < beta
            || self.stack[ply].after_null
            || ply < self.null_moves_from
            || !position.null_move_is_sound()
        {
            return None;
        }
        let reduction = p.nmp_base
            + node.depth / p.nmp_depth_divisor
            + ((eval.estimate - beta) / p.nmp_eval_divisor).min(3);
        let depth = node.depth - 1 - reduction;
        let cut_node = !node.cut_node;
        let value = self.with_null_move(position, ply, |worker, child| {
            -worker.negamax::<NonPv>(child, -beta, -beta + 1, depth, ply + 1, cut_node)
        });
        if value < beta || self.is_stopped() {
            return None;
        }
        // With much depth left a mistake by zugzwang costs more than to make sure.
        if node.depth >= self.parameters().nmp_verify_depth && self.null_moves_from == 0 {
            // Three quarters of the way down.
            self.null_moves_from = ply + (3 * depth / 4).max(1) as usize;
            let verified = self.negamax::<NonPv>(position, beta - 1, beta, depth, ply, false);
            self.null_moves_from = 0;
            if verified < beta {
                return None;
            }
        }
        // A win after passing is not proven.
        Some(value.min(WIN_IN_MAX_PLY - 1))
    }

    /// ProbCut (Buro, 1995): a node is good enough where a shallower search finds a capture
    /// much better than beta.
    fn probcut(&mut self, node: &Node<P>, eval: StaticEval) -> Option<i32> {
        let p = self.parameters();
        let bound = node.beta + p.probcut_margin;
        let depth = node.depth - p.probcut_reduction;
        let refuted = node.entry.is_some_and(|entry| {
            entry.bound.is_some() && entry.depth > depth && entry.value < bound
        });
        if node.depth < p.probcut_depth || is_decisive(bound) || refuted {
            return None;
        }
        let (m, value) = self.find_probcut(node, eval, bound, depth)?;
        let entry = Entry {
            best: Some(m),
            value: value_to_table(value, node.ply),
            static_eval: Some(eval.raw),
            depth: depth + 1,
            bound: Some(Bound::Lower),
            pv: node.tt_pv,
        };
        self.shared.table.store(node.position.key(), entry);
        Some(value)
    }

    /// A capture that quiescence and then a search of `depth` plies find no worse than
    /// `bound`, and its value.
    fn find_probcut(
        &mut self,
        node: &Node<P>,
        eval: StaticEval,
        bound: i32,
        depth: i32,
    ) -> Option<(Move, i32)> {
        let (position, ply) = (node.position, node.ply);
        let mut moves = self.memory[ply].moves.take().unwrap_or_default();
        let mut picker = MovePicker::new(position, &mut moves, node.hash_move, [None; 2]);
        let threats = self.known_threats(position);
        let mut found = None;
        while let Some(m) = picker.next_tactical(self.history) {
            if self.is_stopped() {
                break;
            }
            self.prefetch_child(position, Some(m));
            // Of the hash move it does not matter whether it loses material.
            let mut least = bound - eval.corrected;
            if Some(m) != node.hash_move {
                least = least.max(0);
            }
            if !position.see_ge_facing(&threats, m, least) {
                continue;
            }
            let mut child = position.clone();
            self.make(&mut child, m, ply);
            let mut value = -self.quiescence::<NonPv>(&child, -bound, 1 - bound, ply + 1);
            if value >= bound && depth > 0 {
                let cut_node = !node.cut_node;
                value = -self.negamax::<NonPv>(&child, -bound, 1 - bound, depth, ply + 1, cut_node);
            }
            self.unmake();
            if value >= bound && !self.is_stopped() {
                found = Some((m, value));
                break;
            }
        }
        self.memory[ply].moves = Some(moves);
        found
    }
}
