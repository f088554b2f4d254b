//! What Elolbian and Clupso Chess share: chess pieces and draughts men on one
//! board.
//!
//! Here and in the modules of both games a *man* is a draughts man, and a
//! *chessman* any man or piece, as in `docs/rules/elolbia.md`.

pub mod chains;
pub mod notation;

use shakmaty::{Bitboard, Color, File, Square, attacks};

use super::board::Board;
use super::castling::CastlingRights;
use super::fen::{self, FenError, Fields};
use super::moves::{Move, MoveKind, MoveSink};
use super::piece::{Piece, Role};
use super::zobrist;

/// The kinds of chessmen that may stand in a FEN.
const ROLES: [Role; 6] = [
    Role::Man,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// A man's steps, each with the squares it can be made from.
pub const STEPS: [(i32, Bitboard); 4] = [
    (8, Bitboard::FULL),
    (-8, Bitboard::FULL),
    (1, Bitboard(!Bitboard::from_file(File::H).0)),
    (-1, Bitboard(!Bitboard::from_file(File::A).0)),
];

/// The squares that a man on `square` could step to on an empty board.
#[inline]
pub fn steps_from(square: Square) -> Bitboard {
    attacks::rook_attacks(square, Bitboard::FULL)
}

/// The chessmen and all that belongs to their position in both games.
#[derive(Clone, Debug)]
pub struct Draughts {
    pub board: Board,
    pub turn: Color,
    pub halfmove_clock: u32,
    pub fullmove_number: u32,
    pub key: u64,
}

impl Draughts {
    /// Reads a FEN; castling and en passant are read and dropped.
    ///
    /// # Errors
    ///
    /// If a field is malformed or the number of kings a side is another.
    pub fn from_fen(fen: &str, kings: usize) -> Result<Draughts, FenError> {
        let fields = Fields::parse(fen)?;
        let board = fen::read_men(fields.placement, &ROLES, |_, _| false)?;
        fen::check_men(&board, kings..=kings)?;
        let men = board.occupied().into_iter();
        let men = men.filter_map(|square| Some((square, board.piece_at(square)?)));
        let key = men.fold(zobrist::turn(fields.turn), |key, (square, piece)| {
            key ^ zobrist::piece(piece, square)
        });
        Ok(Draughts {
            board,
            turn: fields.turn,
            halfmove_clock: fields.halfmove_clock,
            fullmove_number: fields.fullmove_number,
            key,
        })
    }

    /// The canonical FEN.
    pub fn fen(&self) -> String {
        fen::write_fields(
            fen::write_men(&self.board),
            self.turn,
            CastlingRights::NONE,
            None,
            self.halfmove_clock,
            self.fullmove_number,
        )
    }

    /// Takes a chessman off, in the key too.
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.take(square);
        if let Some(piece) = piece {
            self.key ^= zobrist::piece(piece, square);
        }
        piece
    }

    /// Puts a chessman on an empty square, in the key too.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.board.put(square, piece);
        self.key ^= zobrist::piece(piece, square);
    }

    /// Makes a legal move. Captures and promotions reset the halfmove clock.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.take(from) else {
            debug_assert!(false, "no chessman on {from}");
            return;
        };
        match m.kind() {
            MoveKind::Capture => {
                self.take(to);
            }
            MoveKind::Jump => {
                for square in chains::taken(from, m.chain()) {
                    self.take(square);
                }
            }
            _ => {}
        }
        let placed = m
            .promoted_to()
            .map_or(piece, |role| Piece::new(self.turn, role));
        self.put(to, placed);
        self.pass();
        if m.is_tactical() {
            self.halfmove_clock = 0;
        }
    }

    /// Gives the turn to the other side.
    #[inline]
    pub fn pass(&mut self) {
        self.halfmove_clock = fen::next_number(self.halfmove_clock);
        self.key ^= zobrist::turn(Color::Black);
        if self.turn == Color::Black {
            self.fullmove_number = fen::next_number(self.fullmove_number);
        }
        self.turn = !self.turn;
    }

    /// Whether the side to move has anything but men and a king.
    pub fn has_pieces(&self) -> bool {
        let own = self.board.by_color(self.turn);
        (own & !self.board.by_role(Role::Man) & !self.board.by_role(Role::King)).any()
    }

    /// The enemies that a man of `by` can take with its first jump.
    #[inline]
    pub fn jumpable(&self, by: Color) -> Bitboard {
        chains::jumpable(
            self.board.pieces(by, Role::Man),
            self.board.by_color(!by),
            !self.board.occupied(),
        )
    }

    /// Writes the moves of knights, bishops, rooks and queens of the side to
    /// move, as far as `confine` lets a piece on a square go; with `TACTICAL`
    /// only captures.
    #[inline]
    pub fn piece_moves<S: MoveSink, const TACTICAL: bool>(
        &self,
        confine: impl Fn(Square, Bitboard) -> Bitboard,
        sink: &mut S,
    ) {
        let us = self.turn;
        let occupied = self.board.occupied();
        let enemy = self.board.by_color(!us);
        let wanted = if TACTICAL {
            enemy
        } else {
            !self.board.by_color(us)
        };
        let mut add = |from: Square, targets: Bitboard| {
            add_split(from, confine(from, targets & wanted), enemy, sink);
        };
        for from in self.board.pieces(us, Role::Knight) {
            add(from, attacks::knight_attacks(from));
        }
        for from in self.board.diagonal_sliders(us) {
            add(from, attacks::bishop_attacks(from, occupied));
        }
        for from in self.board.straight_sliders(us) {
            add(from, attacks::rook_attacks(from, occupied));
        }
    }

    /// Calls `visit` with origin, end and set of every chain of the side to
    /// move, whether or not it exposes a king.
    #[inline]
    pub fn for_each_chain(&self, mut visit: impl FnMut(Square, Square, u16)) {
        let enemy = self.board.by_color(!self.turn);
        let empty = !self.board.occupied();
        let men = self.board.pieces(self.turn, Role::Man);
        for from in chains::jumpers(men, enemy, empty) {
            chains::for_each_chain(from, enemy, empty, &mut |to, chain| visit(from, to, chain));
        }
    }
}

/// Adds moves of one chessman to `targets`, told apart by what stands there.
#[inline]
pub fn add_split<S: MoveSink>(from: Square, targets: Bitboard, enemy: Bitboard, sink: &mut S) {
    sink.add_targets(from, targets & enemy, MoveKind::Capture);
    sink.add_targets(from, targets & !enemy, MoveKind::Quiet);
}
