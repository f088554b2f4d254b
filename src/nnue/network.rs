//! The weights of a network, and the file that holds them.

use thiserror::Error;

use super::features::FeatureSet;
use super::simd::{self, LANES, Row};
use super::{QA, QB};

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
        found: usize,
        /// In the program.
        expected: usize,
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
    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let length = NetworkError::Length {
            found: self.0.len(),
            expected: N,
        };
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn u32(&mut self) -> Result<u32, NetworkError> {
        self.take().map(u32::from_le_bytes)
    }

    fn weights(&mut self, count: usize, most: i16) -> Result<Vec<i16>, NetworkError> {
        let weight = || {
            let weight = self.take().map(i16::from_le_bytes)?;
            in_range(weight, most)
        };
        std::iter::repeat_with(weight).take(count).collect()
    }
}

fn in_range<T: PartialOrd + std::ops::Neg<Output = T> + Copy>(
    number: T,
    most: T,
) -> Result<T, NetworkError> {
    match (-most..=most).contains(&number) {
        true => Ok(number),
        false => Err(NetworkError::Range),
    }
}

/// A file's numbers, whatever inputs, neurons and output layers it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The version of the game's inputs.
    pub features_version: u16,
    /// How many inputs a perspective has.
    pub inputs: usize,
    /// How many neurons a perspective has.
    pub hidden: usize,
    /// Centipawns of an output of one.
    pub scale: i32,
    /// A row for each input.
    pub features: Vec<i16>,
    /// What the hidden layer begins with.
    pub bias: Vec<i16>,
    /// For each output layer a row for the side to move and one for the other.
    pub outputs: Vec<i16>,
    /// For each output layer, in [`QA`] times [`QB`].
    pub output_biases: Vec<i32>,
}

impl Weights {
    /// Reads a network for this game.
    ///
    /// # Errors
    ///
    /// If it is not one, is for another game, or is damaged.
    pub fn from_bytes<P: FeatureSet>(bytes: &[u8]) -> Result<Weights, NetworkError> {
        let too_short = |expected| NetworkError::Length {
            found: bytes.len(),
            expected,
        };
        let mut reader = Reader(bytes);
        if reader.take() != Ok(*MAGIC) {
            return Err(NetworkError::Magic);
        }
        if bytes.len() < HEAD {
            return Err(too_short(HEAD));
        }
        let version = reader.take().map(u16::from_le_bytes)?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let name: [u8; NAME] = reader.take()?;
        let found = String::from_utf8_lossy(&name);
        let found = found.trim_end_matches('\0');
        if found != P::NAME {
            return Err(NetworkError::Game {
                found: found.escape_debug().to_string(),
                expected: P::NAME,
            });
        }
        let features_version = reader.take().map(u16::from_le_bytes)?;
        let (inputs, hidden, outputs) = (reader.u32()?, reader.u32()?, reader.u32()?);
        let [inputs, hidden, outputs] = [inputs, hidden, outputs].map(|number| number as usize);
        let length = length(inputs, hidden, outputs).unwrap_or(usize::MAX);
        if bytes.len() != length {
            return Err(too_short(length));
        }
        let scale = i32::from_le_bytes(reader.take()?);
        let (contents, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if crc32fast::hash(contents).to_le_bytes() != checksum {
            return Err(NetworkError::Checksum);
        }
        if !(1..=MAX_SCALE).contains(&scale) || hidden == 0 {
            return Err(NetworkError::Range);
        }
        let features = reader.weights(inputs * hidden, FEATURE_WEIGHT_MAX)?;
        let bias = reader.weights(hidden, HIDDEN_BIAS_MAX)?;
        let layers = reader.weights(outputs * 2 * hidden, OUTPUT_WEIGHT_MAX)?;
        if !layers.chunks_exact(2 * hidden).all(fits_32_bits) {
            return Err(NetworkError::Range);
        }
        let output_bias = || in_range(i32::from_le_bytes(reader.take()?), OUTPUT_BIAS_MAX);
        let output_biases = std::iter::repeat_with(output_bias).take(outputs);
        Ok(Weights {
            features_version,
            inputs,
            hidden,
            scale,
            features,
            bias,
            outputs: layers,
            output_biases: output_biases.collect::<Result<_, _>>()?,
        })
    }
}

/// Bytes of a file with so many inputs, neurons and output layers; `None` if no file is
/// so large.
fn length(inputs: usize, hidden: usize, outputs: usize) -> Option<usize> {
    let rows = inputs
        .checked_add(1)?
        .checked_add(outputs.checked_mul(2)?)?;
    let weights = rows.checked_mul(hidden)?.checked_mul(2)?;
    let biases = outputs.checked_mul(4)?;
    (HEAD + CHECKSUM).checked_add(weights)?.checked_add(biases)
}

impl<const H: usize> Network<H> {
    /// A hidden layer is a whole number of vectors.
    const WHOLE_VECTORS: () = assert!(H > 0 && H.is_multiple_of(LANES));

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
        let sum = simd::screlu_dot([own, other], &self.outputs[bucket]);
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
        let weights = Weights::from_bytes::<P>(bytes)?;
        let architecture = [
            (
                "feature set",
                weights.features_version.into(),
                P::FEATURES_VERSION.into(),
            ),
            ("number of inputs", weights.inputs, P::INPUTS),
            ("number of neurons", weights.hidden, H),
            (
                "number of output layers",
                weights.output_biases.len(),
                P::OUTPUT_BUCKETS,
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
        let rows = |numbers: &[i16]| -> Vec<Row<H>> {
            let rows = numbers.as_chunks::<H>().0;
            rows.iter().map(|&row| Row(row)).collect()
        };
        let outputs = rows(&weights.outputs);
        Ok(Network {
            features: rows(&weights.features),
            bias: rows(&weights.bias)[0],
            outputs: outputs.as_chunks::<2>().0.to_vec(),
            output_biases: weights.output_biases,
            scale: weights.scale,
        })
    }

    /// The file for this game.
    pub fn to_bytes<P: FeatureSet>(&self) -> Vec<u8> {
        let mut name = [0; NAME];
        name[..P::NAME.len()].copy_from_slice(P::NAME.as_bytes());
        let mut bytes = Vec::new();
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
fn fits_32_bits(layer: &[i16]) -> bool {
    let sum = |sign: i64| -> i64 {
        let weights = layer.iter().map(|&weight| i64::from(weight));
        weights.map(|weight| (sign * weight).max(0)).sum()
    };
    sum(1).max(sum(-1)) <= i64::from(OUTPUT_SUM_MAX)
}
