//! Games as they were, their positions valued anew: what a later network or a search of more
//! nodes says of them. So data of earlier generations go on being of use.

use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use thiserror::Error;

use crate::batch::Progress;
use crate::batch::file::FileError;
use crate::eval::{Evaluate, Evaluator};
use crate::host::Interrupt;
use crate::notation::Notation;
use crate::rules::GameRecord;
use crate::search::STACK_BYTES;
use crate::search::parameters::Searchable;
use crate::search::transposition::NoMemory;
use crate::with_type_of;

use super::format::{Header, Labels, PlayedGame, Source, Version, WrittenGame};
use super::game_file;
use super::read::{DataError, Filter, Games};
use super::self_play::{SelfPlayer, score_white};
use super::settings::RelabelSettings;

/// Games for each thread that are worked on before they are written: one may take ten times
/// as long as another.
const GAMES_AT_ONCE: usize = 32;

/// Why not all games are in the new file. Those before are.
#[derive(Debug, Error)]
pub enum RelabelError {
    /// The old games cannot be read, or the new file cannot be written or is of another
    /// command.
    #[error(transparent)]
    Data(#[from] DataError),
    /// No memory for the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The system gives no threads.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody wants it to stop.
    #[error("interrupted; the same command goes on")]
    Interrupted,
}

/// What has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelabelResult {
    /// Games written now, without those that were in the file.
    pub games: usize,
    /// How long it took.
    pub time: Duration,
}

/// Writes the games, in their order, that are not in the file yet. How many threads there are
/// makes no difference.
///
/// # Errors
///
/// If it has to break off. Called again with the same settings, it goes on.
pub fn run(
    settings: &RelabelSettings,
    interrupt: &Interrupt,
) -> Result<RelabelResult, RelabelError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .stack_size(STACK_BYTES)
        .build()?;
    let game = settings.learn_from.game;
    pool.install(|| with_type_of!(game, P => relabel::<P>(settings, interrupt)))
}

fn relabel<P: Searchable + Notation>(
    settings: &RelabelSettings,
    interrupt: &Interrupt,
) -> Result<RelabelResult, RelabelError> {
    let start = Instant::now();
    let (mut count, mut first_lines) = (0, crc32fast::Hasher::new());
    for path in &settings.learn_from.data {
        let games = Games::of::<P>(path)?;
        first_lines.update(format!("{}\n", games.header()).as_bytes());
        for game in games {
            game?;
            count += 1;
        }
    }
    let labels = settings.labels();
    let header = Header {
        version: Version::CURRENT,
        game: P::NAME.to_owned(),
        source: Source::Relabel {
            labels,
            network: P::network_checksum(),
            data: first_lines.finalize(),
        },
    };
    let output = &settings.output;
    let mut known = VecDeque::new();
    let mut file = game_file::open(output, &header, |game| known.push_back(name(&game)))?;
    let other_data = || {
        let message = format!("{} has games of other data", output.display());
        DataError::from(FileError::Content(message))
    };
    let done = known.len();
    if done > count {
        return Err(other_data().into());
    }
    let progress = Progress::new(count, done);
    let idle = Mutex::new(Vec::new());
    let labelled = |path: &Path, game: WrittenGame| -> Result<Vec<u8>, RelabelError> {
        let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let labeller = idle().pop();
        let mut labeller = labeller.map_or_else(|| Labeller::<P>::new(labels), Ok)?;
        let mut game = game.replay::<P>().map_err(|error| {
            let message = format!("{}: game {}: {error}", path.display(), game.number);
            DataError::from(FileError::Content(message))
        })?;
        labeller.relabel(&mut game, interrupt)?;
        idle().push(labeller);
        progress.game_ended();
        Ok(game.encode())
    };
    for path in &settings.learn_from.data {
        let mut games = Games::of::<P>(path)?.filter_map(|game| match (game, known.pop_front()) {
            (Ok(game), Some(known)) if name(&game) == known => None,
            (Ok(_), Some(_)) => Some(Err(other_data())),
            (game, _) => Some(game),
        });
        loop {
            let at_once = GAMES_AT_ONCE * rayon::current_num_threads();
            let chunk = games.by_ref().take(at_once);
            let chunk = chunk.collect::<Result<Vec<_>, DataError>>()?;
            if chunk.is_empty() {
                break;
            }
            let chunk = chunk.into_par_iter().map(|game| labelled(path, game));
            let bytes = chunk.collect::<Result<Vec<_>, _>>()?.concat();
            let written = file.write_all(&bytes);
            written.map_err(|error| DataError::from(FileError::of(output)(error)))?;
        }
    }
    progress.finish();
    Ok(RelabelResult {
        games: count - done,
        time: start.elapsed(),
    })
}

/// By what a game is known again.
fn name(game: &WrittenGame) -> (u32, usize) {
    (game.number, game.plies())
}

/// What one thread values positions with.
enum Labeller<P: Evaluate> {
    Static(P::Evaluator),
    Search(Box<SelfPlayer>),
}

impl<P: Searchable + Notation> Labeller<P> {
    fn new(labels: Labels) -> Result<Labeller<P>, NoMemory> {
        Ok(match labels {
            Labels::Static => Labeller::Static(P::evaluator()),
            Labels::Search(nodes) => Labeller::Search(SelfPlayer::new(nodes)?.into()),
        })
    }

    /// Values the positions anew that have a value. Of those that are not quiet a static
    /// evaluation says nothing: they keep theirs.
    fn relabel(
        &mut self,
        game: &mut PlayedGame,
        interrupt: &Interrupt,
    ) -> Result<(), RelabelError> {
        if let Labeller::Search(player) = self {
            player.forget();
        }
        let mut record = GameRecord::new(P::start());
        for (index, ply) in game.plies.iter_mut().enumerate() {
            if interrupt.is_raised() {
                return Err(RelabelError::Interrupted);
            }
            let position = record.position();
            if let Some(score) = &mut ply.score {
                let value = match self {
                    Labeller::Static(evaluator) => {
                        let old = i32::from(*score);
                        let quiet = Filter::QUIET.takes(position, index, ply.m, old);
                        quiet.then(|| {
                            evaluator.refresh();
                            evaluator.evaluate(position)
                        })
                    }
                    Labeller::Search(player) => Some(player.search(&record).value),
                };
                if let Some(value) = value {
                    *score = score_white(position, value);
                }
            }
            record.play(ply.m);
        }
        Ok(())
    }
}
