//! Letting a tree of openings grow.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use thiserror::Error;

use crate::batch::bar;
use crate::batch::file::FileError;
use crate::host::{self, Instant, Interrupt};
use crate::notation::Notation;
use crate::rules::Move;
use crate::search::history::History;
use crate::search::parameters::Searchable;
use crate::search::time::{Limits, Signals};
use crate::search::transposition::{Bound, NoMemory, TranspositionTable};
use crate::search::{RootPosition, STACK_BYTES, search};
use crate::show::Game;

use super::tree::Tree;
use super::tree_file::{Header, TreeFile};

/// The transposition table of a search, in MiB: it is cleared before each.
const HASH: usize = 4;

/// The longest that a search may be begun after the start, in seconds: a year.
const LONGEST: f64 = 3600.0 * 24.0 * 365.0;

/// What is to be explored.
#[derive(Args, Clone, Debug)]
pub struct ExploreSettings {
    /// The game.
    #[arg(help = Game::choice())]
    pub game: &'static Game,
    /// The file to write.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// Stop when the file has so many positions [default: go on until Control-C].
    #[arg(long, value_name = "N")]
    pub positions: Option<NonZeroUsize>,
    /// Stop after so many hours.
    #[arg(long, value_name = "H", value_parser = parse_hours)]
    pub hours: Option<f64>,
    /// Nodes searched a position: an iteration that has begun is ended, unless it takes
    /// eight times as many.
    #[arg(long, value_name = "N", default_value = "20000")]
    pub nodes: NonZeroU64,
    /// Best moves that are worked out in a position; in the start position it is all.
    #[arg(long, value_name = "N", default_value = "5")]
    pub lines: NonZeroUsize,
    /// Threads, 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

fn parse_hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok();
    let hours = hours.filter(|&hours: &f64| hours > 0.0 && hours * 3600.0 <= LONGEST);
    hours.ok_or_else(|| "it must be a number above 0, at most 8760".to_owned())
}

impl ExploreSettings {
    fn header(&self) -> Header {
        Header {
            game: self.game.name.to_owned(),
            nodes: self.nodes.get(),
            lines: self.lines.get(),
            network: self.game.network_checksum(),
        }
    }
}

/// Why exploring broke off. What was searched is in the file.
#[derive(Debug, Error)]
pub enum ExploreError {
    /// The file cannot be read or written, or is of another command.
    #[error(transparent)]
    File(#[from] FileError),
    /// No memory for the search.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The system gives no thread.
    #[error("no thread for a search: {0}")]
    Thread(std::io::Error),
    /// A thread has panicked; that is our mistake.
    #[error("a search broke down")]
    Panic,
    /// Somebody wants it to stop.
    #[error("interrupted; the same command goes on")]
    Interrupted,
}

/// Searches positions and adds them to the file until there are enough, or the time is over;
/// the tree that is in the file then.
///
/// # Errors
///
/// If it has to break off. Called again with the same settings, it goes on.
pub fn run<P: Searchable + Notation>(
    settings: &ExploreSettings,
    interrupt: &Interrupt,
) -> Result<Tree<P>, ExploreError> {
    let (file, tree) = TreeFile::open::<P>(&settings.output, &settings.header())?;
    let template = match settings.positions {
        Some(_) => "{bar:30} {pos}/{len} positions, {elapsed} so far, {eta} to go",
        None => "{spinner} {pos} positions, {elapsed} so far",
    };
    let most = settings.positions.map_or(usize::MAX, NonZeroUsize::get);
    let bar = bar(most, template).with_position(tree.nodes().len() as u64);
    bar.reset_eta();
    let explorer = Explorer {
        settings,
        interrupt,
        most,
        start: Instant::now(),
        time: settings
            .hours
            .map(|hours| Duration::from_secs_f64(hours * 3600.0)),
        bar,
        state: Mutex::new(State {
            tree,
            file,
            under_way: 0,
            failure: None,
        }),
        changed: Condvar::new(),
    };
    explorer.explore()?;
    explorer.bar.finish_and_clear();
    let state = explorer.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    match state.failure {
        Some(failure) => Err(failure),
        None if interrupt.is_raised() => Err(ExploreError::Interrupted),
        None => Ok(state.tree),
    }
}

/// What all threads share.
struct Explorer<'a, P> {
    settings: &'a ExploreSettings,
    interrupt: &'a Interrupt,
    most: usize,
    start: Instant,
    time: Option<Duration>,
    bar: ProgressBar,
    state: Mutex<State<P>>,
    /// The tree has grown, or nobody is to go on.
    changed: Condvar,
}

struct State<P> {
    tree: Tree<P>,
    file: TreeFile,
    /// Searches that have not ended.
    under_way: usize,
    /// The first reason to break off.
    failure: Option<ExploreError>,
}

