//! The engine: options, the game in play, clocks, and the thread that searches.
//!
//! It knows no protocol. [`Engine::go`] starts a search on a thread of its own, or where
//! there are none [afterwards](crate::host::OneThread), and returns; what the search reports
//! goes to an [`Observer`].

pub mod agreement;
pub mod bench;
pub mod book;
pub mod draw_resign;
pub mod network_file;
mod node_clock;
pub mod opening;
pub mod options;
pub mod registry;
mod regular_file;
mod search_thread;
pub mod session;
pub mod short_search;
pub mod speedtest;
pub mod strength;
#[cfg(feature = "native")]
pub mod syzygy;
#[cfg(feature = "native")]
pub mod tables;
pub mod wdl;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::host::{self, Interrupt};
use crate::nnue::NetworkError;
use crate::rules::chess::CHESS960;
use crate::rules::position::RuleOption;
use crate::search::history::History;
use crate::search::tablebase::Tablebases;
use crate::search::time::{Limits, Progress, Signals};
use crate::search::transposition::{NoMemory, TranspositionTable};
use crate::show::{GAMES, Game, PositionError, Variant};

use book::Book;
use node_clock::NodeClock;
use options::{OptionError, Setting};
use search_thread::{Job, SearchThread};
use session::{Answer, LineReport, MoveText, Resources, Session};
use strength::Strength;

/// What a search reports.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// A principal variation and its score.
    Line(LineReport),
    /// The end, always the last event.
    Done(Answer),
}

/// Who listens to a search; called from the thread that searches.
pub type Observer = Box<dyn FnMut(SearchEvent) + Send>;

/// Why a search does not begin.
#[derive(Debug, Error)]
pub enum SearchError {
    /// One is still running.
    #[error("a search is running")]
    Running,
    /// The system gives no thread.
    #[error("no thread for the search: {0}")]
    Thread(#[from] std::io::Error),
}

/// A search under way.
struct Running {
    signals: Arc<Signals>,
    /// No limit is set, so that only a stop, or luck, ends it.
    is_unlimited: bool,
}

/// MiB of the table that an engine begins with, and of the one that it keeps when
/// there is no memory for another.
const SMALLEST_HASH: usize = 1;

/// The engine.
pub struct Engine {
    game: &'static Game,
    session: Box<dyn Session>,
    rules: Vec<(&'static str, bool)>,
    table: Arc<TranspositionTable>,
    /// Size of the table in MiB.
    hash: usize,
    histories: Vec<History>,
    threads: usize,
    lines: usize,
    overhead: Duration,
    node_clock: NodeClock,
    strength: Strength,
    show_wdl: bool,
    analyses: bool,
    book: Book,
    plays_from_book: bool,
    tables: Tablebases,
    /// What was found when tables were last asked for.
    #[cfg(feature = "native")]
    tables_found: Option<tables::Found>,
    thread: Option<SearchThread>,
    running: Option<Running>,
}

impl Engine {
    /// An engine with the default options, at the start of the first game.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition table.
    pub fn new() -> Result<Engine, OptionError> {
        let mut engine = Engine {
            game: &GAMES[0],
            session: GAMES[0].session(),
            rules: Vec::new(),
            table: new_table(SMALLEST_HASH)?,
            hash: SMALLEST_HASH,
            histories: Vec::new(),
            threads: 1,
            lines: 1,
            overhead: Duration::ZERO,
            node_clock: NodeClock::default(),
            strength: Strength::default(),
            show_wdl: false,
            analyses: false,
            book: Book::default(),
            plays_from_book: false,
            tables: Tablebases::default(),
            #[cfg(feature = "native")]
            tables_found: None,
            thread: None,
            running: None,
        };
        for option in options::declarations() {
            if let options::OptionKind::Spin { default, .. } = option.kind {
                let setting = options::parse(option.name, Some(&default.to_string()))?;
                // Games may have values of their own.
                #[cfg(feature = "tune")]
                if matches!(setting, Setting::Parameter(..)) {
                    continue;
                }
                engine.apply(setting)?;
            }
        }
        Ok(engine)
    }

