//! What positions of all games have in common.

use shakmaty::{Bitboard, Color, Square};

use super::board::Board;
use super::changes::{Occupant, SquareObserver};
use super::moves::Move;
use super::piece::{Piece, Role};
use super::setup::{MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Setup};
use super::zobrist;

/// The part of a position that every game has.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Plies since the last move that cannot be taken back.
    pub halfmove_clock: u32,
    /// The number of the move that is to be made, from 1.
    pub fullmove_number: u32,
    /// The Zobrist key; games add what else belongs to a position.
    pub key: u64,
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// The keys of parts of the position, by [`part_of`].
    part_keys: [u64; 3],
}

/// The part of a position that a piece belongs to: pawns and draughts men of both sides
/// (0), or the other pieces of Black (1) or of White (2).
#[inline]
const fn part_of(piece: Piece) -> usize {
    match piece.role() {
        Role::Pawn | Role::Man => 0,
        _ => 1 + piece.color() as usize,
    }
}

impl State {
    /// What every game takes over from a setup; nobody gives check yet.
    pub fn new(setup: &Setup) -> State {
        let mut state = State {
            board: Board::EMPTY,
            turn: setup.turn,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            key: zobrist::turn(setup.turn),
            checkers: Bitboard::EMPTY,
            part_keys: [0; 3],
        };
        for square in setup.board.occupied() {
            if let Some(piece) = setup.board.piece_at(square) {
                state.put(square, piece, &mut ());
            }
        }
        state
    }

    /// The Zobrist key of the pawns and draughts men of both sides, wherever the game
    /// lets them stand beside the board.
    #[inline]
    pub fn structure_key(&self) -> u64 {
        self.part_keys[0]
    }

    /// The Zobrist key of one side's other pieces.
    #[inline]
    pub fn pieces_key(&self, color: Color) -> u64 {
        self.part_keys[1 + color as usize]
    }

    /// What it was made of.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            ..Setup::EMPTY
        }
    }

    /// Takes a piece off, in the key too, and reports it.
    #[inline]
    pub fn take<O: SquareObserver>(&mut self, square: Square, observer: &mut O) -> Option<Piece> {
        let piece = self.board.take(square);
        if let Some(piece) = piece {
            self.toggle(square, piece);
            observer.removed(square, Occupant::Piece(piece));
        }
        piece
    }

    /// Puts a piece on an empty square, in the key too, and reports it.
    #[inline]
    pub fn put<O: SquareObserver>(&mut self, square: Square, piece: Piece, observer: &mut O) {
        self.board.put(square, piece);
        self.toggle(square, piece);
        observer.placed(square, Occupant::Piece(piece));
    }

    /// Puts a piece into the keys, or takes it out.
    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let key = zobrist::piece(piece, square);
        self.key ^= key;
        self.part_keys[part_of(piece)] ^= key;
    }

    /// See [`Position::key_after`](super::position::Position::key_after).
    #[inline]
    pub fn key_after(&self, m: Move) -> u64 {
        let (from, to) = (m.from(), m.to());
        let (mover, captured) = (self.board.piece_at(from), self.board.piece_at(to));
        let moved = zobrist::occupant(mover, from) ^ zobrist::occupant(mover, to);
        self.key ^ zobrist::turn(Color::Black) ^ moved ^ zobrist::occupant(captured, to)
    }

    /// The piece that makes a move, and what it is afterwards.
    #[inline]
    pub fn mover(&self, m: Move) -> Option<(Piece, Piece)> {
        let piece = self.board.piece_at(m.from())?;
        let promoted = m.promoted_to();
        let placed = promoted.map_or(piece, |role| Piece::new(self.turn, role));
        Some((piece, placed))
    }

    /// Reports all pieces as placed.
    #[inline]
    pub fn report_pieces<O: SquareObserver>(&self, observer: &mut O) {
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                observer.placed(square, Occupant::Piece(piece));
            }
        }
    }

    /// Gives the turn to the other side and counts the ply, as far as the numbers go. An
    /// `irreversible` move sets the halfmove clock back.
    #[inline]
    pub fn end_turn(&mut self, irreversible: bool) {
        self.halfmove_clock = match irreversible {
            true => 0,
            false => (self.halfmove_clock + 1).min(MAX_HALFMOVE_CLOCK),
        };
        self.key ^= zobrist::turn(Color::Black);
        if self.turn == Color::Black {
            self.fullmove_number = (self.fullmove_number + 1).min(MAX_FULLMOVE_NUMBER);
        }
        self.turn = !self.turn;
    }
}
