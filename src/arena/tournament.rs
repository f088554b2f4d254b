//! All games of a match: several at a time, each recorded as it ends.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::batch::Progress;
use crate::batch::file::FileError;
use crate::host::Interrupt;
use crate::output::OutputError;

use super::merge::summary;
use super::openings::{Opening, OpeningError, Openings};
use super::record::{Record, pgn_of};
use super::referee::{self, FinishedGame, Seat};
use super::schedule::{ScheduledGame, schedule};
use super::settings::MatchSettings;
use super::statistics::{SprtDecision, Standings};
use crate::pgn::PgnGame;
use crate::player::log::TrafficLog;
use crate::player::{self, Player, PlayerContext, PlayerError};
use crate::rules::Color;

/// Attempts to start an engine that failed, if failures are no reason to stop.
const STARTS: u32 = 3;

/// Why a match breaks off.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// The log cannot be opened.
    #[error("log file {0}")]
    Log(FileError),
    /// The record cannot be read or written.
    #[error(transparent)]
    Record(#[from] FileError),
    /// What happens cannot be printed.
    #[error("{0}")]
    Output(#[from] OutputError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An engine cannot play, or a game cannot be played.
    #[error("{0}")]
    Play(String),
    /// An engine crashed or hung, and `-recover` was not given.
    #[error("stopped after an engine's failure: {0} (-recover goes on with a new process)")]
    Failure(String),
    /// The system gives no thread.
    #[error("no thread for a game: {0}")]
    Thread(std::io::Error),
    /// A thread has panicked; that is our mistake.
    #[error("a game broke down")]
    Panic,
    /// Somebody wants the match to stop.
    #[error("interrupted; -resume goes on from the record")]
    Interrupted,
}

/// What a match has come to.
#[derive(Debug)]
pub struct MatchResult {
    /// The standings.
    pub standings: Standings,
    /// What the referee itself took for each move, if any was made.
    pub cost_per_move: Option<Duration>,
}

/// Is shown each game when it is in the record, those that were there already too.
pub type GameObserver<'a> = &'a (dyn Fn(&PgnGame) + Sync);

/// Plays a match.
///
/// # Errors
///
/// If it breaks off; all games that have ended are in the record.
pub fn run(
    settings: &MatchSettings,
    interrupt: &Interrupt,
    observer: GameObserver<'_>,
) -> Result<MatchResult, TournamentError> {
    let games = schedule(settings);
    let (record, played) = Record::open(settings, &games)?;
    let mut standings = Standings::new(settings.sprt);
    for game in &played {
        standings.add(summary(game));
        observer(game);
    }
    let is_played = |game: &&ScheduledGame| {
        let round = game.round();
        played.iter().all(|pgn| pgn.tag("Round") != Some(&round))
    };
    let queue: VecDeque<ScheduledGame> = games.iter().filter(is_played).copied().collect();
    let decided = standings.sprt_decision().is_some();
    let log = TrafficLog::open(settings.log.as_deref()).map_err(TournamentError::Log)?;
    let tournament = Tournament {
        settings,
        observer,
        openings: Openings::new(&settings.openings, settings.variant, settings.seed)?,
        context: PlayerContext {
            log,
            interrupt: interrupt.clone(),
            timeouts: settings.timeouts,
            kept_lines: settings.recorded.lines.clone(),
        },
        progress: Progress::new(games.len(), played.len()),
        scheduled: games.len(),
        state: Mutex::new(State {
            queue: if decided { VecDeque::new() } else { queue },
            standings,
            record,
            failure: None,
            stopped: decided,
            moves: 0,
            cost: Duration::ZERO,
        }),
    };
    tournament.play_all()?;
    tournament.result()
}

/// A match under way: what all games share.
struct Tournament<'a> {
    settings: &'a MatchSettings,
    observer: GameObserver<'a>,
    openings: Openings,
    context: PlayerContext,
    progress: Progress,
    scheduled: usize,
    state: Mutex<State>,
}

