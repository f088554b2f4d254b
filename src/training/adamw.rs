//! AdamW (Loshchilov and Hutter, 2019).

use std::ops::Range;

use rayon::prelude::*;

const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// Parameters are stepped in pieces of this size.
const PIECE: usize = 4096;

/// Moments of the gradient, one for each parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// Running mean.
    pub first: Vec<f32>,
    /// Running mean of the square.
    pub second: Vec<f32>,
    /// Steps made.
    pub steps: u32,
}

impl AdamW {
    /// For so many parameters.
    pub fn new(parameters: usize) -> AdamW {
        AdamW {
            first: vec![0.0; parameters],
            second: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// Makes a step against the sum of `gradients`, each of all parameters, in which a
    /// parameter loses `rate` times `weight_decay` of itself. None of a range in `bounds`
    /// leaves its bound, either way.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradients: &[Vec<f32>],
        rate: f32,
        weight_decay: f32,
        bounds: &[(Range<usize>, f32)],
    ) {
        self.steps += 1;
        // Far below the largest exact integer.
        let steps = self.steps as f32;
        let unbiased = BETA.map(|beta| 1.0 - beta.powf(steps));
        let decay = rate * weight_decay;
        let pieces = parameters.par_chunks_mut(PIECE);
        let moments = self.first.par_chunks_mut(PIECE);
        let moments = moments.zip(self.second.par_chunks_mut(PIECE));
        let pieces = pieces.zip(moments).enumerate();
        pieces.for_each(|(number, (parameters, (first, second)))| {
            let start = number * PIECE;
            for (place, parameter) in parameters.iter_mut().enumerate() {
                let gradients = gradients.iter().map(|gradient| gradient[start + place]);
                let gradient: f32 = gradients.sum();
                let first = &mut first[place];
                let second = &mut second[place];
                *first += (1.0 - BETA[0]) * (gradient - *first);
                *second += (1.0 - BETA[1]) * (gradient * gradient - *second);
                let step = (*first / unbiased[0]) / ((*second / unbiased[1]).sqrt() + EPSILON);
                *parameter -= rate * step + decay * *parameter;
            }
            for (range, bound) in bounds {
                let from = range.start.saturating_sub(start);
                let to = range.end.saturating_sub(start).min(parameters.len());
                for parameter in parameters.get_mut(from..to).unwrap_or_default() {
                    *parameter = parameter.clamp(-bound, *bound);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_a_minimum_and_keeps_to_bounds() {
        let (mut adamw, goal) = (AdamW::new(3), [0.5, -2.0, 3.0]);
        let mut parameters = vec![0.0; 3];
        for _ in 0..4000 {
            let gradient: Vec<f32> = std::iter::zip(&parameters, goal)
                .map(|(parameter, goal)| 2.0 * (parameter - goal))
                .collect();
            adamw.step(&mut parameters, &[gradient], 0.01, 0.0, &[(2..3, 1.5)]);
        }
        for (parameter, goal) in std::iter::zip(parameters, [0.5, -2.0, 1.5]) {
            assert!((parameter - goal).abs() < 0.01, "{parameter} {goal}");
        }
    }

    #[test]
    fn gradients_are_added_up() {
        let mut halves = (AdamW::new(2), vec![1.0, -1.0]);
        let mut whole = halves.clone();
        for _ in 0..5 {
            let two = [vec![0.5, 1.0], vec![0.5, 1.0]];
            halves.0.step(&mut halves.1, &two, 0.1, 0.01, &[]);
            let one = [vec![1.0, 2.0]];
            whole.0.step(&mut whole.1, &one, 0.1, 0.01, &[]);
        }
        assert_eq!(halves, whole);
    }

    #[test]
    fn what_nothing_is_learnt_of_decays() {
        let (mut adamw, mut parameters) = (AdamW::new(2), vec![1.0, -2.0]);
        adamw.step(&mut parameters, &[vec![0.0; 2]], 0.1, 0.5, &[]);
        assert_eq!(parameters, [0.95, -1.9]);
    }
}
