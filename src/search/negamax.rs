//! Principal variation search below the root.

use once_cell::sync::Lazy;
use smallvec::SmallVec;

use crate::eval::{Evaluate, Evaluator};
use crate::rules::{Move, Outcome, Position};

use super::MAX_PLY;
use super::extension::HashMoveIs;
use super::history::{Arrival, HISTORY_MAX};
use super::picker::MovePicker;
use super::pruning::loses_material;
use super::transposition::{Bound, Entry, value_from_table, value_to_table};
use super::value::{DRAW, INFINITE, is_decisive, mate_in, mated_in};
use super::worker::Worker;

/// What kind of node is searched; one function is compiled for each.
pub(super) trait NodeType {
    /// Whether the window is open, so that an exact value is wanted.
    const PRINCIPAL: bool;
}

/// A node of the principal variation.
pub(super) struct Principal;

/// A node of which only is asked whether it is better than a bound.
pub(super) struct Scout;

impl NodeType for Principal {
    const PRINCIPAL: bool = true;
}

impl NodeType for Scout {
    const PRINCIPAL: bool = false;
}

/// From this depth on nodes without a hash move are searched less.
const UNORDERED_DEPTH: i32 = 4;

/// Reductions begin at this depth.
const LATE_MOVE_DEPTH: i32 = 3;

/// Plies that late moves are searched less, by depth and number of the move: the
/// product of the logarithms, as most engines since Fruit have it.
static REDUCTIONS: Lazy<Box<[[i8; 64]; 64]>> = Lazy::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            // At most 8: the cast is exact.
            *reduction = (0.6 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i8;
        }
    }
    table
});

/// The question asked of a node.
pub(super) struct Node<'p, P> {
    pub position: &'p P,
    pub beta: i32,
    pub depth: i32,
    pub ply: usize,
    pub static_evaluation: Option<i32>,
    /// Whether the side to move stands better than at its move before.
    pub improving: bool,
    pub hash_move: Option<Move>,
    /// A move that is not looked at, in a search for how good the others are.
    pub excluded: Option<Move>,
    /// Plies that the hash move is searched deeper.
    pub extension: i32,
}

/// What a position seems to be worth before its moves are looked at, in centipawns
/// from the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement {
    /// The static evaluation.
    pub raw: i32,
    /// The same, less what it got wrong in such positions before.
    pub corrected: i32,
    /// What an earlier search made of it, where that says more.
    pub expected: i32,
}

/// What the moves of a node have come to so far.
pub(super) struct Progress {
    pub best: i32,
    pub best_move: Option<Move>,
    pub number: i32,
    pub alpha: i32,
}