struct State {
    queue: VecDeque<ScheduledGame>,
    standings: Standings,
    record: Record,
    /// The first reason to break off.
    failure: Option<TournamentError>,
    /// Whether games under way are to be broken off because the test has decided.
    stopped: bool,
    moves: u32,
    /// Time of games in which no engine was thinking.
    cost: Duration,
}

/// The engines of one thread.
type Players = HashMap<usize, Box<dyn Player>>;

impl Tournament<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play_all(&self) -> Result<(), TournamentError> {
        let threads = self.settings.concurrency.min(self.state().queue.len());
        thread::scope(|scope| {
            let mut workers = Vec::with_capacity(threads);
            for number in 1..=threads {
                let worker = thread::Builder::new().name(format!("game {number}"));
                match worker.spawn_scoped(scope, || self.work()) {
                    Ok(worker) => workers.push(worker),
                    Err(error) => self.fail(TournamentError::Thread(error)),
                }
            }
            let ends = workers.into_iter().map(thread::ScopedJoinHandle::join);
            // Every thread is waited for, whatever became of the others.
            let ends: Vec<_> = ends.collect();
            match ends.iter().all(Result::is_ok) {
                true => Ok(()),
                false => Err(TournamentError::Panic),
            }
        })
    }

    fn result(self) -> Result<MatchResult, TournamentError> {
        self.progress.finish();
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        let result = MatchResult {
            standings: state.standings,
            cost_per_move: state.cost.checked_div(state.moves),
        };
        let report = result.standings.report();
        match state.failure {
            None if self.context.interrupt.is_raised() && !state.stopped => {
                self.progress.print(&report)?;
                Err(TournamentError::Interrupted)
            }
            None => Ok(result),
            Some(failure) => {
                // The first failure is the one that counts.
                let _ = self.progress.print(&report);
                Err(failure)
            }
        }
    }

    /// Breaks the match off.
    fn fail(&self, error: TournamentError) {
        let mut state = self.state();
        state.queue.clear();
        state.failure.get_or_insert(error);
        self.context.interrupt.raise();
    }

    /// One thread: game after game.
    fn work(&self) {
        let mut players = Players::new();
        loop {
            let next = self.state().queue.pop_front();
            let Some(game) = next.filter(|_| !self.context.interrupt.is_raised()) else {
                break;
            };
            match self.play(&game, &mut players) {
                Ok(()) => self.pause(),
                Err(TournamentError::Interrupted) => break,
                Err(error) => {
                    self.fail(error);
                    break;
                }
            }
        }
        if !self.context.interrupt.is_raised() {
            players.into_values().for_each(|player| player.quit());
        }
    }

    /// `-wait`, which an interrupt cuts short.
    fn pause(&self) {
        const GLANCE: Duration = Duration::from_millis(50);
        let end = Instant::now() + self.settings.wait;
        while Instant::now() < end && !self.context.interrupt.is_raised() {
            thread::sleep(GLANCE.min(end - Instant::now()));
        }
    }

    fn play(&self, game: &ScheduledGame, players: &mut Players) -> Result<(), TournamentError> {
        let opening = self.openings.get(game.opening)?;
        // Engines that sit idle take memory, and there may be many of them.
        let idle = players.extract_if(|index, _| !game.players.contains(index));
        idle.for_each(|(_, player)| player.quit());
        let [white_index, black_index] = game.players;
        let mut white = self.player(white_index, players)?;
        let mut black = self.player(black_index, players)?;
        self.announce(game, "Started", "")?;
        let engines = &self.settings.engines;
        let seats = [
            Seat {
                player: white.as_mut(),
                settings: &engines[white_index],
            },
            Seat {
                player: black.as_mut(),
                settings: &engines[black_index],
            },
        ];
        let finished =
            referee::play(self.settings, &opening, seats).map_err(|error| match error {
                PlayerError::Interrupted => TournamentError::Interrupted,
                error => TournamentError::Play(format!("round {}: {error}", game.round())),
            })?;
        let end = &finished.end;
        for (mut player, index, color) in [
            (white, white_index, Color::White),
            (black, black_index, Color::Black),
        ] {
            // What has lost by its own fault begins anew as another process.
            let faulty = end.termination.is_fault() && end.winner == Some(!color);
            let reusable = !faulty && player.game_over(end.result(), &end.reason);
            if reusable && !engines[index].restart {
                players.insert(index, player);
            } else if reusable {
                player.quit();
            }
        }
        self.finish(game, &opening, &finished)
    }

    /// An engine that is there already, or a new process.
    fn player(
        &self,
        index: usize,
        players: &mut Players,
    ) -> Result<Box<dyn Player>, TournamentError> {
        if let Some(player) = players.remove(&index) {
            return Ok(player);
        }
        let settings = &self.settings.engines[index];
        let mut left = if self.settings.recover { STARTS } else { 1 };
        loop {
            left -= 1;
            match player::start(settings, self.settings.variant, &self.context) {
                Ok(player) => return Ok(player),
                Err(PlayerError::Interrupted) => return Err(TournamentError::Interrupted),
                Err(error @ (PlayerError::Disconnected | PlayerError::Hung(_))) if left > 0 => {
                    self.context
                        .log
                        .note(&format!("engine '{}' {error} at its start", settings.name));
                }
                Err(error) => {
                    let message = format!("engine '{}': {error}", settings.name);
                    return Err(TournamentError::Play(message));
                }
            }
        }
    }

    /// Counts and records a game.
    fn finish(
        &self,
        game: &ScheduledGame,
        opening: &Opening,
        finished: &FinishedGame,
    ) -> Result<(), TournamentError> {
        let pgn = pgn_of(self.settings, game, opening, finished);
        let end = &finished.end;
        let mut state = self.state();
        if state.stopped {
            // The test has decided without this game.
            return Err(TournamentError::Interrupted);
        }
        state.record.append(&pgn)?;
        (self.observer)(&pgn);
        state.standings.add(summary(&pgn));
        let evaluated = finished
            .moves
            .iter()
            .filter(|played| played.evaluation.is_some());
        state.moves = state.moves.saturating_add(evaluated.count() as u32);
        state.cost += finished.elapsed.saturating_sub(finished.thinking);
        // Said under the lock, so that the lines stand in the order of the record.
        self.announce(
            game,
            "Finished",
            &format!(": {} {{{}}}", end.result(), end.reason),
        )?;
        self.progress.game_ended();
        let interval = self.settings.rating_interval;
        let ended = state.standings.games().count();
        if interval > 0 && ended.is_multiple_of(interval) && ended < self.scheduled {
            self.progress.print(&state.standings.report())?;
        }
        if let Some(decision) = state.standings.sprt_decision() {
            self.progress.print(match decision {
                SprtDecision::AcceptH0 => "SPRT: H0 is accepted",
                SprtDecision::AcceptH1 => "SPRT: H1 is accepted",
            })?;
            state.stopped = true;
            state.queue.clear();
            self.context.interrupt.raise();
        }
        if end.termination.is_failure() && !self.settings.recover {
            // Games under way may end.
            state.queue.clear();
            let what = format!("round {}, {}", game.round(), end.reason);
            state.failure.get_or_insert(TournamentError::Failure(what));
        }
        Ok(())
    }

    /// `Started game 3 of 8 (A vs B)`, as cutechess-cli says it.
    fn announce(&self, game: &ScheduledGame, what: &str, result: &str) -> Result<(), OutputError> {
        let [white, black] = game
            .players
            .map(|player| self.settings.engines[player].name.as_str());
        let number = (game.pair - 1) * self.settings.games_per_round + game.game;
        let of = match result.is_empty() {
            true => format!(" of {}", self.scheduled),
            false => String::new(),
        };
        self.progress.print(&format!(
            "{what} game {number}{of} ({white} vs {black}){result}"
        ))
    }
}
