//! `galaverna explore` and `galaverna book`: openings.

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::batch::replace;
use crate::engine::book::Book;
use crate::notation::Notation;
use crate::openings::explore::{self, ExploreSettings};
use crate::openings::tree::{Tree, score};
use crate::openings::{book, explorer, report, results, tree_file};
use crate::output::{OutputError, say};
use crate::search::parameters::Searchable;
use crate::show::{GAMES, Game};
use crate::training::read::Games;
use crate::with_type_of;

use super::interrupt;

/// What to do with books of openings.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book for the engine out of a tree of 'galaverna explore'
    Make {
        #[arg(help = Game::choice())]
        game: &'static Game,
        /// The tree
        tree: PathBuf,
        /// The file to write
        #[arg(long = "out", value_name = "FILE")]
        output: PathBuf,
        /// Take moves that are so many centipawns worse than the best
        #[arg(long, value_name = "CP", default_value_t = 15)]
        margin: u32,
    },
    /// Show the moves that a book has in a position
    Show {
        #[arg(help = Game::choice())]
        game: &'static Game,
        /// The book
        file: PathBuf,
        /// The position [default: the start position]
        fen: Option<String>,
    },
    /// Write for the board what a tree and games say of each move
    Explorer {
        /// A tree of 'galaverna explore'
        #[arg(long, value_name = "FILE")]
        tree: PathBuf,
        /// Games of 'galaverna datagen'; those of other games are left out
        #[arg(long, value_name = "FILE", num_args = 1..)]
        data: Vec<PathBuf>,
        /// The file to write
        #[arg(long = "out", value_name = "FILE")]
        output: PathBuf,
    },
    /// Write for people what trees and games say of the first moves
    Report {
        /// Trees of 'galaverna explore', one a game
        #[arg(long = "tree", value_name = "FILE", num_args = 1.., required = true)]
        trees: Vec<PathBuf>,
        /// Games of 'galaverna datagen'
        #[arg(long, value_name = "FILE", num_args = 1..)]
        data: Vec<PathBuf>,
        /// The file to write
        #[arg(long = "out", value_name = "FILE")]
        output: PathBuf,
    },
}

/// Searches openings, and says what the first moves are worth.
///
/// # Errors
///
/// If it breaks off.
pub fn explore(settings: &ExploreSettings) -> Result<(), Box<dyn Error>> {
    let interrupt = interrupt::by_signals()?;
    with_type_of!(settings.game, P => tell(&explore::run::<P>(settings, &interrupt)?))?;
    Ok(())
}

/// Does what the command says.
///
/// # Errors
///
/// If files cannot be read or written, or a position is refused.
pub fn run(command: &BookCommand) -> Result<(), Box<dyn Error>> {
    match command {
        BookCommand::Make {
            game,
            tree,
            output,
            margin,
        } => {
            let book = with_type_of!(game, P => {
                let (_, tree) = tree_file::read::<P>(tree)?;
                book::make(game, &tree, *margin)
            });
            replace(output, &book.to_bytes())?;
            say!("{} moves", book.len())?;
        }
        BookCommand::Show { game, file, fen } => show(game, file, fen.as_deref())?,
        BookCommand::Explorer { tree, data, output } => {
            let text = explorer_of(tree, data)?;
            replace(output, text.as_bytes())?;
            say!("{} positions", text.lines().skip(1).count())?;
        }
        BookCommand::Report {
            trees,
            data,
            output,
        } => {
            let mut text = report::introduction();
            for game in GAMES.iter().skip(1).chain(&GAMES[..1]) {
                text += &report_of(game, trees, data)?;
            }
            replace(output, text.as_bytes())?;
        }
    }
    Ok(())
}

/// Each first move with its value and what is expected to follow.
fn tell<P: Searchable + Notation>(tree: &Tree<P>) -> Result<(), OutputError> {
    for (edge, value) in tree.ranked(0) {
        let mut position = P::start();
        let mut line = position.san(edge.m);
        position.play(edge.m);
        let rest = edge.child.map(|child| tree.principal_line(child));
        for m in rest.unwrap_or_default() {
            line += &format!(" {}", position.san(m));
            position.play(m);
        }
        say!("{:>9}  {line}", score::<P>(value).to_string())?;
    }
    say!("{} positions", tree.nodes().len())
}

/// The moves of a book in a position, with their weights.
fn show(game: &Game, file: &Path, fen: Option<&str>) -> Result<(), Box<dyn Error>> {
    let book = Book::read(file)?;
    let mut record = game.open();
    record.set_position(fen, &[])?;
    let moves = book.moves(game, record.as_ref());
    if moves.is_empty() {
        say!("The book does not have this position.")?;
    }
    for (m, weight) in moves {
        say!("{weight:>5}  {}", record.san(m))?;
    }
    Ok(())
}

/// What the board is told of a tree, and of those games that are of the same game.
fn explorer_of(tree: &Path, data: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let name = tree_file::header(tree)?.game;
    let game = Game::named(&name).ok_or_else(|| format!("there is no game '{name}'"))?;
    let games = games_of(game, data)?;
    Ok(with_type_of!(game, P => {
        let (header, tree) = tree_file::read::<P>(tree)?;
        let results = results::of_games(&tree, &games)?;
        explorer::of_game(&header, &tree, &results, explorer::MOST_BYTES)
    }))
}

/// Those of the files that have games of this one.
fn games_of(game: &Game, data: &[PathBuf]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut games = Vec::new();
    for file in data {
        if Games::open(file)?.header().game == game.name {
            games.push(file.clone());
        }
    }
    Ok(games)
}

/// What the files say that are of this game; nothing if none is.
fn report_of(game: &Game, trees: &[PathBuf], data: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    let games = games_of(game, data)?;
    for file in trees {
        if tree_file::header(file)?.game == game.name {
            text += &with_type_of!(game, P => {
                let (header, tree) = tree_file::read::<P>(file)?;
                let results = results::of_games(&tree, &games)?;
                report::of_game(&header, &tree, &results)
            });
        }
    }
    Ok(text)
}
