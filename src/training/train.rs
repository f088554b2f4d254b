//! Passes over the data.

use std::f32::consts::PI;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use thiserror::Error;

use crate::batch::file::{Claim, FileError};
use crate::batch::{self, replace_durably};
use crate::eval::Evaluate;
use crate::host::Interrupt;
use crate::nnue::{FeatureSet, NetworkError, Weights};
use crate::notation::Notation;
use crate::output::OutputError;
use crate::with_type_of;

use super::adamw::AdamW;
use super::model::{Inputs, Model, Shape, chance, kept_inputs, quantised_output};
use super::samples::{InputTable, Label, SampleError, Samples};
use super::settings::TrainSettings;
use super::store::{Memory, Store};
use super::training_data::{self, Mixing, TrainingData};

/// Positions in a minibatch.
const MINIBATCH: usize = 16_384;

/// A minibatch is worked on in so many parts, each with a gradient of its own, which are
/// added up in one order: so the net does not depend on the number of threads.
const PARTS: usize = 8;

/// What the learning rate has fallen to in the end, as a share.
const LAST_RATE: f32 = 0.01;

/// What is shown during a pass.
const BAR: &str = "{bar:30} {pos}/{len} positions, {per_sec}, {eta} to go";

impl TrainSettings {
    /// All that decides what is learnt, in one line. Threads do not.
    fn command(&self) -> String {
        format!(
            "galaverna-training {} {:?} {:?} {:?} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {:?}",
            self.learn_from.game.name,
            self.learn_from.data,
            self.from,
            self.filter,
            self.lambda,
            self.result_share,
            self.last_result_share(),
            self.one_in,
            self.in_memory,
            self.passes,
            self.rate,
            self.weight_decay,
            self.static_positions,
            self.static_passes,
            self.static_rate,
            self.score_scale,
            self.scale,
            self.seed,
            self.eval_file,
        )
    }

    fn last_result_share(&self) -> f32 {
        self.last_result_share.unwrap_or(self.result_share)
    }
}

/// Why there is no network.
#[derive(Debug, Error)]
pub enum TrainError {
    /// There is nothing to train on.
    #[error(transparent)]
    Samples(#[from] SampleError),
    /// Too few games.
    #[error("too few positions to train on")]
    TooFew,
    /// A file cannot be read or written, another process trains the same network, or what
    /// was left half done was begun with other settings.
    #[error(transparent)]
    File(#[from] FileError),
    /// How it goes cannot be printed.
    #[error("{0}")]
    Output(#[from] OutputError),
    /// The network that is to be gone on from is of no use.
    #[error("{}: {error}", path.display())]
    Earlier {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: NetworkError,
    },
    /// The system gives no threads.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody wants it to stop.
    #[error("interrupted; the same command goes on with the pass that was begun")]
    Interrupted,
}

/// Mean squared errors of winning chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Against what is trained for.
    pub target: f64,
    /// Against the results of the games.
    pub result: f64,
}

/// Is told, in lines, how it goes.
pub type Print<'a> = &'a (dyn Fn(&str) -> Result<(), OutputError> + Sync);

/// Trains a network and writes it.
///
/// # Errors
///
/// If data cannot be read or files not written, `print` fails, or `interrupt` is raised.
pub fn run(
    settings: &TrainSettings,
    interrupt: &Interrupt,
    print: Print<'_>,
) -> Result<(), TrainError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .stack_size(crate::search::STACK_BYTES)
        .build()?;
    let training = Training {
        settings,
        interrupt,
        print,
    };
    pool.install(
        || with_type_of!(settings.learn_from.game, P => training.train::<P, { P::HIDDEN }>()),
    )
}

struct Training<'a> {
    settings: &'a TrainSettings,
    interrupt: &'a Interrupt,
    print: Print<'a>,
}

/// One of the two rounds of training.
#[derive(Clone, Copy, Debug)]
struct Stage<'a> {
    number: u32,
    title: &'a str,
    passes: usize,
    rate: f32,
    /// How much results count, at first and in the end.
    result_share: [f32; 2],
    /// See [`TrainSettings::score_scale`].
    score_scale: f32,
    /// See [`TrainSettings::one_in`].
    one_in: usize,
}

