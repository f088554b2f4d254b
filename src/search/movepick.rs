//! Move ordering: the better the first move, the smaller the tree.

use crate::eval::See;
use crate::rules::Move;
use crate::rules::moves::MoveSink;

use super::history::{HISTORY_MAX, History, PreviousMoves, QuietContext};

/// Two quiet moves that refuted the opponent's play at the same ply (Akl and
/// Newborn, 1977).
pub type Killers = [Option<Move>; 2];

/// Killers come before all quiet moves with a history.
const KILLER_SCORE: i32 = 6 * HISTORY_MAX;

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
        let context = QuietContext::new(board, turn, self.previous);
        for scored in &mut self.moves.quiet {
            let m = scored.m;
            let rank = self.killers.iter().position(|&killer| killer == Some(m));
            scored.score = match rank {
                Some(rank) => KILLER_SCORE - rank as i32,
                None => history.quiet(&context, m),
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

#[cfg(test)]
mod tests {
    use crate::eval::See;
    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::search::testing::{position, samples};

    use super::*;

    /// All moves in the order of the picker, and whether it calls them losing.
    fn picked<P: See>(
        position: &P,
        hash_move: Option<Move>,
        killers: Killers,
        history: &History,
    ) -> Vec<(Move, bool)> {
        let mut moves = MoveBuffer::default();
        position.generate::<_, false>(&mut moves);
        let mut picker = MovePicker::new(position, &mut moves, hash_move, killers, [None; 3]);
        std::iter::from_fn(|| picker.next(history)).collect()
    }

    /// Moves in one order, with what the picker says of them.
    fn sorted(moves: impl IntoIterator<Item = (Move, bool)>) -> Vec<(u32, bool)> {
        let moves = moves.into_iter();
        let mut sorted: Vec<_> = moves.map(|(m, losing)| (m.to_bits(), losing)).collect();
        sorted.sort();
        sorted
    }

    fn every_move_comes_once_and_the_hash_move_first<P: See + Notation>() {
        let history = History::default();
        for position in samples::<P>() {
            let legal = position.legal_moves();
            let losing = |m: Move| (m, m.is_tactical() && !position.see_ge(m, 0));
            let moves = picked(&position, None, [None; 2], &history);
            assert_eq!(sorted(moves), sorted(legal.iter().map(|&m| losing(m))));
            for &hash_move in &legal {
                let moves = picked(&position, Some(hash_move), [None; 2], &history);
                assert_eq!(moves[0], (hash_move, false), "{}", position.fen());
                let others = legal.iter().filter(|&&m| m != hash_move);
                let others = sorted(others.map(|&m| losing(m)));
                assert_eq!(
                    sorted(moves[1..].iter().copied()),
                    others,
                    "{}",
                    position.fen()
                );
            }
        }
    }

    fn a_hash_move_of_another_position_is_ignored<P: See + Notation>() {
        let history = History::default();
        let mut others = 0;
        for position in samples::<P>() {
            let legal = position.legal_moves();
            let all = picked(&position, None, [None; 2], &history);
            for m in samples::<P>().flat_map(|other| other.legal_moves()) {
                if !legal.contains(&m) {
                    assert_eq!(picked(&position, Some(m), [Some(m), None], &history), all);
                    others += 1;
                }
            }
            // A quiet one, where only tactical ones are wanted.
            let quiet = legal.iter().copied().find(|m| !m.is_tactical());
            let mut moves = MoveBuffer::default();
            position.generate::<_, true>(&mut moves);
            let mut picker = MovePicker::new(&position, &mut moves, quiet, [None; 2], [None; 3]);
            let picked = std::iter::from_fn(|| picker.next(&history));
            assert_eq!(picked.count(), position.tactical_moves().len());
        }
        assert!(others > 0);
    }

    fn stages_follow_each_other<P: See + Notation>() {
        for position in samples::<P>() {
            let quiets = position
                .legal_moves()
                .into_iter()
                .filter(|m| !m.is_tactical());
            let quiets: Vec<Move> = quiets.collect();
            // The killers come first whatever history says, then what it likes best.
            let [first, .., liked, second] = quiets[..] else {
                continue;
            };
            let mut history = History::default();
            for _ in 0..100 {
                let context = QuietContext::new(position.board(), position.turn(), [None; 3]);
                history.reward(&context, liked, &[], 20);
            }
            let moves = picked(&position, None, [Some(second), Some(first)], &history);
            let stage = |m: Move| match (m.is_tactical(), position.see_ge(m, 0)) {
                (true, true) => Stage::GoodTactical,
                (false, _) => Stage::Quiet,
                (true, false) => Stage::BadTactical,
            };
            let stages: Vec<Stage> = moves.iter().map(|picked| stage(picked.0)).collect();
            assert!(stages.is_sorted_by_key(|&stage| stage as u8), "{stages:?}");
            for (&(m, losing), stage) in moves.iter().zip(stages) {
                assert_eq!(
                    losing,
                    stage == Stage::BadTactical,
                    "{m:?} {}",
                    position.fen()
                );
            }
            let mut picked = moves
                .iter()
                .map(|picked| picked.0)
                .filter(|m| !m.is_tactical());
            let best = [picked.next(), picked.next(), picked.next()];
            assert_eq!(
                best,
                [Some(second), Some(first), Some(liked)],
                "{}",
                position.fen()
            );
        }
    }

    for_each_game!(
        every_move_comes_once_and_the_hash_move_first,
        a_hash_move_of_another_position_is_ignored,
        stages_follow_each_other,
    );

    #[test]
    fn the_most_valuable_victim_comes_first_and_a_losing_capture_last() {
        // The pawn on e5 is protected, queen and knight are not.
        let position: Chess = position("6k1/8/3p4/n3p2q/4R3/8/8/R3K2R w - - 0 1");
        let moves = picked(&position, None, [None; 2], &History::default());
        let text = |place: usize| moves[place].0.to_string();
        assert_eq!([text(0), text(1)], ["h1h5", "a1a5"]);
        assert_eq!(text(moves.len() - 1), "e4e5");
        assert_eq!(moves.iter().filter(|picked| picked.1).count(), 1);
    }
}