impl<P: Evaluate> Worker<'_, P> {
    /// The value of `position`, `ply` plies from the root, looked at `depth` plies
    /// deep: exact between `alpha` and `beta`, else a bound.
    pub fn negamax<N: NodeType>(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.plies[ply].line.clear();
        if depth <= 0 {
            return self.quiescence::<N>(position, alpha, beta, ply);
        }
        if self.enter(ply) {
            return DRAW;
        }
        if let Some(end) = self.end_of_game(position, ply) {
            return end;
        }
        // Mate distance pruning: no line from here beats a shorter mate found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let known = self.shared.table.probe(position.key());
        let excluded = self.plies[ply].excluded;
        if let Some(entry) = known
            && !N::PRINCIPAL
            && excluded.is_none()
            && entry.depth >= depth
        {
            let value = value_from_table(entry.value, ply);
            if cuts(entry.bound, value, alpha, beta) {
                return value;
            }
        }
        let judgement = self.judge(position, known, ply);
        self.plies[ply].static_evaluation = judgement.map(|judgement| judgement.corrected);
        let improving = self.is_improving(ply);
        if !N::PRINCIPAL
            && !is_decisive(beta)
            && excluded.is_none()
            && let Some(judgement) = judgement
            && let Some(value) =
                self.prune_node(position, beta, depth, ply, judgement.expected, improving)
        {
            return value;
        }

        let hash_move = known.and_then(|entry| entry.best);
        // Internal iterative reduction: without a hash move the order of moves is
        // poor, and the next iteration will have one.
        let unordered = depth >= UNORDERED_DEPTH && hash_move.is_none();
        let depth = depth - i32::from(unordered);
        let extension = match self.examine_hash_move::<N>(position, beta, depth, ply, known) {
            HashMoveIs::Ordinary => 0,
            HashMoveIs::Extended(plies) => plies,
            HashMoveIs::OneOfSeveral(value) => return value,
        };
        let node = Node {
            position,
            beta,
            // Check extension: an answer to check is no progress in depth.
            depth: depth + i32::from(position.is_check()),
            ply,
            static_evaluation: judgement.map(|judgement| judgement.corrected),
            improving,
            hash_move,
            excluded,
            extension,
        };
        let progress = self.try_moves::<N>(&node, alpha);
        if self.is_stopped() {
            return DRAW;
        }
        if excluded.is_some() {
            return progress.best;
        }
        let bound = if progress.best >= beta {
            Bound::Lower
        } else if progress.alpha > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(judgement) = judgement {
            self.learn_correction(&node, judgement, &progress, bound);
        }
        let entry = Entry {
            best: progress.best_move,
            value: value_to_table(progress.best, ply),
            static_evaluation: judgement.map(|judgement| judgement.raw),
            depth,
            bound,
        };
        self.shared.table.store(position.key(), entry);
        progress.best
    }

    /// What `position` seems to be worth; `None` in check, where nobody can tell.
    #[inline]
    pub fn judge(&mut self, position: &P, known: Option<Entry>, ply: usize) -> Option<Judgement> {
        if position.is_check() {
            return None;
        }
        let raw = known
            .and_then(|entry| entry.static_evaluation)
            .unwrap_or_else(|| self.evaluator.evaluate(position));
        let last = self.plies[ply].arrival;
        let corrected = raw + self.history.correction.correction(position, last);
        let better = known.and_then(|entry| {
            let value = value_from_table(entry.value, ply);
            let says_more = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value > corrected,
                Bound::Upper => value < corrected,
            };
            (says_more && !is_decisive(value)).then_some(value)
        });
        Some(Judgement {
            raw,
            corrected,
            expected: better.unwrap_or(corrected),
        })
    }

    /// Remembers how far the static evaluation was from what the moves came to, where
    /// that was no matter of captures.
    fn learn_correction(
        &mut self,
        node: &Node<P>,
        judgement: Judgement,
        progress: &Progress,
        bound: Bound,
    ) {
        let quiet = progress.best_move.is_none_or(|m| !m.is_tactical());
        let error = progress.best - judgement.corrected;
        let known = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if quiet && known && !is_decisive(progress.best) {
            let last = self.plies[node.ply].arrival;
            let correction = &mut self.history.correction;
            correction.learn(node.position, last, error, node.depth);
        }
    }

    /// The value of a position in which the game is over or the search must end.
    fn end_of_game(&mut self, position: &P, ply: usize) -> Option<i32> {
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
        (ply >= MAX_PLY).then(|| self.evaluator.evaluate(position))
    }

    /// Whether a position of this line has come back, or one of the game for the
    /// third time.
    fn is_repetition(&self, position: &P) -> bool {
        let now = self.keys.len();
        let clock = position.halfmove_clock() as usize;
        let oldest = now.saturating_sub(clock).max(self.repeatable_from);
        let Some(newest) = now.checked_sub(4) else {
            return false;
        };
        let mut seen_in_game = false;
        for index in (oldest..=newest).rev().step_by(2) {
            if self.keys[index] == position.key() {
                if index >= self.root_index() || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// Whether the side to move stands better than two plies before.
    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).map(|ply| &self.plies[ply]);
        let before = before.and_then(|ply| ply.static_evaluation);
        match (self.plies[ply].static_evaluation, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Searches the moves of a node, the first with the full window, the others to
    /// see whether they are better.
    fn try_moves<N: NodeType>(&mut self, node: &Node<P>, alpha: i32) -> Progress {
        let (position, ply) = (node.position, node.ply);
        let killers = self.plies[ply].killers;
        self.plies[ply + 1].killers = [None; 2];
        let moves = position.legal_moves();
        let context = self.context(ply);
        let mut picker = MovePicker::new(position, &moves, node.hash_move, killers, context);
        let mut progress = Progress {
            best: -INFINITE,
            best_move: None,
            number: 0,
            alpha,
        };
        if picker.is_empty() {
            progress.best = match position.is_check() {
                true => mated_in(ply),
                false => DRAW,
            };
            return progress;
        }
        let mut quiets = SmallVec::<[Move; 64]>::new();
        let mut tacticals = SmallVec::<[Move; 32]>::new();
        self.keys.push(position.key());
        while let Some((m, losing)) = picker.next(self.history) {
            if node.excluded == Some(m) {
                continue;
            }
            progress.number += 1;
            if self.is_hopeless::<N>(node, m, &progress)
                || loses_material::<N, P>(node, m, losing, &progress)
            {
                continue;
            }
            let value = self.try_move::<N>(node, m, losing, &progress);
            if self.is_stopped() {
                break;
            }
            match m.is_tactical() {
                true => tacticals.push(m),
                false => quiets.push(m),
            }
            progress.best = progress.best.max(value);
            if value > progress.alpha {
                progress.alpha = value;
                progress.best_move = Some(m);
                if N::PRINCIPAL {
                    let (before, after) = self.plies.split_at_mut(ply + 1);
                    before[ply].line.assign(m, &after[0].line);
                }
                if value >= node.beta {
                    if !m.is_tactical() {
                        self.learn(node, m, &quiets);
                    }
                    let board = position.board();
                    self.history
                        .reward_tactical(board, m, &tacticals, node.depth);
                    break;
                }
            }
        }
        self.keys.pop();
        if progress.number == 0 {
            // No move beside the excluded one.
            progress.best = alpha;
        }
        progress
    }

    /// Searches one move.
    fn try_move<N: NodeType>(
        &mut self,
        node: &Node<P>,
        m: Move,
        losing: bool,
        progress: &Progress,
    ) -> i32 {
        let mut child = node.position.clone();
        child.play(m);
        self.shared.table.prefetch(child.key());
        self.evaluator.push(node.position, m, &child);
        let value = self.try_child::<N>(node, &child, m, losing, progress);
        self.evaluator.pop();
        value
    }

    /// Searches the position after a move.
    fn try_child<N: NodeType>(
        &mut self,
        node: &Node<P>,
        child: &P,
        m: Move,
        losing: bool,
        progress: &Progress,
    ) -> i32 {
        let (alpha, beta) = (progress.alpha, node.beta);
        let extension = match Some(m) == node.hash_move {
            true => node.extension,
            false => 0,
        };
        let depth = node.depth - 1 + extension;
        let ply = node.ply + 1;
        self.plies[ply].arrival = Arrival::of(node.position.board(), m);
        if progress.number == 1 {
            return -self.negamax::<N>(child, -beta, -alpha, depth, ply);
        }
        let reduction = match m.is_tactical() && !losing || node.position.is_check() {
            true => 0,
            false => self.reduction::<N>(node, child, m, progress.number),
        };
        let reduced = (depth - reduction).max(depth.min(1));
        let mut value = -self.negamax::<Scout>(child, -alpha - 1, -alpha, reduced, ply);
        if value > alpha && reduced < depth {
            value = -self.negamax::<Scout>(child, -alpha - 1, -alpha, depth, ply);
        }
        if N::PRINCIPAL && value > alpha && value < beta {
            value = -self.negamax::<Principal>(child, -beta, -alpha, depth, ply);
        }
        value
    }

    /// By how many plies a late move is searched less (late move reductions).
    fn reduction<N: NodeType>(&self, node: &Node<P>, child: &P, m: Move, number: i32) -> i32 {
        if node.depth < LATE_MOVE_DEPTH || number < 3 {
            return 0;
        }
        let row = &REDUCTIONS[node.depth.min(63) as usize];
        let mut reduction = i32::from(row[number.min(63) as usize]);
        reduction += i32::from(!node.improving);
        reduction -= i32::from(N::PRINCIPAL) + i32::from(child.is_check());
        let context = self.context(node.ply);
        let board = node.position.board();
        let history = self.history.quiet(board, node.position.turn(), &context, m);
        reduction -= history / HISTORY_MAX;
        reduction.max(0)
    }

    /// Remembers a quiet move that refuted the opponent's play.
    fn learn(&mut self, node: &Node<P>, m: Move, quiets: &[Move]) {
        let killers = &mut self.plies[node.ply].killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let context = self.context(node.ply);
        let board = node.position.board();
        self.history
            .reward(board, node.position.turn(), &context, m, quiets, node.depth);
    }
}

/// Whether a bound known for a position decides the question asked.
#[inline]
pub(super) fn cuts(bound: Bound, value: i32, alpha: i32, beta: i32) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
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