impl Stage<'_> {
    /// What results count when so much of the stage is done.
    fn result_share(&self, done: f32) -> f32 {
        let [first, last] = self.result_share;
        first + done * (last - first)
    }

    /// How many of so many positions a pass takes.
    fn taken(&self, positions: usize, pass: usize) -> usize {
        let others = pass % self.one_in;
        positions.saturating_sub(others).div_ceil(self.one_in)
    }

    /// Whether a pass shows the mirror image of a position: every other time that it takes it.
    fn mirrors(&self, index: usize, pass: usize) -> bool {
        !(index + pass / self.one_in).is_multiple_of(2)
    }

    /// Which of a chunk's positions a pass takes, not in the order in which it does.
    fn part(&self, positions: usize, pass: usize, mut random: ChaCha8Rng) -> Vec<u32> {
        // Fewer than 2^32, as they are made.
        let mut order: Vec<u32> = (0..positions as u32).collect();
        if self.one_in == 1 {
            return order;
        }
        // The same in every pass.
        order.shuffle(&mut random);
        let part = order.into_iter().skip(pass % self.one_in);
        part.step_by(self.one_in).collect()
    }
}

/// What an output is trained for, where results count so much.
fn target(label: Label, score_scale: f32, result_share: f32) -> f32 {
    let by_score = chance(label.score / score_scale);
    by_score + result_share * (label.result - by_score)
}

/// What a training that was broken off goes on with.
struct Progressed<const H: usize> {
    model: Model<H>,
    adamw: AdamW,
    /// Passes completed, stage by stage.
    completed: [u32; 2],
}

