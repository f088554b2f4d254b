//! A board as a picture without form: what is on each square.

use shakmaty::Square;

use crate::rules::changes::NEUTRAL;
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

impl Cell {
    /// The letter of FEN, unless it is empty.
    pub fn letter(self) -> Option<char> {
        match self {
            Cell::Empty => None,
            Cell::Piece(piece) => Some(piece.letter()),
            Cell::Neutral => Some(NEUTRAL),
        }
    }
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

    /// The letters of all squares from a1 to h8, `.` for an empty one.
    pub fn letters(&self) -> String {
        let cells = self.cells.into_iter();
        cells.map(|cell| cell.letter().unwrap_or('.')).collect()
    }

    /// What is on a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.to_usize()]
    }
}
