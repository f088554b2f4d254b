//! A position and all that can be done in it, in plain data for whoever shows it.
//!
//! Squares are named and pieces are letters of FEN, so that it can be written as JSON.

use serde::{Deserialize, Serialize};

/// One of the sides.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}

/// One board or two.
#[derive(Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoardsView {
    /// Each as 64 letters from a1 to h8, `.` for an empty square, `*` for an obstacle.
    pub squares: Vec<String>,
    /// What to write above each.
    pub titles: Vec<Option<&'static str>>,
}

/// A square of one of the boards.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    pub board: usize,
    pub square: String,
}

/// Something comes to a square or leaves it.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Change {
    pub at: Place,
    /// Whether it comes.
    pub comes: bool,
    /// The letter of FEN.
    pub letter: char,
}

/// A position and all that can be done in it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
    #[serde(flatten)]
    pub supplement: Supplement,
}

/// A king in check.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckView {
    pub king: Place,
    pub by: Vec<Place>,
    /// In words.
    pub says: String,
}

/// A legal move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EventView {
    pub changes: Vec<Change>,
    /// In words.
    pub says: String,
}

/// A move that people may try and a rule forbids.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutcomeView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    pub winner: Option<Side>,
    /// In words.
    pub says: String,
}

/// How long to an event.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// What players are told of a position besides its boards and a coming event. Most games
/// have none of it.
#[derive(Clone, Debug, Default, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Supplement {
    /// The kinds that White's and Black's men can become: letters and numbers.
    pub pools: Option<[Vec<(char, usize)>; 2]>,
    pub quota: Option<Quota>,
    pub agreement: Option<AgreementTerms>,
    /// White's and Black's number of pieces, where the last one decides.
    pub tally: Option<[usize; 2]>,
}

/// A limit on how many men each side may have somewhere (Elolbian Chess: half of them
/// on the border).
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Quota {
    /// White's and Black's.
    pub sides: [QuotaOfSide; 2],
    /// What it means for the side to move, in whole sentences.
    pub says: String,
}

/// One side's part of a [`Quota`].
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QuotaOfSide {
    /// Men that stand there.
    pub count: usize,
    /// All men.
    pub men: usize,
    /// Whether the limit holds for this side as the pieces stand.
    pub binds: bool,
}

/// An agreement in which each side names some of its own pieces (Elolbian Chess: the
/// queen exchange).
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AgreementTerms {
    /// Whether the position allows it.
    pub possible: bool,
    /// What can be agreed on, as a sentence without its full stop.
    pub says: &'static str,
    /// How many squares each side names; the first may have a meaning of its own.
    pub squares: usize,
    /// Those that White and Black can choose from.
    pub choices: [Vec<String>; 2],
}