impl Training<'_> {
    fn train<P: Evaluate + Notation, const H: usize>(&self) -> Result<(), TrainError> {
        let settings = self.settings;
        // The network and what is kept until it is made are one training's.
        let _claim = Claim::new(settings.output.with_extension("lock"))?;
        let shape = Shape::of::<P>();
        let checkpoint = Checkpoint {
            path: settings.output.with_extension("checkpoint"),
            command: settings.command(),
        };
        let mut progressed = match checkpoint.read::<H>(shape)? {
            Some(progressed) => progressed,
            None => Progressed {
                model: self.first_model::<P, H>()?,
                adamw: AdamW::new(shape.parameters()),
                completed: [0; 2],
            },
        };
        let folder = settings.output.with_extension("positions");
        let held = Memory {
            positions: settings.in_memory.get(),
            folder: &folder,
            seed: settings.seed,
        };
        // A small integer.
        let score_scale = settings.score_scale as f32;
        let stages = [
            Stage {
                number: 0,
                title: "static evaluation",
                passes: settings.static_passes.get(),
                rate: settings.static_rate,
                result_share: [0.0; 2],
                score_scale,
                one_in: 1,
            },
            Stage {
                number: 1,
                title: "games",
                passes: settings.passes.get(),
                rate: settings.rate,
                result_share: [settings.result_share, settings.last_result_share()],
                score_scale,
                one_in: settings.one_in.get(),
            },
        ];
        if settings.static_positions > 0 && (progressed.completed[0] as usize) < stages[0].passes {
            let count = settings.static_positions;
            let data = training_data::near_games::<P>(&settings.learn_from.data, count, &held)?;
            self.fit(&stages[0], &data, &mut progressed, &checkpoint)?;
        }
        let data = training_data::from_games::<P>(
            &settings.learn_from.data,
            settings.filter,
            Mixing {
                lambda: settings.lambda,
                score_scale,
            },
            &held,
        )?;
        if data.training.is_empty() || data.held_out.is_empty() {
            return Err(TrainError::TooFew);
        }
        let by_program = losses(&data.held_out, &stages[1], |_, _, label| label.static_eval)?;
        (self.print)(&format!("the program's static evaluation: {by_program}"))?;
        self.fit(&stages[1], &data, &mut progressed, &checkpoint)?;
        let mut network = progressed.model.quantised(settings.score_scale);
        let by_network = losses_by(&data, &stages[1], |inputs| {
            quantised_output(&network, inputs) as f32
        })?;
        network.scale = settings.scale;
        replace_durably(&settings.output, &network.to_bytes::<P>())?;
        (self.print)(&format!("in integers: {by_network}"))?;
        // Nothing is lost if it stays.
        let _ = fs::remove_file(&checkpoint.path);
        Ok(())
    }

    /// What training begins with.
    fn first_model<P: Evaluate, const H: usize>(&self) -> Result<Model<H>, TrainError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        let Some(path) = &self.settings.from else {
            return Ok(Model::random(Shape::of::<P>(), &mut random));
        };
        let bytes = fs::read(path).map_err(FileError::of(path))?;
        let model = Weights::from_bytes::<P>(&bytes).and_then(|earlier| {
            let (shape, kept) = (Shape::of::<P>(), kept_inputs::<P>(&earlier)?);
            Model::from_earlier(shape, &earlier, &kept, self.settings.scale, &mut random)
        });
        model.map_err(|error| TrainError::Earlier {
            path: path.clone(),
            error,
        })
    }

    /// All passes of a stage that are still to be made.
    fn fit<const H: usize>(
        &self,
        stage: &Stage,
        data: &TrainingData,
        progressed: &mut Progressed<H>,
        checkpoint: &Checkpoint,
    ) -> Result<(), TrainError> {
        let training = &data.training;
        (self.print)(&format!(
            "{}: {} games, {} positions, {} held out",
            stage.title,
            data.games,
            training.len(),
            data.held_out.len()
        ))?;
        if data.repeated > 0 {
            let repeated = data.repeated;
            (self.print)(&format!("{repeated} games are there again and count once"))?;
        }
        let number = stage.number as usize;
        for pass in progressed.completed[number] as usize..stage.passes {
            let stream = |number: u64| {
                let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
                random.set_stream(u64::from(stage.number) << 32 | number);
                random
            };
            let mut random = stream(pass as u64);
            let lengths = training.lengths();
            let taken = lengths.iter().map(|&length| stage.taken(length, pass));
            let positions: usize = taken.clone().sum();
            let minibatches: usize = taken.map(|taken| taken.div_ceil(MINIBATCH)).sum();
            let mut chunks: Vec<usize> = (0..lengths.len()).collect();
            chunks.shuffle(&mut random);
            let (mut seconds, mut loss, mut minibatch) = (0.0, 0.0, 0);
            let bar = batch::bar(positions, BAR);
            for chunk in chunks {
                let samples = training.chunk(chunk)?;
                let mut order = stage.part(samples.len(), pass, stream(1 << 31 | chunk as u64));
                order.shuffle(&mut random);
                let start = Instant::now();
                for indices in order.chunks(MINIBATCH) {
                    if self.interrupt.is_raised() {
                        bar.finish_and_clear();
                        return Err(TrainError::Interrupted);
                    }
                    let done = (pass * minibatches + minibatch) as f32
                        / (stage.passes * minibatches) as f32;
                    let share = LAST_RATE + (1.0 - LAST_RATE) * (1.0 + (PI * done).cos()) / 2.0;
                    let step = Step {
                        rate: stage.rate * share,
                        weight_decay: self.settings.weight_decay,
                        result_share: stage.result_share(done),
                        score_scale: stage.score_scale,
                    };
                    let mirrors = |index| stage.mirrors(index, pass);
                    loss += step.make(&samples, mirrors, &data.table, progressed, indices);
                    minibatch += 1;
                    bar.inc(indices.len() as u64);
                }
                seconds += start.elapsed().as_secs_f64();
            }
            bar.finish_and_clear();
            let model = &progressed.model;
            let by_model = losses_by(data, stage, |inputs| {
                stage.score_scale * model.output(inputs)
            })?;
            progressed.completed[number] += 1;
            checkpoint.write(progressed)?;
            (self.print)(&format!(
                "pass {} of {}: {:.0} positions a second, error {:.6}; {by_model}",
                pass + 1,
                stage.passes,
                positions as f64 / seconds.max(1e-9),
                loss / positions as f64,
            ))?;
        }
        Ok(())
    }
}

