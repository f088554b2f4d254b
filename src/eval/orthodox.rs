//! Terms for orthodox pieces: their places, kings and threats.
//!
//! Everything is always inlined: [`super::HandCrafted::static_eval`] tells why.

use crate::rules::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::attack_info::{AttackInfo, KingAttackers, ZoneUnits};
use super::score::{Score, score};
use super::terms::{each, front_spans, pawn_attacks};
use super::weights::tunable;

tunable! {
    /// Where pieces stand, given the pawns.
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
    let half_open = !(own_pawns | front_spans(own_pawns, color) | front_spans(own_pawns, !color));
    let open = half_open
        & !(enemy_pawns | front_spans(enemy_pawns, color) | front_spans(enemy_pawns, !color));
    total += each(rooks & open, weights.rook_on_open_file);
    total += each(rooks & half_open & !open, weights.rook_on_half_open_file);
    let attack_spans = pawn_attacks(enemy_pawns | front_spans(enemy_pawns, !color), !color);
    let outposts = pawn_attacks(own_pawns, color) & !attack_spans & outpost_ranks(color);
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

tunable! {
    /// The danger to a king by attack units.
    pub struct KingDanger {
        /// For attacks on the king zone.
        pub zone_units: ZoneUnits,
        /// The limit in centipawns.
        pub max: i32,
        /// What is left of it in the endgame, in hundredths.
        pub endgame_share: i32,
    }
}

/// Danger in centipawns is the square of the units divided by this, which only
/// fixes what a unit is.
const UNITS_DIVISOR: i32 = 44;

impl KingDanger {
    /// The danger by so many attack units.
    #[inline(always)]
    pub fn of(&self, units: i32) -> Score {
        let units = units.max(0);
        let danger = (units * units / UNITS_DIVISOR).min(self.max);
        score(danger, danger * self.endgame_share / 100)
    }
}

tunable! {
    /// Attack units beside those of the zone, on a single board.
    pub struct KingAttack {
        /// For a safe check, by the role that gives it.
        pub safe_check: [i32; Role::COUNT],
        /// For each square of the zone that only king and queen defend.
        pub weak_square: i32,
        /// The share that is left without a queen, in hundredths.
        pub without_queen: i32,
        /// The share that is left with a single attacker, in hundredths.
        pub lone_attacker: i32,
    }
}

tunable! {
    /// The pawn shelter of a king, and pawn storms against it.
    pub struct Shelter {
        /// A file next to the king without an own pawn before it.
        pub no_shelter_pawn: Score,
        /// In addition, if no enemy pawn is there either.
        pub open_file: Score,
        /// A shelter pawn one step further off than it could be.
        pub shelter_pawn_advanced: Score,
        /// Two steps or more.
        pub shelter_pawn_far: Score,
        /// An enemy pawn on one of these files at most three ranks before the
        /// king.
        pub storm: Score,
    }
}

tunable! {
    /// King safety on a single board.
    pub struct KingSafety {
        pub danger: KingDanger,
        pub attack: KingAttack,
        pub shelter: Shelter,
    }
}

/// The safety of one side's king on a single board.
#[inline(always)]
pub fn king_safety(
    board: &Board,
    weights: &KingSafety,
    info: &AttackInfo,
    occupied: Bitboard,
    color: Color,
) -> Score {
    let Some(king) = board.king_of(color) else {
        return Score::ZERO;
    };
    let danger = &weights.danger;
    let units = attack_units(board, &weights.attack, info, king, occupied, color);
    shelter(board, &weights.shelter, king, color) - danger.of(units)
}

/// The attack units against a side's king: of attacks on its zone, of weak squares
/// and of safe checks.
#[inline(always)]
pub fn attack_units(
    board: &Board,
    weights: &KingAttack,
    info: &AttackInfo,
    king: Square,
    occupied: Bitboard,
    color: Color,
) -> i32 {
    let KingAttackers { count, units } = info.king_attackers[!color as usize];
    if count == 0 {
        return 0;
    }
    let enemy_attacks = info.attacked_by_any(!color);
    let defended = info.attacked_by_lesser(color);
    let weak = attacks::king_attacks(king) & enemy_attacks & !defended;
    let enemy_twice = info.twice[!color as usize];
    // Where a piece that gives check cannot simply be taken.
    let safe = !board.by_color(!color)
        & !(defended | info.attacked_by(color, Role::Queen))
        & (!info.attacked_by(color, Role::King) | enemy_twice);
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
        .filter(|&(role, line)| (line & safe).intersects(info.attacked_by(!color, role)))
        .map(|(role, _)| weights.safe_check[role.index()])
        .sum();
    let mut units = units + weak.count() as i32 * weights.weak_square + checks;
    if board.pieces(!color, Role::Queen).is_empty() {
        units = units * weights.without_queen / 100;
    }
    if count == 1 {
        units = units * weights.lone_attacker / 100;
    }
    units
}

#[inline(always)]
fn shelter(board: &Board, weights: &Shelter, king: Square, color: Color) -> Score {
    let own_pawns = board.pieces(color, Role::Pawn);
    let enemy_pawns = board.pieces(!color, Role::Pawn);
    let king_rank = color.relative_rank(king.rank()) as i32;
    let center = king.file().to_u32().clamp(1, 6);
    let mut total = Score::ZERO;
    for file in center - 1..=center + 1 {
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
            (None, None) => weights.no_shelter_pawn + weights.open_file,
            (None, Some(_)) => weights.no_shelter_pawn,
            (Some(0 | 1), _) => Score::ZERO,
            // Pawns in the centre are not expected to shelter a king.
            (Some(_), _) if matches!(file, 3 | 4) => Score::ZERO,
            (Some(2), _) => weights.shelter_pawn_advanced,
            (Some(_), _) => weights.shelter_pawn_far,
        };
        if storm.is_some_and(|distance| distance <= 3) {
            total += weights.storm;
        }
    }
    total
}

