//! The evaluator of a game with a network.

use std::sync::Arc;

use crate::rules::changes::Occupant;
use crate::rules::{Role, Square};

use super::accumulator::Accumulators;
use super::features::FeatureSet;
use super::network::Network;

/// What a piece adds to the output of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Where it stands.
    pub square: Square,
    /// What stands there.
    pub what: Occupant,
    /// Centipawns from White's view.
    pub white: i32,
}

/// A network and the accumulators of the line that a search thread looks at.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator<const H: usize> {
    network: Arc<Network<H>>,
    /// They follow the moves; to be refreshed before anything else.
    pub accumulators: Accumulators<H>,
}

impl<const H: usize> NetworkEvaluator<H> {
    /// An evaluator with a network.
    pub fn new<P: FeatureSet>(network: Arc<Network<H>>) -> NetworkEvaluator<H> {
        NetworkEvaluator {
            accumulators: Accumulators::new::<P>(&network),
            network,
        }
    }

    /// What each piece that is no king, and each obstacle, adds to the output, in
    /// centipawns from White's view: the difference that it makes to take it away and
    /// leave all else as it is.
    pub fn shares<P: FeatureSet>(&mut self, position: &P) -> Vec<Share> {
        let (turn, bucket) = (position.turn(), position.output_bucket());
        self.accumulators.refresh();
        let rows = self.accumulators.rows(&self.network, position);
        let rows = rows.map(|row| *row);
        let occupants = position.occupants();
        let things = (0..P::OCCUPANTS).flat_map(|kind| {
            let squares = occupants[kind].into_iter();
            squares.map(move |square| (square, P::occupant(kind)))
        });
        let is_king = |what| match what {
            Occupant::Piece(piece) | Occupant::PieceOnSecondBoard(piece) => {
                piece.role() == Role::King
            }
            Occupant::Neutral => false,
        };
        let whole = self.network.output(bucket, &rows[0], &rows[1]);
        things
            .filter(|&(_, what)| !is_king(what))
            .map(|(square, what)| {
                let mut without = rows;
                for (row, color) in without.iter_mut().zip([turn, !turn]) {
                    let input = P::input(position.perspective(color), square, what);
                    let weights = self.network.features[input].0;
                    for (value, weight) in row.0.iter_mut().zip(weights) {
                        *value = value.wrapping_sub(weight);
                    }
                }
                let share = whole - self.network.output(bucket, &without[0], &without[1]);
                Share {
                    square,
                    what,
                    white: turn.fold_wb(share, -share),
                }
            })
            .collect()
    }

    /// The output in centipawns from the side to move.
    #[inline]
    pub fn output<P: FeatureSet>(&mut self, position: &P) -> i32 {
        let [own, other] = self.accumulators.rows(&self.network, position);
        self.network.output(position.output_bucket(), own, other)
    }
}
