//! Terms for orthodox men: pieces, kings and threats.
//!
//! Everything is always inlined: [`super::HandCrafted::static_eval`] tells why.

use crate::rules::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::score::{Score, score};
use super::survey::{Pressure, Survey, ZoneUnits};
use super::terms::{ahead, each, pawn_reach};
use super::weights::figures;

figures! {
    /// Where pieces stand beside pawns.
    pub struct Pieces {
        pub bishop_pair: Score,
        pub rook_on_open_file: Score,
        pub rook_on_half_open_file: Score,
        pub knight_outpost: Score,
        pub bishop_outpost: Score,
        /// For each own pawn on squares of the bishop's colour.
        pub pawn_on_bishops_color: Score,
    }
}

/// Bishop pair, rooks on open files, outposts, bishops behind own pawns.
#[inline(always)]
pub fn pieces(board: &Board, weights: &Pieces, color: Color) -> Score {
    let own_pawns = board.pieces(color, Role::Pawn);
    let enemy_pawns = board.pieces(!color, Role::Pawn);
    let bishops = board.pieces(color, Role::Bishop);
    let rooks = board.pieces(color, Role::Rook);
    let knights = board.pieces(color, Role::Knight);
    let mut total = Score::ZERO;
    if bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES) {
        total += weights.bishop_pair;
    }
    for shade in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        let pairs = (bishops & shade).count() * (own_pawns & shade).count();
        total += weights.pawn_on_bishops_color * pairs as i32;
    }
    let half_open = !(own_pawns | ahead(own_pawns, color) | ahead(own_pawns, !color));
    let open = half_open & !(enemy_pawns | ahead(enemy_pawns, color) | ahead(enemy_pawns, !color));
    total += each(rooks & open, weights.rook_on_open_file);
    total += each(rooks & half_open & !open, weights.rook_on_half_open_file);
    let chased = pawn_reach(enemy_pawns | ahead(enemy_pawns, !color), !color);
    let outposts = pawn_reach(own_pawns, color) & !chased & outpost_ranks(color);
    total += each(knights & outposts, weights.knight_outpost);
    total + each(bishops & outposts, weights.bishop_outpost)
}

#[inline(always)]
fn outpost_ranks(color: Color) -> Bitboard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| {
            ranks | Bitboard::from_rank(color.relative_rank(rank))
        })
}

figures! {
    /// What attack units mean for a king.
    pub struct Danger {
        /// Of attacks around the king.
        pub zone_units: ZoneUnits,
        /// The limit in centipawns.
        pub most: i32,
        /// What is left of it in the endgame, in hundredths.
        pub endgame_share: i32,
    }
}

/// Danger in centipawns is the square of the units divided by this. It only says
/// what a unit is.
const UNITS_DIVISOR: i32 = 44;

impl Danger {
    /// The danger that attack units mean.
    #[inline(always)]
    pub fn of(&self, units: i32) -> Score {
        let units = units.max(0);
        let danger = (units * units / UNITS_DIVISOR).min(self.most);
        score(danger, danger * self.endgame_share / 100)
    }
}

figures! {
    /// Attack units beside those of the zone, on a single board.
    pub struct Attack {
        /// For a safe check, by the kind that gives it.
        pub safe_check: [i32; Role::COUNT],
        /// For each square of the zone that only king and queen defend.
        pub weak_square: i32,
        /// The share that is left without a queen, in hundredths.
        pub without_queen: i32,
        /// The share that is left with a single attacker, in hundredths.
        pub lone_attacker: i32,
    }
}

figures! {
    /// The pawns before a king.
    pub struct Shelter {
        /// A file next to the king without an own pawn before it.
        pub no_shield: Score,
        /// In addition, if no enemy pawn is there either.
        pub open_file: Score,
        /// A shield pawn one step further off than it could be.
        pub shield_advanced: Score,
        /// Or more.
        pub shield_gone_far: Score,
        /// An enemy pawn on one of these files at most three ranks before the
        /// king.
        pub storm: Score,
    }
}

figures! {
    /// What threatens a king on the only board.
    pub struct KingSafety {
        pub danger: Danger,
        pub attack: Attack,
        pub shelter: Shelter,
    }
}

/// What threatens one side's king on the only board.
#[inline(always)]
pub fn king_safety(
    board: &Board,
    weights: &KingSafety,
    survey: &Survey,
    occupied: Bitboard,
    color: Color,
) -> Score {
    let Some(king) = board.king_of(color) else {
        return Score::ZERO;
    };
    let danger = &weights.danger;
    let units = attack_units(board, &weights.attack, survey, king, occupied, color);
    shelter(board, &weights.shelter, king, color) - danger.of(units)
}

