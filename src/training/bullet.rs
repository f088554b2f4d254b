//! Positions for bullet (`github.com/jw1912/bullet`), which trains networks on GPUs.
//!
//! Of the games here its data has a format for orthodox chess only, `ChessBoard` of the
//! crate `bulletformat`, whose documentation is the source of the layout: 32 bytes a
//! position, the board seen by the side to move.

use std::fs::{self, File};
use std::io::{BufWriter, Write};

use thiserror::Error;

use crate::batch::file::FileError;
use crate::host::Interrupt;
use crate::nnue::seen_square;
use crate::rules::chess::Chess;
use crate::rules::{Position, Square};

use super::read::{DataError, Sample, read};
use super::settings::BulletSettings;

/// Bytes of a position.
const SIZE: usize = 32;

/// Why there is no file for bullet.
#[derive(Debug, Error)]
pub enum BulletError {
    /// The game is not orthodox chess.
    #[error("bullet has no format for '{0}', only for '{chess}'", chess = Chess::NAME)]
    Game(&'static str),
    /// The games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Somebody wants it to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Writes the positions of games in their order, and returns how many there are.
///
/// # Errors
///
/// If the game is not orthodox chess, a file cannot be read or written, or `interrupt` is
/// raised; then what was at the place of the new file is still there.
pub fn export(settings: &BulletSettings, interrupt: &Interrupt) -> Result<u64, BulletError> {
    let game = settings.learn_from.game.name;
    if game != Chess::NAME {
        return Err(BulletError::Game(game));
    }
    let part = settings.output.with_added_extension("part");
    let failed = FileError::of(&part);
    let mut writer = BufWriter::new(File::create(&part).map_err(&failed)?);
    let mut positions = 0;
    for path in &settings.learn_from.data {
        for sample in read::<Chess>(path, settings.filter)? {
            if interrupt.is_raised() {
                return Err(BulletError::Interrupted);
            }
            writer.write_all(&encoded(&sample?)).map_err(&failed)?;
            positions += 1;
        }
    }
    writer.flush().map_err(&failed)?;
    fs::rename(&part, &settings.output).map_err(failed)?;
    Ok(positions)
}

/// Occupied squares; a kind and colour in four bits for each of them, pawns to kings and
/// 8 for the enemy's; score; points of two; each side's king as this side sees it. Three
/// bytes are left.
fn encoded(sample: &Sample<Chess>) -> [u8; SIZE] {
    let (board, turn) = (sample.position.board(), sample.position.turn());
    let as_seen = |square: Square| seen_square(turn, false, square);
    let mut squares: Vec<Square> = board.occupied().into_iter().collect();
    squares.sort_by_key(|&square| as_seen(square));
    let (mut occupied, mut pieces) = (0_u64, [0_u8; 16]);
    // No position of a game has more than 32 pieces.
    for (place, &square) in squares.iter().enumerate().take(32) {
        occupied |= 1 << as_seen(square);
        if let Some(piece) = board.piece_at(square) {
            let enemy = if piece.color() == turn { 0 } else { 8 };
            let kind = piece.role().index() as u8 | enemy;
            pieces[place / 2] |= kind << (4 * (place % 2));
        }
    }
    let points = 2.0 * turn.fold_wb(sample.result_white, 1.0 - sample.result_white);
    let score = turn.fold_wb(sample.score_white_cp, -sample.score_white_cp);
    // Scores have 16 bits in the games, too.
    let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let king = |color| {
        board
            .king_of(color)
            .map_or(0, |king| seen_square(color, false, king))
    };
    let mut bytes = [0; SIZE];
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    bytes[8..24].copy_from_slice(&pieces);
    bytes[24..26].copy_from_slice(&score.to_le_bytes());
    // 0, 1 or 2, and below 64.
    bytes[26..29].copy_from_slice(&[points as u8, king(turn) as u8, king(!turn) as u8]);
    bytes
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;

    use super::*;

    #[test]
    fn positions_are_as_the_side_to_move_sees_them() {
        let sample = |fen| Sample {
            position: Chess::from_fen(fen).expect("a valid FEN"),
            score_white_cp: 300,
            result_white: 1.0,
            ply: 9,
        };
        // White: Ke1, Pa2, Qd4; Black: Kg8, Nb7.
        let white = encoded(&sample("6k1/1n6/8/8/3Q4/8/P7/4K3 w - - 0 1"));
        let squares = [4, 8, 27, 49, 62];
        let occupied = squares.iter().fold(0_u64, |sum, square| sum | 1 << square);
        assert_eq!(white[..8], occupied.to_le_bytes());
        assert_eq!(white[8..11], [0x05, 0x94, 0x0d]);
        assert_eq!(white[11..24], [0; 13]);
        assert_eq!(white[24..26], 300_i16.to_le_bytes());
        assert_eq!(white[26..], [2, 4, 6, 0, 0, 0]);
        let black = encoded(&sample("6k1/1n6/8/8/3Q4/8/P7/4K3 b - - 0 1"));
        let squares = [6, 9, 35, 48, 60];
        let occupied = squares.iter().fold(0_u64, |sum, square| sum | 1 << square);
        assert_eq!(black[..8], occupied.to_le_bytes());
        assert_eq!(black[8..11], [0x15, 0x8c, 0x0d]);
        assert_eq!(black[24..26], (-300_i16).to_le_bytes());
        assert_eq!(black[26..], [0, 6, 4, 0, 0, 0]);
    }
}
