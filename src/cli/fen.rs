//! `galaverna fen`: positions as text.

use std::error::Error;

use clap::Subcommand;

use crate::output::say;
use crate::show::Game;
use crate::show::xboard::picture::{position, window_fen};

use super::Notation;

/// What to do with a position.
#[derive(Debug, Subcommand)]
pub enum FenCommand {
    /// Write a position in our letters or in those of XBoard's window
    ///
    /// Either is read.
    Convert {
        /// In whose letters
        #[arg(long, value_enum)]
        to: Notation,
        #[arg(help = Game::choice())]
        game: &'static Game,
        /// The position
        fen: String,
    },
}

/// Does what the command says.
///
/// # Errors
///
/// If the FEN is no position of the game.
pub fn run(command: &FenCommand) -> Result<(), Box<dyn Error>> {
    let FenCommand::Convert { to, game, fen } = command;
    let converted = match to {
        Notation::Galaverna => position(game, fen)?.fen(),
        Notation::Xboard => window_fen(game, fen)?,
    };
    say!("{converted}")?;
    Ok(())
}
