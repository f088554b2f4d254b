//! What people see of a position and of moves: boards to be drawn, what a board does
//! not show, and why a move is forbidden that they may try.

pub mod describe;
pub mod diagram;
pub mod drawing;
pub mod effects;
pub mod forbidden;
pub mod games;
pub mod record;
mod refusal;
pub mod step;
pub mod supplement;
pub mod typed_move;
pub mod view;
pub mod window;
pub mod words;
pub mod xboard;

mod alice;
mod chess;
mod clupso;
mod elolbia;
mod iceage;

use crate::notation::Notation;
use crate::rules::draughts::chains;
use crate::rules::{Bitboard, Move, MoveKind, Square};

pub use games::{GAMES, Game, Variant};
pub use record::{PositionError, Record};

use diagram::Diagram;
use supplement::{Countdown, ForbiddenMove};
use view::Supplement;
use window::Window;

/// What people see of a game.
pub trait Show: Notation {
    /// The name for people.
    const TITLE: &'static str;

    /// What a neutral obstacle is called, if the game has any.
    const NEUTRAL: Option<&'static str> = None;

    /// How XBoard is to show the game; `None` for the one that it knows.
    const WINDOW: Option<&'static Window> = Some(&Window::USUAL);

    /// The board or boards, for drawing.
    fn diagrams(&self) -> Vec<Diagram> {
        vec![Diagram::of_board(self.board())]
    }

    /// The event that comes by itself, if the game has one.
    fn countdown(&self) -> Option<Countdown> {
        None
    }

    /// What players are told besides the boards and that event.
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
