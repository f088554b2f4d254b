//! What the network of Alice Chess sees.

use crate::eval::attack_sets::{self, Sets};
use crate::eval::exposed;
use crate::nnue::{
    Derived, EarlierInputs, FeatureSet, OccupantSets, Perspective, piece_input, write_pieces,
};
use crate::rules::alice::{Alice, Plane};
use crate::rules::changes::Occupant;
use crate::rules::{Bitboard, Board, Color, File, Piece, Position, Role, Square, attacks};

/// Own and enemy pieces by kind, on one board; those of the second come after the first's.
const PIECES: usize = 2 * Alice::PIECE_KINDS;

/// Inputs of one board.
const BOARD: usize = PIECES * 64;

/// Inputs of version 3: no threatened and no hanging pieces.
const VERSION_3: usize = 2 * BOARD + 5 * 2 * 64;

/// The squares that are attacked, by `plane as usize` and `color as usize`.
#[derive(Default)]
struct Attacks {
    /// By [`Role::index`].
    by_role: [[[Bitboard; Alice::PIECE_KINDS]; 2]; 2],
    /// By any piece but the king.
    by_others: [[Bitboard; 2]; 2],
}

impl Attacks {
    #[inline]
    fn of(position: &Alice) -> Attacks {
        let board = position.board();
        let mut all = Attacks::default();
        let on_board = [Plane::A, Plane::B].map(|plane| position.pieces_on(plane));
        // Both sides of the first board, then those of the second.
        let of = |role| -> Sets {
            std::array::from_fn(|place| {
                let side = [Color::Black, Color::White][place % 2];
                on_board[place / 2] & board.pieces(side, role)
            })
        };
        let empty: Sets = std::array::from_fn(|place| !on_board[place / 2]);
        let queens = of(Role::Queen);
        let straight = attack_sets::by_rooks(queens, empty);
        let diagonal = attack_sets::by_bishops(queens, empty);
        let rooks = attack_sets::by_rooks(of(Role::Rook), empty);
        let bishops = attack_sets::by_bishops(of(Role::Bishop), empty);
        let knights = attack_sets::by_knights(of(Role::Knight));
        for (plane, on_board) in on_board.into_iter().enumerate() {
            for color in Color::ALL {
                let side = color as usize;
                let place = 2 * plane + side;
                let pawns = on_board & board.pieces(color, Role::Pawn);
                let by_role = &mut all.by_role[plane][side];
                by_role[Role::Pawn.index()] = attack_sets::by_pawns(pawns, color);
                by_role[Role::Knight.index()] = knights[place];
                by_role[Role::Bishop.index()] = bishops[place];
                by_role[Role::Rook.index()] = rooks[place];
                by_role[Role::Queen.index()] = straight[place] | diagonal[place];
                all.by_others[plane][side] =
                    by_role.iter().fold(Bitboard::EMPTY, |sum, &set| sum | set);
            }
        }
        for color in Color::ALL {
            if let Some(king) = board.king_of(color) {
                let plane = position.plane_of(king) as usize;
                all.by_role[plane][color as usize][Role::King.index()] =
                    attacks::king_attacks(king);
            }
        }
        all
    }

    /// By the side's pieces of this kind.
    #[inline]
    fn by(&self, plane: Plane, color: Color, role: Role) -> Bitboard {
        self.by_role[plane as usize][color as usize][role.index()]
    }

    /// By any piece of the side but its king.
    #[inline]
    fn by_others(&self, plane: Plane, color: Color) -> Bitboard {
        self.by_others[plane as usize][color as usize]
    }

    /// The squares on which pieces of the other side are attacked by lesser ones.
    #[inline]
    fn by_lesser(&self, plane: Plane, color: Color, board: &Board) -> Bitboard {
        let by = |role| self.by(plane, color, role);
        let by_pawns = by(Role::Pawn) & !board.by_role(Role::Pawn);
        let by_minors = by(Role::Knight) | by(Role::Bishop);
        exposed::by_lesser(board, by_pawns, by_minors, by(Role::Rook))
    }

    /// By any piece of the side.
    #[inline]
    fn by_any(&self, plane: Plane, color: Color) -> Bitboard {
        self.by_others(plane, color) | self.by(plane, color, Role::King)
    }
}

/// Own and enemy pieces by board, kind and square. The own king's board comes first,
/// and both are mirrored so that the own king stands on the files a to d. Besides, on
/// whichever board they are, own and enemy pieces that are attacked and that are
/// defended, each king's flight squares, from where it can be given check without
/// the piece being taken, and without anything being interposed either, and the pieces
/// that a lesser one attacks and those that are attacked and not defended, kings apart.
impl FeatureSet for Alice {
    const FEATURES_VERSION: u16 = 4;
    const EARLIER_INPUTS: &'static [EarlierInputs] = &[EarlierInputs::first(3, VERSION_3)];
    const INPUTS: usize = 2 * BOARD + Self::DERIVED_SETS * 2 * 64;
    const OCCUPANTS: usize = 2 * PIECES;
    const KING_BUCKETS: usize = 4;
    const DERIVED_SETS: usize = 7;

    /// By the king's board and side of it.
    #[inline]
    fn king_bucket(&self, color: Color) -> usize {
        let king = self.board().king_of(color);
        let on_b = king.is_some_and(|king| self.plane_of(king) == Plane::B);
        2 * usize::from(on_b) + usize::from(king.is_some_and(|king| king.file() >= File::E))
    }

