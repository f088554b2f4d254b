//! Tuning the constants of the search by simultaneous perturbation (SPSA; Spall, 1992), with
//! the gains that OpenBench and Fishtest use.
//!
//! In each pair of games all constants are moved at once, each at random up or down, one
//! player having them so and the other the other way; the result moves them all towards the
//! player who did better. What is random in thousands of pairs cancels out.

use std::fmt::Write;
use std::fs;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{io, thread};

use clap::Args;
use rand::Rng;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::batch::file::{Claim, FileError};
use crate::batch::{Progress, replace};
use crate::engine::opening::random_numbers;
use crate::host::{self, Interrupt};
use crate::output::OutputError;
use crate::search::STACK_BYTES;
use crate::search::parameters::{Parameters, Searchable};
use crate::search::transposition::NoMemory;
use crate::show::Game;
use crate::with_type_of;

use super::self_play::SelfPlayError;

/// How fast the rate of learning and the perturbation fall (Spall, 1998).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// The rate of learning falls as if so large a part of all pairs had been played before.
const STABILITY: f64 = 0.1;

/// What is to be tuned.
#[derive(Args, Clone, Debug)]
pub struct SpsaSettings {
    /// The game.
    #[arg(help = Game::choice())]
    pub game: &'static Game,
    /// How many games, two from each opening.
    #[arg(long, value_name = "N")]
    pub games: NonZeroU32,
    /// Nodes searched for each move.
    #[arg(long, value_name = "N", default_value = "5000")]
    pub nodes: NonZeroU64,
    /// The file that keeps how far it is.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// Only these constants.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub only: Vec<String>,
    /// How much of its last perturbation a constant moves by one won game at the end.
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = parse_rate)]
    pub rate: f64,
    /// Pairs of games at the same time, 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Decides openings and perturbations.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Let the engine evaluate with this network, not with the program's own.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

impl SpsaSettings {
    fn tunes(&self, constant: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == constant)
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok();
    let rate = rate.filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| "it must be a number above 0, at most 1".to_owned())
}

/// Why it breaks off.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// This program's constants are fixed.
    #[error(
        "this program's constants are compiled in; \
         one with 'cargo build --release --features tune' can change them"
    )]
    Fixed,
    /// There is no such constant.
    #[error("no constant '{0}'; there are: {1}")]
    Unknown(String, String),
    /// The file is not to be had, or of another command.
    #[error(transparent)]
    File(#[from] FileError),
    /// A game cannot be played, or somebody wants it to stop.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// No memory for the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The system gives no thread.
    #[error("no thread for a game: {0}")]
    Thread(io::Error),
    /// Standard output is gone.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// A thread has panicked; that is our mistake.
    #[error("a game broke down")]
    Panic,
}

/// One constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Constant {
    name: String,
    start: i32,
    min: i32,
    max: i32,
    /// By how much it is perturbed at the end.
    step: i32,
    value: f64,
}

/// What is asked and how far it is, as the file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Tuning {
    game: String,
    network: String,
    nodes: u64,
    seed: u64,
    rate: f64,
    /// Pairs of games in all, and those that have been played.
    pairs: u32,
    played: u32,
    constants: Vec<Constant>,
}

/// A perturbation: for each constant whether the first player has more of it, and the
/// constants of both players.
struct Probe {
    signs: Vec<f64>,
    players: [Vec<i32>; 2],
}

impl Tuning {
    fn new(settings: &SpsaSettings, start: &Parameters) -> Result<Tuning, SpsaError> {
        let table = Parameters::TABLE;
        let known = |name: &String| table.iter().any(|parameter| parameter.name == name);
        if let Some(name) = settings.only.iter().find(|name| !known(name)) {
            let names: Vec<&str> = table.iter().map(|parameter| parameter.name).collect();
            return Err(SpsaError::Unknown(name.clone(), names.join(" ")));
        }
        let chosen = table
            .iter()
            .filter(|parameter| settings.tunes(parameter.name));
        Ok(Tuning {
            game: settings.game.name.to_owned(),
            network: format!("{:08x}", settings.game.network_checksum()),
            nodes: settings.nodes.get(),
            seed: settings.seed,
            rate: settings.rate,
            pairs: settings.games.get().div_ceil(2),
            played: 0,
            constants: chosen
                .map(|parameter| Constant {
                    name: parameter.name.to_owned(),
                    start: (parameter.get)(start),
                    min: parameter.min,
                    max: parameter.max,
                    step: parameter.step,
                    value: f64::from((parameter.get)(start)),
                })
                .collect(),
        })
    }

