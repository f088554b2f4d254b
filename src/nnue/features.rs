//! What a network sees of a position.

use crate::rules::changes::Occupant;
use crate::rules::{Bitboard, Board, Color, File, Piece, Position, Role, Square};

/// From where a network looks: the side, and in which king bucket it is.
///
/// What an input means depends on the king bucket, so that all inputs change when a
/// king goes to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    /// The side that looks.
    pub color: Color,
    /// Below [`FeatureSet::KING_BUCKETS`].
    pub king_bucket: usize,
}

/// The most kinds of things that can stand on a square in any game.
pub const MAX_OCCUPANTS: usize = 24;

/// The squares on which each kind of thing stands; a game uses the first
/// [`FeatureSet::OCCUPANTS`].
pub type OccupantSets = [Bitboard; MAX_OCCUPANTS];

/// The most derived sets that a side has in any game.
pub const MAX_DERIVED_SETS: usize = 7;

/// What follows from the whole position, for each kind one set a side, by
/// `color as usize`; a game uses the first [`FeatureSet::DERIVED_SETS`].
pub type DerivedSets = [[Bitboard; 2]; MAX_DERIVED_SETS];

/// What follows from the whole position.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// Inputs of the network.
    pub sets: DerivedSets,
    /// The squares that each side attacks, by `color as usize`, on each of two boards; the
    /// same twice in games of one. No inputs, but found out for them, and wanted by the
    /// search, too.
    pub attacked: [[Bitboard; 2]; 2],
}

/// Where today's networks have what an earlier version of a game's inputs told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierInputs {
    /// The version.
    pub version: u16,
    /// How many inputs it had.
    pub inputs: usize,
    /// Inputs that mean the same: the first of them then, the first today, how many. What
    /// is divided among several king buckets today is there several times. Empty where all
    /// of them are today's first.
    pub moved: &'static [(usize, usize, usize)],
}

impl EarlierInputs {
    /// Those of a version to which inputs were only added since, behind them.
    pub const fn first(version: u16, inputs: usize) -> EarlierInputs {
        EarlierInputs {
            version,
            inputs,
            moved: &[],
        }
    }

    /// Inputs that mean the same, as [`EarlierInputs::moved`] tells them.
    pub fn kept(&self) -> Vec<(usize, usize, usize)> {
        match self.moved {
            [] => vec![(0, 0, self.inputs)],
            moved => moved.to_vec(),
        }
    }
}

/// What the network of a game sees: inputs that are on or off.
///
/// What stands on a square is one input. What follows from the whole position but is
/// worth being told (who stands alone, what is left in a pool) is given as sets of up
/// to 64 for each side.
pub trait FeatureSet: Position {
    /// Changes when the meaning of an input does, so that a network for other inputs
    /// is refused.
    const FEATURES_VERSION: u16;

    /// The versions before it whose networks can be trained on.
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[];

    /// How many neurons a perspective has.
    const HIDDEN: usize = 128;

    /// How many kinds of pieces there are, by [`Role::index`]; unless a game says
    /// otherwise those without draughts men.
    const PIECE_KINDS: usize = Role::Man.index();

    /// How many blocks of inputs tell what stands on the squares: the first inputs, one
    /// block for each pair of king buckets that mirror each other. What is learnt of a
    /// piece in one block is in part learnt for all (`docs/nets.md`).
    const INPUT_BLOCKS: usize = 1;

    /// How many inputs a perspective has.
    const INPUTS: usize = Self::INPUT_BLOCKS * 2 * Self::PIECE_KINDS * 64;

    /// How many kinds of things can stand on a square; unless a game says otherwise the
    /// pieces of one board.
    const OCCUPANTS: usize = 2 * Self::PIECE_KINDS;

    /// How many king buckets there are.
    const KING_BUCKETS: usize = 2 * Self::INPUT_BLOCKS;

    /// Whether left and right may be exchanged though there is but one king bucket: a position
    /// and its mirror image are worth the same, and training shows the network either. The
    /// image is what a side sees from a king bucket of 1.
    const IS_SYMMETRIC: bool = false;

    /// How many derived sets a side has.
    const DERIVED_SETS: usize = 0;

    /// How many output layers there are.
    const OUTPUT_BUCKETS: usize = 8;

    /// The block of inputs for a king on this square, as its side sees it, on the files
    /// a to d.
    #[inline]
    fn input_block(_king: Square) -> usize {
        0
    }

