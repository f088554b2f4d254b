//! Static exchange evaluation with draughts men, which take by jumping.
//!
//! A man *attacks* the squares where it could jump over an enemy, if one stood
//! there: those diagonally next to it, not on the border, with an empty square
//! behind.

use crate::rules::draughts::chains;
use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Board, Color, Move, Role, Square, attacks};

use super::see::{self, Attacker, Attackers, See, Threats};

/// Files a and h, ranks 1 and 8: nobody is jumped over there.
const BORDER: Bitboard = Bitboard::EDGES;

/// The directions of jumps.
const DIAGONALS: [i32; 4] = [-9, -7, 7, 9];

/// The squares that men attack. No shift runs round the border, since no square
/// of the border is attacked.
#[inline]
fn man_attacks(men: Bitboard, empty: Bitboard) -> Bitboard {
    DIAGONALS.into_iter().fold(Bitboard::EMPTY, |sum, step| {
        sum | men.shift(step) & empty.shift(-step) & !BORDER
    })
}

/// The squares that each side's men attack, by `color as usize`.
#[inline]
pub fn attacked_by_men(board: &Board) -> [Bitboard; 2] {
    [Color::Black, Color::White]
        .map(|color| man_attacks(board.pieces(color, Role::Man), !board.occupied()))
}

/// [`See::attacked`] with draughts men.
#[inline]
pub fn attacked<P: See>(position: &P) -> [Bitboard; 2] {
    let by_men = attacked_by_men(position.board())[!position.turn() as usize];
    see::attacked_on_one_board(position).map(|by_others| by_others | by_men)
}

/// [`See::gain`] with draughts men.
#[inline]
pub fn gain<P: See>(position: &P, m: Move) -> i32 {
    let (board, values) = (position.board(), &P::SEE_VALUES);
    let jumped = match m.kind() {
        MoveKind::Jump => taken(m)
            .into_iter()
            .filter_map(|square| board.role_at(square))
            .map(|role| values[role.index()])
            .sum(),
        _ => 0,
    };
    jumped + see::gain(board, values, m)
}

/// [`See::see_ge`] with draughts men.
///
/// A man takes by jumping over the square of the exchange, which ends it: nothing
/// stands there any more.
pub fn see_ge<P: See>(position: &P, m: Move, threshold: i32) -> bool {
    let (board, values) = (position.board(), &P::SEE_VALUES);
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.piece_at(from) else {
        return false;
    };
    see::swap_ge(
        gain(position, m),
        see::value_after(board, values, m),
        threshold,
        || {
            let occupied = (board.occupied() & !taken(m)).without(from).with(to);
            let mut attackers = Attackers::new(board, to, occupied);
            let mut side = piece.color();
            move || {
                side = !side;
                let men = board.pieces(side, Role::Man) & attackers.occupied.without(to);
                if man_attacks(men, !attackers.occupied).contains(to) {
                    return Some(Attacker::Escaping);
                }
                attackers.take_least_valuable(side, values)
            }
        },
    )
}

/// [`See::is_spared`] with draughts men: what a move leaves empty may be where one of them
/// jumps to. That is diagonally beside the square of the exchange, or what was jumped over.
#[inline]
pub fn is_spared(threats: &Threats, m: Move) -> bool {
    let (from, to) = (m.from(), m.to());
    let beside = attacks::king_attacks(from).contains(to);
    let diagonally = from.file() != to.file() && from.rank() != to.rank();
    threats.spare(m) && m.kind() != MoveKind::Jump && !(beside && diagonally)
}

/// [`See::takes`] with draughts men, which take what they jump over.
#[inline]
pub fn takes(m: Move, square: Square) -> bool {
    match m.kind() {
        MoveKind::Jump => taken(m).contains(square),
        _ => m.to() == square,
    }
}

/// The squares that a chain of jumps passes over; none for other moves.
#[inline]
fn taken(m: Move) -> Bitboard {
    match m.kind() {
        MoveKind::Jump => chains::taken(m.from(), m.chain()),
        _ => Bitboard::EMPTY,
    }
}
