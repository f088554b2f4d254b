//! The functions of pyffish.

use std::sync::{Mutex, PoisonError};

use galaverna_ffish::galaverna::engine::options::{self, Setting};
use galaverna_ffish::galaverna::rules::{Color, EndReason};
use galaverna_ffish::{Board, Error, Notation, Rules, value};
use pyo3::prelude::*;

use crate::refused;

/// The rules that these functions keep to, which `set_option` switches.
static RULES: Mutex<Option<Rules>> = Mutex::new(None);

/// Does something with the rules, which are pychess's at first.
fn with_rules<T>(task: impl FnOnce(&mut Rules) -> T) -> T {
    let mut rules = RULES.lock().unwrap_or_else(PoisonError::into_inner);
    task(rules.get_or_insert_with(Rules::pychess))
}

/// An argument of which only the truth counts: pyffish takes numbers for it too.
pub struct Flag(bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Flag {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Flag> {
        object.is_truthy().map(Flag)
    }
}

const NO: Flag = Flag(false);

/// The position after these moves.
fn board(variant: &str, fen: &str, moves: &[String], chess960: Flag) -> PyResult<Board> {
    let mut rules = with_rules(|rules| rules.clone());
    if chess960.0 {
        rules.set_chess960(variant).map_err(refused)?;
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    Board::after(variant, fen, &moves, &rules).map_err(refused)
}

/// The version as three numbers.
///
/// >>> galaverna.version()
/// (1, 0, 0)
#[pyfunction]
pub fn version() -> (u32, u32, u32) {
    let mut numbers = env!("CARGO_PKG_VERSION").split('.').map(str::parse);
    let mut next = || numbers.next().and_then(Result::ok).unwrap_or(0);
    (next(), next(), next())
}

/// The name and version of the engine.
#[pyfunction]
pub fn info() -> String {
    format!("Galaverna {}", env!("CARGO_PKG_VERSION"))
}

/// The names of the games.
///
/// >>> galaverna.variants()
/// ['alice', 'chess', 'clupso', 'elolbia', 'iceage']
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    galaverna_ffish::variants()
}

/// Sets a UCI option. Those that are rules, such as Alice_EnPassant, hold for the functions
/// of this module from now on; those of an engine are for `Engine.set_option`, and are only
/// checked here.
#[pyfunction]
pub fn set_option(name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let value = value.str()?.to_string().to_lowercase();
    match options::parse(name, Some(&value)).map_err(refused)? {
        Setting::Rule(rule, on) => with_rules(|rules| rules.set(rule, on)).map_err(refused),
        _ => Ok(()),
    }
}

/// Refuses whatever defines a variant: the games of this module are all that it plays.
#[pyfunction]
pub fn load_variant_config(config: &str) -> PyResult<()> {
    let section = config
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with('['));
    section.map_or(Ok(()), |section| {
        let names = variants().join(" ");
        Err(refused(format!(
            "no variant can be defined, as in '{section}'; the variants are: {names}"
        )))
    })
}

/// The start position as FEN.
#[pyfunction]
pub fn start_fen(variant: &str) -> PyResult<&'static str> {
    galaverna_ffish::start_fen(variant).map_err(refused)
}

/// Whether a variant is played on two boards as bughouse is: never.
#[pyfunction]
pub fn two_boards(variant: &str) -> PyResult<bool> {
    start_fen(variant).map(|_| false)
}

/// Whether what is captured comes to hand: never.
#[pyfunction]
pub fn captures_to_hand(variant: &str) -> PyResult<bool> {
    start_fen(variant).map(|_| false)
}

/// The piece that a move gives to the partner in bughouse: none.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO))]
pub fn piece_to_partner(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
) -> PyResult<&'static str> {
    board(variant, fen, &moves, chess960).map(|_| "")
}

