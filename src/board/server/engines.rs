//! Programs beside our own engine: those of `engines.toml` that speak UCI. A page names one,
//! and nothing else of a message says what is started.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::board::messages::{EngineView, GameLine, SearchWish};
use crate::board::{OtherEngines, OtherSearch};
use crate::engine::SearchEvent;
use crate::engine::session::{Answer, LineReport, MoveText};
use crate::host::Interrupt;
use crate::notation::UciScore;
use crate::player::configuration::{Configuration, EngineEntry};
use crate::player::log::TrafficLog;
use crate::player::settings::{EngineSettings, ProtocolKind, ThinkingLimits, Timeouts};
use crate::player::{InfoLine, MoveRequest, Player, PlayerContext, PlayerError, Uci, quoted};
use crate::show::Variant;
use crate::show::record::Record;

/// How long an engine has to become ready: to start, and to clear a large table. A machine
/// may have much else to do.
const READY: Duration = Duration::from_secs(30);

/// The time over its own that an engine has for a move until it is told to stop.
const MARGIN: Duration = Duration::from_secs(2);

/// A mate as a value in centipawns.
const MATE: i32 = 30_000;

/// The programs that a server offers to its tabs.
#[derive(Default)]
pub struct Programs {
    entries: Vec<EngineEntry>,
    /// Those that have been asked what they play, by their names.
    known: Mutex<BTreeMap<String, EngineView>>,
}

impl Programs {
    /// The engines of a file that speak UCI.
    pub fn new(configuration: &Configuration) -> Programs {
        let entries = configuration.engines().iter();
        let entries = entries.filter(|entry| entry.protocol == ProtocolKind::Uci);
        Programs {
            entries: entries.cloned().collect(),
            known: Mutex::default(),
        }
    }

    /// What they are called.
    pub fn names(&self) -> Vec<String> {
        let names = self.entries.iter().map(|entry| entry.name.get_ref());
        names.cloned().collect()
    }

    /// How the program with this name is run to play a variant.
    fn settings(&self, name: &str, variant: Variant) -> Result<EngineSettings, String> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| entry.name.get_ref() == name);
        let entry = entry.ok_or_else(|| format!("There is no engine ‘{name}’ here."))?;
        if !entry.plays(variant.game) {
            return Err(plays_not(name, variant));
        }
        let settings = entry.settings();
        settings.map_err(|error| format!("{name} cannot be used: {error}."))
    }

    /// What each plays. Those that have not told it yet are started, all at once; who could
    /// not be is asked again the next time.
    fn views(&self, context: &PlayerContext) -> Vec<EngineView> {
        // Other tabs that ask meanwhile wait for the same answers.
        let known = self.known.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        thread::scope(|scope| {
            let asked = self.entries.iter().map(|entry| {
                let view = known.get(entry.name.get_ref()).cloned();
                let ask = || view.unwrap_or_else(|| look_at(entry, context));
                scope.spawn(ask)
            });
            let asked: Vec<_> = asked.collect();
            let views = asked.into_iter().filter_map(|asked| asked.join().ok());
            views.collect::<Vec<_>>()
        })
        .into_iter()
        .inspect(|view| {
            if view.says.is_none() {
                known.insert(view.name.clone(), view.clone());
            }
        })
        .collect()
    }
}

/// Starts a program, to hear what it plays, and ends it.
fn look_at(entry: &EngineEntry, context: &PlayerContext) -> EngineView {
    let name = entry.name.get_ref().clone();
    let settings = entry.settings();
    let settings = settings.map_err(|error| PlayerError::Unsuitable(error.to_string()));
    match settings.and_then(|settings| Uci::open(&settings, context)) {
        Ok(uci) => {
            let variants = Variant::names().into_iter().filter_map(Variant::named);
            let plays = |&variant: &Variant| {
                let is_refused = uci.refusal(variant).is_some();
                entry.plays(variant.game) && !is_refused
            };
            EngineView {
                games: variants
                    .filter(plays)
                    .map(|variant| variant.name())
                    .collect(),
                full_name: uci.title().map(str::to_owned),
                says: None,
                name,
            }
        }
        Err(error) => EngineView {
            full_name: None,
            games: Vec::new(),
            says: Some(complaint(&name, &error)),
            name,
        },
    }
}

/// What people are told of an engine that does not play a variant.
fn plays_not(name: &str, variant: Variant) -> String {
    format!("{name} does not play {}.", variant.title())
}

/// What people are told of an engine that has failed.
fn complaint(name: &str, error: &PlayerError) -> String {
    match error {
        PlayerError::Unsuitable(why) => format!("{name} cannot be used: {why}."),
        PlayerError::Disconnected => format!("{name} has ended by itself."),
        PlayerError::Hung(command) => {
            format!("{name} does not answer to ‘{command}’. It has been ended.")
        }
        PlayerError::Flood => format!("{name} says more than can be read. It has been ended."),
        PlayerError::Interrupted => format!("{name} has been ended."),
    }
}

