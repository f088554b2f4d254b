//! Moves that a piece could make by itself and that a rule forbids, for explaining
//! them to players.

use shakmaty::{Bitboard, Square};

use super::piece::Role;
use super::position::Position;
use super::supplement::{ForbiddenMove, Reason};

/// The ways of the side to move's pieces among `pieces` to `targets`, where `occupied`
/// squares block them, that no legal move goes.
pub(super) fn moves_to<P: Position>(
    position: &P,
    pieces: Bitboard,
    occupied: Bitboard,
    targets: Bitboard,
) -> impl Iterator<Item = (Square, Square)> {
    let board = position.board();
    let legal = position.legal_moves();
    let own = board.by_color(position.turn()) & pieces;
    own.into_iter()
        .filter_map(|from| Some((from, board.piece_at(from)?)))
        // Moves of pawns and men depend on more than the squares between.
        .filter(|(_, piece)| !matches!(piece.role(), Role::Pawn | Role::Man))
        .flat_map(move |(from, piece)| {
            let reached = piece.attacks(from, occupied) & targets & !own;
            reached.into_iter().map(move |to| (from, to))
        })
        .filter(move |&(from, to)| !legal.iter().any(|m| (m.from(), m.to()) == (from, to)))
}

/// Those of the side to move's pieces among `pieces` that only the own king's safety
/// forbids. In a finished game none: there nothing is to be played.
pub(super) fn exposing_moves<P: Position>(
    position: &P,
    pieces: Bitboard,
    occupied: Bitboard,
) -> Vec<ForbiddenMove> {
    if position.variant_end().is_some() {
        return Vec::new();
    }
    moves_to(position, pieces, occupied, Bitboard::FULL)
        .map(|(from, to)| ForbiddenMove {
            from,
            to,
            reason: Reason::ExposesKing,
        })
        .collect()
}
