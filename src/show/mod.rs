//! What people see of a position and of moves: boards to be drawn, what a board does
//! not show, and why a move is forbidden that they may try.

pub mod diagram;
pub mod effects;
pub mod forbidden;
pub mod games;
pub mod record;
pub mod supplement;

mod alice;
mod chess;
mod clupso;
mod elolbia;
mod iceage;

use crate::notation::Notation;
use crate::rules::draughts::chains;
use crate::rules::{Bitboard, Move, MoveKind, Square};

pub use games::{GAMES, Game};
pub use record::{MoveText, PositionError, Record};

use diagram::Diagram;
use supplement::{ForbiddenMove, Supplement};

/// What people see of a game.
pub trait Show: Notation {
    /// The name for people.
    const TITLE: &'static str;

    /// What a neutral obstacle is called, if the game has any.
    const NEUTRAL: Option<&'static str> = None;

    /// The board or boards, for drawing.
    fn diagrams(&self) -> Vec<Diagram> {
        vec![Diagram::of_board(self.board())]
    }

    /// A line about what a diagram does not show and a player of this game must
    /// know.
    fn status(&self) -> Option<String> {
        None
    }

    /// What players are told besides the boards.
    fn supplement(&self) -> Supplement {
        Supplement::default()
    }

    /// The moves that the pieces of the side to move could make by themselves and
    /// that a rule forbids, castling aside.
    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        forbidden::exposing_moves(self, Bitboard::FULL, self.board().occupied())
    }

    /// The ways that lead to the same move: the squares where the piece stands, from
    /// its origin to its destination.
    fn routes(&self, m: Move) -> Vec<Vec<Square>> {
        match m.kind() {
            MoveKind::Jump => chains::all_routes(m.from(), m.chain()),
            _ => vec![vec![m.from(), m.to()]],
        }
    }
}
