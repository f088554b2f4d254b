//! Looking for problems in games of the engine against itself.

use std::collections::{HashMap, HashSet};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;
use thiserror::Error;

use crate::batch::bar;
use crate::batch::file::{Claim, FileError};
use crate::host::Interrupt;
use crate::notation::{Notation, UciScore};
use crate::rules::{Color, Move, Role};
use crate::search::STACK_BYTES;
use crate::search::parameters::Searchable;
use crate::search::transposition::NoMemory;
use crate::search::value::is_decisive;
use crate::show::Game;
use crate::training::format::{PlayedGame, WrittenGame};
use crate::training::read::{DataError, Games};
use crate::with_type_of;

use super::file::{Goal, Problem, Problems};
use super::grade;
use super::line::{after, shortest_win};
use super::proof::TooLarge;
use super::proof::material::{self, Material, WON};
use super::proof::mates::Mates;
use super::searcher::Searcher;

/// Games that are looked at before the file is written: the same with any number of threads,
/// so that it makes no difference to what is found.
const GAMES_AT_ONCE: usize = 64;

/// The longest wins in moves.
const MOST_MOVES: u32 = 5;

/// Nodes of a proof: what is harder to prove is left out.
const PROOF_NODES: u64 = 250_000;

/// Positions of a game for which a proof is tried.
const MOST_PROOFS: usize = 4;

/// No problem begins with a larger halfmove clock: the fifty-move rule is no part of it.
const LATEST_CLOCK: u32 = 60;

/// Fewer legal moves are no choice.
const LEAST_MOVES: usize = 5;

/// Fewer pieces of the other side make no problem where its king is one of them.
const LEAST_PIECES: usize = 3;

/// The least material that is won, in centipawns.
pub const LEAST_GAIN: i32 = 150;

/// What the opponent's last move must have given away, and what every move but the best
/// would give away, in chances to win.
const LEAST_CHANCE: f64 = 0.3;

/// The chance to win of a side that has something to gain, and not everything already.
const AFTER: f64 = 0.5;
const BEFORE: f64 = 0.4;

/// Moves of the solver in a gain of material.
const GAIN_MOVES: std::ops::RangeInclusive<usize> = 2..=4;

/// Nodes for a first opinion on a gain, before many more confirm it.
const OPINION_NODES: u64 = 2_000;

/// The kinds of problems, and how many in a hundred each is.
const KINDS: [(&str, usize); 5] = [
    ("wins in 1", 10),
    ("wins in 2", 27),
    ("wins in 3", 26),
    ("longer wins", 12),
    ("gains", 25),
];

/// The last of them.
const GAIN: usize = KINDS.len() - 1;

/// Problems of a kind that end with the same piece on the same square.
const MOST_ALIKE: usize = 2;

