//! What positions of all games have in common.

use shakmaty::{Bitboard, Color, Square};

use super::board::Board;
use super::changes::{Occupant, SquareObserver};
use super::piece::Piece;
use super::zobrist;
use crate::notation::fen::Fields;

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
    /// The pieces of a FEN and its fields; nobody gives check yet.
    pub fn new(board: Board, fields: &Fields) -> State {
        let pieces = board.occupied().into_iter();
        let pieces = pieces.filter_map(|square| Some((square, board.piece_at(square)?)));
        let key = pieces.fold(zobrist::turn(fields.turn), |key, (square, piece)| {
            key ^ zobrist::piece(piece, square)
        });
        State {
            board,
            turn: fields.turn,
            halfmove_clock: fields.halfmove_clock,
            fullmove_number: fields.fullmove_number,
            key,
            checkers: Bitboard::EMPTY,
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

    /// Gives the turn to the other side and counts the ply, beyond the numbers that a
    /// FEN may begin with too. An `irreversible` move sets the halfmove clock back.
    #[inline]
    pub fn end_turn(&mut self, irreversible: bool) {
        self.halfmove_clock = match irreversible {
            true => 0,
            false => self.halfmove_clock.saturating_add(1),
        };
        self.key ^= zobrist::turn(Color::Black);
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !self.turn;
    }
}
