//! Tuning a game's evaluation on written games: the weights that make the static
//! value foretell what the search found and how the game ended (Texel's method,
//! after Österlund 2014, with derivatives).

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::PathBuf;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::engine::registry::{Game, GameVisitor};
use crate::eval::HandCrafted;
use crate::eval::weights::render;
use crate::rules::Color;
use crate::search::parameters::Searchable;

use super::fit::{Problem, Regularization, best_scale, expected, in_parallel, loss_of};
use super::linear::{Block, Labelled, Linearization, exact_value};
use super::parameters::{Kind, parameters, values, with_values};
use super::read::{self, DataError};

/// One game in so many is held out.
const HELD_OUT: usize = 10;

/// Positions in a block.
const BLOCK: usize = 2048;

/// Positions of a game are alike: so many are worth one that is independent.
const ALIKE: f64 = 8.0;

/// The standard deviation of a number's prior, in centipawns or the like: a
/// constant and a share of the starting value.
const LEAST_DEVIATION: f64 = 10.0;
const DEVIATION_SHARE: f64 = 0.25;

/// The order of positions does not change from run to run.
const SEED: u64 = 1;

/// What to tune on and how.
#[derive(Clone, Debug)]
pub struct TuneSettings {
    /// The game.
    pub game: &'static Game,
    /// Files that `galaverna datagen` wrote.
    pub data: Vec<PathBuf>,
    /// At most so many positions, chosen at random; `None` for all.
    pub positions: Option<usize>,
    /// How much the score of the search counts against the result, from 0 to 1.
    pub lambda: f64,
    /// How often the evaluation is made linear.
    pub rounds: usize,
    /// At most so many times through all positions in each round.
    pub epochs: usize,
    /// The weights file to write.
    pub output: PathBuf,
}

/// Why nothing was tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// There are too few.
    #[error("too few games: {HELD_OUT} with quiet positions are needed at least")]
    TooFew,
    /// The weights cannot be written.
    #[error("{}: {error}", path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// The mean squared errors of a set of weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// On the positions that are learnt from.
    pub training: f64,
    /// On those held out.
    pub held_out: f64,
}

/// How far tuning is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// The games have been read.
    Read {
        /// Games with quiet positions.
        games: usize,
        /// Positions to learn from.
        training: usize,
        /// Positions held out.
        held_out: usize,
    },
    /// The scale of expected results, in centipawns, has been fitted.
    Scale(f64),
    /// The errors of the weights at the beginning of a round, and at the end.
    Round(usize, Losses),
    /// Once through all positions: round, epoch and the error on what is held out.
    Epoch(usize, usize, f64),
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Read {
                games,
                training,
                held_out,
            } => write!(
                f,
                "{games} games, {training} positions, {held_out} held out"
            ),
            Progress::Scale(scale) => write!(f, "scale {scale:.0} centipawns"),
            Progress::Round(round, losses) => write!(
                f,
                "after round {round}: error {:.6}, held out {:.6}",
                losses.training, losses.held_out
            ),
            Progress::Epoch(round, epoch, loss) => {
                write!(f, "round {round}, epoch {epoch}: held out {loss:.6}")
            }
        }
    }
}

/// Tunes and writes the weights file.
///
/// # Errors
///
/// If the games cannot be read or the file cannot be written.
pub fn run(settings: &TuneSettings, observer: &mut dyn FnMut(Progress)) -> Result<(), TuneError> {
    settings.game.accept(Tuning { settings, observer })
}

struct Tuning<'a> {
    settings: &'a TuneSettings,
    observer: &'a mut dyn FnMut(Progress),
}

impl GameVisitor for Tuning<'_> {
    type Output = Result<(), TuneError>;

    fn visit<P: Searchable + HandCrafted>(self) -> Self::Output {
        let Tuning { settings, observer } = self;
        let games = read_games::<P>(settings)?;
        let data = Data::split(games, settings, P::weights(), observer)?;
        let failed = |error| TuneError::Output {
            path: settings.output.clone(),
            error,
        };
        // Not only after minutes of work, and what is there stays until then.
        let mut options = OpenOptions::new();
        let output = options.append(true).create(true);
        output.open(&settings.output).map_err(failed)?;
        let tuned = tune(&data, P::weights(), settings, observer);
        let text = render(&tuned.weights, &header::<P>(settings, &data, &tuned));
        fs::write(&settings.output, text).map_err(failed)
    }
}

/// A position, the score of the search and the result, both from White's view.
struct ScoredPosition<P> {
    position: P,
    score: f64,
    result: f64,
}