    /// The king bucket of a side; unless a game says otherwise twice its block of inputs,
    /// one more where the king stands on the files e to h, so that the board can be seen
    /// mirrored, and 0 without a king.
    #[inline]
    fn king_bucket(&self, color: Color) -> usize {
        self.board().king_of(color).map_or(0, |king| {
            let mirrored = king.file() >= File::E;
            // Below 64.
            let seen = Square::new(seen_square(color, mirrored, king) as u32);
            2 * Self::input_block(seen) + usize::from(mirrored)
        })
    }

    /// The output layer for this position; unless a game says otherwise by the number
    /// of pieces.
    #[inline]
    fn output_bucket(&self) -> usize {
        bucket_by_pieces(self.board(), 4, Self::OUTPUT_BUCKETS)
    }

    /// The kind of thing with this number below [`FeatureSet::OCCUPANTS`].
    #[inline]
    fn occupant(number: usize) -> Occupant {
        Occupant::Piece(Piece::from_index(number))
    }

    /// Where each kind of thing stands.
    #[inline]
    fn occupants(&self) -> OccupantSets {
        let mut sets = OccupantSets::default();
        write_pieces(self.board(), Bitboard::FULL, &mut sets[..Self::OCCUPANTS]);
        sets
    }

    /// The input that tells a perspective what stands on a square; unless a game says
    /// otherwise the pieces of one board, without gaps between their kinds.
    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let (color, kinds) = (perspective.color, Self::PIECE_KINDS);
        let (block, mirrored) = (
            perspective.king_bucket / 2,
            perspective.king_bucket % 2 == 1,
        );
        match what {
            Occupant::Piece(piece) => {
                debug_assert!(piece.role().index() < kinds, "{piece:?}");
                block * 2 * kinds * 64 + piece_input(color, mirrored, kinds, square, piece)
            }
            _ => unreachable!("this game has one board and no obstacles"),
        }
    }

    /// What follows from the whole position; a null move, where it is sound, changes
    /// nothing of it.
    #[inline]
    fn derived(&self) -> Derived {
        Derived::default()
    }

    /// The input that tells a perspective that a square is in the set of `color` of
    /// this kind in [`FeatureSet::derived`]; unless a game says otherwise those of the
    /// derived sets are the last, 64 for each side and kind.
    #[inline]
    fn derived_input(perspective: Perspective, kind: usize, color: Color, square: Square) -> usize {
        let start = Self::INPUTS - Self::DERIVED_SETS * 2 * 64;
        let enemy = usize::from(color != perspective.color);
        let mirrored = perspective.king_bucket % 2 == 1;
        start + (2 * kind + enemy) * 64 + seen_square(perspective.color, mirrored, square)
    }

    /// From where a side looks at this position.
    #[inline]
    fn perspective(&self, color: Color) -> Perspective {
        Perspective {
            color,
            king_bucket: self.king_bucket(color),
        }
    }
}

/// Writes where each piece stands, by [`Piece::index`], among these squares.
#[inline]
pub fn write_pieces(board: &Board, among: Bitboard, sets: &mut [Bitboard]) {
    for (index, set) in sets.iter_mut().enumerate() {
        let piece = Piece::from_index(index);
        *set = board.pieces(piece.color(), piece.role()) & among;
    }
}

/// A bucket by the number of pieces on the board, `size` numbers to each, the fewest
/// pieces first; the last one takes all that are more.
#[inline]
pub fn bucket_by_pieces(board: &Board, size: usize, buckets: usize) -> usize {
    (board.occupied().count().saturating_sub(1) / size).min(buckets - 1)
}

/// The place of a piece among the inputs of a board: own pieces first, by kind, then
/// by square. `mirrored` exchanges left and right; a side sees the board from its own
/// edge.
#[inline]
pub fn piece_input(
    color: Color,
    mirrored: bool,
    kinds: usize,
    square: Square,
    piece: Piece,
) -> usize {
    let enemy = usize::from(piece.color() != color);
    (enemy * kinds + piece.role().index()) * 64 + seen_square(color, mirrored, square)
}

/// The number of a square as a side sees it.
#[inline]
pub fn seen_square(color: Color, mirrored: bool, square: Square) -> usize {
    let upright = color.fold_wb(0, 56);
    let flipped = if mirrored { 7 } else { 0 };
    square.to_usize() ^ upright ^ flipped
}
