//! Terms for draughts men, which take by jumping, and exchanges with them.
//!
//! A man *covers* the squares where it could jump over an enemy, if one stood
//! there: those diagonally next to it, not on the border, with an empty square
//! behind. Covering is to a man what attacking is to a piece.

use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Board, Color, Move, Role};

use super::score::Score;
use super::see::{self, Captor, RoleValues};
use super::survey::{Ground, Mobility, Survey, ZoneUnits, per_side};
use super::terms;
use super::weights::figures;

/// Files a and h, ranks 1 and 8: nobody is jumped over there.
pub const BORDER: Bitboard = Bitboard::EDGES;

/// The directions of jumps.
const DIAGONALS: [i32; 4] = [-9, -7, 7, 9];

/// The squares that men cover. No shift runs round the border, since no square
/// of the border is covered.
#[inline]
pub fn cover(men: Bitboard, empty: Bitboard) -> Bitboard {
    DIAGONALS.into_iter().fold(Bitboard::EMPTY, |sum, step| {
        sum | cover_towards(men, empty, step)
    })
}

/// The squares that men cover in one direction.
#[inline]
fn cover_towards(men: Bitboard, empty: Bitboard, step: i32) -> Bitboard {
    men.shift(step) & empty.shift(-step) & !BORDER
}

/// What all chessmen of a side but its men attack.
#[inline]
fn reach_of_pieces(survey: &Survey, color: Color) -> Bitboard {
    Role::ALL
        .into_iter()
        .filter(|&role| role != Role::Man)
        .fold(Bitboard::EMPTY, |sum, role| sum | survey.reach(color, role))
}

/// The empty squares that men can step to.
#[inline]
fn steps(men: Bitboard, empty: Bitboard) -> Bitboard {
    (men.shift(8) | men.shift(-8) | terms::beside(men)) & empty
}

/// The attack maps of pieces and men.
#[inline]
pub fn survey(board: &Board, mobility: &Mobility, zone_units: &ZoneUnits) -> Survey {
    let empty = !board.occupied();
    let cover = per_side(|color| cover(board.pieces(color, Role::Man), empty));
    let ground = Ground {
        shunned: [cover[1], cover[0]],
        ..Ground::only(board, Bitboard::EMPTY, mobility, zone_units)
    };
    let mut survey = Survey::of(&ground);
    for color in Color::ALL {
        survey.add_draughts_men(&ground, color, cover[color as usize]);
    }
    survey
}

figures! {
    /// How men move and stand together.
    pub struct Men {
        /// For each square that men can step to and where nobody takes them.
        pub safe_step: Score,
        /// A man with one of its own beside it, in either direction: both fill
        /// the squares behind others.
        pub phalanx: Score,
    }
}

/// How men move and stand together.
#[inline]
pub fn men(board: &Board, weights: &Men, survey: &Survey, color: Color) -> Score {
    let own = board.pieces(color, Role::Man);
    let safe = steps(own, !board.occupied()) & !survey.reach_of_all(!color);
    let phalanx = own & (terms::beside(own) | own.shift(8) | own.shift(-8));
    terms::each(safe, weights.safe_step) + terms::each(phalanx, weights.phalanx)
}

figures! {
    /// What jumps threaten.
    pub struct Jumps {
        /// By the kind that can be jumped over now, if the man that jumps is not
        /// taken where it lands.
        pub jumpable: [Score; Role::COUNT],
        /// The share in hundredths that is left if the man can be taken, for
        /// jumping over a man.
        pub guarded_for_man: i32,
        /// The same for jumping over a piece.
        pub guarded_for_piece: i32,
        /// For each further enemy that a second jump of the same man reaches.
        pub second: Score,
        /// A man that could be jumped over after one step of an enemy man.
        pub soon_man: Score,
        /// The same for a piece.
        pub soon_piece: Score,
    }
}

