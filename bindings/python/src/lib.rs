//! Galaverna for Python, as the module `galaverna`: the functions of pyffish, a board and an
//! engine.

mod board;
mod engine;
mod functions;

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::pymodule;

/// What Python is told of a refusal.
fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Ice Age, Alice, Elolbian, Clupso and orthodox chess: their rules and an engine.
///
/// `Board` and `Engine` are for programs of your own. The functions have the names, the
/// arguments and the meaning of those of pyffish and pyffish-alice; what differs is in
/// docs/python.md.
///
/// >>> import galaverna
/// >>> board = galaverna.Board("alice")
/// >>> board.push_san("e4")
/// 'e2e4'
/// >>> galaverna.Engine().play(board, nodes=1000).move in board.legal_moves
/// True
#[pymodule]
mod galaverna {
    #[pymodule_export]
    use crate::board::{Board, Outcome};
    #[pymodule_export]
    use crate::engine::{Engine, Line, PlayResult};
    #[pymodule_export]
    use crate::functions::{
        captures_to_hand, game_result, get_fen, get_san, get_san_moves, gives_check,
        has_insufficient_material, info, is_capture, is_immediate_game_end, is_optional_game_end,
        legal_moves, load_variant_config, piece_to_partner, set_option, start_fen, two_boards,
        validate_fen, variants, version,
    };

    #[pymodule_export]
    const WHITE: bool = true;
    #[pymodule_export]
    const BLACK: bool = false;

    #[pymodule_export]
    const FEN_OK: i32 = galaverna_ffish::FEN_OK;
    #[pymodule_export]
    const VALUE_MATE: i32 = galaverna_ffish::VALUE_MATE;
    #[pymodule_export]
    const VALUE_DRAW: i32 = 0;

    // Those from 3 on are of games that are not played here, and refused.
    #[pymodule_export]
    const NOTATION_DEFAULT: i64 = 0;
    #[pymodule_export]
    const NOTATION_SAN: i64 = 1;
    #[pymodule_export]
    const NOTATION_LAN: i64 = 2;
    #[pymodule_export]
    const NOTATION_SHOGI_HOSKING: i64 = 3;
    #[pymodule_export]
    const NOTATION_SHOGI_HODGES: i64 = 4;
    #[pymodule_export]
    const NOTATION_SHOGI_HODGES_NUMBER: i64 = 5;
    #[pymodule_export]
    const NOTATION_JANGGI: i64 = 6;
    #[pymodule_export]
    const NOTATION_XIANGQI_WXF: i64 = 7;
    #[pymodule_export]
    const NOTATION_THAI_SAN: i64 = 8;
    #[pymodule_export]
    const NOTATION_THAI_LAN: i64 = 9;
}