/// How a minibatch is learnt.
struct Step {
    rate: f32,
    weight_decay: f32,
    /// How much results count.
    result_share: f32,
    /// See [`TrainSettings::score_scale`].
    score_scale: f32,
}

impl Step {
    /// Trains on one minibatch; the sum of its errors. `mirrors` says whether a position is
    /// shown by its mirror image.
    fn make<const H: usize>(
        &self,
        samples: &Samples,
        mirrors: impl Fn(usize) -> bool + Sync,
        table: &InputTable,
        progressed: &mut Progressed<H>,
        indices: &[u32],
    ) -> f64 {
        let model = &progressed.model;
        let weight = 1.0 / indices.len() as f32;
        let parts = indices.par_chunks(indices.len().div_ceil(PARTS));
        let parts = parts.map(|part| {
            let mut gradient = vec![0.0; model.shape.parameters()];
            let (mut on, mut sum) = (Default::default(), 0.0);
            for &index in part {
                let index = index as usize;
                let target = target(samples.label(index), self.score_scale, self.result_share);
                let inputs = samples.inputs(index, mirrors(index), table, &mut on);
                let loss = model.add_gradient(&inputs, weight, &mut gradient, |output| {
                    let chance = chance(output);
                    let error = chance - target;
                    (error * error, 2.0 * error * chance * (1.0 - chance))
                });
                sum += f64::from(loss);
            }
            (gradient, sum)
        });
        let (gradients, sums): (Vec<_>, Vec<f64>) = parts.unzip();
        let bounds = model.shape.bounds();
        let parameters = &mut progressed.model.parameters;
        progressed.adamw.step(
            parameters,
            &gradients,
            self.rate,
            self.weight_decay,
            &bounds,
        );
        sums.iter().sum()
    }
}

/// The errors of values in centipawns. The target is that of the stage's end.
fn losses(
    positions: &Store,
    stage: &Stage,
    value: impl Fn(&Samples, usize, Label) -> f32 + Sync,
) -> Result<Losses, SampleError> {
    const PIECE: usize = 4096;
    let mut sums = Vec::new();
    for chunk in 0..positions.lengths().len() {
        let samples = positions.chunk(chunk)?;
        let indices: Vec<usize> = (0..samples.len()).collect();
        sums.par_extend(indices.par_chunks(PIECE).map(|piece| {
            let mut sums = [0.0; 2];
            for &index in piece {
                let label = samples.label(index);
                let chance = chance(value(&samples, index, label) / stage.score_scale);
                let target = target(label, stage.score_scale, stage.result_share(1.0));
                sums[0] += f64::from(chance - target).powi(2);
                sums[1] += f64::from(chance - label.result).powi(2);
            }
            sums
        }));
    }
    let mean = |which: usize| {
        let sum: f64 = sums.iter().map(|sums: &[f64; 2]| sums[which]).sum();
        sum / positions.len().max(1) as f64
    };
    Ok(Losses {
        target: mean(0),
        result: mean(1),
    })
}

/// The errors on what was held out.
fn losses_by(
    data: &TrainingData,
    stage: &Stage,
    value: impl Fn(&Inputs) -> f32 + Sync,
) -> Result<Losses, SampleError> {
    losses(&data.held_out, stage, |samples, index, _| {
        let mut on = Default::default();
        value(&samples.inputs(index, false, &data.table, &mut on))
    })
}

impl std::fmt::Display for Losses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "held out {:.6}, results {:.6}", self.target, self.result)
    }
}

/// Where a training is kept between passes: the command, then numbers.
struct Checkpoint {
    path: PathBuf,
    command: String,
}

