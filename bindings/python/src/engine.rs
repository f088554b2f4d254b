//! The engine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use galaverna_ffish::Notation;
use galaverna_ffish::galaverna::engine::options::{self, Setting};
use galaverna_ffish::galaverna::engine::session::{Answer, LineReport};
use galaverna_ffish::galaverna::engine::{self, SearchEvent};
use galaverna_ffish::galaverna::notation::UciScore;
use galaverna_ffish::galaverna::search::time::Limits;
use galaverna_ffish::galaverna::search::transposition::Bound as ValueBound;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::refused;

/// How often a search that says nothing is held against Control-C and `Engine.stop`.
const PATIENCE: Duration = Duration::from_millis(20);

/// What the engine says of a line of moves. Values are those of the side to move.
#[pyclass(frozen, get_all, module = "galaverna")]
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves.
    pub moves: Vec<String>,
    /// The moves in SAN.
    pub sans: Vec<String>,
    /// The value in hundredths: +100 wins every other game. None if there is a mate.
    pub cp: Option<i32>,
    /// Moves to mate, negative if the side to move is mated; None if none is seen.
    pub mate: Option<i32>,
    /// Chances of winning, drawing and losing in thousandths.
    pub wdl: (u32, u32, u32),
    /// Plies that were searched.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub seldepth: usize,
    /// Positions searched.
    pub nodes: u64,
    /// Seconds since the search began.
    pub time: f64,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let value = match (self.cp, self.mate) {
            (Some(cp), _) => format!("cp {cp}"),
            (None, mate) => format!("mate {}", mate.unwrap_or_default()),
        };
        format!("<Line: {value}, {}>", self.sans.join(" "))
    }
}

/// What the engine plays.
#[pyclass(frozen, get_all, module = "galaverna")]
#[derive(Debug)]
pub struct PlayResult {
    /// The move; None where the game is over.
    #[pyo3(name = "move")]
    pub best: Option<String>,
    /// The move in SAN.
    pub san: Option<String>,
    /// The reply that it expects.
    pub ponder: Option<String>,
    /// What it says of the move; None where it did not search.
    pub line: Option<Py<Line>>,
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        let text = self.san.as_deref().unwrap_or("no move");
        format!("<PlayResult: {text}>")
    }
}

/// An engine that thinks in this process, on threads of its own.
///
/// `hash` is the size of its table in MiB. With `elo`, from 1000 to 2800, it plays worse on
/// purpose. Other Python threads go on while it thinks, and Control-C ends it.
///
/// >>> engine = galaverna.Engine()
/// >>> board = galaverna.Board("alice", moves=["e2e4", "d7d5", "f1e2", "d5e4"])
/// >>> engine.play(board, nodes=2000)
/// <PlayResult: Bb5/A#>
#[pyclass(frozen, module = "galaverna")]
pub struct Engine {
    engine: Mutex<engine::Engine>,
    /// Somebody wants the search under way to end.
    stopped: AtomicBool,
}

/// Sets an option by its text.
fn set(engine: &mut engine::Engine, name: &str, value: &str) -> PyResult<()> {
    let setting = options::parse(name, Some(value)).map_err(refused)?;
    engine.apply(setting).map_err(refused)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash = 16, threads = 1, elo = None))]
    fn new(hash: u64, threads: u64, elo: Option<u64>) -> PyResult<Engine> {
        let mut engine = engine::Engine::new().map_err(refused)?;
        set(&mut engine, "Hash", &hash.to_string())?;
        set(&mut engine, "Threads", &threads.to_string())?;
        if let Some(elo) = elo {
            set(&mut engine, "UCI_Elo", &elo.to_string())?;
            set(&mut engine, "UCI_LimitStrength", "true")?;
        }
        Ok(Engine {
            engine: Mutex::new(engine),
            stopped: AtomicBool::new(false),
        })
    }

    /// Sets a UCI option. The game, its rules and the number of lines come with each call of
    /// `play` and `analyse`.
    fn set_option(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = value.str()?.to_string();
        // As Python writes them, and as UCI does.
        let value = match value.as_str() {
            "True" => "true",
            "False" => "false",
            other => other,
        };
        set(&mut *self.idle()?, name, value)
    }

    /// Forgets what was learned from earlier searches.
    fn new_game(&self) -> PyResult<()> {
        self.idle()?.new_game();
        Ok(())
    }

    /// The move that the engine plays in this position, after so many `nodes`, seconds
    /// (`time`) or plies (`depth`), whichever comes first.
    #[pyo3(signature = (board, *, nodes = None, time = None, depth = None))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<usize>,
    ) -> PyResult<PlayResult> {
        let limits = limits(nodes, time, depth)?;
        let (answer, lines) = self.search(py, board, &limits, 1, false)?;
        let line = lines.into_iter().next();
        let best = answer.best;
        Ok(PlayResult {
            san: best.as_ref().map(|best| best.san.clone()),
            best: best.map(|best| best.coordinates),
            ponder: answer.ponder,
            line: line.map(|line| Py::new(py, line)).transpose()?,
        })
    }

    /// The best `lines` of this position, the best first: fewer where there are fewer legal
    /// moves. Limits are those of `play`.
    ///
    /// >>> board = galaverna.Board("chess")
    /// >>> [len(line.moves) > 0 for line in galaverna.Engine().analyse(board, lines=3, depth=4)]
    /// [True, True, True]
    #[pyo3(signature = (board, *, lines = 1, nodes = None, time = None, depth = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Board,
        lines: usize,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<usize>,
    ) -> PyResult<Vec<Line>> {
        let limits = limits(nodes, time, depth)?;
        let (_, found) = self.search(py, board, &limits, lines, true)?;
        Ok(found)
    }

    /// Tells the search under way to answer now: for another thread.
    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }
}

