//! Pawns: their structure and passed pawns.
//!
//! Everything is always inlined: [`super::HandCrafted::static_eval`] tells why.

use crate::rules::{Bitboard, Board, Color, Role, Square};

use super::attack_info::AttackInfo;
use super::score::Score;
use super::terms::{beside, each, forward, front_spans, pawn_attacks};
use super::weights::tunable;

tunable! {
    /// The structure of one side's pawns.
    pub struct Structure {
        pub doubled: Score,
        pub isolated: Score,
        pub backward: Score,
        /// With a pawn beside or behind that protects it, by rank.
        pub connected: [Score; 8],
    }
}

tunable! {
    /// Passed pawns.
    pub struct Passed {
        /// By rank.
        pub ranks: [Score; 8],
        /// For each rank beyond the second, if the path to promotion is free of
        /// pieces and of enemy attacks.
        pub free_path: Score,
        /// For each rank beyond the second, if the next square is occupied.
        pub blocked: Score,
        /// For each rank beyond the second and each step (up to five) of the
        /// enemy king to the square before the pawn.
        pub enemy_king_distance: Score,
        /// The same of the own king.
        pub own_king_distance: Score,
    }
}

/// Doubled, isolated, backward and connected pawns.
#[inline(always)]
pub fn structure(board: &Board, weights: &Structure, color: Color) -> Score {
    let own = board.pieces(color, Role::Pawn);
    let enemy = board.pieces(!color, Role::Pawn);
    let protected = pawn_attacks(own, color);
    let doubled = own & front_spans(own, !color);
    let files = own | front_spans(own, color) | front_spans(own, !color);
    let isolated = own & !beside(files);
    // A backward pawn has no pawn level or behind to protect its next square, which
    // an enemy pawn attacks.
    let protectable = protected | front_spans(protected, color);
    let stopped = forward(own, color) & pawn_attacks(enemy, !color) & !protectable;
    let backward = forward(stopped, !color) & !isolated;
    let mut total = each(doubled, weights.doubled)
        + each(isolated, weights.isolated)
        + each(backward, weights.backward);
    for square in own & (protected | beside(own)) {
        total += weights.connected[relative_rank(square, color)];
    }
    total
}

/// The pawns of a side with no enemy pawn before them or on the files beside,
/// and no own one before them.
#[inline(always)]
pub fn passed(board: &Board, color: Color) -> Bitboard {
    let own = board.pieces(color, Role::Pawn);
    let enemy = board.pieces(!color, Role::Pawn);
    let front = front_spans(enemy, !color);
    own & !(front | beside(front) | front_spans(own, !color))
}

/// What passed pawns are worth, given what stands in their way.
#[inline(always)]
pub fn passed_pawns(
    board: &Board,
    weights: &Passed,
    info: &AttackInfo,
    occupied: Bitboard,
    color: Color,
) -> Score {
    let mut total = Score::ZERO;
    let enemy_attacks = info.attacked_by_any(!color);
    for square in passed(board, color) {
        let pawn = Bitboard::from_square(square);
        let rank = relative_rank(square, color);
        let factor = rank as i32 - 1;
        total += weights.ranks[rank];
        let next = forward(pawn, color);
        if occupied.intersects(next) {
            total += weights.blocked * factor;
        } else if front_spans(pawn, color).is_disjoint(occupied | enemy_attacks) {
            total += weights.free_path * factor;
        }
        if let Some(next) = next.first() {
            let steps = |side| {
                let king = board.king_of(side);
                king.map_or(0, |king| next.distance(king).min(5) as i32)
            };
            let kings = weights.enemy_king_distance * steps(!color)
                + weights.own_king_distance * steps(color);
            total += kings * factor;
        }
    }
    total
}

#[inline(always)]
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
        let weights = Structure {
            doubled: Score::flat(-20),
            isolated: Score::flat(-10),
            backward: Score::flat(-7),
            connected: [Score::flat(5); 8],
        };
        let value = |placement: &str| {
            let board = board(&format!("4k3/{placement}/4K3 w - - 0 1"));
            structure(&board, &weights, Color::White).endgame
        };
        assert_eq!(value("8/8/8/8/8/2PP4"), 2 * 5);
        assert_eq!(value("8/8/8/8/2P5/2P5"), -20 - 2 * 10);
        assert_eq!(value("8/8/8/8/8/P2P4"), -2 * 10);
        assert_eq!(value("8/8/8/3P4/2P5/8"), 5);
        assert_eq!(value("8/8/1p6/3P4/2P5/8"), 5 - 7);
    }
}