    /// The game in play.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The game in play, and how it castles.
    pub fn variant(&self) -> Variant {
        let knows = self.game.rule_options.contains(&CHESS960);
        Variant {
            game: self.game,
            chess960: knows && self.rule_is_on(&CHESS960),
        }
    }

    /// The position in play and its history.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The position in play, to be changed. A running search is not disturbed: it
    /// has a copy.
    pub fn session_mut(&mut self) -> &mut dyn Session {
        self.session.as_mut()
    }

    /// Time lost on the way between the engine and whoever keeps the clock.
    pub fn overhead(&self) -> Duration {
        self.overhead
    }

    /// How many threads search: as many as were asked for, up to the processors that there
    /// are. More would take time from each other; what that cost is in `docs/strength.md`.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Whether the chances are shown with each score.
    pub fn shows_wdl(&self) -> bool {
        self.show_wdl
    }

    /// Whether a rule holds: as a user has switched it, or as usual.
    pub fn rule_is_on(&self, rule: &RuleOption) -> bool {
        let switched = self.rules.iter().find(|(name, _)| *name == rule.name);
        switched.map_or(rule.default, |&(_, on)| on)
    }

    /// Whether a search is under way: until [`Engine::wait`], even if it has answered.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Whether nothing but a stop, or luck, ends the search under way soon enough for
    /// anybody to wait for it.
    pub fn is_open_ended(&self) -> bool {
        self.running
            .as_ref()
            .is_some_and(|running| running.is_unlimited || running.signals.is_pondering())
    }

    /// Whether it is the search under way that calls, by way of the
    /// [platform](host::OneThread): it cannot be waited for before the caller has returned.
    pub fn is_below(&self) -> bool {
        self.thread.as_ref().is_some_and(SearchThread::is_below)
    }

    /// Carries out a setting, after the end of a running search.
    ///
    /// # Errors
    ///
    /// If there is no memory for a transposition table of this size; the engine goes
    /// on with the size that it had, or with the smallest.
    pub fn apply(&mut self, setting: Setting) -> Result<(), OptionError> {
        self.wait();
        match setting {
            Setting::Hash(mebibytes) => self.resize_table(mebibytes)?,
            Setting::Threads(threads) => {
                self.threads = threads.min(host::processors());
                self.histories.resize_with(self.threads, History::default);
            }
            Setting::MultiPv(lines) => self.lines = lines,
            Setting::MoveOverhead(milliseconds) => {
                self.overhead = Duration::from_millis(milliseconds);
            }
            Setting::NodesTime(nodes_per_ms) => self.node_clock.nodes_per_ms = nodes_per_ms,
            Setting::SkillLevel(level) => self.strength.skill_level = level,
            Setting::LimitStrength(on) => self.strength.is_limited = on,
            Setting::Elo(elo) => self.strength.elo = elo,
            Setting::EvalFile(file) => {
                self.game.load_network(file.as_deref())?;
                self.forget();
            }
            Setting::OwnBook(on) => self.plays_from_book = on,
            Setting::BookFile(file) => {
                let book = file.map(|file| Book::read(&file)).transpose()?;
                self.book = book.unwrap_or_default();
            }
            Setting::Variant(name) => self.change_game(name),
            Setting::ShowWdl(on) => self.show_wdl = on,
            Setting::AnalyseMode(on) => self.analyses = on,
            Setting::ClearHash => self.table.clear(),
            #[cfg(feature = "native")]
            Setting::SyzygyPath(folders) => {
                let found = tables::load_syzygy(folders.as_deref(), &mut self.tables);
                self.use_tables(found);
            }
            #[cfg(feature = "native")]
            Setting::TablePath(folders) => {
                let found = tables::load_own(folders.as_deref(), &mut self.tables);
                self.use_tables(found);
            }
            #[cfg(feature = "native")]
            Setting::SyzygyProbeDepth(depth) => self.tables.options.depth = depth,
            #[cfg(feature = "native")]
            Setting::SyzygyProbeLimit(men) => self.tables.options.limit = men,
            #[cfg(feature = "native")]
            Setting::SyzygyFiftyMoves(on) => {
                self.tables.options.fifty_moves = on;
                // What is known of positions is by the other rule.
                self.forget();
            }
            Setting::Rule(name, on) => self.switch_rule(name, on),
            #[cfg(feature = "tune")]
            Setting::Parameter(place, value) => crate::search::parameters::set(place, value),
            Setting::DebugLog(_) | Setting::Noted => {}
        }
        Ok(())
    }

