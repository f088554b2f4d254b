//! Pieces on 64 squares: a bitboard a kind and a side, and who stands where.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::piece::{Piece, Role};

/// Where the pieces stand, as bitboards and as an array of squares at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    roles: [Bitboard; Role::COUNT],
    colors: [Bitboard; 2],
    squares: [Option<Piece>; 64],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        roles: [Bitboard::EMPTY; Role::COUNT],
        colors: [Bitboard::EMPTY; 2],
        squares: [None; 64],
    };

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.to_usize()]
    }

    /// The kind of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.squares[square.to_usize()].map(Piece::role)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's pieces.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of all pieces of a kind.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The squares of one side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    /// One side's bishops and queens.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.by_color(color) & (self.by_role(Role::Bishop) | self.by_role(Role::Queen))
    }

    /// One side's rooks and queens.
    #[inline]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        self.by_color(color) & (self.by_role(Role::Rook) | self.by_role(Role::Queen))
    }

    /// The square of one side's king, if it has one.
    #[inline]
    pub fn king_of(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// Puts a piece on an empty square; a position's pieces are put by its
    /// [`State`](super::state::State), which reports the change.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(self.squares[square.to_usize()].is_none());
        let bit = Bitboard::from_square(square);
        self.roles[piece.role().index()] |= bit;
        self.colors[piece.color() as usize] |= bit;
        self.squares[square.to_usize()] = Some(piece);
    }

    /// Takes the piece off a square and returns it; see [`Board::put`].
    #[inline]
    pub fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.squares[square.to_usize()].take()?;
        let bit = Bitboard::from_square(square);
        self.roles[piece.role().index()] ^= bit;
        self.colors[piece.color() as usize] ^= bit;
        Some(piece)
    }

    /// The squares among `pieces` whose king, queen, rook, bishop, knight or pawn
    /// of side `by` attacks `square`, when `occupied` squares block.
    ///
    /// Passing the pieces and the blockers apart lets a game keep some of them on
    /// another board. Draughts men are not looked at: their jumps depend on
    /// more than blockers.
    #[inline]
    pub fn attackers(
        &self,
        square: Square,
        by: Color,
        pieces: Bitboard,
        occupied: Bitboard,
    ) -> Bitboard {
        (self.leapers(square, by) & self.by_color(by)
            | attacks::rook_attacks(square, occupied) & self.straight_sliders(by)
            | attacks::bishop_attacks(square, occupied) & self.diagonal_sliders(by))
            & pieces
    }

    /// Knights and kings, and pawns that attack this square as one side's do.
    #[inline]
    fn leapers(&self, square: Square, by: Color) -> Bitboard {
        (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King))
            | (attacks::pawn_attacks(by.other(), square) & self.by_role(Role::Pawn))
    }

    /// Whether [`Board::attackers`] finds any, stopping at the first.
    #[inline]
    pub fn is_attacked(
        &self,
        square: Square,
        by: Color,
        pieces: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        let leapers = self.leapers(square, by) & self.by_color(by);
        leapers.intersects(pieces) || self.is_attacked_by_slider(square, by, pieces, occupied)
    }

    /// The same by queens, rooks and bishops alone.
    #[inline]
    pub fn is_attacked_by_slider(
        &self,
        square: Square,
        by: Color,
        pieces: Bitboard,
        occupied: Bitboard,
    ) -> bool {
        attacks::rook_attacks(square, occupied).intersects(pieces & self.straight_sliders(by))
            || attacks::bishop_attacks(square, occupied)
                .intersects(pieces & self.diagonal_sliders(by))
    }

    /// Who attacks `square`, not attacked before, now that a piece has moved: that piece, if
    /// it has come to the same board as `arrived`, and those of side `by` whose way led over
    /// one of the `vacated` squares. `occupied` is what stands on the board after the move.
    ///
    /// Most moves touch no line of the square, which is soon seen.
    #[inline]
    pub fn attackers_by_move(
        &self,
        square: Square,
        arrived: Option<(Piece, Square)>,
        vacated: Bitboard,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut attackers = Bitboard::EMPTY;
        if let Some((piece, from)) = arrived
            && piece.attacks_square(from, square, occupied)
        {
            attackers.add(from);
        }
        let lines = Piece::new(by, Role::Queen).attacks_on_empty_board(square);
        for left in vacated & lines {
            let line = attacks::ray(square, left) & occupied;
            let straight = line & self.straight_sliders(by);
            let diagonal = line & self.diagonal_sliders(by);
            if straight.any() {
                attackers |= attacks::rook_attacks(square, occupied) & straight;
            }
            if diagonal.any() {
                attackers |= attacks::bishop_attacks(square, occupied) & diagonal;
            }
        }
        attackers
    }

    /// The `by` sliders among `pieces` that would attack `square` on an empty board.
    #[inline]
    pub fn slider_candidates(&self, square: Square, by: Color, pieces: Bitboard) -> Bitboard {
        let lines = |role| Piece::new(by, role).attacks_on_empty_board(square);
        (lines(Role::Rook) & self.straight_sliders(by)
            | lines(Role::Bishop) & self.diagonal_sliders(by))
            & pieces
    }

    /// The squares of `occupied` that alone stand between `square` and a slider of
    /// side `by`, and would expose `square` by leaving.
    #[inline]
    pub fn screens(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.slider_candidates(square, by, Bitboard::FULL)
            .into_iter()
            .map(|sniper| attacks::between(square, sniper) & occupied)
            .filter(|blockers| !blockers.more_than_one())
            .fold(Bitboard::EMPTY, |screens, blocker| screens | blocker)
    }
}