/// The SAN of a move. Of Alice Chess it does not say the board: see `Board.san`.
///
/// >>> galaverna.get_san("alice", galaverna.start_fen("alice"), "g1f3")
/// 'Nf3'
#[pyfunction]
#[pyo3(signature = (variant, fen, r#move, chess960 = NO, notation = 0))]
pub fn get_san(
    variant: &str,
    fen: &str,
    r#move: &str,
    chess960: Flag,
    notation: i64,
) -> PyResult<String> {
    let notation = Notation::numbered(notation).map_err(refused)?;
    let board = board(variant, fen, &[], chess960)?;
    board.san(r#move, notation).map_err(refused)
}

/// The SAN of moves that follow each other.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO, notation = 0))]
pub fn get_san_moves(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
    notation: i64,
) -> PyResult<Vec<String>> {
    let notation = Notation::numbered(notation).map_err(refused)?;
    let board = board(variant, fen, &[], chess960)?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    board.sans(&moves, notation).map_err(refused)
}

/// The legal moves after these.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO))]
pub fn legal_moves(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
) -> PyResult<Vec<String>> {
    board(variant, fen, &moves, chess960).map(|board| board.legal_moves())
}

/// The FEN after these moves. `show_promoted` and `count_started` are of other games, and
/// change nothing.
///
/// >>> galaverna.get_fen("alice", "startpos", ["e2e4"])
/// 'rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
#[pyfunction]
#[pyo3(signature = (
    variant, fen, moves, chess960 = NO, sfen = NO, show_promoted = NO, count_started = 0
))]
pub fn get_fen(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
    sfen: Flag,
    show_promoted: Flag,
    count_started: i64,
) -> PyResult<String> {
    let _ = (show_promoted, count_started);
    let board = board(variant, fen, &moves, chess960)?;
    Ok(if sfen.0 { board.sfen() } else { board.fen() })
}

/// Whether the side to move is in check after these moves.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO))]
pub fn gives_check(variant: &str, fen: &str, moves: Vec<String>, chess960: Flag) -> PyResult<bool> {
    board(variant, fen, &moves, chess960).map(|board| board.is_check())
}

/// Whether a move takes anything after these moves.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, r#move, chess960 = NO))]
pub fn is_capture(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    r#move: &str,
    chess960: Flag,
) -> PyResult<bool> {
    let board = board(variant, fen, &moves, chess960)?;
    board.is_capture(r#move).map_err(refused)
}

/// The value of the end for the side to move: 0, VALUE_MATE or -VALUE_MATE. It is 0 where
/// the game is not over.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO))]
pub fn game_result(variant: &str, fen: &str, moves: Vec<String>, chess960: Flag) -> PyResult<i32> {
    let board = board(variant, fen, &moves, chess960)?;
    let outcome = board.outcome();
    Ok(outcome.map_or(0, |outcome| value(outcome, board.turn())))
}

/// Whether the game has ended by a rule of its own (a king is frozen, all is captured), and
/// its value for the side to move.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO))]
pub fn is_immediate_game_end(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
) -> PyResult<(bool, i32)> {
    let board = board(variant, fen, &moves, chess960)?;
    let own = |reason| matches!(reason, EndReason::Variant(_));
    let outcome = board.outcome().filter(|outcome| own(outcome.reason));
    Ok(outcome.map_or((false, 0), |outcome| (true, value(outcome, board.turn()))))
}

/// Whether a player may claim a draw, by fifty moves or threefold repetition, and its value.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO, count_started = 0))]
pub fn is_optional_game_end(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
    count_started: i64,
) -> PyResult<(bool, i32)> {
    let _ = count_started;
    board(variant, fen, &moves, chess960).map(|board| (board.is_optional_end(), 0))
}

/// Whether White, and whether Black, cannot win any more, whatever the other does.
#[pyfunction]
#[pyo3(signature = (variant, fen, moves, chess960 = NO))]
pub fn has_insufficient_material(
    variant: &str,
    fen: &str,
    moves: Vec<String>,
    chess960: Flag,
) -> PyResult<(bool, bool)> {
    let board = board(variant, fen, &moves, chess960)?;
    let cannot_win = |side| board.has_insufficient_material(side);
    Ok((cannot_win(Color::White), cannot_win(Color::Black)))
}

/// FEN_OK for a FEN of the variant, 0 for an empty text, else the negative number by which
/// pyffish says what is wrong.
///
/// >>> galaverna.validate_fen("4k3/8/8/8/8/8/8/8 w - - 0 1", "alice")
/// -3
#[pyfunction]
#[pyo3(signature = (fen, variant, chess960 = NO))]
pub fn validate_fen(fen: &str, variant: &str, chess960: Flag) -> PyResult<i32> {
    let mut rules = Rules::usual();
    let code: Result<i32, Error> = match chess960.0 {
        true => rules.set_chess960(variant),
        false => Ok(()),
    }
    .and_then(|()| galaverna_ffish::validate_fen(fen, variant, &rules));
    code.map_err(refused)
}
