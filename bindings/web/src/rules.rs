//! The rules of the games as ffish.js offers them, by requests and answers in JSON: what
//! the package's `rules.js` is made of. Boards live here, and JavaScript names them by
//! numbers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use galaverna_ffish::galaverna::pgn::{self, PgnGame};
use galaverna_ffish::galaverna::protocol::input::shortened;
use galaverna_ffish::galaverna::rules::{Color, EndReason, Outcome};
use galaverna_ffish::{Board, Error, Notation, Rules, start_fen, validate_fen, variants};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Request {
    /// The names of the games.
    Variants,
    /// The start position of a game.
    StartingFen(String),
    /// Whether a FEN is one of a game, of Chess960 or not: Fairy-Stockfish's number.
    ValidateFen(String, String, bool),
    /// Switches a rule for the boards that are opened from now on.
    SetRule(String, bool),
    /// The tags and moves of the first game of a PGN.
    ReadGamePgn(String),
    /// Opens a board for a game and a FEN (the start position if it is empty), for Chess960
    /// or not.
    Open(String, String, bool),
    /// Gives a board up.
    Close(u32),
    /// Asks a board.
    Ask(u32, Question),
}

/// What a board can be asked. Moves are in coordinate notation where nothing else is said,
/// notations are ffish's numbers.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Question {
    /// Makes a move.
    Push(String),
    /// Makes a move in SAN.
    PushSan(String),
    /// Makes all of these moves or none.
    PushMoves(Vec<String>),
    /// Makes all of these moves in SAN or none.
    PushSanMoves(Vec<String>),
    /// Takes the last move back.
    Pop,
    /// Goes to the start position of the game.
    Reset,
    /// Begins anew from a FEN.
    SetFen(String),
    /// The FEN.
    Fen,
    /// The legal moves.
    LegalMoves,
    /// The legal moves in SAN.
    LegalMovesSan,
    /// A legal move in another notation.
    SanMove(String, i64),
    /// A line of moves in another notation, with or without numbers.
    VariationSan(Vec<String>, i64, bool),
    /// Whether it is White's turn.
    Turn,
    /// The number of the move that is to be made.
    FullmoveNumber,
    /// Plies since the last move that cannot be taken back.
    HalfmoveClock,
    /// Whether White (`true`) or Black cannot win any more.
    HasInsufficientMaterial(bool),
    /// The result, with draws that somebody has to claim or without.
    Result(bool),
    /// The square of the king in check.
    CheckedPieces,
    /// Whether a legal move takes something.
    IsCapture(String),
    /// The moves that were made.
    MoveStack,
    /// The name of the game.
    Variant,
    /// The board, or both boards, in letters.
    Text,
}

/// The boards that are open.
#[derive(Debug)]
struct Boards {
    open: BTreeMap<u32, Board>,
    next: u32,
    rules: Rules,
}

thread_local! {
    static BOARDS: RefCell<Boards> = RefCell::new(Boards {
        open: BTreeMap::new(),
        next: 0,
        rules: Rules::pychess(),
    });
}

/// Why there is no answer, in one line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Refusal {
    /// A move is not legal, or cannot be read.
    Illegal(String),
    /// Anything else.
    Refused(String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        match error {
            Error::Move(error) => Refusal::Illegal(in_a_line(error)),
            other => Refusal::refused(other),
        }
    }
}

impl Refusal {
    fn refused(reason: impl Display) -> Refusal {
        Refusal::Refused(in_a_line(reason))
    }
}

/// A reason, which may repeat what was sent.
fn in_a_line(reason: impl Display) -> String {
    shortened(&reason.to_string()).replace(char::is_control, " ")
}

/// Answers a request by an object with one member: `value`, or a [`Refusal`]'s.
pub fn answer(request: &str) -> String {
    let answer = serde_json::from_str(request)
        .map_err(|error| Refusal::refused(format!("not understood: {error}")))
        .and_then(|request| BOARDS.with_borrow_mut(|boards| boards.answer(request)));
    match answer {
        Ok(value) => json!({ "value": value }),
        Err(refusal) => json!(refusal),
    }
    .to_string()
}

impl Boards {
    /// The rules for a game, for Chess960 or not.
    fn rules(&self, variant: &str, is960: bool) -> Result<Rules, Error> {
        let mut rules = self.rules.clone();
        if is960 {
            rules.set_chess960(variant)?;
        }
        Ok(rules)
    }

