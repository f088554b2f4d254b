//! The network in floating point.

use std::ops::Range;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::nnue::{
    FEATURE_WEIGHT_MAX, FeatureSet, HIDDEN_BIAS_MAX, Network, OUTPUT_SUM_MAX, OUTPUT_WEIGHT_MAX,
    QA, QB, Row, SCALE,
};

/// What a network is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs of a perspective.
    pub inputs: usize,
    /// Neurons of a perspective.
    pub hidden: usize,
    /// Output layers.
    pub outputs: usize,
}

impl Shape {
    /// The shape of a game's network.
    pub fn of<P: FeatureSet>() -> Shape {
        Shape {
            inputs: P::INPUTS,
            hidden: P::HIDDEN,
            outputs: P::OUTPUT_BUCKETS,
        }
    }

    fn features(self) -> Range<usize> {
        0..self.inputs * self.hidden
    }

    fn bias(self) -> Range<usize> {
        let start = self.features().end;
        start..start + self.hidden
    }

    fn output_weights(self) -> Range<usize> {
        let start = self.bias().end;
        start..start + self.outputs * 2 * self.hidden
    }

    fn output_biases(self) -> Range<usize> {
        let start = self.output_weights().end;
        start..start + self.outputs
    }

    /// How many parameters there are.
    pub fn parameters(self) -> usize {
        self.output_biases().end
    }

    /// How large the parameters may become, so that the integers that they are
    /// rounded to stay in their ranges.
    pub fn bounds(self) -> [(Range<usize>, f32); 3] {
        let (one, output_one) = (f32::from(QA), f32::from(QB));
        [
            (self.features(), f32::from(FEATURE_WEIGHT_MAX) / one),
            (self.bias(), f32::from(HIDDEN_BIAS_MAX) / one),
            (
                self.output_weights(),
                f32::from(OUTPUT_WEIGHT_MAX) / output_one,
            ),
        ]
    }
}

/// A network with `H` neurons a perspective. An output of one is [`SCALE`] centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const H: usize> {
    /// What it is made of.
    pub shape: Shape,
    /// All parameters: a row for each input, the bias of the hidden layer, for each
    /// output layer a row for the side to move and one for the other, the output
    /// layers' biases.
    pub parameters: Vec<f32>,
}

/// What a network sees of a position.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The inputs that are on for the side to move, and for the other.
    pub on: [&'a [u16]; 2],
    /// The output layer.
    pub bucket: usize,
}

fn row<const H: usize>(parameters: &[f32], start: usize) -> &[f32; H] {
    parameters[start..]
        .first_chunk()
        .expect("rows lie within the parameters")
}

fn row_mut<const H: usize>(parameters: &mut [f32], start: usize) -> &mut [f32; H] {
    parameters[start..]
        .first_chunk_mut()
        .expect("rows lie within the parameters")
}

impl<const H: usize> Model<H> {
    /// Random weights; outputs are near zero.
    pub fn random(shape: Shape, random: &mut ChaCha8Rng) -> Model<H> {
        assert_eq!(shape.hidden, H);
        let mut parameters = vec![0.0; shape.parameters()];
        // Some thirty inputs are on at a time.
        for weight in &mut parameters[shape.features()] {
            *weight = random.random_range(-0.1..0.1);
        }
        parameters[shape.bias()].fill(0.2);
        let most = 1.0 / (H as f32).sqrt();
        for weight in &mut parameters[shape.output_weights()] {
            *weight = random.random_range(-most..most);
        }
        Model { shape, parameters }
    }

