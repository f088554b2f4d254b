//! What is left out of the moves of a node, or searched less deep: late move reductions
//! and the pruning of single moves.

use crate::rules::Move;
use crate::search::parameters::Searchable;
use crate::search::value::MATE_IN_MAX_PLY;
use crate::search::worker::Worker;

use super::{MoveLoop, Node, NodeType};

impl<P: Searchable> Worker<'_, P> {
    /// Late move reductions: by how many plies a late move is searched less.
    pub(super) fn reduction<N: NodeType>(
        &self,
        node: &Node<P>,
        child: &P,
        m: Move,
        move_count: i32,
    ) -> i32 {
        let p = self.parameters();
        if node.depth < p.lmr_depth || move_count < 2 + i32::from(N::PV) {
            return 0;
        }
        let history = match m.is_tactical() {
            true => 100 * self.history.tactical(node.position.board(), m) / p.lmr_capture_divisor,
            false => 100 * self.history.quiet(&node.context, m) / p.lmr_history_divisor,
        };
        let reduction = self.base_reduction::<N>(node, move_count) - history
            + p.lmr_cut_node * i32::from(node.cut_node)
            + p.lmr_tactical_hash_move * i32::from(node.hash_move.is_some_and(Move::is_tactical))
            - p.lmr_tt_pv * i32::from(node.tt_pv)
            - p.lmr_root * i32::from(N::ROOT)
            - p.lmr_check * i32::from(child.is_check());
        (reduction / 100).max(0)
    }

    /// The part of the reduction that depends on the number of the move and the depth, in
    /// hundredths of a ply.
    fn base_reduction<N: NodeType>(&self, node: &Node<P>, move_count: i32) -> i32 {
        let p = self.parameters();
        p.lmr_base
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
        m: Move,
        losing: bool,
        result: &MoveLoop,
    ) -> bool {
        !node.in_check
            && result.best > -MATE_IN_MAX_PLY
            && match m.is_tactical() {
                true => losing && self.loses_too_much(node, m),
                false => self.is_futile::<N>(node, m, result),
            }
            && !node.position.gives_check(m)
    }

    /// SEE pruning of captures: more material is lost than so little depth can win back.
    fn loses_too_much(&self, node: &Node<P>, m: Move) -> bool {
        let p = self.parameters();
        node.depth <= p.see_depth && !node.position.see_ge(m, -p.see_tactical_margin * node.depth)
    }

    /// Whether a quiet move promises too little for the depth that is left.
    fn is_futile<N: NodeType>(&self, node: &Node<P>, m: Move, result: &MoveLoop) -> bool {
        let p = self.parameters();
        let depth = node.depth;
        // Late move pruning (move count pruning).
        let limit = p.lmp_base + depth * depth;
        let limit = if node.improving { limit } else { limit * 2 / 3 };
        if result.move_count > limit {
            return true;
        }
        let history = self.history.quiet(&node.context, m);
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
            && !node
                .position
                .see_ge(m, -p.see_quiet_margin * lmr_depth * lmr_depth)
    }
}
