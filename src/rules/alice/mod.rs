//! Alice Chess, by V. R. Parton (1953). The rules are in `docs/rules/alice.md`;
//! the numbers of articles in the comments are those of its section 'Moves'.
//!
//! A square is never occupied on both boards at once, so one [`Board`](crate::rules::Board) holds the
//! pieces of both, and a bitboard tells which of them stand on board B.

mod movegen;

use shakmaty::{Bitboard, Color, Rank, Square, attacks};

use super::castling::{Castling, CastlingRights};
use super::changes::{Occupant, SquareObserver};
use super::check_info::CheckInfo;
use super::moves::{GenType, Move, MoveKind, MoveSink};
use super::piece::{Piece, Role};
use super::position::{Position, RuleOption, gives_check_when_played};
use super::setup::{Material, Setup, SetupError};
use super::state::State;
use super::zobrist;

/// What standing on board B instead of A changes in the key.
static ON_B: [u64; Piece::COUNT * 64] = zobrist::keys(10);

/// One of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// The board on which all pieces start.
    A,
    /// The board behind the looking-glass.
    B,
}

impl Plane {
    /// The other board.
    #[inline]
    pub const fn other(self) -> Plane {
        match self {
            Plane::A => Plane::B,
            Plane::B => Plane::A,
        }
    }
}

/// A position of Alice Chess.
#[derive(Clone, Debug)]
pub struct Alice {
    state: State,
    /// The pieces that stand on board B.
    on_b: Bitboard,
    castling: CastlingRights,
    /// The square passed over by a double step, when an enemy pawn stands where
    /// it could take there, pinned or not.
    en_passant: Option<Square>,
    en_passant_allowed: bool,
}

impl Alice {
    /// All pieces that stand on one of the boards.
    #[inline]
    pub fn pieces_on(&self, plane: Plane) -> Bitboard {
        match plane {
            Plane::A => self.state.board.occupied() & !self.on_b,
            Plane::B => self.on_b,
        }
    }

    /// The board on which the piece of a square stands; A for an empty square.
    #[inline]
    pub fn plane_of(&self, square: Square) -> Plane {
        if self.on_b.contains(square) {
            Plane::B
        } else {
            Plane::A
        }
    }

    fn compute_checkers(&self, color: Color) -> Bitboard {
        let board = &self.state.board;
        board.king_of(color).map_or(Bitboard::EMPTY, |king| {
            let beside = self.pieces_on(self.plane_of(king));
            board.attackers(king, !color, beside, beside)
        })
    }

    /// The pieces that give check to the enemy's `king` once `m` has been made, whose piece
    /// stood on `plane` and is `placed` then: asked before the move or after it. Not for
    /// castling and en passant.
    #[inline]
    fn checkers_by_move(&self, king: Square, plane: Plane, m: Move, placed: Piece) -> Bitboard {
        let (from, to) = (m.from(), m.to());
        let home = self.plane_of(king);
        let beside = self.pieces_on(home);
        let (arrived, vacated, beside) = match (plane == home, m.kind()) {
            (false, _) => (Some((placed, to)), Bitboard::EMPTY, beside.with(to)),
            // What is taken stood on the board that the move leaves.
            (true, MoveKind::Capture) => {
                let vacated = Bitboard::from(from).with(to);
                (None, vacated, beside & !vacated)
            }
            (true, _) => (None, from.into(), beside.without(from)),
        };
        let (board, by) = (&self.state.board, placed.color());
        board.attackers_by_move(king, arrived, vacated, by, beside)
    }

    /// Puts a piece on a vacant square of one board, in the key too, and reports
    /// it.
    fn put<O: SquareObserver>(
        &mut self,
        plane: Plane,
        square: Square,
        piece: Piece,
        observer: &mut O,
    ) {
        self.state.put(square, piece, &mut ());
        if plane == Plane::B {
            self.on_b.add(square);
            self.state.key ^= on_b_key(piece, square);
        }
        observer.placed(square, occupant(plane, piece));
    }

    /// Takes a piece off its board, in the key too, and reports it.
    fn take<O: SquareObserver>(&mut self, square: Square, observer: &mut O) -> Option<Piece> {
        let plane = self.plane_of(square);
        let piece = self.state.take(square, &mut ())?;
        if plane == Plane::B {
            self.on_b.discard(square);
            self.state.key ^= on_b_key(piece, square);
        }
        observer.removed(square, occupant(plane, piece));
        Some(piece)
    }

