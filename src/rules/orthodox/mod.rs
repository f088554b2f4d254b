//! The FIDE Laws of Chess on a board that may hold neutral obstacles: the part
//! that orthodox chess and Ice Age Chess share.
//!
//! Obstacles ('cubes') are passed in by the game that has them. Of [`NoCubes`] the compiler
//! leaves no trace.

mod movegen;

use shakmaty::{Bitboard, Square, attacks};

use super::castling::CastlingRights;
use super::changes::SquareObserver;
use super::check_info::CheckInfo;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, Role};
use super::setup::{Setup, SetupError};
use super::state::State;
use super::zobrist;

/// Squares of obstacles.
pub trait Cubes: Copy {
    /// These squares.
    fn squares(self) -> Bitboard;
}

/// Those of a game that has none.
#[derive(Clone, Copy, Debug)]
pub struct NoCubes;

impl Cubes for NoCubes {
    #[inline]
    fn squares(self) -> Bitboard {
        Bitboard::EMPTY
    }
}

impl Cubes for Bitboard {
    #[inline]
    fn squares(self) -> Bitboard {
        self
    }
}

/// The pieces of orthodox chess and all that belongs to their position.
#[derive(Clone, Copy, Debug)]
pub struct Orthodox {
    pub state: State,
    pub castling: CastlingRights,
    /// The square passed over by a double step, when an enemy pawn stands where
    /// it could take there, pinned or not.
    pub en_passant: Option<Square>,
}

impl Orthodox {
    /// Builds a position whose pieces have been checked.
    ///
    /// # Errors
    ///
    /// If the side not to move is in check.
    pub fn from_setup(setup: &Setup) -> Result<Orthodox, SetupError> {
        let cubes = setup.neutral;
        let mut castling = setup.castling;
        castling.drop_contradictions(|square, piece| setup.board.piece_at(square) == Some(piece));
        let mut position = Orthodox {
            state: State::new(setup),
            castling,
            en_passant: None,
        };
        position.state.key ^= zobrist::castling(castling);
        let (board, turn) = (&position.state.board, position.state.turn);
        let opposite_check = board.king_of(!turn).is_some_and(|king| {
            let occupied = board.occupied() | cubes;
            board.is_attacked(king, turn, Bitboard::FULL, occupied)
        });
        if opposite_check {
            return Err(SetupError::OppositeCheck);
        }
        position.state.checkers = position.compute_checkers(cubes);
        if let Some(square) = setup.en_passant {
            position.offer_en_passant_if_possible(square, cubes);
        }
        Ok(position)
    }

    /// The pieces that give check to the side to move.
    pub fn compute_checkers(&self, cubes: Bitboard) -> Bitboard {
        let board = &self.state.board;
        board
            .king_of(self.state.turn)
            .map_or(Bitboard::EMPTY, |king| {
                let occupied = board.occupied() | cubes;
                board.attackers(king, !self.state.turn, Bitboard::FULL, occupied)
            })
    }

    /// Takes over the en passant square of a setup if the double step can have
    /// happened and a pawn could take.
    fn offer_en_passant_if_possible(&mut self, square: Square, cubes: Bitboard) {
        let behind = square.offset(self.state.turn.fold_wb(8, -8));
        let before = square.offset(self.state.turn.fold_wb(-8, 8));
        let occupied = self.state.board.occupied() | cubes;
        let passed = square.rank() == self.state.turn.relative_rank(shakmaty::Rank::Sixth)
            && !occupied.contains(square)
            && behind.is_some_and(|origin| !occupied.contains(origin))
            && before.is_some_and(|pawn| {
                self.state.board.piece_at(pawn) == Some(Piece::new(!self.state.turn, Role::Pawn))
            });
        if passed {
            self.offer_en_passant(square, cubes);
        }
    }

    /// Notes an en passant square if a pawn of the side to move could take there,
    /// and puts it into the key if one legally can.
    fn offer_en_passant(&mut self, square: Square, cubes: Bitboard) {
        if self.en_passant_capturers(square).any() {
            self.en_passant = Some(square);
            self.state.key ^= self.en_passant_key(square, cubes);
        }
    }

    fn en_passant_capturers(&self, square: Square) -> Bitboard {
        attacks::pawn_attacks(!self.state.turn, square)
            & self.state.board.pieces(self.state.turn, Role::Pawn)
    }

    /// Forgets the en passant right, in the key too.
    #[inline]
    pub fn withdraw_en_passant(&mut self, cubes: Bitboard) {
        if let Some(square) = self.en_passant {
            self.en_passant = None;
            self.state.key ^= self.en_passant_key(square, cubes);
        }
    }

    /// The right counts for repetition only if a legal capture exists.
    fn en_passant_key(&self, square: Square, cubes: Bitboard) -> u64 {
        let mut pawns = self.en_passant_capturers(square).into_iter();
        match pawns.any(|from| self.en_passant_is_legal(from, square, cubes)) {
            true => zobrist::en_passant(square),
            false => 0,
        }
    }

