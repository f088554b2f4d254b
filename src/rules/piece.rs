//! Pieces: their kind, their colour, their letters.

use std::num::NonZeroU8;

use shakmaty::{Bitboard, Color, Square, attacks};

/// The kind of a piece. Orthodox chess uses the first six; a draughts man is the
/// seventh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    /// A draughts man of Elolbian and Clupso Chess.
    Man,
}

impl Role {
    /// How many kinds there are.
    pub const COUNT: usize = 7;

    /// All kinds, in the order of their numbers.
    pub const ALL: [Role; Role::COUNT] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
        Role::Man,
    ];

    /// The kinds a pawn may promote to, most valuable first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The kind with this number, counted from 0.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Role::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Role {
        Role::ALL[index]
    }

    /// The number of this kind, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper case letter of FEN and SAN (`P` for a pawn).
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
            Role::Man => 'M',
        }
    }

    /// The kind that an upper or lower case letter stands for.
    pub fn from_letter(letter: char) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| role.letter() == letter.to_ascii_uppercase())
    }
}

/// A piece of one side, in one byte (`Option<Piece>` takes one byte too).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// How many different pieces there are: every kind in both colours.
    pub const COUNT: usize = 2 * Role::COUNT;

    /// The piece of this colour and kind.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Piece {
        match NonZeroU8::new(1 + 2 * role as u8 + color as u8) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// A number from 0 below [`Piece::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The side it belongs to.
    #[inline]
    pub const fn color(self) -> Color {
        Color::from_white(self.index() % 2 == Color::White as usize)
    }

    /// Its kind.
    #[inline]
    pub const fn role(self) -> Role {
        Role::from_index(self.index() / 2)
    }

    /// The squares that it attacks from `from`; none for a draughts man, who takes by
    /// jumping.
    #[inline]
    pub fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
        match self.role() {
            Role::Pawn => attacks::pawn_attacks(self.color(), from),
            Role::Knight => attacks::knight_attacks(from),
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            Role::Queen => attacks::queen_attacks(from, occupied),
            Role::King => attacks::king_attacks(from),
            Role::Man => Bitboard::EMPTY,
        }
    }

    /// The letter of FEN: upper case for White, lower case for Black.
    pub fn letter(self) -> char {
        let letter = self.role().letter();
        self.color().fold_wb(letter, letter.to_ascii_lowercase())
    }

    /// The piece that a letter of FEN stands for.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = Color::from_white(letter.is_ascii_uppercase());
        Role::from_letter(letter).map(|role| Piece::new(color, role))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_pieces_match() {
        for letter in "PNBRQKMpnbrqkm".chars() {
            let piece = Piece::from_letter(letter).expect("known letter");
            assert_eq!(piece.letter(), letter);
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
