//! The FIDE Laws of Chess on a board that may hold neutral obstacles: the part
//! that orthodox chess and Ice Age Chess share.
//!
//! Obstacles ('cubes') are passed in by the game that has them. With
//! [`Bitboard::EMPTY`] the compiler leaves no trace of them.

mod movegen;

use shakmaty::{Bitboard, Color, Square, attacks};

use super::board::Board;
use super::castling::{Castling, CastlingRights};
use super::fen::{self, FenError, Fields};
use super::moves::{Move, MoveKind};
use super::piece::{Piece, Role};
use super::zobrist;

/// The men of orthodox chess and all that belongs to their position.
#[derive(Clone, Debug)]
pub struct Orthodox {
    pub board: Board,
    pub turn: Color,
    pub castling: CastlingRights,
    /// The square passed over by a double step, when an enemy pawn stands where
    /// it could take there, pinned or not.
    pub en_passant: Option<Square>,
    pub halfmove_clock: u32,
    pub fullmove_number: u32,
    /// Zobrist key without obstacles. En passant is in it only when legal.
    pub key: u64,
    pub checkers: Bitboard,
}

impl Orthodox {
    /// Builds a position from the fields of a FEN and the men of its placement.
    ///
    /// # Errors
    ///
    /// If pawns, kings or checks cannot be so.
    pub fn from_fields(
        fields: &Fields,
        board: Board,
        cubes: Bitboard,
        kings: std::ops::RangeInclusive<usize>,
    ) -> Result<Orthodox, FenError> {
        fen::check_men(&board, kings)?;
        let mut castling = fields.castling;
        castling.drop_contradictions_on(&board);
        let mut position = Orthodox {
            board,
            turn: fields.turn,
            castling,
            en_passant: None,
            halfmove_clock: fields.halfmove_clock,
            fullmove_number: fields.fullmove_number,
            key: 0,
            checkers: Bitboard::EMPTY,
        };
        let opposite_check = position.board.king_of(!position.turn).is_some_and(|king| {
            let occupied = position.board.occupied() | cubes;
            position
                .board
                .is_attacked(king, position.turn, Bitboard::FULL, occupied)
        });
        if opposite_check {
            return Err(FenError::OppositeCheck);
        }
        position.checkers = position.compute_checkers(cubes);
        position.key = position.key_from_scratch();
        if let Some(square) = fields.en_passant {
            position.offer_en_passant_if_possible(square, cubes);
        }
        Ok(position)
    }

    /// The key of everything but en passant, computed anew.
    fn key_from_scratch(&self) -> u64 {
        let men = self.board.occupied().into_iter();
        let men = men.filter_map(|square| Some((square, self.board.piece_at(square)?)));
        men.fold(
            zobrist::turn(self.turn) ^ zobrist::castling(self.castling.bits()),
            |key, (square, piece)| key ^ zobrist::piece(piece, square),
        )
    }

    /// The men that give check to the side to move.
    pub fn compute_checkers(&self, cubes: Bitboard) -> Bitboard {
        self.board
            .king_of(self.turn)
            .map_or(Bitboard::EMPTY, |king| {
                let occupied = self.board.occupied() | cubes;
                self.board
                    .attackers(king, !self.turn, Bitboard::FULL, occupied)
            })
    }

    /// Takes over the en passant square of a FEN if the double step can have
    /// happened and a pawn could take.
    fn offer_en_passant_if_possible(&mut self, square: Square, cubes: Bitboard) {
        let behind = square.offset(self.turn.fold_wb(8, -8));
        let before = square.offset(self.turn.fold_wb(-8, 8));
        let occupied = self.board.occupied() | cubes;
        let passed = square.rank() == self.turn.relative_rank(shakmaty::Rank::Sixth)
            && !occupied.contains(square)
            && behind.is_some_and(|origin| !occupied.contains(origin))
            && before.is_some_and(|pawn| {
                self.board.piece_at(pawn) == Some(Piece::new(!self.turn, Role::Pawn))
            });
        if passed {
            self.offer_en_passant(square, cubes);
        }
    }

