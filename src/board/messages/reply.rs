//! What the server says, but for positions.

use serde::{Deserialize, Serialize};

use crate::show::view::{BoardsView, PositionView};

use super::NetworkView;

/// An answer or a report.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reply {
    /// That of the request; 0 for what was not asked.
    pub id: u64,
    /// What is said.
    #[serde(flatten)]
    pub body: ReplyBody,
}

impl Reply {
    /// What is said without having been asked for.
    pub fn unasked(body: ReplyBody) -> Reply {
        Reply { id: 0, body }
    }
}

/// What the server says.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReplyBody {
    /// The first word to every tab.
    Hello(Hello),
    /// Too many tabs are open; the connection ends.
    Busy { says: String },
    /// A request is refused.
    Refused { says: String },
    /// The position that was asked for.
    Position(Box<PositionView>),
    /// A move that was typed, in coordinate notation.
    Move { text: String },
    /// The engines besides our own.
    Engines { list: Vec<EngineView> },
    /// One of the best lines of a search.
    Line(LineView),
    /// The end of a search.
    Done(DoneView),
    /// A position of a review is searched.
    Reviewed(ReviewedView),
    /// The end of a review.
    ReviewDone { moves: Vec<MoveReview> },
    /// What the endgame tables know of a position, if they have it.
    Tables { known: Option<TablesView> },
    /// The answer to an offer of a draw.
    DrawAnswer { accepted: bool, says: String },
    /// The answer to an agreement; with its text if it comes about.
    AgreementAnswer {
        accepted: bool,
        text: Option<String>,
        says: String,
    },
    /// The engine's offer of an agreement, if it makes one.
    AgreementWish { squares: Option<Vec<String>> },
    /// A FEN that the game accepts.
    Composed { fen: String },
    /// The games of a PGN text.
    Games {
        list: Vec<GameSummary>,
        game: Option<GameText>,
    },
    /// A game as PGN.
    Pgn { text: String },
    /// The game between two machines, when it changes and for who has changed it; without
    /// one there is none.
    NetworkGame { game: Option<Box<NetworkView>> },
    /// The game is no more; the connection ends.
    NetworkClosed { says: String },
}

/// What a page must know before anything else.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hello {
    pub version: &'static str,
    pub games: Vec<GameView>,
    pub min_elo: u32,
    pub max_elo: u32,
    pub max_lines: usize,
    /// What a search can have on this machine.
    pub max_threads: usize,
    /// In MiB.
    pub max_hash: usize,
    /// The address at which people at other machines are let in, if there is one.
    pub network: Option<String>,
    /// The names of engines besides our own that can play and search.
    pub engines: Vec<String>,
    /// The endgame tables that there are.
    pub tables: Vec<TablesOfGame>,
}

/// An engine besides our own.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EngineView {
    /// Its name in the greeting.
    pub name: String,
    /// What it calls itself.
    pub full_name: Option<String>,
    /// The names of the games that it plays, Chess960 among them.
    pub games: Vec<&'static str>,
    /// Why it cannot be used, if it cannot.
    pub says: Option<String>,
}

/// The endgame tables of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TablesOfGame {
    pub game: &'static str,
    /// Pieces in the largest of them, kings included.
    pub men: usize,
}

/// What the endgame tables know of a position and its moves.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TablesView {
    /// Of the position, for its side to move.
    pub value: TableValue,
    /// Of each legal move, the best first.
    pub moves: Vec<TableMove>,
}

/// A move in the endgame tables.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableMove {
    pub text: String,
    pub san: String,
    /// For the side that makes it, the move counted.
    pub value: TableValue,
}

/// What the endgame tables say to a side.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableValue {
    pub result: TableResult,
    /// Plies to the end by best play without the fifty-move rule, where the tables say that.
    pub plies: Option<u16>,
    /// Plies to the next move that sets the halfmove clock back, where the tables say that.
    pub zeroing: Option<u16>,
}

