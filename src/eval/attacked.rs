//! What each side attacks on one board: what several games' networks are told follows from
//! it.

use super::attack_sets::{self, Sets};
use crate::rules::{Bitboard, Board, Color, Role, attacks};

/// Both sides, by `color as usize`.
const SIDES: [Color; 2] = [Color::Black, Color::White];

/// The squares that the pawns of each side attack, by `color as usize`.
#[inline]
pub fn by_pawns(board: &Board) -> [Bitboard; 2] {
    SIDES.map(|color| attack_sets::by_pawns(board.pieces(color, Role::Pawn), color))
}

/// The squares that a side attacks.
#[derive(Clone, Copy, Debug)]
pub struct Attacked {
    /// By its pawns or men.
    pub by_least: Bitboard,
    /// By its knights.
    pub by_knights: Bitboard,
    /// By its bishops.
    pub by_bishops: Bitboard,
    /// By its rooks.
    pub by_rooks: Bitboard,
    /// By its queens.
    pub by_queens: Bitboard,
    /// By any of its pieces but the king.
    pub by_others: Bitboard,
    /// By any of its pieces.
    pub by_any: Bitboard,
}

impl Attacked {
    /// Those of both sides, by `color as usize`. `by_least` tells what their pawns or men
    /// attack; no piece attacks through what is `occupied`.
    ///
    /// Drawn into its callers, which want different parts of it.
    #[inline(always)]
    pub fn of(board: &Board, by_least: [Bitboard; 2], occupied: Bitboard) -> [Attacked; 2] {
        let of = |role| SIDES.map(|side| board.pieces(side, role));
        let ([black, white], queens) = (of(Role::Rook), of(Role::Queen));
        let empty = [!occupied; 4];
        let straight = attack_sets::by_rooks([black, white, queens[0], queens[1]], empty);
        let [black, white] = of(Role::Bishop);
        let diagonal = attack_sets::by_bishops([black, white, queens[0], queens[1]], empty);
        let [black, white] = of(Role::Knight);
        let knights = attack_sets::by_knights([black, white, Bitboard::EMPTY, Bitboard::EMPTY]);
        let of_side =
            |color| Attacked::of_side(board, color, by_least, knights, diagonal, straight);
        // `map` would call a function for each.
        [of_side(Color::Black), of_side(Color::White)]
    }

    /// One side's, of sets in which its pieces are by `color as usize`, its queens in those of
    /// sliders two places later.
    #[inline(always)]
    fn of_side(
        board: &Board,
        color: Color,
        by_least: [Bitboard; 2],
        knights: Sets,
        diagonal: Sets,
        straight: Sets,
    ) -> Attacked {
        let side = color as usize;
        let by_king = board
            .king_of(color)
            .map_or(Bitboard::EMPTY, attacks::king_attacks);
        let by_queens = straight[2 + side] | diagonal[2 + side];
        let by_others =
            by_least[side] | knights[side] | diagonal[side] | straight[side] | by_queens;
        Attacked {
            by_least: by_least[side],
            by_knights: knights[side],
            by_bishops: diagonal[side],
            by_rooks: straight[side],
            by_queens,
            by_others,
            by_any: by_others | by_king,
        }
    }

    /// The squares that pieces of at least two of the side's kinds attack; two pieces of one
    /// kind are not told from one.
    #[inline]
    pub fn twice(&self) -> Bitboard {
        let by_king = self.by_any & !self.by_others;
        let kinds = [
            self.by_knights,
            self.by_bishops,
            self.by_rooks,
            self.by_queens,
            by_king,
        ];
        let start = (self.by_least, Bitboard::EMPTY);
        let (_, twice) = kinds
            .into_iter()
            .fold(start, |(once, twice), set| (once | set, twice | once & set));
        twice
    }
}
