//! What the moves of a game cost, by the chances before and after them.

use crate::rules::{Color, Outcome};

use crate::engine::wdl::WinDrawLoss;

use super::messages::{Judgement, MoveReview};

impl Judgement {
    /// From the worst to the least bad, with the least loss, in percentage points of the
    /// mover's chance. In an even game of orthodox chess they are 138, 90 and 45 centipawns, a
    /// sixth less than what lichess asks for: 0.3, 0.2 and 0.1 on its scale from -1 to 1, whose
    /// curve is flatter (168, 110 and 54 centipawns).
    const LEAST_LOSSES: [(Judgement, f64); 3] = [
        (Judgement::Blunder, 30.0),
        (Judgement::Mistake, 20.0),
        (Judgement::Inaccuracy, 10.0),
    ];

    /// The Numeric Annotation Glyph of the PGN standard: `?!`, `?` and `??`.
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }
}

/// The most moves of a better line: what it is about is seen by then.
const MAX_LINE: usize = 8;

/// The best line that was found in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestLine {
    /// In SAN.
    pub sans: Vec<String>,
    /// In coordinate notation.
    pub moves: Vec<String>,
}

impl BestLine {
    /// This line, cut to what is worth showing, if it begins with the move (coordinates
    /// and SAN) that the search has decided on; else that move alone, since the line is
    /// one that the search has given up.
    pub fn beginning_with(mut self, best: Option<(&str, &str)>) -> BestLine {
        let (moves, sans): (Vec<String>, Vec<String>) = best
            .map(|(coordinates, san)| (coordinates.to_owned(), san.to_owned()))
            .into_iter()
            .unzip();
        if self.moves.first() != moves.first() {
            return BestLine { sans, moves };
        }
        self.sans.truncate(MAX_LINE);
        self.moves.truncate(MAX_LINE);
        self
    }
}

/// White's chance in percent, a draw counted half, from the chances of the side to move.
pub fn white_chance(chances: WinDrawLoss, turn: Color) -> f64 {
    let own = f64::from(chances.win) / 10.0 + f64::from(chances.draw) / 20.0;
    turn.fold_wb(own, 100.0 - own)
}

/// White's chance in percent when the game is over.
pub fn chance_at_end(outcome: Outcome) -> f64 {
    match outcome.winner {
        Some(Color::White) => 100.0,
        Some(Color::Black) => 0.0,
        None => 50.0,
    }
}

/// Judges a move by White's chance in percent before and after it. The move that the
/// engine would have made itself costs nothing.
pub fn judge(mover: Color, before: f64, after: f64, is_best: bool) -> MoveReview {
    let loss = mover.fold_wb(before - after, after - before);
    let loss = if is_best { 0.0 } else { loss.max(0.0) };
    let mut judgements = Judgement::LEAST_LOSSES.into_iter();
    let judgement = judgements.find(|&(_, least)| loss >= least);
    MoveReview {
        judgement: judgement.map(|(judgement, _)| judgement),
        loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judgements_follow_the_loss_of_the_side_that_moved() {
        let judged = |mover, before, after| judge(mover, before, after, false).judgement;
        assert_eq!(judged(Color::White, 50.0, 41.0), None);
        assert_eq!(
            judged(Color::White, 50.0, 40.0),
            Some(Judgement::Inaccuracy)
        );
        assert_eq!(judged(Color::White, 50.0, 30.0), Some(Judgement::Mistake));
        assert_eq!(judged(Color::Black, 30.0, 60.0), Some(Judgement::Blunder));
        assert_eq!(judged(Color::Black, 60.0, 30.0), None);
        let best = judge(Color::White, 58.0, 10.0, true);
        assert_eq!((best.judgement, best.loss), (None, 0.0));
    }

    #[test]
    fn a_line_is_cut_and_begins_with_what_was_decided() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let line = BestLine {
            sans: words("a b c d e f g h i"),
            moves: words("1 2 3 4 5 6 7 8 9"),
        };
        let kept = line.clone().beginning_with(Some(("1", "a")));
        assert_eq!(kept.sans, words("a b c d e f g h"));
        assert_eq!(kept.moves, words("1 2 3 4 5 6 7 8"));
        let given_up = line.clone().beginning_with(Some(("2", "b")));
        assert_eq!((given_up.sans, given_up.moves), (words("b"), words("2")));
        assert_eq!(line.beginning_with(None), BestLine::default());
    }

    #[test]
    fn chances_are_whites_and_draws_count_half() {
        let chances = WinDrawLoss {
            win: 300,
            draw: 600,
            loss: 100,
        };
        assert_eq!(white_chance(chances, Color::White), 60.0);
        assert_eq!(white_chance(chances, Color::Black), 40.0);
    }
}
