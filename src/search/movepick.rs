//! Move ordering: the better the first move, the smaller the tree.

use crate::eval::See;
use crate::rules::Move;
use crate::rules::moves::{MoveSink, Quiet, Tactical};

use super::history::{History, QuietContext};

/// Two quiet moves that refuted the opponent's play at the same ply (Akl and
/// Newborn, 1977).
pub type Killers = [Option<Move>; 2];

/// What a centipawn of gain counts beside the history of tactical moves, and the
/// share of that history, in eighths.
const GAIN_WEIGHT: i32 = 16;
const CAPTURE_HISTORY_EIGHTHS: i32 = 5;

/// Moves that compare by score, and of equal scores by place, the first highest: score
/// and place are one number, so that the best of many is found by the processor's
/// instruction for it.
#[derive(Clone, Debug, Default)]
struct ScoredMoves {
    moves: Vec<Move>,
    /// A number for each move, as far as places fit in; those that come later are handed
    /// out as they are. No position that is played has so many moves.
    keys: Vec<i32>,
    /// So many moves are in their order already.
    ordered: usize,
}

/// The bits of a key for the place; the others are for the score.
const PLACE_BITS: u32 = 10;
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_MASK: i32 = PLACES as i32 - 1;
const SCORE_MAX: i32 = i32::MAX >> PLACE_BITS;

impl ScoredMoves {
    #[inline]
    fn key(score: i32, place: usize) -> i32 {
        // Below `PLACES`: the cast keeps the value.
        score.clamp(-SCORE_MAX, SCORE_MAX) << PLACE_BITS | (PLACES - 1 - place) as i32
    }

    /// Takes a move out before scores are given; `false` if it is not there.
    #[inline]
    fn remove(&mut self, m: Move) -> bool {
        let place = self.moves.iter().position(|&known| known == m);
        place.map(|place| self.moves.remove(place)).is_some()
    }

    /// Gives scores to all moves.
    ///
    /// Drawn into its callers, so that what `score` looks at stays in registers.
    #[inline(always)]
    fn score(&mut self, score: impl Fn(Move) -> i32) {
        self.ordered = 0;
        self.keys.clear();
        self.keys.resize(self.moves.len().min(PLACES), 0);
        for ((key, &m), place) in self.keys.iter_mut().zip(&self.moves).zip(0..) {
            *key = ScoredMoves::key(score(m), place);
        }
    }

    /// The move at this place, if it is in its order already.
    #[inline]
    fn known(&self, next: usize) -> Option<Move> {
        match next < self.ordered {
            true => self.moves.get(next).copied(),
            false => None,
        }
    }

    /// Brings the move of the highest score from `next` on, the first of equals, to that
    /// place.
    #[inline]
    fn take_best(&mut self, next: usize) -> Option<Move> {
        let rest = self.keys.get(next..).unwrap_or_default();
        if next >= self.ordered && !rest.is_empty() {
            self.ordered = next + 1;
            let highest = rest.iter().fold(i32::MIN, |highest, &key| highest.max(key));
            let place = highest & PLACE_MASK;
            let best = PLACES - 1 - place as usize;
            self.moves.swap(next, best);
            // The key of what is in its order is not looked at again.
            self.keys[best] = self.keys[next] & !PLACE_MASK | place;
        }
        self.moves.get(next).copied()
    }
}

impl MoveSink for ScoredMoves {
    #[inline]
    fn add(&mut self, m: Move) {
        self.moves.push(m);
    }
}

/// The moves of a node. Each ply of a search keeps one, so that its memory is asked
/// for once.
#[derive(Clone, Debug, Default)]
pub struct MoveBuffer {
    /// Those that lose material come to its begin again once they are found out.
    tactical: ScoredMoves,
    quiet: ScoredMoves,
}

