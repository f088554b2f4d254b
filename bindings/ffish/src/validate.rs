//! Whether a text is a FEN, in Fairy-Stockfish's numbers.

use galaverna::notation::FenError;
use galaverna::rules::SetupError;
use galaverna::show::PositionError;

use crate::{Board, Error, Rules};

/// The answer of [`validate_fen`] for a position of the game.
pub const FEN_OK: i32 = 1;

/// Whether a text is a FEN of a game: [`FEN_OK`], 0 for an empty text, else the negative
/// number by which Fairy-Stockfish says what is wrong with it.
///
/// # Errors
///
/// If there is no such game.
pub fn validate_fen(fen: &str, variant: &str, rules: &Rules) -> Result<i32, Error> {
    let mut board = Board::new(variant, None, rules)?;
    if fen.is_empty() {
        return Ok(0);
    }
    match board.set_fen(fen) {
        Ok(()) => Ok(FEN_OK),
        Err(Error::Position(PositionError::Fen(error))) => Ok(code(&error)),
        Err(error) => Err(error),
    }
}

fn code(error: &FenError) -> i32 {
    match error {
        FenError::FullmoveNumber(_) => -1,
        FenError::HalfmoveClock(_) => -2,
        FenError::EnPassant(_) => -4,
        FenError::Castling(_) | FenError::CastlingRooks(_) => -5,
        FenError::Turn(_) => -6,
        FenError::Letter('0'..='9') => -8,
        FenError::Ranks(_) | FenError::Files { .. } | FenError::BothBoards(_) => -8,
        FenError::Letter(_) => -10,
        FenError::Rubbish(_) => -11,
        FenError::Setup { error } => match error {
            SetupError::FullmoveNumber(_) => -1,
            SetupError::HalfmoveClock(_) => -2,
            SetupError::Kings { .. } | SetupError::NoPieces => -3,
            // Fairy-Stockfish knows of kings only that they must not touch.
            SetupError::OppositeCheck => -9,
            SetupError::PawnOnBackrank(_) => -8,
            SetupError::Piece(..) | SetupError::Neutral(_) | SetupError::SecondBoard(_) => -10,
        },
    }
}
