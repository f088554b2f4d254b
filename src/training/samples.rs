//! Positions to train on.

use thiserror::Error;

use super::model::{Inputs, Shape};
use super::read::DataError;
use crate::nnue::{FeatureSet, MAX_DERIVED_SETS, Perspective};
use crate::rules::changes::{Occupant, SquareObserver};
use crate::rules::{Color, Piece, Role, Square};

/// What can be on a square or in a derived set: pieces, pieces on a second board,
/// obstacles, the derived sets of each side.
const THINGS: usize = DERIVED + 2 * MAX_DERIVED_SETS;
const NEUTRAL: usize = 2 * Piece::COUNT;
const DERIVED: usize = NEUTRAL + 1;

/// Why there is nothing to train on.
#[derive(Debug, Error)]
pub enum SampleError {
    /// A file cannot be read, or a move of a game is not legal.
    #[error(transparent)]
    Data(#[from] DataError),
    /// More than memory is laid out for.
    #[error("too many positions; use fewer files, or fewer positions of them")]
    TooMany,
    /// An evaluator that followed the moves says something else than a fresh one.
    #[error("incremental and fresh evaluation differ in '{0}': this is a mistake in the program")]
    Incremental(String),
}

/// A position: what is where, and what it is worth to the side to move.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Where its things begin.
    start: u32,
    things: u8,
    turn: Color,
    /// By colour.
    king_buckets: [u8; 2],
    bucket: u8,
    /// Twice the points of the side to move: 0, 1 or 2.
    result: u8,
    /// Centipawns of the side to move.
    score: i16,
    /// The same by the static evaluation of the program, where that was asked for.
    static_eval: i16,
}

/// Bytes of a position in a file without its things.
const ENCODED: usize = 10;

/// Positions in little memory: two bytes for each thing on the board and 16 for the
/// rest.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Square and kind of each thing.
    things: Vec<u16>,
    samples: Vec<Sample>,
}

/// What is known of a position's worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Centipawns of the side to move.
    pub score: f32,
    /// How the game ended for the side to move: 1, 0.5 or 0.
    pub result: f32,
    /// Centipawns by the program's static evaluation.
    pub static_eval: f32,
}

/// Writes down what is reported as placed.
struct Things<'a>(&'a mut Vec<u16>);

impl Things<'_> {
    fn add(&mut self, square: Square, thing: usize) {
        // Fewer than 2^11.
        self.0.push((thing << 6 | square.to_usize()) as u16);
    }
}