/// A result by best play.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TableResult {
    Won,
    /// Won, but too late for the fifty-move rule, which draws.
    WonTooLate,
    Drawn,
    LostTooLate,
    Lost,
}

/// A game to choose.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameView {
    pub name: &'static str,
    pub title: &'static str,
    pub start: BoardsView,
    /// What an obstacle is called that belongs to nobody, if there are any.
    pub neutral: Option<&'static str>,
    /// The letters of pieces that the editor offers.
    pub letters: String,
    pub rules: Vec<RuleView>,
    /// What people are told of it, with lessons, if there is a file about it.
    #[cfg_attr(feature = "typescript", ts(type = "import('./page').About | null"))]
    pub about: Option<serde_json::Value>,
}

/// A rule that can be switched.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleView {
    pub name: &'static str,
    pub default: bool,
}

/// A move of a game with variations.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct TreeMove {
    /// The number of the move that it follows, counted from 1; 0 if it is a first one.
    pub after: usize,
    /// Coordinate notation, or an agreement.
    pub text: String,
    /// SAN; not asked of the page.
    pub san: String,
    /// Numeric annotation glyphs of PGN.
    pub nags: Vec<u8>,
    /// What is said in front of it and behind it.
    pub introduction: String,
    pub comment: String,
    /// What the comment says in words, without values and times; not asked of the page.
    pub words: String,
    /// The value of the position after it.
    pub score: Option<ScoreView>,
}

/// A value, seen from White.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScoreView {
    /// Centipawns, unless a mate is seen.
    pub cp: Option<i32>,
    /// Moves to mate, negative if Black mates.
    pub mate: Option<i32>,
    /// White's chances: what a win, and half of what a draw is worth, in percent.
    pub chance: f64,
}

/// One of the best lines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineView {
    /// Which of them, from 1.
    pub multipv: usize,
    pub depth: usize,
    pub seldepth: usize,
    pub score: ScoreView,
    /// Whether the value is exact, and no mere bound.
    pub exact: bool,
    pub nodes: u64,
    pub nps: u64,
    /// Milliseconds.
    pub time: u64,
    pub moves: Vec<String>,
    pub sans: Vec<String>,
}

/// The end of a search.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DoneView {
    /// The move to play, in coordinate notation.
    pub best: Option<String>,
    pub san: Option<String>,
    /// The value of the last line, if one was seen.
    pub score: Option<ScoreView>,
    /// The value of the move in centipawns, from the side that makes it.
    pub value: i32,
    /// Whether the engine gives up instead of making it.
    pub resigns: bool,
    /// Whether it offers a draw with it.
    pub offers_draw: bool,
}

/// A position of a review.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedView {
    /// After so many moves.
    pub ply: usize,
    /// How many positions there are.
    pub of: usize,
    pub score: ScoreView,
    /// The best line from here, in SAN and in coordinate notation.
    pub sans: Vec<String>,
    pub moves: Vec<String>,
}

/// A game of a PGN text, for a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameSummary {
    pub game: String,
    pub white: String,
    pub black: String,
    pub event: String,
    pub result: String,
    pub moves: usize,
}

/// A game of a PGN text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameText {
    pub game: String,
    pub rules: Vec<(String, bool)>,
    pub fen: Option<String>,
    /// The moves, each behind the one that it follows and behind those that it is a
    /// variation of.
    pub moves: Vec<TreeMove>,
    pub tags: Vec<(String, String)>,
    pub result: String,
    /// What is wrong with the rest, if something is.
    pub says: Option<String>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// A small loss.
    Inaccuracy,
    /// A large one.
    Mistake,
    /// One that turns the game.
    Blunder,
}

/// What a review says of a move.
#[derive(Clone, Copy, Debug, Serialize, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveReview {
    /// `inaccuracy`, `mistake` or `blunder`.
    #[cfg_attr(feature = "typescript", ts(type = "import('./page').Judgement | null"))]
    pub judgement: Option<Judgement>,
    /// What it cost, in points of winning chance.
    pub loss: f64,
}