    /// Goes on with the tables that were loaded, of which this was found.
    #[cfg(feature = "native")]
    fn use_tables(&mut self, found: Option<tables::Found>) {
        self.tables_found = found;
        // What is known of positions is by the other tables.
        self.forget();
    }

    /// Goes on with these tables in the place of all that there were.
    pub fn use_tablebases(&mut self, tables: Tablebases) {
        self.tables = tables;
        self.forget();
    }

    /// The endgame tables that there are.
    pub fn tablebases(&self) -> &Tablebases {
        &self.tables
    }

    /// What was found when endgame tables were last asked for, to be told to the user.
    #[cfg(feature = "native")]
    pub fn tables_found(&self) -> Option<&tables::Found> {
        self.tables_found.as_ref()
    }

    /// Puts an empty table of this size in the place of one of another size.
    fn resize_table(&mut self, mebibytes: usize) -> Result<(), OptionError> {
        if mebibytes == self.hash {
            return Ok(());
        }
        let before = self.hash;
        // The old table goes first: there may not be room for both.
        self.table = new_table(SMALLEST_HASH)?;
        self.hash = SMALLEST_HASH;
        for size in [mebibytes, before] {
            if let Ok(table) = new_table(size) {
                self.table = table;
                self.hash = size;
                break;
            }
        }
        match self.hash == mebibytes {
            true => Ok(()),
            false => Err(OptionError::Hash {
                wanted: mebibytes,
                kept: self.hash,
            }),
        }
    }

    /// Lets the game in play use the network that these bytes are, as a file has them, or
    /// the program's own one for `None`. It is that of the whole process.
    ///
    /// # Errors
    ///
    /// If it is not a network for the game; then nothing has changed.
    pub fn use_network(&mut self, bytes: Option<&[u8]>) -> Result<(), NetworkError> {
        self.wait();
        self.game.use_network(bytes)?;
        // What is known of positions is by the other network.
        self.forget();
        Ok(())
    }

    /// Goes on with a game that was set up elsewhere, by the usual rules but for these,
    /// after the end of a running search.
    pub fn take_over(
        &mut self,
        game: &'static Game,
        rules: &[(String, bool)],
        session: Box<dyn Session>,
    ) {
        self.wait();
        let holding = game.rule_options.iter().map(|rule| {
            let switched = rules.iter().find(|(name, _)| name == rule.name);
            (rule.name, switched.map_or(rule.default, |&(_, on)| on))
        });
        let holding: Vec<_> = holding.collect();
        let mut options = game.rule_options.iter().zip(&holding);
        let is_known = self.game.name == game.name
            && options.all(|(rule, &(_, on))| self.rule_is_on(rule) == on);
        (self.game, self.rules, self.session) = (game, holding, session);
        if !is_known {
            self.forget();
        }
    }

    /// Goes over to a game or variant, after the end of a running search.
    pub fn choose(&mut self, variant: Variant) {
        self.wait();
        if self.rule_is_on(&CHESS960) != variant.chess960 {
            self.switch_rule(CHESS960.name, variant.chess960);
        }
        self.change_game(variant.game.name);
    }

    fn switch_rule(&mut self, name: &'static str, on: bool) {
        if self.rules.contains(&(name, on)) {
            return;
        }
        self.rules.retain(|&(other, _)| other != name);
        self.rules.push((name, on));
        self.session.set_rule(name, on);
        // What is known of positions may be wrong under other rules.
        self.forget();
    }

    fn change_game(&mut self, name: &str) {
        if let Some(game) = Game::named(name) {
            self.game = game;
            self.session = game.session();
            for &(rule, on) in &self.rules {
                self.session.set_rule(rule, on);
            }
            self.forget();
        }
    }

