//! The Universal Chess Interface, as Stockfish speaks it.
//!
//! The main loop takes lines of input and the ends of searches from one queue.
//! While a search runs, what can be answered at once is answered at once; other
//! commands wait for its end in the order they came. `stop` and `ponderhit` are for
//! the last `go` before them, and wait with it. A search that would never end by
//! itself is stopped by the first command that has to wait.

pub mod command;
mod genfens;
pub mod output;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

#[cfg(feature = "native")]
use crate::engine::options;
use crate::engine::options::Setting;
use crate::engine::speedtest::{self, SpeedSettings};
use crate::engine::{Engine, SearchEvent, agreement, bench};
use crate::host::{Instant, Interrupt};
use crate::notation::fen;
use crate::rules::Color;
use crate::search::time::Limits;
use crate::search::transposition::Bound;
use crate::show::Game;

use super::input::{self, Event};
use super::{Connection, Flow, debug_log, send};
use command::{Command, Go};

/// How long to search where what should have limited a search was not understood: whoever
/// sent it does not expect to have to say `stop`.
const TIME_WITHOUT_LIMIT: Duration = Duration::from_secs(1);

/// Whether there is more to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Input {
    Open,
    /// It has ended.
    Ended,
    /// It has ended, and so has the time for what was asked before; so it is after
    /// `quit`.
    Over,
}

/// The engine's part of a dialogue.
pub struct Uci {
    engine: Engine,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// Commands that wait for the end of the search, and when they were read; empty
    /// while there is none.
    waiting: VecDeque<(Command, Instant)>,
    /// Since when the engine has no longer been busy with what was asked before: that
    /// does not use up the time for a move. A search that is stopped does so until it
    /// has ended.
    free_since: Instant,
    /// The search has been told to stop.
    stopped: bool,
    input: Input,
    debug: bool,
    /// The last line of the search under way, if it began as pondering.
    pondered: Arc<Mutex<Option<String>>>,
    /// What is under way is no search, but a count or a measurement. Everything else waits
    /// for its end, as in Stockfish.
    works: bool,
}

