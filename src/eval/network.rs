//! Networks as evaluators.

use crate::nnue::{FeatureSet, NetworkEvaluator};
use crate::rules::Move;
use crate::rules::changes::SquareChanges;

use super::evaluator::Evaluator;

impl<P: FeatureSet, const H: usize> Evaluator<P> for NetworkEvaluator<H> {
    type Changes = SquareChanges;

    fn refresh(&mut self, position: &P) {
        NetworkEvaluator::refresh(self, position);
    }

    #[inline]
    fn push(&mut self, _before: &P, _m: Move, after: &P, changes: SquareChanges) {
        NetworkEvaluator::push(self, after, changes);
    }

    #[inline]
    fn pop(&mut self) {
        NetworkEvaluator::pop(self);
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        self.output(position).clamp(-super::BOUND, super::BOUND)
    }
}
