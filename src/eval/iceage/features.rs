//! What the network of Ice Age Chess sees.

use crate::eval::features::ORTHODOX_KINDS;
use crate::nnue::{FeatureSet, Perspective, bucket_by_pieces, piece_input, seen_square};
use crate::rules::changes::Occupant;
use crate::rules::iceage::IceAge;
use crate::rules::{Bitboard, Color, Position, Square};

/// Where the inputs of the cubes begin, and those of the isolated pieces.
const CUBES: usize = 2 * ORTHODOX_KINDS * 64;
const ISOLATED: usize = CUBES + 64;

/// Output layers by the number of pieces, for each number of moves to the ice.
const BY_PIECES: usize = 4;

/// The last number of plies before the ice for each output layer but the last.
const PLIES_TO_ICE_AGE: [u32; 6] = [1, 2, 3, 4, 8, 16];

/// Own and enemy pieces by kind and square; cubes; and own and enemy pieces that would
/// freeze if the ice came now. Mirrored so that the own king stands on the files a to
/// d. The output layer goes by the plies to the ice and the number of pieces.
impl FeatureSet for IceAge {
    const FEATURES_VERSION: u16 = 1;
    const INPUTS: usize = ISOLATED + 2 * 64;
    const OUTPUT_BUCKETS: usize = (PLIES_TO_ICE_AGE.len() + 1) * BY_PIECES;

    #[inline]
    fn output_bucket(&self) -> usize {
        let plies = self.plies_to_ice_age();
        let stage = PLIES_TO_ICE_AGE.iter().position(|&last| plies <= last);
        let stage = stage.unwrap_or(PLIES_TO_ICE_AGE.len());
        stage * BY_PIECES + bucket_by_pieces(self.board(), 8, BY_PIECES)
    }

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let (color, mirrored) = (perspective.color, perspective.king_bucket == 1);
        match what {
            Occupant::Piece(piece) => piece_input(color, mirrored, ORTHODOX_KINDS, square, piece),
            Occupant::Neutral => CUBES + seen_square(color, mirrored, square),
            Occupant::PieceOnSecondBoard(_) => unreachable!("this game has one board"),
        }
    }

    #[inline]
    fn derived(&self) -> [Bitboard; 2] {
        let isolated = self.isolated();
        let mut sets = [Bitboard::EMPTY; 2];
        for color in Color::ALL {
            sets[color as usize] = isolated & self.board().by_color(color);
        }
        sets
    }

    #[inline]
    fn derived_input(perspective: Perspective, color: Color, square: Square) -> usize {
        let enemy = usize::from(color != perspective.color);
        let mirrored = perspective.king_bucket == 1;
        ISOLATED + enemy * 64 + seen_square(perspective.color, mirrored, square)
    }
}
