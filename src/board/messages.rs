//! What page and server say to each other, as JSON.

use serde::{Deserialize, Serialize};

/// A request of the page. Every answer carries the request's `id`.
#[derive(Debug, Deserialize)]
pub struct Request {
    /// Chosen by the page.
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub body: RequestBody,
}

/// What the page asks.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RequestBody {
    /// The position after these moves.
    Position {
        #[serde(flatten)]
        line: GameLine,
    },
    /// A move that a person has typed.
    ReadMove {
        #[serde(flatten)]
        line: GameLine,
        text: String,
    },
    /// A search; it takes the place of one under way.
    Search {
        #[serde(flatten)]
        line: GameLine,
        #[serde(flatten)]
        wish: SearchWish,
    },
    /// The end of the search or review under way.
    Stop,
    /// A short look at every position of a game.
    Review {
        #[serde(flatten)]
        line: GameLine,
        /// Nodes a position.
        nodes: u64,
    },
    /// Whether the engine, to move or not, takes a draw.
    OfferDraw {
        #[serde(flatten)]
        line: GameLine,
        /// The engine's side.
        side: Side,
    },
    /// Whether the engine wants an agreement, and which.
    WishAgreement {
        #[serde(flatten)]
        line: GameLine,
        /// The engine's side.
        side: Side,
    },
    /// What the engine answers to an agreement.
    OfferAgreement {
        #[serde(flatten)]
        line: GameLine,
        /// The engine's side.
        side: Side,
        /// The squares that the other side names.
        squares: Vec<String>,
    },
    /// The text of an agreement of two people.
    Agree {
        #[serde(flatten)]
        line: GameLine,
        white: Vec<String>,
        black: Vec<String>,
    },
    /// The FEN of a position put together by hand.
    Compose(Composition),
    /// The games of a PGN text.
    ReadPgn {
        text: String,
        /// Which of them, from 0, is wanted with its moves.
        index: usize,
    },
    /// A game as PGN.
    WritePgn {
        #[serde(flatten)]
        line: GameLine,
        /// Names and values.
        tags: Vec<(String, String)>,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
        /// A comment behind each move, or none.
        comments: Vec<String>,
    },
}

/// A position by the moves that led to it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct GameLine {
    /// The game's name.
    pub game: String,
    /// Rules that are not as usual, by their options' names.
    #[serde(default)]
    pub rules: Vec<(String, bool)>,
    /// The position that it begins from, if it is not the start position.
    #[serde(default)]
    pub fen: Option<String>,
    /// Moves in coordinate notation, agreements among them.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// How to search.
#[derive(Clone, Debug, Deserialize)]
pub struct SearchWish {
    /// How many lines to show.
    #[serde(default)]
    pub lines: Option<usize>,
    /// The rating to play at; without it the engine plays as well as it can.
    #[serde(default)]
    pub elo: Option<u32>,
    /// Until stopped.
    #[serde(default)]
    pub infinite: bool,
    /// Milliseconds.
    #[serde(default)]
    pub move_time: Option<u64>,
    /// White's and Black's clock.
    #[serde(default)]
    pub clocks: Option<[WireClock; 2]>,
}

/// A clock, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct WireClock {
    /// Time left.
    pub remaining: u64,
    /// Time added after each move.
    pub increment: u64,
}

/// One of the sides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}

/// A position put together by hand.
#[derive(Debug, Deserialize)]
pub struct Composition {
    /// The game's name.
    pub game: String,
    /// Each board as 64 letters of FEN from a1 to h8, `.` for an empty square.
    pub boards: Vec<String>,
    /// The side to move.
    pub turn: Side,
    /// The number of the move that is to be made.
    pub number: u32,
    /// Whether kings and rooks on their squares may still castle.
    pub castling: bool,
}

/// An answer or a report.
#[derive(Debug, Serialize)]
pub struct Reply {
    /// That of the request; 0 for what was not asked.
    pub id: u64,
    /// What is said.
    #[serde(flatten)]
    pub body: ReplyBody,
}

/// What the server says.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReplyBody {
    /// The first word to every tab.
    Hello(Hello),
    /// Too many tabs are open; the connection ends.
    Busy { says: String },
    /// A request is refused.
    Refused { says: String },
    /// See [`RequestBody::Position`].
    Position(Box<PositionView>),
    /// A move that was typed, in coordinate notation.
    Move { text: String },
    /// One of the best lines of a search.
    Line(LineView),
    /// The end of a search.
    Done(DoneView),
    /// A position of a review is searched.
    Reviewed(ReviewedView),
    /// The end of a review.
    ReviewDone { moves: Vec<MoveReview> },
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
    /// See [`RequestBody::ReadPgn`].
    Games {
        list: Vec<GameSummary>,
        game: Option<GameText>,
    },
    /// A game as PGN.
    Pgn { text: String },
}

/// What a page must know before anything else.
#[derive(Debug, Serialize)]
pub struct Hello {
    pub version: &'static str,
    pub games: Vec<GameView>,
    pub min_elo: u32,
    pub max_elo: u32,
    pub max_lines: usize,
}

/// A game to choose.
#[derive(Debug, Serialize)]
pub struct GameView {
    pub name: &'static str,
    pub title: &'static str,
    pub start: BoardsView,
    /// What an obstacle is called that belongs to nobody, if there are any.
    pub neutral: Option<&'static str>,
    /// The letters of pieces that the editor offers.
    pub letters: String,
    pub rules: Vec<RuleView>,
    /// Whether there is a file about it, with its lessons.
    pub has_about: bool,
}