impl SquareObserver for Things<'_> {
    fn placed(&mut self, square: Square, what: Occupant) {
        self.add(
            square,
            match what {
                Occupant::Piece(piece) => piece.index(),
                Occupant::PieceOnSecondBoard(piece) => Piece::COUNT + piece.index(),
                Occupant::Neutral => NEUTRAL,
            },
        );
    }

    fn removed(&mut self, _: Square, _: Occupant) {}
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Adds a position; the values are those of [`Sample`].
    pub(super) fn push<P: FeatureSet>(
        &mut self,
        position: &P,
        score: i32,
        result: u8,
        static_eval: i32,
    ) {
        let start = self.things.len();
        let mut things = Things(&mut self.things);
        position.report_occupants(&mut things);
        let derived = position.derived().sets;
        let mut king_buckets = [0; 2];
        for color in Color::ALL {
            for (kind, sets) in derived.iter().enumerate() {
                for square in sets[color as usize] {
                    things.add(square, DERIVED + 2 * kind + color as usize);
                }
            }
            // A few at most.
            king_buckets[color as usize] = position.king_bucket(color) as u8;
        }
        let centipawns = |value: i32| value.clamp(-32_000, 32_000) as i16;
        self.samples.push(Sample {
            // Games that are read at once have far fewer; `append` looks at the sum.
            start: start as u32,
            // 64 squares and sets of pieces on them: below 200.
            things: (self.things.len() - start) as u8,
            turn: position.turn(),
            king_buckets,
            bucket: position.output_bucket() as u8,
            result,
            score: centipawns(score),
            static_eval: centipawns(static_eval),
        });
    }

    /// Adds the bytes of a position to `bytes`.
    pub(super) fn encode(&self, index: usize, bytes: &mut Vec<u8>) {
        let sample = &self.samples[index];
        let [first, second] = sample.king_buckets;
        let turn = u8::from(sample.turn.is_white());
        bytes.extend([sample.things, turn, first, second]);
        bytes.extend([sample.bucket, sample.result]);
        bytes.extend(sample.score.to_le_bytes());
        bytes.extend(sample.static_eval.to_le_bytes());
        let things = &self.things[sample.start as usize..][..usize::from(sample.things)];
        bytes.extend(things.iter().flat_map(|thing| thing.to_le_bytes()));
    }

    /// What [`Samples::encode`] made of several.
    pub(super) fn decode(mut bytes: &[u8]) -> Result<Samples, SampleError> {
        let mut all = Samples::default();
        while let Some((head, rest)) = bytes.split_first_chunk::<ENCODED>() {
            let [things, turn, first, second, bucket, result, rating @ ..] = *head;
            let [score, more_score, static_eval, more_static_eval] = rating;
            let (own, rest) = rest.split_at(rest.len().min(2 * usize::from(things)));
            let start = u32::try_from(all.things.len()).map_err(|_| SampleError::TooMany)?;
            let (own, _) = own.as_chunks::<2>();
            all.things
                .extend(own.iter().map(|&thing| u16::from_le_bytes(thing)));
            all.samples.push(Sample {
                start,
                things,
                turn: Color::from_white(turn == 1),
                king_buckets: [first, second],
                bucket,
                result,
                score: i16::from_le_bytes([score, more_score]),
                static_eval: i16::from_le_bytes([static_eval, more_static_eval]),
            });
            bytes = rest;
        }
        Ok(all)
    }

    /// Adds all positions of `other`.
    pub(super) fn append(&mut self, other: &Samples) -> Result<(), SampleError> {
        let start = u32::try_from(self.things.len()).map_err(|_| SampleError::TooMany)?;
        u32::try_from(self.things.len() + other.things.len()).map_err(|_| SampleError::TooMany)?;
        self.things.extend_from_slice(&other.things);
        self.samples
            .extend(other.samples.iter().map(|sample| Sample {
                start: start + sample.start,
                ..*sample
            }));
        Ok(())
    }

    /// What is known of a position's worth.
    pub fn label(&self, index: usize) -> Label {
        let sample = &self.samples[index];
        Label {
            score: f32::from(sample.score),
            result: f32::from(sample.result) / 2.0,
            static_eval: f32::from(sample.static_eval),
        }
    }

    /// The inputs that are on, written to `on`; `mirrored` those of its mirror image where the
    /// game has one that is worth as much ([`FeatureSet::IS_SYMMETRIC`]).
    pub fn inputs<'a>(
        &self,
        index: usize,
        mirrored: bool,
        table: &InputTable,
        on: &'a mut [Vec<u16>; 2],
    ) -> Inputs<'a> {
        let sample = &self.samples[index];
        let start = sample.start as usize;
        let things = &self.things[start..start + usize::from(sample.things)];
        for (on, color) in on.iter_mut().zip([sample.turn, !sample.turn]) {
            let king_bucket = usize::from(sample.king_buckets[color as usize])
                + usize::from(mirrored && table.is_symmetric);
            let of_side = table.of(color, king_bucket);
            on.clear();
            on.extend(things.iter().map(|&thing| of_side[usize::from(thing)]));
            if table.shape.blocks.0 > 1 {
                for place in 0..on.len() {
                    let shared = table.shape.shared(usize::from(on[place]));
                    // Some thousands at most, as all inputs.
                    on.extend(shared.map(|shared| shared as u16));
                }
            }
        }
        Inputs {
            on: [&on[0], &on[1]],
            bucket: usize::from(sample.bucket),
        }
    }
}

/// Whether there is a thing on a square in any position.
pub(super) struct Seen(Vec<bool>);

impl Seen {
    pub(super) fn nothing() -> Seen {
        Seen(vec![false; THINGS * 64])
    }

    pub(super) fn add(&mut self, samples: &Samples) {
        for &thing in &samples.things {
            self.0[usize::from(thing)] = true;
        }
    }
}

/// The input of each thing for each perspective.
#[derive(Clone, Debug, Default)]
pub struct InputTable {
    inputs: Vec<u16>,
    /// Those of the mirror images, too.
    king_buckets: usize,
    is_symmetric: bool,
    shape: Shape,
}

