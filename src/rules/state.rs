//! What positions of all games have in common.

use shakmaty::{Bitboard, Color, Square};

use super::board::Board;
use super::changes::{Occupant, SquareObserver};
use super::piece::Piece;
use super::setup::{MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Setup};
use super::zobrist;

/// The part of a position that every game has.
#[derive(Clone, Debug)]
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
}

impl State {
    /// What every game takes over from a setup; nobody gives check yet.
    pub fn new(setup: &Setup) -> State {
        let board = setup.board.clone();
        let pieces = board.occupied().into_iter();
        let pieces = pieces.filter_map(|square| Some((square, board.piece_at(square)?)));
        let key = pieces.fold(zobrist::turn(setup.turn), |key, (square, piece)| {
            key ^ zobrist::piece(piece, square)
        });
        State {
            board,
            turn: setup.turn,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            key,
            checkers: Bitboard::EMPTY,
        }
    }

    /// What it was made of.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
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
            self.key ^= zobrist::piece(piece, square);
            observer.removed(square, Occupant::Piece(piece));
        }
        piece
    }

    /// Puts a piece on an empty square, in the key too, and reports it.
    #[inline]
    pub fn put<O: SquareObserver>(&mut self, square: Square, piece: Piece, observer: &mut O) {
        self.board.put(square, piece);
        self.key ^= zobrist::piece(piece, square);
        observer.placed(square, Occupant::Piece(piece));
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
