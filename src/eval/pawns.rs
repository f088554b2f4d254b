//! Pawns: their structure and those that nothing but pieces can stop.

use crate::rules::{Bitboard, Board, Color, Role, Square};

use super::score::{Score, score};
use super::survey::Survey;
use super::terms::{ahead, beside, each, forward, pawn_reach};

// Centipawns; first estimates by hand until they are tuned.
const DOUBLED: Score = score(-8, -20);
const ISOLATED: Score = score(-10, -14);
const BACKWARD: Score = score(-8, -12);

/// Pawns with a pawn beside or behind that protects them, by rank.
const CONNECTED: [Score; 8] = [
    Score::ZERO,
    score(0, 0),
    score(5, 2),
    score(8, 5),
    score(16, 12),
    score(32, 28),
    score(56, 50),
    Score::ZERO,
];

/// Passed pawns by rank.
const PASSED: [Score; 8] = [
    Score::ZERO,
    score(0, 8),
    score(2, 14),
    score(6, 28),
    score(24, 54),
    score(56, 100),
    score(100, 170),
    Score::ZERO,
];

/// For each rank beyond the second, if the way to promotion is free of men and
/// of enemy attacks.
const FREE_WAY: Score = score(2, 12);

/// For each rank beyond the second, if the next square is held by a man: a
/// blockade takes away part of what the pawn promises.
const BLOCKADED: Score = score(-2, -8);

/// For each rank beyond the second and each step (up to five) of the enemy king
/// from the square before the pawn, and of the own king.
const ENEMY_KING_STEP: Score = score(0, 4);
const OWN_KING_STEP: Score = score(0, -2);

/// Doubled, isolated, backward and connected pawns.
pub fn structure(board: &Board, color: Color) -> Score {
    let own = board.pieces(color, Role::Pawn);
    let enemy = board.pieces(!color, Role::Pawn);
    let protected = pawn_reach(own, color);
    let behind = own & ahead(own, !color);
    let columns = own | ahead(own, color) | ahead(own, !color);
    let isolated = own & !beside(columns);
    // A backward pawn has nobody level or behind to protect its next square,
    // and an enemy pawn takes there.
    let protectable = protected | ahead(protected, color);
    let halted = forward(own, color) & pawn_reach(enemy, !color) & !protectable;
    let backward = forward(halted, !color) & !isolated;
    let mut total = each(behind, DOUBLED) + each(isolated, ISOLATED) + each(backward, BACKWARD);
    for square in own & (protected | beside(own)) {
        total += CONNECTED[relative_rank(square, color)];
    }
    total
}

/// The pawns of a side with no enemy pawn before them or on the files beside,
/// and no own one before them.
#[inline]
pub fn passed(board: &Board, color: Color) -> Bitboard {
    let own = board.pieces(color, Role::Pawn);
    let enemy = board.pieces(!color, Role::Pawn);
    let front = ahead(enemy, !color);
    own & !(front | beside(front) | ahead(own, !color))
}

/// What passed pawns promise, given what stands in their way.
pub fn passed_pawns(board: &Board, survey: &Survey, occupied: Bitboard, color: Color) -> Score {
    let mut total = Score::ZERO;
    let enemy_reach = survey.reach_of_all(!color);
    for square in passed(board, color) {
        let pawn = Bitboard::from_square(square);
        let rank = relative_rank(square, color);
        let weight = rank as i32 - 1;
        total += PASSED[rank];
        let next = forward(pawn, color);
        if occupied.intersects(next) {
            total += BLOCKADED * weight;
        } else if ahead(pawn, color).is_disjoint(occupied | enemy_reach) {
            total += FREE_WAY * weight;
        }
        if let Some(next) = next.first() {
            let steps = |side| {
                let king = board.king_of(side);
                king.map_or(0, |king| next.distance(king).min(5) as i32)
            };
            total += (ENEMY_KING_STEP * steps(!color) + OWN_KING_STEP * steps(color)) * weight;
        }
    }
    total
}

#[inline]
fn relative_rank(square: Square, color: Color) -> usize {
    color.relative_rank(square.rank()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::rules::chess::Chess;

    fn board(fen: &str) -> Board {
        Chess::from_fen(fen).unwrap().board().clone()
    }

    #[test]
    fn knows_passed_pawns() {
        let board = board("4k3/p5p1/8/2P3P1/8/7p/P7/4K3 w - - 0 1");
        let squares = |color| passed(&board, color).into_iter().collect::<Vec<_>>();
        assert_eq!(squares(Color::White), [Square::C5]);
        assert_eq!(squares(Color::Black), [Square::H3]);
    }

    #[test]
    fn weaknesses_cost() {
        let value = |placement: &str| {
            let board = board(&format!("4k3/{placement}/4K3 w - - 0 1"));
            structure(&board, Color::White).endgame
        };
        let healthy = value("8/8/8/8/8/2PP4");
        let doubled = value("8/8/8/8/2P5/2P5");
        let isolated = value("8/8/8/8/8/P2P4");
        let backward = value("8/8/1p6/3P4/2P5/8") - value("8/8/8/3P4/2P5/8");
        assert!(doubled < isolated && isolated < healthy && backward < 0);
    }
}
