//! What must hold for the feature set of every game, with networks of random weights.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::notation::Notation;
use crate::rules::changes::{Occupant, SquareChange, SquareChanges};
use crate::rules::{Color, Square};

use super::*;

const H: usize = 32;

fn random_network<P: FeatureSet>(random: &mut ChaCha8Rng) -> Network<H> {
    let mut network = Network::zero::<P>();
    let rows = network.features.iter_mut().chain([&mut network.bias]);
    for weight in rows.flat_map(|row| &mut row.0) {
        *weight = random.random_range(-60..=60);
    }
    for weight in network
        .outputs
        .iter_mut()
        .flatten()
        .flat_map(|row| &mut row.0)
    {
        *weight = random.random_range(-127..=127);
    }
    for bias in &mut network.output_biases {
        *bias = random.random_range(-20_000..=20_000);
    }
    network
}

fn evaluator<P: FeatureSet>(network: &Network<H>) -> NetworkEvaluator<H> {
    NetworkEvaluator::new::<P>(network.clone().into())
}

/// Plays moves and takes some back, as a search does, and looks at the value now and
/// then, so that several moves are caught up with at once.
fn following_moves_is_like_starting_anew<P: FeatureSet + Notation>() {
    const GAMES: usize = 1000;
    const STEPS: usize = 90;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let network = random_network::<P>(&mut random);
    let mut fresh = evaluator::<P>(&network);
    let mut different = std::collections::HashSet::new();
    for _ in 0..GAMES {
        let mut following = evaluator::<P>(&network);
        let fen = P::SAMPLE_FENS.choose(&mut random);
        let start = P::from_fen(fen.expect("every game has some")).expect("a valid FEN");
        let mut line = vec![start];
        for _ in 0..STEPS {
            let position = line.last().expect("never empty").clone();
            let moves = position.legal_moves();
            let end = moves.is_empty() || position.variant_end().is_some();
            if line.len() > 1 && (end || random.random_bool(0.2)) {
                line.pop();
                following.accumulators.pop();
            } else if let Some(&m) = moves.choose(&mut random).filter(|_| !end) {
                let mut after = position.clone();
                after.play(m);
                following.accumulators.push();
                line.push(after);
            } else {
                break;
            }
            if random.random_bool(0.5) {
                let position = line.last().expect("never empty");
                fresh.accumulators.refresh();
                let value = following.output(position);
                assert_eq!(value, fresh.output(position), "{}", position.fen());
                different.insert(value);
            }
        }
    }
    assert!(different.len() > 1000, "{}", different.len());
}

/// What stands on the squares, as the sets say it.
fn occupants<P: FeatureSet>(position: &P) -> Vec<(Square, Occupant)> {
    let sets = position.occupants().into_iter().enumerate();
    let sets = sets.flat_map(|(kind, set)| set.into_iter().map(move |square| (square, kind)));
    sets.map(|(square, kind)| (square, P::occupant(kind)))
        .collect()
}

/// The sets of what stands on the squares are what the rules report.
fn the_sets_are_what_is_reported<P: FeatureSet + Notation>() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for fen in P::SAMPLE_FENS {
        let mut position = P::from_fen(fen).expect("a valid FEN");
        for _ in 0..20 {
            let mut reported = SquareChanges::new();
            position.report_occupants(&mut reported);
            let seen = occupants(&position);
            assert_eq!(seen.len(), reported.len(), "{}", position.fen());
            for (square, what) in seen {
                let placed = SquareChange::Placed(square, what);
                assert!(reported.contains(&placed), "{}: {placed:?}", position.fen());
            }
            match position.legal_moves().choose(&mut random) {
                Some(&m) if position.variant_end().is_none() => position.play(m),
                _ => break,
            }
        }
    }
}

