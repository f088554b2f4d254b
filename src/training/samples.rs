//! Positions to train on.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use super::format::{PlayedGame, WrittenGame};
use super::model::{self, Inputs, Shape};
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

    fn push<P: FeatureSet>(&mut self, position: &P, score: i32, result: u8, static_eval: i32) {
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

    fn encode(&self, index: usize, bytes: &mut Vec<u8>) {
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
    fn decode(mut bytes: &[u8]) -> Result<Samples, SampleError> {
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
struct Seen(Vec<bool>);

impl Seen {
    fn nothing() -> Seen {
        Seen(vec![false; THINGS * 64])
    }

    fn add(&mut self, samples: &Samples) {
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
    fn new<P: FeatureSet>(seen: &Seen) -> InputTable {
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

/// How many positions may be in memory, and where the others are meanwhile.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    /// So many at a time.
    pub positions: usize,
    /// A folder for the others, which is made if there are any and removed in the end.
    pub folder: &'a Path,
    /// Decides which positions are in memory together.
    pub seed: u64,
}

impl Memory<'_> {
    /// Room for about so many positions.
    fn store(&self, positions: usize, name: &str) -> Result<Store, SampleError> {
        let chunks = positions.div_ceil(self.positions).max(1);
        let files = match chunks {
            1 => Vec::new(),
            _ => {
                let paths = (0..chunks).map(|chunk| self.folder.join(format!("{name}-{chunk}")));
                paths.map(ChunkFile::new).collect::<Result<_, _>>()?
            }
        };
        Ok(Store {
            lengths: vec![0; chunks],
            only: Samples::default(),
            files,
        })
    }
}

/// A folder that goes with this value.
#[derive(Debug)]
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // One that stays is emptied by the next training of the same network.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Positions that wait.
#[derive(Debug)]
struct ChunkFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl ChunkFile {
    fn new(path: PathBuf) -> Result<ChunkFile, SampleError> {
        let file = File::create(&path).map_err(FileError::of(&path));
        let writer = BufWriter::new(file.map_err(DataError::from)?);
        Ok(ChunkFile { path, writer })
    }
}

/// Positions in chunks at random, one of which is in memory at a time.
#[derive(Debug, Default)]
pub struct Store {
    lengths: Vec<usize>,
    /// The chunk, if there is but one.
    only: Samples,
    files: Vec<ChunkFile>,
}

impl Store {
    /// How many positions each chunk has.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The positions of a chunk.
    ///
    /// # Errors
    ///
    /// If its file cannot be read.
    pub fn chunk(&self, number: usize) -> Result<Cow<'_, Samples>, SampleError> {
        let Some(ChunkFile { path, .. }) = self.files.get(number) else {
            return Ok(Cow::Borrowed(&self.only));
        };
        let bytes = fs::read(path).map_err(FileError::of(path));
        Samples::decode(&bytes.map_err(DataError::from)?).map(Cow::Owned)
    }

    /// Adds positions, each to a chunk at random.
    fn add(&mut self, samples: &Samples, random: &mut ChaCha8Rng) -> Result<(), SampleError> {
        if self.files.is_empty() {
            self.lengths[0] += samples.len();
            return self.only.append(samples);
        }
        let mut bytes = Vec::new();
        for index in 0..samples.len() {
            let chunk = random.random_range(0..self.files.len());
            let ChunkFile { path, writer } = &mut self.files[chunk];
            bytes.clear();
            samples.encode(index, &mut bytes);
            let written = writer.write_all(&bytes).map_err(FileError::of(path));
            written.map_err(DataError::from)?;
            self.lengths[chunk] += 1;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), SampleError> {
        for ChunkFile { path, writer } in &mut self.files {
            let flushed = writer.flush().map_err(FileError::of(path));
            flushed.map_err(DataError::from)?;
        }
        Ok(())
    }
}

/// What to train on and what to test with.
#[derive(Debug)]
pub struct TrainingData {
    /// Different games read.
    pub games: usize,
    /// Games that had been read before, of this file or another.
    pub repeated: usize,
    /// Positions to train on.
    pub training: Store,
    /// Positions of other games.
    pub held_out: Store,
    /// The inputs of both.
    pub table: InputTable,
    /// Where they are; removed after the files in it are closed.
    _folder: Option<Folder>,
}

/// How scores are mixed with those that follow them in their game (TD(λ)).
#[derive(Clone, Copy, Debug)]
pub struct Mixing {
    /// How much the next score counts against a position's own, and so on, from 0 to 1.
    pub lambda: f32,
    /// Centipawns by which a score is divided to become a winning chance.
    pub score_scale: f32,
}

/// The positions of the games in these files, their scores mixed.
///
/// # Errors
///
/// If a file cannot be read, or the program's incremental evaluation is wrong.
pub fn from_games<P: Evaluate + Notation>(
    files: &[PathBuf],
    filter: Filter,
    mixing: Mixing,
    memory: &Memory,
) -> Result<TrainingData, SampleError> {
    let plies = plies::<P>(files)?;
    collect::<P, _>(files, plies, memory, |number, game| {
        let mut samples = Samples::default();
        let scores = smoothed(game, mixing);
        let mut evaluator = is_held_out(number).then(P::evaluator);
        for sample in read::positions::<P>(game, filter) {
            let (position, turn) = (&sample.position, sample.position.turn());
            let static_eval = evaluator.as_mut().map_or(0, |evaluator| {
                evaluator.refresh();
                evaluator.evaluate(position)
            });
            let score_white_cp = scores[sample.ply];
            let score = turn.fold_wb(score_white_cp, -score_white_cp);
            samples.push(position, score, result_for(turn, game), static_eval);
        }
        samples
    })
}

/// The scores of a game's plies in centipawns from White's view, each mixed with what the game
/// came to after it (TD(λ), Sutton 1988): of the chance to win, a share of `1 - lambda` is that
/// of the ply's own score, and `lambda` that of the next ply searched, mixed in the same way;
/// after the last of them it is the result.
fn smoothed(game: &PlayedGame, mixing: Mixing) -> Vec<i32> {
    let Mixing {
        lambda,
        score_scale,
    } = mixing;
    let mut later = f32::from(result_for(Color::White, game)) / 2.0;
    let mut scores = vec![0; game.plies.len()];
    for (smoothed, played) in scores.iter_mut().zip(&game.plies).rev() {
        let Some(score) = played.score else { continue };
        let chance = model::chance(f32::from(score) / score_scale);
        later = lambda * later + (1.0 - lambda) * chance;
        // A chance of 0 or 1 is infinitely many.
        let most = f32::from(i16::MAX);
        let centipawns = (score_scale * (later / (1.0 - later)).ln()).clamp(-most, most);
        *smoothed = match lambda {
            0.0 => i32::from(score),
            _ => centipawns.round() as i32,
        };
    }
    scores
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
    memory: &Memory,
) -> Result<TrainingData, SampleError> {
    let each = count as f64 / plies::<P>(files)?.max(1) as f64;
    collect::<P, _>(files, count, memory, |number, game| {
        let mut random = ChaCha8Rng::seed_from_u64(memory.seed);
        random.set_stream(number as u64);
        let mut samples = Samples::default();
        let mut evaluator = P::evaluator();
        let mut position = P::start();
        for played in &game.plies {
            let mut left = each + random.random::<f64>();
            while left >= 1.0 {
                left -= 1.0;
                if let Some(near) = wander(&position, &mut random) {
                    evaluator.refresh();
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

/// The plies of all games.
fn plies<P: Notation>(files: &[PathBuf]) -> Result<usize, SampleError> {
    let mut plies = 0;
    for path in files {
        for game in Games::of::<P>(path)? {
            plies += game?.plies();
        }
    }
    Ok(plies)
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

/// What `convert` makes of each game and its number among all files' games, about
/// `positions` in all; many are replayed at once.
fn collect<P: Evaluate + Notation, C>(
    files: &[PathBuf],
    positions: usize,
    memory: &Memory,
    convert: C,
) -> Result<TrainingData, SampleError>
where
    C: Fn(usize, &PlayedGame) -> Samples + Sync,
{
    let folder = match positions > memory.positions {
        true => {
            // What a training that was killed has left.
            let _ = fs::remove_dir_all(memory.folder);
            let made = fs::create_dir_all(memory.folder);
            let failed = FileError::of(memory.folder);
            made.map_err(|error| DataError::from(failed(error)))?;
            Some(Folder(memory.folder.to_owned()))
        }
        false => None,
    };
    let mut data = TrainingData {
        games: 0,
        repeated: 0,
        training: memory.store(positions, "training")?,
        held_out: memory.store(positions / HELD_OUT, "held-out")?,
        table: InputTable::default(),
        _folder: folder,
    };
    let mut seen = Seen::nothing();
    let mut known = Known::default();
    let mut random = ChaCha8Rng::seed_from_u64(memory.seed);
    random.set_stream(u64::MAX);
    for path in files {
        let games = Games::of::<P>(path)?;
        let mut games = games.filter(|game| game.as_ref().map_or(true, |game| known.is_new(game)));
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
                let (is_held_out, samples) = game?;
                seen.add(&samples);
                let store = match is_held_out {
                    true => &mut data.held_out,
                    false => &mut data.training,
                };
                store.add(&samples, &mut random)?;
            }
        }
    }
    data.repeated = known.repeated;
    data.training.flush()?;
    data.held_out.flush()?;
    data.table = InputTable::new::<P>(&seen);
    Ok(data)
}

/// The games that have been read: whoever uses a seed again or passes a file twice would
/// train on some games twice, and test on what was trained on.
#[derive(Default)]
struct Known {
    hashes: HashSet<u64, BuildHasherDefault<DefaultHasher>>,
    repeated: usize,
}

impl Known {
    fn is_new(&mut self, game: &WrittenGame) -> bool {
        let is_new = self.hashes.insert(self.hashes.hasher().hash_one(game));
        self.repeated += usize::from(!is_new);
        is_new
    }
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
    use crate::rules::alice::Alice;
    use crate::rules::clupso::Clupso;
    use crate::rules::{Move, MoveKind, Position};
    use crate::training::format::Ply;
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

    #[test]
    fn scores_are_mixed_with_those_that_follow() {
        let m = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
        let ply = |score| Ply { m, score };
        let game = |winner| PlayedGame {
            number: 0,
            winner,
            plies: [None, Some(-100), Some(400)].map(ply).to_vec(),
        };
        let mixed = |winner, lambda, score_scale| {
            let mixing = Mixing {
                lambda,
                score_scale,
            };
            smoothed(&game(winner), mixing)
        };
        assert_eq!(mixed(None, 0.0, 400.0), [0, -100, 400]);
        assert_eq!(mixed(None, 1.0, 400.0), [0, 0, 0]);
        let won = i32::from(i16::MAX);
        assert_eq!(mixed(Some(Color::White), 1.0, 400.0), [0, won, won]);
        assert_eq!(mixed(Some(Color::Black), 1.0, 400.0), [0, -won, -won]);
        // Chances of 0.438 and 0.731, a draw after them: 0.527 and 0.616.
        assert_eq!(mixed(None, 0.5, 400.0), [0, 43, 188]);
        // Chances of 0.378 and 0.881: 0.534 and 0.690.
        assert_eq!(mixed(None, 0.5, 200.0), [0, 27, 160]);
    }

    /// The positions of a file of games, where so many are held in memory.
    fn positions_of(files: &[PathBuf], positions: usize, folder: &Path) -> TrainingData {
        let memory = Memory {
            positions,
            folder,
            seed: 3,
        };
        let mixing = Mixing {
            lambda: 0.0,
            score_scale: 400.0,
        };
        from_games::<Alice>(files, Filter::QUIET, mixing, &memory).expect("games")
    }

    /// All positions, in an order of their own.
    fn encoded(store: &Store) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for number in 0..store.lengths().len() {
            let chunk = store.chunk(number).expect("a chunk");
            assert_eq!(chunk.len(), store.lengths()[number]);
            all.extend((0..chunk.len()).map(|index| {
                let mut bytes = Vec::new();
                chunk.encode(index, &mut bytes);
                bytes
            }));
        }
        all.sort_unstable();
        all
    }

    fn games() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/datagen/alice.games")
    }

    /// Positions that wait in files are those that would be in memory, each once.
    #[test]
    fn positions_come_back_from_files() {
        let folder = std::env::temp_dir().join(format!("galaverna-chunks-{}", std::process::id()));
        let whole = positions_of(&[games()], 100_000, &folder);
        assert!(!folder.exists());
        let parts = positions_of(&[games()], 50, &folder);
        assert!(parts.training.lengths().len() > 3);
        assert!(parts.training.lengths().iter().all(|&length| length > 0));
        assert!(whole.training.len() > 100 && !whole.held_out.is_empty());
        assert_eq!(encoded(&parts.training), encoded(&whole.training));
        assert_eq!(encoded(&parts.held_out), encoded(&whole.held_out));
        drop(parts);
        assert!(!folder.exists());
    }

    #[test]
    fn a_game_that_is_there_twice_counts_once() {
        let folder = Path::new("not needed");
        let once = positions_of(&[games()], 100_000, folder);
        let twice = positions_of(&[games(), games()], 100_000, folder);
        assert!(once.games > 1);
        assert_eq!((once.repeated, twice.repeated), (0, once.games));
        assert_eq!(twice.games, once.games);
        assert_eq!(encoded(&twice.training), encoded(&once.training));
        assert_eq!(encoded(&twice.held_out), encoded(&once.held_out));
    }
}
