//! Endgame tables from files: Syzygy's of orthodox chess, and our own of the games that have
//! [some](crate::tables), in the search.

use std::ffi::OsStr;
use std::fmt;

use crate::rules::alice::Alice;
use crate::rules::chess::Chess;
use crate::rules::clupso::Clupso;
use crate::rules::elolbia::Elolbia;
use crate::rules::{Move, Position};
use crate::search::tablebase::{Known, RootRank, Tablebase, Tablebases, Wdl};
use crate::search::value::{mate_in, mated_in};
use crate::search::{MAX_PLY, RootPosition};
use crate::tables::{Loaded, Probe, Tabled, Value};

use super::syzygy::{self, Syzygy};

/// More than any number of plies to an end.
const FAR: i32 = 1 << 20;

/// What was found in folders, to be told to users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many tables there are, in words.
    pub summary: String,
    /// Whether there are any.
    pub any: bool,
    /// Files and folders that were left out, and why.
    pub left_out: Vec<String>,
}

/// Our tables of one game.
#[derive(Debug)]
struct OwnTables<P>(Loaded<P>);

/// Which tables there are of a game, with its name.
struct Count {
    game: &'static str,
    tables: usize,
    men: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count { game, tables, men } = self;
        match tables {
            0 => write!(f, "none of {game}"),
            _ => write!(f, "{tables} of {game} (up to {men}-man)"),
        }
    }
}

impl Found {
    fn of_syzygy(found: syzygy::Found) -> Found {
        Found {
            summary: found.to_string(),
            any: found.wdl > 0,
            left_out: found.left_out,
        }
    }

    fn of_own(counts: &[Count], mut left_out: Vec<String>) -> Found {
        // What is of no game is left out by each.
        let mut seen = std::collections::HashSet::new();
        left_out.retain(|what| seen.insert(what.clone()));
        let texts: Vec<String> = counts.iter().map(Count::to_string).collect();
        Found {
            summary: format!("Found tables: {}.", texts.join(", ")),
            any: counts.iter().any(|count| count.tables > 0),
            left_out,
        }
    }
}

/// Puts Syzygy's tables in these folders in the place of those of orthodox chess that there
/// were; without folders there are none.
pub fn load_syzygy(folders: Option<&OsStr>, into: &mut Tablebases) -> Option<Found> {
    let (tables, found) = folders.map(Syzygy::open).unzip();
    into.replace::<Chess>(tables.map(|tables| Box::new(tables) as _));
    found.map(Found::of_syzygy)
}

/// Puts our own tables in these folders, of all games, in the place of those that there
/// were; without folders there are none.
pub fn load_own(folders: Option<&OsStr>, into: &mut Tablebases) -> Option<Found> {
    let mut left_out = Vec::new();
    let mut counts = Vec::new();
    counts.extend(load_own_of::<Alice>(folders, into, &mut left_out));
    counts.extend(load_own_of::<Elolbia>(folders, into, &mut left_out));
    counts.extend(load_own_of::<Clupso>(folders, into, &mut left_out));
    folders.map(|_| Found::of_own(&counts, left_out))
}

/// Loads the tables of one game, whosever they are; `None` if there are none of it anywhere.
pub fn load_of(game: &str, folders: &OsStr, into: &mut Tablebases) -> Option<Found> {
    let folders = Some(folders);
    let mut left_out = Vec::new();
    let count = match game {
        Chess::NAME => return load_syzygy(folders, into),
        Alice::NAME => load_own_of::<Alice>(folders, into, &mut left_out),
        Elolbia::NAME => load_own_of::<Elolbia>(folders, into, &mut left_out),
        Clupso::NAME => load_own_of::<Clupso>(folders, into, &mut left_out),
        _ => None,
    };
    count.map(|count| Found::of_own(&[count], left_out))
}

