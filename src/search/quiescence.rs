//! Quiescence: captures and promotions are played out before a position is
//! judged, and checks are answered.

use crate::eval::{Evaluate, Evaluator};

use super::MAX_PLY;
use super::history::Arrival;
use super::negamax::{NodeType, cuts, value_of_end};
use super::picker::MovePicker;
use super::transposition::{Bound, Entry, value_from_table, value_to_table};
use super::value::{DRAW, INFINITE, is_decisive, mated_in};
use super::worker::Worker;

/// What a capture may win beside its victim, in centipawns: one that cannot reach
/// alpha even so is left out (delta pruning).
const DELTA_MARGIN: i32 = 150;

impl<P: Evaluate> Worker<'_, P> {
    /// The value of `position` once nothing hangs: exact between `alpha` and
    /// `beta`, else a bound.
    pub fn quiescence<N: NodeType>(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.plies[ply].line.clear();
        if self.enter(ply) {
            return DRAW;
        }
        if let Some(end) = position.variant_end() {
            return value_of_end(position, end, ply);
        }
        if ply >= MAX_PLY {
            return self.evaluator.evaluate(position);
        }
        let known = self.shared.table.probe(position.key());
        if let Some(entry) = known
            && !N::PRINCIPAL
        {
            let value = value_from_table(entry.value, ply);
            if cuts(entry.bound, value, alpha, beta) {
                return value;
            }
        }
        let in_check = position.is_check();
        let judgement = self.judge(position, known, ply);
        // Standing pat: nobody has to take, but check must be answered.
        let mut best = judgement.map_or(-INFINITE, |judgement| judgement.expected);
        if best >= beta {
            return best;
        }
        let mut raised = alpha.max(best);
        let mut best_move = None;

        let moves = match in_check {
            true => position.legal_moves(),
            false => position.tactical_moves(),
        };
        if in_check && moves.is_empty() {
            return mated_in(ply);
        }
        let hash_move = known.and_then(|entry| entry.best);
        let context = self.context(ply);
        let mut picker = MovePicker::new(position, &moves, hash_move, [None; 2], context);
        while let Some((m, losing)) = picker.next(self.history) {
            if losing && !in_check {
                break;
            }
            if let Some(judgement) = judgement
                && m.promoted_to().is_none()
                && !is_decisive(raised)
            {
                let most = judgement.corrected + position.gain(m) + DELTA_MARGIN;
                if most <= raised {
                    best = best.max(most);
                    continue;
                }
            }
            let mut child = position.clone();
            child.play(m);
            self.evaluator.push(position, m, &child);
            self.plies[ply + 1].arrival = Arrival::of(position.board(), m);
            let value = -self.quiescence::<N>(&child, -beta, -raised, ply + 1);
            self.evaluator.pop();
            if self.is_stopped() {
                return DRAW;
            }
            best = best.max(value);
            if value > raised {
                raised = value;
                best_move = Some(m);
                if N::PRINCIPAL {
                    let (before, after) = self.plies.split_at_mut(ply + 1);
                    before[ply].line.assign(m, &after[0].line);
                }
                if value >= beta {
                    break;
                }
            }
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if raised > alpha && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: best_move,
            value: value_to_table(best, ply),
            static_evaluation: judgement.map(|judgement| judgement.raw),
            depth: 0,
            bound,
        };
        self.shared.table.store(position.key(), entry);
        best
    }
}
