//! The command line.

mod analyse;
mod board;
mod diagram;
mod fen;
mod game;
mod interrupt;
mod merge;
mod openings;
mod pgn;
mod play;
mod problems;
mod search;
mod solve;
mod tables;
mod terminal;
mod tournament;
mod training;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::time::{Duration, Instant};

use chrono::Utc;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};

use crate::arena::tactics;
use crate::batch::{file::FileError, replace_durably};
use crate::engine::bench;
use crate::engine::opening::NODES;
use crate::host::Interrupt;
use crate::openings::explore::ExploreSettings;
use crate::output::{self, OutputError, say};
use crate::protocol::{self, Language, uci};
use crate::rules::Color;
use crate::show::Variant;
use crate::training::settings::{
    BulletSettings, DatagenSettings, LearnFrom, RelabelSettings, TrainSettings,
};
use crate::training::spsa::SpsaSettings;

use game::{GameArguments, TerminalGame};

/// A chess engine for chess variants and for orthodox chess.
///
/// Without a command it waits for a chess program that speaks UCI or XBoard's
/// protocol on standard input.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Write a log to this file (RUST_LOG chooses what: error, warn, info, debug)
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak XBoard's protocol on standard input and output
    Xboard,
    /// Search fixed positions of all games on one thread; the last line is 'N nodes M nps'
    Bench {
        /// Plies
        #[arg(default_value_t = bench::DEFAULT_DEPTH)]
        depth: usize,
    },
    /// Measure nodes a second in games, as Stockfish's speedtest does
    ///
    /// Threads [all processors], the table in MiB [128 a thread] and seconds [150], and the
    /// name of one of the games [chess].
    Speedtest {
        #[arg(value_names = ["THREADS", "HASH", "SECONDS", "GAME"], num_args = 1..=4)]
        arguments: Vec<String>,
    },
    /// Count the positions of EPD files that a short search solves
    ///
    /// One thread, 16 MiB of transposition table, nothing known before: a position
    /// is solved if the move to play at the end is one of those in its operation
    /// bm. The operation variant names the game, without it it is chess.
    Solve {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Nodes a position
        #[arg(long, value_name = "N", default_value_t = tactics::DEFAULT_NODES)]
        nodes: u64,
    },
    /// Count the legal move sequences from a position
    Perft {
        #[arg(help = Variant::choice())]
        game: Variant,
        /// Plies
        depth: u32,
        /// The position [default: the start position]
        fen: Option<String>,
    },
    /// Watch the engine play a game against itself
    Watch {
        #[arg(help = Variant::choice())]
        game: Variant,
        /// Milliseconds a move
        #[arg(long, value_name = "MS", default_value_t = 500)]
        movetime: u64,
        #[command(flatten)]
        arguments: GameArguments,
    },
    /// Play a game against the engine in the terminal
    Play {
        #[arg(help = Variant::choice())]
        game: Variant,
        /// Your side
        #[arg(long, default_value = "white", value_parser = side())]
        side: Color,
        /// Milliseconds that the engine thinks about a move
        #[arg(long, value_name = "MS", default_value_t = 1000)]
        movetime: u64,
        #[command(flatten)]
        arguments: GameArguments,
    },
    /// Play, analyse and learn the games on a board in the browser
    Board(board::BoardArguments),
    /// Show the engine's lines in a position, or judge the moves of games
    ///
    /// A position is analysed until Control-C if nothing limits it. The judgements of moves
    /// follow the loss of winning chance, as on the board.
    Analyse(analyse::AnalyseArguments),
    /// Draw a position as SVG
    Diagram {
        #[arg(help = Variant::choice())]
        game: Variant,
        /// The position [default: the start position]
        fen: Option<String>,
        /// The file to write [default: standard output]
        #[arg(short, long, value_name = "FILE.svg")]
        output: Option<PathBuf>,
        /// The side that it is seen from
        #[arg(long, default_value = "white", value_parser = side())]
        side: Color,
    },
    /// Write the pictures for XBoard's option -pid to a folder
    Pictures {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Hold a match or tournament between engines (match --help tells how)
    #[command(disable_help_flag = true)]
    Match {
        /// As for cutechess-cli and fastchess, with one dash or two
        #[arg(
            trailing_var_arg = true,
            allow_hyphen_values = true,
            value_name = "OPTION"
        )]
        arguments: Vec<String>,
    },
    /// Play the engine against itself and write the games down, to train its networks
    ///
    /// Each game begins with 8 or 9 random plies that a search calls balanced. A file
    /// that is there already is gone on with. docs/datagen.md describes it.
    Datagen(DatagenSettings),
    /// Value positions of games that 'galaverna datagen' wrote anew, by today's network
    ///
    /// Moves and results stay as they were. A file that is there already is gone on with.
    Relabel(RelabelSettings),
    /// Train a game's network on games that 'galaverna datagen' wrote
    ///
    /// docs/nets.md tells how it is done, and how to make today's networks again. A
    /// training that was interrupted goes on after the last pass that was completed.
    Train(TrainSettings),
    /// Write positions of games in orthodox chess for bullet, which trains on GPUs
    ///
    /// 32 bytes each, as its data has them ('ChessBoard'), in the order of the games: they
    /// are to be shuffled before they are learnt from. bullet has no format for the others.
    Bullet(BulletSettings),
    /// Fit to games that 'galaverna datagen' wrote how often a value wins
    ///
    /// Prints the constant WIN_RATE of the game's evaluation (src/eval/GAME/mod.rs), by
    /// which values are shown and UCI_ShowWDL answers.
    Wdl(LearnFrom),
    /// Tune the constants of a game's search by games of the engine against itself (SPSA)
    ///
    /// For a program built with 'cargo build --release --features tune'. docs/tuning.md
    /// tells how it is done, and how what it finds is tested. The same command goes on
    /// after an interruption.
    Spsa(SpsaSettings),
    /// Print balanced openings, the lines of an EPD book
    ///
    /// An opening is a number of random moves after which a short search sees no
    /// advantage. Different seeds give different openings, the same seed the same.
    Openings {
        #[arg(help = Variant::choice())]
        game: Variant,
        /// How many
        #[arg(long, value_name = "N", default_value_t = 500)]
        count: usize,
        /// Decides which
        #[arg(long, value_name = "SEED", default_value_t = 0)]
        seed: u64,
        /// Random moves of both sides [default: 8, and in Chess960 none]
        #[arg(long, value_name = "N")]
        plies: Option<usize>,
        /// Nodes of the search that must see no advantage
        #[arg(long, value_name = "N", default_value_t = NODES)]
        nodes: u64,
    },
    /// Make endgame tables of Alice, Elolbian and Clupso Chess, and ask them
    ///
    /// docs/tables.md describes them.
    Tables {
        #[command(subcommand)]
        command: tables::TablesCommand,
    },
    /// Find problems with one solution in games, and prove them
    ///
    /// docs/problems.md describes them.
    Problems {
        #[command(subcommand)]
        command: problems::ProblemsCommand,
    },
    /// Search a game's openings, the most useful position first, and write a tree of them
    ///
    /// A file that is there already is gone on with. docs/books.md describes it.
    Explore(ExploreSettings),
    /// Make books of openings, show them, and write what is known of first moves
    ///
    /// docs/books.md describes them.
    Book {
        #[command(subcommand)]
        command: openings::BookCommand,
    },
    /// Write positions for XBoard, or for the rest of Galaverna
    Fen {
        #[command(subcommand)]
        command: fen::FenCommand,
    },
    /// Check, convert or draw the games of a PGN file
    Pgn {
        #[command(subcommand)]
        command: pgn::PgnCommand,
    },
}

