//! Games that are called before their end, by the rules of cutechess-cli.

use crate::arena::openings::Opening;
use crate::arena::settings::Adjudication;
use crate::notation::UciScore;
use crate::rules::Color;

use super::{GameEnd, Termination, index, name};

/// What has been said of the game so far.
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Moves of both sides, those of the opening included.
    plies: usize,
    /// Moves in sequence with a score near zero, of both sides.
    drawish: u32,
    /// Moves in sequence that each side has been losing for.
    losing: [u32; 2],
    /// Moves in sequence that each side has been winning for.
    winning: [u32; 2],
}

/// As a number; mates are beyond all others.
fn centipawns(score: UciScore) -> i32 {
    match score {
        UciScore::Centipawns(value) => value,
        UciScore::Mate(moves) if moves > 0 => i32::MAX,
        UciScore::Mate(_) => i32::MIN,
    }
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication, opening: &Opening) -> Adjudicator {
        Adjudicator {
            rules,
            plies: opening.moves.len(),
            drawish: 0,
            losing: [0; 2],
            winning: [0; 2],
        }
    }

    /// A side has moved and thinks so of it. Without a score every sequence ends.
    pub(super) fn note(&mut self, color: Color, score: Option<UciScore>) {
        self.plies += 1;
        let score = score.map(centipawns);
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            let near = |score: i32| score.unsigned_abs() <= rule.score.unsigned_abs();
            count(&mut self.drawish, score.is_some_and(near));
        }
        if let Some(rule) = self.rules.resign {
            let side = index(color);
            let losing = score.is_some_and(|score| score <= -rule.score);
            let winning = score.is_some_and(|score| score >= rule.score);
            count(&mut self.losing[side], losing);
            count(&mut self.winning[side], winning);
        }
    }

    /// The end, if the game is to be called now.
    pub(super) fn game_end(&self) -> Option<GameEnd> {
        let end = |winner, reason: String| {
            Some(GameEnd {
                winner,
                reason,
                termination: Termination::Adjudication,
            })
        };
        let draw = |reason: &str| end(None, reason.to_owned());
        if let Some(rule) = self.rules.resign {
            for (loser, winner) in [(Color::White, Color::Black), (Color::Black, Color::White)] {
                let given_up = self.losing[index(loser)] >= rule.move_count;
                let agreed = self.winning[index(winner)] >= rule.move_count;
                if given_up && (agreed || !rule.two_sided) {
                    let reason = format!("{} wins by adjudication", name(winner));
                    return end(Some(winner), reason);
                }
            }
        }
        if let Some(rule) = self.rules.draw
            && self.drawish >= 2 * rule.move_count
            && self.plies / 2 >= rule.move_number as usize
        {
            return draw("Draw by adjudication");
        }
        if let Some(moves) = self.rules.max_moves
            && self.plies / 2 >= moves as usize
        {
            return draw("Draw by adjudication: maximal game length");
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::settings::{DrawRule, ResignRule};

    /// Plays these scores in turn, and returns what is said after each.
    fn after(rules: Adjudication, scores: &[i32]) -> Vec<Option<Option<Color>>> {
        let mut adjudicator = Adjudicator::new(rules, &Opening::default());
        let colors = Color::ALL.into_iter().cycle();
        let said = scores.iter().zip(colors).map(|(&score, color)| {
            adjudicator.note(color, Some(UciScore::Centipawns(score)));
            adjudicator.game_end().map(|end| end.winner)
        });
        said.collect()
    }

    fn resign(two_sided: bool) -> Adjudication {
        Adjudication {
            resign: Some(ResignRule {
                move_count: 2,
                score: 500,
                two_sided,
            }),
            ..Adjudication::default()
        }
    }

    #[test]
    fn a_draw_needs_both_sides_in_sequence() {
        let rules = Adjudication {
            draw: Some(DrawRule {
                move_number: 3,
                move_count: 2,
                score: 10,
            }),
            ..Adjudication::default()
        };
        let draw = Some(None);
        assert_eq!(after(rules, &[0, 0, 10, -10, 0, 0])[4..], [None, draw]);
        let broken = after(rules, &[0, 0, 0, 11, 0, 0, 0, 0]);
        assert_eq!(broken[5..], [None, None, draw]);
    }

    #[test]
    fn one_side_may_give_up_alone_or_not() {
        let white = Some(Some(Color::White));
        let alone = after(resign(false), &[0, -500, 0, -600]);
        assert_eq!(alone, [None, None, None, white]);
        assert_eq!(after(resign(true), &[0, -500, 0, -600])[3], None);
        assert_eq!(after(resign(true), &[500, -500, 500, -600])[3], white);
    }

    #[test]
    fn mates_are_the_worst_scores() {
        let mut adjudicator = Adjudicator::new(resign(false), &Opening::default());
        for _ in 0..2 {
            adjudicator.note(Color::White, Some(UciScore::Mate(-4)));
        }
        assert_eq!(adjudicator.game_end().unwrap().winner, Some(Color::Black));
        adjudicator.note(Color::White, None);
        assert_eq!(adjudicator.game_end(), None);
    }

    #[test]
    fn no_game_is_longer_than_allowed() {
        let rules = Adjudication {
            max_moves: Some(2),
            ..Adjudication::default()
        };
        let said = after(rules, &[900, 0, 900, 0]);
        assert_eq!(said, [None, None, None, Some(None)]);
    }
}
