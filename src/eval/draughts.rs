//! Terms for draughts men, which take by jumping, and static exchange evaluation
//! with them.
//!
//! A man *attacks* the squares where it could jump over an enemy, if one stood
//! there: those diagonally next to it, not on the border, with an empty square
//! behind.

use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Board, Color, Move, Role};

use super::attack_info::{AttackContext, AttackInfo, Mobility, ZoneUnits, per_color};
use super::score::Score;
use super::see::{self, Attacker, RoleValues};
use super::terms;
use super::weights::tunable;

/// Files a and h, ranks 1 and 8: nobody is jumped over there.
pub const BORDER: Bitboard = Bitboard::EDGES;

/// The directions of jumps.
const DIAGONALS: [i32; 4] = [-9, -7, 7, 9];

/// The squares that men attack. No shift runs round the border, since no square
/// of the border is attacked.
#[inline]
pub fn man_attacks(men: Bitboard, empty: Bitboard) -> Bitboard {
    DIAGONALS.into_iter().fold(Bitboard::EMPTY, |sum, step| {
        sum | man_attacks_towards(men, empty, step)
    })
}

/// The squares that men attack in one direction.
#[inline]
fn man_attacks_towards(men: Bitboard, empty: Bitboard, step: i32) -> Bitboard {
    men.shift(step) & empty.shift(-step) & !BORDER
}

/// What all pieces of a side but its men attack.
#[inline]
fn attacked_by_non_men(info: &AttackInfo, color: Color) -> Bitboard {
    Role::ALL
        .into_iter()
        .filter(|&role| role != Role::Man)
        .fold(Bitboard::EMPTY, |sum, role| {
            sum | info.attacked_by(color, role)
        })
}

/// The empty squares that men can step to.
#[inline]
fn steps(men: Bitboard, empty: Bitboard) -> Bitboard {
    (men.shift(8) | men.shift(-8) | terms::beside(men)) & empty
}

/// The attack maps of a game with draughts men.
#[inline]
pub fn attack_info(board: &Board, mobility: &Mobility, zone_units: &ZoneUnits) -> AttackInfo {
    let empty = !board.occupied();
    let attacked = per_color(|color| man_attacks(board.pieces(color, Role::Man), empty));
    let context = AttackContext {
        mobility_excluded: [attacked[1], attacked[0]],
        ..AttackContext::single_board(board, Bitboard::EMPTY, mobility, zone_units)
    };
    let mut info = AttackInfo::of(&context);
    for color in Color::ALL {
        info.add_draughts_men(&context, color, attacked[color as usize]);
    }
    info
}

tunable! {
    /// How men move and stand together.
    pub struct Men {
        /// For each square that men can step to and that is not attacked.
        pub safe_step: Score,
        /// A man with one of its own orthogonally beside it: both fill the squares
        /// behind others.
        pub phalanx: Score,
    }
}

/// How men move and stand together.
#[inline]
pub fn men(board: &Board, weights: &Men, info: &AttackInfo, color: Color) -> Score {
    let own = board.pieces(color, Role::Man);
    let safe = steps(own, !board.occupied()) & !info.attacked_by_any(!color);
    let phalanx = own & (terms::beside(own) | own.shift(8) | own.shift(-8));
    terms::each(safe, weights.safe_step) + terms::each(phalanx, weights.phalanx)
}

tunable! {
    /// What jumps threaten.
    pub struct Jumps {
        /// By the role that can be jumped over now, if the man that jumps is not
        /// taken where it lands.
        pub jumpable: [Score; Role::COUNT],
        /// The share in hundredths that is left if the man that jumps can be taken,
        /// for jumping over a man.
        pub defended_man: i32,
        /// The same for jumping over another piece.
        pub defended_non_man: i32,
        /// For each further enemy that a second jump of the same man reaches.
        pub second: Score,
        /// A man that could be jumped over after one step of an enemy man.
        pub soon_man: Score,
        /// The same for another piece.
        pub soon_non_man: Score,
    }
}

