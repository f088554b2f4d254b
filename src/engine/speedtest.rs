//! How fast the engine is in games, with threads, a table and time as a user has them;
//! measured as Stockfish does under the same name.

use std::time::Duration;

use crate::host::{self, Instant, Interrupt};
use crate::search::history::History;
use crate::search::time::{Limits, Signals};
use crate::search::transposition::{NoMemory, TranspositionTable};
use crate::show::Game;

use super::bench::BenchResult;
use super::session::{Resources, Session};

/// Games of the engine with itself, at 20,000 nodes a move after four random ones: a line
/// each, the name of the game and the moves.
const GAMES: &str = include_str!("speedtest.txt");

/// Searches that make memory and processor warm and do not count.
const WARM_UP: usize = 3;

/// The table for each thread, in MiB, if the user names no other.
const HASH_PER_THREAD: usize = 128;

/// How long the whole takes, if the user says nothing else.
const TIME: Duration = Duration::from_secs(150);

/// The time for a move falls as one over its number and this, as on a clock.
const MOVES_BEFORE: f64 = 15.0;

/// What it is measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedSettings {
    /// Search threads.
    pub threads: usize,
    /// The transposition table, in MiB.
    pub hash: usize,
    /// How long all searches take together, without those to warm up.
    pub time: Duration,
}

impl SpeedSettings {
    /// These, and the usual values for those that are missing: all processors, 128 MiB for
    /// each of them, 150 seconds.
    pub fn new(threads: Option<usize>, hash: Option<usize>, time: Option<Duration>) -> Self {
        let threads = threads.unwrap_or_else(host::processors);
        SpeedSettings {
            threads,
            hash: hash.unwrap_or(threads * HASH_PER_THREAD),
            time: time.unwrap_or(TIME),
        }
    }
}

/// What was measured up to now.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speed {
    /// Nodes of all searches, and how long they took.
    pub total: BenchResult,
    /// How many there were.
    pub searches: usize,
    /// The most thousandths of the table that one of them has filled.
    pub most_full: usize,
    /// The sum of these thousandths.
    full: usize,
}

impl Speed {
    fn add(&mut self, measured: BenchResult, hashfull: usize) {
        self.total.nodes += measured.nodes;
        self.total.time += measured.time;
        self.searches += 1;
        self.most_full = self.most_full.max(hashfull);
        self.full += hashfull;
    }

    /// How many thousandths of the table a search has filled in the mean.
    pub fn mean_full(&self) -> usize {
        self.full / self.searches.max(1)
    }
}

/// A position of a game whose turn it is for the player who is watched.
struct Turn {
    fen: String,
    /// Whether the game begins with it.
    is_first: bool,
    /// Its part of the time, beside those of the others.
    weight: f64,
}

/// Every other position of the games, so that a player's searches follow each other.
fn turns(game: &Game) -> Vec<Turn> {
    let mut turns = Vec::new();
    for line in GAMES.lines() {
        let mut words = line.split(' ');
        if words.next() != Some(game.name) {
            continue;
        }
        let mut session = game.session();
        for (ply, text) in words.enumerate() {
            if ply % 2 == 0 {
                turns.push(Turn {
                    fen: session.fen(),
                    is_first: ply == 0,
                    weight: 1.0 / (ply as f64 / 2.0 + MOVES_BEFORE),
                });
            }
            let played = session.play(text);
            debug_assert!(played.is_ok(), "{text} in {line}");
        }
    }
    turns
}

/// What is needed to search.
struct Searcher<'a> {
    session: Box<dyn Session>,
    table: TranspositionTable,
    histories: Vec<History>,
    interrupt: &'a Interrupt,
}

impl Searcher<'_> {
    fn forget(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Searches a position for so long; `None` if it was interrupted.
    fn search(&mut self, turn: &Turn, time: Duration) -> Option<BenchResult> {
        if turn.is_first {
            self.forget();
        }
        let set = self.session.set_position(Some(&turn.fen), &[]);
        debug_assert!(set.is_ok(), "{}", turn.fen);
        let limits = Limits {
            move_time: Some(time),
            ..Limits::default()
        };
        let resources = Resources {
            signals: &Signals::until(self.interrupt),
            table: &self.table,
            histories: &mut self.histories,
        };
        let start = Instant::now();
        let nodes = self.session.search_task(limits)(resources, &mut |_| {}).nodes;
        let time = start.elapsed();
        (!self.interrupt.is_raised()).then_some(BenchResult { nodes, time })
    }
}

/// Searches the positions of games, as a player of them would, and tells `observer` after
/// each game. `None` if it was interrupted.
///
/// # Errors
///
/// If there is no memory for the table.
pub fn run(
    game: &Game,
    settings: &SpeedSettings,
    interrupt: &Interrupt,
    observer: &mut dyn FnMut(&Speed),
) -> Result<Option<Speed>, NoMemory> {
    let mut searcher = Searcher {
        session: game.session(),
        table: TranspositionTable::new(settings.hash)?,
        histories: (0..settings.threads).map(|_| History::default()).collect(),
        interrupt,
    };
    let turns = turns(game);
    let weights: f64 = turns.iter().map(|turn| turn.weight).sum();
    let time = |turn: &Turn| settings.time.mul_f64(turn.weight / weights);
    for turn in turns.iter().take(WARM_UP) {
        if searcher.search(turn, time(turn)).is_none() {
            return Ok(None);
        }
    }
    let mut speed = Speed::default();
    for turn in &turns {
        if turn.is_first && speed.searches > 0 {
            observer(&speed);
        }
        let Some(measured) = searcher.search(turn, time(turn)) else {
            return Ok(None);
        };
        speed.add(measured, searcher.table.hashfull());
    }
    observer(&speed);
    Ok(Some(speed))
}

#[cfg(test)]
mod tests {
    use crate::show::GAMES;

    use super::*;

    #[test]
    fn every_game_has_positions_of_several_games() {
        for game in &GAMES {
            let turns = turns(game);
            let firsts = turns.iter().filter(|turn| turn.is_first).count();
            assert!(firsts >= 3 && turns.len() >= 90, "{}", game.name);
            let mut session = game.session();
            for turn in &turns {
                session.set_position(Some(&turn.fen), &[]).unwrap();
                assert_eq!(session.outcome(), None, "{}", turn.fen);
            }
        }
    }

    #[test]
    fn time_and_nodes_are_those_of_all_searches() {
        let settings = SpeedSettings::new(Some(2), Some(1), Some(Duration::from_millis(90)));
        let mut games = 0;
        let run = run(&GAMES[0], &settings, &Interrupt::default(), &mut |_| {
            games += 1
        });
        let speed = run.unwrap().unwrap();
        assert_eq!((games, speed.searches), (3, turns(&GAMES[0]).len()));
        assert!(speed.total.nodes > 0 && speed.mean_full() <= speed.most_full);
    }

    #[test]
    fn whoever_interrupts_does_not_wait_for_the_end() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let settings = SpeedSettings::new(Some(1), Some(1), None);
        let speed = run(&GAMES[0], &settings, &interrupt, &mut |_| {});
        assert!(speed.unwrap().is_none());
    }
}
