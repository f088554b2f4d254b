//! `galaverna tables`: making endgame tables and asking them.

use std::error::Error;
use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Subcommand;

use crate::batch::file::{Claim, FileError};
use crate::output::say;
use crate::rules::alice::Alice;
use crate::rules::clupso::Clupso;
use crate::rules::elolbia::Elolbia;
use crate::rules::{Color, Position};
use crate::show::Game;
use crate::tables::{self, Folder, Longest, Making, Signature, Table, TableError, Tabled};

use super::{deliver, interrupt};

/// What to do with tables.
#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    /// Make tables, and before them all that they need
    ///
    /// Tables that are in the folder are not made again, so that what was interrupted goes
    /// on with the table that was not finished.
    Make {
        #[arg(help = choice())]
        game: &'static Game,
        /// Endings such as KRvK (M is a man), or a number of pieces for all with so many
        #[arg(required = true, value_name = "SIGNATURE")]
        signatures: Vec<String>,
        /// The folder to write to
        #[arg(long = "out", value_name = "DIR")]
        output: PathBuf,
        /// MiB that a table may take while it is made
        #[arg(long, value_name = "MIB", default_value_t = 4096)]
        memory: u64,
    },
    /// Verify tables: checksums, and each value against those after the moves
    ///
    /// The tables that captures and promotions lead to must lie beside them.
    Check {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Compare so many positions of each, taken at random, and not all
        #[arg(long, value_name = "N")]
        sample: Option<NonZeroU64>,
        /// Decides which
        #[arg(long, value_name = "SEED", default_value_t = 0)]
        seed: u64,
    },
    /// List the tables of a folder
    List {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Show what a position and each of its moves are worth
    Show {
        #[arg(help = choice())]
        game: &'static Game,
        /// The position
        fen: String,
        /// The folder of the tables
        #[arg(long = "dir", value_name = "DIR")]
        folder: PathBuf,
    },
    /// Print how much of an ending is won, and its longest win
    Stats {
        #[arg(help = choice())]
        game: &'static Game,
        /// Such as KRvK (M is a man)
        #[arg(required = true, value_name = "SIGNATURE")]
        signatures: Vec<String>,
        /// The folder of the tables
        #[arg(long = "dir", value_name = "DIR")]
        folder: PathBuf,
    },
    /// Write for people what the tables of a folder say
    Report {
        /// The folder of the tables
        #[arg(long = "dir", value_name = "DIR")]
        folder: PathBuf,
        /// The file to write [default: standard output]
        #[arg(long = "out", value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// The games that have tables.
const GAMES: [&str; 3] = [Alice::NAME, Elolbia::NAME, Clupso::NAME];

fn choice() -> String {
    GAMES.join(" ")
}

/// Does something with the type of a game that has tables.
macro_rules! with_tabled {
    ($name:expr, $type:ident => $body:expr) => {
        match $name {
            Alice::NAME => {
                type $type = Alice;
                $body
            }
            Elolbia::NAME => {
                type $type = Elolbia;
                $body
            }
            Clupso::NAME => {
                type $type = Clupso;
                $body
            }
            name => Err(format!("{name} has no tables; the games are: {}", choice()).into()),
        }
    };
}

/// Does what the command says.
///
/// # Errors
///
/// If a table cannot be made, is not there or is damaged.
pub fn run(command: &TablesCommand) -> Result<(), Box<dyn Error>> {
    match command {
        TablesCommand::Make {
            game,
            signatures,
            output,
            memory,
        } => with_tabled!(game.name, P => make::<P>(signatures, output, *memory)),
        TablesCommand::Check {
            files,
            sample,
            seed,
        } => {
            let sample = sample.map(|count| (count.get(), *seed));
            for file in files {
                with_tabled!(Table::game(file)?.as_str(), P => check::<P>(file, sample))?;
            }
            Ok(())
        }
        TablesCommand::List { folder } => list(folder),
        TablesCommand::Show { game, fen, folder } => {
            with_tabled!(game.name, P => show::<P>(fen, folder))
        }
        TablesCommand::Stats {
            game,
            signatures,
            folder,
        } => with_tabled!(game.name, P => stats::<P>(signatures, folder)),
        TablesCommand::Report { folder, output } => {
            let folder = Folder::new(folder);
            let mut text = tables::report::introduction();
            text += &tables::report::answers::all(&folder)?;
            for game in GAMES {
                let part: Result<String, Box<dyn Error>> =
                    with_tabled!(game, P => Ok(tables::report::of_game::<P>(&folder)?));
                text += &part?;
            }
            deliver(output.as_deref(), &text)
        }
    }
}

/// The endings that arguments name.
fn endings<P: Tabled>(texts: &[String]) -> Result<Vec<Signature>, Box<dyn Error>> {
    let mut all = Vec::new();
    for text in texts {
        match text.parse() {
            Ok(men) => all.extend(Signature::all::<P>(men)),
            Err(_) => all.push(Signature::parse::<P>(text)?),
        }
    }
    Ok(all)
}

fn make<P: Tabled>(texts: &[String], output: &Path, memory: u64) -> Result<(), Box<dyn Error>> {
    let wanted = endings::<P>(texts)?;
    fs::create_dir_all(output).map_err(FileError::of(output))?;
    let interrupt = interrupt::by_signals()?;
    let making = Making {
        memory,
        interrupt: &interrupt,
    };
    for signature in Signature::with_needed::<P>(&wanted) {
        let folder = Folder::new(output);
        let file = folder.file::<P>(signature);
        // Two programs may fill one folder.
        let _claim = Claim::new(file.with_extension("lock"))?;
        match folder.table::<P>(signature) {
            Ok(_) => continue,
            Err(TableError::Missing { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let start = Instant::now();
        let statistics = tables::make::<P>(output, signature, making)?;
        let positions: u64 = statistics.iter().map(|side| side.positions).sum();
        let size = fs::metadata(&file).map_err(FileError::of(&file))?.len();
        say!(
            "{signature}: {positions} positions, {:.2} MB, {:.1} s",
            size as f64 / 1e6,
            start.elapsed().as_secs_f64(),
        )?;
    }
    Ok(())
}

fn check<P: Tabled>(file: &Path, sample: Option<(u64, u64)>) -> Result<(), Box<dyn Error>> {
    let folder = Folder::new(file.parent().unwrap_or(Path::new("")));
    let table = Table::open::<P>(file)?;
    let checked = tables::check::<P>(&folder, &table, sample)?;
    let what = if checked.all { "all" } else { "some" };
    say!(
        "{}: {what} {} positions agree with those after their moves",
        file.display(),
        checked.positions
    )?;
    Ok(())
}

fn list(folder: &Path) -> Result<(), Box<dyn Error>> {
    for file in Folder::new(folder).files()? {
        let line: Result<String, Box<dyn Error>> = with_tabled!(Table::game(&file)?.as_str(), P => {
            let table = Table::open::<P>(&file)?;
            let longest = table.statistics().iter().filter_map(|side| side.longest_win);
            let longest = longest.map(|longest| longest.plies).max();
            let longest = longest.map_or("none is won".to_owned(), |plies| format!("longest win {plies} plies"));
            let positions: u64 = table.statistics().iter().map(|side| side.positions).sum();
            let signature = table.index().signature;
            Ok(format!("{} {signature}: {positions} positions, {longest}", P::NAME))
        });
        say!("{}", line?)?;
    }
    Ok(())
}

fn show<P: Tabled>(fen: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let position = P::from_fen(fen)?;
    let folder = Folder::new(folder);
    say!("{}: {}", name(position.turn()), folder.value(&position)?)?;
    for (m, after) in tables::moves_by_value(&folder, &position)? {
        say!("{:10} {}", position.san(m), after.for_the_mover())?;
    }
    Ok(())
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn stats<P: Tabled>(texts: &[String], folder: &Path) -> Result<(), Box<dyn Error>> {
    let folder = Folder::new(folder);
    for signature in endings::<P>(texts)? {
        let table = folder.table::<P>(signature)?;
        for (turn, side) in [Color::White, Color::Black]
            .into_iter()
            .zip(table.statistics())
        {
            let share = |count: u64| 100.0 * count as f64 / side.positions as f64;
            let longest = |longest: Option<Longest>| match longest {
                None => "none".to_owned(),
                Some(Longest { plies, number }) => {
                    let position = table.index().position::<P>(number, turn);
                    let fen = position.map(|position| position.fen());
                    format!("{plies} plies {}", fen.unwrap_or_default())
                }
            };
            say!(
                "{signature} {} to move: {} positions, won {:.2} %, drawn {:.2} %, lost {:.2} %, \
                 of these drawn by the fifty-move rule {:.2} %; longest win {}; longest loss {}",
                name(turn),
                side.positions,
                share(side.won),
                share(side.drawn),
                share(side.lost),
                share(side.won_too_late + side.lost_too_late),
                longest(side.longest_win),
                longest(side.longest_loss),
            )?;
        }
    }
    Ok(())
}
