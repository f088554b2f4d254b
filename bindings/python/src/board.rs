//! A board in the manner of python-chess.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use galaverna_ffish::galaverna::rules::{self, Color, EndReason};
use galaverna_ffish::{Notation, Rules};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::refused;

/// How a game ended.
///
/// >>> outcome = galaverna.Board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").outcome()
/// >>> outcome.result(), outcome.termination
/// ('1-0', 'checkmate')
#[pyclass(frozen, eq, module = "galaverna")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome(rules::Outcome);

#[pymethods]
impl Outcome {
    /// The winner, WHITE or BLACK; None for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner.map(Color::is_white)
    }

    /// Why it ended, in words.
    #[getter]
    fn termination(&self) -> String {
        self.0.reason.to_string()
    }

    /// '1-0', '0-1' or '1/2-1/2'.
    fn result(&self) -> &'static str {
        self.0.result()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.0)
    }
}

/// A position with the moves that led to it.
///
/// `rules` switches rules by their names, as in {"Alice_EnPassant": False}; without it they
/// are as usual. `moves` are played from the position of the FEN.
///
/// Moves are texts in coordinate notation ('e2e4', 'e7e8q', 'c3e5g7'); a move that is not
/// legal raises ValueError and changes nothing.
///
/// >>> board = galaverna.Board("alice")
/// >>> board.push("e2e4")
/// >>> board.push_san("d5")
/// 'd7d5'
/// >>> board.san("f1e2")
/// 'Be2/B'
/// >>> board.fen()
/// 'rnbqkbnr/ppp1pppp/8/3|p4/4|P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
/// >>> board.pop()
/// 'd7d5'
#[pyclass(eq, module = "galaverna")]
#[derive(Clone, Debug, PartialEq)]
pub struct Board(galaverna_ffish::Board);

impl Board {
    /// The position, the rules and the moves.
    pub fn inner(&self) -> &galaverna_ffish::Board {
        &self.0
    }

    fn ended_by(&self, reason: EndReason) -> bool {
        self.0.outcome().is_some_and(|end| end.reason == reason)
    }
}

fn color(is_white: bool) -> Color {
    Color::from_white(is_white)
}