    /// What the file says, if it is there and of the same command.
    fn or_what_is_in(mut self, path: &Path) -> Result<Tuning, SpsaError> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            text => text.map_err(FileError::of(path))?,
        };
        let of_another = || {
            let message = format!(
                "{} is no file of this command, or of one with other settings, another network or \
                 other constants; name another file",
                path.display()
            );
            FileError::Content(message)
        };
        let known: Tuning = serde_json::from_str(&text).map_err(|_| of_another())?;
        self.played = known.played;
        let same = self.constants.len() == known.constants.len();
        for (constant, known) in self.constants.iter_mut().zip(&known.constants) {
            constant.value = known.value;
        }
        match same && self == known {
            true => Ok(known),
            false => Err(of_another().into()),
        }
    }

    fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|error| FileError::of(path)(error.into()))?;
        text.push('\n');
        replace(path, text.as_bytes())
    }

    /// For the pair with this number: how many times its step a constant is perturbed, and by
    /// how many steps one won game moves it.
    fn gains(&self, number: u32) -> (f64, f64) {
        let (all, number) = (f64::from(self.pairs), f64::from(number) + 1.0);
        let widening = (all / number).powf(GAMMA);
        let before = STABILITY * all;
        let growth = ((before + all) / (before + number)).powf(ALPHA);
        (widening, self.rate * growth / widening)
    }

    /// Perturbs all constants for the pair with this number.
    fn probe(&self, number: u32) -> Probe {
        let mut random = random_numbers(self.seed ^ PERTURBATIONS, number);
        let (widening, _) = self.gains(number);
        let signs = self.constants.iter();
        let signs: Vec<f64> = signs
            .map(|_| if random.random() { 1.0 } else { -1.0 })
            .collect();
        let players = [1.0, -1.0].map(|side| {
            let constants = self.constants.iter().zip(&signs);
            let perturbed = constants.map(|(constant, sign)| {
                let moved = constant.value + side * sign * widening * f64::from(constant.step);
                // A fraction is the chance to be rounded up, so that small ones are not lost.
                let rounded = (moved + random.random::<f64>()).floor();
                // The bounds are whole numbers of 32 bits: the cast keeps the value.
                rounded.clamp(constant.min.into(), constant.max.into()) as i32
            });
            perturbed.collect()
        });
        Probe { signs, players }
    }

    /// Learns from the pair with this number, in which the first player won so many games
    /// more than it lost.
    fn learn(&mut self, number: u32, signs: &[f64], won: i32) {
        let (_, steps) = self.gains(number);
        for (constant, sign) in self.constants.iter_mut().zip(signs) {
            let moved = constant.value + steps * f64::from(constant.step) * sign * f64::from(won);
            constant.value = moved.clamp(constant.min.into(), constant.max.into());
        }
        self.played += 1;
    }

    /// The constants as a table, and as options of `galaverna match`.
    fn table(&self) -> String {
        let mut text = format!(
            "{}: {} of {} games at {} nodes a move\n{:24} {:>6} {:>8} {:>6} {:>6}\n",
            self.game,
            2 * self.played,
            2 * self.pairs,
            self.nodes,
            "constant",
            "was",
            "is",
            "from",
            "to",
        );
        let mut options = String::new();
        for constant in &self.constants {
            let Constant {
                name,
                start,
                min,
                max,
                value,
                ..
            } = constant;
            // Writing to a text does not fail.
            let _ = writeln!(text, "{name:24} {start:>6} {value:>8.1} {min:>6} {max:>6}");
            if (value.round() - f64::from(*start)).abs() >= 1.0 {
                let _ = write!(options, " option.{name}={value:.0}");
            }
        }
        match options.is_empty() {
            true => text.push_str("no constant has moved by a whole number"),
            false => {
                let _ = write!(text, "for a match:{options}");
            }
        }
        text
    }
}

/// Keeps the numbers of perturbations apart from those of openings.
const PERTURBATIONS: u64 = 0x5053_4150;

/// Tunes the constants of a game's search by games of the engine against itself, and prints
/// them; goes on with the file if it is there.
///
/// # Errors
///
/// If it has to break off. Called again with the same settings, it goes on.
pub fn run(settings: &SpsaSettings, interrupt: &Interrupt) -> Result<(), SpsaError> {
    let objective = games::objective(settings, interrupt)?;
    let start = with_type_of!(settings.game, P => <P as Searchable>::PARAMETERS);
    let tuning = Tuning::new(settings, &start)?;
    let mut lock = settings.output.clone().into_os_string();
    lock.push(".lock");
    let _claim = Claim::new(lock.into())?;
    let tuning = tuning.or_what_is_in(&settings.output)?;
    let threads = match settings.threads {
        0 => host::processors(),
        threads => threads,
    };
    let progress = Progress::new(2 * tuning.pairs as usize, 2 * tuning.played as usize);
    let tuned = tune(tuning, threads, &objective, &|tuning: &Tuning| {
        (0..2).for_each(|_| progress.game_ended());
        if (10 * tuning.played) % tuning.pairs < 10 && tuning.played < tuning.pairs {
            progress.print(&tuning.table())?;
        }
        Ok(tuning.save(&settings.output)?)
    });
    progress.finish();
    Ok(progress.print(&tuned?.table())?)
}

