//! History tables: how good moves have been in earlier searches.

use crate::rules::{Board, Color, Move, Piece, Role};

use super::correction_history::CorrectionHistory;

/// The highest value of a history entry.
pub const HISTORY_MAX: i32 = 16_384;

/// A piece and where it went, as Stockfish's `PieceToHistory` has it: what a reply
/// may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    pub const COUNT: usize = Piece::COUNT * 64;

    /// A number below [`PieceTo::COUNT`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What `m` does, made in a position with this board. `None` if there is no
    /// piece to make it.
    #[inline]
    pub fn of(board: &Board, m: Move) -> Option<PieceTo> {
        let piece = board.piece_at(m.from())?;
        // At most 14 * 64: the cast keeps the value.
        Some(PieceTo((piece.index() * 64 + m.to().to_usize()) as u16))
    }
}

/// The moves before the one that is looked at, the latest first; `None` where
/// there is none or a null move.
pub type PreviousMoves = [Option<PieceTo>; 2];

/// Kinds of victims in the capture history: a role, or none on the destination
/// (men that are jumped over, pawns taken en passant, ice).
const VICTIMS: usize = Role::COUNT + 1;

/// Which moves have been good, with gravity: an entry moves less the nearer it is
/// to its bounds.
///
/// Quiet moves are counted by side, origin and destination ('butterfly history',
/// Schaeffer 1983), and by the piece and its destination after each of the two moves before it
/// ('continuation history', from Stockfish); tactical ones by the piece, its destination
/// and the piece that stood there ('capture history', from Stockfish).
#[derive(Clone, Debug)]
pub struct History {
    butterfly: Vec<i16>,
    continuation: Vec<i16>,
    capture: Vec<i16>,
    /// What the static evaluation got wrong.
    pub correction: CorrectionHistory,
}

impl Default for History {
    fn default() -> History {
        History {
            butterfly: vec![0; 2 * 64 * 64],
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT],
            capture: vec![0; PieceTo::COUNT * VICTIMS],
            correction: CorrectionHistory::default(),
        }
    }
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
        self.capture.fill(0);
        self.correction.clear();
    }

    #[inline]
    fn butterfly_index(color: Color, m: Move) -> usize {
        (color as usize * 64 + m.from().to_usize()) * 64 + m.to().to_usize()
    }

    #[inline]
    fn continuation_index(before: PieceTo, piece_to: PieceTo) -> usize {
        before.index() * PieceTo::COUNT + piece_to.index()
    }

    #[inline]
    fn capture_index(board: &Board, m: Move) -> Option<usize> {
        let victim = board.role_at(m.to()).map_or(Role::COUNT, Role::index);
        Some(PieceTo::of(board, m)?.index() * VICTIMS + victim)
    }

    /// How good a quiet move has been, from `-3 * HISTORY_MAX` to
    /// `3 * HISTORY_MAX`.
    #[inline]
    pub fn quiet(&self, board: &Board, color: Color, previous: &PreviousMoves, m: Move) -> i32 {
        let mut value = i32::from(self.butterfly[History::butterfly_index(color, m)]);
        if let Some(piece_to) = PieceTo::of(board, m) {
            for &before in previous.iter().flatten() {
                let index = History::continuation_index(before, piece_to);
                value += i32::from(self.continuation[index]);
            }
        }
        value
    }

    /// How good a tactical move has been, from `-HISTORY_MAX` to `HISTORY_MAX`.
    #[inline]
    pub fn tactical(&self, board: &Board, m: Move) -> i32 {
        let index = History::capture_index(board, m);
        index.map_or(0, |index| i32::from(self.capture[index]))
    }

    /// Learns which tactical moves failed at this depth before `best` refuted the
    /// opponent's play, and that `best` did not if it is tactical itself.
    pub fn reward_tactical(&mut self, board: &Board, best: Move, tried: &[Move], depth: i32) {
        let bonus = bonus(depth);
        for &m in tried {
            if let Some(index) = History::capture_index(board, m) {
                let bonus = if m == best { bonus } else { -bonus };
                apply_gravity(&mut self.capture[index], bonus, HISTORY_MAX);
            }
        }
    }

    /// Learns that `best` refuted the opponent's play at this depth while the
    /// quiet moves tried before it did not.
    pub fn reward(
        &mut self,
        board: &Board,
        color: Color,
        previous: &PreviousMoves,
        best: Move,
        tried: &[Move],
        depth: i32,
    ) {
        let bonus = bonus(depth);
        self.update(board, color, previous, best, bonus);
        for &m in tried.iter().filter(|&&m| m != best) {
            self.update(board, color, previous, m, -bonus);
        }
    }

    fn update(
        &mut self,
        board: &Board,
        color: Color,
        previous: &PreviousMoves,
        m: Move,
        bonus: i32,
    ) {
        let butterfly = &mut self.butterfly[History::butterfly_index(color, m)];
        apply_gravity(butterfly, bonus, HISTORY_MAX);
        if let Some(piece_to) = PieceTo::of(board, m) {
            for &before in previous.iter().flatten() {
                let index = History::continuation_index(before, piece_to);
                apply_gravity(&mut self.continuation[index], bonus, HISTORY_MAX);
            }
        }
    }
}

/// What a refutation at this depth counts.
fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1600)
}

/// Moves an entry by `bonus`, less the nearer it is to `±most`, which must not be
/// less than the bonus nor more than 16 bits hold.
pub(super) fn apply_gravity(entry: &mut i16, bonus: i32, most: i32) {
    let value = i32::from(*entry);
    // Stays within the bounds, so that the cast keeps the value.
    *entry = (value + bonus - value * bonus.abs() / most) as i16;
}

#[cfg(test)]
mod tests {
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
            history.reward(board, Color::White, &[before, None], good, &[bad, good], 20);
        }
        let value = |previous: PreviousMoves, m| history.quiet(board, Color::White, &previous, m);
        let known = value([before, None], good);
        assert!(known > HISTORY_MAX * 18 / 10 && known <= 2 * HISTORY_MAX);
        assert!(value([before, None], bad) < -HISTORY_MAX * 18 / 10);
        assert!(value([None, None], good) <= HISTORY_MAX);
        assert_eq!(
            value([None, before], good),
            known,
            "one table for all plies"
        );
    }
}
