//! What the network of Ice Age Chess sees.

use crate::eval::attacked::{self, Attacked};
use crate::eval::{exposed, king_safety};
use crate::nnue::{
    Derived, EarlierInputs, FeatureSet, OccupantSets, Perspective, bucket_by_pieces, piece_input,
    seen_square, write_pieces,
};
use crate::rules::changes::Occupant;
use crate::rules::iceage::IceAge;
use crate::rules::{Bitboard, Color, Piece, Position, Role, Square, attacks};

/// Own and enemy pieces by kind; the cubes come after them.
const PIECES: usize = 2 * IceAge::PIECE_KINDS;

/// Where the inputs of the cubes begin.
const CUBES: usize = PIECES * 64;

/// Derived sets that tell of the ice.
const BY_ICE: usize = 2;

/// The first of those that tell how safe kings are.
const KING_SAFETY: usize = BY_ICE + exposed::SETS;

/// How many inputs there were before exposed pieces were told.
const UP_TO_ICE: usize = CUBES + 64 + BY_ICE * 2 * 64;

/// How many there were before flight squares and safe checks were.
const UP_TO_EXPOSED: usize = CUBES + 64 + KING_SAFETY * 2 * 64;

/// From so many plies before the ice on it is told who cannot be saved; a null move
/// is never made so late.
const LATE: u32 = 7;

/// Output layers by the number of pieces, for each number of moves to the ice.
const BY_PIECES: usize = 4;

/// The last number of plies before the ice for each output layer but the last.
const PLIES_TO_ICE_AGE: [u32; 6] = [1, 2, 3, 4, 8, 16];

/// Own and enemy pieces by kind and square; cubes; own and enemy pieces that would
/// freeze if the ice came now, and shortly before it those that no single move of
/// their side seems to save; those that a lesser piece attacks, and those that are
/// attacked and not defended, kings apart; each king's flight squares, and from where it
/// can be given check safely. Mirrored so that the own king stands on the files a to d.
/// The output layer goes by the plies to the ice and the number of pieces.
impl FeatureSet for IceAge {
    const FEATURES_VERSION: u16 = 4;
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[
        EarlierInputs::first(2, UP_TO_ICE),
        EarlierInputs::first(3, UP_TO_EXPOSED),
    ];
    const INPUTS: usize = CUBES + 64 + Self::DERIVED_SETS * 2 * 64;
    const OCCUPANTS: usize = PIECES + 1;
    const DERIVED_SETS: usize = KING_SAFETY + king_safety::SETS;
    const OUTPUT_BUCKETS: usize = (PLIES_TO_ICE_AGE.len() + 1) * BY_PIECES;

    #[inline]
    fn output_bucket(&self) -> usize {
        let plies = self.plies_to_ice_age();
        let stage = PLIES_TO_ICE_AGE.iter().position(|&last| plies <= last);
        let stage = stage.unwrap_or(PLIES_TO_ICE_AGE.len());
        stage * BY_PIECES + bucket_by_pieces(self.board(), 8, BY_PIECES)
    }

    #[inline]
    fn occupant(number: usize) -> Occupant {
        match number {
            PIECES => Occupant::Neutral,
            _ => Occupant::Piece(Piece::from_index(number)),
        }
    }

    #[inline]
    fn occupants(&self) -> OccupantSets {
        let mut sets = OccupantSets::default();
        write_pieces(self.board(), Bitboard::FULL, &mut sets[..PIECES]);
        sets[PIECES] = self.cubes();
        sets
    }

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let (color, mirrored) = (perspective.color, perspective.king_bucket == 1);
        match what {
            Occupant::Piece(piece) => {
                piece_input(color, mirrored, Self::PIECE_KINDS, square, piece)
            }
            Occupant::Neutral => CUBES + seen_square(color, mirrored, square),
            Occupant::PieceOnSecondBoard(_) => unreachable!("this game has one board"),
        }
    }

    /// The isolated pieces, and those among them that one move does not save; the
    /// threatened pieces, and the hanging ones; flight squares, and safe checks.
    #[inline]
    fn derived(&self) -> Derived {
        let isolated = self.isolated();
        let mut derived = Derived::default();
        let sets = &mut derived.sets;
        for color in Color::ALL {
            let isolated = isolated & self.board().by_color(color);
            sets[0][color as usize] = isolated;
            if self.plies_to_ice_age() <= LATE {
                sets[1][color as usize] = isolated
                    .into_iter()
                    .filter(|&square| !can_be_saved(self, square, color))
                    .collect();
            }
        }
        let board = self.board();
        let (pawns, occupied) = (board.by_role(Role::Pawn), board.occupied() | self.cubes());
        let all = Attacked::of(board, attacked::by_pawns(board), occupied);
        exposed::write(board, &all, pawns, &mut sets[BY_ICE..]);
        king_safety::write(board, &all, occupied, &mut sets[KING_SAFETY..]);
        derived.attacked = all.map(|side| [side.by_any; 2]);
        derived
    }
}

/// Whether one move of its side brings an isolated piece next to another one, to where
/// it is not attacked if it is the piece itself that moves. Pins are not looked at.
fn can_be_saved(position: &IceAge, square: Square, color: Color) -> bool {
    let board = position.board();
    let pieces = board.occupied();
    let occupied = pieces | position.cubes();
    let own = board.by_color(color);
    let others = pieces.without(square);
    let beside = attacks::king_attacks(square);
    let non_pawns = others & !board.by_role(Role::Pawn);
    let pawns = board.pieces(color, Role::Pawn).without(square);
    let forward = color.fold_wb(8, -8);
    let pawn_takes = |pawn| attacks::pawn_attacks(color, pawn);
    pawns.shift(forward).intersects(beside & !occupied)
        || pawns
            .into_iter()
            .any(|pawn| pawn_takes(pawn).intersects(beside & occupied & !own))
        || (beside & !own)
            .into_iter()
            .any(|to| board.is_attacked(to, color, non_pawns, occupied))
        || {
            let is_pawn = board.role_at(square) == Some(Role::Pawn);
            let attacked = board
                .piece_at(square)
                .map_or(Bitboard::EMPTY, |piece| piece.attacks(square, occupied));
            let reached = match is_pawn {
                true => attacked & occupied | Bitboard::from(square).shift(forward) & !occupied,
                false => attacked,
            };
            (reached & !own).into_iter().any(|to| {
                attacks::king_attacks(to).intersects(others)
                    && !board.is_attacked(to, !color, others, occupied)
            })
        }
}