tunable! {
    /// Enemies under attack.
    pub struct Threats {
        pub pawn_on_non_pawn: Score,
        pub minor_on_major: Score,
        pub rook_on_queen: Score,
        pub hanging_non_pawn: Score,
        pub hanging_pawn: Score,
    }
}

/// What a side threatens to take among `pieces`, when `defended` squares are those
/// where the enemy could take back.
#[inline(always)]
pub fn threats(
    board: &Board,
    weights: &Threats,
    pieces: Bitboard,
    info: &AttackInfo,
    defended: Bitboard,
    color: Color,
) -> Score {
    let attacked_by = |role| info.attacked_by(color, role);
    let enemies = board.by_color(!color) & pieces & !board.by_role(Role::King);
    let pawns = enemies & board.by_role(Role::Pawn);
    let non_pawns = enemies & !pawns;
    let queens = enemies & board.by_role(Role::Queen);
    let majors = queens | enemies & board.by_role(Role::Rook);
    let minor_attacks = attacked_by(Role::Knight) | attacked_by(Role::Bishop);
    let hanging = info.attacked_by_any(color) & !defended;
    each(
        non_pawns & attacked_by(Role::Pawn),
        weights.pawn_on_non_pawn,
    ) + each(majors & minor_attacks, weights.minor_on_major)
        + each(queens & attacked_by(Role::Rook), weights.rook_on_queen)
        + each(non_pawns & hanging, weights.hanging_non_pawn)
        + each(pawns & hanging, weights.hanging_pawn)
}

/// For each step of a bare king from the centre, and for each step that the kings
/// are closer than seven. No weights to tune: they show the search the way, and
/// results say nothing of that.
const CENTER_DISTANCE: Score = score(0, 18);
const KING_PROXIMITY: Score = score(0, 8);

/// Mop-up evaluation: how far a side is with driving a bare king to the edge to
/// mate it.
#[inline(always)]
pub fn mop_up(board: &Board, color: Color) -> Score {
    let (Some(own), Some(bare)) = (board.king_of(color), board.king_of(!color)) else {
        return Score::ZERO;
    };
    if board.by_color(!color).more_than_one() {
        return Score::ZERO;
    }
    let from_center = |coordinate: u32| (3 - coordinate as i32).max(coordinate as i32 - 4);
    let distance = from_center(bare.file().to_u32()) + from_center(bare.rank().to_u32());
    CENTER_DISTANCE * distance + KING_PROXIMITY * (7 - own.distance(bare) as i32)
}
