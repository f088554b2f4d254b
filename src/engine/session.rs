//! A game in play, whichever game it is.
//!
//! The rest of the program talks to [`Session`] and need not know which game it
//! is; this is the only place where calls are dispatched dynamically, a few a
//! move.

use std::fmt;
use std::time::Duration;

use thiserror::Error;

use crate::eval::{Evaluate, Evaluator};
use crate::nnue::Share;
use crate::notation::{FenError, MoveError, Notation, fen, moves};
use crate::rules::perft;
use crate::rules::{Color, GameRecord, Move, Outcome, Square};
use crate::search::history::History;
use crate::search::limits::{Limits, Signals};
use crate::search::parameters::Searchable;
use crate::search::report::Report;
use crate::search::transposition::{Bound, TranspositionTable};
use crate::search::value::{MATE_IN_MAX_PLY, UciScore, is_decisive};
use crate::search::{self, RootPosition};
use crate::show::Show;
use crate::show::diagram::Diagram;
use crate::show::forbidden;
use crate::show::supplement::{ForbiddenMove, Supplement};

use super::effects::{self, MoveEffects};
use super::wdl::WinDrawLoss;

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

/// A legal move as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Coordinate notation.
    pub coordinates: String,
    /// Standard algebraic notation.
    pub san: String,
}

/// A legal move and the boards after it, for drawing.
#[derive(Clone, Debug)]
pub struct ShownMove {
    /// The move.
    pub m: Move,
    /// Coordinate notation.
    pub coordinates: String,
    /// The boards after it.
    pub after: Vec<Diagram>,
}

/// A principal variation (PV) in text, with its score.
#[derive(Clone, Debug)]
pub struct LineReport {
    /// Plies of the iteration.
    pub depth: usize,
    /// Plies of the longest line looked at.
    pub seldepth: usize,
    /// Which of the best lines it is, from 1 (MultiPV).
    pub multipv: usize,
    /// The score, as UCI writes it.
    pub score: UciScore,
    /// Whether the true value may be lower or higher.
    pub bound: Bound,
    /// Chances that the value stands for.
    pub chances: WinDrawLoss,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Thousandths of the transposition table in use.
    pub hashfull: usize,
    /// The principal variation in coordinate notation.
    pub pv: Vec<String>,
}

/// What a search answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move to play; `None` if there is no legal one.
    pub best: Option<MoveText>,
    /// The reply expected, in coordinate notation.
    pub ponder: Option<String>,
    /// The value from the side to move, centipawns or a mate value.
    pub value: i32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// A static evaluation and its parts.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// What each piece adds, in centipawns from White's view.
    pub shares: Vec<Share>,
    /// The value in centipawns from White's view.
    pub white: i32,
}

/// What a search thread is given besides its root.
pub struct Resources<'a> {
    /// The way to stop it.
    pub signals: &'a Signals,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// One history a thread.
    pub histories: &'a mut [History],
}