    /// The own pawns that could take en passant on `square`: beside the pawn that
    /// has passed it and on the same board (article 4), with the square vacant
    /// on both boards (article 3).
    fn en_passant_capturers(&self, square: Square) -> Bitboard {
        let victim = en_passant_victim(square);
        if self.state.board.piece_at(victim) != Some(Piece::new(!self.state.turn, Role::Pawn))
            || self.state.board.occupied().contains(square)
        {
            return Bitboard::EMPTY;
        }
        attacks::pawn_attacks(!self.state.turn, square)
            & self.state.board.pieces(self.state.turn, Role::Pawn)
            & self.pieces_on(self.plane_of(victim))
    }

    fn offer_en_passant(&mut self, square: Square) {
        let pawns = self.en_passant_capturers(square);
        if self.en_passant_allowed && pawns.any() {
            self.en_passant = Some(square);
            self.state.key ^= self.en_passant_key(square);
        }
    }

    #[inline]
    fn withdraw_en_passant(&mut self) {
        if let Some(square) = self.en_passant {
            self.en_passant = None;
            self.state.key ^= self.en_passant_key(square);
        }
    }

    /// The right counts for repetition only if a legal capture exists.
    fn en_passant_key(&self, square: Square) -> u64 {
        let mut pawns = self.en_passant_capturers(square).into_iter();
        match pawns.any(|from| self.en_passant_is_legal(from, square)) {
            true => zobrist::en_passant(square),
            false => 0,
        }
    }
}

#[inline]
fn on_b_key(piece: Piece, square: Square) -> u64 {
    ON_B[piece.index() * 64 + square.to_usize()]
}

#[inline]
fn occupant(plane: Plane, piece: Piece) -> Occupant {
    match plane {
        Plane::A => Occupant::Piece(piece),
        Plane::B => Occupant::PieceOnSecondBoard(piece),
    }
}

/// Where the pawn stands that has passed over `square`.
fn en_passant_victim(square: Square) -> Square {
    let rank = match square.rank() {
        Rank::Third => Rank::Fourth,
        _ => Rank::Fifth,
    };
    Square::from_coords(square.file(), rank)
}

impl Position for Alice {
    const NAME: &'static str = "alice";

