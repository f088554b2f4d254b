//! `galaverna train`.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, value_parser};

use crate::nnue::MAX_SCALE;
use crate::output::say;
use crate::training::read::Filter;
use crate::training::train::{self, TrainSettings};

use super::{LearnFrom, interrupt, parse, parse_share};

/// Train a game's network on games that 'galaverna datagen' wrote
///
/// docs/nets.md tells how it is done, and how to make today's networks again. A
/// training that was interrupted goes on after the last pass that was completed.
#[derive(Debug, Parser)]
#[command(name = "galaverna train")]
struct Arguments {
    #[command(flatten)]
    learn_from: LearnFrom,
    /// The network to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Times through the positions of the games
    #[arg(long, value_name = "N", default_value = "20")]
    passes: NonZeroUsize,
    /// The learning rate at first
    #[arg(long, value_name = "R", default_value = "0.001", value_parser = parse_rate)]
    rate: f32,
    /// How much the results of the games count against the scores, from 0 to 1
    #[arg(long, value_name = "W", default_value = "0.3", value_parser = parse_share)]
    result_share: f64,
    /// Train first on so many positions near those of the games, labelled by the
    /// program's static evaluation
    #[arg(long, value_name = "N", default_value_t = 0)]
    static_positions: usize,
    /// Times through these
    #[arg(long, value_name = "N", default_value = "4")]
    static_passes: NonZeroUsize,
    /// The learning rate at first for these
    #[arg(long, value_name = "R", default_value = "0.001", value_parser = parse_rate)]
    static_rate: f32,
    /// Centipawns of an output of one in the network's file; in training it is 400,
    /// but the results of games make values larger than those they were labelled with
    #[arg(long, value_name = "CP", default_value = "330", value_parser = value_parser!(i32).range(1..=i64::from(MAX_SCALE)))]
    scale: i32,
    /// Label positions by this network, not by the program's own
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// Leave out the first plies of each game
    #[arg(long, value_name = "N", default_value_t = 0)]
    from_ply: usize,
    /// Use positions in check too
    #[arg(long)]
    checks: bool,
    /// Use positions too whose best move takes a piece or promotes
    #[arg(long)]
    captures: bool,
    /// Use positions too whose value is a mate
    #[arg(long)]
    mates: bool,
    /// Decides what is random; the same seed gives the same network
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Threads, 0 for one a core
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok();
    rate.filter(|&rate| rate > 0.0 && rate <= 1.0)
        .ok_or_else(|| "it must be a number above 0, at most 1".to_owned())
}

/// Trains and tells of each pass.
///
/// # Errors
///
/// If the games cannot be read or the network cannot be written.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let arguments: Arguments = parse("galaverna train", arguments)?;
    let game = arguments.learn_from.game;
    game.load_network(arguments.eval_file.as_deref())?;
    let settings = TrainSettings {
        game: arguments.learn_from.game,
        data: arguments.learn_from.data,
        output: arguments.out,
        filter: Filter {
            from_ply: arguments.from_ply,
            checks: arguments.checks,
            captures: arguments.captures,
            mates: arguments.mates,
        },
        result_share: arguments.result_share as f32,
        passes: arguments.passes.get(),
        rate: arguments.rate,
        static_positions: arguments.static_positions,
        static_passes: arguments.static_passes.get(),
        static_rate: arguments.static_rate,
        scale: arguments.scale,
        eval_file: arguments.eval_file,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    train::run(&settings, &interrupt::by_signals()?, &|line| say!("{line}"))?;
    Ok(())
}
