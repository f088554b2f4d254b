//! Legal moves of Alice Chess without making them.
//!
//! What a move does to the own king depends on whether the piece starts on the
//! king's board ('beside the king') or on the other one:
//!
//! - A piece that starts beside the king leaves that board and can block nothing
//!   there. It can only answer a check by taking the checker, and a pinned piece
//!   has no moves along the pin. A capture clears two squares of the king's
//!   board at once, so that even taking an enemy piece can expose the king.
//! - A piece that comes from the other board can only add a blocker to the king's
//!   board: it never exposes the king, and it answers a slider's check by
//!   arriving between.

use shakmaty::{Bitboard, Color, File, Rank, Square, attacks};

use crate::rules::castling::Castling;
use crate::rules::moves::{GenType, Move, MoveKind, MoveSink};
use crate::rules::piece::{Piece, Role};

use super::{Alice, Plane, en_passant_victim};

/// What the generator works out once a position.
struct Context {
    us: Color,
    king: Square,
    /// The king's board.
    home: Plane,
    /// Squares vacant on both boards.
    vacant: Bitboard,
    enemy: Bitboard,
    /// Pieces on the king's board that alone screen the king from an enemy slider.
    screens: Bitboard,
    /// Pieces on the king's board whose capture or leaving needs a closer look:
    /// they screen the king alone or in a pair.
    delicate: Bitboard,
}

/// The pieces of one board that are to be moved, and where they may go.
struct Movers {
    plane: Plane,
    pieces: Bitboard,
    /// Squares to move to without capture.
    quiet: Bitboard,
    /// Enemy pieces that may be taken.
    captures: Bitboard,
}

