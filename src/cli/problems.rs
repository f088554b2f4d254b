//! `galaverna problems`: finding problems and proving them.

use std::error::Error;
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Subcommand;

use crate::output::say;
use crate::problems::check::check;
use crate::problems::file::Problems;
use crate::problems::find::{self, FindSettings};
use crate::show::Game;
use crate::with_type_of;

use super::interrupt;

/// What to do with problems.
#[derive(Debug, Subcommand)]
pub enum ProblemsCommand {
    /// Find problems in games that 'galaverna datagen' wrote
    ///
    /// A file that is there already is gone on with.
    Find(FindSettings),
    /// Prove the problems of files anew
    Check {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Search the gains of material too, with so many nodes a move; without it they are
        /// only replayed
        #[arg(long, value_name = "N")]
        nodes: Option<NonZeroU64>,
    },
}

/// Does what the command says.
///
/// # Errors
///
/// If files cannot be read or written, or problems are none.
pub fn run(command: &ProblemsCommand) -> Result<(), Box<dyn Error>> {
    match command {
        ProblemsCommand::Find(settings) => {
            let problems = find::run(settings, &interrupt::by_signals()?)?;
            let (count, games) = (problems.problems.len(), problems.games);
            say!("{count} problems in {games} games")?;
            Ok(())
        }
        ProblemsCommand::Check { files, nodes } => {
            let mut faults = 0;
            for file in files {
                let problems = Problems::read(file)?;
                let game = Game::named(&problems.game)
                    .ok_or_else(|| format!("{}: unknown game", file.display()))?;
                let nodes = nodes.map(NonZeroU64::get);
                let found = with_type_of!(game, P => check::<P>(&problems, nodes));
                for (line, fault) in &found {
                    say!("{}, line {line}: {fault}", file.display())?;
                }
                let right = problems.problems.len() - found.len();
                say!("{}: {right} problems are right", file.display())?;
                faults += found.len();
            }
            match faults {
                0 => Ok(()),
                _ => Err(format!("{faults} problems are wrong").into()),
            }
        }
    }
}
