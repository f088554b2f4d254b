//! Looking at files of games.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::arena::merge;
use crate::batch::file::FileError;
use crate::board::game_page;
use crate::output::{self, say};
use crate::pgn::{
    LocatedGame, PgnGame, Replay, ReplayError, for_window, joined, read_located, replay, variant,
};
use crate::rules::{Bitboard, Color};
use crate::show::xboard::variant::variant_name;

use super::{Notation, deliver, terminal};

/// What to do with a file of games.
#[derive(Debug, Subcommand)]
pub enum PgnCommand {
    /// Replay all games by the rules and report what is illegal
    Check {
        /// A PGN file; the tag Variant says which game each is of
        file: PathBuf,
    },
    /// Write games for XBoard, or XBoard's for the rest of Galaverna
    ///
    /// Either is read. A game in which the board changes by itself, or with an
    /// agreement, becomes several for XBoard, each from a position of its own; for
    /// Galaverna they become one again.
    Convert {
        /// Who is to read them
        #[arg(long, value_enum)]
        to: Notation,
        /// A PGN file
        file: PathBuf,
        /// The file to write [default: standard output]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
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
        PgnCommand::Convert { to, file, output } => convert(*to, file, output.as_deref()),
        PgnCommand::Show { file, number, html } => show(file, *number, *html),
    }
}

/// The games of a file. Old files are not always in UTF-8; only names suffer.
pub fn games(path: &Path) -> Result<Vec<LocatedGame>, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(FileError::of(path))?;
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
            say!("{place}:{line}: game {} {problem}", index + 1)?;
        }
    }
    let (path, count) = (path.display(), games.len());
    if wrong > 0 {
        return Err(format!("{path}: {wrong} of {count} games are wrong").into());
    }
    say!("{path}: {count} games, {plies} moves, nothing is wrong")?;
    Ok(())
}

/// Writes all games that are right, and names the others.
fn convert(to: Notation, path: &Path, target: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let located = games(path)?;
    let count = located.len();
    let mut converted: Vec<PgnGame> = Vec::new();
    let mut wrong = 0;
    for (index, located) in located.into_iter().enumerate() {
        let line = located.line;
        let parts = located.game.map_err(|error| error.to_string());
        let parts = parts.and_then(|game| {
            let parts = match to {
                Notation::Xboard => for_window(&game),
                Notation::Galaverna => canonical(&game).map(|game| vec![game]),
            };
            parts.map_err(|error| format!("({}): {error}", label(&game)))
        });
        match parts {
            Ok(parts) => converted.extend(parts),
            Err(problem) => {
                wrong += 1;
                output::report(format_args!(
                    "{}:{line}: game {} {problem}",
                    path.display(),
                    index + 1
                ));
            }
        }
    }
    if to == Notation::Galaverna {
        converted = joined(converted);
    }
    let text: String = converted.iter().map(PgnGame::to_string).collect();
    deliver(target, &text)?;
    // Only what is for XBoard needs to be explained.
    if let (Some(file), Notation::Xboard) = (target, to) {
        viewers(&converted, file).iter().for_each(output::report);
    }
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{}: {wrong} of {count} games are wrong", path.display()).into()),
    }
}

/// How XBoard is started to show games that it does not know: it loads them before it
/// hears from the engine, and must know the letters.
fn viewers(games: &[PgnGame], file: &Path) -> Vec<String> {
    let mut viewers: Vec<String> = Vec::new();
    for variant in games.iter().filter_map(|pgn| variant(pgn).ok()) {
        let Some(window) = variant.game.window else {
            continue;
        };
        let viewer = format!(
            "xboard -fcp 'galaverna xboard' -variant {} -testLegality false \
             -pieceToCharTable '{}' -lgf {}",
            variant_name(variant),
            window.piece_table(),
            file.display()
        );
        if !viewers.contains(&viewer) {
            viewers.push(viewer);
        }
    }
    viewers
}

/// A game with its moves as we write them.
fn canonical(game: &PgnGame) -> Result<PgnGame, ReplayError> {
    let mut game = game.clone();
    let sans = replay(&game)?.sans;
    for (m, san) in game.moves.iter_mut().zip(sans) {
        m.san = san;
    }
    Ok(game)
}

fn show(path: &Path, number: Option<usize>, html: bool) -> Result<(), Box<dyn Error>> {
    let games = games(path)?;
    let Some(number) = number else {
        for (index, located) in games.iter().enumerate() {
            say!("{:>5}  {}", index + 1, listed(located))?;
        }
        return Ok(());
    };
    let located = number.checked_sub(1).and_then(|index| games.get(index));
    let located = located.ok_or_else(|| format!("{} has {} games", path.display(), games.len()))?;
    let game = located.game.as_ref().map_err(Clone::clone)?;
    match html {
        true => output::write(game_page::page(game)?)?,
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
    let variant = variant(game).map_or_else(
        |error| error.to_string(),
        |variant| variant.name().to_owned(),
    );
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
    say!("{}", game.to_string().trim_end())?;
    let Replay {
        session, outcome, ..
    } = replay(game)?;
    terminal::show(session.as_ref(), Color::White, [Bitboard::EMPTY; 2])?;
    match outcome {
        Some(outcome) => say!("{outcome}")?,
        None => say!("{} ({})", game.result, merge::summary(game).reason)?,
    }
    Ok(())
}