    fn answer(&mut self, request: Request) -> Result<Value, Refusal> {
        match request {
            Request::Variants => Ok(json!(variants())),
            Request::StartingFen(variant) => Ok(json!(start_fen(&variant)?)),
            Request::ValidateFen(fen, variant, is960) => Ok(json!(validate_fen(
                &fen,
                &variant,
                &self.rules(&variant, is960)?
            )?)),
            Request::SetRule(name, on) => Ok(json!(self.rules.set(&name, on)?)),
            Request::ReadGamePgn(text) => game_of_pgn(&text, self.rules.clone()),
            Request::Open(variant, fen, is960) => {
                let board = Board::new(&variant, Some(&fen), &self.rules(&variant, is960)?)?;
                let number = self.next;
                self.next += 1;
                self.open.insert(number, board);
                Ok(json!(number))
            }
            Request::Close(number) => Ok(json!(self.open.remove(&number).is_some())),
            Request::Ask(number, question) => {
                let board = self.open.get_mut(&number);
                let board = board.ok_or_else(|| Refusal::refused("the board was deleted"))?;
                Ok(ask(board, question)?)
            }
        }
    }
}

fn ask(board: &mut Board, question: Question) -> Result<Value, Error> {
    Ok(match question {
        Question::Push(text) => json!(board.push(&text)?),
        Question::PushSan(text) => json!(board.push_san(&text)?),
        Question::PushMoves(moves) => {
            json!(push_all(board, &moves, |board, text| board.push(text))?)
        }
        Question::PushSanMoves(moves) => {
            json!(push_all(board, &moves, |board, text| board
                .push_san(text)
                .map(drop))?)
        }
        Question::Pop => json!(board.pop()),
        Question::Reset => json!(board.set_fen("")?),
        Question::SetFen(fen) => json!(board.set_fen(&fen)?),
        Question::Fen => json!(board.fen()),
        Question::LegalMoves => json!(board.legal_moves()),
        Question::LegalMovesSan => {
            let moves = board.legal_moves();
            let written = moves.iter().map(|text| board.san(text, Notation::San));
            json!(written.collect::<Result<Vec<String>, Error>>()?)
        }
        Question::SanMove(text, notation) => {
            json!(board.san(&text, Notation::numbered(notation)?)?)
        }
        Question::VariationSan(moves, notation, numbers) => {
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            json!(board.variation_san(&moves, Notation::numbered(notation)?, numbers)?)
        }
        Question::Turn => json!(board.turn() == Color::White),
        Question::FullmoveNumber => json!(board.fullmove_number()),
        Question::HalfmoveClock => json!(board.halfmove_clock()),
        Question::HasInsufficientMaterial(white) => {
            json!(board.has_insufficient_material(Color::from_white(white)))
        }
        Question::Result(claimed) => {
            json!(end(board, claimed).map_or(pgn::UNFINISHED, Outcome::result))
        }
        Question::CheckedPieces => json!(board.checked().map(|square| square.to_string())),
        Question::IsCapture(text) => json!(board.is_capture(&text)?),
        Question::MoveStack => json!(board.moves()),
        Question::Variant => json!(board.game().name),
        Question::Text => json!(board.text()),
    })
}

/// Makes all moves or none.
fn push_all(
    board: &mut Board,
    moves: &[String],
    push: impl Fn(&mut Board, &str) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut after = board.clone();
    for text in moves {
        push(&mut after, text)?;
    }
    *board = after;
    Ok(())
}

/// How the game ended; `claimed` says whether somebody has claimed what draws he may.
fn end(board: &Board, claimed: bool) -> Option<Outcome> {
    let by_claim = [EndReason::FiftyMoves, EndReason::ThreefoldRepetition];
    let outcome = board.outcome();
    outcome.filter(|outcome| claimed || !by_claim.contains(&outcome.reason))
}

/// The tags and the moves of the first game of a PGN; nothing of an empty text. What the
/// tags do not say of the rules is as given.
fn game_of_pgn(text: &str, mut rules: Rules) -> Result<Value, Refusal> {
    let game = pgn::read(text).into_iter().next();
    let game = game.unwrap_or_else(|| Ok(PgnGame::default()));
    let game = game.map_err(Refusal::refused)?;
    let variant = pgn::variant(&game).map_err(Refusal::refused)?;
    for (rule, on) in pgn::rules(&game, variant) {
        rules.set(rule, on)?;
    }
    let mut board = Board::new(variant.game.name, game.start_fen(), &rules)?;
    for m in &game.moves {
        let number = board.fullmove_number();
        let pushed = match m.is_ply() {
            true => board.push_san(&m.san).map(drop),
            false => board.push(&m.san),
        };
        pushed.map_err(|error| Refusal::refused(format!("move {number}: {error}")))?;
    }
    Ok(json!({ "headers": game.tags, "moves": board.moves() }))
}
