//! A position as plain data, before the law has looked at it.

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, Color, File, Square};
use thiserror::Error;

use super::board::Board;
use super::castling::CastlingRights;
use super::piece::{Piece, Role};

/// The highest halfmove clock; it stays there, however long a game goes on.
pub const MAX_HALFMOVE_CLOCK: u32 = 9999;

/// The highest fullmove number; it stays there, however long a game goes on.
pub const MAX_FULLMOVE_NUMBER: u32 = 1_000_000_000;

/// How many start positions Chess960 has.
pub const CHESS960_POSITIONS: u16 = 960;

/// All that makes a position: what [`Position::setup`](super::Position::setup) takes
/// apart and [`Position::from_setup`](super::Position::from_setup) checks and puts
/// together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, those of both boards where a game has two.
    pub board: Board,
    /// The squares whose pieces stand on the second board.
    pub second_board: Bitboard,
    /// Neutral obstacles, such as ice cubes.
    pub neutral: Bitboard,
    /// The side to move.
    pub turn: Color,
    /// Castling rights. Those that the pieces contradict are dropped.
    pub castling: CastlingRights,
    /// The square that a double step has passed over. Dropped if there can have been
    /// none or no pawn could take there.
    pub en_passant: Option<Square>,
    /// Plies since the last move that cannot be taken back.
    pub halfmove_clock: u32,
    /// The number of the move that is to be made, from 1.
    pub fullmove_number: u32,
}

/// What can stand on the boards of a game.
#[derive(Debug)]
pub struct Material {
    /// Whether there are draughts men, and no pawns.
    pub men: bool,
    /// How many kings each side has.
    pub kings: RangeInclusive<usize>,
    /// Whether there are neutral obstacles.
    pub neutral: bool,
    /// Whether there is a second board.
    pub second_board: bool,
}

impl Material {
    /// The pieces of orthodox chess.
    pub const ORTHODOX: Material = Material {
        men: false,
        kings: 1..=1,
        neutral: false,
        second_board: false,
    };

    /// The pieces of orthodox chess with men for pawns.
    pub const DRAUGHTS: Material = Material {
        men: true,
        ..Material::ORTHODOX
    };

    /// Whether a game has pieces of this kind.
    pub fn has(&self, role: Role) -> bool {
        match role {
            Role::Pawn => !self.men,
            Role::Man => self.men,
            _ => true,
        }
    }
}

/// Why a position cannot be one of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetupError {
    /// A piece that the game does not have.
    #[error("'{0}' on {1} is no piece of this game")]
    Piece(char, Square),
    /// An obstacle where a piece stands, or in a game that has none.
    #[error("no obstacle can be on {0}")]
    Neutral(Square),
    /// A square of the second board without a piece, or in a game that has no such board.
    #[error("no piece can be on {0} of a second board")]
    SecondBoard(Square),
    /// Too many kings, or too few.
    #[error("{color} has {}", counted(*count, "king"))]
    Kings {
        /// The side, `White` or `Black`.
        color: &'static str,
        /// How many kings it has.
        count: usize,
    },
    /// A pawn that cannot be there.
    #[error("pawn on {0}")]
    PawnOnBackrank(Square),
    /// No piece on the board.
    #[error("no pieces on the board")]
    NoPieces,
    /// The side that has just moved left its king in check.
    #[error("the side not to move is in check")]
    OppositeCheck,
    /// A halfmove clock above [`MAX_HALFMOVE_CLOCK`].
    #[error("{0} is no number from 0 to {MAX_HALFMOVE_CLOCK}")]
    HalfmoveClock(u32),
    /// A fullmove number of 0 or above [`MAX_FULLMOVE_NUMBER`].
    #[error("{0} is no number from 1 to {MAX_FULLMOVE_NUMBER}")]
    FullmoveNumber(u32),
}

/// A number of things in words: `1 king`, `2 kings`.
pub fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

impl Setup {
    /// Nothing on the board, White to make the first move.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        second_board: Bitboard::EMPTY,
        neutral: Bitboard::EMPTY,
        turn: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start position of orthodox chess.
    pub fn orthodox() -> Setup {
        Setup {
            castling: CastlingRights::ALL,
            ..Setup::two_ranks(Role::Pawn, Role::King)
        }
    }