/// The programs as one tab has them: it lets one run at a time.
pub struct TabEngines {
    programs: Arc<Programs>,
    context: PlayerContext,
    /// Ends the search that was ordered last.
    stop: Interrupt,
    worker: Option<Worker>,
}

/// The thread that has the program: it ends with that thread.
struct Worker {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
}

impl Worker {
    fn start(context: PlayerContext) -> Result<Worker, String> {
        let (orders, received) = mpsc::channel();
        let thread = thread::Builder::new().name("other engine".to_owned());
        let thread = thread.spawn(move || Seat::new(context).work(received));
        let thread = thread.map_err(|error| format!("No thread for an engine: {error}."))?;
        Ok(Worker { orders, thread })
    }
}

/// A search that waits for its turn.
struct Order {
    settings: EngineSettings,
    search: OtherSearch,
    stop: Interrupt,
}

impl TabEngines {
    /// For a tab that is new: nothing runs.
    pub fn new(programs: Arc<Programs>) -> TabEngines {
        TabEngines {
            programs,
            context: PlayerContext {
                log: TrafficLog::none(),
                interrupt: Interrupt::default(),
                timeouts: Timeouts {
                    startup: READY,
                    new_game: READY,
                    ..Timeouts::default()
                },
                kept_lines: Vec::new(),
            },
            stop: Interrupt::default(),
            worker: None,
        }
    }

    fn worker(&mut self) -> Result<&Worker, String> {
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start(self.context.clone())?,
        };
        Ok(self.worker.insert(worker))
    }
}

impl Drop for TabEngines {
    /// Kills the program, and waits until it is gone.
    fn drop(&mut self) {
        self.context.interrupt.raise();
        if let Some(Worker { orders, thread }) = self.worker.take() {
            drop(orders);
            // A thread that has panicked has ended, and its program with it.
            let _ = thread.join();
        }
    }
}

impl OtherEngines for TabEngines {
    fn list(&self, tell: Box<dyn FnOnce(Vec<EngineView>) + Send>) -> Result<(), String> {
        let (programs, context) = (Arc::clone(&self.programs), self.context.clone());
        let thread = thread::Builder::new().name("other engines".to_owned());
        let spawned = thread.spawn(move || tell(programs.views(&context)));
        spawned
            .map(|_| ())
            .map_err(|error| format!("No thread for an engine: {error}."))
    }

    fn search(&mut self, search: OtherSearch) -> Result<(), String> {
        let settings = self.programs.settings(&search.name, search.variant)?;
        self.stop();
        self.stop = Interrupt::default();
        let order = Order {
            settings,
            search,
            stop: self.stop.clone(),
        };
        let sent = self.worker()?.orders.send(order);
        sent.map_err(|_| "The engine’s thread has ended.".to_owned())
    }

    fn stop(&mut self) {
        self.stop.raise();
    }
}

/// Where a program sits that runs.
struct Seat {
    context: PlayerContext,
    running: Option<Running>,
    /// What is wrong with a program that failed when nobody listened: who wants it next is
    /// told.
    owed: Option<(String, String)>,
}

/// A program that runs, and what it was told.
struct Running {
    uci: Uci,
    settings: EngineSettings,
    variant: Variant,
    /// Whether it analyses, and plays no game.
    analyses: bool,
    /// The options that the last search wished for.
    options: Vec<(&'static str, usize)>,
    /// What it searched last.
    line: Option<GameLine>,
}

impl Seat {
    fn new(context: PlayerContext) -> Seat {
        Seat {
            context,
            running: None,
            owed: None,
        }
    }

    /// Carries out orders until there are none any more.
    fn work(mut self, orders: Receiver<Order>) {
        for order in orders {
            self.carry_out(order);
        }
    }

    fn carry_out(&mut self, order: Order) {
        let Order {
            settings,
            mut search,
            stop,
        } = order;
        if stop.is_raised() {
            return (search.tell)(Ok(SearchEvent::Done(Answer::default())));
        }
        let owed = self.owed.take().filter(|(name, _)| *name == settings.name);
        let found = match owed {
            Some((_, says)) => Err(says),
            None => self.search(&settings, &mut search, &stop),
        };
        if let Err(says) = &found {
            self.running = None;
            if stop.is_raised() {
                self.owed = Some((settings.name, says.clone()));
            }
        }
        (search.tell)(found.map(SearchEvent::Done));
    }

