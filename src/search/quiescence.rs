//! Quiescence search: captures and promotions are played out before a position is
//! evaluated, and checks are answered.

use crate::rules::Move;

use super::movepick::MovePicker;
use super::negamax::NodeType;
use super::parameters::Searchable;
use super::transposition::{Bound, Entry, value_to_table};
use super::value::{DRAW, INFINITE, is_decisive, mated_in};
use super::worker::Worker;

impl<P: Searchable> Worker<'_, P> {
    /// The value of `position` once nothing hangs: exact between `alpha` and
    /// `beta`, else a bound.
    pub fn quiescence<N: NodeType>(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if N::PV {
            self.memory[ply].pv.clear();
        }
        if self.enter(ply) {
            return DRAW;
        }
        if let Some(end) = self.end_of_game(position, ply) {
            return end;
        }
        let entry = self.shared.table.probe(position.key());
        if let Some(entry) = entry
            && !N::PV
            && let Some(value) = entry.cutoff(alpha, beta, ply, position.state().halfmove_clock)
        {
            return value;
        }
        let hash_move = entry.and_then(|entry| entry.best);
        self.prefetch_child(position, hash_move);
        let in_check = position.is_check();
        let static_eval = self.static_eval(position, entry, ply);
        // Standing pat: nobody has to capture, but check must be answered.
        let mut best = static_eval.map_or(-INFINITE, |eval| eval.estimate);
        if best >= beta {
            if let (None, Some(eval)) = (entry, static_eval) {
                let entry = Entry::unsearched(eval.raw, best, Some(Bound::Lower));
                self.shared.table.store(position.key(), entry);
            }
            return best;
        }
        alpha = alpha.max(best);
        let mut best_move = None;
        let mut has_move = false;
        let mut move_count = 0;
        let last_square = self.stack[ply].last_move.map(Move::to);
        let mut asked_for = None;

        let mut moves = self.memory[ply].moves.take().unwrap_or_default();
        let mut context = self.quiet_context(position, ply);
        if in_check {
            context = context.facing(self.threats(position));
        }
        let threats = self.known_threats(position);
        let mut picker = MovePicker::new(position, &mut moves, hash_move, [None; 2]);
        while let Some(m) = match in_check {
            true => picker.next(self.history, &context).map(|(m, _)| m),
            false => picker.next_tactical(self.history),
        } {
            has_move = true;
            // The first captures decide, or those that take back what has just moved.
            if !in_check
                && move_count >= self.parameters().qs_moves
                && m.promoted_to().is_none()
                && !last_square.is_some_and(|square| position.takes(m, square))
                && !is_decisive(alpha)
            {
                continue;
            }
            self.prefetch_child(position, Some(m).filter(|_| asked_for != Some(m)));
            asked_for = picker.upcoming();
            self.prefetch_child(position, asked_for);
            if let Some(eval) = static_eval {
                // What the table thinks best is not asked for its exchanges.
                let loses = || Some(m) != hash_move && !position.see_ge_facing(&threats, m, 0);
                // Delta pruning: a capture that cannot reach alpha even so.
                if m.promoted_to().is_none() && !is_decisive(alpha) {
                    let margin = self.parameters().delta_margin;
                    let most = eval.corrected + position.gain(m) + margin;
                    if most <= alpha {
                        if most > best && !loses() {
                            best = most;
                        }
                        continue;
                    }
                }
                if loses() {
                    continue;
                }
            }
            asked_for = None;
            move_count += 1;
            let mut child = position.clone();
            self.make(&mut child, m, ply);
            let value = -self.quiescence::<N>(&child, -beta, -alpha, ply + 1);
            self.unmake();
            if self.is_stopped() {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = Some(m);
                if N::PV {
                    self.update_pv(ply, m);
                }
                if value >= beta {
                    break;
                }
            }
        }
        self.memory[ply].moves = Some(moves);
        if in_check && !has_move {
            return mated_in(ply);
        }
        if self.is_stopped() {
            return DRAW;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            best: best_move,
            value: value_to_table(best, ply),
            static_eval: static_eval.map(|eval| eval.raw),
            depth: 0,
            bound: Some(bound),
            pv: N::PV || entry.is_some_and(|entry| entry.pv),
        };
        self.shared.table.store(position.key(), entry);
        best
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::rules::{MoveKind, Square};
    use crate::search::negamax::{NonPv, Pv};
    use crate::search::testing::{at, position, samples, with_clock};
    use crate::search::transposition::DEPTH_UNSEARCHED;
    use crate::search::value::mate_in;

    use super::*;

    fn who_is_not_in_check_may_stand_pat<P: Searchable + Notation>() {
        for position in samples::<P>().filter(|position| !position.is_check()) {
            at(&position, |worker| {
                let eval = worker.static_eval(&position, None, 1).expect("no check");
                let (raw, eval) = (eval.raw, eval.corrected);
                let value = worker.quiescence::<NonPv>(&position, eval - 1, eval, 1);
                assert_eq!((value, worker.nodes), (eval, 1), "{}", position.fen());
                let known = worker.shared.table.probe(position.key());
                let known = known.expect("what was evaluated is kept");
                assert_eq!(known, Entry::unsearched(raw, eval, Some(Bound::Lower)));
                assert_eq!(known.depth, DEPTH_UNSEARCHED);
            });
            at(&position, |worker| {
                let eval = worker
                    .static_eval(&position, None, 1)
                    .expect("no check")
                    .corrected;
                let value = worker.quiescence::<Pv>(&position, -INFINITE, INFINITE, 1);
                assert!(value >= eval, "{value} < {eval}: {}", position.fen());
                assert!(worker.keys.is_empty());
            });
        }
    }

    for_each_game!(who_is_not_in_check_may_stand_pat);

    /// The value of a position two plies from the root, and its static evaluation.
    fn value_and_eval(fen: &str, clock: u32) -> (i32, i32) {
        let position: Chess = with_clock(&position(fen), clock);
        at(&position, |worker| {
            let value = worker.quiescence::<Pv>(&position, -INFINITE, INFINITE, 2);
            (value, worker.evaluate(&position))
        })
    }

    /// The knight gives check and takes the queen next.
    const FORK: &str = "4k3/pp6/8/8/3Q4/8/2n5/4K3 w - - 0 1";
    const BACK_RANK_MATE: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

    #[test]
    fn check_must_be_answered() {
        let (value, eval) = value_and_eval(FORK, 0);
        assert!(value < 0 && eval > 200, "{value} {eval}");
        assert!(!is_decisive(value), "{value}");
        // By a capture that loses the queen, if there is nothing else.
        let (value, _) = value_and_eval("k7/8/8/5Q2/8/4p3/5nPP/6RK w - - 0 1", 0);
        assert!(!is_decisive(value), "{value}");
    }

    /// The nodes that a rook takes which may capture several pawns, none of which is worth
    /// enough, where the last move went to this square.
    fn nodes_of_captures(last: Option<&str>) -> u64 {
        let start: Chess = position("7k/3p4/8/8/1p1R2p1/8/3p4/K7 w - - 0 1");
        at(&start, |worker| {
            let alpha = worker.evaluate(&start) + 200;
            worker.stack[1].last_move = last.map(|square| {
                let to = square.parse().expect("a square");
                Move::new(Square::H8, to, MoveKind::Quiet)
            });
            worker.quiescence::<NonPv>(&start, alpha, alpha + 1, 1);
            worker.nodes
        })
    }

    #[test]
    fn after_two_captures_only_what_takes_back_is_tried() {
        assert_eq!(nodes_of_captures(None), 3);
        // One of the first two, or another one.
        let mut nodes = ["d7", "b4", "g4", "d2"].map(|square| nodes_of_captures(Some(square)));
        nodes.sort_unstable();
        assert_eq!(nodes, [3, 3, 4, 4]);
    }

    #[test]
    fn mates_are_seen() {
        assert_eq!(value_and_eval(BACK_RANK_MATE, 0).0, mated_in(2));
        let capture = "r5k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        assert_eq!(value_and_eval(capture, 0).0, mate_in(3));
    }

    #[test]
    fn after_fifty_moves_only_mate_is_no_draw() {
        assert_eq!(value_and_eval(FORK, 100).0, DRAW);
        // No answer to the check begins the count anew.
        assert_eq!(value_and_eval(FORK, 99).0, DRAW);
        assert!(
            value_and_eval(FORK, 98).0 < 0,
            "the queen can still be taken"
        );
        assert_eq!(value_and_eval(BACK_RANK_MATE, 100).0, mated_in(2));
    }
}