/// A search that is ready to be run on any thread.
pub type SearchTask = Box<dyn FnOnce(Resources<'_>, &mut dyn FnMut(LineReport)) -> Answer + Send>;

/// Searches on the calling thread alone, knowing nothing but what is in the
/// table, and reports nothing on the way.
pub fn search_alone(session: &dyn Session, limits: Limits, table: &TranspositionTable) -> Answer {
    let resources = Resources {
        signals: &Signals::new(false),
        table,
        histories: &mut [History::default()],
    };
    session.search_task(limits)(resources, &mut |_| {})
}

/// A game in play.
pub trait Session: fmt::Debug + Send {
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

    /// The position with colours exchanged, as a new game.
    ///
    /// # Errors
    ///
    /// If the rules forbid the other side that position.
    fn flip(&mut self) -> Result<(), PositionError>;

    /// The canonical FEN.
    fn fen(&self) -> String;

    /// The Zobrist key.
    fn key(&self) -> u64;

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<String>;

    /// The side to move.
    fn turn(&self) -> Color;

    /// The number of the move that is to be made.
    fn fullmove_number(&self) -> u32;

    /// The boards, for drawing.
    fn diagrams(&self) -> Vec<Diagram>;

    /// What the boards do not show.
    fn status(&self) -> Option<String>;

    /// The legal moves.
    fn legal_moves(&self) -> Vec<MoveText>;

    /// A legal move in coordinate notation.
    fn coordinates(&self, m: Move) -> String;

    /// The legal moves and what they change on the boards.
    fn shown_moves(&self) -> Vec<ShownMove>;

    /// The legal moves with all that they do.
    fn move_effects(&self) -> Vec<MoveEffects>;

    /// The moves that pieces could make by themselves and that a rule forbids.
    fn forbidden_moves(&self) -> Vec<ForbiddenMove>;

    /// What players are told besides the boards.
    fn supplement(&self) -> Supplement;

    /// The text of an agreement in which White and Black name these squares.
    fn agreement_text(&self, squares: [&[Square]; 2]) -> Option<String>;

    /// The squares that White and Black name in the text of an agreement.
    fn agreement_squares(&self, text: &str) -> Option<[Vec<Square>; 2]>;

    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn Session>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Perft of this depth by root move, in coordinate notation.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// Perft of this depth.
    fn perft(&self, depth: u32) -> u64;

    /// The static evaluation.
    fn evaluation(&self) -> Evaluation;

    /// The chances of the side to move in this game at a value.
    fn chances(&self, score: UciScore) -> WinDrawLoss;

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

    /// The SAN of moves in coordinate notation, one after the other, up to the
    /// first that is not legal.
    fn line_san(&self, moves: &[String]) -> Vec<String>;

    /// The best agreement that the position allows, if this game knows any. A side may
    /// have named its squares already.
    fn best_agreement(&self, named: Option<(Color, &[Square])>) -> Option<String>;

    /// A search of the present position within these limits.
    fn search_task(&self, limits: Limits) -> SearchTask;
}

/// [`Session`] for one game.
#[derive(Clone, Debug)]
pub struct GameSession<P> {
    record: GameRecord<P>,
    rules: Vec<bool>,
}

impl<P: Show> GameSession<P> {
    /// The start position with the usual rules.
    pub fn new() -> GameSession<P> {
        GameSession {
            record: GameRecord::new(P::start()),
            rules: P::RULE_OPTIONS.iter().map(|rule| rule.default).collect(),
        }
    }

    fn set_up(&self, fen: &str) -> Result<P, FenError> {
        let mut position = P::from_fen(fen)?;
        for (rule, &on) in self.rules.iter().enumerate() {
            position.set_rule(rule, on);
        }
        Ok(position)
    }

    fn position(&self) -> &P {
        self.record.position()
    }

    fn move_text(&self, m: Move) -> MoveText {
        MoveText {
            coordinates: self.position().coordinates(m),
            san: self.position().san(m),
        }
    }
}

impl<P: Show> Default for GameSession<P> {
    fn default() -> GameSession<P> {
        GameSession::new()
    }
}

impl<P: Searchable + Show> Session for GameSession<P> {
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), PositionError> {
        let mut record = GameRecord::new(self.set_up(fen.unwrap_or(P::START_FEN))?);
        for text in moves {
            let played = record.play_text(text);
            played.map_err(|error| forbidden::explained(record.position(), error))?;
        }
        self.record = record;
        Ok(())
    }

    fn set_rule(&mut self, name: &str, on: bool) {
        let rule = P::RULE_OPTIONS.iter().position(|rule| rule.name == name);
        if let Some(rule) = rule {
            self.rules[rule] = on;
            self.record.set_rule(rule, on);
        }
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let played = self.record.play_notation(text);
        played.map_err(|error| forbidden::explained(self.position(), error))
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn flip(&mut self) -> Result<(), PositionError> {
        let flipped = fen::flipped(&self.fen());
        self.set_position(Some(&flipped), &[])
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn checkers(&self) -> Vec<String> {
        let checkers = self.position().checkers().into_iter();
        checkers.map(|square| square.to_string()).collect()
    }

    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn fullmove_number(&self) -> u32 {
        self.position().fullmove_number()
    }

    fn diagrams(&self) -> Vec<Diagram> {
        self.position().diagrams()
    }

    fn status(&self) -> Option<String> {
        self.position().status()
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        let moves = self.position().legal_moves();
        moves.into_iter().map(|m| self.move_text(m)).collect()
    }

    fn shown_moves(&self) -> Vec<ShownMove> {
        let moves = self.position().legal_moves().into_iter();
        moves
            .map(|m| {
                let mut after = self.position().clone();
                after.play(m);
                ShownMove {
                    m,
                    coordinates: self.position().coordinates(m),
                    after: after.diagrams(),
                }
            })
            .collect()
    }

    fn coordinates(&self, m: Move) -> String {
        self.position().coordinates(m)
    }

    fn move_effects(&self) -> Vec<MoveEffects> {
        effects::of_legal_moves(self.position())
    }

    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        self.position().forbidden_moves()
    }

    fn supplement(&self) -> Supplement {
        self.position().supplement()
    }

    fn agreement_text(&self, squares: [&[Square]; 2]) -> Option<String> {
        self.position().agreement_text(squares)
    }

    fn agreement_squares(&self, text: &str) -> Option<[Vec<Square>; 2]> {
        self.position().agreement_squares(text)
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        perft::divide(self.position(), depth)
            .into_iter()
            .map(|(m, count)| (self.position().coordinates(m), count))
            .collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self.position(), depth)
    }

    fn chances(&self, score: UciScore) -> WinDrawLoss {
        let value = match score {
            UciScore::Centipawns(value) => value.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1),
            UciScore::Mate(moves) if moves > 0 => MATE_IN_MAX_PLY,
            UciScore::Mate(_) => -MATE_IN_MAX_PLY,
        };
        WinDrawLoss::of(value, &P::WIN_RATE)
    }

    fn evaluation(&self) -> Evaluation {
        let position = self.position();
        let shares = position.shares().into_iter().map(|share| Share {
            white: centipawns::<P>(share.white),
            ..share
        });
        let mut evaluator = P::evaluator();
        evaluator.refresh(position);
        let value = evaluator.evaluate(position);
        Evaluation {
            shares: shares.collect(),
            white: centipawns::<P>(position.turn().fold_wb(value, -value)),
        }
    }

    fn find_move(&self, text: &str) -> Result<Move, MoveError> {
        let found = self.position().parse_coordinates(text);
        found.map_err(|error| forbidden::explained(self.position(), error))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let found = moves::parse_any(self.position(), text);
        found.map_err(|error| forbidden::explained(self.position(), error))
    }

    fn line_san(&self, moves: &[String]) -> Vec<String> {
        let mut position = self.position().clone();
        moves
            .iter()
            .map_while(|text| {
                let m = position.parse_coordinates(text).ok()?;
                let san = position.san(m);
                position.play(m);
                Some(san)
            })
            .collect()
    }

    fn best_agreement(&self, named: Option<(Color, &[Square])>) -> Option<String> {
        let [white, black] = self.position().best_agreement(named)?;
        self.position().agreement_text([&white, &black])
    }

    fn search_task(&self, limits: Limits) -> SearchTask {
        let root = RootPosition {
            position: self.position().clone(),
            earlier_keys: self.record.repeatable_keys(),
        };
        Box::new(move |resources, observer| {
            let result = search::search(
                &root,
                &limits,
                resources.signals,
                resources.table,
                resources.histories,
                &mut |report| observer(line_report(&root.position, report)),
            );
            let position = &root.position;
            let moves: Vec<Move> = result.best.into_iter().chain(result.ponder).collect();
            Answer {
                best: result.best.map(|m| MoveText {
                    coordinates: position.coordinates(m),
                    san: position.san(m),
                }),
                ponder: pv_text(position, &moves).into_iter().nth(1),
                value: centipawns::<P>(result.value),
                nodes: result.nodes,
            }
        })
    }
}

/// Coordinate notation depends on the position each move is made in.
fn pv_text<P: Notation>(position: &P, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |&m: &Move| {
        let text = position.coordinates(m);
        position.play(m);
        text
    };
    moves.iter().map(text).collect()
}

/// A value as users see it: see [`WinRateModel::centipawns`]. Mates stay as they are.
///
/// [`WinRateModel::centipawns`]: crate::eval::WinRateModel::centipawns
fn centipawns<P: Evaluate>(value: i32) -> i32 {
    if is_decisive(value) {
        return value;
    }
    let centipawns = P::WIN_RATE.centipawns(value);
    centipawns.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
}

fn line_report<P: Evaluate + Notation>(position: &P, report: &Report) -> LineReport {
    LineReport {
        depth: report.depth,
        seldepth: report.seldepth,
        multipv: report.multipv,
        score: UciScore::from(centipawns::<P>(report.value)),
        bound: report.bound,
        chances: WinDrawLoss::of(report.value, &P::WIN_RATE),
        nodes: report.nodes,
        time: report.time,
        hashfull: report.hashfull,
        pv: pv_text(position, &report.pv),
    }
}
