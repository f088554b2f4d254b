//! Legal moves of orthodox chess with obstacles, from check masks and pins: no
//! move is made to see whether it was legal, but for en passant.

use shakmaty::{Bitboard, Color, Rank, Square, attacks};

use crate::rules::castling::Castling;
use crate::rules::moves::{All, GenType, Move, MoveFinder, MoveKind, MoveSink};
use crate::rules::piece::{Piece, Role};

use super::{Cubes, Orthodox};

/// What the generator works out once a position.
struct Context<C> {
    us: Color,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    cubes: C,
    occupied: Bitboard,
    /// Own pieces that stand alone between the king and an enemy slider.
    pinned: Bitboard,
    /// Where a piece other than the king must go: anywhere, or while in check onto
    /// the checker or between.
    check_mask: Bitboard,
}

impl Orthodox {
    /// Writes the legal moves of a type to `sink`. None without an own king.
    #[inline]
    pub fn generate<G: GenType, C: Cubes, S: MoveSink>(&self, cubes: C, sink: &mut S) {
        let Some(context) = self.context(cubes) else {
            return;
        };
        self.king_moves::<G, C, S>(&context, sink);
        if self.state.checkers.more_than_one() {
            return;
        }
        if G::QUIET && self.state.checkers.is_empty() && sink.origins().contains(context.king) {
            self.castling_moves(&context, sink);
        }
        self.piece_moves::<G, C, S>(&context, sink);
        let pawns = self.state.board.pieces(context.us, Role::Pawn) & sink.origins();
        pawn_moves::<G, C, S>(&context, pawns & !context.pinned, context.check_mask, sink);
        for from in pawns & context.pinned {
            let mask = context.check_mask & attacks::ray(context.king, from);
            pawn_moves::<G, C, S>(&context, from.into(), mask, sink);
        }
        if G::TACTICAL {
            self.en_passant_moves(&context, sink);
        }
    }

    /// Whether any move, perhaps one of another position, is legal here; castling and en
    /// passant are looked for among the moves of the piece.
    pub fn is_legal<C: Cubes>(&self, m: Move, cubes: C) -> bool {
        if m.is_castling() || m.kind() == MoveKind::EnPassant {
            let mut finder = MoveFinder::new(m);
            self.generate::<All, C, _>(cubes, &mut finder);
            return finder.found;
        }
        let board = &self.state.board;
        let (us, them) = (self.state.turn, !self.state.turn);
        let (from, to) = (m.from(), m.to());
        let occupied = board.occupied() | cubes.squares();
        let fits = match m.kind() {
            MoveKind::Quiet | MoveKind::DoubleStep => !occupied.contains(to),
            MoveKind::Capture => board.by_color(them).contains(to),
            MoveKind::TakeNeutral => cubes.squares().contains(to),
            _ => false,
        };
        let piece = board.piece_at(from).filter(|piece| piece.color() == us);
        let (Some(piece), Some(king)) = (piece, board.king_of(us)) else {
            return false;
        };
        if !fits || m.chain() != 0 || !reaches(piece, m, occupied) {
            return false;
        }
        if piece.role() == Role::King {
            return !board.is_attacked(to, them, Bitboard::FULL, occupied.without(from));
        }
        let blocks = |checker| attacks::between(king, checker).with(checker).contains(to);
        let line = attacks::ray(king, from);
        self.state.checkers.into_iter().all(blocks)
            && (line.is_empty()
                || line.contains(to)
                || !board.is_attacked_by_slider(king, them, line, occupied.without(from)))
    }

