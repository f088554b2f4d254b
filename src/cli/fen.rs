//! `galaverna fen`: positions as text.

use std::error::Error;

use clap::{Subcommand, value_parser};

use crate::notation::fen;
use crate::output::say;
use crate::rules::setup::{CHESS960_POSITIONS, Setup};
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
    /// Write a start position of Chess960
    Chess960 {
        /// Its number; 518 is that of orthodox chess
        #[arg(value_parser = value_parser!(u16).range(..i64::from(CHESS960_POSITIONS)))]
        number: u16,
    },
}

/// Does what the command says.
///
/// # Errors
///
/// If the FEN is no position of the game.
pub fn run(command: &FenCommand) -> Result<(), Box<dyn Error>> {
    let text = match command {
        FenCommand::Convert { to, game, fen } => match to {
            Notation::Galaverna => position(game, fen)?.fen(),
            Notation::Xboard => window_fen(game, fen)?,
        },
        FenCommand::Chess960 { number } => fen::write(&Setup::chess960(*number)),
    };
    say!("{text}")?;
    Ok(())
}
