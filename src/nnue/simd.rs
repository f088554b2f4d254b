//! Arithmetic on rows of 16-bit numbers.
//!
//! `wide` chooses the instructions when the program is compiled: AVX-512, AVX2, SSE2,
//! NEON, or plain loops. Integers give the same numbers with all of them.

use wide::{i16x32, i32x16};

use super::QA;
use super::network::Row;

/// Numbers in one step.
pub const LANES: usize = 32;

#[inline(always)]
fn chunks<const H: usize>(row: &Row<H>) -> &[[i16; LANES]] {
    row.0.as_chunks::<LANES>().0
}

/// The sum of the rectified `row`, squared, times `weights`, as SCReLU and the output
/// layer have it. The caller sees to it that it fits ([`OUTPUT_SUM_MAX`]).
///
/// [`OUTPUT_SUM_MAX`]: super::OUTPUT_SUM_MAX
#[inline]
pub fn screlu_dot<const H: usize>(row: &Row<H>, weights: &Row<H>) -> i32 {
    let (zero, one) = (i16x32::splat(0), i16x32::splat(QA));
    let mut sum = i32x16::splat(0);
    for (&values, &weights) in chunks(row).iter().zip(chunks(weights)) {
        let value = i16x32::new(values).max(zero).min(one);
        // At most 255 * 127: the low half is the whole product.
        let weighted = value * i16x32::new(weights);
        sum += value.dot(weighted);
    }
    sum.reduce_add()
}

/// Adds and takes away rows: `to` becomes `from` and `added` less `removed`.
#[inline]
pub fn update<const H: usize>(
    from: &Row<H>,
    to: &mut Row<H>,
    added: &[&Row<H>],
    removed: &[&Row<H>],
) {
    // Nearly all moves: the loops over so few rows are unrolled.
    match (added, removed) {
        (&[a], &[b]) => update_by(from, to, &[a], &[b]),
        (&[a], &[b, c]) => update_by(from, to, &[a], &[b, c]),
        (&[a, b], &[c, d]) => update_by(from, to, &[a, b], &[c, d]),
        _ => update_by(from, to, added, removed),
    }
}

#[inline(always)]
fn update_by<const H: usize>(
    from: &Row<H>,
    to: &mut Row<H>,
    added: &[&Row<H>],
    removed: &[&Row<H>],
) {
    let from = chunks(from).iter();
    let to = to.0.as_chunks_mut::<LANES>().0.iter_mut();
    for (place, (from, to)) in from.zip(to).enumerate() {
        let mut sum = i16x32::new(*from);
        for row in added {
            sum += i16x32::new(chunks(row)[place]);
        }
        for row in removed {
            sum -= i16x32::new(chunks(row)[place]);
        }
        *to = sum.to_array();
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
        for (row, weights) in pairs {
            let plain: i32 = std::iter::zip(row.0, weights.0)
                .map(|(value, weight)| i32::from(value.clamp(0, 255)).pow(2) * i32::from(weight))
                .sum();
            assert_eq!(screlu_dot(&row, &weights), plain);
        }
    }

    #[test]
    fn sums_are_those_of_plain_arithmetic() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for (added, removed) in [(0, 0), (1, 1), (1, 2), (2, 2), (5, 0), (0, 3), (9, 11)] {
            let mut rows = |count| -> Vec<Row<H>> {
                let rows = (0..count).map(|_| random_row(&mut random, -505..=505));
                rows.collect()
            };
            let (from, added, removed) = (rows(1)[0], rows(added), rows(removed));
            let mut plain = from;
            for (place, value) in plain.0.iter_mut().enumerate() {
                *value += added.iter().map(|row| row.0[place]).sum::<i16>();
                *value -= removed.iter().map(|row| row.0[place]).sum::<i16>();
            }
            let mut to = Row([0; H]);
            let added: Vec<&Row<H>> = added.iter().collect();
            let removed: Vec<&Row<H>> = removed.iter().collect();
            update(&from, &mut to, &added, &removed);
            assert_eq!(to.0, plain.0);
        }
    }
}
