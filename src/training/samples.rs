//! Positions to train on.

use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use super::format::{PlayedGame, WrittenGame};
use super::model::Inputs;
use super::read::{self, DataError, Filter, Games};
use crate::batch::file::FileError;
use crate::eval::{Evaluate, Evaluator, check_incremental};
use crate::nnue::{FeatureSet, MAX_DERIVED_SETS, Perspective};
use crate::notation::Notation;
use crate::rules::changes::{Occupant, SquareObserver};
use crate::rules::{Color, Piece, Role, Square};

/// One game in so many is held out.
const HELD_OUT: usize = 20;

/// Games that are replayed at once.
const GAMES_AT_ONCE: usize = 2048;

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

    fn push<P: FeatureSet>(&mut self, position: &P, score: i32, result: u8, static_eval: i32) {
        let start = self.things.len();
        let mut things = Things(&mut self.things);
        position.report_occupants(&mut things);
        let derived = position.derived();
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

    fn append(&mut self, other: &Samples) -> Result<(), SampleError> {
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

    /// The inputs that are on, written to `on`.
    pub fn inputs<'a>(
        &self,
        index: usize,
        table: &InputTable,
        on: &'a mut [Vec<u16>; 2],
    ) -> Inputs<'a> {
        let sample = &self.samples[index];
        let start = sample.start as usize;
        let things = &self.things[start..start + usize::from(sample.things)];
        for (on, color) in on.iter_mut().zip([sample.turn, !sample.turn]) {
            let king_bucket = usize::from(sample.king_buckets[color as usize]);
            let table = table.of(color, king_bucket);
            on.clear();
            on.extend(things.iter().map(|&thing| table[usize::from(thing)]));
        }
        Inputs {
            on: [&on[0], &on[1]],
            bucket: usize::from(sample.bucket),
        }
    }
}

/// The input of each thing for each perspective.
#[derive(Clone, Debug)]
pub struct InputTable {
    inputs: Vec<u16>,
    king_buckets: usize,
}

impl InputTable {
    /// For all that is in these positions.
    pub fn new<P: FeatureSet>(samples: &[&Samples]) -> InputTable {
        let mut seen = vec![false; THINGS * 64];
        for &thing in samples.iter().flat_map(|samples| &samples.things) {
            seen[usize::from(thing)] = true;
        }
        let mut pieces = [None; Piece::COUNT];
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = Piece::new(color, role);
                pieces[piece.index()] = Some(piece);
            }
        }
        let mut inputs = Vec::with_capacity(2 * P::KING_BUCKETS * seen.len());
        for color in [false, true].map(Color::from_white) {
            for king_bucket in 0..P::KING_BUCKETS {
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
            king_buckets: P::KING_BUCKETS,
        }
    }

    fn of(&self, color: Color, king_bucket: usize) -> &[u16] {
        let place = color as usize * self.king_buckets + king_bucket;
        &self.inputs[place * THINGS * 64..][..THINGS * 64]
    }
}

/// What to train on and what to test with.
#[derive(Clone, Debug, Default)]
pub struct TrainingData {
    /// Games read.
    pub games: usize,
    /// Positions to train on.
    pub training: Samples,
    /// Positions of other games.
    pub held_out: Samples,
}

/// The positions of the games in these files.
///
/// # Errors
///
/// If a file cannot be read, or the program's incremental evaluation is wrong.
pub fn from_games<P: Evaluate + Notation>(
    files: &[PathBuf],
    filter: Filter,
) -> Result<TrainingData, SampleError> {
    collect::<P, _>(files, |number, game| {
        let mut samples = Samples::default();
        let mut evaluator = is_held_out(number).then(P::evaluator);
        for sample in read::positions::<P>(game, filter) {
            let (position, turn) = (&sample.position, sample.position.turn());
            let static_eval = evaluator.as_mut().map_or(0, |evaluator| {
                evaluator.refresh(position);
                evaluator.evaluate(position)
            });
            let score = turn.fold_wb(sample.score_white_cp, -sample.score_white_cp);
            samples.push(position, score, result_for(turn, game), static_eval);
        }
        samples
    })
}

fn is_held_out(number: usize) -> bool {
    number.is_multiple_of(HELD_OUT)
}