impl Engine {
    /// The engine, unless it is thinking for another thread.
    fn idle(&self) -> PyResult<MutexGuard<'_, engine::Engine>> {
        match self.engine.try_lock() {
            Ok(engine) => Ok(engine),
            Err(TryLockError::Poisoned(engine)) => Ok(engine.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("the engine is thinking")),
        }
    }

    /// Searches while other Python threads go on; returns the answer and the best lines.
    fn search(
        &self,
        py: Python<'_>,
        board: &Board,
        limits: &Limits,
        lines: usize,
        analyses: bool,
    ) -> PyResult<(Answer, Vec<Line>)> {
        let board = board.inner();
        let mut engine = self.idle()?;
        set(&mut engine, "MultiPV", &lines.to_string())?;
        let mode = Setting::AnalyseMode(analyses);
        engine.apply(mode).map_err(refused)?;
        let rules = board.rules().of(board.game());
        let rules: Vec<_> = rules.map(|(name, on)| (name.to_owned(), on)).collect();
        let mut session = board.game().session();
        for (name, on) in &rules {
            session.set_rule(name, *on);
        }
        let moves: Vec<&str> = board.moves().iter().map(String::as_str).collect();
        let set_up = session.set_position(Some(board.start_fen()), &moves);
        set_up.map_err(refused)?;
        engine.take_over(board.game(), &rules, session);

        self.stopped.store(false, Ordering::SeqCst);
        let (sender, mut events) = mpsc::channel();
        // Nobody listens any more after an exception.
        let observer = Box::new(move |event| drop(sender.send(event)));
        let started = engine.go(limits, observer);
        started.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let mut reports: Vec<Option<LineReport>> = vec![None; lines];
        loop {
            let event;
            (event, events) = py.detach(move || (events.recv_timeout(PATIENCE), events));
            match event {
                Ok(SearchEvent::Line(report)) => keep(&mut reports, report),
                Ok(SearchEvent::Done(answer)) => {
                    engine.wait();
                    let lines = reports.into_iter().flatten();
                    let lines = lines.map(|report| line(board, report)).collect();
                    return Ok((answer, lines));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    engine.wait();
                    return Err(PyRuntimeError::new_err("the search has failed"));
                }
            }
            if let Err(exception) = py.check_signals() {
                engine.stop();
                engine.wait();
                return Err(exception);
            }
            if self.stopped.load(Ordering::SeqCst) {
                engine.stop();
            }
        }
    }
}

/// Keeps the newest report of each line; one whose value is only a bound does not replace
/// one with a value.
fn keep(reports: &mut [Option<LineReport>], report: LineReport) {
    let place = report.multipv.checked_sub(1);
    if let Some(kept) = place.and_then(|place| reports.get_mut(place))
        && (kept.is_none() || report.bound == ValueBound::Exact)
    {
        *kept = Some(report);
    }
}

fn line(board: &galaverna_ffish::Board, report: LineReport) -> Line {
    let moves: Vec<&str> = report.pv.iter().map(String::as_str).collect();
    let (cp, mate) = match report.score {
        UciScore::Centipawns(cp) => (Some(cp), None),
        UciScore::Mate(mate) => (None, Some(mate)),
    };
    Line {
        sans: board.sans(&moves, Notation::Boards).unwrap_or_default(),
        moves: report.pv,
        cp,
        mate,
        wdl: (report.chances.win, report.chances.draw, report.chances.loss),
        depth: report.depth,
        seldepth: report.seldepth,
        nodes: report.nodes,
        time: report.time.as_secs_f64(),
    }
}

/// What ends a search.
///
/// # Errors
///
/// If nothing does, or the time is none.
fn limits(nodes: Option<u64>, time: Option<f64>, depth: Option<usize>) -> PyResult<Limits> {
    let move_time = time.map(Duration::try_from_secs_f64).transpose();
    let limits = Limits {
        nodes,
        move_time: move_time.map_err(refused)?,
        depth,
        ..Limits::default()
    };
    match (nodes, time, depth) {
        (None, None, None) => Err(refused("nodes, time or depth must say when to stop")),
        _ => Ok(limits),
    }
}
