//! The evaluation as a linear function of its weights, near the present ones.
//!
//! The derivatives come from the evaluation itself, by differences: nothing here
//! knows what its terms are.

use crate::eval::{FULL_PHASE, HandCrafted, Score, Weights};

use super::parameters::{Kind, Parameter, values, with_values};

/// By how much a [`Kind::Score`] is moved, in centipawns: the total depends on it
/// linearly, so that a large step only makes roundings small.
const SCORE_STEP: i32 = 100;

/// A stand-in for the total to see what share of it counts; small enough not to
/// overflow, large enough to be precise.
const LARGE_TOTAL: i32 = 100_000;

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Labelled<P> {
    /// The position.
    pub position: P,
    /// The result to be expected, from 0, Black wins, to 1, White wins.
    pub target: f32,
}

/// Positions with their values and the derivatives of these.
#[derive(Debug, Default)]
pub struct Block {
    /// The value of each position from White's view, in centipawns.
    pub values: Vec<f32>,
    /// The target of each position.
    pub targets: Vec<f32>,
    /// Where the derivatives of each position end.
    ends: Vec<u32>,
    /// By which number each derivative is.
    indices: Vec<u16>,
    derivatives: Vec<f32>,
}

impl Block {
    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The derivatives of a position that are not zero, each with the index of the
    /// number.
    pub fn row(&self, position: usize) -> impl Iterator<Item = (usize, f64)> {
        let start = match position {
            0 => 0,
            _ => self.ends[position - 1] as usize,
        };
        let range = start..self.ends[position] as usize;
        let indices = &self.indices[range.clone()];
        let derivatives = &self.derivatives[range];
        let pairs = indices.iter().zip(derivatives);
        pairs.map(|(&index, &derivative)| (usize::from(index), f64::from(derivative)))
    }

    /// The value of a position when the numbers have moved by `moves`.
    pub fn value(&self, position: usize, moves: &[f64]) -> f64 {
        let moved: f64 = self.row(position).map(|(index, d)| moves[index] * d).sum();
        f64::from(self.values[position]) + moved
    }

    fn push(&mut self, value: f64, target: f32, row: &[(u16, f32)]) {
        self.values.push(value as f32);
        self.targets.push(target);
        for &(index, derivative) in row {
            self.indices.push(index);
            self.derivatives.push(derivative);
        }
        self.ends.push(self.indices.len() as u32);
    }
}

/// Weights with one of them moved.
enum Moved<W> {
    Score(W),
    Plain { up: W, down: W, step: i32 },
}

/// What it takes to make the evaluation linear near some weights: these, and all that
/// are a step away from them.
pub struct Linearization<P: HandCrafted> {
    weights: P::Weights,
    moved: Vec<(usize, Moved<P::Weights>)>,
}

impl<P: HandCrafted> Linearization<P> {
    /// Near these weights.
    pub fn of(weights: &P::Weights, parameters: &[Parameter]) -> Linearization<P> {
        let numbers = values(weights);
        let at = |offset: usize, size: usize, step: i32| {
            let mut numbers = numbers.clone();
            for number in &mut numbers[offset..offset + size] {
                *number += step;
            }
            with_values(weights, &numbers)
        };
        let moved = parameters.iter().map(|parameter| {
            let offset = parameter.offset;
            let moved = match parameter.kind {
                Kind::Score => Moved::Score(at(offset, 2, SCORE_STEP)),
                Kind::Plain => {
                    let step = plain_step(numbers[offset]);
                    Moved::Plain {
                        up: at(offset, 1, step),
                        down: at(offset, 1, -step),
                        step,
                    }
                }
            };
            (offset, moved)
        });
        Linearization {
            weights: weights.clone(),
            moved: moved.collect(),
        }
    }

    /// Positions with their derivatives.
    pub fn block(&self, samples: &[Labelled<P>]) -> Block {
        let views: Vec<View> = samples
            .iter()
            .map(|sample| View::of(&sample.position, &self.weights))
            .collect();
        let mut rows = vec![Vec::new(); samples.len()];
        for (offset, moved) in &self.moved {
            for ((sample, view), row) in samples.iter().zip(&views).zip(&mut rows) {
                let position = &sample.position;
                let mut note = |index: usize, derivative: f64| {
                    if derivative != 0.0 {
                        // There are fewer numbers than that: the cast is exact.
                        row.push((index as u16, derivative as f32));
                    }
                };
                match moved {
                    Moved::Score(weights) => {
                        let [middlegame, endgame] = view.by_score(position, weights);
                        note(*offset, middlegame);
                        note(offset + 1, endgame);
                    }
                    Moved::Plain { up, down, step } => {
                        let change = view.value(position, up) - view.value(position, down);
                        note(*offset, change / f64::from(2 * step));
                    }
                }
            }
        }
        let mut block = Block::default();
        for ((sample, view), row) in samples.iter().zip(&views).zip(&rows) {
            let value = view.value(&sample.position, &self.weights);
            block.push(value, sample.target, row);
        }
        block
    }
}

