//! Arithmetic on rows of 16-bit numbers.
//!
//! `wide` chooses the instructions when the program is compiled: AVX-512, AVX2, SSE2,
//! NEON, or plain loops. Integers give the same numbers with all of them.

use wide::{i16x32, i32x16};

use super::QA;

/// A number for each neuron of the hidden layer, on a cache line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row<const H: usize>(pub [i16; H]);

/// Numbers in one step.
pub const LANES: usize = 32;

/// So many times [`LANES`] numbers stay in the processor's registers while rows are added
/// to them. AVX-512 has registers for more, but of sixteen the compiler keeps some in memory:
/// with 256 neurons a search had 0.75 times the nodes a second.
pub const REGISTERS: usize = match cfg!(target_feature = "avx512bw") {
    true => 8,
    false => 4,
};

#[inline(always)]
fn chunks<const H: usize>(row: &Row<H>) -> &[[i16; LANES]] {
    row.0.as_chunks::<LANES>().0
}

/// The sum of the rectified rows, squared, times their `weights`, as SCReLU and the
/// output layer have it. The caller sees to it that it fits ([`OUTPUT_SUM_MAX`]).
///
/// [`OUTPUT_SUM_MAX`]: super::OUTPUT_SUM_MAX
#[inline]
pub fn screlu_dot<const H: usize>(rows: [&Row<H>; 2], weights: &[Row<H>; 2]) -> i32 {
    let (zero, one) = (i16x32::splat(0), i16x32::splat(QA));
    // A sum for each row, so that one need not wait for the other.
    let mut sums = [i32x16::splat(0); 2];
    for ((sum, row), weights) in sums.iter_mut().zip(rows).zip(weights) {
        for (&values, &weights) in chunks(row).iter().zip(chunks(weights)) {
            let value = i16x32::new(values).max(zero).min(one);
            // At most 255 * 127: the low half is the whole product.
            let weighted = value * i16x32::new(weights);
            *sum += value.dot(weighted);
        }
    }
    (sums[0] + sums[1]).reduce_add()
}

/// `V` vectors of a row, in registers if there are enough of them.
pub struct Tile<const V: usize>([i16x32; V]);

impl<const V: usize> Tile<V> {
    /// Those of `row` from the vector `first` on.
    #[inline(always)]
    pub fn load<const H: usize>(row: &Row<H>, first: usize) -> Tile<V> {
        Tile(std::array::from_fn(|place| {
            i16x32::new(chunks(row)[first + place])
        }))
    }

    /// Adds the same part of another row.
    #[inline(always)]
    pub fn add<const H: usize>(&mut self, row: &Row<H>, first: usize) {
        for (place, sum) in self.0.iter_mut().enumerate() {
            *sum += i16x32::new(chunks(row)[first + place]);
        }
    }

    /// Takes away the same part of another row.
    #[inline(always)]
    pub fn subtract<const H: usize>(&mut self, row: &Row<H>, first: usize) {
        for (place, sum) in self.0.iter_mut().enumerate() {
            *sum -= i16x32::new(chunks(row)[first + place]);
        }
    }

    /// Writes them to that part of a row.
    #[inline(always)]
    pub fn store<const H: usize>(self, row: &mut Row<H>, first: usize) {
        let chunks = row.0.as_chunks_mut::<LANES>().0;
        for (chunk, sum) in chunks[first..].iter_mut().zip(self.0) {
            *chunk = sum.to_array();
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const H: usize = 96;

    fn random_row(random: &mut ChaCha8Rng, range: std::ops::RangeInclusive<i16>) -> Row<H> {
        Row(std::array::from_fn(|_| random.random_range(range.clone())))
    }

    #[test]
    fn products_are_those_of_plain_arithmetic() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let extremes = |value| Row([value; H]);
        let mut pairs = vec![
            (extremes(i16::MAX), extremes(127)),
            (extremes(i16::MIN), extremes(-127)),
            (extremes(255), extremes(-127)),
        ];
        for _ in 0..200 {
            let row = random_row(&mut random, -600..=600);
            pairs.push((row, random_row(&mut random, -127..=127)));
        }
        let plain = |row: &Row<H>, weights: &Row<H>| -> i32 {
            std::iter::zip(row.0, weights.0)
                .map(|(value, weight)| i32::from(value.clamp(0, 255)).pow(2) * i32::from(weight))
                .sum()
        };
        for pair in pairs.windows(2) {
            let [(own, own_weights), (other, other_weights)] = [pair[0], pair[1]];
            assert_eq!(
                screlu_dot([&own, &other], &[own_weights, other_weights]),
                plain(&own, &own_weights) + plain(&other, &other_weights)
            );
        }
    }

    fn sums_are_those_of_plain_arithmetic<const V: usize>() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for (added, removed) in [(0, 0), (1, 1), (1, 2), (5, 0), (0, 3), (9, 11)] {
            let from = random_row(&mut random, -505..=505);
            let (mut plain, mut to) = (from, Row([0; H]));
            for first in (0..H / LANES).step_by(V) {
                Tile::<V>::load(&from, first).store(&mut to, first);
            }
            for number in 0..added + removed {
                let row = random_row(&mut random, -505..=505);
                for first in (0..H / LANES).step_by(V) {
                    let mut tile = Tile::<V>::load(&to, first);
                    match number < added {
                        true => tile.add(&row, first),
                        false => tile.subtract(&row, first),
                    }
                    tile.store(&mut to, first);
                }
                let sign = if number < added { 1 } else { -1 };
                for (value, change) in plain.0.iter_mut().zip(row.0) {
                    *value += sign * change;
                }
            }
            assert_eq!(to, plain);
        }
    }

    #[test]
    fn tiles_add_up_like_rows() {
        sums_are_those_of_plain_arithmetic::<1>();
        sums_are_those_of_plain_arithmetic::<3>();
    }
}
