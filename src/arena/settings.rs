//! What is to be played, and how.

use std::path::PathBuf;
use std::time::Duration;

use regex_lite::Regex;

use crate::batch::Shard;
use crate::pgn::details::InfoNumber;
use crate::player::settings::{EngineSettings, Timeouts};
use crate::search::tablebase::Tablebases;
use crate::show::Variant;

use super::statistics::Sprt;

/// A match or tournament.
#[derive(Clone, Debug, Default)]
pub struct MatchSettings {
    /// The game that all play.
    pub variant: Variant,
    /// The engines, two or more.
    pub engines: Vec<EngineSettings>,
    /// Who plays whom.
    pub tournament: TournamentKind,
    /// How often everybody meets.
    pub rounds: u32,
    /// Games of one meeting: 2, with colours exchanged on the same opening, or 1.
    pub games_per_round: u32,
    /// Games at the same time.
    pub concurrency: usize,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// When a game is called.
    pub adjudication: Adjudication,
    /// The endgame tables that games are called by.
    pub tables: Option<TableRule>,
    /// The test that stops the match.
    pub sprt: Option<Sprt>,
    /// The record of the games.
    pub record: Option<PathBuf>,
    /// Whether a record that is there already is replaced.
    pub overwrite: bool,
    /// The folder for a page of each game.
    pub pages: Option<PathBuf>,
    /// Whether the record begins with the [conditions](super::conditions) of the match.
    pub write_conditions: bool,
    /// Whether games already in the record are not played again.
    pub resume: bool,
    /// The standings are shown every so many games; 0 is only at the end.
    pub rating_interval: usize,
    /// Decides the openings.
    pub seed: u64,
    /// All that is said to and by engines.
    pub log: Option<PathBuf>,
    /// Whether the match goes on after an engine crashed or hung.
    pub recover: bool,
    /// Pause between two games.
    pub wait: Duration,
    /// The share of the games to play.
    pub shard: Shard,
    /// The PGN tag `Event`.
    pub event: String,
    /// The PGN tag `Site`.
    pub site: String,
    /// What the record says of each search.
    pub recorded: RecordedDetails,
    /// How long engines may take where no clock runs.
    pub timeouts: Timeouts,
}

/// What the record says of each search besides score, depth and time.
#[derive(Clone, Debug, Default)]
pub struct RecordedDetails {
    /// Numbers.
    pub numbers: Vec<InfoNumber>,
    /// For each pattern, the last line of the engine that matches it.
    pub lines: Vec<Regex>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentKind {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first plays everybody else.
    Gauntlet,
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningSettings {
    /// A book; balanced random openings are made without one.
    pub book: Option<Book>,
    /// Plies of a random opening, or those taken from a game of a PGN book.
    pub plies: Option<usize>,
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// The file.
    pub file: PathBuf,
    /// What is in it.
    pub format: BookFormat,
    /// Whether they are shuffled by the seed.
    pub shuffled: bool,
    /// The first one to use, from 1.
    pub start: usize,
}

/// The format of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// A position a line.
    Epd,
    /// Games.
    Pgn,
}

/// When a game is called before its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A draw by both scores.
    pub draw: Option<DrawRule>,
    /// A win by scores.
    pub resign: Option<ResignRule>,
    /// A draw after so many moves.
    pub max_moves: Option<u32>,
}

/// The game is drawn when both sides' scores have stayed near zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move.
    pub move_number: u32,
    /// Moves of each side in sequence.
    pub move_count: u32,
    /// The largest score, in centipawns.
    pub score: i32,
}

/// A side has lost when its score has stayed bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves in sequence.
    pub move_count: u32,
    /// How bad, in centipawns.
    pub score: i32,
    /// Whether the other side must think so too.
    pub two_sided: bool,
}

/// Games are called as soon as endgame tables know their result.
#[derive(Clone, Debug)]
pub struct TableRule {
    /// Where the tables are, as the user has said it.
    pub folders: String,
    /// The tables.
    pub tables: Tablebases,
    /// Games with more men on the board are played on.
    pub max_men: usize,
    /// Whether the fifty-move rule holds.
    pub fifty_moves: bool,
    /// Which games are called.
    pub results: TableResults,
}

/// Which results are taken from endgame tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableResults {
    /// Wins only.
    Decisive,
    /// Draws only.
    Draws,
    /// All.
    #[default]
    All,
}

impl TableResults {
    /// What they are called on the command line.
    pub const NAMES: [(&str, TableResults); 3] = [
        ("WIN_LOSS", TableResults::Decisive),
        ("DRAW", TableResults::Draws),
        ("BOTH", TableResults::All),
    ];
}
