//! A game in play, whichever game it is.
//!
//! Who shows, reads or writes games talks to a [`Record`] and need not know which game it
//! is: calls are dispatched dynamically, a few a move. It knows neither evaluation nor
//! search.

use std::fmt;

use thiserror::Error;

use crate::host::Interrupt;
use crate::notation::{FenError, MoveError, moves};
use crate::rules::perft;
use crate::rules::{Agreement, Color, GameRecord, Move, MoveList, Outcome, Square, State};

use super::Show;
use super::diagram::Diagram;
use super::effects::{self, MoveEffects};
use super::refusal;
use super::supplement::{Countdown, ForbiddenMove};
use super::view::Supplement;

/// Why a position is not set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// The FEN is refused.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is refused.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// A game in play: its position, what led to it, and the rules that hold.
pub trait Record: fmt::Debug + Send + Sync {
    /// Sets up a position, the start position without a FEN, and makes moves in
    /// coordinate notation (see [`GameRecord::play_text`]).
    ///
    /// # Errors
    ///
    /// If FEN or a move is refused; then nothing has changed.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError>;

    /// Switches a rule by its option's name, here and in positions to come. Names
    /// of other games' rules do nothing.
    fn set_rule(&mut self, name: &str, on: bool);

    /// Makes a move in coordinate notation or SAN, and returns its SAN (see
    /// [`GameRecord::play_notation`]).
    ///
    /// # Errors
    ///
    /// If the move is refused; then nothing has changed.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn Record>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The canonical FEN.
    fn fen(&self) -> String;

    /// What this game has in common with all others.
    fn state(&self) -> &State;

    /// The side to move.
    fn turn(&self) -> Color {
        self.state().turn
    }

    /// The FEN of the position in which the side to move has passed: there the other side
    /// can carry out what it threatens. `None` where nobody can pass: in check, after the
    /// end, and where the move brings an event.
    fn passed_fen(&self) -> Option<String>;

    /// The boards, for drawing.
    fn diagrams(&self) -> Vec<Diagram>;

    /// The boards after a legal move.
    fn diagrams_after(&self, m: Move) -> Vec<Diagram>;

    /// The event that comes by itself, if the game has one.
    fn countdown(&self) -> Option<Countdown>;

    /// What players are told besides the boards and that event.
    fn supplement(&self) -> Supplement;

    /// The legal moves.
    fn legal_moves(&self) -> MoveList;

    /// The SAN of a legal move.
    fn san(&self, m: Move) -> String;

    /// All that a legal move does.
    fn effects(&self, m: Move) -> MoveEffects;

    /// The moves that pieces could make by themselves and that a rule forbids.
    fn forbidden_moves(&self) -> Vec<ForbiddenMove>;

    /// A legal move in coordinate notation.
    ///
    /// # Errors
    ///
    /// If it is not legal.
    fn find_move(&self, text: &str) -> Result<Move, MoveError>;

    /// A legal move in coordinate notation or SAN.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is not legal.
    fn read_move(&self, text: &str) -> Result<Move, MoveError>;

    /// The text of an agreement in which White and Black name these squares.
    fn agreement_text(&self, squares: [&[Square]; 2]) -> Option<String>;

    /// The squares that White and Black name in the text of an agreement.
    fn agreement_squares(&self, text: &str) -> Option<Agreement>;

    /// Perft of this depth by root move; `None` if it was interrupted.
    fn divide(&self, depth: u32, interrupt: &Interrupt) -> Option<Vec<(Move, u64)>>;
}

/// What the present position answers itself.
macro_rules! of_the_position {
    ($(fn $name:ident($($argument:ident: $type:ty)?) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)?) -> $result {
            self.position().$name($($argument)?)
        })*
    };
}

impl<P: Show> Record for GameRecord<P> {
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let start = self.position().read_fen(fen.unwrap_or(P::START_FEN))?;
        let mut record = self.restarted(start);
        for text in moves {
            let played = record.play_text(text);
            played.map_err(|error| refusal::explained(record.position(), error))?;
        }
        *self = record;
        Ok(())
    }

    fn set_rule(&mut self, name: &str, on: bool) {
        let rule = P::RULE_OPTIONS.iter().position(|rule| rule.name == name);
        if let Some(rule) = rule {
            GameRecord::set_rule(self, rule, on);
        }
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let played = self.play_notation(text);
        played.map_err(|error| refusal::explained(self.position(), error))
    }

    fn undo(&mut self) -> bool {
        GameRecord::undo(self)
    }

    fn fork(&self) -> Box<dyn Record> {
        Box::new(self.clone())
    }

    fn outcome(&self) -> Option<Outcome> {
        GameRecord::outcome(self)
    }

    of_the_position! {
        fn fen() -> String;
        fn state() -> &State;
        fn diagrams() -> Vec<Diagram>;
        fn countdown() -> Option<Countdown>;
        fn supplement() -> Supplement;
        fn legal_moves() -> MoveList;
        fn san(m: Move) -> String;
        fn forbidden_moves() -> Vec<ForbiddenMove>;
        fn agreement_text(squares: [&[Square]; 2]) -> Option<String>;
        fn agreement_squares(text: &str) -> Option<Agreement>;
    }

    fn passed_fen(&self) -> Option<String> {
        let position = self.position();
        let event_comes = position.countdown().is_some_and(|event| event.plies <= 1);
        if event_comes || position.is_check() || GameRecord::outcome(self).is_some() {
            return None;
        }
        let mut passed = position.clone();
        passed.play_null();
        Some(passed.fen()).filter(|fen| position.read_fen(fen).is_ok())
    }

    fn diagrams_after(&self, m: Move) -> Vec<Diagram> {
        let mut after = self.position().clone();
        after.play(m);
        after.diagrams()
    }

    fn effects(&self, m: Move) -> MoveEffects {
        effects::of(self.position(), m)
    }

    fn find_move(&self, text: &str) -> Result<Move, MoveError> {
        let found = self.position().parse_coordinates(text);
        found.map_err(|error| refusal::explained(self.position(), error))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let found = moves::parse_any(self.position(), text);
        found.map_err(|error| refusal::explained(self.position(), error))
    }

    fn divide(&self, depth: u32, interrupt: &Interrupt) -> Option<Vec<(Move, u64)>> {
        perft::divide(self.position(), depth, interrupt)
    }
}

/// The SAN of moves in coordinate notation, one after the other, up to the first that is
/// not legal.
pub fn line_san(record: &dyn Record, moves: &[String]) -> Vec<String> {
    let mut record = record.fork();
    let play = |text: &String| record.play(text).ok();
    moves.iter().map_while(play).collect()
}
