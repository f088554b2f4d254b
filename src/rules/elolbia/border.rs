//! The border rule: who has stripped the opponent of queen, rooks and knights
//! may not keep more than half of the own men on the border.

use shakmaty::{Bitboard, Color};

use crate::rules::moves::{All, GenType, Move, MoveList, MoveSink};
use crate::rules::piece::Role;
use crate::rules::position::Position;

use super::Elolbia;

/// Files a and h, ranks 1 and 8.
const BORDER: Bitboard = Bitboard(0xff81_8181_8181_81ff);

impl Elolbia {
    /// Whether the border rule binds a side as the pieces stand: the opponent has no queen,
    /// no rook and at most one knight.
    #[inline]
    pub fn border_rule_holds_for(&self, color: Color) -> bool {
        let board = self.board();
        let enemy = board.by_color(!color);
        let majors = board.by_role(Role::Queen) | board.by_role(Role::Rook);
        enemy.is_disjoint(majors) && !(enemy & board.by_role(Role::Knight)).more_than_one()
    }

    /// The excess of the border rule: twice the men that one side has on the
    /// border less all its men, and 0 if no more than half of them are there.
    #[inline]
    pub fn border_excess(&self, color: Color) -> u32 {
        self.excess_with(color, 0)
    }

    /// One side's men on the border.
    #[inline]
    pub fn men_on_border(&self, color: Color) -> Bitboard {
        self.board().pieces(color, Role::Man) & BORDER
    }

    /// The excess with so many more men on the border.
    #[inline]
    fn excess_with(&self, color: Color, more: i32) -> u32 {
        let men = self.board().pieces(color, Role::Man);
        let on_border = self.men_on_border(color).count() as i32 + more;
        (2 * on_border - men.count() as i32).max(0) as u32
    }

    /// The side to move's excess after a move of its own.
    #[inline]
    fn excess_after(&self, m: Move) -> u32 {
        if self.board().role_at(m.from()) != Some(Role::Man) {
            return self.border_excess(self.turn());
        }
        let on_border = |square| i32::from(BORDER.contains(square));
        self.excess_with(self.turn(), on_border(m.to()) - on_border(m.from()))
    }

    /// Whether the border rule binds and some move could leave an excess.
    #[inline]
    pub fn border_rule_may_forbid(&self) -> bool {
        self.border_rule_holds_for(self.turn()) && self.excess_with(self.turn(), 1) > 0
    }

    /// Writes the moves that the border rule allows among the otherwise legal
    /// ones: those without excess; if none, those that lessen it; if none, all.
    pub(super) fn generate_within_border_rule<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        // Which moves are allowed depends on all of them.
        let mut moves = MoveList::new();
        self.generate_without_border_rule::<All, _>(&mut moves);
        let before = self.border_excess(self.turn());
        let least = moves.iter().map(|&m| self.excess_after(m)).min();
        let limit = match least {
            Some(0) => 0,
            Some(least) if least < before => before - 1,
            _ => u32::MAX,
        };
        for m in moves {
            let written = if m.is_tactical() {
                G::TACTICAL
            } else {
                G::QUIET
            };
            if written && self.excess_after(m) <= limit {
                sink.add(m);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;

    use super::*;

    fn moves(fen: &str) -> (Elolbia, Vec<String>) {
        let position = Elolbia::from_fen(fen).unwrap();
        let moves = position.legal_moves().into_iter();
        let mut texts: Vec<String> = moves.map(|m| m.to_string()).collect();
        texts.sort();
        (position, texts)
    }

    #[test]
    fn it_binds_by_what_the_opponent_has_left() {
        let binds = |fen| {
            let position = moves(fen).0;
            position.border_rule_holds_for(position.turn())
        };
        assert!(binds("k1n1b3/8/8/8/8/8/8/K2R4 w - - 0 1"));
        assert!(!binds("k1n1n3/8/8/8/8/8/8/K2R4 w - - 0 1"));
        assert!(!binds("k1r5/8/8/8/8/8/8/K2R4 w - - 0 1"));
        assert!(!binds("k1q5/8/8/8/8/8/8/K2R4 w - - 0 1"));
        assert!(!binds("k1n1b3/8/8/8/8/8/8/K2R4 b - - 0 1"));
    }

    #[test]
    fn moves_without_excess_come_first() {
        // One man of two on the border is just allowed, both are not.
        let (position, texts) = moves("k7/8/8/8/8/8/1M5M/7K w - - 0 1");
        assert_eq!(position.border_excess(Color::White), 0);
        assert_eq!(texts, ["b2b3", "b2c2", "h1g1", "h1g2", "h2g2", "h2h3"]);
        // Two of three leave an excess of 1, which one step inwards removes.
        let (position, texts) = moves("k7/8/8/8/8/3M4/M6M/7K w - - 0 1");
        assert_eq!(position.border_excess(Color::White), 1);
        assert_eq!(texts, ["a2b2", "h2g2"]);
    }

    #[test]
    fn then_moves_that_lessen_the_excess_then_all() {
        let (position, texts) = moves("k7/8/8/8/8/M7/M6M/7K w - - 0 1");
        assert_eq!(position.border_excess(Color::White), 3);
        assert_eq!(texts, ["a2b2", "a3b3", "h2g2"]);
        // No step inwards.
        let (position, texts) = moves("k7/8/8/8/MB6/RN6/MR6/K7 w - - 0 1");
        assert_eq!(position.border_excess(Color::White), 2);
        assert!(texts.contains(&"a4a5".to_owned()) && texts.contains(&"b3d4".to_owned()));
    }

    #[test]
    fn captures_count_and_checks_come_first() {
        // The jump would put the only man on the border.
        let (position, texts) = moves("k7/8/8/8/8/2M5/1b6/6K1 w - - 0 1");
        assert!(!texts.contains(&"c3a1".to_owned()) && texts.contains(&"c3b3".to_owned()));
        assert!(position.tactical_moves().is_empty());
        // Only the king can answer the check, so that the excess stays.
        let (position, texts) = moves("k7/8/8/8/M6b/M7/8/4K3 w - - 0 1");
        assert!(position.is_check() && position.border_excess(Color::White) == 2);
        assert!(!texts.is_empty() && texts.iter().all(|text| text.starts_with("e1")));
    }
}
