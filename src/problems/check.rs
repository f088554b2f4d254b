//! Proving the problems of a file anew.

use rayon::prelude::*;
use thiserror::Error;

use crate::host::Interrupt;
use crate::notation::{FenError, MoveError, Notation};
use crate::rules::{Color, Move};
use crate::search::parameters::Searchable;
use crate::search::transposition::NoMemory;

use super::file::{Goal, Problem, Problems};
use super::find::{self, LEAST_GAIN};
use super::line::{self, after};
use super::proof::TooLarge;
use super::proof::mates::Mates;
use super::searcher::Searcher;

/// Nodes of a proof, after which something must be wrong with it.
const MOST_NODES: u64 = 100_000_000;

/// Why a problem is none.
#[derive(Debug, Error)]
pub enum Fault {
    /// Its position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// One of its moves is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A FEN or a move is not written as this program writes it.
    #[error("'{0}' is not canonical")]
    Canonical(String),
    /// It is won in fewer moves.
    #[error("it is won in fewer moves")]
    Shorter,
    /// The winner has another move, or the move of the solution does not win in time.
    #[error("'{0}' is not the only move")]
    NotAlone(String),
    /// The other side could hold out longer.
    #[error("'{0}' does not hold out longest")]
    NotLongest(String),
    /// The line ends before the game is won.
    #[error("the line does not end with a win")]
    Unfinished,
    /// The line wins other material than the problem says.
    #[error("the line wins {0} centipawns")]
    Gain(i32),
    /// A proof takes too long.
    #[error("the proof is too large")]
    TooLarge,
    /// No memory to search with.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

impl From<TooLarge> for Fault {
    fn from(_: TooLarge) -> Fault {
        Fault::TooLarge
    }
}

/// Checks all problems on the threads of the pool; gives back those that are none, with their
/// line in the file.
///
/// Wins are proved. Gains of material are searched once more with so many nodes a move, or
/// only replayed if there are none.
pub fn check<P: Searchable + Notation>(
    problems: &Problems,
    nodes: Option<u64>,
) -> Vec<(usize, Fault)> {
    let faults = problems.problems.par_iter().enumerate();
    let faults = faults.filter_map(|(index, problem)| {
        let fault = check_one::<P>(problem, nodes).err()?;
        Some((index + 2, fault))
    });
    faults.collect()
}

/// Checks one problem.
///
/// # Errors
///
/// If it is none.
pub fn check_one<P: Searchable + Notation>(
    problem: &Problem,
    nodes: Option<u64>,
) -> Result<(), Fault> {
    let position = P::from_fen(&problem.fen)?;
    if position.fen() != problem.fen {
        return Err(Fault::Canonical(problem.fen.clone()));
    }
    let mut line = Vec::new();
    let mut current = position.clone();
    for text in &problem.moves {
        let m = current.parse_coordinates(text)?;
        if m.to_string() != *text {
            return Err(Fault::Canonical(text.clone()));
        }
        line.push(m);
        current.play(m);
    }
    match problem.goal {
        Goal::Win(moves) => check_win(&position, moves, &line),
        Goal::Gain(gain) => check_gain(&position, gain, &line, nodes),
    }
}

fn check_win<P: Notation>(position: &P, moves: u32, line: &[Move]) -> Result<(), Fault> {
    let attacker = position.turn();
    let mut mates = Mates::new(attacker, MOST_NODES);
    if moves == 0 || mates.is_won(position, moves - 1)? {
        return Err(Fault::Shorter);
    }
    let mut current = position.clone();
    let mut left = moves;
    for &m in line {
        if current.turn() == attacker {
            let winning = mates.winning_moves(&current, left)?;
            let is_first = left == moves;
            let is_clear = match is_first {
                true => winning.len() == 1,
                false => line::is_clear(&current, left, &winning),
            };
            if !is_clear || !winning.contains(&m) {
                return Err(Fault::NotAlone(m.to_string()));
            }
            left -= 1;
        } else if left > 0 && mates.is_won(&after(&current, m), left - 1)? {
            return Err(Fault::NotLongest(m.to_string()));
        }
        current.play(m);
    }
    let winner: Option<Color> = current.outcome().and_then(|outcome| outcome.winner);
    match winner == Some(attacker) && left == 0 {
        true => Ok(()),
        false => Err(Fault::Unfinished),
    }
}

fn check_gain<P: Searchable + Notation>(
    position: &P,
    gain: i32,
    line: &[Move],
    nodes: Option<u64>,
) -> Result<(), Fault> {
    let found = find::gain_of(position, line)?;
    if found != gain || gain < LEAST_GAIN {
        return Err(Fault::Gain(found));
    }
    let Some(nodes) = nodes else {
        return Ok(());
    };
    let mut searcher = Searcher::new(&Interrupt::default())?;
    let mut current = position.clone();
    for (ply, &m) in line.iter().enumerate() {
        if ply % 2 == 0
            && find::only_move(&current, nodes, &mut searcher).is_none_or(|(best, _)| best != m)
        {
            return Err(Fault::NotAlone(m.to_string()));
        }
        current.play(m);
    }
    Ok(())
}
