//! The weights of a network, and the file that holds them.

use thiserror::Error;

use super::features::FeatureSet;
use super::simd::{self, LANES};
use super::{QA, QB};

/// A number for each neuron of the hidden layer, on a cache line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row<const H: usize>(pub [i16; H]);

/// No weight of an input is larger, either way: 128 of them and a bias then fit into
/// 16 bits.
pub const FEATURE_WEIGHT_MAX: i16 = 252;

/// No bias of the hidden layer is larger, either way.
pub const HIDDEN_BIAS_MAX: i16 = 447;

/// No weight of the output layer is larger, either way: times [`QA`] it then fits into
/// 16 bits.
pub const OUTPUT_WEIGHT_MAX: i16 = 127;

/// The weights of one sign of an output layer add up to no more, so that its sum fits
/// into 32 bits.
pub const OUTPUT_SUM_MAX: i32 = i32::MAX / (QA as i32 * QA as i32);

/// The most centipawns of an output of one.
pub const MAX_SCALE: i32 = 10_000;

/// The greatest bias of an output layer, either way, in [`QA`] times [`QB`]: far more
/// than any evaluation.
const OUTPUT_BIAS_MAX: i32 = 64 * QA as i32 * QB as i32;

/// The weights of a network with `H` neurons a perspective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const H: usize> {
    /// A row for each input.
    pub features: Vec<Row<H>>,
    /// What the hidden layer begins with.
    pub bias: Row<H>,
    /// For each output bucket a row for the side to move and one for the other.
    pub outputs: Vec<[Row<H>; 2]>,
    /// For each output bucket, in [`QA`] times [`QB`].
    pub output_biases: Vec<i32>,
    /// Centipawns of an output of one.
    pub scale: i32,
}

/// Why a network is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NetworkError {
    /// It does not begin as networks do.
    #[error("not a network of Galaverna's")]
    Magic,
    /// It is of another version of the format.
    #[error("version {0} of the format, this program reads {VERSION}")]
    Version(u16),
    /// It is for another game.
    #[error("a network for '{found}', not for '{expected}'")]
    Game {
        /// The game in its head.
        found: String,
        /// The game that it was to be used for.
        expected: &'static str,
    },
    /// It was made for other inputs or another number of neurons.
    #[error("{what} {found}, this program has {expected}")]
    Architecture {
        /// What differs.
        what: &'static str,
        /// In the file.
        found: u32,
        /// In the program.
        expected: u32,
    },
    /// It is too short or too long.
    #[error("{found} bytes, it must have {expected}")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// Its checksum is wrong.
    #[error("damaged: the checksum does not match")]
    Checksum,
    /// One of its numbers is too large for exact arithmetic.
    #[error("a weight is out of range")]
    Range,
}

const MAGIC: &[u8; 8] = b"GALANNUE";
const VERSION: u16 = 1;

/// Bytes of a game's name, filled up with zeros.
const NAME: usize = 16;

/// Bytes of everything before the weights.
const HEAD: usize = MAGIC.len() + 2 + NAME + 2 + 4 * 4;

/// Bytes of the checksum of all bytes before it.
const CHECKSUM: usize = 4;

/// Takes numbers from the front of bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }

    fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }

    fn row<const H: usize>(&mut self, most: i16) -> Option<Row<H>> {
        let mut row = Row([0; H]);
        for value in &mut row.0 {
            *value = self.i16().filter(|value| (-most..=most).contains(value))?;
        }
        Some(row)
    }
}

impl<const H: usize> Network<H> {
    /// A hidden layer is a whole number of vectors.
    const WHOLE_VECTORS: () = assert!(H > 0 && H.is_multiple_of(LANES));

    /// Bytes of a file for this game.
    fn length<P: FeatureSet>() -> usize {
        let numbers = P::INPUTS * H + H + P::OUTPUT_BUCKETS * 2 * H;
        HEAD + 2 * numbers + 4 * P::OUTPUT_BUCKETS + CHECKSUM
    }

    /// A network that knows nothing: every position is level.
    pub fn zero<P: FeatureSet>() -> Network<H> {
        const { Self::WHOLE_VECTORS };
        Network {
            features: vec![Row([0; H]); P::INPUTS],
            bias: Row([0; H]),
            outputs: vec![[Row([0; H]); 2]; P::OUTPUT_BUCKETS],
            output_biases: vec![0; P::OUTPUT_BUCKETS],
            scale: super::SCALE,
        }
    }

    /// The output in centipawns from the side to move, from the two perspectives'
    /// accumulators, its own first.
    #[inline]
    pub fn output(&self, bucket: usize, own: &Row<H>, other: &Row<H>) -> i32 {
        let weights = &self.outputs[bucket];
        let sum = simd::screlu_dot(own, &weights[0]) + simd::screlu_dot(other, &weights[1]);
        let one = i64::from(QA) * i64::from(QB);
        let output = i64::from(sum / i32::from(QA) + self.output_biases[bucket]);
        // Weights and scale are bounded: some ten thousands at most.
        (output * i64::from(self.scale) / one) as i32
    }