    fn search(
        &mut self,
        settings: &EngineSettings,
        search: &mut OtherSearch,
        stop: &Interrupt,
    ) -> Result<Answer, String> {
        let OtherSearch {
            name,
            variant,
            record,
            line,
            wish,
            tell,
        } = search;
        let failed = |error: PlayerError| complaint(name, &error);
        let running = self.run(settings, *variant, wish.infinite)?;
        running.prepare(line, wish).map_err(failed)?;
        let mut value = 0;
        let hear = |info: InfoLine| {
            if info.multipv == 1 {
                value = centipawns(info.score);
            }
            if let Some(report) = report(*variant, record.as_ref(), info) {
                tell(Ok(SearchEvent::Line(report)));
            }
        };
        let found = running.search(record.as_ref(), line, wish, stop, hear);
        let text = found.map_err(failed)?;
        let best = record.find_move(&text).map_err(|_| {
            let said = quoted(&text);
            format!("{name} plays ‘{said}’, which is no legal move here. It has been ended.")
        })?;
        Ok(Answer {
            best: Some(MoveText {
                coordinates: best.to_string(),
                san: record.san(best),
            }),
            value,
            ..Answer::default()
        })
    }

    /// The program that is wanted, in place of another that runs.
    fn run(
        &mut self,
        settings: &EngineSettings,
        variant: Variant,
        analyses: bool,
    ) -> Result<&mut Running, String> {
        let is_wanted = |running: &Running| {
            running.settings == *settings
                && running.analyses == analyses
                && (running.variant.name() == variant.name())
        };
        let running = match self.running.take().filter(is_wanted) {
            Some(running) => running,
            None => self.start(settings, variant, analyses)?,
        };
        Ok(self.running.insert(running))
    }

    fn start(
        &self,
        settings: &EngineSettings,
        variant: Variant,
        analyses: bool,
    ) -> Result<Running, String> {
        let name = &settings.name;
        let failed = |error: PlayerError| complaint(name, &error);
        let mut uci = Uci::open(settings, &self.context).map_err(failed)?;
        if uci.refusal(variant).is_some() {
            return Err(plays_not(name, variant));
        }
        uci.begin(variant).map_err(failed)?;
        Ok(Running {
            uci,
            settings: settings.clone(),
            variant,
            analyses,
            options: Vec::new(),
            line: None,
        })
    }
}

impl Running {
    /// Sets what an analysis wishes for, and says so where a game begins.
    fn prepare(&mut self, line: &GameLine, wish: &SearchWish) -> Result<(), PlayerError> {
        let options = match self.analyses {
            true => vec![
                ("Threads", wish.threads()),
                ("Hash", wish.hash()),
                ("MultiPV", wish.lines()),
            ],
            false => Vec::new(),
        };
        if self.options != options {
            self.uci.set(&options)?;
            self.options = options;
        }
        let goes_on = self.line.as_ref().is_some_and(|before| {
            let is_later = before.fen == line.fen && line.moves.starts_with(&before.moves);
            self.analyses || is_later
        });
        if !goes_on {
            self.uci.new_game(self.variant, line.fen.as_deref())?;
        }
        self.line = Some(line.clone());
        Ok(())
    }

    fn search(
        &mut self,
        record: &dyn Record,
        line: &GameLine,
        wish: &SearchWish,
        stop: &Interrupt,
        hear: impl FnMut(InfoLine),
    ) -> Result<String, PlayerError> {
        let asked = wish.request();
        let turn = record.turn();
        let own_clock = asked.clocks[turn.fold_wb(0, 1)];
        let allowed = own_clock.map(|clock| clock.remaining).or(asked.move_time);
        let allowed = allowed.map_or(Timeouts::default().thinking, |time| time + MARGIN);
        let request = MoveRequest {
            start: line.fen.as_deref(),
            moves: &line.moves,
            turn,
            clocks: asked.clocks,
            limits: &ThinkingLimits {
                move_time: asked.move_time,
                ..self.settings.limits
            },
            allowed,
        };
        let allowed = (!self.analyses).then_some(allowed);
        self.uci.search(&request, allowed, stop, hear)
    }
}

/// A value in centipawns, also of a mate.
fn centipawns(score: UciScore) -> i32 {
    match score {
        UciScore::Centipawns(value) => value,
        UciScore::Mate(moves) if moves > 0 => MATE,
        UciScore::Mate(_) => -MATE,
    }
}

/// What an engine tells of a line, as our own engine would; its moves are those that are
/// legal. `None` if there is none.
fn report(variant: Variant, record: &dyn Record, info: InfoLine) -> Option<LineReport> {
    let mut after = record.fork();
    let pv = info.pv.iter().map_while(|text| {
        let found = after.find_move(text).ok()?.to_string();
        after.play(&found).ok()?;
        Some(found)
    });
    let pv: Vec<String> = pv.collect();
    (!pv.is_empty()).then(|| LineReport {
        depth: info.depth,
        seldepth: info.seldepth,
        multipv: info.multipv,
        score: info.score,
        bound: info.bound,
        chances: variant.game.chances(info.score),
        nodes: info.nodes,
        time: info.time,
        hashfull: 0,
        tb_hits: 0,
        pv,
    })
}
