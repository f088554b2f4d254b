//! Ice Age Chess: the ice cubes, and when the ice comes.

use crate::rules::iceage::{IceAge, MOVES_BETWEEN_ICE_AGES};
use crate::rules::{Bitboard, Position};

use super::Show;
use super::diagram::{Cell, Diagram};
use super::forbidden;
use super::supplement::{Countdown, EventWords, ForbiddenMove};
use super::window::Window;

const EVENT_WORDS: EventWords = EventWords {
    title: "Ice Age",
    name: "the ice",
    lose: "freeze",
    lost: "froze",
    why: "stands alone",
};

/// Cubes are Black's towers for XBoard, which lets either side take them where the
/// engine says so.
const WINDOW: Window = Window {
    pictures: "PNBRQ....................CK",
    // A move that cannot be made: cubes give no check.
    moves: &[('C', "mcpW")],
    neutral: Some('c'),
    second_board: &[],
    changes_by_itself: true,
    jumper: None,
};

impl Show for IceAge {
    const TITLE: &'static str = "Ice Age Chess";

    const NEUTRAL: Option<&'static str> = Some("cube");

    const WINDOW: Option<&'static Window> = Some(&WINDOW);

    fn diagrams(&self) -> Vec<Diagram> {
        let mut diagram = Diagram::of_board(self.board());
        for square in self.cubes() {
            diagram.cells[square.to_usize()] = Cell::Neutral;
        }
        vec![diagram]
    }

    fn countdown(&self) -> Option<Countdown> {
        let plies = self.plies_to_ice_age();
        Some(Countdown {
            words: EVENT_WORDS,
            plies,
            after_move: self.state().fullmove_number + (plies - 1) / 2,
            period: MOVES_BETWEEN_ICE_AGES,
            lost: self.isolated(),
            spared: self.sheltered(),
        })
    }

    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        let occupied = self.board().occupied() | self.cubes();
        forbidden::exposing_moves(self, Bitboard::FULL, occupied)
    }
}
