//! The evaluator of a game with a network.

use std::sync::Arc;

use crate::rules::changes::SquareChanges;

use super::accumulator::Accumulators;
use super::features::FeatureSet;
use super::network::Network;

/// A network and the accumulators of the line that a search thread looks at.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator<const H: usize> {
    network: Arc<Network<H>>,
    accumulators: Accumulators<H>,
}

impl<const H: usize> NetworkEvaluator<H> {
    /// An evaluator, to be refreshed before it is used.
    pub fn new<P: FeatureSet>(network: Arc<Network<H>>) -> NetworkEvaluator<H> {
        NetworkEvaluator {
            accumulators: Accumulators::new::<P>(&network),
            network,
        }
    }

    /// Starts anew at a position.
    pub fn refresh<P: FeatureSet>(&mut self, position: &P) {
        self.accumulators.refresh(position);
    }

    /// Follows a move to the position after it.
    #[inline]
    pub fn push<P: FeatureSet>(&mut self, after: &P, changes: SquareChanges) {
        self.accumulators.push(after, changes);
    }

    /// Goes back to the position before the last push.
    #[inline]
    pub fn pop(&mut self) {
        self.accumulators.pop();
    }

    /// The output in centipawns from the side to move.
    #[inline]
    pub fn output<P: FeatureSet>(&mut self, position: &P) -> i32 {
        let [own, other] = self.accumulators.rows(&self.network, position);
        self.network.output(position.output_bucket(), own, other)
    }
}
