//! Castling rights of orthodox chess and the games built on it.

use shakmaty::{Color, Square};

use super::moves::MoveKind;
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
}

impl Castling {
    /// One side's castling of this kind.
    ///
    /// Any kind but [`MoveKind::CastleShort`] counts as the long one.
    #[inline]
    pub const fn of(color: Color, kind: MoveKind) -> Castling {
        let rank = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        let (king_to, rook_from, rook_to) = match kind {
            MoveKind::CastleShort => (6, 7, 5),
            _ => (2, 0, 3),
        };
        Castling {
            king_from: Square::new(rank + 4),
            king_to: Square::new(rank + king_to),
            rook_from: Square::new(rank + rook_from),
            rook_to: Square::new(rank + rook_to),
            kind,
        }
    }
}

/// Which castlings no move of king or rook has forfeited yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingRights(u8);

/// Side and kind, in the order of the bits.
const CASTLINGS: [(Color, MoveKind); 4] = [
    (Color::White, MoveKind::CastleShort),
    (Color::White, MoveKind::CastleLong),
    (Color::Black, MoveKind::CastleShort),
    (Color::Black, MoveKind::CastleLong),
];

/// The rights that end when a piece leaves a square or is taken there.
static FORFEITED: [u8; 64] = {
    let mut table = [0; 64];
    table[Square::E1.to_usize()] = 0b0011;
    table[Square::H1.to_usize()] = 0b0001;
    table[Square::A1.to_usize()] = 0b0010;
    table[Square::E8.to_usize()] = 0b1100;
    table[Square::H8.to_usize()] = 0b0100;
    table[Square::A8.to_usize()] = 0b1000;
    table
};

impl CastlingRights {
    /// No rights.
    pub const NONE: CastlingRights = CastlingRights(0);

    /// All four rights.
    pub const ALL: CastlingRights = CastlingRights(15);

    /// The rights of a set of four bits: White's short and long castling, then Black's.
    pub const fn from_bits(bits: u8) -> CastlingRights {
        CastlingRights(bits & 15)
    }

    /// The set of four bits of [`CastlingRights::from_bits`].
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Forgets the rights that end when `square` is left or captured on.
    #[inline]
    pub fn forfeit(&mut self, square: Square) {
        self.0 &= !FORFEITED[square.to_usize()];
    }

    /// Forgets the rights for which king or rook is not on its original square
    /// as `stands` sees it.
    pub fn drop_contradictions(&mut self, stands: impl Fn(Square, Piece) -> bool) {
        for (bit, (color, kind)) in CASTLINGS.into_iter().enumerate() {
            let castling = Castling::of(color, kind);
            if !stands(castling.king_from, Piece::new(color, Role::King))
                || !stands(castling.rook_from, Piece::new(color, Role::Rook))
            {
                self.0 &= !(1 << bit);
            }
        }
    }

    /// The castlings that one side may still hope for, the short one first.
    #[inline]
    pub fn of(self, color: Color) -> impl Iterator<Item = Castling> {
        let bits = self.0 >> (2 * (color as u8 ^ Color::White as u8));
        let short = (bits & 1 != 0).then(|| Castling::of(color, MoveKind::CastleShort));
        let long = (bits & 2 != 0).then(|| Castling::of(color, MoveKind::CastleLong));
        short.into_iter().chain(long)
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
