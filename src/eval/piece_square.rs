//! Piece-square tables: what it is worth for a piece to stand on a square.
//!
//! A table is the same on both wings, so that half of it is written down and
//! tuned.

use crate::rules::{Color, Role, Square};

use super::score::Score;
use super::weights::{Source, Tunable, Weight};

const FILES: usize = 4;

/// A value in centipawns for each square as White sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSquareTable([Score; 64]);

/// A table for each role, by [`Role::index`].
pub type PieceSquareTables = [PieceSquareTable; Role::COUNT];

/// The table with these values on the files a to d of the ranks 1 to 8; the files
/// e to h are the same backwards.
pub const fn mirrored(half: [[Score; FILES]; 8]) -> PieceSquareTable {
    let mut squares = [Score::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        let file = square % 8;
        let file = if file < FILES { file } else { 7 - file };
        squares[square] = half[square / 8][file];
        square += 1;
    }
    PieceSquareTable(squares)
}

impl PieceSquareTable {
    /// For a role that the game does not know.
    pub const NONE: PieceSquareTable = PieceSquareTable([Score::ZERO; 64]);

    /// The value of the square for a piece of `color`.
    #[inline]
    pub fn at(&self, square: Square, color: Color) -> Score {
        self.0[square.to_usize() ^ color.fold_wb(0, 56)]
    }

    fn half(&self) -> [[Score; FILES]; 8] {
        std::array::from_fn(|rank| std::array::from_fn(|file| self.0[8 * rank + file]))
    }
}

impl Tunable for PieceSquareTable {
    fn visit(&mut self, name: &str, visitor: &mut dyn FnMut(&str, Weight)) {
        if *self == PieceSquareTable::NONE {
            return;
        }
        let mut half = self.half();
        half.visit(name, visitor);
        *self = mirrored(half);
    }

    fn write(&self, source: &mut Source) {
        if *self == PieceSquareTable::NONE {
            source.import("crate::eval::piece_square", "PieceSquareTable");
            source.push("PieceSquareTable::NONE");
            return;
        }
        source.import("crate::eval::piece_square", "mirrored");
        source.push("mirrored(");
        self.half().write(source);
        source.push(")");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::score::score;

    #[test]
    fn sides_and_wings_are_seen_alike() {
        let half = std::array::from_fn(|rank| {
            std::array::from_fn(|file| score(10 * rank as i32, file as i32))
        });
        let table = mirrored(half);
        assert_eq!(table.at(Square::C3, Color::White), score(20, 2));
        assert_eq!(table.at(Square::C6, Color::Black), score(20, 2));
        assert_eq!(table.at(Square::F3, Color::White), score(20, 2));
        assert_eq!(table.half(), half);
    }
}
