//! What is asked of the trainer, and of the games that it learns from.

use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::batch::Shard;
use crate::nnue::{MAX_SCALE, SCALE};
use crate::show::Game;

use super::format::Labels;
use super::read::Filter;

/// What is to be played.
#[derive(Args, Clone, Debug)]
pub struct DatagenSettings {
    /// The game.
    #[arg(help = Game::choice())]
    pub game: &'static Game,
    /// How many games, all shares together.
    #[arg(long, value_name = "N")]
    pub games: NonZeroU32,
    /// Nodes searched for each move: an iteration that has begun is ended, unless it takes
    /// eight times as many.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub nodes: NonZeroU64,
    /// The file to write.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value = "1")]
    pub threads: NonZeroUsize,
    /// Decides the openings.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Let the engine evaluate with this network, not with the program's own.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Play the Ith of N equal shares.
    #[arg(long, value_name = "I/N", default_value_t)]
    pub shard: Shard,
    /// Let the endgame tables in this folder say who wins, as soon as they know.
    #[arg(long, value_name = "DIR")]
    pub tables: Option<OsString>,
}

/// Which games are learnt from.
#[derive(Args, Clone, Debug)]
pub struct LearnFrom {
    /// The game.
    #[arg(help = Game::choice())]
    pub game: &'static Game,
    /// Files with games.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub data: Vec<PathBuf>,
}

/// Which games are to be valued anew, and how.
#[derive(Args, Clone, Debug)]
pub struct RelabelSettings {
    /// The games.
    #[command(flatten)]
    pub learn_from: LearnFrom,
    /// The file to write.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// Search so many nodes for each value, as 'galaverna datagen' does, in place of the
    /// static evaluation of quiet positions.
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// Value them by this network, not by the program's own.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Threads, 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

impl RelabelSettings {
    /// What values the positions.
    pub fn labels(&self) -> Labels {
        let nodes = self.nodes.map(NonZeroU64::get);
        nodes.map_or(Labels::Static, Labels::Search)
    }
}

/// What is to be written for bullet.
#[derive(Args, Clone, Debug)]
pub struct BulletSettings {
    /// The games.
    #[command(flatten)]
    pub learn_from: LearnFrom,
    /// The file to write.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// Which positions of the games.
    #[command(flatten)]
    pub filter: Filter,
}

/// What is to be trained.
#[derive(Args, Clone, Debug)]
pub struct TrainSettings {
    /// The games.
    #[command(flatten)]
    pub learn_from: LearnFrom,
    /// The network to write.
    #[arg(long = "out", value_name = "FILE")]
    pub output: PathBuf,
    /// Go on from this network, which may have fewer neurons or earlier inputs; what is
    /// new begins at nothing.
    #[arg(long, value_name = "NET")]
    pub from: Option<PathBuf>,
    /// Times through the positions of the games.
    #[arg(long, value_name = "N", default_value = "20")]
    pub passes: NonZeroUsize,
    /// The learning rate at first.
    #[arg(long, value_name = "R", default_value = "0.001", value_parser = parse_rate)]
    pub rate: f32,
    /// How much of itself a weight loses in a step, from 0 to 1, times the learning rate.
    #[arg(long, value_name = "D", default_value = "0.3", value_parser = parse_share)]
    pub weight_decay: f32,
    /// How much the score of the next position counts against a position's own, and so on
    /// to the end of the game, from 0 to 1 (TD(λ)).
    #[arg(long, value_name = "L", default_value = "0.7", value_parser = parse_share)]
    pub lambda: f32,
    /// How much the results of the games count against the scores, from 0 to 1.
    #[arg(long, value_name = "W", default_value = "0.3", value_parser = parse_share)]
    pub result_share: f32,
    /// How much they count in the end; it changes evenly from the one to the other
    /// [default: as much as at first].
    #[arg(long, value_name = "W", value_parser = parse_share)]
    pub last_result_share: Option<f32>,
    /// Use of each game one position in N a pass, and other ones in the next.
    #[arg(long, value_name = "N", default_value = "1")]
    pub one_in: NonZeroUsize,
    /// Hold so many positions in memory at a time; if there are more, all wait in files
    /// beside the network. About 80 bytes each.
    #[arg(long, value_name = "N", default_value = "16000000")]
    pub in_memory: NonZeroUsize,
    /// Train first on so many positions near those of the games, labelled by the
    /// program's static evaluation.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub static_positions: usize,
    /// Times through these.
    #[arg(long, value_name = "N", default_value = "4")]
    pub static_passes: NonZeroUsize,
    /// The learning rate at first for these.
    #[arg(long, value_name = "R", default_value = "0.001", value_parser = parse_rate)]
    pub static_rate: f32,
    /// Centipawns by which a score is divided to become a winning chance, 1 / (1 + exp(-score)):
    /// the fewer, the less large scores are told apart.
    #[arg(long, value_name = "CP", default_value_t = SCALE, value_parser = value_parser!(i32).range(1..=i64::from(MAX_SCALE)))]
    pub score_scale: i32,
    /// Centipawns of an output of one in the network's file; in training it is '--score-scale',
    /// but the results of games make values larger than those they were labelled with.
    #[arg(long, value_name = "CP", default_value = "330", value_parser = value_parser!(i32).range(1..=i64::from(MAX_SCALE)))]
    pub scale: i32,
    /// Label positions by this network, not by the program's own.
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
    /// Which positions of the games.
    #[command(flatten)]
    pub filter: Filter,
    /// Decides what is random; the same seed gives the same network.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Threads, 0 for one a core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate = parse_share(text).ok().filter(|&rate| rate > 0.0);
    rate.ok_or_else(|| "it must be a number above 0, at most 1".to_owned())
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
}
