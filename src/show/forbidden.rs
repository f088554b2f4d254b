//! Moves that a piece could make by itself and that a rule forbids, for explaining
//! them to players.

use crate::rules::{Bitboard, Piece, Position, Rank, Role, Square, attacks};

use super::supplement::{ForbiddenMove, Reason};

/// The ways of the side to move's pieces among `pieces` to `targets`, where `occupied`
/// squares block them, that no legal move goes. Pawns take what stands on `occupied`
/// squares.
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
        .flat_map(move |(from, piece)| {
            let reached = match piece.role() {
                Role::Pawn => pawn_targets(piece, from, occupied),
                _ => piece.attacks(from, occupied),
            };
            let reached = reached & targets & !own;
            reached.into_iter().map(move |to| (from, to))
        })
        .filter(move |&(from, to)| !legal.iter().any(|m| (m.from(), m.to()) == (from, to)))
}

/// Where a pawn can go on a board with these pieces, en passant aside.
fn pawn_targets(pawn: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let us = pawn.color();
    let forward = us.fold_wb(8, -8);
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let single = Bitboard::from_square(from).shift(forward) & !occupied;
    let double = (single & third).shift(forward) & !occupied;
    single | double | pawn.attacks(from, occupied) & occupied
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
    let legal = position.legal_moves();
    let is_legal = |from, to| legal.iter().any(|m| (m.from(), m.to()) == (from, to));
    let en_passant = en_passant_captures(position, pieces);
    let en_passant = en_passant.filter(|&(from, to)| !is_legal(from, to));
    moves_to(position, pieces, occupied, Bitboard::FULL)
        .chain(en_passant)
        .map(|(from, to)| exposing(from, to))
        .collect()
}

/// The ways of those pawns among `pieces` that can capture en passant, if the captured
/// pawn is among them too, whether or not that leaves the own king in check.
fn en_passant_captures<P: Position>(
    position: &P,
    pieces: Bitboard,
) -> impl Iterator<Item = (Square, Square)> {
    let us = position.turn();
    let to = position.setup().en_passant.into_iter();
    let to = to.filter(move |to| {
        let captured = to.offset(us.fold_wb(-8, 8));
        captured.is_some_and(|square| pieces.contains(square))
    });
    let pawns = position.board().pieces(us, Role::Pawn) & pieces;
    to.flat_map(move |to| {
        let from = attacks::pawn_attacks(!us, to) & pawns;
        from.into_iter().map(move |from| (from, to))
    })
}

/// A move that would leave the own king in check.
pub(super) fn exposing(from: Square, to: Square) -> ForbiddenMove {
    ForbiddenMove {
        from,
        to,
        reason: Reason::ExposesKing,
    }
}
