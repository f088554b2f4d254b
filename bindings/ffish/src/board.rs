//! A position with the moves that led to it.

use galaverna::board::diagram;
use galaverna::rules::{Color, EndReason, Move, Outcome, Role, Square};
use galaverna::show::drawing::{self, Look, View};
use galaverna::show::{Game, Record};

use crate::notation::{Notation, takes};
use crate::{Error, Rules, game};

/// A position with the moves that led to it.
#[derive(Debug)]
pub struct Board {
    game: &'static Game,
    rules: Rules,
    record: Box<dyn Record>,
    /// The FEN that it began from.
    start: String,
    /// The moves since then in coordinate notation, and agreements.
    moves: Vec<String>,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            game: self.game,
            rules: self.rules.clone(),
            record: self.record.fork(),
            start: self.start.clone(),
            moves: self.moves.clone(),
        }
    }
}

/// The same position of the same game by the same rules, whatever led to it.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.game == other.game
            && self.rules.of(self.game).eq(other.rules.of(other.game))
            && self.fen() == other.fen()
    }
}

impl Board {
    /// A game from a FEN; from its start position for `None`, an empty text or `startpos`.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the FEN is refused.
    pub fn new(variant: &str, fen: Option<&str>, rules: &Rules) -> Result<Board, Error> {
        let game = game(variant)?;
        let mut record = game.open();
        for (name, on) in rules.of(game) {
            record.set_rule(name, on);
        }
        let mut board = Board {
            game,
            rules: rules.clone(),
            record,
            start: String::new(),
            moves: Vec::new(),
        };
        board.set_fen(fen.unwrap_or_default())?;
        Ok(board)
    }

    /// A game from a FEN, after moves in coordinate notation.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the FEN or a move is refused.
    pub fn after(variant: &str, fen: &str, moves: &[&str], rules: &Rules) -> Result<Board, Error> {
        let mut board = Board::new(variant, Some(fen), rules)?;
        for text in moves {
            board.push(text)?;
        }
        Ok(board)
    }

    /// Begins anew from a FEN, as [`Board::new`] does.
    ///
    /// # Errors
    ///
    /// If it is refused; then nothing has changed.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), Error> {
        let fen = Some(fen).filter(|fen| !fen.is_empty() && *fen != "startpos");
        self.record.set_position(fen, &[])?;
        self.start = self.record.fen();
        self.moves.clear();
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The rules that hold, where a game leaves a choice.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The FEN that it began from.
    pub fn start_fen(&self) -> &str {
        &self.start
    }

    /// The moves since then in coordinate notation, and agreements.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The FEN.
    pub fn fen(&self) -> String {
        self.record.fen()
    }

    /// The position as shogi programs write it, as far as they can: Black has the first
    /// move, nobody has pieces in hand, and moves of one side are counted.
    pub fn sfen(&self) -> String {
        let fen = self.fen();
        let placement = fen.split(' ').next().unwrap_or_default();
        let is_second = self.turn() == Color::Black;
        let turn = if is_second { 'w' } else { 'b' };
        let ply = 2 * u64::from(self.fullmove_number()) - 1 + u64::from(is_second);
        format!("{placement} {turn} - {ply}")
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.record.turn()
    }

    /// Plies since the last move that cannot be taken back.
    pub fn halfmove_clock(&self) -> u32 {
        self.record.state().halfmove_clock
    }

    /// The number of the move that is to be made, from 1.
    pub fn fullmove_number(&self) -> u32 {
        self.record.state().fullmove_number
    }

    /// Makes a move in coordinate notation, or carries out an agreement.
    ///
    /// # Errors
    ///
    /// If it is refused; then nothing has changed.
    pub fn push(&mut self, text: &str) -> Result<(), Error> {
        let text = match self.record.agreement_squares(text) {
            Some(_) => text.to_owned(),
            None => self.record.find_move(text)?.to_string(),
        };
        self.record.play(&text)?;
        self.moves.push(text);
        Ok(())
    }

    /// Makes a move in standard algebraic notation, with or without the board of Alice
    /// Chess, and returns it in coordinate notation.
    ///
    /// # Errors
    ///
    /// If it is refused; then nothing has changed.
    pub fn push_san(&mut self, text: &str) -> Result<String, Error> {
        let text = self.parse_san(text)?;
        self.push(&text)?;
        Ok(text)
    }