/// The quiet positions of all files, game by game, but those with a bare king or
/// a last piece.
fn read_games<P: HandCrafted>(
    settings: &TuneSettings,
) -> Result<Vec<Vec<ScoredPosition<P>>>, DataError> {
    let mut games: Vec<Vec<ScoredPosition<P>>> = Vec::new();
    for path in &settings.data {
        let mut last_ply = None;
        for sample in read::read::<P>(path)? {
            let sample = sample?;
            // Two games of which the second's begins later count as one: no harm.
            if last_ply.is_none_or(|last| sample.ply <= last) {
                games.push(Vec::new());
            }
            last_ply = Some(sample.ply);
            // What a few nodes fail to mate says nothing of what the pieces are worth.
            let board = sample.position.board();
            if Color::ALL
                .iter()
                .any(|&side| !board.by_color(side).more_than_one())
            {
                continue;
            }
            if let Some(game) = games.last_mut() {
                game.push(ScoredPosition {
                    position: sample.position,
                    score: f64::from(sample.score_white_cp),
                    result: f64::from(sample.result_white),
                });
            }
        }
    }
    Ok(games)
}

/// What to learn from.
struct Data<P> {
    games: usize,
    training: Vec<Labelled<P>>,
    held_out: Vec<Labelled<P>>,
    scale: f64,
}

impl<P: HandCrafted> Data<P> {
    fn split(
        games: Vec<Vec<ScoredPosition<P>>>,
        settings: &TuneSettings,
        weights: &P::Weights,
        observer: &mut dyn FnMut(Progress),
    ) -> Result<Data<P>, TuneError> {
        let count = games.len();
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for (number, game) in games.into_iter().enumerate() {
            match number % HELD_OUT {
                0 => held_out.extend(game),
                _ => training.extend(game),
            }
        }
        let mut random = ChaCha8Rng::seed_from_u64(SEED);
        training.shuffle(&mut random);
        held_out.shuffle(&mut random);
        if let Some(most) = settings.positions {
            training.truncate(most - most / HELD_OUT);
            held_out.truncate(most / HELD_OUT);
        }
        if training.is_empty() || held_out.is_empty() || count < HELD_OUT {
            return Err(TuneError::TooFew);
        }
        observer(Progress::Read {
            games: count,
            training: training.len(),
            held_out: held_out.len(),
        });
        // By results alone: on a scale without end all scores would fit.
        let values = in_parallel(&training, |scored| {
            (exact_value(&scored.position, weights), scored.result)
        });
        let scale = best_scale(&values);
        observer(Progress::Scale(scale));
        let label = |scored: ScoredPosition<P>| {
            let by_score = expected(scored.score, scale);
            let target = settings.lambda * by_score + (1.0 - settings.lambda) * scored.result;
            Labelled {
                position: scored.position,
                target: target as f32,
            }
        };
        Ok(Data {
            games: count,
            training: training.into_iter().map(label).collect(),
            held_out: held_out.into_iter().map(label).collect(),
            scale,
        })
    }

    fn losses(&self, weights: &P::Weights) -> Losses {
        let loss = |samples: &[Labelled<P>]| {
            let values = in_parallel(samples, |sample| {
                let value = exact_value(&sample.position, weights);
                (value, f64::from(sample.target))
            });
            loss_of(values.into_iter(), self.scale)
        };
        Losses {
            training: loss(&self.training),
            held_out: loss(&self.held_out),
        }
    }
}

/// What came of it.
struct Tuned<W> {
    weights: W,
    before: Losses,
    after: Losses,
}

/// Makes the evaluation linear, moves the weights, and again from there.
fn tune<P: HandCrafted>(
    data: &Data<P>,
    start: &P::Weights,
    settings: &TuneSettings,
    observer: &mut dyn FnMut(Progress),
) -> Tuned<P::Weights> {
    let list = parameters(start);
    let starting_values = values(start);
    let before = data.losses(start);
    observer(Progress::Round(0, before));
    let mut tuned = Tuned {
        weights: start.clone(),
        before,
        after: before,
    };
    let mut numbers = starting_values.clone();
    for round in 1..=settings.rounds {
        let linearization = Linearization::<P>::of(&tuned.weights, &list);
        let blocks = |samples: &[Labelled<P>]| -> Vec<Block> {
            let chunks: Vec<&[Labelled<P>]> = samples.chunks(BLOCK).collect();
            in_parallel(&chunks, |chunk| linearization.block(chunk))
        };
        let mut regularizations: Vec<Regularization> = numbers
            .iter()
            .zip(&starting_values)
            .map(regularization)
            .collect();
        for parameter in list.iter().filter(|p| p.kind == Kind::Plain) {
            let offset = parameter.offset;
            regularizations[offset].trust_radius = trust_radius(numbers[offset]);
        }
        let (training, held_out) = (blocks(&data.training), blocks(&data.held_out));
        let problem = Problem {
            training: &training,
            held_out: &held_out,
            regularizations: &regularizations,
            // The starting value is a guess that is off by its deviation: what the
            // positions say weighs against it by how many there are.
            penalty_weight: before.training * ALIKE / data.training.len() as f64,
            scale: data.scale,
            epochs: settings.epochs,
        };
        let (moves, _) = problem.solve(&mut |epoch, loss| {
            observer(Progress::Epoch(round, epoch, loss));
        });
        let moved: Vec<i32> = numbers
            .iter()
            .zip(moves)
            .map(|(number, by)| number + by.round() as i32)
            .collect();
        let weights = with_values(start, &moved);
        let losses = data.losses(&weights);
        observer(Progress::Round(round, losses));
        if losses.held_out >= tuned.after.held_out {
            break;
        }
        tuned.weights = weights;
        tuned.after = losses;
        numbers = moved;
    }
    tuned
}