/// By how much a plain weight is moved either way: enough to see beyond roundings,
/// not so much that a curve looks straight.
fn plain_step(value: i32) -> i32 {
    (value.abs() / 4).max(2)
}

/// The value of a position without rounding.
///
/// The engine's values are rounded, when the phases are mixed and when they are
/// scaled.
pub fn exact_value<P: HandCrafted>(position: &P, weights: &P::Weights) -> f64 {
    View::of(position, weights).value(position, weights)
}

/// What the weights do not change of a position's value, or change abruptly.
struct View {
    total: Score,
    /// The share that the middlegame has.
    middlegame: f64,
    /// 1 if White is better and -1 if Black is: in endings the value may depend on
    /// who is.
    better: i32,
    /// What is left of the total.
    share: f64,
}

impl View {
    fn of<P: HandCrafted>(position: &P, weights: &P::Weights) -> View {
        let total = position.total(weights);
        let phase = position.phase().clamp(0, FULL_PHASE);
        let better = if total.taper(phase) > 0 { 1 } else { -1 };
        View {
            total,
            middlegame: f64::from(phase) / f64::from(FULL_PHASE),
            better,
            share: share(position, weights, better),
        }
    }

    fn mixed(&self, total: Score) -> f64 {
        f64::from(total.middlegame) * self.middlegame
            + f64::from(total.endgame) * (1.0 - self.middlegame)
    }

    /// The value by these weights.
    fn value<P: HandCrafted>(&self, position: &P, weights: &P::Weights) -> f64 {
        let tempo = f64::from(weights.tempo());
        self.mixed(position.total(weights)) * share(position, weights, self.better)
            + position.turn().fold_wb(tempo, -tempo)
    }

    /// The derivatives by the two numbers of a score that `weights` has moved.
    fn by_score<P: HandCrafted>(&self, position: &P, weights: &P::Weights) -> [f64; 2] {
        let change = position.total(weights) - self.total;
        let scale = self.share / f64::from(SCORE_STEP);
        [
            f64::from(change.middlegame) * self.middlegame * scale,
            f64::from(change.endgame) * (1.0 - self.middlegame) * scale,
        ]
    }
}

fn share<P: HandCrafted>(position: &P, weights: &P::Weights, better: i32) -> f64 {
    let total = better * LARGE_TOTAL;
    f64::from(position.scaled(weights, total)) / f64::from(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::{GAMES, GameVisitor};
    use crate::eval::testing::mirrored;
    use crate::search::parameters::Searchable;
    use crate::tuning::parameters::parameters;

    fn samples<P: HandCrafted>() -> Vec<Labelled<P>> {
        let fens = P::SAMPLE_FENS.iter();
        let labelled = |fen: String| Labelled {
            position: P::from_fen(&fen).unwrap(),
            target: 0.5,
        };
        fens.flat_map(|fen| [labelled((*fen).to_owned()), labelled(mirrored(fen))])
            .collect()
    }

    struct Exact;

    impl GameVisitor for Exact {
        type Output = ();

        fn visit<P: Searchable + HandCrafted>(self) {
            for sample in samples::<P>() {
                let position = sample.position;
                let value = position.turn().fold_wb(1.0, -1.0) * f64::from(position.static_eval());
                let exact = exact_value(&position, P::weights());
                assert!((value - exact).abs() < 4.0, "{}: {value} {exact}", P::NAME);
            }
        }
    }

    #[test]
    fn exact_values_are_those_of_the_engine() {
        for game in &GAMES {
            game.accept(Exact);
        }
    }

    /// Moves many scores at once and compares with what the derivatives say.
    struct Linear;

    impl GameVisitor for Linear {
        type Output = ();

        fn visit<P: Searchable + HandCrafted>(self) {
            let weights = P::weights();
            let parameters = parameters(weights);
            let samples = samples::<P>();
            let block = Linearization::<P>::of(weights, &parameters).block(&samples);
            let mut numbers = values(weights);
            let mut moves = vec![0.0; numbers.len()];
            for (index, parameter) in parameters.iter().enumerate() {
                if parameter.kind == Kind::Score {
                    let step = (7 * index % 13) as i32 - 6;
                    numbers[parameter.offset] += step;
                    numbers[parameter.offset + 1] -= step;
                    moves[parameter.offset] = f64::from(step);
                    moves[parameter.offset + 1] = f64::from(-step);
                }
            }
            let moved = with_values(weights, &numbers);
            for (index, sample) in samples.iter().enumerate() {
                let exact = exact_value(&sample.position, &moved);
                let linear = block.value(index, &moves);
                // Shares that are rounded after all.
                assert!(
                    (exact - linear).abs() < 6.0,
                    "{}: {exact} {linear}",
                    P::NAME
                );
            }
        }
    }

    #[test]
    fn derivatives_foretell_the_value() {
        for game in &GAMES {
            game.accept(Linear);
        }
    }
}
