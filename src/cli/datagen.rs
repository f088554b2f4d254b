//! `galaverna datagen`.

use std::error::Error;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::Parser;

use crate::batch::Shard;
use crate::output::say;
use crate::show::Game;
use crate::training::datagen::{self, DatagenSettings};

use super::{games, interrupt, parse, parse_game};

/// Play the engine against itself and write the games down, to train its networks
///
/// Each game begins with 6 to 10 random plies that a search calls balanced. A file
/// that is there already is gone on with. docs/datagen.md describes it.
#[derive(Debug, Parser)]
#[command(name = "galaverna datagen")]
struct Arguments {
    #[arg(value_parser = parse_game, help = games())]
    game: &'static Game,
    /// How many games, all shares together
    #[arg(long, value_name = "N")]
    games: NonZeroU32,
    /// Nodes searched for each move
    #[arg(long, value_name = "N", default_value = "1500")]
    nodes: NonZeroU64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Decides the openings
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Let the engine evaluate with this network, not with the program's own
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// Play the Ith of N equal shares
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
}

/// Plays the games.
///
/// # Errors
///
/// If it breaks off.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let arguments: Arguments = parse("galaverna datagen", arguments)?;
    arguments
        .game
        .load_network(arguments.eval_file.as_deref())?;
    let settings = DatagenSettings {
        game: arguments.game,
        games: arguments.games.get(),
        nodes: arguments.nodes.get(),
        output: arguments.out,
        threads: arguments.threads.get(),
        seed: arguments.seed,
        shard: arguments.shard,
    };
    let result = datagen::run(&settings, &interrupt::by_signals()?)?;
    let seconds = result.time.as_secs_f64();
    say!(
        "{} games with {} quiet positions in {seconds:.1} s, {:.2} games/s",
        result.games,
        result.positions,
        result.games as f64 / seconds.max(1e-9),
    )?;
    Ok(())
}
