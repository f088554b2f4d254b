//! The order in which moves are tried: the better the first, the smaller the
//! tree.

use smallvec::SmallVec;

use crate::eval::See;
use crate::rules::Move;

use super::history::{Context, HISTORY_MAX, History};

/// Two quiet moves that refuted the opponent's play at the same ply.
pub type Killers = [Option<Move>; 2];

/// Killers come before all quiet moves with a history.
const KILLER: i32 = 4 * HISTORY_MAX;

/// What a centipawn of gain counts beside the history of tactical moves, and the
/// share of that history, in eighths.
const GAIN_WEIGHT: i32 = 16;
const TACTICAL_HISTORY_EIGHTHS: i32 = 5;

#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    order: i32,
}

type Candidates = SmallVec<[Candidate; 64]>;

/// What is handed out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    HashMove,
    Tactical,
    Quiet,
    Losing,
}

/// Hands out moves in stages: the hash move; captures and promotions that lose
/// nothing, the most valuable victims first; killers; quiet moves by history;
/// captures that lose material. Nothing is valued before its stage, since most
/// nodes end early.
pub struct MovePicker<'a, P> {
    position: &'a P,
    hash_move: Option<Move>,
    killers: Killers,
    context: Context,
    stage: Stage,
    moves: &'a [Move],
    /// Of the stage, from `next` on.
    candidates: Candidates,
    losing: Candidates,
    next: usize,
}

impl<'a, P: See> MovePicker<'a, P> {
    /// An order for `moves`, which must be legal in `position`.
    pub fn new(
        position: &'a P,
        moves: &'a [Move],
        hash_move: Option<Move>,
        killers: Killers,
        context: Context,
    ) -> MovePicker<'a, P> {
        MovePicker {
            position,
            hash_move: hash_move.filter(|m| moves.contains(m)),
            killers,
            context,
            stage: Stage::HashMove,
            moves,
            candidates: Candidates::new(),
            losing: Candidates::new(),
            next: 0,
        }
    }

    /// Whether there is no move at all.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The next move, and whether it is expected to lose material.
    pub fn next(&mut self, history: &History) -> Option<(Move, bool)> {
        loop {
            if self.stage == Stage::HashMove {
                self.enter(Stage::Tactical, history);
                if let Some(m) = self.hash_move {
                    return Some((m, false));
                }
            }
            let Some(Candidate { m, order }) = self.take_best() else {
                let following = match self.stage {
                    Stage::HashMove | Stage::Tactical => Stage::Quiet,
                    Stage::Quiet => Stage::Losing,
                    Stage::Losing => return None,
                };
                self.enter(following, history);
                continue;
            };
            if self.stage == Stage::Tactical && !self.position.see_ge(m, 0) {
                self.losing.push(Candidate { m, order });
                continue;
            }
            return Some((m, self.stage == Stage::Losing));
        }
    }

    /// Takes the candidate of the highest order, the first of equals.
    #[inline]
    fn take_best(&mut self) -> Option<Candidate> {
        let rest = self.candidates.get_mut(self.next..)?;
        let ordered = rest.iter().enumerate().rev();
        let (best, _) = ordered.max_by_key(|(_, candidate)| candidate.order)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    /// Values the moves of a stage.
    fn enter(&mut self, stage: Stage, history: &History) {
        self.stage = stage;
        self.next = 0;
        self.candidates.clear();
        if stage == Stage::Losing {
            self.candidates.append(&mut self.losing);
            return;
        }
        let tactical = stage == Stage::Tactical;
        for &m in self.moves {
            if m.is_tactical() == tactical && Some(m) != self.hash_move {
                let order = match tactical {
                    true => self.tactical_order(m, history),
                    false => self.quiet_order(m, history),
                };
                self.candidates.push(Candidate { m, order });
            }
        }
    }

    #[inline]
    fn tactical_order(&self, m: Move, history: &History) -> i32 {
        let known = history.tactical(self.position.board(), m);
        self.position.gain(m) * GAIN_WEIGHT + known * TACTICAL_HISTORY_EIGHTHS / 8
    }

    #[inline]
    fn quiet_order(&self, m: Move, history: &History) -> i32 {
        let rank = self.killers.iter().position(|&killer| killer == Some(m));
        match rank {
            Some(rank) => KILLER - rank as i32,
            None => {
                let position = self.position;
                history.quiet(position.board(), position.turn(), &self.context, m)
            }
        }
    }
}
