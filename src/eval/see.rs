//! Static exchange evaluation (SEE): who wins material when both sides go on
//! taking on one square, each with its least valuable piece first.

use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Board, Color, Move, Position, Role, Square, attacks};

/// A game with static exchange evaluation, by which moves are ordered and pruned.
pub trait See: Position {
    /// What the pieces are worth in exchanges.
    const SEE_VALUES: RoleValues;

    /// What blocks lines and is worth nothing; once it is taken its line is open.
    #[inline]
    fn obstacles(&self) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The value of the pieces that `m` takes, and what a promotion adds, in
    /// centipawns.
    fn gain(&self, m: Move) -> i32 {
        gain(self.board(), &Self::SEE_VALUES, m)
    }

    /// Whether `m` and all sensible recaptures on its destination leave the side
    /// to move at least `threshold` centipawns up.
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        orthodox(
            self.board(),
            self.obstacles(),
            &Self::SEE_VALUES,
            m,
            threshold,
        )
    }
}

/// Values of pieces in centipawns, by [`Role::index`].
pub type RoleValues = [i32; Role::COUNT];

/// A piece that takes in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// One of this value, which can be taken next.
    Exposed(i32),
    /// A king, which may take only where it cannot be taken.
    King,
    /// One that does not stay on the square, so that nobody takes back.
    Escaping,
}

/// The swap algorithm: whether a move that wins `gain` at once and puts a piece of
/// value `moved` at risk ends at least `threshold` up. `next_attacker` gives the
/// least valuable piece that can take next, the side that did not make the move
/// first, then by turns.
///
/// Works with a null window as in Stockfish's `see_ge`: the balance is always
/// that of the side to take if it stopped now.
pub fn swap_ge(
    gain: i32,
    moved: i32,
    threshold: i32,
    mut next_attacker: impl FnMut() -> Option<Attacker>,
) -> bool {
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance = moved - balance;
    if balance <= 0 {
        return true;
    }
    let mut reached = true;
    while let Some(attacker) = next_attacker() {
        reached = !reached;
        let at_risk = match attacker {
            Attacker::Exposed(value) => value,
            Attacker::Escaping => 0,
            Attacker::King => {
                return match next_attacker() {
                    Some(_) => !reached,
                    None => reached,
                };
            }
        };
        balance = at_risk - balance;
        if balance < i32::from(reached) {
            break;
        }
    }
    reached
}

/// What `m` takes on its destination and gains by promotion, for games in which
/// pieces take by moving onto their victims.
pub fn gain(board: &Board, values: &RoleValues, m: Move) -> i32 {
    let taken = match m.kind() {
        MoveKind::Capture => board.role_at(m.to()).map_or(0, |role| values[role.index()]),
        MoveKind::EnPassant => values[Role::Pawn.index()],
        _ => 0,
    };
    let promotion = match (m.promoted_to(), board.role_at(m.from())) {
        (Some(to), Some(from)) => values[to.index()] - values[from.index()],
        _ => 0,
    };
    taken + promotion
}

/// The value of the piece that stands on the destination after `m`.
pub fn value_after(board: &Board, values: &RoleValues, m: Move) -> i32 {
    m.promoted_to()
        .or(board.role_at(m.from()))
        .map_or(0, |role| values[role.index()])
}

/// Takes the least valuable of the `color` attackers of `square` among `pieces` off
/// `occupied`, which opens lines for those behind it (x-rays).
///
/// The roles are tried in the order of orthodox values; draughts men are left out.
pub fn take_least_valuable_attacker(
    board: &Board,
    values: &RoleValues,
    square: Square,
    color: Color,
    pieces: Bitboard,
    occupied: &mut Bitboard,
) -> Option<Attacker> {
    let own = pieces & board.by_color(color) & *occupied;
    let roles: [(Role, Bitboard); 4] = [
        (Role::Pawn, attacks::pawn_attacks(!color, square)),
        (Role::Knight, attacks::knight_attacks(square)),
        (Role::Bishop, attacks::bishop_attacks(square, *occupied)),
        (Role::Rook, attacks::rook_attacks(square, *occupied)),
    ];
    for (role, attackers) in roles {
        if let Some(from) = (attackers & own & board.by_role(role)).first() {
            occupied.discard(from);
            return Some(Attacker::Exposed(values[role.index()]));
        }
    }
    let queens = (roles[2].1 | roles[3].1) & own & board.by_role(Role::Queen);
    if let Some(from) = queens.first() {
        occupied.discard(from);
        return Some(Attacker::Exposed(values[Role::Queen.index()]));
    }
    let king = attacks::king_attacks(square) & own & board.by_role(Role::King);
    king.first().map(|from| {
        occupied.discard(from);
        Attacker::King
    })
}

/// [`See::see_ge`] on one
/// board with orthodox pieces, where `obstacles` block and are never taken.
pub fn orthodox(
    board: &Board,
    obstacles: Bitboard,
    values: &RoleValues,
    m: Move,
    threshold: i32,
) -> bool {
    if m.is_castling() {
        return threshold <= 0;
    }
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.piece_at(from) else {
        return false;
    };
    let mut occupied = ((board.occupied() | obstacles).without(from)).with(to);
    if m.kind() == MoveKind::EnPassant {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let mut side = piece.color();
    swap_ge(
        gain(board, values, m),
        value_after(board, values, m),
        threshold,
        || {
            side = !side;
            // Pieces that have taken are off `occupied`; the one on `to` takes nothing.
            let pieces = occupied.without(to);
            take_least_valuable_attacker(board, values, to, side, pieces, &mut occupied)
        },
    )
}