impl Checkpoint {
    fn write<const H: usize>(&self, progressed: &Progressed<H>) -> Result<(), FileError> {
        let mut bytes = self.command.clone().into_bytes();
        bytes.push(b'\n');
        let [first, second] = progressed.completed;
        for number in [first, second, progressed.adamw.steps] {
            bytes.extend(number.to_le_bytes());
        }
        let adamw = &progressed.adamw;
        for numbers in [&progressed.model.parameters, &adamw.first, &adamw.second] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        replace_durably(&self.path, &bytes)
    }

    /// What was left, if anything was.
    fn read<const H: usize>(&self, shape: Shape) -> Result<Option<Progressed<H>>, FileError> {
        let bytes = match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(FileError::of(&self.path))?,
        };
        let parsed = self.parse(&bytes, shape).ok_or_else(|| {
            let path = self.path.display();
            FileError::Content(format!(
                "{path} is of another command; remove it to begin anew"
            ))
        });
        parsed.map(Some)
    }

    fn parse<const H: usize>(&self, bytes: &[u8], shape: Shape) -> Option<Progressed<H>> {
        let (bytes, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(bytes) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let numbers = bytes.strip_prefix(self.command.as_bytes())?;
        let (numbers, rest) = numbers.strip_prefix(b"\n")?.as_chunks::<4>();
        let (head, numbers) = numbers.split_first_chunk::<3>()?;
        let [first, second, steps] = head.map(u32::from_le_bytes);
        let count = shape.parameters();
        if !rest.is_empty() || numbers.len() != 3 * count {
            return None;
        }
        let numbers: Vec<f32> = numbers
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes))
            .collect();
        let [parameters, first_moments, second_moments] =
            [0, 1, 2].map(|place| numbers[place * count..][..count].to_vec());
        let mut adamw = AdamW::new(count);
        (adamw.first, adamw.second, adamw.steps) = (first_moments, second_moments, steps);
        Some(Progressed {
            model: Model { shape, parameters },
            adamw,
            completed: [first, second],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAGE: Stage = Stage {
        number: 0,
        title: "",
        passes: 4,
        rate: 0.1,
        result_share: [0.25, 0.75],
        score_scale: 400.0,
        one_in: 3,
    };

    #[test]
    fn passes_take_other_positions_and_together_all() {
        for positions in [0, 1, 2, 3, 100] {
            let random = || ChaCha8Rng::seed_from_u64(1);
            let part = |pass| STAGE.part(positions, pass, random());
            let mut all = Vec::new();
            for pass in 0..3 {
                assert_eq!(part(pass).len(), STAGE.taken(positions, pass));
                assert_eq!(part(pass), part(pass + 3));
                all.extend(part(pass));
            }
            assert!(positions < 100 || part(0).windows(2).any(|pair| pair[0] > pair[1]));
            all.sort_unstable();
            assert!(all.into_iter().eq(0..positions as u32));
        }
    }

    #[test]
    fn passes_show_a_position_and_its_mirror_image_in_turn() {
        for index in [6, 7] {
            // All that take the same part of the positions.
            let shown = [1, 4, 7].map(|pass| STAGE.mirrors(index, pass));
            assert_eq!(shown[0], shown[2]);
            assert_ne!(shown[0], shown[1]);
            assert_ne!(shown[0], STAGE.mirrors(index + 1, 1));
        }
    }

    #[test]
    fn the_share_of_results_goes_from_the_first_to_the_last() {
        let shares = [0.0, 0.5, 1.0].map(|done| STAGE.result_share(done));
        assert_eq!(shares, [0.25, 0.5, 0.75]);
        let label = Label {
            score: 0.0,
            result: 1.0,
            static_eval: 0.0,
        };
        assert_eq!(
            shares.map(|share| target(label, 400.0, share)),
            [0.625, 0.75, 0.875]
        );
    }

    #[test]
    fn the_less_a_score_is_divided_by_the_surer_it_is() {
        let label = Label {
            score: 400.0,
            result: 1.0,
            static_eval: 0.0,
        };
        let by_score = [400.0, 200.0].map(|scale| target(label, scale, 0.0));
        assert!(by_score[0] > 0.731 && by_score[0] < 0.732 && by_score[1] > 0.88);
    }
}
