//! Castling rights of orthodox chess and the games built on it.

use shakmaty::{Bitboard, Color, File, Rank, Square, attacks};

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, Role};

/// One of the four castlings: who moves from where to where.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// The king's origin.
    pub king_from: Square,
    /// The king's destination.
    pub king_to: Square,
    /// The rook's origin.
    pub rook_from: Square,
    /// The rook's destination.
    pub rook_to: Square,
    /// Which of the two it is.
    pub kind: MoveKind,
    /// The squares that the king passes, and its destination.
    pub path: Bitboard,
    /// The squares on which nobody but this king and rook may stand.
    pub vacant: Bitboard,
}

impl Castling {
    /// One side's castling of this kind in orthodox chess.
    ///
    /// Any kind but [`MoveKind::CastleShort`] counts as the long one.
    #[inline]
    pub const fn of(color: Color, kind: MoveKind) -> Castling {
        let rook = match kind {
            MoveKind::CastleShort => File::H,
            _ => File::A,
        };
        Castling::from_files(color, kind, File::E, rook)
    }

    /// One side's castling of this kind with king and rook of these files.
    #[inline]
    const fn from_files(color: Color, kind: MoveKind, king: File, rook: File) -> Castling {
        let rank = match color {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        };
        let (king_to, rook_to) = match kind {
            MoveKind::CastleShort => (File::G, File::F),
            _ => (File::C, File::D),
        };
        let (king_from, rook_from) = (
            Square::from_coords(king, rank),
            Square::from_coords(rook, rank),
        );
        let (king_to, rook_to) = (
            Square::from_coords(king_to, rank),
            Square::from_coords(rook_to, rank),
        );
        let path = attacks::between(king_from, king_to).0 | 1 << king_to.to_u32();
        let vacant = attacks::between(king_from, rook_from).0 | 1 << rook_to.to_u32();
        Castling {
            king_from,
            king_to,
            rook_from,
            rook_to,
            kind,
            path: Bitboard(path),
            vacant: Bitboard(path | vacant),
        }
    }
}

/// Which castlings no move of king or rook has forfeited yet, and in Chess960 where the
/// kings and rooks stand that may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRights {
    /// A bit for each of [`CASTLINGS`].
    bits: u8,
    /// Whether kings and rooks may stand on any files (Chess960).
    chess960: bool,
    /// The files of White's and of Black's king.
    kings: [File; 2],
    /// The files of the rooks, in the order of the bits.
    rooks: [File; 4],
}

/// Side and kind, in the order of the bits.
const CASTLINGS: [(Color, MoveKind); 4] = [
    (Color::White, MoveKind::CastleShort),
    (Color::White, MoveKind::CastleLong),
    (Color::Black, MoveKind::CastleShort),
    (Color::Black, MoveKind::CastleLong),
];

/// The castlings of orthodox chess, in the order of the bits.
static USUAL: [Castling; 4] = {
    let mut castlings = [Castling::of(Color::White, MoveKind::CastleShort); 4];
    let mut bit = 1;
    while bit < 4 {
        castlings[bit] = Castling::of(CASTLINGS[bit].0, CASTLINGS[bit].1);
        bit += 1;
    }
    castlings
};

impl CastlingRights {
    /// No rights.
    pub const NONE: CastlingRights = CastlingRights::from_bits(0);

    /// All four rights.
    pub const ALL: CastlingRights = CastlingRights::from_bits(15);

    /// The rights of a set of four bits: White's short and long castling, then Black's.
    pub const fn from_bits(bits: u8) -> CastlingRights {
        CastlingRights {
            bits: bits & 15,
            chess960: false,
            kings: [File::E; 2],
            rooks: [File::H, File::A, File::H, File::A],
        }
    }

