//! Static evaluation: what a position is worth without looking ahead, and which
//! captures win material.
//!
//! Each game implements [`Evaluate`] in a module of its own, from terms that
//! several games share and terms of its own. All figures are
//! centipawns; a [`Score`] holds one for the middlegame and one for the
//! endgame, and the men left decide how the two are mixed ('tapered').

mod alice;
mod chess;
mod clupso;
mod draughts;
mod elolbia;
pub mod exchange;
mod iceage;
mod orthodox;
mod pawns;
pub mod score;
mod squares;
mod survey;
mod terms;
#[cfg(test)]
pub(crate) mod testing;
pub mod weights;

use crate::rules::{Color, Move, Position};

pub use score::Score;
pub use weights::Weights;

/// The phase of a position with all its men: only the middlegame counts.
pub const FULL_PHASE: i32 = 24;

/// No static value goes beyond this.
pub const BOUND: i32 = 10_000;

/// One term of an evaluation, for White and for Black.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What is judged.
    pub name: &'static str,
    /// The term for White and for Black, each good if positive.
    pub sides: [Score; 2],
}

impl Term {
    /// A term that `judge` works out for each side.
    #[inline]
    pub fn of(name: &'static str, judge: impl Fn(Color) -> Score) -> Term {
        Term {
            name,
            sides: [judge(Color::White), judge(Color::Black)],
        }
    }

    /// White's share less Black's.
    #[inline]
    pub fn balance(&self) -> Score {
        self.sides[0] - self.sides[1]
    }
}

/// A position that can be judged.
pub trait Evaluate: Position {
    /// The figures of the evaluation.
    type Weights: Weights;

    /// The figures that the engine plays with.
    fn weights() -> &'static Self::Weights;

    /// Hands every term of the evaluation by these figures to `visit`.
    fn visit_terms(&self, weights: &Self::Weights, visit: impl FnMut(Term));

    /// From 0, an endgame, to [`FULL_PHASE`], all men on the board.
    fn phase(&self) -> i32;

    /// What the men that `m` takes are worth, and what a promotion adds, in
    /// centipawns.
    fn gain(&self, m: Move) -> i32;

    /// Whether `m` and all sensible recaptures on its destination leave the side
    /// to move at least `threshold` centipawns up (static exchange evaluation).
    fn exchange_reaches(&self, m: Move, threshold: i32) -> bool;

    /// What this game makes of a tapered score from White's view, for instance
    /// because too little is left to win: a share that depends on its sign only.
    fn scaled(&self, _weights: &Self::Weights, white: i32) -> i32 {
        white
    }

    /// The value in centipawns from the side to move, at most [`BOUND`] either way.
    ///
    /// The shared terms are inlined into it, so that the engine's weights become
    /// constants in the code, though the tuner hands others to the same functions:
    /// orthodox chess searches 13 % more nodes a second so, Ice Age Chess 8 %, Alice
    /// Chess 4 %.
    #[inline]
    fn evaluate(&self) -> i32 {
        let weights = Self::weights();
        let white = self.scaled(weights, self.total(weights).taper(self.phase()));
        (self.turn().fold_wb(white, -white) + weights.tempo()).clamp(-BOUND, BOUND)
    }

    /// The sum of all terms, White's less Black's.
    #[inline]
    fn total(&self, weights: &Self::Weights) -> Score {
        let mut total = Score::ZERO;
        self.visit_terms(weights, |term| total += term.balance());
        total
    }

    /// The agreement (see [`Position::agreement`]) that is best for both sides
    /// as far as the static evaluation sees, if the game and the position know
    /// one.
    fn best_agreement(&self) -> Option<String> {
        None
    }
}
