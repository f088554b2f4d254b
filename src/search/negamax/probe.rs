//! The endgame tables in the nodes.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::search::MAX_PLY;
use crate::search::parameters::Searchable;
use crate::search::tablebase::Wdl;
use crate::search::transposition::{Bound, Entry, value_to_table};
use crate::search::value::INFINITE;
use crate::search::worker::Worker;

use super::{MoveLoop, NodeType};

/// Plies by which what a table says is deeper than the node that asks: few searches know
/// better.
const DEEPER: i32 = 6;

/// Between which values the tables have proved that of a node to lie.
#[derive(Clone, Copy)]
pub struct Proven {
    lower: i32,
    upper: i32,
}

impl Proven {
    const NOTHING: Proven = Proven {
        lower: -INFINITE,
        upper: INFINITE,
    };

    /// Holds what the moves of a node came to within what is proved, which is something in
    /// PV nodes only.
    #[inline]
    pub fn hold<P: Searchable, N: NodeType>(self, result: &mut MoveLoop) {
        if P::HAS_TABLES && N::PV {
            result.best = result.best.clamp(self.lower, self.upper);
        }
    }
}

impl<P: Searchable> Worker<'_, P> {
    /// Asks the tables for a node's value, which may cut it off. In a PV node it only
    /// narrows the window, whose `alpha` is raised, unless it decides.
    #[inline]
    pub fn probe_tables<N: NodeType>(
        &mut self,
        position: &P,
        alpha: &mut i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> ControlFlow<i32, Proven> {
        if P::HAS_TABLES
            && !N::ROOT
            && self.shared.probes.men > 0
            && self.stack[ply].excluded.is_none()
            && let Some(wdl) = self.probe_wdl(position, depth)
        {
            return self.use_wdl::<N>(wdl, position, alpha, beta, depth, ply);
        }
        ControlFlow::Continue(Proven::NOTHING)
    }

    fn probe_wdl(&self, position: &P, depth: i32) -> Option<Wdl> {
        let plan = &self.shared.probes;
        let men = position.board().occupied().count();
        let is_asked_for = position.state().halfmove_clock == 0
            && (men < plan.men || men == plan.men && depth >= plan.depth);
        let tables = self.tables.filter(|_| is_asked_for)?;
        let wdl = tables.probe_wdl(position)?;
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        Some(wdl.by_rules(plan.fifty_moves))
    }

    fn use_wdl<N: NodeType>(
        &mut self,
        wdl: Wdl,
        position: &P,
        alpha: &mut i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> ControlFlow<i32, Proven> {
        let (value, bound) = (wdl.value(ply), wdl.bound());
        let decides = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= *alpha,
        };
        if decides {
            let entry = Entry {
                best: None,
                value: value_to_table(value, ply),
                static_eval: None,
                depth: (depth + DEEPER).min(MAX_PLY as i32 - 1),
                bound: Some(bound),
                pv: N::PV,
            };
            self.shared.table.store(position.key(), entry);
            return ControlFlow::Break(value);
        }
        let mut proven = Proven::NOTHING;
        match (N::PV, bound) {
            (true, Bound::Lower) => {
                *alpha = value.max(*alpha);
                proven.lower = value;
            }
            (true, Bound::Upper) => proven.upper = value,
            _ => {}
        }
        ControlFlow::Continue(proven)
    }
}
