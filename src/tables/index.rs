//! How the positions of an ending are numbered.
//!
//! Each piece has a *place*: its square, and 64 more on the second board of a game with two.
//! The first piece (the stronger king, where there are kings) is brought to a part of the
//! board by exchanging the boards and turning or mirroring them; its part of the board and
//! the places of the others are the digits of the number. Of the numbers that an ending has
//! for positions of one symmetry, the least is used.

use std::cmp::Ordering;

use crate::rules::setup::Setup;
use crate::rules::{Color, Piece, Role, Square};

use super::{Signature, Tabled};

/// The most pieces of an ending, kings included.
pub const MAX_PIECES: usize = 5;

/// The places of an ending's pieces, in the order of its signature.
pub type Places = [u8; MAX_PIECES];

/// The squares after each of the eight symmetries of the board: bit 0 mirrors the files, bit
/// 1 the ranks, and bit 2 then exchanges files and ranks.
static TURNED: [[u8; 64]; 8] = {
    let mut turned = [[0; 64]; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut square = 0;
        while square < 64 {
            let mirrored = square ^ (7 * (symmetry & 1)) ^ (56 * (symmetry >> 1 & 1));
            turned[symmetry][square] = match symmetry & 4 {
                0 => mirrored,
                _ => mirrored % 8 * 8 + mirrored / 8,
            } as u8;
            square += 1;
        }
        symmetry += 1;
    }
    turned
};

/// Squares of the second board come after those of the first.
const SECOND_BOARD: u8 = 64;

/// A symmetry of the boards: bits 0–2 one of [`TURNED`], and [`SECOND_BOARD`] if they are
/// exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Where a place goes.
    #[inline]
    pub fn apply(self, place: u8) -> u8 {
        let turned = &TURNED[usize::from(self.0 % 8)];
        turned[usize::from(place % SECOND_BOARD)] | ((place ^ self.0) & SECOND_BOARD)
    }
}

/// The numbers of an ending's positions, the same for both sides to move.
#[derive(Clone, Debug)]
pub struct Index {
    /// Which ending.
    pub signature: Signature,
    pieces: Vec<Piece>,
    /// The pieces that are alike, the first piece's own group first: where they begin and
    /// where they end.
    groups: Vec<(usize, usize)>,
    /// Those of the groups that have an order to be brought into, without the first piece.
    unordered: Vec<(usize, usize)>,
    /// The one or two symmetries that bring a square to one of the first piece, the one twice.
    turns: [[u8; 2]; 64],
    /// The squares of the first piece.
    first_squares: Vec<u8>,
    /// The number of a square in them.
    first_numbers: [u8; 64],
    /// Bits of a place in a number.
    bits: u32,
}

