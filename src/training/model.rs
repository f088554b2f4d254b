//! The network in floating point.

use std::ops::Range;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::nnue::{
    EarlierInputs, FEATURE_WEIGHT_MAX, FeatureSet, HIDDEN_BIAS_MAX, Network, NetworkError,
    OUTPUT_SUM_MAX, OUTPUT_WEIGHT_MAX, QA, QB, Row, Weights,
};

/// What a network is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Inputs of a perspective.
    pub inputs: usize,
    /// How many blocks the first of them form ([`FeatureSet::INPUT_BLOCKS`]), and how many
    /// are in each. With several blocks a row is the sum of two in training, one of its own
    /// and one that it shares with the same input of the other blocks ('factorised').
    pub blocks: (usize, usize),
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
            blocks: (P::INPUT_BLOCKS, 2 * P::PIECE_KINDS * 64),
            hidden: P::HIDDEN,
            outputs: P::OUTPUT_BUCKETS,
        }
    }

    /// The shared row that belongs to an input, if any does.
    pub fn shared(self, input: usize) -> Option<usize> {
        let (blocks, size) = self.blocks;
        let shares = blocks > 1 && input < blocks * size;
        shares.then(|| self.inputs + input % size)
    }

    /// Rows of inputs, shared ones last.
    fn rows(self) -> usize {
        let (blocks, size) = self.blocks;
        self.inputs + if blocks > 1 { size } else { 0 }
    }

    fn features(self) -> Range<usize> {
        0..self.rows() * self.hidden
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

/// The chance to win, of an output.
pub fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// A network with `H` neurons a perspective.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<const H: usize> {
    /// What it is made of.
    pub shape: Shape,
    /// All parameters: a row for each input, the shared rows, the bias of the hidden
    /// layer, for each output layer a row for the side to move and one for the other, the
    /// output layers' biases.
    pub parameters: Vec<f32>,
}

/// What a network sees of a position.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The inputs that are on for the side to move, and for the other, and the shared
    /// rows that belong to them.
    pub on: [&'a [u16]; 2],
    /// The output layer.
    pub bucket: usize,
}

fn differs(what: &'static str, found: usize, expected: usize) -> NetworkError {
    NetworkError::Architecture {
        what,
        found,
        expected,
    }
}