impl InputTable {
    /// For these things on these squares.
    pub(super) fn new<P: FeatureSet>(seen: &Seen) -> InputTable {
        let Seen(seen) = seen;
        let mut pieces = [None; Piece::COUNT];
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = Piece::new(color, role);
                pieces[piece.index()] = Some(piece);
            }
        }
        let king_buckets = P::KING_BUCKETS + usize::from(P::IS_SYMMETRIC);
        let mut inputs = Vec::with_capacity(2 * king_buckets * seen.len());
        for color in [false, true].map(Color::from_white) {
            for king_bucket in 0..king_buckets {
                let perspective = Perspective { color, king_bucket };
                inputs.extend(seen.iter().enumerate().map(|(code, &seen)| {
                    let square = Square::new((code & 63) as u32);
                    let piece = |index: usize| pieces.get(index).copied().flatten();
                    let thing = code >> 6;
                    let second = thing.checked_sub(Piece::COUNT);
                    let what = match (piece(thing), second.and_then(piece)) {
                        (Some(piece), _) => Some(Occupant::Piece(piece)),
                        (None, Some(piece)) => Some(Occupant::PieceOnSecondBoard(piece)),
                        (None, None) => (thing == NEUTRAL).then_some(Occupant::Neutral),
                    };
                    let input = match what {
                        _ if !seen => 0,
                        Some(what) => P::input(perspective, square, what),
                        None => {
                            let (kind, color) = ((thing - DERIVED) / 2, (thing - DERIVED) % 2);
                            let color = Color::from_white(color == Color::White as usize);
                            P::derived_input(perspective, kind, color, square)
                        }
                    };
                    // Some thousands at most.
                    input as u16
                }));
            }
        }
        InputTable {
            inputs,
            king_buckets,
            is_symmetric: P::IS_SYMMETRIC,
            shape: Shape::of::<P>(),
        }
    }

    fn of(&self, color: Color, king_bucket: usize) -> &[u16] {
        let place = color as usize * self.king_buckets + king_bucket;
        &self.inputs[place * THINGS * 64..][..THINGS * 64]
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use crate::nnue::{Network, NetworkEvaluator};
    use crate::notation::Notation;
    use crate::rules::Position;
    use crate::rules::clupso::Clupso;
    use crate::training::model::quantised_output;

    use super::*;

    /// What is trained on must be what the engine sees.
    fn inputs_are_those_of_the_evaluator<P: FeatureSet + Notation>() {
        const H: usize = 32;
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut network = Network::<H>::zero::<P>();
        for weight in network.features.iter_mut().flat_map(|row| &mut row.0) {
            *weight = random.random_range(-40..=60);
        }
        for weight in network
            .outputs
            .iter_mut()
            .flatten()
            .flat_map(|row| &mut row.0)
        {
            *weight = random.random_range(-127..=127);
        }
        let mut evaluator = NetworkEvaluator::new::<P>(Arc::new(network.clone()));
        let (mut samples, mut values) = (Samples::default(), Vec::new());
        for fen in P::SAMPLE_FENS.iter().cycle().take(100) {
            let mut position = P::from_fen(fen).expect("a valid FEN");
            for _ in 0..20 {
                evaluator.accumulators.refresh();
                values.push(evaluator.output(&position));
                samples.push(&position, 0, 1, 0);
                match position.legal_moves().choose(&mut random) {
                    Some(&m) => position.play(m),
                    None => break,
                }
            }
        }
        let mut seen = Seen::nothing();
        seen.add(&samples);
        let table = InputTable::new::<P>(&seen);
        let mut on = Default::default();
        for (index, value) in values.into_iter().enumerate() {
            let inputs = samples.inputs(index, false, &table, &mut on);
            assert_eq!(quantised_output(&network, &inputs), value, "{index}");
        }
    }

    for_each_game!(inputs_are_those_of_the_evaluator);

    /// The FEN with left and right exchanged.
    fn mirrored(fen: &str) -> String {
        let (board, rest) = fen.split_once(' ').expect("a FEN of several fields");
        let ranks = board.split('/');
        let ranks = ranks.map(|rank| rank.chars().rev().collect::<String>());
        format!("{} {rest}", ranks.collect::<Vec<_>>().join("/"))
    }

    /// What training shows of a mirror image is what the image itself has on, and the game
    /// goes on there in as many ways.
    #[test]
    fn mirror_images_of_clupso_chess_are_positions_of_it() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        let mut samples = Samples::default();
        for fen in Clupso::SAMPLE_FENS.iter().cycle().take(100) {
            let mut position = Clupso::from_fen(fen).expect("a valid FEN");
            for _ in 0..20 {
                let image = Clupso::from_fen(&mirrored(&position.fen())).expect("a valid FEN");
                let moves = position.legal_moves();
                assert_eq!(moves.len(), image.legal_moves().len(), "{}", position.fen());
                samples.push(&position, 0, 1, 0);
                samples.push(&image, 0, 1, 0);
                match moves.choose(&mut random) {
                    Some(&m) => position.play(m),
                    None => break,
                }
            }
        }
        let mut seen = Seen::nothing();
        seen.add(&samples);
        let table = InputTable::new::<Clupso>(&seen);
        let inputs = |index, mirrored| {
            let mut on = Default::default();
            samples.inputs(index, mirrored, &table, &mut on);
            on.map(|mut of_side: Vec<u16>| {
                of_side.sort_unstable();
                of_side
            })
        };
        let mut differ = 0;
        for index in (0..samples.len()).step_by(2) {
            let image = inputs(index + 1, false);
            assert_eq!(inputs(index, true), image, "{index}");
            differ += usize::from(inputs(index, false) != image);
        }
        assert!(differ > 100);
    }
}
