//! The hand-crafted evaluation (HCE): terms and weights.

use crate::rules::{Color, Move};

use super::evaluator::Evaluator;
use super::score::Score;
use super::see::See;
use super::weights::Weights;

/// The phase of a position with all its pieces: only the middlegame counts.
pub const FULL_PHASE: i32 = 24;

/// One term of an evaluation, for White and for Black.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What is evaluated.
    pub name: &'static str,
    /// The term for White and for Black, each good if positive.
    pub sides: [Score; 2],
}

impl Term {
    /// A term that `evaluate` works out for each side.
    #[inline]
    pub fn of(name: &'static str, evaluate: impl Fn(Color) -> Score) -> Term {
        Term {
            name,
            sides: [evaluate(Color::White), evaluate(Color::Black)],
        }
    }

    /// White's share less Black's.
    #[inline]
    pub fn balance(&self) -> Score {
        self.sides[0] - self.sides[1]
    }
}

/// A game with a hand-crafted evaluation.
pub trait HandCrafted: See {
    /// The weights of the evaluation.
    type Weights: Weights;

    /// The weights that the engine plays with.
    fn weights() -> &'static Self::Weights;

    /// Hands every term of the evaluation by these weights to `visit`.
    fn visit_terms(&self, weights: &Self::Weights, visit: impl FnMut(Term));

    /// From 0, an endgame, to [`FULL_PHASE`], all pieces on the board.
    fn phase(&self) -> i32;

    /// What this game makes of a tapered score from White's view, for instance
    /// because too little is left to win: a share that depends on its sign only.
    fn scaled(&self, _weights: &Self::Weights, white: i32) -> i32 {
        white
    }

    /// The static evaluation in centipawns from the side to move, at most
    /// [`BOUND`](super::BOUND) either way.
    ///
    /// The shared terms are inlined into it, so that the engine's weights become
    /// constants in the code, though the tuner hands others to the same functions:
    /// orthodox chess searches 13 % more nodes a second so, Ice Age Chess 8 %, Alice
    /// Chess 4 %.
    #[inline]
    fn static_eval(&self) -> i32 {
        self.static_eval_by(Self::weights())
    }

    /// The static evaluation by other weights.
    #[inline(always)]
    fn static_eval_by(&self, weights: &Self::Weights) -> i32 {
        let white = self.scaled(weights, self.total(weights).taper(self.phase()));
        (self.turn().fold_wb(white, -white) + weights.tempo()).clamp(-super::BOUND, super::BOUND)
    }

    /// The sum of all terms, White's less Black's.
    #[inline]
    fn total(&self, weights: &Self::Weights) -> Score {
        let mut total = Score::ZERO;
        self.visit_terms(weights, |term| total += term.balance());
        total
    }

    /// The agreement (see [`Position::agreement`](crate::rules::Position::agreement))
    /// that is best for both sides as far as the static evaluation sees, if the game
    /// and the position know one.
    fn best_agreement(&self) -> Option<String> {
        None
    }
}

/// The evaluator of the hand-crafted evaluation. It keeps nothing between calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandCraftedEvaluator;

impl<P: HandCrafted> Evaluator<P> for HandCraftedEvaluator {
    type Changes = ();

    #[inline]
    fn refresh(&mut self, _position: &P) {}

    #[inline]
    fn push(&mut self, _before: &P, _m: Move, _after: &P, (): ()) {}

    #[inline]
    fn pop(&mut self) {}

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        position.static_eval()
    }
}