/// Where a game has the inputs of an earlier network today; see [`EarlierInputs::kept`].
///
/// # Errors
///
/// If the game does not tell it.
pub fn kept_inputs<P: FeatureSet>(
    earlier: &Weights,
) -> Result<Vec<(usize, usize, usize)>, NetworkError> {
    let layouts = P::EARLIER_INPUTS
        .iter()
        .chain([const { &EarlierInputs::first(P::FEATURES_VERSION, P::INPUTS) }]);
    let (version, today) = (earlier.features_version, P::FEATURES_VERSION);
    let layout = layouts.into_iter().find(|layout| layout.version == version);
    match layout {
        None => Err(differs("feature set", version.into(), today.into())),
        Some(layout) if layout.inputs == earlier.inputs => Ok(layout.kept()),
        Some(layout) => Err(differs("number of inputs", earlier.inputs, layout.inputs)),
    }
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

    /// A network that says what an earlier one says, which may have fewer neurons or
    /// other inputs; `kept` tells where these are ([`EarlierInputs::kept`]). New neurons
    /// have random weights from their inputs and none to the outputs; new inputs have none.
    /// An output of one will be `scale` centipawns, whatever it is in the earlier one.
    ///
    /// # Errors
    ///
    /// If the earlier one has more neurons or other output layers.
    pub fn from_earlier(
        shape: Shape,
        earlier: &Weights,
        kept: &[(usize, usize, usize)],
        scale: i32,
        random: &mut ChaCha8Rng,
    ) -> Result<Model<H>, NetworkError> {
        let (hidden, outputs) = (earlier.hidden, earlier.output_biases.len());
        if hidden > H {
            return Err(differs("number of neurons", hidden, H));
        }
        if outputs != shape.outputs {
            return Err(differs("number of output layers", outputs, shape.outputs));
        }
        let mut model = Model::<H>::random(shape, random);
        for weights in model.parameters[shape.features()].chunks_exact_mut(H) {
            weights[..hidden].fill(0.0);
        }
        model.parameters[shape.output_weights()].fill(0.0);
        let mut copy = |to: usize, from: &[i16], one: i16| {
            for (to, &weight) in model.parameters[to..].iter_mut().zip(from) {
                *to = f32::from(weight) / f32::from(one);
            }
        };
        for &(then, today, count) in kept {
            let rows = earlier.features[then * hidden..].chunks_exact(hidden);
            for (input, row) in (today..).zip(rows.take(count)) {
                copy(input * H, row, QA);
            }
        }
        copy(shape.bias().start, &earlier.bias, QA);
        for (number, row) in earlier.outputs.chunks_exact(hidden).enumerate() {
            copy(shape.output_weights().start + number * H, row, QB);
        }
        let one = f32::from(QA) * f32::from(QB);
        let biases = &mut model.parameters[shape.output_biases()];
        for (to, &bias) in biases.iter_mut().zip(&earlier.output_biases) {
            // Far below the largest exact integer.
            *to = bias as f32 / one;
        }
        // Scales are small integers.
        let by = earlier.scale as f32 / scale as f32;
        for range in [shape.output_weights(), shape.output_biases()] {
            for weight in &mut model.parameters[range] {
                *weight *= by;
            }
        }
        let (blocks, size) = shape.blocks;
        for input in 0..shape.rows() - shape.inputs {
            // What the blocks have in common.
            for neuron in 0..hidden {
                let of_block = |block| ((block * size + input) * H) + neuron;
                let sum: f32 = (0..blocks)
                    .map(|block| model.parameters[of_block(block)])
                    .sum();
                let mean = sum / blocks as f32;
                model.parameters[(shape.inputs + input) * H + neuron] = mean;
                for block in 0..blocks {
                    model.parameters[of_block(block)] -= mean;
                }
            }
        }
        Ok(model)
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

    /// The network in integers, whose output of one is `scale` centipawns.
    pub fn quantised(&self, scale: i32) -> Network<H> {
        let (one, output_one) = (f32::from(QA), f32::from(QB));
        // Rounded numbers within the bounds that training keeps to.
        let in_integers = |weights: [f32; H], one: f32, most: i16| {
            let most = f32::from(most);
            Row(weights.map(|weight| (weight * one).round().clamp(-most, most) as i16))
        };
        let rounded = |start, one, most| in_integers(*row(&self.parameters, start), one, most);
        let outputs = (0..self.shape.outputs).map(|bucket| {
            let start = self.output_start(bucket);
            [start, start + H].map(|start| rounded(start, output_one, OUTPUT_WEIGHT_MAX))
        });
        let features = (0..self.shape.inputs).map(|input| {
            let mut weights = *row::<H>(&self.parameters, input * H);
            if let Some(shared) = self.shape.shared(input) {
                for (weight, shared) in weights
                    .iter_mut()
                    .zip(row::<H>(&self.parameters, shared * H))
                {
                    *weight += shared;
                }
            }
            in_integers(weights, one, FEATURE_WEIGHT_MAX)
        });
        let biases = &self.parameters[self.shape.output_biases()];
        Network {
            features: features.collect(),
            bias: rounded(self.shape.bias().start, one, HIDDEN_BIAS_MAX),
            outputs: outputs.map(within_32_bits).collect(),
            output_biases: biases
                .iter()
                .map(|bias| (bias * one * output_one).round() as i32)
                .collect(),
            scale,
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
        // Shared rows are in the others.
        let rows = on
            .iter()
            .filter_map(|&input| network.features.get(usize::from(input)));
        for weights in rows {
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

    use crate::rules::clupso::Clupso;

    use super::*;

    const SHAPE: Shape = Shape {
        inputs: 20,
        blocks: (1, 20),
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

    /// A network in a file: that of a model.
    fn weights(network: &Network<32>) -> Weights {
        let rows = |rows: &[Row<32>]| rows.iter().flat_map(|row| row.0).collect();
        Weights {
            features_version: 1,
            inputs: network.features.len(),
            hidden: 32,
            scale: 330,
            features: rows(&network.features),
            bias: network.bias.0.to_vec(),
            outputs: rows(network.outputs.as_flattened()),
            output_biases: network.output_biases.clone(),
        }
    }

    #[test]
    fn what_goes_on_from_a_network_says_the_same_and_learns() {
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let mut earlier = Model::<32>::random(SHAPE, &mut random).quantised(330);
        earlier.output_biases = vec![700_001, -3, 16_320];
        let weights = weights(&earlier);
        let all = EarlierInputs::first(1, SHAPE.inputs).kept();
        let same = Model::<32>::from_earlier(SHAPE, &weights, &all, 330, &mut random);
        let same = same.expect("the same shape");
        assert_eq!(same.quantised(330), earlier);
        // In another unit it says the same.
        let finer = Model::<32>::from_earlier(SHAPE, &weights, &all, 165, &mut random);
        let finer = finer.expect("the same shape");
        let inputs = Inputs {
            on: [&[1, 12], &[9, 19]],
            bucket: 0,
        };
        assert_eq!(finer.output(&inputs), 2.0 * same.output(&inputs));
        // Ten inputs in two king buckets, ten after them, five new ones; more neurons.
        let shape = Shape {
            inputs: 35,
            blocks: (2, 10),
            hidden: 64,
            outputs: 3,
        };
        let divided = EarlierInputs {
            moved: &[(0, 0, 10), (0, 10, 10), (10, 20, 10)],
            ..EarlierInputs::first(1, SHAPE.inputs)
        };
        let kept = divided.kept();
        let wider = Model::<64>::from_earlier(shape, &weights, &kept, 330, &mut random);
        let wider = wider.expect("a wider shape");
        // 35 and so on are the rows that both blocks share.
        for (on, wider_on) in [
            (
                [&[1_u16, 12][..], &[9, 19]],
                [&[1_u16, 36, 22][..], &[19, 44, 29]],
            ),
            (
                [&[0, 9, 10], &[5]],
                [&[10, 35, 19, 44, 20, 34], &[5, 40, 30, 33]],
            ),
        ] {
            for bucket in 0..3 {
                let before = quantised_output(&earlier, &Inputs { on, bucket });
                let inputs = Inputs {
                    on: wider_on,
                    bucket,
                };
                assert_eq!(quantised_output(&wider.quantised(330), &inputs), before);
                let exact = 330.0 * wider.output(&inputs);
                assert!((exact - before as f32).abs() < 1.5, "{exact} {before}");
                let mut gradient = vec![0.0; shape.parameters()];
                wider.add_gradient(&inputs, 1.0, &mut gradient, |output| (output, 1.0));
                let learns = |weights: &[f32]| weights.iter().filter(|&&by| by != 0.0).count();
                let output = &gradient[shape.output_weights()][bucket * 128..][..64];
                assert!(learns(&output[32..]) > 16, "{output:?}");
                let new_input = &gradient[34 * 64..][..32];
                assert_eq!(learns(new_input) > 8, inputs.on[0].contains(&34));
            }
        }
    }

    #[test]
    fn networks_that_cannot_be_gone_on_from_are_refused() {
        let mut random = ChaCha8Rng::seed_from_u64(9);
        let earlier = Model::<32>::random(SHAPE, &mut random).quantised(330);
        let of = |hidden, outputs| Weights {
            hidden,
            output_biases: vec![0; outputs],
            ..weights(&earlier)
        };
        for (earlier, expected) in [
            (of(64, 3), "number of neurons 64, this program has 32"),
            (of(32, 2), "number of output layers 2, this program has 3"),
        ] {
            let model = Model::<32>::from_earlier(SHAPE, &earlier, &[], 330, &mut random);
            assert_eq!(model.unwrap_err().to_string(), expected);
        }
        let error = |version, inputs| {
            let earlier = Weights {
                features_version: version,
                inputs,
                ..weights(&earlier)
            };
            kept_inputs::<Clupso>(&earlier).unwrap_err().to_string()
        };
        let version = Clupso::FEATURES_VERSION;
        assert_eq!(
            error(99, Clupso::INPUTS),
            format!("feature set 99, this program has {version}")
        );
        assert_eq!(
            error(version, 5),
            format!("number of inputs 5, this program has {}", Clupso::INPUTS)
        );
    }

    #[test]
    fn integers_give_nearly_the_same() {
        let mut random = ChaCha8Rng::seed_from_u64(6);
        let model = Model::<32>::random(SHAPE, &mut random);
        let network = model.quantised(400);
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
