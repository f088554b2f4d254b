//! Piece-square tables: what it is worth for a man to stand on a square.
//!
//! Each table is the sum of one figure for the rank and one for the file, the
//! same on both wings, so that it can be read and tuned. Centipawns; first
//! estimates by hand until they are tuned.

use crate::rules::{Color, Role, Square};

use super::score::{Score, score};

/// A value for each square, by [`Role::index`] and by the square as White sees it.
pub type SquareTable = [[Score; 64]; Role::COUNT];

/// The figures a table is made from: middlegame and endgame for the ranks 1 to
/// 8 and for the files a to d, those of e to h being the same backwards.
struct Profile {
    ranks: [[i32; 8]; 2],
    files: [[i32; 4]; 2],
}

const NOTHING: Profile = Profile {
    ranks: [[0; 8]; 2],
    files: [[0; 4]; 2],
};

const PAWN: Profile = Profile {
    ranks: [[0, -4, 0, 8, 14, 22, 30, 0], [0, 4, 2, 4, 10, 24, 40, 0]],
    files: [[-10, -4, 2, 8], [4, 2, 0, -2]],
};

const KNIGHT: Profile = Profile {
    ranks: [
        [-28, -12, 2, 12, 20, 22, 6, -30],
        [-20, -10, 0, 8, 10, 6, -4, -20],
    ],
    files: [[-26, -6, 8, 14], [-18, -6, 4, 10]],
};

const BISHOP: Profile = Profile {
    ranks: [[-8, 2, 6, 6, 6, 4, 0, -8], [-8, -3, 2, 5, 5, 2, -3, -8]],
    files: [[-6, 4, 2, 4], [-6, -1, 2, 4]],
};

const ROOK: Profile = Profile {
    ranks: [[-4, -6, -6, -4, 0, 6, 16, 8], [-4, -4, -2, 2, 6, 8, 12, 8]],
    files: [[-6, 0, 4, 6], [0; 4]],
};

const QUEEN: Profile = Profile {
    ranks: [[0, 3, 4, 2, 0, 0, -2, -4], [-18, -8, 0, 8, 12, 10, 6, -4]],
    files: [[-4, 0, 2, 3], [-10, -2, 4, 8]],
};

const KING: Profile = Profile {
    ranks: [
        [14, -4, -30, -48, -60, -66, -70, -74],
        [-34, -14, 4, 16, 24, 22, 8, -18],
    ],
    files: [[12, 20, -2, -16], [-20, -6, 6, 12]],
};

/// The tables of orthodox men, by [`Role::index`].
pub static ORTHODOX: SquareTable = tables([PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NOTHING]);

/// Without a base there is no forward: only the middle counts, and for a man
/// that a man on the border cannot be jumped over.
const fn centred(steps: [[i32; 4]; 2]) -> Profile {
    let mut ranks = [[0; 8]; 2];
    let mut index = 0;
    while index < 8 {
        let step = if index < 4 { index } else { 7 - index };
        ranks[0][index] = steps[0][step];
        ranks[1][index] = steps[1][step];
        index += 1;
    }
    Profile {
        ranks,
        files: steps,
    }
}

/// The tables of Elolbian Chess, by [`Role::index`].
pub static ELOLBIA: SquareTable = tables([
    NOTHING,
    centred([[-16, -4, 6, 11], [-12, -3, 4, 8]]),
    centred([[-7, 0, 3, 5], [-6, -1, 3, 5]]),
    centred([[-2, 0, 1, 2], [-2, 0, 1, 2]]),
    centred([[-3, 0, 2, 3], [-7, 0, 4, 6]]),
    centred([[14, 2, -14, -22], [-6, -2, 4, 7]]),
    centred([[-2, -1, 3, 6], [-2, 0, 3, 5]]),
]);

/// A man that plays towards the enemy base.
const ADVANCING_MAN: Profile = Profile {
    ranks: [[0, -2, 0, 4, 6, 6, 6, 0], [0, 0, 2, 4, 8, 10, 12, 4]],
    files: [[-3, -2, 3, 6], [-1, 0, 1, 2]],
};

/// The tables of Clupso Chess, by [`Role::index`].
pub static CLUPSO: SquareTable =
    tables([NOTHING, KNIGHT, BISHOP, ROOK, QUEEN, NOTHING, ADVANCING_MAN]);

const fn tables(profiles: [Profile; Role::COUNT]) -> SquareTable {
    let mut tables = [[Score::ZERO; 64]; Role::COUNT];
    let mut role = 0;
    while role < Role::COUNT {
        let Profile { ranks, files } = &profiles[role];
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (square / 8, square % 8);
            let file = if file < 4 { file } else { 7 - file };
            tables[role][square] = score(
                ranks[0][rank] + files[0][file],
                ranks[1][rank] + files[1][file],
            );
            square += 1;
        }
        role += 1;
    }
    tables
}

/// The number of the square as `color` sees it, who plays upwards.
#[inline]
pub fn relative(square: Square, color: Color) -> usize {
    square.to_usize() ^ color.fold_wb(0, 56)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_wings_are_seen_alike() {
        let knight = &ORTHODOX[Role::Knight.index()];
        let at = |square, color| knight[relative(square, color)];
        assert_eq!(at(Square::C3, Color::White), at(Square::C6, Color::Black));
        assert_eq!(at(Square::C3, Color::White), at(Square::F3, Color::White));
        assert!(at(Square::C3, Color::White).middlegame > at(Square::A1, Color::White).middlegame);
    }
}