/// All inputs are in range, and no two things share one.
fn inputs_name_one_thing_each<P: FeatureSet + Notation>() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut buckets = std::collections::HashSet::new();
    for _ in 0..50 {
        let mut position = P::start();
        for _ in 0..150 {
            for color in Color::ALL {
                let perspective = position.perspective(color);
                assert!(perspective.king_bucket < P::KING_BUCKETS);
                let mut inputs = Vec::new();
                for (square, what) in occupants(&position) {
                    inputs.push(P::input(perspective, square, what));
                }
                for (kind, sets) in position.derived().sets.iter().enumerate() {
                    for of in Color::ALL {
                        for square in sets[of as usize] {
                            inputs.push(P::derived_input(perspective, kind, of, square));
                        }
                    }
                }
                let count = inputs.len();
                inputs.sort_unstable();
                inputs.dedup();
                assert_eq!(inputs.len(), count, "{}", position.fen());
                assert!(inputs.iter().all(|&input| input < P::INPUTS));
            }
            assert!(position.output_bucket() < P::OUTPUT_BUCKETS);
            buckets.insert(position.output_bucket());
            let moves = position.legal_moves();
            match moves.choose(&mut random) {
                Some(&m) if position.variant_end().is_none() => position.play(m),
                _ => break,
            }
        }
    }
    assert!(buckets.len() > P::OUTPUT_BUCKETS / 2, "{buckets:?}");
}

/// With colours exchanged the value is the same, but for the ice, which comes after
/// Black's move.
fn colors_do_not_matter<P: FeatureSet + Notation>() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let network = random_network::<P>(&mut random);
    let mut evaluator = evaluator::<P>(&network);
    let mut compared = 0;
    for fen in P::SAMPLE_FENS {
        let flipped = crate::notation::fen::flipped(fen);
        let Ok(flipped) = P::from_fen(&flipped) else {
            continue;
        };
        let position = P::from_fen(fen).expect("a valid FEN");
        if position.output_bucket() != flipped.output_bucket() {
            continue;
        }
        evaluator.accumulators.refresh();
        let value = evaluator.output(&position);
        evaluator.accumulators.refresh();
        assert_eq!(value, evaluator.output(&flipped), "{fen}");
        compared += 1;
    }
    assert!(compared > 0);
}

fn what_is_written_is_read<P: FeatureSet>() {
    let network = random_network::<P>(&mut ChaCha8Rng::seed_from_u64(4));
    let bytes = network.to_bytes::<P>();
    assert_eq!(Network::from_bytes::<P>(&bytes).as_ref(), Ok(&network));
    let zero = Network::<H>::zero::<P>();
    assert_eq!(Network::from_bytes::<P>(&zero.to_bytes::<P>()), Ok(zero));
}

for_each_game!(
    following_moves_is_like_starting_anew,
    the_sets_are_what_is_reported,
    inputs_name_one_thing_each,
    colors_do_not_matter,
    what_is_written_is_read,
);

mod files {
    use crate::rules::alice::Alice;
    use crate::rules::chess::Chess;

    use super::*;

    fn bytes() -> Vec<u8> {
        random_network::<Chess>(&mut ChaCha8Rng::seed_from_u64(5)).to_bytes::<Chess>()
    }

    fn read(bytes: &[u8]) -> Result<Network<H>, NetworkError> {
        Network::from_bytes::<Chess>(bytes)
    }

    #[test]
    fn one_for_another_game_is_refused() {
        let error = Network::<H>::from_bytes::<Alice>(&bytes()).unwrap_err();
        assert_eq!(error.to_string(), "a network for 'chess', not for 'alice'");
    }

    #[test]
    fn one_of_another_size_or_version_is_refused() {
        let error = Network::<64>::from_bytes::<Chess>(&bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "number of neurons 32, this program has 64"
        );
        let mut other = bytes();
        other[8] = 9;
        assert_eq!(read(&other), Err(NetworkError::Version(9)));
    }

    #[test]
    fn one_that_is_cut_off_or_too_long_is_refused() {
        let bytes = bytes();
        for length in (0..60).chain((60..bytes.len()).step_by(997)) {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(matches!(read(&longer), Err(NetworkError::Length { .. })));
    }

    #[test]
    fn one_that_is_damaged_is_refused() {
        let bytes = bytes();
        for place in (0..60).chain((60..bytes.len()).step_by(499)) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(read(&damaged).is_err(), "{place}");
        }
    }

    #[test]
    fn one_whose_sums_could_overflow_is_refused() {
        let mut network = Network::<H>::zero::<Chess>();
        network.features[7].0[3] = FEATURE_WEIGHT_MAX + 1;
        assert_eq!(read(&network.to_bytes::<Chess>()), Err(NetworkError::Range));
        let mut network = Network::<512>::zero::<Chess>();
        network.outputs[0] = [Row([127; 512]); 2];
        let bytes = network.to_bytes::<Chess>();
        assert_eq!(
            Network::<512>::from_bytes::<Chess>(&bytes),
            Err(NetworkError::Range)
        );
    }
}
