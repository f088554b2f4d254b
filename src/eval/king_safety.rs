//! How safe kings are: what the networks of several games are told.

use super::attacked::Attacked;
use crate::rules::{Bitboard, Board, Color, attacks};

/// How many derived sets [`write`] writes.
pub const SETS: usize = 2;

/// Writes into the first of these sets each king's flight squares: those beside it where
/// nothing of its own stands and nothing attacks; into the second those from which it can be
/// given check by a piece of the other side that is not taken there, pawns and men apart.
/// `all` tells what each side attacks, by `color as usize`; no piece attacks through what is
/// `occupied`.
#[inline(always)]
pub fn write(board: &Board, all: &[Attacked; 2], occupied: Bitboard, sets: &mut [[Bitboard; 2]]) {
    for color in Color::ALL {
        let side = color as usize;
        let (own, enemies) = (&all[side], &all[1 - side]);
        let Some(king) = board.king_of(color) else {
            continue;
        };
        let beside = attacks::king_attacks(king);
        sets[0][side] = beside & !board.by_color(color) & !enemies.by_any;
        let straight = attacks::rook_attacks(king, occupied);
        let diagonal = attacks::bishop_attacks(king, occupied);
        let checks = straight & (enemies.by_rooks | enemies.by_queens)
            | diagonal & (enemies.by_bishops | enemies.by_queens)
            | attacks::knight_attacks(king) & enemies.by_knights;
        // The king takes what no piece of a second kind defends.
        let safe = !own.by_others & (!beside | enemies.twice());
        sets[1][side] = checks & safe & !board.by_color(!color);
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::testing::{exposed, names};
    use crate::nnue::FeatureSet;
    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::rules::elolbia::Elolbia;
    use crate::rules::iceage::IceAge;

    /// The flight squares of White's king, and from where it can be given check safely.
    fn of_white<P: FeatureSet + Notation>(fen: &str, first: usize) -> [String; 2] {
        let sets = P::from_fen(fen).unwrap().derived().sets;
        [sets[first], sets[first + 1]].map(|[_, white]| names(white))
    }

    #[test]
    fn kings_flee_to_where_nothing_attacks() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(exposed::<Chess>(start, 2), ["", ""]);
        let flight = |fen| of_white::<Chess>(fen, 2)[0].clone();
        assert_eq!(flight("4k3/8/8/8/8/8/8/K7 w - - 0 1"), "b1 a2 b2");
        assert_eq!(flight("1r2k3/8/8/8/8/8/P7/K7 w - - 0 1"), "");
        // What is not defended can be taken.
        assert_eq!(flight("4k3/8/8/8/8/8/Pr6/K7 w - - 0 1"), "b2");
        assert_eq!(flight("4k3/8/8/8/8/2p5/Pr6/K7 w - - 0 1"), "");
    }

    #[test]
    fn checks_are_safe_where_nothing_takes() {
        let checks = |fen| of_white::<Chess>(fen, 2)[1].clone();
        // The rook on the first rank and on the file of the king.
        assert_eq!(checks("4k3/8/8/3r4/8/8/8/K7 w - - 0 1"), "d1 a5");
        // A bishop guards d1, a pawn a5.
        assert_eq!(checks("4k3/8/8/3r4/1P6/8/4B3/K7 w - - 0 1"), "");
        // Beside the king only where another piece defends.
        let alone = "4k3/8/8/8/1q6/8/8/3K4 w - - 0 1";
        assert_eq!(checks(alone), "b1 b3 a4 d4 g4 d6");
        let defended = "4k3/8/7b/8/1q6/8/8/3K4 w - - 0 1";
        assert_eq!(checks(defended), "b1 d2 b3 a4 d4 g4 d6");
        // From where a knight reaches the king, unless its own side stands there.
        assert_eq!(checks("4k3/8/8/8/3n4/8/8/3K4 w - - 0 1"), "");
        assert_eq!(checks("4k3/8/8/2n5/8/8/8/3K4 w - - 0 1"), "");
        assert_eq!(checks("4k3/8/8/3n4/8/8/8/3K4 w - - 0 1"), "c3 e3");
        assert_eq!(checks("4k3/8/8/3n4/8/4p3/8/3K4 w - - 0 1"), "c3");
        assert_eq!(checks("4k3/8/8/3n4/8/8/1P6/3K4 w - - 0 1"), "e3");
    }

    #[test]
    fn ice_stands_between() {
        let told = |fen| of_white::<IceAge>(fen, 4);
        let open = "4k3/8/8/3r4/8/8/8/K7 w - - 0 1";
        assert_eq!(told(open), ["b1 a2 b2", "d1 a5"]);
        // Cubes can be taken by kings, too.
        let ice = "4k3/8/8/3r4/*7/8/8/K*6 w - - 0 1";
        assert_eq!(told(ice), ["b1 a2 b2", ""]);
    }

    #[test]
    fn men_guard_what_they_can_jump_over() {
        let told = |fen| of_white::<Elolbia>(fen, 2);
        let unguarded = "4k3/8/8/1q6/8/3n4/8/K7 w - - 0 1";
        assert_eq!(told(unguarded), ["a2", "b2 a4 a5 e5 a6"]);
        // The man can jump over b2.
        let guarded = "4k3/8/8/1q6/8/3n4/8/K1M5 w - - 0 1";
        assert_eq!(told(guarded), ["a2", "a4 a5 e5 a6"]);
    }
}
