//! Which quiet moves may give check, told for all of a position at once.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::piece::Role;

/// A sieve for the quiet moves of a position, as Stockfish's check squares and blockers: what
/// it holds back gives no check, what it lets through may.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// The squares from which a piece of each kind that arrives there may give check.
    squares: [Bitboard; Role::COUNT],
    /// The pieces whose leaving may give check.
    blockers: Bitboard,
}

impl CheckInfo {
    /// Lets all moves through.
    pub const UNKNOWN: CheckInfo = CheckInfo {
        squares: [Bitboard::FULL; Role::COUNT],
        blockers: Bitboard::FULL,
    };

    /// Holds all but castling back.
    pub const NONE: CheckInfo = CheckInfo {
        squares: [Bitboard::EMPTY; Role::COUNT],
        blockers: Bitboard::EMPTY,
    };

    /// What may give check by side `by` to the `king`, on whose board stands what is
    /// `occupied`. Men are not looked at.
    #[inline]
    pub fn new(board: &Board, king: Square, by: Color, occupied: Bitboard) -> CheckInfo {
        let rooks = attacks::rook_attacks(king, occupied);
        let bishops = attacks::bishop_attacks(king, occupied);
        let mut squares = CheckInfo::NONE.squares;
        squares[Role::Pawn.index()] = attacks::pawn_attacks(!by, king);
        squares[Role::Knight.index()] = attacks::knight_attacks(king);
        squares[Role::Bishop.index()] = bishops;
        squares[Role::Rook.index()] = rooks;
        squares[Role::Queen.index()] = rooks | bishops;
        let blockers = board.screens(king, by, occupied);
        CheckInfo { squares, blockers }
    }

    /// The same, and men that arrive on or leave one of these squares.
    #[inline]
    pub fn with_men(mut self, squares: Bitboard) -> CheckInfo {
        self.squares[Role::Man.index()] |= squares;
        self.blockers |= squares;
        self
    }

    /// Whether a quiet move may give check, on the board of the position.
    #[inline]
    pub fn may_give_check(&self, board: &Board, m: Move) -> bool {
        let squares = board
            .role_at(m.from())
            .map(|role| self.squares[role.index()]);
        self.blockers.contains(m.from())
            || squares.is_none_or(|squares| squares.contains(m.to()))
            || !matches!(m.kind(), MoveKind::Quiet | MoveKind::DoubleStep)
            || m.promoted_to().is_some()
    }
}
