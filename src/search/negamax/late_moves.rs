//! What is left out of the moves of a node, or searched less deep: late move reductions
//! and the pruning of single moves.

use crate::rules::Move;
use crate::search::parameters::Searchable;
use crate::search::value::WIN_IN_MAX_PLY;
use crate::search::worker::Worker;

use super::{Candidate, MoveLoop, Node, NodeType};

impl<P: Searchable> Worker<'_, P> {
    /// Late move reductions: by how many plies a late move is searched less.
    pub(super) fn reduction<N: NodeType>(
        &self,
        node: &Node<P>,
        child: &P,
        candidate: Candidate,
        move_count: i32,
    ) -> i32 {
        let (p, m) = (self.parameters(), candidate.m);
        if node.depth < p.lmr_depth || move_count < 2 + i32::from(N::PV) {
            return 0;
        }
        let history = match m.is_tactical() {
            true => 100 * self.history.tactical(node.position.board(), m) / p.lmr_capture_divisor,
            false => {
                let known = candidate.history;
                let history = known.unwrap_or_else(|| self.history.quiet(&node.context, m));
                100 * history / p.lmr_history_divisor
            }
        };
        let reduction = self.base_reduction::<N>(node, move_count) - history
            + p.lmr_cut_node * i32::from(node.cut_node)
            + p.lmr_tactical_hash_move * i32::from(node.hash_move.is_some_and(Move::is_tactical))
            - p.lmr_tt_pv * i32::from(node.tt_pv)
            + p.lmr_cutoffs * i32::from(self.stack[node.ply + 1].cutoffs >= p.lmr_cutoffs_from)
            - p.lmr_root * i32::from(N::ROOT)
            - p.lmr_check * i32::from(child.is_check())
            - p.lmr_good_tactical * i32::from(m.is_tactical() && !candidate.losing);
        (reduction / 100).max(0)
    }

    /// The part of the reduction that depends on the number of the move and the depth, in
    /// hundredths of a ply.
    fn base_reduction<N: NodeType>(&self, node: &Node<P>, move_count: i32) -> i32 {
        let p = self.parameters();
        p.lmr_base
            + p.shallow_lmr * self.shallow_plies
            + self.reductions.get(node.depth, move_count)
            + p.lmr_not_improving * i32::from(!node.improving)
            - p.lmr_pv * i32::from(N::PV)
    }

    /// By how many plies a move is searched deeper that a reduced search found `better`
    /// than the best one so far by so many centipawns.
    pub(super) fn depth_by_value(&self, better: i32, depth: i32) -> i32 {
        let p = self.parameters();
        let deeper = better > p.deeper_margin + 2 * depth;
        let shallower = better < p.shallower_margin;
        i32::from(deeper) - i32::from(shallower)
    }

    /// Whether a move near the leaves is not searched, unless it gives check, or
    /// nothing better than a loss has been found yet.
    pub(super) fn prunes_move<N: NodeType>(
        &self,
        node: &Node<P>,
        candidate: &mut Candidate,
        result: &MoveLoop,
    ) -> bool {
        let m = candidate.m;
        !node.in_check
            && result.best > -WIN_IN_MAX_PLY
            && match m.is_tactical() {
                true => candidate.losing && self.loses_too_much::<N>(node, m, result),
                false => self.is_futile::<N>(node, candidate, result),
            }
            && !node.position.gives_check(m)
    }

    /// Late move pruning (move count pruning): whether a node of so little depth has seen
    /// enough moves.
    pub(super) fn is_late(&self, node: &Node<P>, result: &MoveLoop) -> bool {
        let p = self.parameters();
        let base = p.lmp_base + p.shallow_lmp * self.shallow_plies / 100;
        let limit = base + node.depth * node.depth;
        let limit = if node.improving { limit } else { limit * 2 / 3 };
        !node.in_check && result.best > -WIN_IN_MAX_PLY && result.move_count > limit
    }

    /// SEE pruning and futility pruning of captures that lose material: more of it than so
    /// little depth can win back, or in so bad a position that they do not mend it.
    fn loses_too_much<N: NodeType>(&self, node: &Node<P>, m: Move, result: &MoveLoop) -> bool {
        let p = self.parameters();
        let reduction = self.base_reduction::<N>(node, result.move_count) / 100;
        let lmr_depth = (node.depth - reduction.max(0)).max(1);
        let margin = p.futility_base + p.futility_margin * lmr_depth;
        let futile = lmr_depth <= p.bad_capture_depth
            && node.static_eval.is_some_and(|eval| {
                eval.corrected + margin + node.position.gain(m) <= result.alpha
            });
        futile
            || node.depth <= p.see_depth
                && !self.see_ge(node, m, -p.see_tactical_margin * node.depth)
    }

    /// Whether a quiet move promises too little for the depth that is left.
    fn is_futile<N: NodeType>(
        &self,
        node: &Node<P>,
        candidate: &mut Candidate,
        result: &MoveLoop,
    ) -> bool {
        let (p, m) = (self.parameters(), candidate.m);
        let depth = node.depth;
        if self.is_late(node, result) {
            return true;
        }
        let history = self.history.quiet(&node.context, m);
        candidate.history = Some(history);
        let reduction = self.base_reduction::<N>(node, result.move_count)
            - 100 * history / p.lmr_history_divisor;
        let reduction = reduction / 100;
        let lmr_depth = (depth - reduction.max(0)).max(1);
        // History pruning.
        if lmr_depth <= p.history_pruning_depth && history < -p.history_pruning_margin * depth {
            return true;
        }
        // Futility pruning: no quiet move will mend so bad a position.
        let margin = p.futility_base + p.futility_margin * lmr_depth;
        if lmr_depth <= p.futility_depth
            && result.move_count > 1
            && node
                .static_eval
                .is_some_and(|eval| eval.corrected + margin <= result.alpha)
        {
            return true;
        }
        // SEE pruning.
        lmr_depth <= p.see_depth
            && !self.see_ge(node, m, -p.see_quiet_margin * lmr_depth * lmr_depth)
    }

    /// [`See::see_ge_facing`] what the other side threatens in a node.
    #[inline]
    fn see_ge(&self, node: &Node<P>, m: Move, threshold: i32) -> bool {
        let threats = node.context.threats();
        node.position.see_ge_facing(threats, m, threshold)
    }
}