/// How many games more the first of two players with these constants wins than it loses, in
/// the pair with this number.
type Objective<'a> = dyn Fn(u32, [&[i32]; 2]) -> Result<i32, SpsaError> + Sync + 'a;

/// A tuning under way.
struct Shared {
    tuning: Tuning,
    /// Pairs that have been begun.
    begun: u32,
    failure: Option<SpsaError>,
}

/// Plays the pairs that have not been played, on so many threads, and calls `after` once each.
fn tune(
    tuning: Tuning,
    threads: usize,
    objective: &Objective,
    after: &(dyn Fn(&Tuning) -> Result<(), SpsaError> + Sync),
) -> Result<Tuning, SpsaError> {
    let begun = tuning.played;
    let shared = Mutex::new(Shared {
        tuning,
        begun,
        failure: None,
    });
    let lock = || -> MutexGuard<Shared> { shared.lock().unwrap_or_else(PoisonError::into_inner) };
    let work = || {
        loop {
            let mut state = lock();
            if state.failure.is_some() || state.begun >= state.tuning.pairs {
                return;
            }
            let number = state.begun;
            state.begun += 1;
            let Probe { signs, players } = state.tuning.probe(number);
            drop(state);
            let won = objective(number, [&players[0], &players[1]]);
            let mut state = lock();
            if state.failure.is_some() {
                return;
            }
            let kept = won.and_then(|won| {
                state.tuning.learn(number, &signs, won);
                after(&state.tuning)
            });
            state.failure = kept.err();
        }
    };
    thread::scope(|scope| {
        let mut workers = Vec::with_capacity(threads);
        for number in 1..=threads {
            let worker = thread::Builder::new()
                .name(format!("pair {number}"))
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work);
            match worker {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    lock().failure.get_or_insert(SpsaError::Thread(error));
                }
            }
        }
        for worker in workers {
            if worker.join().is_err() {
                lock().failure.get_or_insert(SpsaError::Panic);
            }
        }
    });
    let Shared {
        tuning, failure, ..
    } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(tuning), Err)
}

/// Pairs of games between two sets of constants.
#[cfg(feature = "tune")]
mod games {
    use crate::notation::Notation;
    use crate::rules::Color;
    use crate::search::parameters::Searchable;
    use crate::training::self_play::SelfPlayer;
    use crate::with_type_of;

    use super::{Interrupt, Objective, Parameters, SpsaError, SpsaSettings};

    /// The result of two games from one opening, each player having White once.
    pub fn objective<'a>(
        settings: &'a SpsaSettings,
        interrupt: &'a Interrupt,
    ) -> Result<Box<Objective<'a>>, SpsaError> {
        let places = Parameters::TABLE.iter().enumerate();
        let places = places.filter(|(_, parameter)| settings.tunes(parameter.name));
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        let start = with_type_of!(settings.game, P => <P as Searchable>::PARAMETERS);
        Ok(Box::new(move |number, players: [&[i32]; 2]| {
            let players = players.map(|values| {
                let mut parameters = start.clone();
                for (&place, &value) in places.iter().zip(values) {
                    (Parameters::TABLE[place].set)(&mut parameters, value);
                }
                parameters
            });
            with_type_of!(settings.game, P => pair::<P>(settings, number, players, interrupt))
        }))
    }

    fn pair<P: Searchable + Notation>(
        settings: &SpsaSettings,
        number: u32,
        [first, second]: [Parameters; 2],
        interrupt: &Interrupt,
    ) -> Result<i32, SpsaError> {
        let mut won = 0;
        let sides = [
            (Color::White, &first, &second),
            (Color::Black, &second, &first),
        ];
        for (own, white, black) in sides {
            let mut player = SelfPlayer::of_two(settings.nodes.get(), white, black)?;
            let game = player.play::<P>(settings.seed, number, interrupt)?;
            won += match game.winner {
                Some(winner) if winner == own => 1,
                Some(_) => -1,
                None => 0,
            };
        }
        Ok(won)
    }
}