/// Enemies that a side's men can jump over, now or soon.
#[inline]
pub fn jumps(board: &Board, weights: &Jumps, info: &AttackInfo, color: Color) -> Score {
    let own = board.pieces(color, Role::Man);
    let enemies = board.by_color(!color) & !board.by_role(Role::King);
    let empty = !board.occupied();
    let enemy_men = enemies & board.by_role(Role::Man);
    let enemy_attacks = attacked_by_non_men(info, !color);
    let mut jumpable = Bitboard::EMPTY;
    let mut safely_jumpable = Bitboard::EMPTY;
    let mut landings = Bitboard::EMPTY;
    for step in DIAGONALS {
        let over = man_attacks_towards(own, empty, step) & enemies;
        let landing = over.shift(step);
        // Who jumps back along the same line does so over the emptied square;
        // the man that was jumped over defends nothing.
        let across = 16 - step.abs();
        let jumping_back = enemy_men.shift(-step)
            | man_attacks_towards(enemy_men, empty, across)
            | man_attacks_towards(enemy_men, empty, -across);
        let defended = enemy_attacks | jumping_back & !BORDER;
        jumpable |= over;
        landings |= landing;
        safely_jumpable |= (landing & !defended).shift(-step);
    }
    let mut total = Score::ZERO;
    if jumpable.any() {
        for role in Role::ALL {
            let share = match role {
                Role::Man => weights.defended_man,
                _ => weights.defended_non_man,
            };
            let value = weights.jumpable[role.index()];
            let victims = jumpable & board.by_role(role);
            total += terms::each(victims & safely_jumpable, value)
                + terms::each(victims & !safely_jumpable, value).percent(share);
        }
        let second = man_attacks(landings, empty) & enemies & !jumpable;
        total += terms::each(second, weights.second);
    }
    let soon = man_attacks(steps(own, empty), empty) & enemies & !jumpable;
    total
        + terms::each(soon & enemy_men, weights.soon_man)
        + terms::each(soon & !enemy_men, weights.soon_non_man)
}

tunable! {
    /// Enemies under attack by pieces other than men.
    pub struct Threats {
        pub minor_on_major: Score,
        pub rook_on_queen: Score,
        pub hanging_non_man: Score,
        pub hanging_man: Score,
    }
}

/// What a side's pieces other than men threaten to take.
#[inline]
pub fn threats(board: &Board, weights: &Threats, info: &AttackInfo, color: Color) -> Score {
    let attacked_by = |role| info.attacked_by(color, role);
    let enemies = board.by_color(!color) & !board.by_role(Role::King);
    let queens = enemies & board.by_role(Role::Queen);
    let majors = queens | enemies & board.by_role(Role::Rook);
    let men = enemies & board.by_role(Role::Man);
    let hanging = attacked_by_non_men(info, color) & !info.attacked_by_any(!color) & enemies;
    terms::each(
        majors & (attacked_by(Role::Knight) | attacked_by(Role::Bishop)),
        weights.minor_on_major,
    ) + terms::each(queens & attacked_by(Role::Rook), weights.rook_on_queen)
        + terms::each(hanging & !men, weights.hanging_non_man)
        + terms::each(hanging & men, weights.hanging_man)
}

/// What a move wins at once when `taken` are the squares that it jumps over.
pub fn gain(board: &Board, values: &RoleValues, m: Move, taken: Bitboard) -> i32 {
    let jumped: i32 = taken
        .into_iter()
        .filter_map(|square| board.role_at(square))
        .map(|role| values[role.index()])
        .sum();
    jumped + see::gain(board, values, m)
}

/// [`See::see_ge`](super::See::see_ge) with draughts men, when
/// `taken` are the squares that the move jumps over.
///
/// A man takes by jumping over the square of the exchange, which ends it: nothing
/// stands there any more.
pub fn see_ge(
    board: &Board,
    values: &RoleValues,
    m: Move,
    taken: Bitboard,
    threshold: i32,
) -> bool {
    let (from, to) = (m.from(), m.to());
    let Some(piece) = board.piece_at(from) else {
        return false;
    };
    let mut occupied = (board.occupied() & !taken).without(from).with(to);
    let mut side = piece.color();
    see::swap_ge(
        gain(board, values, m, taken),
        see::value_after(board, values, m),
        threshold,
        || {
            side = !side;
            let men = board.pieces(side, Role::Man) & occupied.without(to);
            if man_attacks(men, !occupied).contains(to) {
                return Some(Attacker::Escaping);
            }
            let others = occupied.without(to) & !board.by_role(Role::Man);
            see::take_least_valuable_attacker(board, values, to, side, others, &mut occupied)
        },
    )
}

/// The squares that a chain of jumps passes over; none for other moves.
#[inline]
pub fn taken(m: Move) -> Bitboard {
    match m.kind() {
        MoveKind::Jump => crate::rules::draughts::chains::taken(m.from(), m.chain()),
        _ => Bitboard::EMPTY,
    }
}
