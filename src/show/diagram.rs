//! A board as a picture without form: what is on each square.

use shakmaty::Square;

use crate::rules::{Board, Piece};

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece.
    Piece(Piece),
    /// A neutral obstacle, such as an ice cube.
    Neutral,
}

/// One board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What to write above, where a game has several boards.
    pub title: Option<&'static str>,
    /// The squares a1, b1 … h8.
    pub cells: [Cell; 64],
}

impl Diagram {
    /// All pieces of a board, nothing else.
    pub fn of_board(board: &Board) -> Diagram {
        Diagram {
            title: None,
            cells: std::array::from_fn(|index| {
                board
                    .piece_at(Square::new(index as u32))
                    .map_or(Cell::Empty, Cell::Piece)
            }),
        }
    }

    /// What is on a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.to_usize()]
    }
}