    #[inline]
    fn occupant(number: usize) -> Occupant {
        match number.checked_sub(PIECES) {
            None => Occupant::Piece(Piece::from_index(number)),
            Some(number) => Occupant::PieceOnSecondBoard(Piece::from_index(number)),
        }
    }

    #[inline]
    fn occupants(&self) -> OccupantSets {
        let mut sets = OccupantSets::default();
        let (first, second) = sets.split_at_mut(PIECES);
        write_pieces(self.board(), self.pieces_on(Plane::A), first);
        write_pieces(
            self.board(),
            self.pieces_on(Plane::B),
            &mut second[..PIECES],
        );
        sets
    }

    #[inline]
    fn input(perspective: Perspective, square: Square, what: Occupant) -> usize {
        let king_on_b = perspective.king_bucket >= 2;
        let (piece, on_b) = match what {
            Occupant::Piece(piece) => (piece, false),
            Occupant::PieceOnSecondBoard(piece) => (piece, true),
            Occupant::Neutral => unreachable!("this game has no obstacles"),
        };
        let board = usize::from(on_b != king_on_b) * BOARD;
        let mirrored = perspective.king_bucket % 2 == 1;
        board
            + piece_input(
                perspective.color,
                mirrored,
                Self::PIECE_KINDS,
                square,
                piece,
            )
    }

    /// Attacked pieces, defended ones, flight squares, safe checks, those among them
    /// that nothing can be interposed against, threatened pieces, and hanging ones.
    #[inline]
    fn derived(&self) -> Derived {
        let board = self.board();
        let all = Attacks::of(self);
        let mut derived = Derived::default();
        let sets = &mut derived.sets;
        for color in Color::ALL {
            let side = color as usize;
            for plane in [Plane::A, Plane::B] {
                let own = self.pieces_on(plane) & board.by_color(color);
                sets[0][side] |= own & all.by_any(plane, !color);
                // Whoever takes lands on the other board, and is taken there.
                sets[1][side] |= own & all.by_any(plane.other(), color);
                sets[5][side] |= own & all.by_lesser(plane, !color, board);
            }
            let no_kings = !board.by_role(Role::King);
            sets[5][side] &= no_kings;
            sets[6][side] = sets[0][side] & !sets[1][side] & no_kings;
            if let Some(king) = board.king_of(color) {
                let (home, across) = (self.plane_of(king), self.plane_of(king).other());
                let beside = attacks::king_attacks(king);
                let enemies = board.by_color(!color) & self.pieces_on(home);
                sets[2][side] = beside
                    & (!board.occupied() | enemies)
                    & !all.by_any(home, !color)
                    & !all.by_any(across, !color);
                let safe_checks = passing_checks(self, &all, king, color)
                    & !all.by_others(home, color)
                    & (!beside | all.by_any(home, !color));
                // What is interposed comes from the other board, too.
                let blockers = all.by_others(across, color) & !board.occupied();
                sets[3][side] = safe_checks;
                let open = self.pieces_on(home) | blockers;
                sets[4][side] = safe_checks
                    & (attacks::queen_attacks(king, open) | attacks::knight_attacks(king));
            }
        }
        derived.attacked = [Color::Black, Color::White]
            .map(|color| [Plane::A, Plane::B].map(|plane| all.by_any(plane, color)));
        derived
    }
}

/// From where the king of a side can be given check by an enemy piece that passes over
/// to his board, by a quiet move or by taking.
#[inline]
fn passing_checks(position: &Alice, all: &Attacks, king: Square, color: Color) -> Bitboard {
    let board = position.board();
    let home = position.plane_of(king);
    let pieces = position.pieces_on(home);
    let victims = board.by_color(color) & position.pieces_on(home.other());
    let by = |role| all.by(home.other(), !color, role);
    let straight = attacks::rook_attacks(king, pieces) & (by(Role::Rook) | by(Role::Queen));
    let diagonal = attacks::bishop_attacks(king, pieces) & (by(Role::Bishop) | by(Role::Queen));
    let knights = attacks::knight_attacks(king) & by(Role::Knight);
    (straight | diagonal | knights) & (!board.occupied() | victims)
}

#[cfg(test)]
mod tests {
    use crate::eval::testing::exposed;
    use crate::rules::alice::Alice;

    /// Which pieces of both sides are told to be threatened, and which to hang.
    fn tells(fen: &str, threatened: &str, hanging: &str) {
        assert_eq!(exposed::<Alice>(fen, 5), [threatened, hanging], "{fen}");
    }

    #[test]
    fn lesser_pieces_of_the_same_board_threaten() {
        tells(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "",
            "",
        );
        // A pawn attacks a knight of its board, which no piece of the other defends.
        tells("4k3/8/8/3p4/4N3/3P4/8/4K3 w - - 0 1", "e4", "e4");
        tells("4k3/8/8/3p4/4N3/3|P4/8/4K3 w - - 0 1", "e4", "");
        // It is on the other board.
        tells("4k3/8/8/3|p4/4N3/8/8/4K3 w - - 0 1", "", "");
        // Pawns attack each other, and a queen attacks a rook of the other board in vain.
        tells("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "", "e4 d5");
        tells("4k3/8/8/3q4/8/8/8/3|R3|K w - - 0 1", "", "");
        tells("4k3/8/8/3q4/8/8/8/3R3|K w - - 0 1", "d5", "d1 d5");
        // A king in check is neither.
        tells("4k3/8/8/8/4R3/8/8/|K7 b - - 0 1", "", "");
    }
}