impl MoveBuffer {
    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.tactical.moves.clear();
        self.quiet.moves.clear();
    }

    #[inline]
    fn of_kind(&mut self, m: Move) -> &mut ScoredMoves {
        match m.is_tactical() {
            true => &mut self.tactical,
            false => &mut self.quiet,
        }
    }
}

impl MoveSink for MoveBuffer {
    #[inline]
    fn add(&mut self, m: Move) {
        self.of_kind(m).moves.push(m);
    }
}

/// What is handed out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    HashMove,
    PrepareTactical,
    GoodTactical,
    Killers,
    PrepareQuiet,
    Quiet,
    BadTactical,
}

/// Hands out moves in stages: the hash move; captures and promotions that lose
/// nothing by SEE, the most valuable victims first; killers; quiet moves by history;
/// captures that lose material, and promotions to lesser pieces. Nothing is generated or
/// scored before its stage, since most nodes end early.
pub struct MovePicker<'a, P> {
    position: &'a P,
    moves: &'a mut MoveBuffer,
    /// Whether the moves are still to be generated.
    generates: bool,
    hash_move: Option<Move>,
    killers: Killers,
    stage: Stage,
    /// The first move of the stage that was not handed out yet.
    next: usize,
    /// Tactical moves that lose material.
    losing: usize,
    /// Of quiet moves, only those that give check are wanted.
    checks_only: bool,
    /// Quiet moves that were left out for that.
    left_out: i32,
}

