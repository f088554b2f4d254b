//! History tables: how good moves have been in earlier searches.

use crate::eval::see::Threats;
use crate::rules::{Board, Color, Move, Role, State};

use super::correction_history::CorrectionHistory;
use super::gravity::apply_gravity;
use super::memory;
use super::piece_to::{PieceTo, PreviousMoves};

/// The highest value of a history entry.
pub const HISTORY_MAX: i32 = 16_384;

/// Pawn structures that the pawn history tells apart; a power of two.
const PAWN_STRUCTURES: usize = 512;

/// What the value of a quiet move in a node depends on beside the move.
#[derive(Clone, Copy, Debug)]
pub struct QuietContext<'a> {
    board: &'a Board,
    color: Color,
    previous: PreviousMoves,
    threats: Threats,
    /// The row of the pawn history.
    structure: usize,
}

impl<'a> QuietContext<'a> {
    /// That of a position with this state, in which `color` moves.
    #[inline]
    pub fn new(state: &'a State, color: Color, previous: PreviousMoves) -> QuietContext<'a> {
        QuietContext {
            board: &state.board,
            color,
            previous,
            threats: Threats::default(),
            structure: state.structure_key() as usize % PAWN_STRUCTURES,
        }
    }

    /// The same where the other side threatens so much.
    #[inline]
    pub fn facing(self, threats: Threats) -> QuietContext<'a> {
        QuietContext { threats, ..self }
    }

    /// What the other side threatens, if that has been said.
    #[inline]
    pub fn threats(&self) -> &Threats {
        &self.threats
    }
}

/// Kinds of victims in the capture history: a role, or none on the destination
/// (men that are jumped over, pawns taken en passant, ice).
const VICTIMS: usize = Role::COUNT + 1;

/// Which moves have been good, with gravity: an entry moves less the nearer it is
/// to its bounds.
///
/// Quiet moves are counted by side, origin and destination, and by which of the two are
/// attacked ('butterfly history', Schaeffer 1983; by threats as in Reckless),
/// by the piece and its destination after each of the moves one, two and four plies before it ('continuation history', from Stockfish) and with each structure of
/// pawns ('pawn history', from Stockfish); tactical ones by the piece, its destination
/// and the piece that stood there ('capture history', from Stockfish).
#[derive(Clone, Debug)]
pub struct History {
    /// By `color as usize`.
    butterfly: Box<[[i16; BUTTERFLY]; 2]>,
    /// A row for each move before.
    continuation: Box<[PieceToRow; PieceTo::COUNT]>,
    pawn: Box<[PieceToRow; PAWN_STRUCTURES]>,
    capture: Box<[[i16; VICTIMS]; PieceTo::COUNT]>,
    /// What the static evaluation got wrong.
    pub correction: CorrectionHistory,
}

/// Origins and destinations, attacked or not.
const BUTTERFLY: usize = 4 * 64 * 64;

#[inline]
fn butterfly_index(threats: &Threats, m: Move) -> usize {
    (threats.index(m) * 64 + m.from().to_usize()) * 64 + m.to().to_usize()
}

/// A value for each piece and destination.
type PieceToRow = [i16; PieceTo::COUNT];

/// The rows of [`History`] that belong to a node.
#[derive(Clone, Copy, Debug)]
pub struct QuietRows<'a> {
    board: &'a Board,
    threats: Threats,
    butterfly: &'a [i16; BUTTERFLY],
    pawn: &'a PieceToRow,
    continuation: [&'a PieceToRow; 3],
}

impl QuietRows<'_> {
    /// How good a quiet move has been, from `-5 * HISTORY_MAX` to
    /// `5 * HISTORY_MAX`.
    #[inline(always)]
    pub fn value(&self, m: Move) -> i32 {
        let value = i32::from(self.butterfly[butterfly_index(&self.threats, m)]);
        let index = PieceTo::index_of(PieceTo::of(self.board, m));
        let [one, two, four] = self.continuation;
        let at = |row: &PieceToRow| i32::from(row[index]);
        value + at(self.pawn) + at(one) + at(two) + at(four)
    }
}

