//! Networks of any weights, and files of them that were changed: what is in range is
//! read as it was written and evaluated without a mistake, all else is refused.

#![no_main]

use galaverna::nnue::{
    FEATURE_WEIGHT_MAX, FeatureSet, HIDDEN_BIAS_MAX, Network, NetworkEvaluator, OUTPUT_WEIGHT_MAX,
};
use galaverna::search::parameters::Searchable;
use galaverna::show::Show;
use galaverna::with_type_of;
use galaverna_fuzz::game_of;
use libfuzzer_sys::fuzz_target;

/// Neurons: few, so that a file is small.
const H: usize = 32;

/// Bytes that say how a file is changed.
const CHANGES: usize = 12;

const PLIES: usize = 16;

/// A weight up to the largest that is allowed, or one step beyond it.
fn weight(byte: u8, most: i16) -> i16 {
    let signed = i32::from(byte.cast_signed());
    ((i32::from(most) + 1) * signed / 127).clamp(i32::from(-most) - 1, i32::from(most) + 1) as i16
}

fn network<P: FeatureSet>(bytes: &[u8]) -> Network<H> {
    let mut network = Network::zero::<P>();
    let mut bytes = bytes.iter().copied().cycle();
    let mut next = || bytes.next().unwrap_or_default();
    network.scale = 1 + 40 * i32::from(next());
    for row in &mut network.features {
        // One byte a row and a turn keep the pattern from being the same in each.
        let turn = next();
        for value in &mut row.0 {
            *value = weight(next().rotate_left(u32::from(turn % 8)), FEATURE_WEIGHT_MAX);
        }
    }
    network.bias.0.fill_with(|| weight(next(), HIDDEN_BIAS_MAX));
    for row in network.outputs.iter_mut().flatten() {
        row.0.fill_with(|| weight(next(), OUTPUT_WEIGHT_MAX));
    }
    for bias in &mut network.output_biases {
        *bias = i32::from(next().cast_signed()) * 8192;
    }
    network
}

/// The file with some bytes changed, cut off or added, as these bytes say.
fn changed(mut file: Vec<u8>, changes: &[u8]) -> Vec<u8> {
    for change in changes.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([change[1], change[2]]));
        match change[0] {
            0..=99 => {
                let place = place % 64;
                if let Some(byte) = file.get_mut(place) {
                    *byte = change[3];
                }
            }
            100..=199 => {
                let place = place % file.len().max(1);
                if let Some(byte) = file.get_mut(place) {
                    *byte ^= change[3];
                }
            }
            200..=219 => file.truncate(place % 256),
            220..=239 => file.extend(vec![change[3]; place % 64]),
            _ => {
                let content = file.len().saturating_sub(4);
                let checksum = crc32fast::hash(&file[..content]).to_le_bytes();
                file.truncate(content);
                file.extend(checksum);
            }
        }
    }
    file
}

fn plays<P: Searchable + Show>(network: Network<H>, choices: &[u8]) {
    let network = std::sync::Arc::new(network);
    let mut following = NetworkEvaluator::new::<P>(network.clone());
    let mut fresh = NetworkEvaluator::new::<P>(network);
    let mut position = P::start();
    for &choice in choices.iter().take(PLIES) {
        let moves = position.legal_moves();
        let Some(&m) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        position.play(m);
        following.accumulators.push();
        fresh.accumulators.refresh();
        assert_eq!(following.output(&position), fresh.output(&position));
    }
    following.shares(&position);
}

fn check<P: Searchable + Show>(changes: &[u8], weights: &[u8]) {
    let network = network::<P>(weights);
    let file = network.to_bytes::<P>();
    if let Ok(read) = Network::<H>::from_bytes::<P>(&file) {
        assert_eq!(read, network);
        plays::<P>(read, weights);
    }
    let file = changed(file, changes);
    if let Ok(read) = Network::<H>::from_bytes::<P>(&file) {
        assert_eq!(read.to_bytes::<P>(), file);
    }
    // What the program itself plays with has more neurons.
    assert!(P::replace_network(Some(&file)).is_err());
}

fuzz_target!(|data: &[u8]| {
    let Some((&game, rest)) = data.split_first() else {
        return;
    };
    let (changes, weights) = rest.split_at(rest.len().min(CHANGES));
    with_type_of!(game_of(game), P => check::<P>(changes, weights));
});