    /// Forgets all that was learned from earlier searches.
    fn forget(&mut self) {
        self.wait();
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// A new game: the start position, and nothing is known.
    pub fn new_game(&mut self) {
        self.forget();
        self.node_clock.new_game();
        self.table.make_ready();
        let start = self.session.set_position(None, &[]);
        debug_assert!(start.is_ok());
    }

    /// Sets up a position; see [`Record::set_position`](crate::show::Record::set_position).
    ///
    /// # Errors
    ///
    /// If it is refused; then nothing has changed.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        self.session.set_position(fen, moves)
    }

    /// Starts a search of the present position.
    ///
    /// # Errors
    ///
    /// If one is running or the request cannot be met.
    pub fn go(&mut self, request: &Limits, mut observer: Observer) -> Result<(), SearchError> {
        if self.is_searching() {
            return Err(SearchError::Running);
        }
        let mut limits = self.limits(request);
        let is_unlimited = limits.is_unlimited(self.session.turn());
        let from_book = self.book_move(request);
        let thread = self.take_thread()?;
        let signals = self.node_clock.begin(&mut limits, self.session.turn());
        let task = self.session.search_task(limits);
        let table = Arc::clone(&self.table);
        let mut histories = std::mem::take(&mut self.histories);
        histories.resize_with(self.threads, History::default);
        let task_signals = Arc::clone(&signals);
        let job = Box::new(move || {
            if let Some(best) = from_book {
                observer(SearchEvent::Done(Answer {
                    best: Some(best),
                    ..Answer::default()
                }));
                return histories;
            }
            let resources = Resources {
                signals: &task_signals,
                table: &table,
                histories: &mut histories,
            };
            let answer = task(resources, &mut |line| observer(SearchEvent::Line(line)));
            observer(SearchEvent::Done(answer));
            histories
        });
        self.start(thread, job, signals, is_unlimited);
        Ok(())
    }

    /// A move of the book for a request to play, and not to look for something.
    fn book_move(&self, request: &Limits) -> Option<MoveText> {
        let analyses = request.infinite || request.ponder || self.analyses;
        let is_told = request.mate.is_some() || !request.search_moves.is_empty();
        if !self.plays_from_book || analyses || is_told {
            return None;
        }
        let random = host::random();
        let m = self.book.choose(self.game, self.session.as_ref(), random)?;
        Some(MoveText {
            coordinates: m.to_string(),
            san: self.session.san(m),
        })
    }

    /// Does something else that takes long on the thread that searches, and returns. It
    /// is a search under way for all others; [`Engine::stop`] raises the interrupt.
    ///
    /// # Errors
    ///
    /// If a search is running or the system gives no thread.
    pub fn work(
        &mut self,
        task: impl FnOnce(&Interrupt) + Send + 'static,
    ) -> Result<(), SearchError> {
        if self.is_searching() {
            return Err(SearchError::Running);
        }
        let thread = self.take_thread()?;
        let signals = Arc::new(Signals::new(false));
        let interrupt = signals.interrupt().clone();
        let histories = std::mem::take(&mut self.histories);
        let job = Box::new(move || {
            task(&interrupt);
            histories
        });
        self.start(thread, job, signals, false);
        Ok(())
    }

    fn take_thread(&mut self) -> std::io::Result<SearchThread> {
        self.thread.take().map_or_else(SearchThread::spawn, Ok)
    }

    fn start(&mut self, thread: SearchThread, job: Job, signals: Arc<Signals>, is_unlimited: bool) {
        let started = thread.start(job);
        debug_assert!(started.is_ok(), "a thread that is lost is not kept");
        self.thread = Some(thread);
        self.running = Some(Running {
            signals,
            is_unlimited,
        });
    }

    /// What is asked, with what the options say.
    fn limits(&self, request: &Limits) -> Limits {
        let weakness = self.strength.weakness(host::random);
        // A weak player analyses as deep as a strong one, and only chooses worse.
        let analyses = request.infinite || self.analyses;
        let most_nodes = weakness
            .filter(|_| !analyses)
            .map(|weakness| weakness.nodes);
        Limits {
            nodes: request.nodes.into_iter().chain(most_nodes).min(),
            overhead: self.overhead,
            lines: self.lines,
            handicap: weakness.map(|weakness| weakness.handicap),
            tables: self.tables.clone(),
            ..request.clone()
        }
    }

