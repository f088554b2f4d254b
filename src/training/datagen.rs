//! Many games of the engine against itself, written to a file.

use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::batch::Progress;
use crate::batch::file::FileError;
use crate::engine::tables;
use crate::eval::check_incremental;
use crate::host::Interrupt;
use crate::notation::Notation;
use crate::search::STACK_BYTES;
use crate::search::parameters::Searchable;
use crate::search::tablebase::Tablebases;
use crate::search::transposition::NoMemory;
use crate::with_type_of;

use super::format::{Header, PlayedGame, Source, Version};
use super::game_file;
use super::read::{DataError, Filter, positions};
use super::self_play::{SelfPlayError, SelfPlayer};
use super::settings::DatagenSettings;

/// One game in so many is looked at for mistakes of the incremental evaluation.
const CHECKED: u32 = 64;

impl DatagenSettings {
    /// The tables that say who wins.
    fn load_tables(&self) -> Result<Tablebases, DatagenError> {
        let mut loaded = Tablebases::default();
        let Some(folder) = &self.tables else {
            return Ok(loaded);
        };
        let found = tables::load_of(self.game.name, folder, &mut loaded);
        let left_out = found.iter().flat_map(|found| &found.left_out);
        left_out.for_each(|what| log::warn!("{what}; left out"));
        match found.is_some_and(|found| found.any) {
            true => Ok(loaded),
            false => Err(DatagenError::Tables(format!(
                "no tables of {} in '{}'",
                self.game.name,
                folder.display()
            ))),
        }
    }

    fn header(&self, table_men: usize) -> Header {
        Header {
            version: Version::CURRENT,
            game: self.game.name.to_owned(),
            source: Source::Play {
                nodes: self.nodes.get(),
                seed: self.seed,
                shard: self.shard,
                network: Some(self.game.network_checksum()),
                table_men,
            },
        }
    }
}

/// Why not all games were played. Those that ended are in the file.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// What is in the file already cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The file cannot be written, or another process does, or it is of another command or
    /// of an earlier version of the format.
    #[error(transparent)]
    File(#[from] FileError),
    /// The tables cannot be used.
    #[error("{0}")]
    Tables(String),
    /// A game cannot be played, or somebody wants it to stop.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// An evaluator that followed the moves says something else than a fresh one; that
    /// is our mistake.
    #[error("incremental and fresh evaluation differ in '{0}'")]
    Incremental(String),
    /// No memory for the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The system gives no thread.
    #[error("no thread for a game: {0}")]
    Thread(io::Error),
    /// A thread has panicked; that is our mistake.
    #[error("a game broke down")]
    Panic,
}

/// What has been done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenResult {
    /// Games played now, without those that were in the file.
    pub games: usize,
    /// Quiet positions in them.
    pub positions: usize,
    /// How long it took.
    pub time: Duration,
}

/// Plays the games that are not in the file yet.
///
/// # Errors
///
/// If it has to break off. Called again with the same settings, it goes on.
pub fn run(
    settings: &DatagenSettings,
    interrupt: &Interrupt,
) -> Result<DatagenResult, DatagenError> {
    let mut played = HashSet::new();
    let tables = settings.load_tables()?;
    let men = with_type_of!(settings.game, P => tables.of::<P>().map(|of| of.max_men()));
    let header = settings.header(men.unwrap_or_default());
    let file = game_file::open(&settings.output, &header, |game| {
        played.insert(game.number);
    })?;
    let own = (0..settings.games.get()).filter(|&number| settings.shard.contains(number));
    let scheduled = own.clone().count();
    let queue: VecDeque<u32> = own.filter(|number| !played.contains(number)).collect();
    let generator = Generator {
        settings,
        tables,
        interrupt,
        progress: Progress::new(scheduled, scheduled - queue.len()),
        state: Mutex::new(State {
            queue,
            file,
            failure: None,
            games: 0,
            positions: 0,
        }),
    };
    let start = Instant::now();
    generator.play_all()?;
    generator.progress.finish();
    let state = generator.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    match state.failure {
        Some(failure) => Err(failure),
        None => Ok(DatagenResult {
            games: state.games,
            positions: state.positions,
            time: start.elapsed(),
        }),
    }
}

/// Data generation under way: what all threads share.
struct Generator<'a> {
    settings: &'a DatagenSettings,
    tables: Tablebases,
    interrupt: &'a Interrupt,
    progress: Progress,
    state: Mutex<State>,
}

struct State {
    /// Numbers of the games to be played.
    queue: VecDeque<u32>,
    file: File,
    /// The first reason to break off.
    failure: Option<DatagenError>,
    games: usize,
    positions: usize,
}

impl Generator<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play_all(&self) -> Result<(), DatagenError> {
        thread::scope(|scope| {
            let mut workers = Vec::with_capacity(self.settings.threads.get());
            for number in 1..=self.settings.threads.get() {
                let worker = thread::Builder::new()
                    .name(format!("game {number}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, || self.work_or_fail());
                match worker {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        self.state().queue.clear();
                        return Err(DatagenError::Thread(error));
                    }
                }
            }
            let ends: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
            match ends.iter().all(Result::is_ok) {
                true => Ok(()),
                false => Err(DatagenError::Panic),
            }
        })
    }

    /// What one of the threads does.
    fn work_or_fail(&self) {
        if let Err(error) = with_type_of!(self.settings.game, P => self.work::<P>()) {
            let mut state = self.state();
            state.queue.clear();
            state.failure.get_or_insert(error);
        }
    }

    fn work<P: Searchable + Notation>(&self) -> Result<(), DatagenError> {
        let DatagenSettings { nodes, seed, .. } = *self.settings;
        let mut player = SelfPlayer::new(nodes.get())?.with_tables(self.tables.clone());
        loop {
            let Some(number) = self.state().queue.pop_front() else {
                return Ok(());
            };
            let game = player.play::<P>(seed, number, self.interrupt)?;
            self.keep::<P>(&game)?;
        }
    }

    fn keep<P: Searchable + Notation>(&self, game: &PlayedGame) -> Result<(), DatagenError> {
        if game.number.is_multiple_of(CHECKED) {
            let moves = game.plies.iter().map(|ply| ply.m);
            check_incremental::<P>(moves).map_err(DatagenError::Incremental)?;
        }
        let positions = positions::<P>(game, Filter::QUIET).len();
        let bytes = game.encode();
        let mut state = self.state();
        if state.failure.is_some() {
            // The file may end in the middle of a game.
            return Ok(());
        }
        if let Err(error) = state.file.write_all(&bytes) {
            state.queue.clear();
            state.failure = Some(FileError::of(&self.settings.output)(error).into());
            return Ok(());
        }
        state.games += 1;
        state.positions += positions;
        drop(state);
        self.progress.game_ended();
        Ok(())
    }
}