impl<'a, P: See> MovePicker<'a, P> {
    /// An order for the legal moves of `position`. A hash move or killer that is not
    /// among them (of a position with the same key, or of another one) is ignored.
    pub fn new(
        position: &'a P,
        moves: &'a mut MoveBuffer,
        hash_move: Option<Move>,
        killers: Killers,
    ) -> MovePicker<'a, P> {
        moves.clear();
        MovePicker {
            position,
            moves,
            generates: true,
            hash_move: hash_move.filter(|&m| position.is_legal(m)),
            killers,
            stage: Stage::HashMove,
            next: 0,
            losing: 0,
            checks_only: false,
            left_out: 0,
        }
    }

    /// An order for `moves`, which must be legal in `position`.
    pub fn of_moves(
        position: &'a P,
        moves: &'a mut MoveBuffer,
        hash_move: Option<Move>,
    ) -> MovePicker<'a, P> {
        MovePicker {
            position,
            generates: false,
            hash_move: hash_move.filter(|&m| moves.of_kind(m).remove(m)),
            moves,
            killers: [None; 2],
            stage: Stage::HashMove,
            next: 0,
            losing: 0,
            checks_only: false,
            left_out: 0,
        }
    }

    /// Leaves out the quiet moves that follow, but for those that give check.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.checks_only = true;
    }

    /// How many moves were left out since this was asked for the last time.
    #[inline]
    pub fn take_left_out(&mut self) -> i32 {
        std::mem::take(&mut self.left_out)
    }

    /// The next move, and whether it is a tactical one that loses material.
    #[inline]
    pub fn next(&mut self, history: &History, context: &QuietContext) -> Option<(Move, bool)> {
        // Most quiet moves have been chosen by `upcoming`.
        if self.stage == Stage::Quiet
            && !self.checks_only
            && let Some(m) = self.moves.quiet.known(self.next)
        {
            self.next += 1;
            return Some((m, false));
        }
        self.next_by_stage(history, context)
    }

    /// The same, whatever is handed out next.
    #[inline(never)]
    fn next_by_stage(&mut self, history: &History, context: &QuietContext) -> Option<(Move, bool)> {
        loop {
            match self.stage {
                Stage::HashMove => {
                    self.stage = Stage::PrepareTactical;
                    if let Some(m) = self.hash_move {
                        return Some((m, false));
                    }
                }
                Stage::PrepareTactical | Stage::GoodTactical => match self.next_tactical(history) {
                    Some(m) if self.position.see_ge_facing(context.threats(), m, 0) => {
                        return Some((m, false));
                    }
                    Some(m) => {
                        self.moves.tactical.moves[self.losing] = m;
                        self.losing += 1;
                    }
                    None => {
                        self.moves.tactical.moves.truncate(self.losing);
                        self.stage = Stage::Killers;
                        self.next = 0;
                    }
                },
                Stage::Killers => {
                    let killer = self.killers.get(self.next);
                    match killer.copied().flatten() {
                        Some(m) if self.is_killer(m) => {
                            self.next += 1;
                            return Some((m, false));
                        }
                        _ if self.next < self.killers.len() => {
                            self.killers[self.next] = None;
                            self.next += 1;
                        }
                        _ => self.stage = Stage::PrepareQuiet,
                    }
                }
                Stage::PrepareQuiet => {
                    self.stage = Stage::Quiet;
                    self.next = 0;
                    self.prepare_quiets(history, context);
                }
                Stage::Quiet => {
                    let next = match self.checks_only {
                        true => self.next_check(),
                        false => self.moves.quiet.take_best(self.next),
                    };
                    if let Some(m) = next {
                        self.next += 1;
                        return Some((m, false));
                    }
                    self.stage = Stage::BadTactical;
                    self.next = 0;
                }
                Stage::BadTactical => {
                    let &m = self.moves.tactical.moves.get(self.next)?;
                    self.next += 1;
                    let loses = self.next <= self.losing
                        || !self.position.see_ge_facing(context.threats(), m, 0);
                    return Some((m, loses));
                }
            }
        }
    }

    /// What is handed out next, where that is known already.
    #[inline]
    pub fn upcoming(&mut self) -> Option<Move> {
        match self.stage {
            Stage::GoodTactical => self.moves.tactical.take_best(self.next),
            Stage::Quiet if !self.checks_only => self.moves.quiet.take_best(self.next),
            _ => None,
        }
    }

    /// The next tactical move, whether it loses material or not: the hash move if it is
    /// one, then those that promise most.
    #[inline]
    pub fn next_tactical(&mut self, history: &History) -> Option<Move> {
        if self.stage == Stage::HashMove {
            self.stage = Stage::PrepareTactical;
            let tactical = self.hash_move.filter(|m| m.is_tactical());
            if tactical.is_some() {
                return tactical;
            }
        }
        if self.stage == Stage::PrepareTactical {
            self.stage = Stage::GoodTactical;
            self.prepare_tacticals(history);
        }
        let best = self.moves.tactical.take_best(self.next)?;
        self.next += 1;
        Some(best)
    }

    /// Generates and scores the tactical moves that were not handed out yet.
    #[inline(never)]
    fn prepare_tacticals(&mut self, history: &History) {
        let position = self.position;
        let moves = &mut self.moves.tactical;
        if self.generates {
            position.generate::<Tactical, _>(moves);
            if let Some(m) = self.hash_move {
                moves.remove(m);
            }
        }
        moves.score(|m| {
            let known = history.tactical(position.board(), m);
            position.gain(m) * GAIN_WEIGHT + known * CAPTURE_HISTORY_EIGHTHS / 8
        });
    }

    /// Whether a killer can be handed out.
    fn is_killer(&self, m: Move) -> bool {
        !m.is_tactical() && self.hash_move != Some(m) && self.position.is_legal(m)
    }

    /// Generates and scores the quiet moves that were not handed out yet.
    ///
    /// Not drawn into [`MovePicker::next`], which would look up the rows of the histories
    /// each time that it is called.
    #[inline(never)]
    fn prepare_quiets(&mut self, history: &History, context: &QuietContext) {
        if self.generates {
            self.position.generate::<Quiet, _>(self.moves);
            for m in [self.hash_move].into_iter().chain(self.killers).flatten() {
                self.moves.of_kind(m).remove(m);
            }
        }
        if !self.checks_only {
            let rows = history.quiet_rows(context);
            self.moves.quiet.score(|m| rows.value(m));
        }
    }

    /// The next quiet move that gives check, in no order.
    fn next_check(&mut self) -> Option<Move> {
        let rest = self.moves.quiet.moves.get(self.next..)?;
        let (position, info) = (self.position, self.position.check_info());
        let check = rest
            .iter()
            .position(|&m| info.may_give_check(position.board(), m) && position.gives_check(m));
        let passed = check.unwrap_or(rest.len());
        self.left_out += passed as i32;
        self.next += passed;
        rest.get(passed).copied()
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::See;
    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::search::testing::{position, samples};

    use super::*;

    fn context<P: See>(position: &P) -> QuietContext<'_> {
        QuietContext::new(position.state(), position.turn(), [None; 3])
    }

    /// All moves in the order of the picker, and whether it calls them losing.
    fn picked<P: See>(
        position: &P,
        hash_move: Option<Move>,
        killers: Killers,
        history: &History,
    ) -> Vec<(Move, bool)> {
        let mut moves = MoveBuffer::default();
        let context = context(position);
        let mut picker = MovePicker::new(position, &mut moves, hash_move, killers);
        std::iter::from_fn(|| picker.next(history, &context)).collect()
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

    fn what_is_upcoming_comes_next<P: See + Notation>() {
        for position in samples::<P>() {
            let context = context(&position);
            let mut history = History::default();
            let legal = position.legal_moves();
            let quiets = legal.iter().filter(|m| !m.is_tactical());
            for (place, &m) in quiets.enumerate() {
                history.reward(&context, m, &[], 1 + place as i32 % 8);
            }
            let mut moves = MoveBuffer::default();
            let mut picker = MovePicker::new(&position, &mut moves, None, [None; 2]);
            let mut upcoming = None;
            let looked_ahead = std::iter::from_fn(|| {
                let (m, losing) = picker.next(&history, &context)?;
                // A tactical one may turn out to lose material.
                let known = upcoming.filter(|known: &Move| !known.is_tactical());
                assert!(known.is_none_or(|known| known == m), "{}", position.fen());
                upcoming = picker.upcoming();
                Some((m, losing))
            });
            let looked_ahead: Vec<_> = looked_ahead.collect();
            assert_eq!(
                looked_ahead,
                picked(&position, None, [None; 2], &history),
                "{}",
                position.fen()
            );
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
            let mut picker = MovePicker::new(&position, &mut moves, quiet, [None; 2]);
            let picked = std::iter::from_fn(|| picker.next_tactical(&history));
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
                history.reward(&context(&position), liked, &[], 20);
            }
            let moves = picked(&position, None, [Some(second), Some(first)], &history);
            let tactical = position.tactical_moves();
            let stage = |m: Move| match (tactical.contains(&m), position.see_ge(m, 0)) {
                (true, true) => Stage::GoodTactical,
                _ if m.is_tactical() => Stage::BadTactical,
                _ => Stage::Quiet,
            };
            let stages: Vec<Stage> = moves.iter().map(|picked| stage(picked.0)).collect();
            assert!(stages.is_sorted_by_key(|&stage| stage as u8), "{stages:?}");
            for &(m, losing) in &moves {
                let loses = m.is_tactical() && !position.see_ge(m, 0);
                assert_eq!(losing, loses, "{m:?} {}", position.fen());
            }
            let mut buffer = MoveBuffer::default();
            let mut picker = MovePicker::new(&position, &mut buffer, None, [None; 2]);
            picker.skip_quiets();
            let picked = std::iter::from_fn(|| picker.next(&history, &context(&position)));
            let expected = position.legal_moves().into_iter();
            let expected = expected.filter(|&m| m.is_tactical() || position.gives_check(m));
            assert_eq!(picked.count(), expected.count(), "{}", position.fen());
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
        what_is_upcoming_comes_next,
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
