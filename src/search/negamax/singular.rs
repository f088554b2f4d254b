//! Singular extensions and multi-cut.

use crate::search::parameters::Searchable;
use crate::search::transposition::{Bound, value_from_table};
use crate::search::value::{DRAW, is_decisive};
use crate::search::worker::Worker;

use super::{Node, NodeType, NonPv};

/// What a search without the hash move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singular {
    /// The hash move is to be searched so many plies deeper.
    Extend(i32),
    /// Another move is better than beta too: the node is at least worth this.
    MultiCut(i32),
}

impl<P: Searchable> Worker<'_, P> {
    /// Singular extensions (Anantharaman, Campbell and Hsu, 1988): the node is searched
    /// without its hash move, where the table promises that this is a good one. If all
    /// other moves are much worse, it goes deeper; if another is good enough too, the
    /// node is cut (multi-cut) or the hash move reduced.
    pub(super) fn singular_search<N: NodeType>(&mut self, node: &Node<P>) -> Singular {
        let p = self.parameters();
        let (position, depth, ply) = (node.position, node.depth, node.ply);
        let Some(entry) = node.entry else {
            return Singular::Extend(0);
        };
        let promised = value_from_table(entry.value, ply);
        if N::ROOT
            || entry.best.is_none()
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || entry.depth < depth - p.singular_table_depth
            || is_decisive(promised)
            || depth < p.singular_depth
            || node.excluded.is_some()
            // Lines of extensions only must end.
            || ply >= 2 * self.root_depth
        {
            return Singular::Extend(0);
        }
        let bound = promised - p.singular_margin * depth;
        let much_worse = bound - p.double_extension_margin;
        let by_far = much_worse - p.triple_extension_margin;
        let quiet = entry.best.is_some_and(|m| !m.is_tactical());
        let static_eval = self.stack[ply].static_eval;
        self.stack[ply].excluded = entry.best;
        let others = self.negamax::<NonPv>(
            position,
            bound - 1,
            bound,
            (depth - 1) / 2,
            ply,
            node.cut_node,
        );
        self.stack[ply].excluded = None;
        // The search of the same node has written over what is known of it.
        self.stack[ply].static_eval = static_eval;
        if self.is_stopped() {
            Singular::MultiCut(DRAW)
        } else if others < bound {
            let (double, triple) = (others < much_worse, others < by_far && quiet);
            let more = i32::from(double) + i32::from(triple);
            Singular::Extend(1 + i32::from(!N::PV) * more)
        } else if others >= node.beta && !N::PV && !is_decisive(others) {
            Singular::MultiCut(others)
        } else if promised >= node.beta {
            Singular::Extend(-1 - i32::from(!N::PV))
        } else if node.cut_node {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
