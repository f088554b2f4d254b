//! `galaverna solve`.

use std::error::Error;
use std::path::PathBuf;

use crate::arena::tactics;
use crate::output::say;

/// Solves the positions of the files, and prints a line a game and the sum.
///
/// # Errors
///
/// If a file cannot be read.
pub fn run(files: &[PathBuf], nodes: u64) -> Result<(), Box<dyn Error>> {
    let mut combinations = Vec::new();
    for file in files {
        combinations.extend(tactics::read(file)?);
    }
    let scores = tactics::solve(&combinations, nodes)?;
    for score in &scores {
        let (game, solved, positions) = (score.game.name, score.solved(), score.positions);
        let unsolved = match &score.unsolved[..] {
            [] => String::new(),
            unsolved => format!("; not {}", unsolved.join(" ")),
        };
        say!("{game:>8}: {solved} of {positions} solved{unsolved}")?;
    }
    let solved: usize = scores.iter().map(|score| score.solved()).sum();
    say!("{solved} of {} solved", combinations.len())?;
    Ok(())
}
