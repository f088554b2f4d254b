//! Terms that several games share, and the arithmetic of squares they need.
//!
//! Everything is always inlined: [`super::HandCrafted::static_eval`] tells why.

use crate::rules::{Bitboard, Board, Color, File, Role, attacks};

use super::piece_square::PieceSquareTables;
use super::score::Score;

/// The value of one side's pieces, by [`Role::index`].
#[inline(always)]
pub fn material(board: &Board, values: &[Score; Role::COUNT], color: Color) -> Score {
    Role::ALL
        .into_iter()
        .map(|role| values[role.index()] * board.pieces(color, role).count() as i32)
        .sum()
}

/// What the squares are worth to a side's pieces, of those in `pieces`.
#[inline(always)]
pub fn piece_squares(
    board: &Board,
    pieces: Bitboard,
    tables: &PieceSquareTables,
    color: Color,
) -> Score {
    let mut total = Score::ZERO;
    for role in Role::ALL {
        for square in board.pieces(color, role) & pieces {
            total += tables[role.index()].at(square, color);
        }
    }
    total
}

/// One value for each square of a set.
#[inline(always)]
pub fn each(squares: Bitboard, value: Score) -> Score {
    value * squares.count() as i32
}

/// The phase that orthodox pieces make, from 0 to
/// [`FULL_PHASE`](super::FULL_PHASE).
#[inline(always)]
pub fn orthodox_phase(board: &Board) -> i32 {
    let count = |role| board.by_role(role).count() as i32;
    (count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen))
        .min(super::FULL_PHASE)
}

/// The squares one rank further on.
#[inline(always)]
pub fn forward(squares: Bitboard, color: Color) -> Bitboard {
    squares.shift(color.fold_wb(8, -8))
}

/// The squares one file to the left and one to the right.
#[inline(always)]
pub fn beside(squares: Bitboard) -> Bitboard {
    let west = squares & !Bitboard::from_file(File::A);
    let east = squares & !Bitboard::from_file(File::H);
    west.shift(-1) | east.shift(1)
}

/// The front spans of squares: those ahead on the same files, without the squares
/// themselves.
#[inline(always)]
pub fn front_spans(squares: Bitboard, color: Color) -> Bitboard {
    let step = color.fold_wb(8, -8);
    let mut fill = squares.shift(step);
    fill |= fill.shift(step);
    fill |= fill.shift(2 * step);
    fill | fill.shift(4 * step)
}

/// What all of these pawns attack.
#[inline(always)]
pub fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    forward(beside(pawns), color)
}

/// [`pawn_attacks`] towards the a-file and towards the h-file.
#[inline(always)]
pub fn pawn_attacks_by_direction(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    let west = pawns & !Bitboard::from_file(File::A);
    let east = pawns & !Bitboard::from_file(File::H);
    (
        forward(west.shift(-1), color),
        forward(east.shift(1), color),
    )
}

/// The squares around a side's king and its own; none without a king.
#[inline(always)]
pub fn king_zone(board: &Board, color: Color) -> Bitboard {
    board.king_of(color).map_or(Bitboard::EMPTY, |king| {
        attacks::king_attacks(king).with(king)
    })
}

const FIFTY_MOVES: u32 = 100;

/// A value after so many plies without progress: less and less of it counts, half
/// when the fifty-move rule ends the game.
#[inline(always)]
pub fn fifty_move_scaled(value: i32, halfmove_clock: u32) -> i32 {
    let plies = halfmove_clock.min(FIFTY_MOVES) as i32;
    let whole = 2 * FIFTY_MOVES as i32;
    value * (whole - plies) / whole
}