    /// Tells the search under way to answer now.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// The opponent has played the move pondered on.
    pub fn ponderhit(&self) {
        if let Some(running) = &self.running {
            running.signals.ponderhit();
        }
    }

    /// Suspends the search under way, and its clock, until [`Engine::resume`].
    pub fn pause(&self) {
        if let Some(running) = &self.running {
            running.signals.pause();
        }
    }

    /// Lets a paused search go on.
    pub fn resume(&self) {
        if let Some(running) = &self.running {
            running.signals.resume();
        }
    }

    /// How far the running search has come.
    pub fn progress(&self) -> Option<Progress> {
        self.running
            .as_ref()
            .map(|running| running.signals.progress())
    }

    /// Waits for the end of a running search.
    pub fn wait(&mut self) {
        if self.running.take().is_none() {
            return;
        }
        match self.thread.as_ref().map(SearchThread::wait) {
            Some(Ok(histories)) => self.histories = histories,
            // Where panics unwind, a search that did has lost its histories.
            Some(Err(search_thread::Lost)) | None => self.thread = None,
        }
    }
}

fn new_table(mebibytes: usize) -> Result<Arc<TranspositionTable>, NoMemory> {
    TranspositionTable::new(mebibytes).map(Arc::new)
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

#[cfg(test)]
mod tests {
    use crate::host::Instant;
    use crate::search::time::Clock;

    use super::*;

    fn with(settings: &[Setting]) -> Engine {
        let mut engine = Engine::new().unwrap();
        for setting in settings {
            engine.apply(setting.clone()).unwrap();
        }
        engine
    }

    #[test]
    fn time_runs_from_when_a_search_was_asked_for() {
        let hour = Duration::from_secs(3600);
        let mut engine = with(&[]);
        let request = Limits {
            received: Instant::now().checked_sub(hour),
            move_time: Some(hour),
            ..Limits::default()
        };
        engine.go(&request, Box::new(|_| {})).unwrap();
        assert!(engine.is_searching() && !engine.is_open_ended());
        engine.wait();
        assert!(!engine.is_searching());
    }

    #[test]
    fn only_the_clock_of_the_side_to_move_ends_a_search() {
        let mut engine = with(&[]);
        let request = Limits {
            clocks: [None, Some(Clock::default())],
            ..Limits::default()
        };
        engine.go(&request, Box::new(|_| {})).unwrap();
        assert!(engine.is_open_ended());
        engine.stop();
        engine.wait();
        engine.set_position(None, &["e2e4"]).unwrap();
        engine.go(&request, Box::new(|_| {})).unwrap();
        assert!(!engine.is_open_ended());
    }

    #[test]
    fn weak_levels_do_not_limit_analysis() {
        let nodes = |engine: &Engine, infinite| {
            let request = Limits {
                infinite,
                nodes: Some(1_000_000),
                ..Limits::default()
            };
            let limits = engine.limits(&request);
            assert!(limits.handicap.is_some());
            limits.nodes
        };
        let weak = [Setting::SkillLevel(3)];
        assert!(nodes(&with(&weak), false) < Some(2000));
        assert_eq!(nodes(&with(&weak), true), Some(1_000_000));
        let analyst = [Setting::SkillLevel(3), Setting::AnalyseMode(true)];
        assert_eq!(nodes(&with(&analyst), false), Some(1_000_000));
    }

    #[test]
    fn a_table_of_the_same_size_stays() {
        let mut engine = with(&[Setting::Hash(2)]);
        let before = Arc::clone(&engine.table);
        engine.apply(Setting::Hash(2)).unwrap();
        assert!(Arc::ptr_eq(&before, &engine.table));
        engine.apply(Setting::Hash(3)).unwrap();
        assert!(!Arc::ptr_eq(&before, &engine.table));
    }
}
