//! Which pieces are exposed: what the networks of several games are told.

use super::attacked::Attacked;
use crate::rules::{Bitboard, Board, Color, Role};

/// How many derived sets [`write`] writes.
pub const SETS: usize = 2;

/// The squares on which a side attacks pieces with lesser ones, the other side's or its own.
/// `by_least` leaves out what is no more than the pawns or men that attack it.
#[inline]
pub fn by_lesser(
    board: &Board,
    by_least: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
) -> Bitboard {
    let queens = board.by_role(Role::Queen);
    let majors = queens | board.by_role(Role::Rook);
    by_least | by_minors & majors | by_rooks & queens
}

/// Writes into the first of these sets the pieces that a lesser one attacks, into the
/// second those that are attacked and not defended, kings apart. `all` tells what each
/// side attacks, by `color as usize`; to what is `equal` to pawns or men these are no
/// lesser ones.
#[inline(always)]
pub fn write(board: &Board, all: &[Attacked; 2], equal: Bitboard, sets: &mut [[Bitboard; 2]]) {
    for color in Color::ALL {
        let side = color as usize;
        let (own, enemies) = (&all[side], &all[1 - side]);
        let pieces = board.by_color(color) & !board.by_role(Role::King);
        let by_least = enemies.by_least & !equal;
        let by_minors = enemies.by_knights | enemies.by_bishops;
        sets[0][side] = pieces & by_lesser(board, by_least, by_minors, enemies.by_rooks);
        sets[1][side] = pieces & enemies.by_any & !own.by_any;
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::testing::exposed;
    use crate::rules::chess::Chess;
    use crate::rules::clupso::Clupso;
    use crate::rules::elolbia::Elolbia;
    use crate::rules::iceage::IceAge;

    #[test]
    fn lesser_pieces_threaten() {
        let tells = |fen, threatened: &str, hanging: &str| {
            assert_eq!(
                exposed::<Chess>(fen, 0),
                [threatened, hanging].map(str::to_owned),
                "{fen}"
            );
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        tells(start, "", "");
        // A pawn attacks a knight that a pawn defends, and is itself attacked by none.
        tells("4k3/8/8/3p4/4N3/3P4/8/4K3 w - - 0 1", "e4", "");
        // Two pawns attack each other; one of them is not defended.
        tells("4k3/8/8/3p4/4P3/3P4/8/4K3 w - - 0 1", "", "d5");
        // A rook attacks a queen, which attacks it.
        tells("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d5", "d5");
        tells("4k3/8/8/3r4/4B3/8/8/4K3 w - - 0 1", "d5", "d5");
        // Whom the king defends does not hang.
        tells("4k3/4r3/8/8/8/8/4Q3/4K3 w - - 0 1", "e2", "");
        // A king in check is neither.
        tells("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1", "", "");
    }

    #[test]
    fn no_piece_attacks_through_ice() {
        let told = |fen| exposed::<IceAge>(fen, 2);
        let open = "q3k3/8/8/8/R7/8/8/4K3 w - - 0 1";
        assert_eq!(told(open), ["a8", "a4 a8"]);
        let with_cube = "q3k3/8/*7/8/R7/8/8/4K3 w - - 0 1";
        assert_eq!(told(with_cube), ["", ""]);
    }

    #[test]
    fn men_attack_what_they_can_jump_over() {
        let told = |fen| exposed::<Elolbia>(fen, 0);
        assert_eq!(told("4k3/8/8/3r4/2M5/8/8/4K3 w - - 0 1"), ["d5", "d5"]);
        // The square behind it is taken.
        assert_eq!(told("4k3/8/4n3/3r4/2M5/8/8/4K3 w - - 0 1")[0], "");
    }

    #[test]
    fn pieces_are_exposed_without_kings_too() {
        let told = |fen| exposed::<Clupso>(fen, 0);
        assert_eq!(told("8/8/8/3r4/2M5/8/8/8 w - - 0 1"), ["d5", "d5"]);
        // A bishop defends it, and is attacked by nobody.
        assert_eq!(told("8/1b6/8/3r4/2M5/8/8/8 w - - 0 1"), ["d5", ""]);
    }
}
