//! Looking at files of games.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::arena::merge;
use crate::arena::pgn::{LocatedGame, PgnGame, Replay, read_located, replay, variant};
use crate::board::game_page;
use crate::rules::{Bitboard, Color};

use super::terminal;

/// What to do with a file of games.
#[derive(Debug, Subcommand)]
pub enum PgnCommand {
    /// Replay all games by the rules and report what is illegal
    Check {
        /// A PGN file; the tag Variant says which game each is of
        file: PathBuf,
    },
    /// List the games, or draw one
    Show {
        /// A PGN file
        file: PathBuf,
        /// Which game to draw, from 1
        number: Option<usize>,
        /// Write a page by itself that steps through the game, to standard output
        #[arg(long, requires = "number")]
        html: bool,
    },
}

/// Does what the command says.
///
/// # Errors
///
/// If the file cannot be read, a game is wrong (`check`), or there is no such
/// game (`show`).
pub fn run(command: &PgnCommand) -> Result<(), Box<dyn Error>> {
    match command {
        PgnCommand::Check { file } => check(file),
        PgnCommand::Show { file, number, html } => show(file, *number, *html),
    }
}

/// The games of a file. Old files are not always in UTF-8; only names suffer.
pub fn games(path: &Path) -> Result<Vec<LocatedGame>, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(read_located(&String::from_utf8_lossy(&bytes)))
}

/// A game's round and players.
fn label(game: &PgnGame) -> String {
    let tag = |name: &str| game.tag(name).unwrap_or("?");
    format!(
        "round {}, {} vs {}",
        tag("Round"),
        tag("White"),
        tag("Black")
    )
}

fn check(path: &Path) -> Result<(), Box<dyn Error>> {
    let games = games(path)?;
    let (mut wrong, mut plies) = (0, 0);
    for (index, located) in games.iter().enumerate() {
        let problem = match &located.game {
            Err(error) => Some(error.to_string()),
            Ok(game) => {
                plies += game.plies();
                let problem = replay(game).err();
                problem.map(|problem| format!("({}): {problem}", label(game)))
            }
        };
        if let Some(problem) = problem {
            wrong += 1;
            let (place, line) = (path.display(), located.line);
            anstream::println!("{place}:{line}: game {} {problem}", index + 1);
        }
    }
    let (path, count) = (path.display(), games.len());
    if wrong > 0 {
        return Err(format!("{path}: {wrong} of {count} games are wrong").into());
    }
    anstream::println!("{path}: {count} games, {plies} moves, nothing is wrong");
    Ok(())
}

fn show(path: &Path, number: Option<usize>, html: bool) -> Result<(), Box<dyn Error>> {
    let games = games(path)?;
    let Some(number) = number else {
        for (index, located) in games.iter().enumerate() {
            anstream::println!("{:>5}  {}", index + 1, listed(located));
        }
        return Ok(());
    };
    let located = number.checked_sub(1).and_then(|index| games.get(index));
    let located = located.ok_or_else(|| format!("{} has {} games", path.display(), games.len()))?;
    let game = located.game.as_ref().map_err(Clone::clone)?;
    match html {
        true => anstream::print!("{}", game_page::page(game)?),
        false => draw(game)?,
    }
    Ok(())
}

/// A game in a line.
fn listed(located: &LocatedGame) -> String {
    let game = match &located.game {
        Ok(game) => game,
        Err(error) => return error.to_string(),
    };
    let variant = variant(game).map_or_else(|error| error.to_string(), |game| game.name.to_owned());
    let summary = merge::summary(game);
    format!(
        "{:<7}  {variant}, {}, {} moves, {}",
        game.result,
        label(game),
        game.plies().div_ceil(2),
        summary.reason
    )
}

/// Tags, moves, and the last position; of a wrong game, what is wrong.
fn draw(game: &PgnGame) -> Result<(), Box<dyn Error>> {
    anstream::print!("{}", game.to_string().trim_end());
    anstream::println!();
    let Replay {
        session, outcome, ..
    } = replay(game)?;
    terminal::show(session.as_ref(), Color::White, [Bitboard::EMPTY; 2]);
    match outcome {
        Some(outcome) => anstream::println!("{outcome}"),
        None => anstream::println!("{} ({})", game.result, merge::summary(game).reason),
    }
    Ok(())
}