/// Enemies that a side's men can jump over, now or soon.
#[inline]
pub fn jumps(board: &Board, weights: &Jumps, survey: &Survey, color: Color) -> Score {
    let own = board.pieces(color, Role::Man);
    let enemies = board.by_color(!color) & !board.by_role(Role::King);
    let empty = !board.occupied();
    let enemy_men = enemies & board.by_role(Role::Man);
    let enemy_pieces = reach_of_pieces(survey, !color);
    let mut jumpable = Bitboard::EMPTY;
    let mut unpunished = Bitboard::EMPTY;
    let mut landings = Bitboard::EMPTY;
    for step in DIAGONALS {
        let over = cover_towards(own, empty, step) & enemies;
        let landing = over.shift(step);
        // Who jumps back along the same line does so over the emptied square;
        // the man that was jumped over guards nothing.
        let across = 16 - step.abs();
        let jumping_back = enemy_men.shift(-step)
            | cover_towards(enemy_men, empty, across)
            | cover_towards(enemy_men, empty, -across);
        let guarded = enemy_pieces | jumping_back & !BORDER;
        jumpable |= over;
        landings |= landing;
        unpunished |= (landing & !guarded).shift(-step);
    }
    let mut total = Score::ZERO;
    if jumpable.any() {
        for role in Role::ALL {
            let share = match role {
                Role::Man => weights.guarded_for_man,
                _ => weights.guarded_for_piece,
            };
            let value = weights.jumpable[role.index()];
            let men = jumpable & board.by_role(role);
            total += terms::each(men & unpunished, value)
                + terms::each(men & !unpunished, value).percent(share);
        }
        let second = cover(landings, empty) & enemies & !jumpable;
        total += terms::each(second, weights.second);
    }
    let soon = cover(steps(own, empty), empty) & enemies & !jumpable;
    total
        + terms::each(soon & enemy_men, weights.soon_man)
        + terms::each(soon & !enemy_men, weights.soon_piece)
}

figures! {
    /// Enemies under attack by pieces.
    pub struct Threats {
        pub minor_on_major: Score,
        pub rook_on_queen: Score,
        pub hanging_piece: Score,
        pub hanging_man: Score,
    }
}

/// What a side's pieces threaten to take.
#[inline]
pub fn threats(board: &Board, weights: &Threats, survey: &Survey, color: Color) -> Score {
    let reach = |role| survey.reach(color, role);
    let enemies = board.by_color(!color) & !board.by_role(Role::King);
    let queens = enemies & board.by_role(Role::Queen);
    let majors = queens | enemies & board.by_role(Role::Rook);
    let men = enemies & board.by_role(Role::Man);
    let hanging = reach_of_pieces(survey, color) & !survey.reach_of_all(!color) & enemies;
    terms::each(
        majors & (reach(Role::Knight) | reach(Role::Bishop)),
        weights.minor_on_major,
    ) + terms::each(queens & reach(Role::Rook), weights.rook_on_queen)
        + terms::each(hanging & !men, weights.hanging_piece)
        + terms::each(hanging & men, weights.hanging_man)
}

/// What a move wins at once when `taken` are the men that it jumps over.
pub fn gain(board: &Board, values: &RoleValues, m: Move, taken: Bitboard) -> i32 {
    let jumped: i32 = taken
        .into_iter()
        .filter_map(|square| board.role_at(square))
        .map(|role| values[role.index()])
        .sum();
    jumped + see::gain(board, values, m)
}

/// [`See::see_ge`](super::See::see_ge) with draughts
/// men, when `taken` are those that the move jumps over.
///
/// A man takes by jumping over the square that is fought for, which ends the
/// fight: nobody stands there any more.
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
            if cover(men, !occupied).contains(to) {
                return Some(Captor::Escaping);
            }
            let pieces = occupied.without(to) & !board.by_role(Role::Man);
            see::take_least_valuable_attacker(board, values, to, side, pieces, &mut occupied)
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