    /// Reads a network for this game.
    ///
    /// # Errors
    ///
    /// If it is not one, is for another game or architecture, or is damaged.
    pub fn from_bytes<P: FeatureSet>(bytes: &[u8]) -> Result<Network<H>, NetworkError> {
        const { Self::WHOLE_VECTORS };
        let too_short = || NetworkError::Length {
            found: bytes.len(),
            expected: Network::<H>::length::<P>(),
        };
        let mut reader = Reader(bytes);
        if reader.take() != Some(*MAGIC) {
            return Err(NetworkError::Magic);
        }
        let version = reader.take().map(u16::from_le_bytes);
        let version = version.ok_or_else(too_short)?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let name: [u8; NAME] = reader.take().ok_or_else(too_short)?;
        let found = String::from_utf8_lossy(&name);
        let found = found.trim_end_matches('\0');
        if found != P::NAME {
            return Err(NetworkError::Game {
                found: found.escape_debug().to_string(),
                expected: P::NAME,
            });
        }
        let features = reader.take().map(u16::from_le_bytes);
        let features = features.ok_or_else(too_short)?;
        let mut u32_at = || reader.take().map(u32::from_le_bytes).ok_or_else(too_short);
        let architecture = [
            (
                "feature set",
                u32::from(features),
                P::FEATURES_VERSION.into(),
            ),
            ("number of inputs", u32_at()?, P::INPUTS as u32),
            ("number of neurons", u32_at()?, H as u32),
            (
                "number of output layers",
                u32_at()?,
                P::OUTPUT_BUCKETS as u32,
            ),
        ];
        for (what, found, expected) in architecture {
            if found != expected {
                return Err(NetworkError::Architecture {
                    what,
                    found,
                    expected,
                });
            }
        }
        let scale = u32_at()?;
        if bytes.len() != Network::<H>::length::<P>() {
            return Err(too_short());
        }
        let (contents, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(contents).to_le_bytes() != checksum {
            return Err(NetworkError::Checksum);
        }
        let scale = i32::try_from(scale).ok();
        let scale = scale.filter(|scale| (1..=MAX_SCALE).contains(scale));
        let network = scale.and_then(|scale| Network::weights_from::<P>(reader, scale));
        network.ok_or(NetworkError::Range)
    }

    /// The weights; `None` if one is out of range.
    fn weights_from<P: FeatureSet>(mut reader: Reader, scale: i32) -> Option<Network<H>> {
        let features = (0..P::INPUTS).map(|_| reader.row(FEATURE_WEIGHT_MAX));
        let features = features.collect::<Option<_>>()?;
        let bias = reader.row(HIDDEN_BIAS_MAX)?;
        let outputs = (0..P::OUTPUT_BUCKETS).map(|_| {
            let rows = [
                reader.row(OUTPUT_WEIGHT_MAX)?,
                reader.row(OUTPUT_WEIGHT_MAX)?,
            ];
            Some(rows).filter(fits_32_bits)
        });
        let outputs = outputs.collect::<Option<_>>()?;
        let biases = (0..P::OUTPUT_BUCKETS).map(|_| {
            let bias = reader.take().map(i32::from_le_bytes)?;
            Some(bias).filter(|bias| (-OUTPUT_BIAS_MAX..=OUTPUT_BIAS_MAX).contains(bias))
        });
        Some(Network {
            features,
            bias,
            outputs,
            output_biases: biases.collect::<Option<_>>()?,
            scale,
        })
    }

    /// The file for this game.
    pub fn to_bytes<P: FeatureSet>(&self) -> Vec<u8> {
        let mut name = [0; NAME];
        name[..P::NAME.len()].copy_from_slice(P::NAME.as_bytes());
        let mut bytes = Vec::with_capacity(Network::<H>::length::<P>());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(name);
        bytes.extend(P::FEATURES_VERSION.to_le_bytes());
        for number in [P::INPUTS, H, P::OUTPUT_BUCKETS] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        let outputs = self.outputs.iter().flatten();
        let rows = self.features.iter().chain([&self.bias]).chain(outputs);
        for value in rows.flat_map(|row| row.0) {
            bytes.extend(value.to_le_bytes());
        }
        for bias in &self.output_biases {
            bytes.extend(bias.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum at the end of the file for this game.
    pub fn checksum<P: FeatureSet>(&self) -> u32 {
        let bytes = self.to_bytes::<P>();
        crc32fast::hash(&bytes[..bytes.len() - CHECKSUM])
    }
}

/// Whether no sum of this output layer leaves 32 bits.
fn fits_32_bits<const H: usize>(rows: &[Row<H>; 2]) -> bool {
    let sum = |sign: i32| -> i32 {
        let weights = rows.iter().flat_map(|row| row.0).map(i32::from);
        weights.map(|weight| (sign * weight).max(0)).sum()
    };
    sum(1).max(sum(-1)) <= OUTPUT_SUM_MAX
}