    fn accumulate(&self, on: &[u16]) -> [f32; H] {
        let mut sum = *row::<H>(&self.parameters, self.shape.bias().start);
        for &input in on {
            let weights = row::<H>(&self.parameters, usize::from(input) * H);
            for (sum, weight) in sum.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        sum
    }

    fn output_start(&self, bucket: usize) -> usize {
        self.shape.output_weights().start + bucket * 2 * H
    }

    fn output_of(&self, bucket: usize, accumulators: &[[f32; H]; 2]) -> f32 {
        let start = self.output_start(bucket);
        let mut sum = [0.0; H];
        for (side, accumulator) in accumulators.iter().enumerate() {
            let weights = row::<H>(&self.parameters, start + side * H);
            for ((sum, weight), value) in sum.iter_mut().zip(weights).zip(accumulator) {
                let value = value.clamp(0.0, 1.0);
                *sum += weight * value * value;
            }
        }
        let bias = self.parameters[self.shape.output_biases().start + bucket];
        sum.iter().sum::<f32>() + bias
    }

    /// The output of a position.
    pub fn output(&self, inputs: &Inputs) -> f32 {
        self.output_of(inputs.bucket, &inputs.on.map(|on| self.accumulate(on)))
    }

    /// Adds to `gradient` the derivatives of `loss` times `weight`, where `loss` gives
    /// the loss of an output and its derivative. Returns the loss.
    pub fn add_gradient(
        &self,
        inputs: &Inputs,
        weight: f32,
        gradient: &mut [f32],
        loss: impl FnOnce(f32) -> (f32, f32),
    ) -> f32 {
        let accumulators = inputs.on.map(|on| self.accumulate(on));
        let (loss, slope) = loss(self.output_of(inputs.bucket, &accumulators));
        let slope = slope * weight;
        gradient[self.shape.output_biases().start + inputs.bucket] += slope;
        let start = self.output_start(inputs.bucket);
        for (side, accumulator) in accumulators.iter().enumerate() {
            let weights = row::<H>(&self.parameters, start + side * H);
            let output_gradient = row_mut::<H>(gradient, start + side * H);
            let mut slopes = [0.0; H];
            for neuron in 0..H {
                let value = accumulator[neuron].clamp(0.0, 1.0);
                output_gradient[neuron] += slope * value * value;
                let open = f32::from(u8::from(accumulator[neuron] == value));
                slopes[neuron] = slope * weights[neuron] * 2.0 * value * open;
            }
            let mut add = |start| {
                for (gradient, slope) in row_mut::<H>(gradient, start).iter_mut().zip(slopes) {
                    *gradient += slope;
                }
            };
            add(self.shape.bias().start);
            for &input in inputs.on[side] {
                add(usize::from(input) * H);
            }
        }
        loss
    }

    /// The network in integers.
    pub fn quantised(&self) -> Network<H> {
        let (one, output_one) = (f32::from(QA), f32::from(QB));
        // Rounded numbers within the bounds that training keeps to.
        let rounded = |start, one: f32, most: i16| {
            let most = f32::from(most);
            Row(row::<H>(&self.parameters, start)
                .map(|weight| (weight * one).round().clamp(-most, most) as i16))
        };
        let outputs = (0..self.shape.outputs).map(|bucket| {
            let start = self.output_start(bucket);
            [start, start + H].map(|start| rounded(start, output_one, OUTPUT_WEIGHT_MAX))
        });
        let features = (0..self.shape.inputs).map(|input| input * H);
        let biases = &self.parameters[self.shape.output_biases()];
        Network {
            features: features
                .map(|start| rounded(start, one, FEATURE_WEIGHT_MAX))
                .collect(),
            bias: rounded(self.shape.bias().start, one, HIDDEN_BIAS_MAX),
            outputs: outputs.map(within_32_bits).collect(),
            output_biases: biases
                .iter()
                .map(|bias| (bias * one * output_one).round() as i32)
                .collect(),
            scale: SCALE,
        }
    }
}

/// Shrinks an output layer whose sums could leave 32 bits: one in which nearly all
/// weights are at their bounds.
fn within_32_bits<const H: usize>(mut rows: [Row<H>; 2]) -> [Row<H>; 2] {
    let total: i32 = rows
        .iter()
        .flat_map(|row| row.0)
        .map(|weight| i32::from(weight).abs())
        .sum();
    if total > OUTPUT_SUM_MAX {
        for weight in rows.iter_mut().flat_map(|row| &mut row.0) {
            // Smaller than it was.
            *weight = (i32::from(*weight) * OUTPUT_SUM_MAX / total) as i16;
        }
    }
    rows
}

/// The output of a network in integers, from nothing but the inputs.
pub fn quantised_output<const H: usize>(network: &Network<H>, inputs: &Inputs) -> i32 {
    let [own, other] = inputs.on.map(|on| {
        let mut sum = network.bias;
        for &input in on {
            let weights = &network.features[usize::from(input)];
            for (sum, weight) in sum.0.iter_mut().zip(weights.0) {
                *sum = sum.wrapping_add(weight);
            }
        }
        sum
    });
    network.output(inputs.bucket, &own, &other)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    const SHAPE: Shape = Shape {
        inputs: 20,
        hidden: 32,
        outputs: 3,
    };

    #[test]
    fn derivatives_are_those_of_small_steps() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let model = Model::<32>::random(SHAPE, &mut random);
        let inputs = Inputs {
            on: [&[1, 5, 7, 19], &[0, 5, 8]],
            bucket: 1,
        };
        let loss = |output: f32| ((output - 0.7).powi(2), 2.0 * (output - 0.7));
        let mut gradient = vec![0.0; SHAPE.parameters()];
        model.add_gradient(&inputs, 1.0, &mut gradient, loss);
        let mut checked = 0;
        for (place, &derivative) in gradient.iter().enumerate() {
            let at = |step: f32| {
                let mut model = model.clone();
                model.parameters[place] += step;
                f64::from(loss(model.output(&inputs)).0)
            };
            let numeric = (at(1e-2) - at(-1e-2)) / 2e-2;
            assert!(
                (numeric - f64::from(derivative)).abs() < 2e-3,
                "{place}: {numeric} {derivative}"
            );
            checked += usize::from(derivative != 0.0);
        }
        // Rows of inputs that are on, the bias, one output layer.
        assert!(checked > 32 * 6, "{checked}");
    }

    #[test]
    fn integers_give_nearly_the_same() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let model = Model::<32>::random(SHAPE, &mut random);
        let network = model.quantised();
        for first in 0..18 {
            let inputs = Inputs {
                on: [&[first, first + 1], &[first + 2]],
                bucket: usize::from(first) % 3,
            };
            let exact = 400.0 * model.output(&inputs);
            let rounded = quantised_output(&network, &inputs) as f32;
            assert!((exact - rounded).abs() < 8.0, "{exact} {rounded}");
        }
    }
}