fn lock(line: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One line for the user.
fn info_string(message: impl std::fmt::Display) {
    // A message must not look like several lines of protocol.
    let message = message.to_string().replace('\n', " ");
    send(format!("info string {}", input::shortened(&message)));
}

impl Uci {
    /// A dialogue that begins.
    pub fn new(connection: Connection) -> Uci {
        let Connection {
            engine,
            sender,
            events,
        } = connection;
        Uci {
            engine,
            sender,
            events,
            waiting: VecDeque::new(),
            free_since: Instant::now(),
            stopped: false,
            input: Input::Open,
            debug: false,
            pondered: Arc::default(),
            works: false,
        }
    }

    /// Speaks UCI until `quit`, the end of input, or the word `xboard`.
    pub(super) fn serve(mut self) -> (Flow, Connection) {
        // The sender in `self` keeps the queue open; input always ends with an
        // event of its own.
        let mut flow = Flow::Continue;
        while flow == Flow::Continue {
            flow = match self.events.recv() {
                Ok(event) => self.take(event),
                Err(RecvError) => Flow::Quit,
            };
        }
        let connection = Connection {
            engine: self.engine,
            sender: self.sender,
            events: self.events,
        };
        (flow, connection)
    }

    /// Deals with what has come, and waits for nothing more; `false` if the dialogue is over.
    pub fn advance(&mut self) -> bool {
        while let Ok(event) = self.events.try_recv() {
            if self.take(event) != Flow::Continue {
                return false;
            }
        }
        true
    }

    fn take(&mut self, event: Event) -> Flow {
        let flow = match event {
            Event::Line(line, read_at) => self.line(&line, read_at),
            Event::EndOfInput => self.end_of_input(Input::Ended),
            Event::GraceOver => self.end_of_input(Input::Over),
            Event::LongLine(begin) => {
                info_string(format!("line too long: '{begin}…'"));
                Flow::Continue
            }
            Event::SearchDone(_, at) => self.search_done(at),
            Event::WorkDone(at) => {
                self.works = false;
                self.search_done(at)
            }
        };
        if flow != Flow::Continue {
            self.engine.stop();
            self.engine.wait();
        }
        flow
    }

    fn line(&mut self, line: &str, read_at: Instant) -> Flow {
        if self.input != Input::Open {
            return Flow::Continue;
        }
        debug_log::received(line);
        match Command::parse(line) {
            Ok(Some(command)) => self.receive(command, read_at),
            Ok(None) => Flow::Continue,
            Err(error) => {
                info_string(error);
                Flow::Continue
            }
        }
    }

    /// Carries a command out, or keeps it until its turn has come.
    fn receive(&mut self, command: Command, read_at: Instant) -> Flow {
        if !(self.engine.is_searching() && self.must_wait(&command)) {
            return self.execute(command, read_at);
        }
        self.waiting.push_back((command, read_at));
        self.stop_if_awaited();
        Flow::Continue
    }

    /// Whether a command that comes while a search runs has to wait for its end.
    fn must_wait(&self, command: &Command) -> bool {
        match command {
            Command::Quit => false,
            Command::Stop | Command::PonderHit => {
                self.waiting.iter().any(|(command, _)| command.is_go())
            }
            Command::Uci
            | Command::Debug(_)
            | Command::IsReady
            | Command::Register
            | Command::Help => self.works,
            _ => true,
        }
    }

    /// Carries out what has waited, as far as it need wait no longer.
    fn run_waiting(&mut self) -> Flow {
        while let Some((command, read_at)) = self.take_ready() {
            let flow = self.execute(command, read_at);
            if flow != Flow::Continue {
                return flow;
            }
        }
        self.stop_if_awaited();
        Flow::Continue
    }

    /// The command among those that wait which is to be carried out now.
    fn take_ready(&mut self) -> Option<(Command, Instant)> {
        if !self.engine.is_searching() {
            return self.waiting.pop_front();
        }
        // What was sent for the search that has begun.
        let waiting = self.waiting.iter().map(|(command, _)| command);
        let mut before_the_next = waiting.take_while(|command| !command.is_go());
        let next = before_the_next.position(|command| {
            matches!(command, Command::Stop | Command::PonderHit) || !self.must_wait(command)
        })?;
        self.waiting.remove(next)
    }

    /// Stops a search that would keep others waiting too long.
    fn stop_if_awaited(&mut self) {
        let awaited = !self.waiting.is_empty() || self.input != Input::Open;
        if awaited && self.engine.is_open_ended() || self.input == Input::Over {
            self.stop();
        }
    }

    fn stop(&mut self) {
        if self.engine.is_searching() && !self.stopped {
            self.engine.stop();
            self.stopped = true;
            self.free_since = Instant::now();
        }
    }

    /// Nothing more will come: what was asked is done with, and that means quit.
    fn end_of_input(&mut self, input: Input) -> Flow {
        self.input = self.input.max(input);
        if self.input == Input::Over {
            self.waiting.retain(|(command, _)| !command.is_count());
        }
        self.stop_if_awaited();
        self.quit_if_done()
    }

    fn quit_if_done(&self) -> Flow {
        match self.input != Input::Open && !self.engine.is_searching() {
            true => Flow::Quit,
            false => Flow::Continue,
        }
    }

    fn search_done(&mut self, at: Instant) -> Flow {
        self.engine.wait();
        if !self.stopped {
            self.free_since = at;
        }
        match self.run_waiting() {
            Flow::Continue => self.quit_if_done(),
            // There is nobody left to speak that protocol.
            Flow::Xboard if self.input != Input::Open => Flow::Quit,
            flow => flow,
        }
    }

    fn execute(&mut self, command: Command, read_at: Instant) -> Flow {
        // These come with the `go` whose clock is running already.
        let is_of_a_move = matches!(
            command,
            Command::Position { .. } | Command::Go(_) | Command::Stop | Command::PonderHit
        );
        match command {
            Command::Uci => send(output::identification()),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => send(vampirc_uci::UciMessage::ReadyOk),
            Command::Register => {}
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.new_game(),
            Command::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                if let Err(error) = self.engine.set_position(fen.as_deref(), &moves) {
                    info_string(error);
                }
            }
            Command::Go(go) => self.go(*go, read_at.max(self.free_since)),
            Command::Perft(depth) => {
                let session = self.engine.session().fork();
                self.work(move |interrupt| match session.divide(depth, interrupt) {
                    Some(counts) => send(output::perft(&counts)),
                    None => info_string("go perft: stopped"),
                });
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(),
            // A short count is still finished, as at the end of input.
            Command::Quit if self.works && self.input == Input::Open => {
                input::begin_grace(&self.sender);
                return self.end_of_input(Input::Ended);
            }
            // Whatever was asked before is still answered.
            Command::Quit if self.engine.is_searching() => return self.end_of_input(Input::Over),
            Command::Quit => return Flow::Quit,
            Command::Xboard => return Flow::Xboard,
            Command::Display => send(output::display(self.engine.session())),
            Command::Eval => self.eval(),
            Command::Bench(depth) => self.work(move |interrupt| {
                run_bench(depth.unwrap_or(bench::DEFAULT_DEPTH), interrupt);
            }),
            Command::Speedtest(settings, game) => {
                let game = game.unwrap_or(self.engine.game());
                self.work(move |interrupt| run_speedtest(game, &settings, interrupt));
            }
            Command::Genfens(genfens) => {
                let variant = self.engine.variant();
                self.work(move |interrupt| genfens.run(variant, interrupt));
            }
            Command::Flip => {
                let flipped = fen::flipped(&self.engine.session().fen());
                if let Err(error) = self.engine.set_position(Some(&flipped), &[]) {
                    info_string(error);
                }
            }
            Command::Agreement(side) => self.agreement(side),
            Command::Help => send(output::help()),
        }
        if !is_of_a_move {
            self.free_since = Instant::now();
        }
        Flow::Continue
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match super::set_option(&mut self.engine, name, value) {
            Ok(Setting::Variant(_)) => send(output::variant_line(self.engine.game())),
            Ok(Setting::Threads(wanted)) => {
                super::tell_threads(&self.engine, wanted, info_string);
            }
            #[cfg(feature = "native")]
            Ok(Setting::SyzygyPath(_)) => {
                super::tell_tables(&self.engine, options::SYZYGY_PATH, info_string);
            }
            #[cfg(feature = "native")]
            Ok(Setting::TablePath(_)) => {
                super::tell_tables(&self.engine, options::TABLE_PATH, info_string);
            }
            Ok(_) => {}
            Err(error) => info_string(error),
        }
    }

    fn go(&mut self, go: Go, received: Instant) {
        let request = Limits {
            received: Some(received),
            ..self.understood(go)
        };
        let sender = self.sender.clone();
        let show_wdl = self.engine.shows_wdl();
        let ponders = request.ponder;
        self.pondered = Arc::default();
        let pondered = Arc::clone(&self.pondered);
        let observer = Box::new(move |event| match event {
            SearchEvent::Line(report) => {
                let line = output::info_line(&report, show_wdl);
                if ponders && report.multipv == 1 && report.bound == Bound::Exact {
                    *lock(&pondered) = Some(line.clone());
                }
                send(line);
            }
            SearchEvent::Done(answer) => {
                // First the event, then the line: whatever a GUI sends in answer to
                // the line comes after the event. A loop that has gone away needs
                // neither.
                let line = output::best_move_line(&answer);
                let _ = sender.send(Event::SearchDone(answer, Instant::now()));
                send(line);
            }
        });
        self.stopped = false;
        match self.engine.go(&request, observer) {
            Ok(()) if self.debug => info_string(format!("searching: {request:?}")),
            Ok(()) => {}
            Err(error) => info_string(error),
        }
    }

    /// Lets a search go on as one for the move. Some programs, python-chess among them, listen
    /// only from here on, and a search that has taken its time already says no more than its
    /// move: so they are told what it knows.
    fn ponderhit(&mut self) {
        if self.engine.is_searching()
            && !self.stopped
            && let Some(line) = lock(&self.pondered).take()
        {
            send(line);
        }
        self.engine.ponderhit();
    }

    /// What of a `go` can be searched; the rest is ignored, and the user told.
    fn understood(&self, go: Go) -> Limits {
        let session = self.engine.session();
        let mut limits = go.limits;
        let mut ignored: Vec<String> = go.ignored.iter().map(ToString::to_string).collect();
        for text in &go.search_moves {
            match session.find_move(text) {
                Ok(m) => limits.search_moves.push(m),
                Err(error) => ignored.push(format!("go searchmoves: {error}")),
            }
        }
        let Some(first) = ignored.first() else {
            return limits;
        };
        let more = match ignored.len() - 1 {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let mut instead = String::new();
        if limits.is_unlimited(session.turn()) && !limits.infinite {
            limits.move_time = Some(TIME_WITHOUT_LIMIT);
            instead = format!("; searching for {TIME_WITHOUT_LIMIT:?}");
        }
        info_string(format!("{first}{more}; ignored{instead}"));
        limits
    }

    /// Counts or measures on the thread that searches.
    fn work(&mut self, task: impl FnOnce(&Interrupt) + Send + 'static) {
        let sender = self.sender.clone();
        let started = self.engine.work(move |interrupt| {
            task(interrupt);
            // A loop that has gone away waits for nothing.
            let _ = sender.send(Event::WorkDone(Instant::now()));
        });
        self.stopped = false;
        self.works = started.is_ok();
        if let Err(error) = started {
            info_string(error);
        }
    }

    fn eval(&self) {
        let session = self.engine.session();
        match session.state().checkers.is_empty() {
            true => send(output::evaluation(&session.evaluation())),
            false => send("Evaluation: none (in check)"),
        }
    }

    fn agreement(&mut self, side: Option<Color>) {
        let side = side.unwrap_or(self.engine.session().turn());
        match agreement::evaluate(&self.engine, side, None) {
            Some(found) if found.accepted => send(format!("exchange accept {}", found.text)),
            Some(found) => send(format!("exchange decline {}", found.text)),
            None => send("exchange none"),
        }
    }
}

/// `bench`, from a protocol or the command line. The last line is the one that
/// scripts read.
pub fn run_bench(depth: usize, interrupt: &Interrupt) {
    let rate = |measured: bench::BenchResult| measured.nodes_per_second();
    let result = bench::run(depth, interrupt, &mut |game, measured| {
        send(format!(
            "{game:>8}: {} nodes {} nps",
            measured.nodes,
            rate(measured)
        ));
    });
    match result {
        Ok(None) => info_string("bench: stopped"),
        Ok(Some(total)) => send(format!("{} nodes {} nps", total.nodes, rate(total))),
        Err(error) => info_string(error),
    }
}

/// `speedtest`: a line after each game, then what Stockfish reports, under its names.
fn run_speedtest(game: &Game, settings: &SpeedSettings, interrupt: &Interrupt) {
    let mut games = 0;
    let result = speedtest::run(game, settings, interrupt, &mut |speed| {
        games += 1;
        let rate = speed.total.nodes_per_second();
        send(format!("game {games}: {rate} nodes/second up to now"));
    });
    match result {
        Ok(None) => info_string("speedtest: stopped"),
        Ok(Some(speed)) => send(output::speed(game, settings, &speed)),
        Err(error) => info_string(error),
    }
}