/// A side by its name.
fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| Color::from_white(name == "white"))
}

/// Who is to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// XBoard's window, which has letters of its own
    Xboard,
    /// Galaverna, and programs that know the games
    Galaverna,
}

/// Writes a result to a file, or to standard output without one.
fn deliver(file: Option<&Path>, text: &str) -> Result<(), Box<dyn Error>> {
    match file {
        Some(file) => replace_durably(file, output::clean(text).as_bytes())?,
        None => output::write(text)?,
    }
    Ok(())
}

/// What the command line says; ends the program with a message if it is wrong, and with
/// what was asked for if that is help or the version.
fn read(arguments: Vec<OsString>) -> Result<Arguments, OutputError> {
    Arguments::try_parse_from(arguments).or_else(|answer| {
        if answer.use_stderr() {
            answer.exit();
        }
        answer.print()?;
        process::exit(answer.exit_code())
    })
}

/// The arguments with two dashes before each option of the commands that take one dash too,
/// as `match` does.
fn with_two_dashes(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let log = |first: &OsString| first.to_str().is_some_and(|text| text.starts_with("--log"));
    let command = match arguments.get(1).filter(|first| log(first)) {
        Some(option) if option == "--log" => 3,
        Some(_) => 2,
        None => 1,
    };
    let takes_one = |name: &OsString| {
        [
            "datagen", "relabel", "spsa", "tables", "problems", "explore", "book", "train",
            "bullet", "wdl",
        ]
        .iter()
        .any(|one| name == one)
    };
    if arguments.get(command).is_some_and(takes_one) {
        for argument in &mut arguments[command..] {
            let option = argument.to_str().and_then(|text| text.strip_prefix('-'));
            if let Some(option) = option
                && option.len() > 1
                && option.starts_with(char::is_alphabetic)
            {
                *argument = format!("--{option}").into();
            }
        }
    }
    arguments
}