impl Index {
    /// The numbers of a game's ending.
    pub fn new<P: Tabled>(signature: Signature) -> Index {
        let pieces = signature.pieces();
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            match groups.last_mut() {
                Some((begin, end)) if pieces[*begin] == *piece => *end = number + 1,
                _ => groups.push((number, number + 1)),
            }
        }
        let is_directed = signature.is_directed::<P>();
        let is_first = |square: &u8| {
            let (file, rank) = (square % 8, square / 8);
            file < 4 && (is_directed || rank <= file)
        };
        let first_squares: Vec<u8> = (0..64).filter(is_first).collect();
        let mut first_numbers = [0; 64];
        for (number, &square) in (0..).zip(&first_squares) {
            first_numbers[usize::from(square)] = number;
        }
        // The first piece of all is the one that was chosen.
        let others = groups.iter().map(|&(begin, end)| (begin.max(1), end));
        let unordered = others.filter(|(begin, end)| end - begin > 1).collect();
        let turns = std::array::from_fn(|square| turns(square as u8, is_directed));
        Index {
            signature,
            pieces,
            groups,
            unordered,
            turns,
            first_squares,
            first_numbers,
            bits: if P::MATERIAL.second_board { 7 } else { 6 },
        }
    }

    /// How many numbers there are; more than positions.
    pub fn size(&self) -> usize {
        let others = self.pieces.len() as u32 - 1;
        self.first_squares.len() << (self.bits * others)
    }

    /// The places of the position with this number.
    #[inline]
    pub fn places(&self, number: usize) -> Places {
        let mut places = [0; MAX_PIECES];
        let mut rest = number;
        for place in places[1..self.pieces.len()].iter_mut().rev() {
            *place = (rest & ((1 << self.bits) - 1)) as u8;
            rest >>= self.bits;
        }
        places[0] = self.first_squares[rest];
        places
    }

    /// The number of a position, and the symmetry that brings its places to those of
    /// [`Index::places`], but for pieces alike.
    #[inline]
    pub fn number(&self, places: &Places) -> (usize, Symmetry) {
        let (_, alike) = self.groups[0];
        let (mut least, mut symmetry) = (usize::MAX, Symmetry(0));
        for first in 0..alike {
            let place = places[first];
            let [one, other] = self.turns[usize::from(place % SECOND_BOARD)];
            for turn in [one, other].into_iter().take(1 + usize::from(one != other)) {
                let candidate = Symmetry(turn | place & SECOND_BOARD);
                let number = self.number_of_turned(places, first, candidate);
                if number < least {
                    (least, symmetry) = (number, candidate);
                }
            }
        }
        (least, symmetry)
    }

    #[inline]
    fn number_of_turned(&self, places: &Places, first: usize, symmetry: Symmetry) -> usize {
        let count = self.pieces.len().min(MAX_PIECES);
        // The one that is first changes places with the one that was.
        let turned = |piece: usize| symmetry.apply(places[if piece == first { 0 } else { piece }]);
        let first_number =
            self.first_numbers[usize::from(symmetry.apply(places[first]) % SECOND_BOARD)];
        let append = |number: usize, place: u8| number << self.bits | usize::from(place);
        let number = usize::from(first_number);
        if self.unordered.is_empty() {
            return (1..count).fold(number, |number, piece| append(number, turned(piece)));
        }
        // What belongs to no piece is not looked at.
        let mut others: Places = std::array::from_fn(turned);
        for &(begin, end) in &self.unordered {
            others[begin..end].sort_unstable();
        }
        others[1..count]
            .iter()
            .fold(number, |number, &place| append(number, place))
    }

    /// The places of a position's pieces; of one in which Black has the stronger side's, seen
    /// from the other side of the board.
    #[inline]
    pub fn places_of<P: Tabled>(&self, position: &P, exchanged: bool) -> Places {
        let mut places = [0; MAX_PIECES];
        for &(begin, end) in &self.groups {
            let piece = self.pieces[begin];
            let color = if exchanged {
                !piece.color()
            } else {
                piece.color()
            };
            let squares = position.board().pieces(color, piece.role());
            for (place, square) in places[begin..end].iter_mut().zip(squares) {
                let seen = if exchanged {
                    square.flip_vertical()
                } else {
                    square
                };
                *place = seen as u8 | place_on_second(position, square);
            }
        }
        places
    }

    /// The position with this number; `None` if there is none, or if another number is
    /// used for it.
    pub fn position<P: Tabled>(&self, number: usize, turn: Color) -> Option<P> {
        let places = self.places(number);
        if self.number(&places).0 != number {
            return None;
        }
        let mut setup = Setup {
            turn,
            ..Setup::EMPTY
        };
        for (&piece, &place) in self.pieces.iter().zip(&places) {
            let square = Square::new(u32::from(place % SECOND_BOARD));
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.put(square, piece);
            if place >= SECOND_BOARD {
                setup.second_board.add(square);
            }
        }
        P::from_setup(&setup).ok()
    }

    /// The place of what stands on a square.
    #[inline]
    pub fn place<P: Tabled>(position: &P, square: Square) -> u8 {
        square as u8 | place_on_second(position, square)
    }

    /// How far the pawns have come, together. Each move of theirs adds to it.
    pub fn advance(&self, places: &Places) -> u32 {
        let pieces = self.pieces.iter().zip(places);
        let pawns = pieces.filter(|(piece, _)| piece.role() == Role::Pawn);
        pawns
            .map(|(pawn, &place)| {
                let rank = u32::from(place % SECOND_BOARD) / 8;
                pawn.color().fold_wb(rank, 7 - rank)
            })
            .sum()
    }

    /// The most that [`Index::advance`] can be.
    pub fn most_advanced(&self) -> u32 {
        let pawns = self
            .pieces
            .iter()
            .filter(|piece| piece.role() == Role::Pawn);
        6 * pawns.count() as u32
    }

    /// The places once the piece that stands on one of them is on another; `None` if none
    /// stands there.
    #[inline]
    pub fn moved(&self, places: &Places, from: u8, to: u8) -> Option<Places> {
        let held = &places[..self.pieces.len()];
        let piece = held.iter().position(|&held| held == from)?;
        let mut places = *places;
        places[piece] = to;
        Some(places)
    }
}