/// A rule that can be switched.
#[derive(Debug, Serialize)]
pub struct RuleView {
    pub name: &'static str,
    pub default: bool,
}

/// One board or two.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct BoardsView {
    /// Each as 64 letters from a1 to h8, `.` for an empty square, `*` for an obstacle.
    pub squares: Vec<String>,
    /// What to write above each.
    pub titles: Vec<Option<&'static str>>,
}

/// A square of one of the boards.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Place {
    pub board: usize,
    pub square: String,
}

/// Something comes to a square or leaves it.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Change {
    pub at: Place,
    /// Whether it comes.
    pub comes: bool,
    /// The letter of FEN.
    pub letter: char,
}

/// A position and all that can be done in it.
#[derive(Debug, Serialize)]
pub struct PositionView {
    pub fen: String,
    pub turn: Side,
    /// The number of the move that is to be made.
    pub number: u32,
    pub boards: BoardsView,
    pub check: Option<CheckView>,
    /// None in a game that is over.
    pub moves: Vec<MoveView>,
    pub forbidden: Vec<ForbiddenView>,
    pub outcome: Option<OutcomeView>,
    pub countdown: Option<CountdownView>,
    /// White's and Black's: letters and numbers.
    pub pools: Option<[Vec<(char, usize)>; 2]>,
    pub quota: Option<QuotaView>,
    pub agreement: Option<AgreementView>,
    /// White's and Black's number of pieces, where the last one decides.
    pub tally: Option<[usize; 2]>,
}

/// A king in check.
#[derive(Debug, Serialize)]
pub struct CheckView {
    pub king: Place,
    pub by: Vec<Place>,
    /// In words.
    pub says: String,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct MoveView {
    /// Coordinate notation.
    pub text: String,
    pub san: String,
    pub from: Place,
    /// Where it goes, on the board that it starts from.
    pub to: Place,
    /// Where it stands in the end.
    pub arrives: Place,
    /// The ways there, where it is a chain of jumps: all squares from the first to the
    /// last.
    pub routes: Vec<Vec<String>>,
    /// The letter of what it becomes.
    pub promotion: Option<char>,
    /// The squares of what it takes.
    pub takes: Vec<Place>,
    pub changes: Vec<Change>,
    pub event: Option<EventView>,
    /// Pieces that a coming event would take after this move; only shortly before it.
    pub endangered: Option<Vec<Place>>,
    /// In words, without the side.
    pub says: String,
}

/// What comes after a move by itself.
#[derive(Debug, Serialize)]
pub struct EventView {
    pub changes: Vec<Change>,
    /// In words.
    pub says: String,
}

/// A move that people may try and a rule forbids.
#[derive(Debug, Serialize)]
pub struct ForbiddenView {
    pub from: Place,
    pub to: Place,
    /// Whether the square is closed and shown so, whoever would be in check.
    pub closed: bool,
    /// Why, in words.
    pub says: String,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct OutcomeView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    pub winner: Option<Side>,
    /// In words.
    pub says: String,
}

/// How long to an event.
#[derive(Debug, Serialize)]
pub struct CountdownView {
    /// What its pieces will do: 'freeze'.
    pub lose: &'static str,
    /// Moves of the side to move until it comes.
    pub moves: u32,
    pub plies: u32,
    pub period: u32,
    pub after_move: u32,
    /// Whether it is near enough to be shown on the board.
    pub near: bool,
    pub lost: Vec<Place>,
    pub spared: Vec<Place>,
    /// In words.
    pub says: String,
    /// What a player must hear now, because the king is in danger.
    pub warning: Option<String>,
}

/// A limit on how many men may stand somewhere.
#[derive(Debug, Serialize)]
pub struct QuotaView {
    /// White's and Black's: men there, all men, whether the limit holds.
    pub sides: [QuotaSideView; 2],
    /// In words, for the side to move.
    pub says: String,
}

/// One side's part of a [`QuotaView`].
#[derive(Debug, Serialize)]
pub struct QuotaSideView {
    pub count: usize,
    pub men: usize,
    pub binds: bool,
}

/// What both sides can agree on.
#[derive(Debug, Serialize)]
pub struct AgreementView {
    pub possible: bool,
    /// How many squares each side names.
    pub squares: usize,
    pub choices: [Vec<String>; 2],
}

/// A value, seen from White.
#[derive(Clone, Copy, Debug, Serialize, PartialEq)]
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
pub struct DoneView {
    /// The move to play, in coordinate notation.
    pub best: Option<String>,
    pub san: Option<String>,
    /// The value of the last line, if one was seen.
    pub score: Option<ScoreView>,
    /// Whether the engine thinks that it has lost.
    pub hopeless: bool,
}

/// A position of a review.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedView {
    /// After so many moves.
    pub ply: usize,
    /// How many positions there are.
    pub of: usize,
    pub score: ScoreView,
    /// The best moves from here, in SAN.
    pub best: Vec<String>,
    /// The first of them in coordinate notation.
    pub best_move: Option<String>,
}

/// What a review says of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReview {
    /// `inaccuracy`, `mistake` or `blunder`.
    pub mark: Option<&'static str>,
    /// What it cost, in points of winning chance.
    pub loss: f64,
}

/// A game of a PGN text, for a list.
#[derive(Debug, Serialize)]
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
pub struct GameText {
    pub game: String,
    pub rules: Vec<(String, bool)>,
    pub fen: Option<String>,
    pub moves: Vec<String>,
    pub sans: Vec<String>,
    pub comments: Vec<String>,
    pub tags: Vec<(String, String)>,
    pub result: String,
    /// What is wrong with the rest, if something is.
    pub says: Option<String>,
}