    /// The start position of orthodox chess with other kinds in place of pawns and
    /// kings, and without castling.
    pub fn two_ranks(pawn: Role, king: Role) -> Setup {
        use Role::{Bishop, Knight, Queen, Rook};
        let pieces = [Rook, Knight, Bishop, Queen, king, Bishop, Knight, Rook];
        Setup::mirrored(pieces, pawn)
    }

    /// The start position of Chess960 with this number, modulo their number; number 518 is
    /// that of orthodox chess.
    ///
    /// Numbers as by R. Scharnagl: remainders place the bishop of the light squares, that of
    /// the dark ones and the queen, and the rest is one of the ten ways to put two knights
    /// on five squares; the king goes between the rooks.
    pub fn chess960(number: u16) -> Setup {
        let mut rest = usize::from(number % CHESS960_POSITIONS);
        let mut next = |choices| {
            let choice = rest % choices;
            rest /= choices;
            choice
        };
        let mut files: Vec<usize> = (0..8).collect();
        let mut pieces = [Role::Rook; 8];
        let light = 2 * next(4) + 1;
        let dark = 2 * next(4);
        pieces[light] = Role::Bishop;
        pieces[dark] = Role::Bishop;
        files.retain(|&file| file != light && file != dark);
        pieces[files.remove(next(6))] = Role::Queen;
        let mut pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| [first, second]));
        let [first, second] = pairs.nth(next(10)).unwrap_or([3, 4]);
        pieces[files.remove(second)] = Role::Knight;
        pieces[files.remove(first)] = Role::Knight;
        pieces[files[1]] = Role::King;
        let setup = Setup::mirrored(pieces, Role::Pawn);
        let rooks = [2, 0, 2, 0].map(|rook| Some(File::new(files[rook] as u32)));
        Setup {
            castling: CastlingRights::chess960(&setup.board, rooks),
            ..setup
        }
    }

    /// These pieces on both first ranks, with such pawns before them.
    fn mirrored(pieces: [Role; 8], pawn: Role) -> Setup {
        let mut setup = Setup::EMPTY;
        for (file, piece) in (0..).zip(pieces) {
            for (color, first, second) in [(Color::White, 0, 8), (Color::Black, 56, 48)] {
                let mut put = |rank: u32, role| {
                    let square = Square::new(rank + file);
                    setup.board.put(square, Piece::new(color, role));
                };
                put(first, piece);
                put(second, pawn);
            }
        }
        setup
    }

    /// Whether all that is on the boards can be there, checks aside.
    ///
    /// # Errors
    ///
    /// If something is there that the game does not have, in a wrong number or in a
    /// wrong place.
    pub fn check(&self, material: &Material) -> Result<(), SetupError> {
        let occupied = self.board.occupied();
        let mut pieces = occupied.into_iter();
        let strange = pieces.find_map(|square| {
            let piece = self.board.piece_at(square)?;
            (!material.has(piece.role())).then_some((piece, square))
        });
        if let Some((piece, square)) = strange {
            return Err(SetupError::Piece(piece.letter(), square));
        }
        let vacant = if material.neutral {
            !occupied
        } else {
            Bitboard::EMPTY
        };
        if let Some(square) = (self.neutral & !vacant).first() {
            return Err(SetupError::Neutral(square));
        }
        let pieces = if material.second_board {
            occupied
        } else {
            Bitboard::EMPTY
        };
        if let Some(square) = (self.second_board & !pieces).first() {
            return Err(SetupError::SecondBoard(square));
        }
        for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
            let count = self.board.pieces(color, Role::King).count();
            if !material.kings.contains(&count) {
                return Err(SetupError::Kings { color: name, count });
            }
        }
        let pawns = self.board.by_role(Role::Pawn);
        if let Some(square) = (pawns & Bitboard::BACKRANKS).first() {
            return Err(SetupError::PawnOnBackrank(square));
        }
        if self.halfmove_clock > MAX_HALFMOVE_CLOCK {
            return Err(SetupError::HalfmoveClock(self.halfmove_clock));
        }
        if !(1..=MAX_FULLMOVE_NUMBER).contains(&self.fullmove_number) {
            return Err(SetupError::FullmoveNumber(self.fullmove_number));
        }
        Ok(())
    }
}