impl Default for History {
    fn default() -> History {
        History {
            butterfly: memory::zeros(),
            continuation: memory::zeros(),
            pawn: memory::zeros(),
            capture: memory::zeros(),
            correction: CorrectionHistory::default(),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = History::default();
    }

    #[inline]
    fn butterfly_of(&mut self, color: Color, threats: &Threats, m: Move) -> &mut i16 {
        &mut self.butterfly[color as usize][butterfly_index(threats, m)]
    }

    #[inline]
    fn capture_index(board: &Board, m: Move) -> (usize, usize) {
        let victim = board.role_at(m.to()).map_or(Role::COUNT, Role::index);
        (PieceTo::index_of(PieceTo::of(board, m)), victim)
    }

    /// What the values of the quiet moves of a node are looked up in.
    #[inline]
    pub fn quiet_rows<'a>(&'a self, context: &QuietContext<'a>) -> QuietRows<'a> {
        QuietRows {
            board: context.board,
            threats: context.threats,
            butterfly: &self.butterfly[context.color as usize],
            pawn: &self.pawn[context.structure],
            continuation: context
                .previous
                .map(|before| &self.continuation[PieceTo::index_of(before)]),
        }
    }

    /// How good a quiet move has been; see [`QuietRows::value`].
    #[inline]
    pub fn quiet(&self, context: &QuietContext, m: Move) -> i32 {
        self.quiet_rows(context).value(m)
    }

    /// How good a tactical move has been, from `-HISTORY_MAX` to `HISTORY_MAX`.
    #[inline]
    pub fn tactical(&self, board: &Board, m: Move) -> i32 {
        let (piece_to, victim) = History::capture_index(board, m);
        i32::from(self.capture[piece_to][victim])
    }

    /// Learns which tactical moves failed at this depth before `best` refuted the
    /// opponent's play, and that `best` did not if it is tactical itself.
    pub fn reward_tactical(&mut self, board: &Board, best: Move, tried: &[Move], depth: i32) {
        let (bonus, malus) = (bonus(depth), malus(depth));
        for &m in tried {
            let (piece_to, victim) = History::capture_index(board, m);
            let bonus = if m == best { bonus } else { -malus };
            apply_gravity(&mut self.capture[piece_to][victim], bonus, HISTORY_MAX);
        }
    }

    /// Learns that `best` refuted the opponent's play at this depth while the
    /// quiet moves tried before it did not.
    pub fn reward(&mut self, context: &QuietContext, best: Move, tried: &[Move], depth: i32) {
        let malus = malus(depth);
        self.update(context, best, bonus(depth));
        for &m in tried.iter().filter(|&&m| m != best) {
            self.update(context, m, -malus);
        }
    }

    /// Learns how much better or worse than before `color` stands after a quiet move.
    pub fn learn_static_eval(&mut self, color: Color, threats: &Threats, m: Move, bonus: i32) {
        apply_gravity(self.butterfly_of(color, threats, m), bonus, HISTORY_MAX);
    }

    /// Learns that a quiet move made by `color`, `piece_to` after the `previous` ones, was
    /// answered by nothing good enough at this depth.
    pub fn reward_previous(
        &mut self,
        color: Color,
        threats: &Threats,
        previous: &PreviousMoves,
        (m, piece_to): (Move, PieceTo),
        depth: i32,
    ) {
        let bonus = bonus(depth);
        let butterfly = self.butterfly_of(color, threats, m);
        apply_gravity(butterfly, bonus / 2, HISTORY_MAX);
        self.update_continuation(previous, piece_to, bonus);
    }

    fn update(&mut self, context: &QuietContext, m: Move, bonus: i32) {
        let butterfly = self.butterfly_of(context.color, &context.threats, m);
        apply_gravity(butterfly, bonus, HISTORY_MAX);
        if let Some(piece_to) = PieceTo::of(context.board, m) {
            let pawn = &mut self.pawn[context.structure][piece_to.index()];
            apply_gravity(pawn, bonus, HISTORY_MAX);
            self.update_continuation(&context.previous, piece_to, bonus);
        }
    }

    /// Learns of the piece and destination of a quiet move after the `previous` ones.
    pub fn update_continuation(&mut self, previous: &PreviousMoves, piece_to: PieceTo, bonus: i32) {
        for &before in previous.iter().flatten() {
            let entry = &mut self.continuation[before.index()][piece_to.index()];
            apply_gravity(entry, bonus, HISTORY_MAX);
        }
    }
}

/// What a refutation at this depth counts.
pub(super) fn bonus(depth: i32) -> i32 {
    (190 * depth - 80).clamp(0, 1700)
}

/// What a move that was no refutation at this depth counts against it.
pub(super) fn malus(depth: i32) -> i32 {
    (180 * depth - 60).clamp(0, 1500)
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::rules::{MoveKind, Position, Square};

    use super::*;

    #[test]
    fn values_stay_within_bounds() {
        let mut history = History::default();
        let start = Chess::start();
        let board = start.board();
        let before = PieceTo::of(
            board,
            Move::new(Square::E7, Square::E5, MoveKind::DoubleStep),
        );
        let good = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let bad = Move::new(Square::G1, Square::H3, MoveKind::Quiet);
        for _ in 0..1000 {
            let context = QuietContext::new(start.state(), Color::White, [before, None, None]);
            history.reward(&context, good, &[bad, good], 20);
        }
        let value = |previous, m| {
            history.quiet(&QuietContext::new(start.state(), Color::White, previous), m)
        };
        let known = value([before, None, None], good);
        assert!(known > HISTORY_MAX * 27 / 10 && known <= 3 * HISTORY_MAX);
        assert!(value([before, None, None], bad) < -HISTORY_MAX * 27 / 10);
        assert!(value([None; 3], good) <= 2 * HISTORY_MAX);
        assert_eq!(
            value([None, before, None], good),
            known,
            "one table for all plies"
        );
    }

    #[test]
    fn a_move_without_a_good_answer_is_remembered() {
        let mut history = History::default();
        let start = Chess::start();
        let m = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let piece_to = PieceTo::of(start.board(), m).expect("a knight");
        let pawn = Move::new(Square::E7, Square::E5, MoveKind::DoubleStep);
        let before = PieceTo::of(start.board(), pawn);
        history.reward_previous(
            Color::White,
            &Threats::default(),
            &[before, None, None],
            (m, piece_to),
            6,
        );
        let value =
            |color, previous| history.quiet(&QuietContext::new(start.state(), color, previous), m);
        let alone = value(Color::White, [None; 3]);
        assert!(alone > 0);
        assert!(value(Color::White, [before, None, None]) > 2 * alone);
        assert_eq!(value(Color::Black, [None; 3]), 0);
    }

    #[test]
    fn pawn_structures_are_told_apart() {
        let mut history = History::default();
        let start = Chess::start();
        let mut other = start.clone();
        for text in ["e2e4", "e7e5"] {
            other.play(other.parse_coordinates(text).unwrap());
        }
        let m = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
        let [here, there] =
            [&start, &other].map(|game| QuietContext::new(game.state(), Color::White, [None; 3]));
        history.reward(&here, m, &[], 6);
        assert_eq!(history.quiet(&here, m), 2 * history.quiet(&there, m));
    }
}