    /// Notes an en passant square if a pawn of the side to move could take there,
    /// and puts it into the key if one legally can.
    fn offer_en_passant(&mut self, square: Square, cubes: Bitboard) {
        let pawns = self.en_passant_capturers(square);
        if pawns.any() {
            self.en_passant = Some(square);
            if pawns
                .into_iter()
                .any(|from| self.en_passant_is_legal(from, square, cubes))
            {
                self.key ^= zobrist::en_passant(square);
            }
        }
    }

    fn en_passant_capturers(&self, square: Square) -> Bitboard {
        attacks::pawn_attacks(!self.turn, square) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Forgets the en passant right, in the key too.
    pub fn withdraw_en_passant(&mut self, cubes: Bitboard) {
        if let Some(square) = self.en_passant.take() {
            let mut pawns = self.en_passant_capturers(square).into_iter();
            if pawns.any(|from| self.en_passant_is_legal(from, square, cubes)) {
                self.key ^= zobrist::en_passant(square);
            }
        }
    }

    /// Takes a man off, in the key too.
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.take(square);
        if let Some(piece) = piece {
            self.key ^= zobrist::piece(piece, square);
        }
        piece
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.board.put(square, piece);
        self.key ^= zobrist::piece(piece, square);
    }

    /// Forgets castling rights that end when something happens on `square`.
    pub fn forfeit_castling(&mut self, square: Square) {
        self.key ^= zobrist::castling(self.castling.bits());
        self.castling.forfeit(square);
        self.key ^= zobrist::castling(self.castling.bits());
    }

    /// Passes the turn without a move: the null move of search.
    pub fn pass(&mut self, cubes: Bitboard) {
        self.withdraw_en_passant(cubes);
        self.halfmove_clock = fen::next_number(self.halfmove_clock);
        self.change_turn();
        self.checkers = Bitboard::EMPTY;
    }

    fn change_turn(&mut self) {
        self.key ^= zobrist::turn(Color::Black);
        if self.turn == Color::Black {
            self.fullmove_number = fen::next_number(self.fullmove_number);
        }
        self.turn = !self.turn;
    }

    /// Makes a legal move. `cubes` are the obstacles after it.
    #[inline]
    pub fn play(&mut self, m: Move, cubes_before: Bitboard, cubes: Bitboard) {
        let (from, to) = (m.from(), m.to());
        self.withdraw_en_passant(cubes_before);
        self.halfmove_clock = fen::next_number(self.halfmove_clock);
        let Some(piece) = self.take(from) else {
            debug_assert!(false, "no man on {from}");
            return;
        };
        match m.kind() {
            MoveKind::Capture => {
                self.take(to);
                self.halfmove_clock = 0;
            }
            MoveKind::TakeNeutral => self.halfmove_clock = 0,
            MoveKind::EnPassant => {
                self.take(Square::from_coords(to.file(), from.rank()));
            }
            MoveKind::CastleShort | MoveKind::CastleLong => {
                let castling = Castling::of(self.turn, m.kind());
                self.take(castling.rook_from);
                self.put(castling.rook_to, Piece::new(self.turn, Role::Rook));
            }
            MoveKind::Quiet | MoveKind::DoubleStep | MoveKind::Jump => {}
        }
        if piece.role() == Role::Pawn {
            self.halfmove_clock = 0;
        }
        let placed = m
            .promoted_to()
            .map_or(piece, |role| Piece::new(self.turn, role));
        self.put(to, placed);
        if !self.castling.is_empty() {
            self.forfeit_castling(from);
            self.forfeit_castling(to);
        }
        self.change_turn();
        self.checkers = self.compute_checkers(cubes);
        if m.kind() == MoveKind::DoubleStep {
            let passed = Square::new((from.to_u32() + to.to_u32()) / 2);
            self.offer_en_passant(passed, cubes);
        }
    }

    /// Whether a side has anything but king and pawns; without, a player may be
    /// glad to pass (zugzwang).
    pub fn has_pieces(&self, color: Color) -> bool {
        let pawns_and_kings = self.board.by_role(Role::Pawn) | self.board.by_role(Role::King);
        (self.board.by_color(color) & !pawns_and_kings).any()
    }

    /// The canonical FEN around a placement.
    pub fn fen(&self, placement: String) -> String {
        fen::write_fields(
            placement,
            self.turn,
            self.castling,
            self.en_passant,
            self.halfmove_clock,
            self.fullmove_number,
        )
    }
}