    #[inline]
    fn context<C: Cubes>(&self, cubes: C) -> Option<Context<C>> {
        let us = self.state.turn;
        let king = self.state.board.king_of(us)?;
        let own = self.state.board.by_color(us);
        let enemy = self.state.board.by_color(!us);
        let occupied = own | enemy | cubes.squares();
        let check_mask = match self.state.checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker) | self.state.checkers,
        };
        let pinned = own & self.state.board.screens(king, !us, occupied);
        Some(Context {
            us,
            king,
            own,
            enemy,
            cubes,
            occupied,
            pinned,
            check_mask,
        })
    }

    #[inline]
    fn king_moves<G: GenType, C: Cubes, S: MoveSink>(&self, context: &Context<C>, sink: &mut S) {
        if !sink.origins().contains(context.king) {
            return;
        }
        let board = &self.state.board;
        let them = !context.us;
        let without_king = context.occupied.without(context.king);
        let targets = G::targets(context.enemy, !(context.own | context.enemy)) & sink.targets();
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king_attacks(context.king) & targets {
            if !board.is_attacked(to, them, Bitboard::FULL, without_king) {
                safe.add(to);
            }
        }
        add_split::<G, C, S>(context, context.king, safe, sink);
    }

    fn castling_moves<C: Cubes, S: MoveSink>(&self, context: &Context<C>, sink: &mut S) {
        let board = &self.state.board;
        for castling in self.castling.of(context.us) {
            let Castling {
                king_from,
                rook_from,
                path,
                vacant,
                ..
            } = castling;
            // Two pieces change their places together, and neither is in the other's way.
            let others = context.occupied.without(king_from).without(rook_from);
            // The rook may leave the line between its king and a slider (Chess960).
            let attacked = |square| board.is_attacked(square, !context.us, Bitboard::FULL, others);
            if vacant.is_disjoint(others) && !path.into_iter().any(attacked) {
                sink.add(self.castling.as_move(castling));
            }
        }
    }

    #[inline]
    fn piece_moves<G: GenType, C: Cubes, S: MoveSink>(&self, context: &Context<C>, sink: &mut S) {
        let Context {
            us,
            king,
            own,
            occupied,
            pinned,
            check_mask,
            ..
        } = *context;
        let targets = check_mask & !own & sink.targets();
        let origins = sink.origins();
        for from in self.state.board.pieces(us, Role::Knight) & !pinned & origins {
            let to = attacks::knight_attacks(from) & targets;
            add_split::<G, C, S>(context, from, to, sink);
        }
        let confine = |from: Square, to: Bitboard| match pinned.contains(from) {
            true => to & attacks::ray(king, from),
            false => to,
        };
        for from in self.state.board.diagonal_sliders(us) & origins {
            let to = attacks::bishop_attacks(from, occupied) & targets;
            add_split::<G, C, S>(context, from, confine(from, to), sink);
        }
        for from in self.state.board.straight_sliders(us) & origins {
            let to = attacks::rook_attacks(from, occupied) & targets;
            add_split::<G, C, S>(context, from, confine(from, to), sink);
        }
    }

    fn en_passant_moves<C: Cubes, S: MoveSink>(&self, context: &Context<C>, sink: &mut S) {
        if let Some(to) = self.en_passant {
            for from in self.en_passant_capturers(to) & sink.origins() {
                if self.en_passant_is_legal(from, to, context.cubes.squares()) {
                    sink.add(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }

    /// Whether the own king is safe after taking from `from` en passant on `to`.
    /// Two pieces leave one rank at once, which pins do not tell.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square, cubes: Bitboard) -> bool {
        let board = &self.state.board;
        let captured = Square::from_coords(to.file(), from.rank());
        let occupied = (board.occupied() | cubes)
            .without(from)
            .without(captured)
            .with(to);
        board.king_of(self.state.turn).is_some_and(|king| {
            let pieces = Bitboard::FULL.without(captured);
            !board.is_attacked(king, !self.state.turn, pieces, occupied)
        })
    }
}

/// Whether a piece goes so, neither castling nor en passant, whatever becomes of its king.
#[inline]
fn reaches(piece: Piece, m: Move, occupied: Bitboard) -> bool {
    let (from, to, us) = (m.from(), m.to(), piece.color());
    if piece.role() != Role::Pawn {
        let plain = m.kind() != MoveKind::DoubleStep && m.promoted_to().is_none();
        return plain && piece.attacks(from, occupied).contains(to);
    }
    let forward = us.fold_wb(8, -8);
    let goes = match m.kind() {
        MoveKind::Quiet => from.offset(forward) == Some(to),
        MoveKind::DoubleStep => {
            from.rank() == us.relative_rank(Rank::Second)
                && from.offset(2 * forward) == Some(to)
                && attacks::between(from, to).is_disjoint(occupied)
        }
        _ => attacks::pawn_attacks(us, from).contains(to),
    };
    goes && match m.promoted_to() {
        Some(role) => {
            to.rank() == us.relative_rank(Rank::Eighth) && Role::PROMOTIONS.contains(&role)
        }
        None => to.rank() != us.relative_rank(Rank::Eighth),
    }
}

/// Adds moves of one piece to `targets`, told apart by what stands there.
#[inline]
fn add_split<G: GenType, C: Cubes, S: MoveSink>(
    context: &Context<C>,
    from: Square,
    targets: Bitboard,
    sink: &mut S,
) {
    if G::TACTICAL {
        sink.add_targets(from, targets & context.enemy, MoveKind::Capture);
    }
    if G::QUIET {
        sink.add_targets(
            from,
            targets & context.cubes.squares(),
            MoveKind::TakeNeutral,
        );
        sink.add_targets(from, targets & !context.occupied, MoveKind::Quiet);
    }
}

/// Moves of several pawns at once, all confined to `mask`.
#[inline]
fn pawn_moves<G: GenType, C: Cubes, S: MoveSink>(
    context: &Context<C>,
    pawns: Bitboard,
    mask: Bitboard,
    sink: &mut S,
) {
    let us = context.us;
    let forward = us.fold_wb(8, -8);
    let free = !context.occupied;
    let promoting = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let roles = G::promotions(&Role::PROMOTIONS);

    let single = pawns.shift(forward) & free;
    sink.add_shifted_promotions(single & mask & promoting, forward, MoveKind::Quiet, roles);
    if G::QUIET {
        let double = (single & third).shift(forward) & free & mask;
        sink.add_shifted(single & mask & !promoting, forward, MoveKind::Quiet);
        sink.add_shifted(double, 2 * forward, MoveKind::DoubleStep);
    }

    let west = (pawns & !Bitboard::from_file(shakmaty::File::A)).shift(forward - 1) & mask;
    let east = (pawns & !Bitboard::from_file(shakmaty::File::H)).shift(forward + 1) & mask;
    for (targets, offset) in [(west, forward - 1), (east, forward + 1)] {
        let captures = targets & context.enemy;
        sink.add_shifted_promotions(captures & promoting, offset, MoveKind::Capture, roles);
        if G::TACTICAL {
            sink.add_shifted(captures & !promoting, offset, MoveKind::Capture);
        }
        let cubes = targets & context.cubes.squares();
        sink.add_shifted_promotions(cubes & promoting, offset, MoveKind::TakeNeutral, roles);
        if G::QUIET {
            sink.add_shifted(cubes & !promoting, offset, MoveKind::TakeNeutral);
        }
    }
}
