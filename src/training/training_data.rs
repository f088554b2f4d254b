//! What a network is trained on and tested with: the positions of games that were written
//! down, or others near these.

use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::format::{PlayedGame, WrittenGame};
use super::model;
use super::read::{self, DataError, Filter, Games};
use super::samples::{InputTable, SampleError, Samples, Seen};
use super::store::{Folder, Memory, Store};
use crate::batch::file::FileError;
use crate::eval::{Evaluate, Evaluator, check_incremental};
use crate::nnue::FeatureSet;
use crate::notation::Notation;
use crate::rules::Color;

/// One game in so many is held out.
const HELD_OUT: usize = 20;

/// Games that are replayed at once.
const GAMES_AT_ONCE: usize = 2048;

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
    use crate::rules::alice::Alice;
    use crate::rules::{Move, MoveKind, Square};
    use crate::training::format::Ply;

    use super::*;

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
