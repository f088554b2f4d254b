//! Which pieces are exposed: what the networks of several games are told.

use super::attack_sets;
use crate::rules::{Bitboard, Board, Color, Role, attacks};

/// How many derived sets [`write`] writes.
pub const SETS: usize = 2;

/// The squares that the pawns of each side attack, by `color as usize`.
#[inline]
pub fn attacked_by_pawns(board: &Board) -> [Bitboard; 2] {
    [Color::Black, Color::White]
        .map(|color| attack_sets::by_pawns(board.pieces(color, Role::Pawn), color))
}

/// The squares that a side attacks.
#[derive(Clone, Copy)]
struct Attacked {
    by_least: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    by_any: Bitboard,
}

impl Attacked {
    /// Those of both sides, by `color as usize`; `by_least` tells what their pawns or men
    /// attack.
    #[inline]
    fn of(board: &Board, by_least: [Bitboard; 2], occupied: Bitboard) -> [Attacked; 2] {
        const SIDES: [Color; 2] = [Color::Black, Color::White];
        let of = |role| SIDES.map(|side| board.pieces(side, role));
        let ([black, white], queens) = (of(Role::Rook), of(Role::Queen));
        let empty = [!occupied; 4];
        let straight = attack_sets::by_rooks([black, white, queens[0], queens[1]], empty);
        let [black, white] = of(Role::Bishop);
        let diagonal = attack_sets::by_bishops([black, white, queens[0], queens[1]], empty);
        let [black, white] = of(Role::Knight);
        let knights = attack_sets::by_knights([black, white, Bitboard::EMPTY, Bitboard::EMPTY]);
        SIDES.map(|color| {
            let side = color as usize;
            let by_least = by_least[side];
            let by_minors = knights[side] | diagonal[side];
            let by_rooks = straight[side];
            let king = board.king_of(color);
            let by_king = king.map_or(Bitboard::EMPTY, attacks::king_attacks);
            let by_queens = straight[2 + side] | diagonal[2 + side];
            Attacked {
                by_least,
                by_minors,
                by_rooks,
                by_any: by_least | by_minors | by_rooks | by_queens | by_king,
            }
        })
    }
}

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
/// second those that are attacked and not defended, kings apart. `by_least` tells what
/// the pawns or men of each side attack, by `color as usize`; to those that are `equal` to
/// them they are no lesser ones. No piece attacks through what is `occupied`.
#[inline]
pub fn write(
    board: &Board,
    by_least: [Bitboard; 2],
    equal: Bitboard,
    occupied: Bitboard,
    sets: &mut [[Bitboard; 2]],
) {
    let all = Attacked::of(board, by_least, occupied);
    for color in Color::ALL {
        let side = color as usize;
        let (own, enemies) = (all[side], all[1 - side]);
        let pieces = board.by_color(color) & !board.by_role(Role::King);
        let by_least = enemies.by_least & !equal;
        sets[0][side] = pieces & by_lesser(board, by_least, enemies.by_minors, enemies.by_rooks);
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
