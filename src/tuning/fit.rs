//! Numbers that make a linear function foretell results: the mean squared error
//! of expected results, minimised by Adam (Kingma and Ba 2015) on small batches.

use std::thread;

use super::linear::Block;

/// Blocks whose gradients make one step.
const BATCH: usize = 8;

/// Adam's memory of the gradient and of its square, and what keeps it from
/// dividing by zero.
const MEMORY: f64 = 0.9;
const SQUARE_MEMORY: f64 = 0.999;
const EPSILON: f64 = 1e-12;

/// The first step of a number, in centipawns, and the last.
const FIRST_STEP: f64 = 1.0;
const LAST_STEP: f64 = 0.05;

/// After so many epochs without gain the step is halved.
const PATIENCE: usize = 2;

/// A gain of less than this share is none.
const NO_GAIN: f64 = 1e-6;

/// The result that a value makes likely, from 0 to 1, on a scale in centipawns.
pub fn expected(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The mean squared error of values as predictions of `results`, on this scale.
pub fn loss_of(values: impl Iterator<Item = (f64, f64)>, scale: f64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (value, result) in values {
        sum += (expected(value, scale) - result).powi(2);
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}

/// The scale on which values foretell results best, found by golden-section
/// search.
pub fn best_scale(values: &[(f64, f64)]) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let loss = |scale| loss_of(values.iter().copied(), scale);
    let (mut low, mut high) = (20.0, 3000.0);
    while high - low > 0.5 {
        let left = high - GOLDEN * (high - low);
        let right = low + GOLDEN * (high - low);
        if loss(left) < loss(right) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}

/// The L2 regularization of a number towards its starting value, which is a
/// Gaussian prior for it, and the bound of its move.
#[derive(Clone, Copy, Debug)]
pub struct Regularization {
    /// The prior's mean, as a move from where the number is now.
    pub mean: f64,
    /// The prior's standard deviation: the penalty is the square of the distance
    /// from the mean in this unit.
    pub deviation: f64,
    /// The trust region: no larger move, for what is not linear.
    pub trust_radius: f64,
}

/// What is to be minimised.
pub struct Problem<'a> {
    /// The positions to learn from.
    pub training: &'a [Block],
    /// The positions that decide when to stop.
    pub held_out: &'a [Block],
    /// One for each number.
    pub regularizations: &'a [Regularization],
    /// How much the sum of the penalties counts against the mean error.
    pub penalty_weight: f64,
    /// Centipawns, see [`expected`].
    pub scale: f64,
    /// At most so many times through all positions.
    pub epochs: usize,
}

impl Problem<'_> {
    /// The mean squared error over blocks when the numbers have moved.
    pub fn loss(&self, blocks: &[Block], moves: &[f64]) -> f64 {
        let losses = in_parallel(blocks, |block| {
            let sum: f64 = (0..block.len())
                .map(|position| self.error(block, position, moves).powi(2))
                .sum();
            (sum, block.len())
        });
        let sum: f64 = losses.iter().map(|loss| loss.0).sum();
        let count: usize = losses.iter().map(|loss| loss.1).sum();
        sum / count.max(1) as f64
    }

    fn error(&self, block: &Block, position: usize, moves: &[f64]) -> f64 {
        let value = block.value(position, moves);
        expected(value, self.scale) - f64::from(block.targets[position])
    }

    /// The moves with the least error on what is held out, and that error. `watch`
    /// is told of each epoch and the error after it.
    pub fn solve(&self, watch: &mut dyn FnMut(usize, f64)) -> (Vec<f64>, f64) {
        let size = self.regularizations.len();
        let mut moves = vec![0.0; size];
        let mut best = (moves.clone(), self.loss(self.held_out, &moves));
        let mut adam = Adam::new(size);
        let mut step = FIRST_STEP;
        let mut idle = 0;
        for epoch in 1..=self.epochs {
            for batch in self.training.chunks(BATCH) {
                let gradient = self.gradient(batch, &moves);
                adam.advance(&mut moves, &gradient, step);
                for (value, prior) in moves.iter_mut().zip(self.regularizations) {
                    *value = value.clamp(-prior.trust_radius, prior.trust_radius);
                }
            }
            let loss = self.loss(self.held_out, &moves);
            watch(epoch, loss);
            idle += 1;
            if loss < best.1 * (1.0 - NO_GAIN) {
                best = (moves.clone(), loss);
                idle = 0;
            }
            if idle >= PATIENCE {
                (step, idle) = (step / 2.0, 0);
                if step < LAST_STEP {
                    break;
                }
                // From the best so far in smaller steps.
                moves.clone_from(&best.0);
            }
        }
        best
    }

    fn gradient(&self, batch: &[Block], moves: &[f64]) -> Vec<f64> {
        let parts = in_parallel(batch, |block| {
            let mut gradient = vec![0.0; moves.len()];
            for position in 0..block.len() {
                let likely = expected(block.value(position, moves), self.scale);
                let error = likely - f64::from(block.targets[position]);
                let slope = 2.0 * error * likely * (1.0 - likely) / self.scale;
                for (index, derivative) in block.row(position) {
                    gradient[index] += slope * derivative;
                }
            }
            gradient
        });
        let count: usize = batch.iter().map(Block::len).sum();
        let mut gradient = vec![0.0; moves.len()];
        for part in parts {
            for (sum, value) in gradient.iter_mut().zip(part) {
                *sum += value / count as f64;
            }
        }
        for ((sum, value), prior) in gradient.iter_mut().zip(moves).zip(self.regularizations) {
            *sum += 2.0 * self.penalty_weight * (value - prior.mean) / prior.deviation.powi(2);
        }
        gradient
    }
}

/// Adam's state for each number.
struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new(size: usize) -> Adam {
        Adam {
            means: vec![0.0; size],
            squares: vec![0.0; size],
            steps: 0,
        }
    }

    fn advance(&mut self, moves: &mut [f64], gradient: &[f64], step: f64) {
        self.steps += 1;
        let mean_share = 1.0 - MEMORY.powi(self.steps);
        let square_share = 1.0 - SQUARE_MEMORY.powi(self.steps);
        let memories = self.means.iter_mut().zip(&mut self.squares);
        for ((value, slope), (mean, square)) in moves.iter_mut().zip(gradient).zip(memories) {
            *mean += (1.0 - MEMORY) * (slope - *mean);
            *square += (1.0 - SQUARE_MEMORY) * (slope * slope - *square);
            let size = (*square / square_share).sqrt() + EPSILON;
            *value -= step * (*mean / mean_share) / size;
        }
    }
}

/// `work` of each item in their order, with all cores.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(threads).max(1);
    let work = &work;
    thread::scope(|scope| {
        let others: Vec<_> = items
            .chunks(share)
            .skip(1)
            .map(|chunk| scope.spawn(move || chunk.iter().map(work).collect::<Vec<R>>()))
            .collect();
        let mut results: Vec<R> = items.iter().take(share).map(work).collect();
        for other in others {
            match other.join() {
                Ok(more) => results.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_results_is_found() {
        let values: Vec<(f64, f64)> = (-40..=40)
            .map(|step| f64::from(20 * step))
            .map(|value| (value, expected(value, 250.0)))
            .collect();
        let scale = best_scale(&values);
        assert!((scale - 250.0).abs() < 1.0, "{scale}");
    }

    #[test]
    fn results_keep_the_order_of_items() {
        let items: Vec<usize> = (0..37).collect();
        let squares = in_parallel(&items, |item| item * item);
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(item, &square)| square == item * item)
        );
        assert!(in_parallel(&[0; 0], |item| *item).is_empty());
    }
}