/// The attack units against a side's king of the enemies around it and of their
/// safe checks.
#[inline(always)]
pub fn attack_units(
    board: &Board,
    weights: &Attack,
    survey: &Survey,
    king: Square,
    occupied: Bitboard,
    color: Color,
) -> i32 {
    let Pressure { attackers, units } = survey.pressure[!color as usize];
    if attackers == 0 {
        return 0;
    }
    let enemy_reach = survey.reach_of_all(!color);
    let guarded = survey.reach_of_lesser(color);
    let weak = attacks::king_attacks(king) & enemy_reach & !guarded;
    let enemy_twice = survey.twice[!color as usize];
    // Where a checker cannot simply be taken.
    let safe = !board.by_color(!color)
        & !(guarded | survey.reach(color, Role::Queen))
        & (!survey.reach(color, Role::King) | enemy_twice);
    let straight = attacks::rook_attacks(king, occupied);
    let diagonal = attacks::bishop_attacks(king, occupied);
    let lines = [
        (Role::Knight, attacks::knight_attacks(king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, straight | diagonal),
    ];
    let checks: i32 = lines
        .into_iter()
        .filter(|&(role, line)| (line & safe).intersects(survey.reach(!color, role)))
        .map(|(role, _)| weights.safe_check[role.index()])
        .sum();
    let lone_attacker = attackers == 1;
    let mut units = units + weak.count() as i32 * weights.weak_square + checks;
    if board.pieces(!color, Role::Queen).is_empty() {
        units = units * weights.without_queen / 100;
    }
    if lone_attacker {
        units = units * weights.lone_attacker / 100;
    }
    units
}

#[inline(always)]
fn shelter(board: &Board, weights: &Shelter, king: Square, color: Color) -> Score {
    let own_pawns = board.pieces(color, Role::Pawn);
    let enemy_pawns = board.pieces(!color, Role::Pawn);
    let king_rank = color.relative_rank(king.rank()) as i32;
    let middle = king.file().to_u32().clamp(1, 6);
    let mut total = Score::ZERO;
    for file in middle - 1..=middle + 1 {
        let column = Bitboard::from_file(File::new(file));
        // The nearest pawn of a column, seen from the king.
        let distance = |pawns: Bitboard| {
            let ranks = (pawns & column)
                .into_iter()
                .map(|pawn| color.relative_rank(pawn.rank()) as i32 - king_rank);
            ranks.filter(|&distance| distance >= 0).min()
        };
        let storm = distance(enemy_pawns);
        total += match (distance(own_pawns), storm) {
            (None, None) => weights.no_shield + weights.open_file,
            (None, Some(_)) => weights.no_shield,
            (Some(0 | 1), _) => Score::ZERO,
            // Pawns of the middle have better to do than to shelter a king.
            (Some(_), _) if matches!(file, 3 | 4) => Score::ZERO,
            (Some(2), _) => weights.shield_advanced,
            (Some(_), _) => weights.shield_gone_far,
        };
        if storm.is_some_and(|distance| distance <= 3) {
            total += weights.storm;
        }
    }
    total
}

figures! {
    /// Enemies under attack.
    pub struct Threats {
        pub pawn_on_piece: Score,
        pub minor_on_major: Score,
        pub rook_on_queen: Score,
        pub hanging_piece: Score,
        pub hanging_pawn: Score,
    }
}

/// What a side threatens to take, when `defended` squares are those where the
/// enemy could take back.
#[inline(always)]
pub fn threats(
    board: &Board,
    weights: &Threats,
    men: Bitboard,
    survey: &Survey,
    defended: Bitboard,
    color: Color,
) -> Score {
    let reach = |role| survey.reach(color, role);
    let enemies = board.by_color(!color) & men & !board.by_role(Role::King);
    let pawns = enemies & board.by_role(Role::Pawn);
    let pieces = enemies & !pawns;
    let queens = enemies & board.by_role(Role::Queen);
    let majors = queens | enemies & board.by_role(Role::Rook);
    let minor_reach = reach(Role::Knight) | reach(Role::Bishop);
    let hanging = survey.reach_of_all(color) & !defended;
    each(pieces & reach(Role::Pawn), weights.pawn_on_piece)
        + each(majors & minor_reach, weights.minor_on_major)
        + each(queens & reach(Role::Rook), weights.rook_on_queen)
        + each(pieces & hanging, weights.hanging_piece)
        + each(pawns & hanging, weights.hanging_pawn)
}

/// For each step of a bare king from the middle, and for each step that the
/// kings are closer than seven. No figures to tune: they show the search the way,
/// and results say nothing of that.
const DRIVEN_STEP: Score = score(0, 18);
const KING_CLOSER: Score = score(0, 8);

/// How far a side is with driving a bare king to the edge to mate it.
#[inline(always)]
pub fn mating_net(board: &Board, color: Color) -> Score {
    let (Some(own), Some(bare)) = (board.king_of(color), board.king_of(!color)) else {
        return Score::ZERO;
    };
    if board.by_color(!color).more_than_one() {
        return Score::ZERO;
    }
    let from_middle = |coordinate: u32| (3 - coordinate as i32).max(coordinate as i32 - 4);
    let driven = from_middle(bare.file().to_u32()) + from_middle(bare.rank().to_u32());
    DRIVEN_STEP * driven + KING_CLOSER * (7 - own.distance(bare) as i32)
}