    /// The rights of the kings on this board with these rooks, for White's short and long
    /// castling, then Black's, by the rules of Chess960. A side whose king is not on its
    /// first rank has none.
    pub fn chess960(board: &Board, rooks: [Option<File>; 4]) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        rights.chess960 = true;
        for (bit, (color, kind)) in CASTLINGS.into_iter().enumerate() {
            let king = board.king_of(color);
            let king = king.filter(|king| king.rank() == color.relative_rank(Rank::First));
            let (Some(king), Some(rook)) = (king.map(Square::file), rooks[bit]) else {
                continue;
            };
            if (rook > king) == (kind == MoveKind::CastleShort) {
                rights.bits |= 1 << bit;
                rights.kings[bit / 2] = king;
                rights.rooks[bit] = rook;
            }
        }
        rights
    }

    /// Goes over to the rules of Chess960, or back to those of orthodox chess, which know
    /// only the rights of kings and rooks on their usual squares.
    pub fn set_chess960(&mut self, on: bool) {
        if !on {
            let usual = CastlingRights::ALL;
            for bit in 0..4 {
                if (self.kings[bit / 2], self.rooks[bit]) != (usual.kings[0], usual.rooks[bit]) {
                    self.bits &= !(1 << bit);
                }
            }
            *self = CastlingRights::from_bits(self.bits);
        }
        self.chess960 = on;
    }

    /// Whether the rules are those of Chess960.
    #[inline]
    pub const fn is_chess960(self) -> bool {
        self.chess960
    }

    /// Those that are left, with the files of their rooks; in the order of the bits.
    pub fn rooks(self) -> impl Iterator<Item = (Color, File)> {
        let rooks = CASTLINGS.into_iter().zip(self.rooks).enumerate();
        rooks.filter_map(move |(bit, ((color, _), rook))| {
            (self.bits >> bit & 1 != 0).then_some((color, rook))
        })
    }

    /// The castling of a bit, whether or not there is the right.
    #[inline]
    fn castling(self, bit: usize) -> Castling {
        if !self.chess960 {
            return USUAL[bit];
        }
        let (color, kind) = CASTLINGS[bit];
        Castling::from_files(color, kind, self.kings[bit / 2], self.rooks[bit])
    }

    /// One side's castling of this kind, whether or not there is the right.
    ///
    /// Any kind but [`MoveKind::CastleShort`] counts as the long one.
    #[inline]
    pub fn castling_of(self, color: Color, kind: MoveKind) -> Castling {
        let bit = color.fold_wb(0, 2) + usize::from(kind != MoveKind::CastleShort);
        self.castling(bit)
    }

    /// The move that castles so: in Chess960 the king goes onto its rook.
    #[inline]
    pub fn as_move(self, castling: Castling) -> Move {
        let m = Move::new(castling.king_from, castling.king_to, castling.kind);
        match self.chess960 {
            true => m.onto_rook(castling.rook_from),
            false => m,
        }
    }

    /// The set of four bits of [`CastlingRights::from_bits`].
    #[inline]
    pub const fn bits(self) -> u8 {
        self.bits
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Forgets the rights that end when `square` is left or captured on.
    #[inline]
    pub fn forfeit(&mut self, square: Square) {
        if self.bits == 0 || !Bitboard::BACKRANKS.contains(square) {
            return;
        }
        let (side, file) = (usize::from(square.rank() == Rank::Eighth), square.file());
        let lost = match self.kings[side] == file {
            true => 0b11,
            false => {
                let [short, long] = [0, 1].map(|wing| self.rooks[2 * side + wing] == file);
                u8::from(short) | u8::from(long) << 1
            }
        };
        self.bits &= !(lost << (2 * side));
    }

    /// Forgets the rights for which king or rook is not on its original square
    /// as `stands` sees it.
    pub fn drop_contradictions(&mut self, stands: impl Fn(Square, Piece) -> bool) {
        for (bit, (color, _)) in CASTLINGS.into_iter().enumerate() {
            let castling = self.castling(bit);
            if !stands(castling.king_from, Piece::new(color, Role::King))
                || !stands(castling.rook_from, Piece::new(color, Role::Rook))
            {
                self.bits &= !(1 << bit);
            }
        }
    }

    /// The castlings that one side may still hope for, the short one first.
    #[inline]
    pub fn of(self, color: Color) -> impl Iterator<Item = Castling> {
        let first = color.fold_wb(0, 2);
        let bits = (first..first + 2).filter(move |bit| self.bits >> bit & 1 != 0);
        bits.map(move |bit| self.castling(bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_kept_apart() {
        let rights = CastlingRights::from_bits(0b1001);
        let kings: Vec<_> = Color::ALL
            .into_iter()
            .flat_map(|color| rights.of(color))
            .map(|castling| castling.king_to)
            .collect();
        assert!(kings.contains(&Square::G1) && kings.contains(&Square::C8));
        assert_eq!(kings.len(), 2);
    }
}