/// Does what the command line says; what goes wrong is a line on standard error.
pub fn run() -> ExitCode {
    /// Of what is ended by SIGPIPE, as shells tell it.
    const READER_GONE: u8 = 128 + 13;
    match run_command() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_reader_gone(error.as_ref()) => ExitCode::from(READER_GONE),
        Err(error) => {
            output::report(format_args!("galaverna: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run_command() -> Result<(), Box<dyn Error>> {
    if let Some(arguments) = arguments_of_fastchess() {
        start_log(None)?;
        return tournament::run(&arguments);
    }
    if let Some(lines) = lines_of_uci() {
        start_log(None)?;
        return protocol::carry_out(lines);
    }
    let arguments = read(with_two_dashes(env::args_os().collect()))?;
    start_log(arguments.log)?;
    match arguments.command {
        None => protocol::run(Language::Uci),
        Some(Command::Xboard) => protocol::run(Language::Xboard),
        Some(Command::Bench { depth }) => {
            uci::run_bench(depth, &Interrupt::default());
            Ok(protocol::all_sent()?)
        }
        Some(Command::Speedtest { arguments }) => {
            let line = format!("speedtest {}", arguments.join(" "));
            uci::command::Command::parse(&line)?;
            protocol::carry_out([line])
        }
        Some(Command::Solve { files, nodes }) => solve::run(&files, nodes),
        Some(Command::Perft { game, depth, fen }) => perft(game, depth, fen.as_deref()),
        Some(Command::Watch {
            game,
            movetime,
            arguments,
        }) => {
            let time = Duration::from_millis(movetime);
            play::watch(TerminalGame::new(game, arguments, time, None)?)
        }
        Some(Command::Play {
            game,
            side,
            movetime,
            arguments,
        }) => {
            let time = Duration::from_millis(movetime);
            play::run(TerminalGame::new(game, arguments, time, Some(side))?, side)
        }
        Some(Command::Board(arguments)) => board::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Diagram {
            game,
            fen,
            output,
            side,
        }) => diagram::run(game, fen.as_deref(), side, output.as_deref()),
        Some(Command::Pictures { folder }) => diagram::write_pictures(&folder),
        Some(Command::Match { arguments }) => tournament::run(&arguments),
        Some(Command::Datagen(settings)) => training::play(&settings),
        Some(Command::Relabel(settings)) => training::label(&settings),
        Some(Command::Train(settings)) => training::learn(&settings),
        Some(Command::Bullet(settings)) => training::export(&settings),
        Some(Command::Wdl(learn_from)) => training::fit(&learn_from),
        Some(Command::Spsa(settings)) => training::tune(&settings),
        Some(Command::Openings {
            game,
            count,
            seed,
            plies,
            nodes,
        }) => tournament::print_openings(game, count, seed, plies, nodes),
        Some(Command::Tables { command }) => tables::run(&command),
        Some(Command::Problems { command }) => problems::run(&command),
        Some(Command::Book { command }) => openings::run(&command),
        Some(Command::Explore(settings)) => openings::explore(&settings),
        Some(Command::Fen { command }) => fen::run(&command),
        Some(Command::Pgn { command }) => pgn::run(&command),
    }
}

/// The arguments, where the program is called by the name of the match runner fastchess,
/// as OpenBench's worker calls it (`fastchess-ob`): then it is `galaverna match`.
fn arguments_of_fastchess() -> Option<Vec<String>> {
    let mut arguments = env::args_os();
    let name = PathBuf::from(arguments.next()?);
    let name = name.file_name()?.to_str()?;
    let text = |argument: OsString| argument.to_string_lossy().into_owned();
    name.starts_with("fastchess")
        .then(|| arguments.map(text).collect())
}

/// The arguments, where they are lines of UCI, as OpenBench's worker says `"genfens 8 seed 1
/// book None" "quit"`: no command of ours has a space in it.
fn lines_of_uci() -> Option<impl Iterator<Item = String>> {
    let lines = env::args_os().skip(1);
    let mut lines = lines
        .map(|line| line.to_string_lossy().into_owned())
        .peekable();
    let first = lines.peek()?.trim();
    (first.contains(' ') && !first.starts_with('-')).then_some(lines)
}

/// Logs to standard error or to a file, never to standard output, which belongs
/// to the protocol.
fn start_log(file: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let default = if file.is_some() { "debug" } else { "warn" };
    let mut builder =
        env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(default));
    builder.format(|out, record| {
        let (level, target) = (record.level(), record.target());
        let time = Utc::now().format("%Y-%m-%dT%H:%M:%S%.3fZ");
        let style = out.default_level_style(level);
        // The text of an engine or of a file may be in it.
        let text = record.args().to_string();
        let text = output::clean(&text);
        writeln!(out, "[{time} {style}{level:<5}{style:#} {target}] {text}")
    });
    if let Some(path) = file {
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(FileError::of(&path))?;
        builder.target(env_logger::Target::Pipe(Box::new(file)));
    }
    builder.init();
    Ok(())
}

fn perft(game: Variant, depth: u32, fen: Option<&str>) -> Result<(), Box<dyn Error>> {
    let mut record = game.open();
    record.set_position(fen, &[])?;
    let start = Instant::now();
    for depth in depth.min(1)..=depth {
        // Control-C ends the program.
        let counts = record.divide(depth, &Interrupt::default());
        let nodes: u64 = match depth {
            0 => 1,
            _ => counts.iter().flatten().map(|(_, count)| count).sum(),
        };
        let seconds = start.elapsed().as_secs_f64();
        say!("perft {depth}: {nodes}  ({seconds:.2} s so far)")?;
    }
    Ok(())
}