impl Alice {
    #[inline]
    pub(super) fn generate_legal<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        let us = self.state.turn;
        let Some(king) = self.state.board.king_of(us) else {
            return;
        };
        let home = self.plane_of(king);
        let context = self.context(us, king, home);
        self.king_moves::<G, S>(&context, sink);
        // Nothing but a king's move answers two checks: a piece that arrives
        // blocks one line, a piece that takes removes one checker.
        if self.state.checkers.more_than_one() {
            return;
        }
        let own = self.state.board.by_color(us).without(king) & sink.origins();
        let away = home.other();
        let answers = match self.state.checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker),
        };
        self.moves_of::<G, S>(
            &context,
            &Movers {
                plane: away,
                pieces: own & self.pieces_on(away),
                quiet: context.vacant & answers,
                captures: context.enemy & self.pieces_on(away) & answers,
            },
            sink,
        );
        self.moves_from_home::<G, S>(&context, own & self.pieces_on(home), sink);
        if G::TACTICAL {
            self.en_passant_moves(sink);
        }
        if G::QUIET && self.state.checkers.is_empty() && sink.origins().contains(king) {
            self.castling_moves(us, sink);
        }
    }

    #[inline]
    fn context(&self, us: Color, king: Square, home: Plane) -> Context {
        let beside = self.pieces_on(home);
        let mut screens = Bitboard::EMPTY;
        let mut delicate = Bitboard::EMPTY;
        for sniper in self.state.board.slider_candidates(king, !us, beside) {
            let blockers = attacks::between(king, sniper) & beside;
            match blockers.count() {
                1 => screens |= blockers,
                2 => delicate |= blockers,
                _ => {}
            }
        }
        Context {
            us,
            king,
            home,
            vacant: !self.state.board.occupied(),
            enemy: self.state.board.by_color(!us),
            screens,
            delicate: delicate | screens,
        }
    }

    /// A king's move must be legal on both boards (article 7).
    #[inline]
    fn king_moves<G: GenType, S: MoveSink>(&self, context: &Context, sink: &mut S) {
        let board = &self.state.board;
        let (king, home, them) = (context.king, context.home, !context.us);
        if !sink.origins().contains(king) {
            return;
        }
        let beside = self.pieces_on(home);
        let beyond = self.pieces_on(home.other());
        let captures = context.enemy & beside;
        let targets = G::targets(captures, context.vacant) & sink.targets();
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king_attacks(king) & targets {
            let leaving = beside.without(king).with(to);
            if !board.is_attacked(to, them, beyond, beyond)
                && !board.is_attacked(to, them, beside.without(to), leaving)
            {
                safe.add(to);
            }
        }
        sink.add_targets(king, safe & captures, MoveKind::Capture);
        sink.add_targets(king, safe & context.vacant, MoveKind::Quiet);
    }

    /// Moves of pieces that start beside the king.
    #[inline]
    fn moves_from_home<G: GenType, S: MoveSink>(
        &self,
        context: &Context,
        pieces: Bitboard,
        sink: &mut S,
    ) {
        let enemy = context.enemy & self.pieces_on(context.home);
        let (quiet, captures) = match self.state.checkers.is_empty() {
            true => (context.vacant, enemy),
            false => (Bitboard::EMPTY, self.state.checkers),
        };
        let free = Movers {
            plane: context.home,
            pieces: pieces & !context.screens,
            quiet,
            captures: captures & !context.delicate,
        };
        if (free.quiet | free.captures).any() {
            self.moves_of::<G, S>(context, &free, sink);
        }
        let pieces = match G::TACTICAL {
            true => pieces,
            // Of captures only promotions to lesser pieces are left.
            false => {
                let seventh = context.us.relative_rank(Rank::Seventh);
                pieces & self.state.board.by_role(Role::Pawn) & Bitboard::from_rank(seventh)
            }
        };
        let bold = captures & context.delicate;
        if bold.any() || context.screens.intersects(pieces) && captures.any() {
            self.delicate_captures::<G, S>(context, pieces, captures, sink);
        }
    }

    /// Captures beside the king that the masks do not decide: those by a piece that
    /// screens the king, and those of a piece that screens it. Each is tried.
    fn delicate_captures<G: GenType, S: MoveSink>(
        &self,
        context: &Context,
        pieces: Bitboard,
        captures: Bitboard,
        sink: &mut S,
    ) {
        let board = &self.state.board;
        let beside = self.pieces_on(context.home);
        for from in pieces {
            let Some(role) = board.role_at(from) else {
                continue;
            };
            let targets = match context.screens.contains(from) {
                true => captures,
                false => captures & context.delicate,
            };
            for to in targets & Piece::new(context.us, role).attacks(from, beside) {
                let remaining = beside.without(from).without(to);
                if !board.is_attacked(context.king, !context.us, remaining, remaining) {
                    add_capture::<G, S>(context.us, role, from, to, sink);
                }
            }
        }
    }

    /// Moves of pieces of one board that the masks of `movers` make legal.
    #[inline]
    fn moves_of<G: GenType, S: MoveSink>(&self, context: &Context, movers: &Movers, sink: &mut S) {
        let occupied = self.pieces_on(movers.plane);
        let add = |sink: &mut S, from: Square, targets: Bitboard| {
            if G::TACTICAL {
                sink.add_targets(from, targets & movers.captures, MoveKind::Capture);
            }
            if G::QUIET {
                sink.add_targets(from, targets & movers.quiet, MoveKind::Quiet);
            }
        };
        let queens = self.state.board.by_role(Role::Queen);
        for from in movers.pieces & self.state.board.by_role(Role::Knight) {
            add(sink, from, attacks::knight_attacks(from));
        }
        for from in movers.pieces & (self.state.board.by_role(Role::Bishop) | queens) {
            add(sink, from, attacks::bishop_attacks(from, occupied));
        }
        for from in movers.pieces & (self.state.board.by_role(Role::Rook) | queens) {
            add(sink, from, attacks::rook_attacks(from, occupied));
        }
        let pawns = movers.pieces & self.state.board.by_role(Role::Pawn);
        pawn_moves::<G, S>(context.us, pawns, occupied, movers, sink);
    }

    /// En passant is rare: each capture is tried.
    fn en_passant_moves<S: MoveSink>(&self, sink: &mut S) {
        if let Some(to) = self.en_passant {
            for from in self.en_passant_capturers(to) & sink.origins() {
                if self.en_passant_is_legal(from, to) {
                    sink.add(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }

    /// Whether the own king is safe after the pawn of `from` has taken en passant
    /// on `to` and passed over.
    pub(super) fn en_passant_is_legal(&self, from: Square, to: Square) -> bool {
        let board = &self.state.board;
        let Some(king) = board.king_of(self.state.turn) else {
            return false;
        };
        let home = self.plane_of(king);
        let beside = self.pieces_on(home);
        let (pieces, occupied) = if home == self.plane_of(from) {
            let remaining = beside.without(from).without(en_passant_victim(to));
            (remaining, remaining)
        } else {
            (beside, beside.with(to))
        };
        !board.is_attacked(king, !self.state.turn, pieces, occupied)
    }

    /// Castling: as in orthodox chess on A, and the squares of arrival vacant and
    /// the king not in check, with the rook beside it, on B.
    fn castling_moves<S: MoveSink>(&self, us: Color, sink: &mut S) {
        let (on_a, on_b) = (self.pieces_on(Plane::A), self.pieces_on(Plane::B));
        for castling in self.castling.of(us) {
            let Castling {
                king_from,
                king_to,
                rook_to,
                kind,
                path,
                vacant,
                ..
            } = castling;
            let leaving = on_a.without(king_from);
            let arrivals = Bitboard::from(king_to).with(rook_to);
            let arrived = on_b | arrivals;
            if vacant.is_disjoint(on_a)
                && arrivals.is_disjoint(on_b)
                && !path
                    .into_iter()
                    .any(|square| self.state.board.is_attacked(square, !us, on_a, leaving))
                && !self.state.board.is_attacked(king_to, !us, on_b, arrived)
            {
                sink.add(Move::new(king_from, king_to, kind));
            }
        }
    }
}

fn add_capture<G: GenType, S: MoveSink>(
    us: Color,
    role: Role,
    from: Square,
    to: Square,
    sink: &mut S,
) {
    if role == Role::Pawn && to.rank() == us.relative_rank(Rank::Eighth) {
        for &role in G::promotions(&Role::PROMOTIONS) {
            sink.add(Move::promotion(from, to, MoveKind::Capture, role));
        }
    } else if G::TACTICAL {
        sink.add(Move::new(from, to, MoveKind::Capture));
    }
}

/// Moves of several pawns of one board at once. A step's destination must be
/// vacant on both boards, the square that a double step passes over only on the
/// pawn's own.
#[inline]
fn pawn_moves<G: GenType, S: MoveSink>(
    us: Color,
    pawns: Bitboard,
    occupied: Bitboard,
    movers: &Movers,
    sink: &mut S,
) {
    let forward = us.fold_wb(8, -8);
    let promoting = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let roles = G::promotions(&Role::PROMOTIONS);

    let ahead = pawns.shift(forward) & !occupied;
    let single = ahead & movers.quiet;
    sink.add_shifted_promotions(single & promoting, forward, MoveKind::Quiet, roles);
    if G::QUIET {
        let double = (ahead & third).shift(forward) & movers.quiet;
        sink.add_shifted(single & !promoting, forward, MoveKind::Quiet);
        sink.add_shifted(double, 2 * forward, MoveKind::DoubleStep);
    }
    let west = (pawns & !Bitboard::from_file(File::A)).shift(forward - 1);
    let east = (pawns & !Bitboard::from_file(File::H)).shift(forward + 1);
    for (targets, offset) in [(west, forward - 1), (east, forward + 1)] {
        let captures = targets & movers.captures;
        sink.add_shifted_promotions(captures & promoting, offset, MoveKind::Capture, roles);
        if G::TACTICAL {
            sink.add_shifted(captures & !promoting, offset, MoveKind::Capture);
        }
    }
}
