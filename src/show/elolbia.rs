//! Elolbian Chess: the border rule and the queen exchange, for the players.

use crate::rules::draughts::{chains, steps_from};
use crate::rules::elolbia::Elolbia;
use crate::rules::moves::All;
use crate::rules::{Bitboard, Move, MoveList, Position, Role, Square};

use super::Show;
use super::forbidden;
use super::supplement::{self, ForbiddenMove, Reason};
use super::view::{AgreementTerms, Quota, QuotaOfSide, Supplement};
use super::words::side as name;

impl Show for Elolbia {
    const TITLE: &'static str = "Elolbian Chess";

    fn supplement(&self) -> Supplement {
        Supplement {
            quota: Some(border_quota(self)),
            agreement: Some(agreement_terms(self)),
            ..Supplement::default()
        }
    }

    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        let mut moves = forbidden::exposing_moves(self, Bitboard::FULL, self.board().occupied());
        moves.extend(exposing_moves_of_men(self));
        let beyond_quota = moves_beyond_border_rule(self);
        moves.retain(|m| {
            let same = |other: &ForbiddenMove| (other.from, other.to) == (m.from, m.to);
            !beyond_quota.iter().any(same)
        });
        moves.extend(beyond_quota);
        moves
    }
}

fn agreement_terms(position: &Elolbia) -> AgreementTerms {
    AgreementTerms {
        possible: position.agreement_possible(),
        squares: 3,
        says: "Queens may be exchanged by agreement",
        choices: supplement::both(|color| {
            let men = position.board().pieces(color, Role::Man).into_iter();
            men.map(|square| square.to_string()).collect()
        }),
    }
}

/// The steps and chains that leave the own king in check or that the border rule
/// forbids, each pair of squares once.
fn exposing_moves_of_men(position: &Elolbia) -> Vec<ForbiddenMove> {
    let legal = position.legal_moves();
    let empty = !position.board().occupied();
    let mut ways: Vec<(Square, Square)> = Vec::new();
    let men = position.board().pieces(position.turn(), Role::Man);
    for from in men {
        let targets = (steps_from(from) & empty).into_iter();
        ways.extend(targets.map(|to| (from, to)));
    }
    let enemy = position.board().by_color(!position.turn());
    for from in chains::jumpers(men, enemy, empty) {
        chains::for_each_chain(from, enemy, empty, &mut |to, _| {
            if !ways.contains(&(from, to)) {
                ways.push((from, to));
            }
        });
    }
    ways.retain(|&way| !legal.iter().any(|m| (m.from(), m.to()) == way));
    let ways = ways.into_iter();
    ways.map(|(from, to)| forbidden::exposing(from, to))
        .collect()
}

/// Both sides' men on the border.
fn border_quota(position: &Elolbia) -> Quota {
    let side = |color| {
        let men = position.board().pieces(color, Role::Man);
        QuotaOfSide {
            count: position.men_on_border(color).count(),
            men: men.count(),
            binds: position.border_rule_holds_for(color),
        }
    };
    Quota {
        sides: supplement::both(side),
        says: border_rule_words(position, side(position.turn())),
    }
}

/// What the rule says to the side to move.
fn border_rule_words(position: &Elolbia, own: QuotaOfSide) -> String {
    let [name, enemy] = [position.turn(), !position.turn()].map(name);
    if own.binds {
        format!(
            "{}: at most half of {name}'s men may stand on the border. {} of {} stand there.",
            why_border_rule_binds(position),
            own.count,
            own.men
        )
    } else {
        format!(
            "Not in force for {name}. It is once {enemy} has no queen, no rook and at most \
             one knight."
        )
    }
}

/// What the opponent has left where the rule binds.
fn why_border_rule_binds(position: &Elolbia) -> String {
    let enemy = !position.turn();
    let knights = match position.board().pieces(enemy, Role::Knight).count() {
        1 => "only one knight",
        _ => "no knight",
    };
    format!("{} has no queen, no rook and {knights}", name(enemy))
}

/// The moves that this rule alone forbids, each pair of squares once.
fn moves_beyond_border_rule(position: &Elolbia) -> Vec<ForbiddenMove> {
    if !position.border_rule_may_forbid() {
        return Vec::new();
    }
    let mut others = MoveList::new();
    position.generate_without_border_rule::<All, _>(&mut others);
    let legal = position.legal_moves();
    let mut moves: Vec<ForbiddenMove> = Vec::new();
    for m in others {
        let same = |from, to| (from, to) == (m.from(), m.to());
        if legal.iter().any(|other| same(other.from(), other.to()))
            || moves.iter().any(|other| same(other.from, other.to))
        {
            continue;
        }
        moves.push(ForbiddenMove {
            from: m.from(),
            to: m.to(),
            reason: beyond_quota(position, m),
        });
    }
    moves
}

fn beyond_quota(position: &Elolbia, m: Move) -> Reason {
    let mut after = position.clone();
    after.play(m);
    let men = after.board().pieces(position.turn(), Role::Man);
    Reason::OwnRule(format!(
        "Not possible now. {}, so at most half of {}'s men may stand on the border. After \
         this move it would be {} of {}.",
        why_border_rule_binds(position),
        name(position.turn()),
        after.men_on_border(position.turn()).count(),
        men.count(),
    ))
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;

    use super::*;

    #[test]
    fn its_words_tell_what_the_opponent_has_left() {
        let says = |fen| border_quota(&Elolbia::from_fen(fen).unwrap()).says;
        assert_eq!(
            says("k1n5/8/8/8/8/3M4/M6M/7K w - - 0 1"),
            "Black has no queen, no rook and only one knight: at most half of White's men may \
             stand on the border. 2 of 3 stand there."
        );
        assert!(says("k1q5/8/8/8/8/3M4/M6M/7K w - - 0 1").starts_with("Not in force for White."));
    }
}