/// What is to be found.
#[derive(Args, Clone, Debug)]
pub struct FindSettings {
    /// The game.
    #[arg(help = Game::choice())]
    pub game: &'static Game,
    /// Files of 'galaverna datagen'.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
    /// The file to write.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// How many problems.
    #[arg(long, value_name = "N", default_value = "150")]
    pub count: NonZeroUsize,
    /// Nodes that confirm each move of a gain of material: let it be a hundred times as many
    /// as the games were played with, or more.
    #[arg(long, value_name = "N", default_value = "30000")]
    pub nodes: NonZeroU64,
    /// Threads, 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

/// Why not all problems are in the file. Those before are.
#[derive(Debug, Error)]
pub enum FindError {
    /// The games cannot be read.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The file cannot be written, or is of another command.
    #[error(transparent)]
    File(#[from] FileError),
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

/// Looks for problems until there are enough or no games are left, and gives them back. How
/// many threads there are makes no difference.
///
/// # Errors
///
/// If it has to break off. Called again with the same settings, it goes on.
pub fn run(settings: &FindSettings, interrupt: &Interrupt) -> Result<Problems, FindError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .stack_size(STACK_BYTES)
        .build()?;
    pool.install(|| with_type_of!(settings.game, P => find::<P>(settings, interrupt)))
}

fn find<P: Searchable + Notation>(
    settings: &FindSettings,
    interrupt: &Interrupt,
) -> Result<Problems, FindError> {
    let output = &settings.output;
    let _claim = Claim::new(output.with_extension("lock"))?;
    let mut problems = begun::<P>(output, checksum::<P>(&settings.data)?)?;
    let mut collection = Collection::new(settings.count.get());
    for problem in &problems.problems {
        let position = P::from_fen(&problem.fen)
            .map_err(|error| FileError::Content(format!("{}: {error}", output.display())))?;
        collection.take(&position, problem);
    }
    let template = "{bar:30} {pos}/{len} problems, {elapsed} so far";
    let bar = bar(settings.count.get(), template).with_position(problems.problems.len() as u64);
    let mut games = Vec::new();
    for path in &settings.data {
        games.push(Games::of::<P>(path)?);
    }
    let mut games = games.into_iter().flatten().skip(problems.games);
    while !collection.is_complete() {
        let chunk = games.by_ref().take(GAMES_AT_ONCE);
        let chunk = chunk.collect::<Result<Vec<WrittenGame>, DataError>>()?;
        if chunk.is_empty() {
            break;
        }
        problems.games += chunk.len();
        let found = chunk.par_iter().map_init(
            || Searcher::new(interrupt),
            |searcher, game| match searcher {
                _ if interrupt.is_raised() => Err(FindError::Interrupted),
                Ok(searcher) => in_game::<P>(game, settings.nodes.get(), &collection, searcher),
                Err(error) => Err((*error).into()),
            },
        );
        let found = found.collect::<Result<Vec<Option<Found<P>>>, FindError>>()?;
        // What a search that was broken off found is not to be trusted.
        if interrupt.is_raised() {
            return Err(FindError::Interrupted);
        }
        for (position, problem) in found.into_iter().flatten() {
            if collection.wants(&position, &problem) {
                collection.take(&position, &problem);
                problems.problems.push(problem);
                bar.inc(1);
            }
        }
        problems.write(output)?;
    }
    bar.finish_and_clear();
    Ok(problems)
}

/// A problem with its position.
type Found<P> = (P, Problem);

/// What is in the file already.
fn begun<P: Notation>(output: &Path, data: u32) -> Result<Problems, FileError> {
    if !output.exists() {
        return Ok(Problems {
            game: P::NAME.to_owned(),
            data,
            games: 0,
            problems: Vec::new(),
        });
    }
    let problems = Problems::read(output)?;
    match problems.game == P::NAME && problems.data == data {
        true => Ok(problems),
        false => Err(FileError::Content(format!(
            "{} has problems of other games; name another file",
            output.display()
        ))),
    }
}

/// The checksum of the first lines of files with games.
fn checksum<P: Notation>(files: &[PathBuf]) -> Result<u32, DataError> {
    let mut first_lines = crc32fast::Hasher::new();
    for path in files {
        let games = Games::of::<P>(path)?;
        first_lines.update(format!("{}\n", games.header()).as_bytes());
    }
    Ok(first_lines.finalize())
}

/// What has been found, as far as it decides what else is wanted.
struct Collection {
    count: usize,
    /// Problems of each kind, White's and Black's.
    taken: [[usize; 2]; KINDS.len()],
    keys: HashSet<u64>,
    /// How often a kind ends with the same piece on the same square.
    alike: HashMap<(usize, String), usize>,
}

impl Collection {
    fn new(count: usize) -> Collection {
        Collection {
            count,
            taken: [[0; 2]; KINDS.len()],
            keys: HashSet::new(),
            alike: HashMap::new(),
        }
    }

    /// How many problems of a kind each side is to have.
    fn share(&self, kind: usize) -> usize {
        (self.count * KINDS[kind].1).div_ceil(200)
    }

