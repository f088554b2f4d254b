//! A review of a game: a short look at each position, and what each move cost.

use crate::rules::Color;

use super::judgement::{BestLine, judge};
use super::messages::{GameLine, MoveReview, ReviewedView, ScoreView};

/// The most nodes for a position.
pub const MAX_NODES: u64 = 10_000_000;

/// A review under way.
#[derive(Debug)]
pub struct Review {
    /// The request that asked for it.
    pub id: u64,
    /// The game.
    pub line: GameLine,
    /// Nodes a position.
    pub nodes: u64,
    /// What was found, from the start on.
    pub positions: Vec<(ReviewedView, Color)>,
}

impl Review {
    /// A review of which nothing is done.
    pub fn new(id: u64, line: GameLine, nodes: u64) -> Review {
        Review {
            id,
            line,
            nodes: nodes.clamp(1, MAX_NODES),
            positions: Vec::new(),
        }
    }

    /// The moves that lead to the next position; `None` if there is none left.
    pub fn next_line(&self) -> Option<GameLine> {
        let plies = self.positions.len();
        let moves = self.line.moves.get(..plies)?.to_vec();
        Some(GameLine {
            moves,
            ..self.line.clone()
        })
    }

    /// Notes what was found in the next position, with `turn` to move.
    pub fn note(&mut self, score: ScoreView, turn: Color, best: BestLine) -> ReviewedView {
        let view = ReviewedView {
            ply: self.positions.len(),
            of: self.line.moves.len() + 1,
            score,
            sans: best.sans,
            moves: best.moves,
        };
        self.positions.push((view.clone(), turn));
        view
    }

    /// What the moves cost.
    pub fn judgements(&self) -> Vec<MoveReview> {
        self.positions
            .windows(2)
            .zip(&self.line.moves)
            .map(|(pair, played)| {
                let (before, turn) = &pair[0];
                let is_best = before.moves.first() == Some(played);
                let chances = [before.score.chance, pair[1].0.score.chance];
                judge(*turn, chances[0], chances[1], is_best)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::messages::Judgement;
    use super::*;

    #[test]
    fn judgements_follow_the_loss_of_the_side_that_moved() {
        let line = GameLine {
            game: "chess".to_owned(),
            rules: Vec::new(),
            fen: None,
            moves: ["e2e4", "e7e5", "g1f3"].map(str::to_owned).to_vec(),
        };
        let mut review = Review::new(1, line, 100);
        let chances = [50.0, 28.0, 60.0, 10.0];
        for (ply, chance) in chances.into_iter().enumerate() {
            assert_eq!(review.next_line().unwrap().moves.len(), ply);
            let turn = Color::from_white(ply % 2 == 0);
            let score = ScoreView {
                cp: None,
                mate: None,
                chance,
            };
            let mut best = BestLine::default();
            if ply == 2 {
                best.moves.push("g1f3".to_owned());
            }
            review.note(score, turn, best);
        }
        assert_eq!(review.next_line(), None);
        let moves = review.judgements().into_iter();
        let judgements: Vec<_> = moves.map(|m| m.judgement).collect();
        // The last was the best move that was seen.
        let [mistake, blunder] = [Judgement::Mistake, Judgement::Blunder];
        assert_eq!(judgements, [Some(mistake), Some(blunder), None]);
    }
}
