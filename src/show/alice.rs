//! Alice Chess: two boards, each of which closes squares of the other.

use crate::rules::Position;
use crate::rules::alice::{Alice, Plane};

use super::Show;
use super::diagram::{Cell, Diagram};
use super::forbidden;
use super::supplement::{ForbiddenMove, Reason};
use super::window::Window;

/// The pieces of board B have names of their own: foot, horse, alfil, tower, dame and
/// monarch.
const WINDOW: Window = Window {
    pictures: "PNBRQ.....F..ATDH....MK",
    moves: &[
        ('F', "fmWfceFifmnD"),
        ('H', "N"),
        ('A', "B"),
        ('T', "R"),
        ('D', "Q"),
        ('M', "K"),
    ],
    neutral: None,
    second_board: &[
        ('P', 'F'),
        ('N', 'H'),
        ('B', 'A'),
        ('R', 'T'),
        ('Q', 'D'),
        ('K', 'M'),
    ],
    changes_by_itself: false,
    jumper: None,
};

impl Show for Alice {
    const TITLE: &'static str = "Alice Chess";

    const WINDOW: Option<&'static Window> = Some(&WINDOW);

    fn diagrams(&self) -> Vec<Diagram> {
        [(Plane::A, "Board A"), (Plane::B, "Board B")]
            .into_iter()
            .map(|(plane, title)| {
                let mut diagram = Diagram::of_board(self.board());
                diagram.title = Some(title);
                for elsewhere in self.pieces_on(plane.other()) {
                    diagram.cells[elsewhere.to_usize()] = Cell::Empty;
                }
                diagram
            })
            .collect()
    }

    /// A piece's moves on its own board, where the other board or the king forbids them.
    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        let occupied = self.board().occupied();
        [Plane::A, Plane::B]
            .into_iter()
            .flat_map(|plane| {
                let beside = self.pieces_on(plane);
                let closed = forbidden::moves_to(self, beside, beside, occupied & !beside);
                let closed = closed.map(|(from, to)| ForbiddenMove {
                    from,
                    to,
                    reason: Reason::ClosedBeyond,
                });
                let mut moves: Vec<ForbiddenMove> = closed.collect();
                let exposing = forbidden::exposing_moves(self, beside, beside).into_iter();
                moves
                    .extend(exposing.filter(|m| beside.contains(m.to) || !occupied.contains(m.to)));
                moves
            })
            .collect()
    }
}