fn load_own_of<P: Tabled>(
    folders: Option<&OsStr>,
    into: &mut Tablebases,
    left_out: &mut Vec<String>,
) -> Option<Count> {
    let (loaded, reasons) = folders.map(Loaded::<P>::open).unzip();
    left_out.extend(reasons.into_iter().flatten());
    let count = loaded.as_ref().map(|loaded| Count {
        game: P::NAME,
        tables: loaded.count(),
        men: loaded.men(),
    });
    let loaded = loaded.filter(|loaded| loaded.count() > 0);
    into.replace::<P>(loaded.map(|loaded| Box::new(OwnTables(loaded)) as _));
    count
}

/// The result of a position with this value and halfmove clock.
fn result(value: Value, clock: u32) -> Wdl {
    match value.stands_at(clock) {
        true if value.is_win() => Wdl::Win,
        true => Wdl::Loss,
        false if value.is_win() => Wdl::CursedWin,
        false if value.is_loss() => Wdl::BlessedLoss,
        false => Wdl::Draw,
    }
}

impl<P: Tabled> Tablebase<P> for OwnTables<P> {
    fn max_men(&self) -> usize {
        self.0.men()
    }

    fn probe_wdl(&self, position: &P) -> Option<Wdl> {
        Some(result(self.0.probe(position)?, 0))
    }

    fn result(&self, position: &P, fifty_moves: bool) -> Option<Wdl> {
        let clock = position.state().halfmove_clock;
        let result = result(self.0.probe(position)?, clock);
        Some(result.by_rules(fifty_moves))
    }

    fn known(&self, position: &P) -> Option<Known> {
        let value = self.0.probe(position)?;
        Some(Known {
            result: result(value, position.state().halfmove_clock),
            plies: value.plies(),
            zeroing: value.zeroing().map(u16::from),
        })
    }

    /// The quickest way to the end is the best. A side that has repeated itself, as can be
    /// where the rule of fifty moves forbids the quickest, takes the shortest way to the next
    /// zeroing of the clock: no position comes back on that.
    fn rank_root(
        &self,
        root: &RootPosition<P>,
        moves: &[Move],
        fifty_moves: bool,
    ) -> Option<Vec<RootRank>> {
        let by_zeroing = fifty_moves && root.has_repeated();
        let rank = |&m: &Move| {
            let mut after = root.position.clone();
            after.play(m);
            let value = match root.times_before(after.key()) {
                0 | 1 => self.0.probe(&after)?,
                _ => Value::DRAW,
            };
            let clock = after.state().halfmove_clock;
            Some(rank_of(value, clock, fifty_moves, by_zeroing))
        };
        moves.iter().map(rank).collect()
    }
}

/// What is known of a move after which the opponent has a position with this value and
/// halfmove clock.
fn rank_of(value: Value, clock: u32, fifty_moves: bool, by_zeroing: bool) -> RootRank {
    let wdl = result(value, clock).reversed().by_rules(fifty_moves);
    let plies = 1 + i32::from(value.plies().unwrap_or_default());
    let way = match value.zeroing() {
        Some(_) if by_zeroing && clock == 0 => 1,
        Some(zeroing) if by_zeroing => 1 + i32::from(zeroing),
        _ => plies,
    };
    // What ends so soon ends by a mate, or whatever is one in the game.
    let is_mate = match fifty_moves {
        true => value.ends_at(clock),
        false => plies < MAX_PLY as i32,
    };
    let (rank, mate) = match wdl {
        Wdl::Win => (2 * FAR - way, mate_in(plies as usize)),
        Wdl::CursedWin => (FAR - plies, wdl.value(0)),
        Wdl::Draw => (0, wdl.value(0)),
        Wdl::BlessedLoss => (plies - FAR, wdl.value(0)),
        Wdl::Loss => (plies - 2 * FAR, mated_in(plies as usize)),
    };
    RootRank {
        rank,
        value: if is_mate { mate } else { wdl.value(0) },
    }
}
