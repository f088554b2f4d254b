//! What is not searched: nodes and moves that are judged without looking at them.

use crate::eval::{Evaluate, See};
use crate::rules::Move;

use super::negamax::{Node, NodeType, Progress, Scout};
use super::value::MATE_IN_MAX_PLY;
use super::worker::Worker;

/// Up to this depth a static evaluation far enough above beta is believed
/// (reverse futility pruning).
const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// What the opponent may win back with each ply of depth, in centipawns.
const REVERSE_FUTILITY_MARGIN: i32 = 80;

/// What a quiet move may gain near the leaves, in centipawns, and more with each
/// ply of depth.
const FUTILITY_BASE: i32 = 100;
const FUTILITY_MARGIN: i32 = 90;

/// Up to this depth late quiet moves are left out.
const LATE_MOVE_PRUNING_DEPTH: i32 = 6;

/// Up to this depth moves that lose much material are left out: tactical ones by
/// the depth, quiet ones by its square, in centipawns.
const EXCHANGE_PRUNING_DEPTH: i32 = 7;
const TACTICAL_LOSS: i32 = 100;
const QUIET_LOSS: i32 = 25;

/// Null moves are not tried with less depth left.
const NULL_MOVE_DEPTH: i32 = 3;

impl<P: Evaluate> Worker<'_, P> {
    /// The value of a node that is so good for the side to move that its moves need
    /// not be looked at one by one.
    pub fn prune_node(
        &mut self,
        position: &P,
        beta: i32,
        depth: i32,
        ply: usize,
        expected: i32,
        improving: bool,
    ) -> Option<i32> {
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
        if depth <= REVERSE_FUTILITY_DEPTH && expected - margin >= beta {
            return Some(expected);
        }
        self.null_move(position, beta, depth, ply, expected)
    }

    /// Lets the opponent move twice: who is still good then is good enough.
    fn null_move(
        &mut self,
        position: &P,
        beta: i32,
        depth: i32,
        ply: usize,
        expected: i32,
    ) -> Option<i32> {
        if depth < NULL_MOVE_DEPTH
            || expected < beta
            || self.plies[ply].after_null
            || !position.null_move_is_sound()
        {
            return None;
        }
        let reduction = 3 + depth / 4 + ((expected - beta) / 200).min(3);
        let mut child = position.clone();
        child.play_null();
        let repeatable_from = std::mem::replace(&mut self.repeatable_from, self.keys.len() + 1);
        self.keys.push(position.key());
        self.plies[ply + 1].after_null = true;
        self.plies[ply + 1].arrival = None;
        let value =
            -self.negamax::<Scout>(&child, -beta, -beta + 1, depth - 1 - reduction, ply + 1);
        self.plies[ply + 1].after_null = false;
        self.keys.pop();
        self.repeatable_from = repeatable_from;
        // A mate after passing is not proven.
        (value >= beta).then_some(value.min(MATE_IN_MAX_PLY - 1))
    }

    /// Whether a quiet move comes so late, with so little depth left, that it is
    /// not looked at (late move pruning), or the position is so bad that no quiet
    /// move will mend it (futility pruning), unless nothing better than a loss has
    /// been found yet.
    pub fn is_hopeless<N: NodeType>(&self, node: &Node<P>, m: Move, progress: &Progress) -> bool {
        !N::PRINCIPAL
            && !m.is_tactical()
            && !node.position.is_check()
            && node.depth <= LATE_MOVE_PRUNING_DEPTH
            && progress.best > -MATE_IN_MAX_PLY
            && (progress.number > late_move_limit(node.depth, node.improving)
                || progress.number > 1
                    && node.static_evaluation.is_some_and(|static_evaluation| {
                        let margin = FUTILITY_BASE + FUTILITY_MARGIN * node.depth;
                        static_evaluation + margin <= progress.alpha
                    }))
    }
}

/// Whether a move gives away more material than so little depth will find
/// compensation for.
pub(super) fn loses_material<N: NodeType, P: See>(
    node: &Node<P>,
    m: Move,
    losing: bool,
    progress: &Progress,
) -> bool {
    if N::PRINCIPAL
        || node.position.is_check()
        || node.depth > EXCHANGE_PRUNING_DEPTH
        || progress.best <= -MATE_IN_MAX_PLY
    {
        return false;
    }
    let depth = node.depth;
    match m.is_tactical() {
        true => losing && !node.position.see_ge(m, -TACTICAL_LOSS * depth),
        false => !node.position.see_ge(m, -QUIET_LOSS * depth * depth),
    }
}

/// How many moves are looked at near the leaves before quiet ones are left out.
fn late_move_limit(depth: i32, improving: bool) -> i32 {
    let limit = 4 + depth * depth;
    if improving { limit } else { limit * 2 / 3 }
}
