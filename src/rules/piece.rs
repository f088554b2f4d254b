//! Pieces: their kind, their colour, their letters.

use std::hint::assert_unchecked;
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
        // Of a table it would be read each time.
        match index {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            5 => Role::King,
            6 => Role::Man,
            _ => panic!("no piece has this number"),
        }
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

    /// The piece with this number.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`Piece::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Piece {
        let color = Color::from_white(index % 2 == Color::White as usize);
        Piece::new(color, Role::from_index(index / 2))
    }

    /// A number from 0 below [`Piece::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        let index = self.0.get() as usize - 1;
        // SAFETY: `new`, from which all pieces are, adds up twice the number of a role, a
        // colour and 1. What the compiler knows so, it need not test wherever a piece's number
        // is an index, or its kind is asked for.
        unsafe { assert_unchecked(index < Piece::COUNT) };
        index
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
    pub const fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
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

    /// What [`Piece::attacks`] finds where nothing stands in the way.
    #[inline]
    pub fn attacks_on_empty_board(self, from: Square) -> Bitboard {
        ATTACKS_ON_EMPTY_BOARD[self.index()][from.to_usize()]
    }

    /// Whether `target` is among what [`Piece::attacks`] finds: mostly it is not, whatever
    /// stands in the way, and one look tells.
    #[inline]
    pub fn attacks_square(self, from: Square, target: Square, occupied: Bitboard) -> bool {
        self.attacks_on_empty_board(from).contains(target)
            // The squares in this order keep to the lines of memory of one target.
            && attacks::between(target, from).is_disjoint(occupied)
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

/// By piece and square.
static ATTACKS_ON_EMPTY_BOARD: [[Bitboard; 64]; Piece::COUNT] = {
    let mut table = [[Bitboard::EMPTY; 64]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let color = Color::from_white(index % 2 == Color::White as usize);
        let piece = Piece::new(color, Role::from_index(index / 2));
        let mut square = 0;
        while square < 64 {
            let attacks = piece.attacks(Square::new(square), Bitboard::EMPTY);
            table[piece.index()][square as usize] = attacks;
            square += 1;
        }
        index += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_pieces_match() {
        for letter in "PNBRQKMpnbrqkm".chars() {
            let piece = Piece::from_letter(letter).expect("known letter");
            assert_eq!(piece.letter(), letter);
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            assert_eq!(Piece::from_index(piece.index()), piece);
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }

    /// What [`Piece::index`] relies on.
    #[test]
    fn pieces_are_numbered_without_gaps() {
        let pieces = Role::ALL.map(|role| Color::ALL.map(|color| Piece::new(color, role)));
        let mut numbers: Vec<usize> = pieces.iter().flatten().map(|piece| piece.index()).collect();
        numbers.sort();
        assert!(numbers.into_iter().eq(0..Piece::COUNT));
    }

    #[test]
    fn a_square_is_attacked_if_it_is_among_the_attacks() {
        let occupied = Bitboard(0x0024_8100_1842_2400);
        for letter in "PNBRQKMpnbrqkm".chars() {
            let piece = Piece::from_letter(letter).expect("known letter");
            for from in Square::ALL {
                let attacks = piece.attacks(from, occupied);
                for target in Square::ALL {
                    let attacked = piece.attacks_square(from, target, occupied);
                    assert_eq!(
                        attacked,
                        attacks.contains(target),
                        "{letter} {from} {target}"
                    );
                }
            }
        }
    }
}