    /// Forgets castling rights that end when something happens on `square`.
    pub fn forfeit_castling(&mut self, square: Square) {
        self.change_castling(|castling| castling.forfeit(square));
    }

    /// Goes over to castling as in Chess960, or back.
    pub fn set_chess960(&mut self, on: bool) {
        self.change_castling(|castling| castling.set_chess960(on));
    }

    #[inline]
    fn change_castling(&mut self, change: impl FnOnce(&mut CastlingRights)) {
        let before = self.castling;
        change(&mut self.castling);
        if self.castling != before {
            self.state.key ^= zobrist::castling(before) ^ zobrist::castling(self.castling);
        }
    }

    /// Passes the turn without a move: the null move of search.
    pub fn pass(&mut self, cubes: Bitboard) {
        self.withdraw_en_passant(cubes);
        self.state.end_turn(false);
        self.state.checkers = Bitboard::EMPTY;
    }

    /// Makes a legal move. `cubes` are the obstacles after it.
    #[inline]
    pub fn play<C: Cubes, O: SquareObserver>(
        &mut self,
        m: Move,
        cubes_before: C,
        cubes: C,
        observer: &mut O,
    ) {
        let (cubes_before, cubes) = (cubes_before.squares(), cubes.squares());
        let (from, to) = (m.from(), m.to());
        self.withdraw_en_passant(cubes_before);
        let Some(piece) = self.state.take(from, observer) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        match m.kind() {
            MoveKind::Capture => {
                self.state.take(to, observer);
            }
            MoveKind::EnPassant => {
                self.state
                    .take(Square::from_coords(to.file(), from.rank()), observer);
            }
            MoveKind::CastleShort | MoveKind::CastleLong => {
                let castling = self.castling.castling_of(self.state.turn, m.kind());
                self.state.take(castling.rook_from, observer);
                let rook = Piece::new(self.state.turn, Role::Rook);
                self.state.put(castling.rook_to, rook, observer);
            }
            _ => {}
        }
        let placed = m
            .promoted_to()
            .map_or(piece, |role| Piece::new(self.state.turn, role));
        self.state.put(to, placed, observer);
        if !self.castling.is_empty() {
            self.change_castling(|castling| {
                castling.forfeit(from);
                castling.forfeit(to);
            });
        }
        let irreversible = piece.role() == Role::Pawn
            || matches!(m.kind(), MoveKind::Capture | MoveKind::TakeNeutral);
        self.state.end_turn(irreversible);
        let checkers = self.checkers_by_move(m, placed, cubes);
        self.state.checkers = checkers.unwrap_or_else(|| self.compute_checkers(cubes));
        if m.kind() == MoveKind::DoubleStep {
            let passed = Square::new((from.to_u32() + to.to_u32()) / 2);
            self.offer_en_passant(passed, cubes);
        }
    }

    /// Whether a move gives check; `None` if it moves more than one piece. `cubes` are
    /// the obstacles before it.
    #[inline]
    pub fn gives_check(&self, m: Move, cubes: impl Cubes) -> Option<bool> {
        let (_, placed) = self.state.mover(m)?;
        let checkers = self.checkers_by_move(m, placed, cubes.squares())?;
        Some(checkers.any())
    }

    /// Which quiet moves may give check, `cubes` being the obstacles.
    #[inline]
    pub fn check_info(&self, cubes: impl Cubes) -> CheckInfo {
        let (board, turn) = (&self.state.board, self.state.turn);
        board.king_of(!turn).map_or(CheckInfo::NONE, |king| {
            CheckInfo::new(board, king, turn, board.occupied() | cubes.squares())
        })
    }

    /// The pieces that give check once `m` has been made, whose piece is `placed` then:
    /// asked before the move or after it. `None` if it moves more than one piece.
    #[inline]
    fn checkers_by_move(&self, m: Move, placed: Piece, cubes: Bitboard) -> Option<Bitboard> {
        if m.is_castling() || m.kind() == MoveKind::EnPassant {
            return None;
        }
        let (board, by) = (&self.state.board, placed.color());
        let (from, to) = (m.from(), m.to());
        let king = board.king_of(!by)?;
        let occupied = (board.occupied() | cubes).without(from).with(to);
        let (arrived, vacated) = (Some((placed, to)), Bitboard::from(from));
        Some(board.attackers_by_move(king, arrived, vacated, by, occupied))
    }

    /// Whether the side to move has anything but king and pawns; without, a player may be
    /// glad to pass (zugzwang).
    pub fn has_non_pawn_material(&self) -> bool {
        let board = &self.state.board;
        let pawns_and_kings = board.by_role(Role::Pawn) | board.by_role(Role::King);
        (board.by_color(self.state.turn) & !pawns_and_kings).any()
    }

    /// What it was made of, obstacles aside.
    pub fn setup(&self) -> Setup {
        Setup {
            castling: self.castling,
            en_passant: self.en_passant,
            ..self.state.setup()
        }
    }
}