fn notation(boards: bool) -> Notation {
    match boards {
        true => Notation::Boards,
        false => Notation::San,
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (variant = "chess", fen = None, rules = None, moves = Vec::new()))]
    fn new(
        variant: &str,
        fen: Option<&str>,
        rules: Option<BTreeMap<String, bool>>,
        moves: Vec<String>,
    ) -> PyResult<Board> {
        let game = galaverna_ffish::game(variant).map_err(refused)?;
        let mut switched = Rules::usual();
        for (name, on) in rules.unwrap_or_default() {
            if !switched.of(game).any(|(rule, _)| rule == name) {
                return Err(refused(format!("{} has no rule '{name}'", game.title)));
            }
            switched.set(&name, on).map_err(refused)?;
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let fen = fen.unwrap_or_default();
        let board = galaverna_ffish::Board::after(variant, fen, &moves, &switched);
        board.map(Board).map_err(refused)
    }

    /// The game: 'alice', 'chess', 'clupso', 'elolbia' or 'iceage'.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.game().name
    }

    /// The game's name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.game().title
    }

    /// The rules that this game leaves to its players, and whether they hold.
    #[getter]
    fn rules(&self) -> BTreeMap<&'static str, bool> {
        self.0.rules().of(self.0.game()).collect()
    }

    /// The side to move, WHITE or BLACK.
    #[getter]
    fn turn(&self) -> bool {
        self.0.turn().is_white()
    }

    /// The number of the move that is to be made, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.fullmove_number()
    }

    /// Plies since the last move that cannot be taken back.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.0.halfmove_clock()
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    /// The moves that have been made, the last at the end.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.0.moves().to_vec()
    }

    /// The FEN.
    fn fen(&self) -> String {
        self.0.fen()
    }

    /// The FEN that it began from.
    fn start_fen(&self) -> &str {
        self.0.start_fen()
    }

    /// Begins anew from a FEN.
    fn set_fen(&mut self, fen: &str) -> PyResult<()> {
        self.0.set_fen(fen).map_err(refused)
    }

    /// Begins anew from the start position.
    fn reset(&mut self) -> PyResult<()> {
        self.set_fen("startpos")
    }

    /// Makes a move, or carries out an agreement of Elolbian Chess.
    fn push(&mut self, r#move: &str) -> PyResult<()> {
        self.0.push(r#move).map_err(refused)
    }

    /// Makes a move and returns it.
    fn push_uci(&mut self, r#move: &str) -> PyResult<String> {
        self.push(r#move)?;
        Ok(self.0.moves().last().cloned().unwrap_or_default())
    }

    /// Makes a move in SAN, with or without the board of Alice Chess, and returns it.
    fn push_san(&mut self, san: &str) -> PyResult<String> {
        self.0.push_san(san).map_err(refused)
    }

    /// Takes the last move back and returns it; IndexError if there is none.
    fn pop(&mut self) -> PyResult<String> {
        let none = || PyIndexError::new_err("no move to take back");
        self.0.pop().ok_or_else(none)
    }

    /// The last move; IndexError if there is none.
    fn peek(&self) -> PyResult<String> {
        let last = self.0.moves().last().cloned();
        last.ok_or_else(|| PyIndexError::new_err("no move has been made"))
    }

    /// The SAN of a legal move; without `boards`, that of a move of Alice Chess does not say
    /// on which board the piece arrives.
    #[pyo3(signature = (r#move, *, boards = true))]
    fn san(&self, r#move: &str, boards: bool) -> PyResult<String> {
        self.0.san(r#move, notation(boards)).map_err(refused)
    }

    /// The long algebraic notation of a legal move.
    fn lan(&self, r#move: &str) -> PyResult<String> {
        self.0.san(r#move, Notation::Lan).map_err(refused)
    }

    /// A line of moves in SAN with their numbers: '1. e4/B d5/B 2. Be2/B'.
    #[pyo3(signature = (moves, *, boards = true))]
    fn variation_san(&self, moves: Vec<String>, boards: bool) -> PyResult<String> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let text = self.0.variation_san(&moves, notation(boards), true);
        text.map_err(refused)
    }

    /// A legal move from SAN to coordinate notation.
    fn parse_san(&self, san: &str) -> PyResult<String> {
        self.0.parse_san(san).map_err(refused)
    }

    /// Whether a text is a legal move in coordinate notation.
    fn is_legal(&self, r#move: &str) -> bool {
        self.0.is_capture(r#move).is_ok()
    }

    /// Whether a legal move takes anything, an ice cube too.
    fn is_capture(&self, r#move: &str) -> PyResult<bool> {
        self.0.is_capture(r#move).map_err(refused)
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, r#move: &str) -> PyResult<bool> {
        let mut after = self.0.clone();
        after.push(r#move).map_err(refused)?;
        Ok(after.is_check())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.ended_by(EndReason::Checkmate)
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.ended_by(EndReason::Stalemate)
    }

    /// Whether the game is over.
    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    /// How the game ended; None if it goes on. Nobody has to claim a draw.
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome)
    }

    /// '1-0', '0-1' or '1/2-1/2'; '*' if the game goes on.
    fn result(&self) -> &'static str {
        self.0.outcome().map_or("*", rules::Outcome::result)
    }

    /// Whether a side, WHITE or BLACK, cannot win any more, whatever the other does.
    fn has_insufficient_material(&self, side: bool) -> bool {
        self.0.has_insufficient_material(color(side))
    }

    /// A copy that goes its own way; without `stack` it begins at this position.
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> PyResult<Board> {
        let mut copy = self.clone();
        if !stack {
            copy.set_fen(&self.fen())?;
        }
        Ok(copy)
    }

    fn __copy__(&self) -> Board {
        self.clone()
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Board {
        let _ = memo;
        self.clone()
    }

    /// Boards are equal that show the same position of the same game by the same rules. Do
    /// not move on one that is a key of a dictionary.
    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.variant(), self.rules(), self.fen()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Board>) -> (Bound<'py, PyType>, Recipe) {
        let board = slf.borrow();
        let rules = board.rules().into_iter();
        let rules = rules.map(|(name, on)| (name.to_owned(), on)).collect();
        let start = board.start_fen().to_owned();
        (
            slf.get_type(),
            (board.variant(), start, rules, board.move_stack()),
        )
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant(), self.fen())
    }

    /// The board, or both boards side by side, in letters.
    fn __str__(&self) -> String {
        self.0.text()
    }

    /// The board, or both boards side by side, as an SVG file, seen from a side.
    #[pyo3(signature = (orientation = true))]
    fn svg(&self, orientation: bool) -> String {
        self.0.svg(color(orientation))
    }

    /// What notebooks show.
    fn _repr_svg_(&self) -> String {
        self.svg(true)
    }
}

/// The arguments by which a board is made again.
type Recipe = (&'static str, String, BTreeMap<String, bool>, Vec<String>);