/// The one or two symmetries that bring a square to one of the first piece, the one twice.
fn turns(square: u8, is_directed: bool) -> [u8; 2] {
    let (file, rank) = (square % 8, square / 8);
    let mirror = u8::from(file > 3);
    if is_directed {
        return [mirror, mirror];
    }
    let mirror = mirror | u8::from(rank > 3) << 1;
    let (file, rank) = (file.min(7 - file), rank.min(7 - rank));
    match file.cmp(&rank) {
        Ordering::Greater => [mirror, mirror],
        Ordering::Less => [mirror | 4, mirror | 4],
        Ordering::Equal => [mirror, mirror | 4],
    }
}

#[inline]
fn place_on_second<P: Tabled>(position: &P, square: Square) -> u8 {
    match position.second_board().contains(square) {
        true => SECOND_BOARD,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use crate::rules::alice::Alice;
    use crate::rules::clupso::Clupso;
    use crate::rules::elolbia::Elolbia;

    use super::*;

    /// Numbers lead to positions that have these numbers, and so do their images under every
    /// symmetry that the ending has.
    fn numbers_come_back<P: Tabled>(texts: &[&str]) {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for text in texts {
            let signature = Signature::parse::<P>(text).unwrap();
            let index = Index::new::<P>(signature);
            let turns = if signature.is_directed::<P>() { 2 } else { 8 };
            let boards = if P::MATERIAL.second_board { 2 } else { 1 };
            let mut found = 0;
            while found < 300 {
                let number = random.random_range(0..index.size());
                let Some(position) = index.position::<P>(number, Color::White) else {
                    continue;
                };
                found += 1;
                assert_eq!(Signature::of(&position), (signature, false));
                let places = index.places_of(&position, false);
                for turned in 0..turns {
                    for board in 0..boards {
                        let exchanged = board * SECOND_BOARD;
                        let symmetry = Symmetry(turned | exchanged);
                        let image = places.map(|place| symmetry.apply(place));
                        let (again, back) = index.number(&image);
                        assert_eq!(again, number);
                        let mut restored = image.map(|place| back.apply(place));
                        let mut places = index.places(number);
                        restored[..index.pieces.len()].sort_unstable();
                        places[..index.pieces.len()].sort_unstable();
                        let end = index.pieces.len();
                        assert_eq!(restored[..end], places[..end]);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_are_those_of_all_symmetric_positions() {
        numbers_come_back::<Alice>(&["KRvK", "KNNvK", "KPvK", "KQvKR", "KPPvK"]);
        numbers_come_back::<Elolbia>(&["KRvK", "KMMvK", "KMMMvK"]);
        numbers_come_back::<Clupso>(&["QvR", "RRvR", "RRRvQ", "MMvM", "RMvMM"]);
    }
}
