//! Terms for orthodox men: pieces, kings and threats.

use crate::rules::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::score::{Score, score};
use super::survey::{Pressure, Survey};
use super::terms::{ahead, each, pawn_reach};

// Centipawns; first estimates by hand until they are tuned.
const BISHOP_PAIR: Score = score(28, 48);
const ROOK_ON_OPEN_FILE: Score = score(26, 12);
const ROOK_ON_HALF_OPEN_FILE: Score = score(12, 8);
const KNIGHT_OUTPOST: Score = score(24, 12);
const BISHOP_OUTPOST: Score = score(12, 6);

/// For each own pawn on squares of the bishop's colour.
const PAWN_ON_BISHOPS_COLOR: Score = score(-2, -4);

/// Bishop pair, rooks on open files, outposts, bishops behind own pawns.
pub fn pieces(board: &Board, color: Color) -> Score {
    let own_pawns = board.pieces(color, Role::Pawn);
    let enemy_pawns = board.pieces(!color, Role::Pawn);
    let bishops = board.pieces(color, Role::Bishop);
    let rooks = board.pieces(color, Role::Rook);
    let knights = board.pieces(color, Role::Knight);
    let mut total = Score::ZERO;
    if bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES) {
        total += BISHOP_PAIR;
    }
    for shade in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        let pairs = (bishops & shade).count() * (own_pawns & shade).count();
        total += PAWN_ON_BISHOPS_COLOR * pairs as i32;
    }
    let half_open = !(own_pawns | ahead(own_pawns, color) | ahead(own_pawns, !color));
    let open = half_open & !(enemy_pawns | ahead(enemy_pawns, color) | ahead(enemy_pawns, !color));
    total += each(rooks & open, ROOK_ON_OPEN_FILE);
    total += each(rooks & half_open & !open, ROOK_ON_HALF_OPEN_FILE);
    let chased = pawn_reach(enemy_pawns | ahead(enemy_pawns, !color), !color);
    let outposts = pawn_reach(own_pawns, color) & !chased & outpost_ranks(color);
    total += each(knights & outposts, KNIGHT_OUTPOST);
    total + each(bishops & outposts, BISHOP_OUTPOST)
}

fn outpost_ranks(color: Color) -> Bitboard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| {
            ranks | Bitboard::from_rank(color.relative_rank(rank))
        })
}

/// Attack units for a safe check, by the kind that gives it; see [`Pressure`].
const SAFE_CHECK_UNITS: [i32; Role::COUNT] = [0, 28, 20, 32, 34, 0, 0];

/// Attack units for each square of the zone that only king and queen defend.
const WEAK_SQUARE_UNITS: i32 = 5;

/// The share of the units that is left without a queen, in hundredths.
const WITHOUT_QUEEN: i32 = 45;

/// Danger in centipawns is the square of the units divided by this, up to a
/// limit.
const UNITS_DIVISOR: i32 = 44;
const MOST_DANGER: i32 = 800;

/// A file next to the king without an own pawn before it, and without any pawn.
const NO_SHIELD: Score = score(-16, 0);
const OPEN_FILE: Score = score(-14, 0);

/// A shield pawn one step further off than it could be, or more.
const SHIELD_ADVANCED: Score = score(-6, 0);
const SHIELD_GONE_FAR: Score = score(-12, 0);

/// An enemy pawn on one of these files at most three ranks before the king.
const STORM: Score = score(-8, 0);

/// What threatens one side's king on the only board.
pub fn king_safety(board: &Board, survey: &Survey, occupied: Bitboard, color: Color) -> Score {
    let Some(king) = board.king_of(color) else {
        return Score::ZERO;
    };
    shelter(board, king, color) - king_danger(board, survey, king, occupied, color)
}

/// The danger that attack units mean.
#[inline]
pub fn danger(units: i32) -> Score {
    let danger = (units * units / UNITS_DIVISOR).min(MOST_DANGER);
    score(danger, danger / 5)
}

/// The danger for a side's king from the enemies around it and from their safe
/// checks.
pub fn king_danger(
    board: &Board,
    survey: &Survey,
    king: Square,
    occupied: Bitboard,
    color: Color,
) -> Score {
    let Pressure { attackers, units } = survey.pressure[!color as usize];
    if attackers == 0 {
        return Score::ZERO;
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
        .map(|(role, _)| SAFE_CHECK_UNITS[role.index()])
        .sum();
    let lone_attacker = attackers == 1;
    let mut units = units + weak.count() as i32 * WEAK_SQUARE_UNITS + checks;
    if board.pieces(!color, Role::Queen).is_empty() {
        units = units * WITHOUT_QUEEN / 100;
    }
    if lone_attacker {
        units /= 2;
    }
    danger(units)
}

fn shelter(board: &Board, king: Square, color: Color) -> Score {
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
            (None, None) => NO_SHIELD + OPEN_FILE,
            (None, Some(_)) => NO_SHIELD,
            (Some(0 | 1), _) => Score::ZERO,
            // Pawns of the middle have better to do than to shelter a king.
            (Some(_), _) if matches!(file, 3 | 4) => Score::ZERO,
            (Some(2), _) => SHIELD_ADVANCED,
            (Some(_), _) => SHIELD_GONE_FAR,
        };
        if storm.is_some_and(|distance| distance <= 3) {
            total += STORM;
        }
    }
    total
}

const PAWN_ON_PIECE: Score = score(50, 40);
const MINOR_ON_MAJOR: Score = score(34, 30);
const ROOK_ON_QUEEN: Score = score(34, 24);
const HANGING_PIECE: Score = score(36, 30);
const HANGING_PAWN: Score = score(8, 16);

/// What a side threatens to take, when `defended` squares are those where the
/// enemy could take back.
pub fn threats(
    board: &Board,
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
    each(pieces & reach(Role::Pawn), PAWN_ON_PIECE)
        + each(majors & minor_reach, MINOR_ON_MAJOR)
        + each(queens & reach(Role::Rook), ROOK_ON_QUEEN)
        + each(pieces & hanging, HANGING_PIECE)
        + each(pawns & hanging, HANGING_PAWN)
}

/// For each step of a bare king from the middle, and for each step that the
/// kings are closer than seven.
const DRIVEN_STEP: Score = score(0, 18);
const KING_CLOSER: Score = score(0, 8);

/// How far a side is with driving a bare king to the edge to mate it.
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
