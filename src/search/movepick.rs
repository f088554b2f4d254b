//! Move ordering: the better the first move, the smaller the tree.

use crate::eval::See;
use crate::rules::Move;
use crate::rules::moves::MoveSink;

use super::history::{HISTORY_MAX, History, PreviousMoves};

/// Two quiet moves that refuted the opponent's play at the same ply (Akl and
/// Newborn, 1977).
pub type Killers = [Option<Move>; 2];

/// Killers come before all quiet moves with a history.
const KILLER_SCORE: i32 = 4 * HISTORY_MAX;

/// What a centipawn of gain counts beside the history of tactical moves, and the
/// share of that history, in eighths.
const GAIN_WEIGHT: i32 = 16;
const CAPTURE_HISTORY_EIGHTHS: i32 = 5;

#[derive(Clone, Copy, Debug)]
struct ScoredMove {
    m: Move,
    score: i32,
}

/// The moves of a node. Each ply of a search keeps one, so that its memory is asked
/// for once.
#[derive(Clone, Debug, Default)]
pub struct MoveBuffer {
    tactical: Vec<ScoredMove>,
    quiet: Vec<ScoredMove>,
    /// Tactical moves that lose material.
    bad_tactical: Vec<ScoredMove>,
}

impl MoveBuffer {
    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.tactical.clear();
        self.quiet.clear();
        self.bad_tactical.clear();
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tactical.is_empty() && self.quiet.is_empty()
    }

    /// Takes a move out; `false` if it is not there.
    fn remove(&mut self, m: Move) -> bool {
        let moves = match m.is_tactical() {
            true => &mut self.tactical,
            false => &mut self.quiet,
        };
        let place = moves.iter().position(|scored| scored.m == m);
        place.map(|place| moves.remove(place)).is_some()
    }
}

impl MoveSink for MoveBuffer {
    #[inline]
    fn add(&mut self, m: Move) {
        let scored = ScoredMove { m, score: 0 };
        match m.is_tactical() {
            true => self.tactical.push(scored),
            false => self.quiet.push(scored),
        }
    }
}

/// What is handed out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    HashMove,
    GoodTactical,
    Quiet,
    BadTactical,
}

/// Hands out moves in stages: the hash move; captures and promotions that lose
/// nothing by SEE, the most valuable victims first; killers; quiet moves by history;
/// captures that lose material. Nothing is scored before its stage, since most nodes
/// end early.
pub struct MovePicker<'a, P> {
    position: &'a P,
    moves: &'a mut MoveBuffer,
    hash_move: Option<Move>,
    killers: Killers,
    previous: PreviousMoves,
    stage: Stage,
    /// The first move of the stage that was not handed out yet.
    next: usize,
}

impl<'a, P: See> MovePicker<'a, P> {
    /// An order for `moves`, which must be legal in `position`. A hash move that is
    /// not among them (of a position with the same key) is ignored.
    pub fn new(
        position: &'a P,
        moves: &'a mut MoveBuffer,
        hash_move: Option<Move>,
        killers: Killers,
        previous: PreviousMoves,
    ) -> MovePicker<'a, P> {
        MovePicker {
            position,
            hash_move: hash_move.filter(|&m| moves.remove(m)),
            moves,
            killers,
            previous,
            stage: Stage::HashMove,
            next: 0,
        }
    }

    /// The next move, and whether it is a tactical one that loses material.
    #[inline]
    pub fn next(&mut self, history: &History) -> Option<(Move, bool)> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::GoodTactical;
                    self.score_tactical(history);
                    if self.hash_move.is_some() {
                        return self.hash_move.map(|m| (m, false));
                    }
                }
                Stage::GoodTactical => match take_best(&mut self.moves.tactical, self.next) {
                    Some(best) => {
                        self.next += 1;
                        if self.position.see_ge(best.m, 0) {
                            return Some((best.m, false));
                        }
                        self.moves.bad_tactical.push(best);
                    }
                    None => {
                        self.stage = Stage::Quiet;
                        self.next = 0;
                        self.score_quiet(history);
                    }
                },
                Stage::Quiet => match take_best(&mut self.moves.quiet, self.next) {
                    Some(best) => {
                        self.next += 1;
                        return Some((best.m, false));
                    }
                    None => {
                        self.stage = Stage::BadTactical;
                        self.next = 0;
                    }
                },
                Stage::BadTactical => {
                    let best = take_best(&mut self.moves.bad_tactical, self.next)?;
                    self.next += 1;
                    return Some((best.m, true));
                }
            }
        }
    }

    fn score_tactical(&mut self, history: &History) {
        for scored in &mut self.moves.tactical {
            let known = history.tactical(self.position.board(), scored.m);
            let gain = self.position.gain(scored.m);
            scored.score = gain * GAIN_WEIGHT + known * CAPTURE_HISTORY_EIGHTHS / 8;
        }
    }

    fn score_quiet(&mut self, history: &History) {
        let (board, turn) = (self.position.board(), self.position.turn());
        for scored in &mut self.moves.quiet {
            let m = scored.m;
            let rank = self.killers.iter().position(|&killer| killer == Some(m));
            scored.score = match rank {
                Some(rank) => KILLER_SCORE - rank as i32,
                None => history.quiet(board, turn, &self.previous, m),
            };
        }
    }
}

/// Brings the move of the highest score from `next` on, the first of equals, to that
/// place.
#[inline]
fn take_best(moves: &mut [ScoredMove], next: usize) -> Option<ScoredMove> {
    let rest = moves.get_mut(next..)?;
    let ordered = rest.iter().enumerate().rev();
    let (best, _) = ordered.max_by_key(|(_, scored)| scored.score)?;
    rest.swap(0, best);
    Some(rest[0])
}