    /// Takes the last move back and returns it; `None` if there is none.
    pub fn pop(&mut self) -> Option<String> {
        let text = self.moves.pop()?;
        self.record.undo();
        Some(text)
    }

    /// The legal moves in coordinate notation.
    pub fn legal_moves(&self) -> Vec<String> {
        let moves = self.record.legal_moves();
        moves.iter().map(Move::to_string).collect()
    }

    /// A legal move from standard algebraic notation to coordinate notation; what is in
    /// coordinate notation is read too.
    ///
    /// # Errors
    ///
    /// If it is not legal, or could be several moves.
    pub fn parse_san(&self, text: &str) -> Result<String, Error> {
        Ok(self.record.read_move(text)?.to_string())
    }

    /// A legal move from coordinate notation to another.
    ///
    /// # Errors
    ///
    /// If it is not legal.
    pub fn san(&self, text: &str, notation: Notation) -> Result<String, Error> {
        let m = self.record.find_move(text)?;
        Ok(notation.text(self.record.as_ref(), m))
    }

    /// A line of moves from coordinate notation to another. Agreements stay as they are.
    ///
    /// # Errors
    ///
    /// If one of them is not legal.
    pub fn sans(&self, moves: &[&str], notation: Notation) -> Result<Vec<String>, Error> {
        let mut board = self.clone();
        let written = moves.iter().map(|text| {
            let written = match board.record.agreement_squares(text) {
                Some(_) => (*text).to_owned(),
                None => board.san(text, notation)?,
            };
            board.push(text)?;
            Ok(written)
        });
        written.collect()
    }

    /// A line of moves as one text, with the numbers of moves where they are wanted:
    /// `2. Be2 dxe4`, `2... dxe4`.
    ///
    /// # Errors
    ///
    /// If one of them is not legal.
    pub fn variation_san(
        &self,
        moves: &[&str],
        notation: Notation,
        numbers: bool,
    ) -> Result<String, Error> {
        let mut number = self.fullmove_number();
        let mut turn = self.turn();
        let mut words = Vec::new();
        for (index, (text, written)) in moves.iter().zip(self.sans(moves, notation)?).enumerate() {
            match turn {
                Color::White if numbers => words.push(format!("{number}.")),
                Color::Black if numbers && index == 0 => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(written);
            // An agreement leaves the turn where it is.
            if self.record.agreement_squares(text).is_none() {
                number = number.saturating_add(u32::from(turn == Color::Black));
                turn = !turn;
            }
        }
        Ok(words.join(" "))
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.record.state().checkers.any()
    }

    /// The square of the king in check.
    pub fn checked(&self) -> Option<Square> {
        let king = self.record.state().board.king_of(self.turn());
        king.filter(|_| self.is_check())
    }

    /// Whether a legal move takes something: a piece or an ice cube.
    ///
    /// # Errors
    ///
    /// If it is not legal.
    pub fn is_capture(&self, text: &str) -> Result<bool, Error> {
        Ok(takes(self.record.find_move(text)?))
    }

    /// How the game ended, if it has, in the order of the law.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    /// Whether a player may claim a draw where somebody has to: by the fifty-move rule or
    /// by threefold repetition. By Galaverna's law the game is over then.
    pub fn is_optional_end(&self) -> bool {
        self.outcome().is_some_and(|outcome| match outcome.reason {
            EndReason::FiftyMoves | EndReason::ThreefoldRepetition => true,
            EndReason::Stalemate | EndReason::DeadPosition => self.halfmove_clock() >= 100,
            EndReason::Checkmate | EndReason::Variant(_) => false,
        })
    }

    /// Whether a side cannot win any more, whatever the other does: in a dead position, and
    /// with a bare king where only a mate wins.
    pub fn has_insufficient_material(&self, side: Color) -> bool {
        let dead = Outcome::draw(EndReason::DeadPosition);
        let board = &self.record.state().board;
        // Ice can freeze the enemy's king.
        let only_a_mate_wins = self.game.neutral.is_none();
        self.outcome() == Some(dead)
            || only_a_mate_wins && board.by_color(side) == board.pieces(side, Role::King)
    }

    /// The board, or both boards side by side, in letters.
    pub fn text(&self) -> String {
        drawing::draw(&self.record.diagrams(), &View::of_white(Look::Plain))
    }

    /// The board, or both boards side by side, as an SVG file, seen from one side.
    pub fn svg(&self, from: Color) -> String {
        diagram::svg(&self.record.diagrams(), from)
    }
}