/// Twice the points of a side.
fn result_for(side: Color, game: &PlayedGame) -> u8 {
    match game.winner {
        None => 1,
        Some(winner) => 2 * u8::from(winner == side),
    }
}

/// About so many positions near those of the games, one to three random moves away,
/// labelled by the static evaluation of the program. No check, and no end of the game.
///
/// # Errors
///
/// If a file cannot be read.
pub fn near_games<P: Evaluate + Notation>(
    files: &[PathBuf],
    count: usize,
    seed: u64,
) -> Result<TrainingData, SampleError> {
    let mut plies = 0;
    for path in files {
        for game in Games::of::<P>(path)? {
            plies += game?.plies();
        }
    }
    let each = count as f64 / plies.max(1) as f64;
    collect::<P, _>(files, |number, game| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number as u64);
        let mut samples = Samples::default();
        let mut evaluator = P::evaluator();
        let mut position = P::start();
        for played in &game.plies {
            let mut left = each + random.random::<f64>();
            while left >= 1.0 {
                left -= 1.0;
                if let Some(near) = wander(&position, &mut random) {
                    evaluator.refresh(&near);
                    let value = evaluator.evaluate(&near);
                    let result = result_for(near.turn(), game);
                    samples.push(&near, value, result, value);
                }
            }
            position.play(played.m);
        }
        samples
    })
}

/// A position one to three random moves away, if the game goes on there without a
/// check.
fn wander<P: FeatureSet>(position: &P, random: &mut ChaCha8Rng) -> Option<P> {
    let mut position = position.clone();
    for _ in 0..random.random_range(1..=3) {
        let moves = position.legal_moves();
        position.play(*moves.choose(random)?);
    }
    let goes_on = position.variant_end().is_none() && !position.is_check();
    goes_on.then_some(position)
}

/// What `convert` makes of each game and its number among all files' games; many are
/// replayed at once.
fn collect<P: Evaluate + Notation, C>(
    files: &[PathBuf],
    convert: C,
) -> Result<TrainingData, SampleError>
where
    C: Fn(usize, &PlayedGame) -> Samples + Sync,
{
    let mut data = TrainingData::default();
    for path in files {
        let mut games = Games::of::<P>(path)?;
        loop {
            let first = data.games;
            let chunk: Vec<_> = games.by_ref().take(GAMES_AT_ONCE).collect();
            if chunk.is_empty() {
                break;
            }
            data.games += chunk.len();
            let converted = chunk.into_par_iter().enumerate().map(|(place, game)| {
                let number = first + place;
                let game = replay::<P>(path, number, game?)?;
                Ok((is_held_out(number), convert(number, &game)))
            });
            for game in converted.collect::<Vec<Result<_, SampleError>>>() {
                match game? {
                    (true, samples) => data.held_out.append(&samples)?,
                    (false, samples) => data.training.append(&samples)?,
                }
            }
        }
    }
    Ok(data)
}

/// The moves of a game; now and then looks whether the program's evaluator follows
/// them.
fn replay<P: Evaluate + Notation>(
    path: &Path,
    number: usize,
    game: WrittenGame,
) -> Result<PlayedGame, SampleError> {
    let played = game.replay::<P>().map_err(|error| {
        let message = format!("{}: game {}: {error}", path.display(), game.number);
        DataError::from(FileError::Content(message))
    })?;
    if is_held_out(number) {
        let moves = played.plies.iter().map(|ply| ply.m);
        check_incremental::<P>(moves).map_err(SampleError::Incremental)?;
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::nnue::{Network, NetworkEvaluator};
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
                evaluator.accumulators.refresh(&position);
                values.push(evaluator.output(&position));
                samples.push(&position, 0, 1, 0);
                match position.legal_moves().choose(&mut random) {
                    Some(&m) => position.play(m),
                    None => break,
                }
            }
        }
        let table = InputTable::new::<P>(&[&samples]);
        let mut on = Default::default();
        for (index, value) in values.into_iter().enumerate() {
            let inputs = samples.inputs(index, &table, &mut on);
            assert_eq!(quantised_output(&network, &inputs), value, "{index}");
        }
    }

    for_each_game!(inputs_are_those_of_the_evaluator);
}