/// A position to be searched.
struct Task<P> {
    position: P,
    /// The place in the tree that leads to it; `None` for the start position.
    from: Option<(usize, usize, Move)>,
}

/// The moves of a position with their values, the best first.
type Lines = Vec<(Move, i32)>;

impl<P: Searchable + Notation> Explorer<'_, P> {
    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn explore(&self) -> Result<(), ExploreError> {
        let threads = match self.settings.threads {
            0 => host::processors(),
            threads => threads,
        };
        thread::scope(|scope| {
            let mut workers = Vec::with_capacity(threads);
            for number in 1..=threads {
                let worker = thread::Builder::new()
                    .name(format!("explorer {number}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, || {
                        if let Err(failure) = self.work() {
                            self.state().failure.get_or_insert(failure);
                        }
                        self.changed.notify_all();
                    });
                match worker {
                    Ok(worker) => workers.push(worker),
                    Err(error) => {
                        let failure = ExploreError::Thread(error);
                        self.state().failure.get_or_insert(failure);
                        break;
                    }
                }
            }
            let ends: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
            match ends.iter().all(Result::is_ok) {
                true => Ok(()),
                false => Err(ExploreError::Panic),
            }
        })
    }

    /// What one of the threads does.
    fn work(&self) -> Result<(), ExploreError> {
        let table = TranspositionTable::new(HASH)?;
        let mut histories = [History::default()];
        while let Some(task) = self.next_task() {
            table.clear();
            histories.iter_mut().for_each(History::clear);
            let lines = self.search(&task, &table, &mut histories);
            self.keep(task, &lines)?;
            self.changed.notify_all();
        }
        Ok(())
    }

    /// The next position, which may depend on searches under way; `None` if nobody is to
    /// go on.
    fn next_task(&self) -> Option<Task<P>> {
        let mut state = self.state();
        loop {
            let is_over = self.time.is_some_and(|time| self.start.elapsed() >= time);
            let full = state.tree.nodes().len() + state.under_way >= self.most;
            if self.interrupt.is_raised() || is_over || full || state.failure.is_some() {
                return None;
            }
            if let Some(task) = state.take_task() {
                return Some(task);
            }
            if state.under_way == 0 {
                return None;
            }
            let changed = self.changed.wait(state);
            state = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn search(
        &self,
        task: &Task<P>,
        table: &TranspositionTable,
        histories: &mut [History],
    ) -> Lines {
        let (nodes, lines) = (self.settings.nodes.get(), self.settings.lines.get());
        let moves = task.position.count_legal_moves();
        let limits = match task.from {
            None => Limits {
                lines: moves,
                ..Limits::of_soft_nodes(nodes * moves.div_ceil(lines) as u64)
            },
            Some(_) => Limits {
                lines: lines.min(moves),
                ..Limits::of_soft_nodes(nodes)
            },
        };
        let root = RootPosition {
            position: task.position.clone(),
            earlier_keys: Vec::new(),
        };
        let mut found = Lines::new();
        let result = search(
            &root,
            &limits,
            &Signals::until(self.interrupt),
            table,
            histories,
            &mut |report| {
                if let (Bound::Exact, Some(&m)) = (report.bound, report.pv.first()) {
                    // The lines of an iteration come in their order.
                    found.truncate(report.multipv - 1);
                    found.push((m, report.value));
                }
            },
        );
        // So few nodes that no iteration was ended.
        if found.is_empty() {
            found.extend(result.best.map(|m| (m, result.value)));
        }
        found
    }

    /// Adds a position to the tree and to the file.
    fn keep(&self, task: Task<P>, lines: &Lines) -> Result<(), ExploreError> {
        let mut state = self.state();
        state.under_way -= 1;
        // What a search that was broken off found is not to be trusted.
        if self.interrupt.is_raised() || state.failure.is_some() {
            return Ok(());
        }
        let from = task.from.map(|(node, _, m)| (node, m));
        let written = state.file.write(from, lines);
        written.map_err(FileError::of(&self.settings.output))?;
        state.tree.add(task.position, from, lines);
        self.bar.inc(1);
        Ok(())
    }
}

impl<P: Searchable + Notation> State<P> {
    /// A position for a thread that has nothing to do.
    fn take_task(&mut self) -> Option<Task<P>> {
        let task = match (self.tree.nodes().is_empty(), self.under_way) {
            (true, 0) => Task {
                position: P::start(),
                from: None,
            },
            (true, _) => return None,
            (false, _) => {
                let (node, place) = self.tree.next()?;
                let mut position = self.tree.nodes()[node].position.clone();
                let m = self.tree.nodes()[node].edges[place].m;
                position.play(m);
                self.tree.claim(node, place, true);
                Task {
                    position,
                    from: Some((node, place, m)),
                }
            }
        };
        self.under_way += 1;
        Some(task)
    }
}