fn regularization((&number, &start): (&i32, &i32)) -> Regularization {
    Regularization {
        mean: f64::from(start - number),
        deviation: LEAST_DEVIATION + DEVIATION_SHARE * f64::from(start.abs()),
        trust_radius: f64::INFINITY,
    }
}

/// How far a number goes in one round on which the value does not depend linearly.
fn trust_radius(number: i32) -> f64 {
    4.0 + f64::from(number.abs()) / 3.0
}

fn header<P: HandCrafted>(
    settings: &TuneSettings,
    data: &Data<P>,
    tuned: &Tuned<P::Weights>,
) -> String {
    let files: Vec<String> = settings
        .data
        .iter()
        .filter_map(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    format!(
        "The weights of {}, as 'galaverna tune' wrote them.\n\n\
         Data: {} positions of {} games, and {} positions held out;\n\
         files: {}.\n\
         Scale {:.0} centipawns, lambda {}.\n\
         Mean squared error before: {:.6}, held out {:.6};\n\
         after: {:.6}, held out {:.6}.",
        P::TITLE,
        data.training.len(),
        data.games,
        data.held_out.len(),
        files.join(", "),
        data.scale,
        settings.lambda,
        tuned.before.training,
        tuned.before.held_out,
        tuned.after.training,
        tuned.after.held_out,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::rules::chess::Chess;
    use rand::seq::IndexedRandom;

    /// Positions of random games whose values by `truth` are their scores.
    fn games(truth: &<Chess as HandCrafted>::Weights) -> Vec<Vec<ScoredPosition<Chess>>> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut game = |_| {
            let mut position = Chess::start();
            let mut scored = Vec::new();
            for _ in 0..80 {
                let moves = position.legal_moves();
                let Some(&m) = moves.choose(&mut random) else {
                    break;
                };
                position.play(m);
                let score = exact_value(&position, truth);
                scored.push(ScoredPosition {
                    result: expected(score, 300.0),
                    position: position.clone(),
                    score,
                });
            }
            scored
        };
        (0..60).map(&mut game).collect()
    }

    fn settings() -> TuneSettings {
        TuneSettings {
            game: Game::named("chess").expect("a known game"),
            data: Vec::new(),
            positions: None,
            lambda: 1.0,
            rounds: 2,
            // Few positions: each time through them is a single step.
            epochs: 500,
            output: PathBuf::new(),
        }
    }

    #[test]
    fn moved_weights_are_found_again() {
        let truth = Chess::weights();
        let mut start = truth.clone();
        start.material[2].middlegame -= 60;
        start.material[2].endgame += 40;
        start.tempo += 9;
        start.king.attack.weak_square += 5;
        let data = Data::split(games(truth), &settings(), truth, &mut |_| {}).unwrap();
        let tuned = tune(&data, &start, &settings(), &mut |_| {});
        let Tuned { before, after, .. } = &tuned;
        assert!(
            after.held_out < 0.2 * before.held_out,
            "{before:?} {after:?}"
        );
        let found = &tuned.weights;
        assert!((found.tempo - truth.tempo).abs() <= 2, "{}", found.tempo);
        let units = found.king.attack.weak_square;
        assert!(
            (units - truth.king.attack.weak_square).abs() <= 3,
            "{units}"
        );
    }

    #[test]
    fn too_few_games_are_refused() {
        let few = games(Chess::weights()).into_iter().take(HELD_OUT - 1);
        let data = Data::split(few.collect(), &settings(), Chess::weights(), &mut |_| {});
        assert!(matches!(data, Err(TuneError::TooFew)));
    }
}