    const MATERIAL: Material = Material {
        second_board: true,
        ..Material::ORTHODOX
    };
    const RULE_OPTIONS: &'static [RuleOption] = &[RuleOption {
        name: "Alice_EnPassant",
        default: true,
    }];

    fn start() -> Alice {
        Alice::from_setup(&Setup::orthodox()).expect("the start position is legal")
    }

    fn from_setup(setup: &Setup) -> Result<Alice, SetupError> {
        setup.check(&Alice::MATERIAL)?;
        let mut position = Alice {
            state: State::new(setup),
            on_b: setup.second_board,
            castling: setup.castling,
            en_passant: None,
            en_passant_allowed: true,
        };
        for square in setup.second_board {
            if let Some(piece) = setup.board.piece_at(square) {
                position.state.key ^= on_b_key(piece, square);
            }
        }
        if position.compute_checkers(!position.state.turn).any() {
            return Err(SetupError::OppositeCheck);
        }
        position.state.checkers = position.compute_checkers(position.state.turn);
        position.castling.set_chess960(false);
        position.castling.drop_contradictions(|square, piece| {
            position.state.board.piece_at(square) == Some(piece) && !position.on_b.contains(square)
        });
        position.state.key ^= zobrist::castling(position.castling);
        if let Some(square) = setup.en_passant {
            let origin = square.offset(position.state.turn.fold_wb(8, -8));
            let passed = square.rank() == position.state.turn.relative_rank(Rank::Sixth)
                && origin.is_some_and(|origin| position.state.board.piece_at(origin).is_none());
            if passed {
                position.offer_en_passant(square);
            }
        }
        Ok(position)
    }

    fn setup(&self) -> Setup {
        Setup {
            second_board: self.on_b,
            castling: self.castling,
            en_passant: self.en_passant,
            ..self.state.setup()
        }
    }

    fn set_rule(&mut self, _rule: usize, on: bool) {
        self.en_passant_allowed = on;
        if !on {
            self.withdraw_en_passant();
        }
    }

    #[inline]
    fn state(&self) -> &State {
        &self.state
    }

    #[inline]
    fn generate<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        self.generate_legal::<G, S>(sink);
    }

    #[inline]
    fn key_after(&self, m: Move) -> u64 {
        let mut key = self.state.key_after(m);
        let board = &self.state.board;
        let Some(piece) = board.piece_at(m.from()) else {
            return key;
        };
        if self.plane_of(m.from()) == Plane::A {
            return key ^ on_b_key(piece, m.to());
        }
        key ^= on_b_key(piece, m.from());
        if let Some(captured) = board.piece_at(m.to()) {
            key ^= on_b_key(captured, m.to());
        }
        key
    }

    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        let (from, to) = (m.from(), m.to());
        let plane = self.plane_of(from);
        self.withdraw_en_passant();
        let Some(piece) = self.take(from, observer) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        match m.kind() {
            MoveKind::Capture => {
                self.take(to, observer);
            }
            MoveKind::EnPassant => {
                self.take(en_passant_victim(to), observer);
            }
            MoveKind::CastleShort | MoveKind::CastleLong => {
                let castling = Castling::of(self.state.turn, m.kind());
                self.take(castling.rook_from, observer);
                let rook = Piece::new(self.state.turn, Role::Rook);
                self.put(plane.other(), castling.rook_to, rook, observer);
            }
            _ => {}
        }
        let placed = m
            .promoted_to()
            .map_or(piece, |role| Piece::new(self.state.turn, role));
        self.put(plane.other(), to, placed, observer);
        if !self.castling.is_empty() {
            self.state.key ^= zobrist::castling(self.castling);
            self.castling.forfeit(from);
            self.castling.forfeit(to);
            self.state.key ^= zobrist::castling(self.castling);
        }
        self.state
            .end_turn(piece.role() == Role::Pawn || m.is_capture());
        self.state.checkers = match self.state.board.king_of(self.state.turn) {
            Some(king) if !m.is_castling() && m.kind() != MoveKind::EnPassant => {
                self.checkers_by_move(king, plane, m, placed)
            }
            _ => self.compute_checkers(self.state.turn),
        };
        if m.kind() == MoveKind::DoubleStep {
            self.offer_en_passant(Square::new((from.to_u32() + to.to_u32()) / 2));
        }
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let king = self.state.board.king_of(!self.state.turn);
        let (Some(king), Some((_, placed))) = (king, self.state.mover(m)) else {
            return false;
        };
        match m.kind() {
            MoveKind::EnPassant | MoveKind::CastleShort | MoveKind::CastleLong => {
                gives_check_when_played(self, m)
            }
            _ => {
                let plane = self.plane_of(m.from());
                self.checkers_by_move(king, plane, m, placed).any()
            }
        }
    }

    /// Who arrives on the king's board comes from the other one, who leaves it no longer
    /// stands in the way there.
    #[inline]
    fn check_info(&self) -> CheckInfo {
        let (board, turn) = (&self.state.board, self.state.turn);
        board.king_of(!turn).map_or(CheckInfo::NONE, |king| {
            let beside = self.pieces_on(self.plane_of(king));
            CheckInfo::new(board, king, turn, beside)
        })
    }

    #[inline]
    fn report_occupants<O: SquareObserver>(&self, observer: &mut O) {
        for square in self.state.board.occupied() {
            if let Some(piece) = self.state.board.piece_at(square) {
                observer.placed(square, occupant(self.plane_of(square), piece));
            }
        }
    }

    #[inline]
    fn null_move_is_sound(&self) -> bool {
        let pawns_and_kings =
            self.state.board.by_role(Role::Pawn) | self.state.board.by_role(Role::King);
        !self.is_check() && (self.state.board.by_color(self.state.turn) & !pawns_and_kings).any()
    }

    fn play_null(&mut self) {
        self.withdraw_en_passant();
        self.state.end_turn(false);
        self.state.checkers = Bitboard::EMPTY;
    }

    /// Two bare kings. King and bishop against king is not dead in this game.
    fn is_dead(&self) -> bool {
        self.state.board.occupied() == self.state.board.by_role(Role::King)
    }
}