/// Without the feature there is nothing to tune.
#[cfg(not(feature = "tune"))]
mod games {
    use super::{Interrupt, Objective, SpsaError, SpsaSettings};

    pub fn objective<'a>(
        _: &'a SpsaSettings,
        _: &'a Interrupt,
    ) -> Result<Box<Objective<'a>>, SpsaError> {
        Err(SpsaError::Fixed)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Six constants of which an artificial player is the better the nearer they are to these.
    const BEST: [i32; 6] = [20, 45, 60, 30, 12, 6];

    fn tuning(pairs: u32) -> Tuning {
        let constants = (0..).zip([50, 50, 50, 50, 10, 3]);
        let constants = constants.map(|(number, start)| Constant {
            name: format!("c{number}"),
            start,
            min: 0,
            max: 100,
            step: [10, 8, 6, 4, 2, 1][number],
            value: f64::from(start),
        });
        Tuning {
            game: "chess".to_owned(),
            network: "0".to_owned(),
            nodes: 1,
            seed: 7,
            rate: 0.02,
            pairs,
            played: 0,
            constants: constants.collect(),
        }
    }

    fn distance(values: impl Iterator<Item = f64>) -> f64 {
        let steps = [10.0, 8.0, 6.0, 4.0, 2.0, 1.0];
        let off = values.zip(BEST).zip(steps);
        off.map(|((value, best), step)| ((value - f64::from(best)) / step).powi(2))
            .sum()
    }

    /// Wins the more surely the nearer it is, and by chance.
    fn play(number: u32, players: [&[i32]; 2]) -> Result<i32, SpsaError> {
        let [first, second] = players.map(|values| distance(values.iter().copied().map(f64::from)));
        let mut random = random_numbers(99, number);
        let chance = 1.0 / (1.0 + (0.1 * (first - second)).exp());
        let games = (0..2).map(|_| if random.random_bool(chance) { 1 } else { -1 });
        Ok(games.sum())
    }

    fn values(tuning: &Tuning) -> Vec<f64> {
        let constants = tuning.constants.iter();
        constants.map(|constant| constant.value).collect()
    }

    #[test]
    fn constants_come_near_their_best() {
        for threads in [1, 3] {
            let start = tuning(3000);
            let before = distance(values(&start).into_iter());
            let tuned = tune(start, threads, &play, &|_| Ok(())).unwrap();
            assert_eq!(tuned.played, 3000);
            let after = distance(values(&tuned).into_iter());
            assert!(after < before / 8.0, "{after} of {before}: {tuned:?}");
        }
    }

    #[test]
    fn nothing_leaves_its_range() {
        let mut tuning = tuning(200);
        tuning.rate = 1.0;
        let in_range = |_: u32, players: [&[i32]; 2]| {
            assert!(
                players
                    .concat()
                    .iter()
                    .all(|value| (0..=100).contains(value))
            );
            Ok(2)
        };
        let tuned = tune(tuning, 1, &in_range, &|_| Ok(())).unwrap();
        assert!(
            values(&tuned)
                .iter()
                .all(|value| (0.0..=100.0).contains(value))
        );
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("galaverna-spsa-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn an_interrupted_tuning_goes_on_as_if_nothing_had_been() {
        let folder = folder("resumed");
        let file = folder.join("tuning");
        let save = |tuning: &Tuning| Ok(tuning.save(&file)?);
        let whole = tune(tuning(40), 1, &play, &|_| Ok(())).unwrap();
        let interrupted = |number, players: [&[i32]; 2]| match number {
            0..15 => play(number, players),
            _ => Err(SelfPlayError::Interrupted.into()),
        };
        let error = tune(tuning(40), 1, &interrupted, &save).unwrap_err();
        assert!(matches!(error, SpsaError::Game(SelfPlayError::Interrupted)));
        let resumed = tuning(40).or_what_is_in(&file).unwrap();
        assert_eq!(resumed.played, 15);
        let resumed = tune(resumed, 1, &play, &save).unwrap();
        assert_eq!(resumed, whole);
        // It is over, and says so again.
        let over = tuning(40).or_what_is_in(&file).unwrap();
        let never = |_: u32, _: [&[i32]; 2]| panic!("a pair more");
        assert_eq!(tune(over, 2, &never, &save).unwrap(), whole);
        // What is asked must be the same.
        let message = tuning(41).or_what_is_in(&file).unwrap_err().to_string();
        assert!(message.contains("name another file"), "{message}");
        fs::write(&file, "{").unwrap();
        assert!(tuning(40).or_what_is_in(&file).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_first_failure_ends_it() {
        let failing = |_: u32, _: [&[i32]; 2]| Err(SelfPlayError::NoOpening(3).into());
        let error = tune(tuning(40), 2, &failing, &|_| Ok(())).unwrap_err();
        assert!(matches!(
            error,
            SpsaError::Game(SelfPlayError::NoOpening(3))
        ));
        let full = || FileError::Content("no room".to_owned()).into();
        let error = tune(tuning(40), 1, &play, &|_| Err(full())).unwrap_err();
        assert_eq!(error.to_string(), "no room");
    }

    #[test]
    fn gains_fall_to_what_was_asked_for() {
        let tuning = tuning(1000);
        let last = tuning.gains(999);
        assert!(
            (last.0 - 1.0).abs() < 1e-9 && (last.1 - tuning.rate).abs() < 1e-9,
            "{last:?}"
        );
        let widening = Cell::new(f64::INFINITY);
        for number in 0..1000 {
            assert!(tuning.gains(number).0 < widening.replace(tuning.gains(number).0));
        }
    }

    #[test]
    fn the_table_tells_what_has_moved() {
        let mut tuning = tuning(40);
        assert!(
            tuning
                .table()
                .ends_with("no constant has moved by a whole number")
        );
        tuning.constants[1].value = 62.7;
        let table = tuning.table();
        assert!(
            table.starts_with("chess: 0 of 80 games at 1 nodes a move\n"),
            "{table}"
        );
        assert!(table.ends_with("\nfor a match: option.c1=63"), "{table}");
        let row: Vec<&str> = table.lines().nth(3).unwrap().split_whitespace().collect();
        assert_eq!(row, ["c1", "50", "62.7", "0", "100"]);
    }

    fn settings(file: PathBuf, only: &[&str]) -> SpsaSettings {
        SpsaSettings {
            game: Game::named("clupso").unwrap(),
            games: NonZeroU32::new(6).unwrap(),
            nodes: NonZeroU64::new(60).unwrap(),
            output: file,
            only: only.iter().map(|&name| name.to_owned()).collect(),
            rate: 0.5,
            threads: 2,
            seed: 1,
            eval_file: None,
        }
    }

    /// What happens depends on how the program was built.
    #[test]
    fn the_engine_tunes_itself_if_it_can() {
        let folder = folder("engine");
        let settings = settings(folder.join("tuning"), &["rfp_margin", "lmr_base"]);
        let result = run(&settings, &Interrupt::default());
        if !cfg!(feature = "tune") {
            let message = result.unwrap_err().to_string();
            assert!(message.contains("--features tune"), "{message}");
            fs::remove_dir_all(&folder).unwrap();
            return;
        }
        result.unwrap();
        let text = fs::read_to_string(&settings.output).unwrap();
        let tuning: Tuning = serde_json::from_str(&text).unwrap();
        assert_eq!((tuning.played, tuning.constants.len()), (3, 2));
        // Nothing is left to play, or a pair.
        run(&settings, &Interrupt::default()).unwrap();
        assert_eq!(fs::read_to_string(&settings.output).unwrap(), text);
        let more = Tuning {
            played: 2,
            ..tuning
        };
        more.save(&settings.output).unwrap();
        run(&settings, &Interrupt::default()).unwrap();
        let unknown = SpsaSettings {
            only: vec!["rfp".to_owned()],
            ..settings
        };
        let message = run(&unknown, &Interrupt::default())
            .unwrap_err()
            .to_string();
        assert!(
            message.starts_with("no constant 'rfp'; there are: "),
            "{message}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(feature = "tune")]
    #[test]
    fn the_players_of_a_pair_have_their_own_constants() {
        use crate::rules::clupso::Clupso;
        use crate::training::self_play::SelfPlayer;

        let interrupt = Interrupt::default();
        let usual = Parameters::DEFAULT;
        let other = Parameters {
            lmr_base: 160,
            lmp_base: 1,
            ..Parameters::DEFAULT
        };
        let game = |white, black| {
            let mut player = SelfPlayer::of_two(200, white, black).unwrap();
            player.play::<Clupso>(3, 5, &interrupt).unwrap()
        };
        let alone = SelfPlayer::new(200)
            .unwrap()
            .play::<Clupso>(3, 5, &interrupt)
            .unwrap();
        let openings = [game(&usual, &other), game(&other, &usual), alone.clone()].map(|game| {
            let plies = game.plies.into_iter();
            plies
                .take_while(|ply| ply.score.is_none())
                .collect::<Vec<_>>()
        });
        assert!(openings[0] == openings[1] && openings[1] == openings[2]);
        assert_ne!(game(&usual, &other).plies, game(&other, &usual).plies);
        assert_ne!(game(&other, &other).plies, game(&usual, &usual).plies);
    }
}