    /// Whether more of a kind are wanted that this side solves.
    fn is_open(&self, kind: usize, side: Color) -> bool {
        self.taken[kind][side.fold_wb(0, 1)] < self.share(kind)
    }

    fn is_complete(&self) -> bool {
        let mut kinds = 0..KINDS.len();
        kinds.all(|kind| Color::ALL.iter().all(|&side| !self.is_open(kind, side)))
    }

    fn wants<P: Notation>(&self, position: &P, problem: &Problem) -> bool {
        let motif = motif(position, problem);
        self.is_open(kind_of(problem.goal), position.turn())
            && !self.keys.contains(&position.key())
            && self
                .alike
                .get(&motif)
                .is_none_or(|&count| count < MOST_ALIKE)
    }

    fn take<P: Notation>(&mut self, position: &P, problem: &Problem) {
        self.taken[kind_of(problem.goal)][position.turn().fold_wb(0, 1)] += 1;
        self.keys.insert(position.key());
        *self.alike.entry(motif(position, problem)).or_default() += 1;
    }
}

fn kind_of(goal: Goal) -> usize {
    match goal {
        Goal::Win(moves) => (moves.max(1) as usize).min(GAIN) - 1,
        Goal::Gain(_) => GAIN,
    }
}

/// The kind, and what the first and the last move are like.
fn motif<P: Notation>(position: &P, problem: &Problem) -> (usize, String) {
    let mut current = position.clone();
    let mut first = None;
    let mut last = String::new();
    for text in &problem.moves {
        let Ok(m) = current.parse_coordinates(text) else {
            break;
        };
        let role = current.board().role_at(m.from());
        if current.turn() == position.turn() {
            first = first.or(role);
            last = format!("{role:?}{}", m.target());
        }
        current.play(m);
    }
    (kind_of(problem.goal), format!("{first:?}{last}"))
}

/// A position of a game that is worth a look.
struct Candidate<P> {
    position: P,
    /// The kind that it seems to be.
    kind: usize,
}

/// The rarest problem of a game that is wanted.
fn in_game<P: Searchable + Notation>(
    game: &WrittenGame,
    nodes: u64,
    collection: &Collection,
    searcher: &mut Searcher,
) -> Result<Option<Found<P>>, FindError> {
    let game = game
        .replay::<P>()
        .map_err(|error| FileError::Content(format!("game {}: {error}", game.number)))?;
    let mut candidates = candidates::<P>(&game);
    candidates.retain(|one| collection.is_open(one.kind, one.position.turn()));
    // Of a long win the last moves may be the problem.
    candidates.sort_by_key(|one| std::cmp::Reverse(one.kind));
    for Candidate { position, kind } in candidates.into_iter().take(MOST_PROOFS) {
        let found = match kind {
            GAIN => gain(&position, nodes, searcher),
            _ => win(&position),
        };
        let Some((goal, line)) = found.ok().flatten() else {
            continue;
        };
        let problem = Problem {
            level: 1,
            goal,
            fen: position.fen(),
            moves: line.iter().map(Move::to_string).collect(),
        };
        if collection.wants(&position, &problem) {
            let level = grade::level(&position, &line, searcher);
            return Ok(Some((position, Problem { level, ..problem })));
        }
    }
    Ok(None)
}

fn candidates<P: Searchable + Notation>(game: &PlayedGame) -> Vec<Candidate<P>> {
    let mut position = P::start();
    let mut candidates = Vec::new();
    let mut before = None;
    for ply in &game.plies {
        let sign = position.turn().fold_wb(1, -1);
        let value = ply.score.map(|score| sign * i32::from(score));
        let earlier = before.map(|score: i16| sign * i32::from(score));
        if let Some(value) = value
            && is_fit(&position)
            && let Some(kind) = promise::<P>(value, earlier)
        {
            let position = position.clone();
            candidates.push(Candidate { position, kind });
        }
        before = ply.score;
        position.play(ply.m);
    }
    candidates
}

/// Whether there is something to choose, and somebody to win against. Where there is no king
/// the last piece is what has to be caught.
fn is_fit<P: Notation>(position: &P) -> bool {
    let enemy = !position.turn();
    let has_king = position.board().pieces(enemy, Role::King).any();
    position.state().halfmove_clock <= LATEST_CLOCK
        && (!has_king || position.board().by_color(enemy).count() >= LEAST_PIECES)
        && position.count_legal_moves() >= LEAST_MOVES
}

/// The kind of problem that a position may be by the values of its game, from the side to
/// move: its own, and that of the position before.
fn promise<P: Searchable>(value: i32, earlier: Option<i32>) -> Option<usize> {
    if let UciScore::Mate(moves) = UciScore::from(value) {
        let fits = (1..=MOST_MOVES as i32).contains(&moves);
        return fits.then(|| kind_of(Goal::Win(moves.unsigned_abs())));
    }
    let (now, earlier) = (P::WIN_RATE.chance(value), P::WIN_RATE.chance(earlier?));
    let gains = !is_decisive(value) && now >= AFTER && earlier <= BEFORE;
    (gains && now - earlier >= LEAST_CHANCE).then_some(GAIN)
}

/// A goal and the line that reaches it.
type Solution = (Goal, Vec<Move>);

fn win<P: Notation>(position: &P) -> Result<Option<Solution>, TooLarge> {
    let mut mates = Mates::new(position.turn(), PROOF_NODES);
    let win = shortest_win(position, MOST_MOVES, &mut mates)?;
    Ok(win.map(|(moves, line)| (Goal::Win(moves), line)))
}

/// A gain of material, each of whose moves is better by far than every other.
fn gain<P: Searchable + Notation>(
    position: &P,
    nodes: u64,
    searcher: &mut Searcher,
) -> Result<Option<Solution>, TooLarge> {
    if only_move(position, OPINION_NODES, searcher).is_none() {
        return Ok(None);
    }
    let mut current = position.clone();
    let mut line = Vec::new();
    let mut reply = None;
    while line.len().div_ceil(2) < *GAIN_MOVES.end() && current.outcome().is_none() {
        let Some((best, answer)) = only_move(&current, nodes, searcher) else {
            break;
        };
        line.extend(reply);
        line.push(best);
        let Some(answer) = answer else {
            break;
        };
        current = after(&after(&current, best), answer);
        reply = Some(answer);
    }
    if !GAIN_MOVES.contains(&line.len().div_ceil(2)) {
        return Ok(None);
    }
    let gain = gain_of(position, &line)?;
    Ok((LEAST_GAIN..WON)
        .contains(&gain)
        .then_some((Goal::Gain(gain), line)))
}

/// The move that wins chances which every other would give away, by a search of so many nodes,
/// and the reply to it that the search expects. A win by force is no gain of material.
pub(super) fn only_move<P: Searchable>(
    position: &P,
    nodes: u64,
    searcher: &mut Searcher,
) -> Option<(Move, Option<Move>)> {
    let lines = searcher.two_lines(position, nodes);
    let (chance, second) = (
        P::WIN_RATE.chance(lines.value),
        P::WIN_RATE.chance(lines.second?),
    );
    let is_alone = !is_decisive(lines.value) && chance >= AFTER && chance - second >= LEAST_CHANCE;
    let mut moves = lines.best.into_iter();
    let best = moves.next().filter(|_| is_alone)?;
    Some((best, moves.next()))
}

/// How much more material the side to move has after a line that it ends, in centipawns, once
/// the other side has taken what it can take.
///
/// # Errors
///
/// If there is too much to take.
pub(super) fn gain_of<P: Notation>(position: &P, line: &[Move]) -> Result<i32, TooLarge> {
    let before = material::balance(position);
    let mut current = position.clone();
    line.iter().for_each(|&m| current.play(m));
    let mut material = Material::new(PROOF_NODES);
    Ok(-material.value(&current, 0, -WON, WON)? - before)
}
