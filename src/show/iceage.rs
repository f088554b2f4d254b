//! Ice Age Chess: the ice cubes, and when the ice comes.

use crate::rules::iceage::{IceAge, MOVES_BETWEEN_ICE_AGES};
use crate::rules::{Bitboard, Position, Square};

use super::Show;
use super::diagram::{Cell, Diagram};
use super::forbidden;
use super::supplement::{Countdown, EventWords, ForbiddenMove, Supplement};

const EVENT_WORDS: EventWords = EventWords {
    title: "The Ice Age",
    name: "the ice",
    lose: "freeze",
    lost: "froze",
    why: "stands alone",
};

impl Show for IceAge {
    const TITLE: &'static str = "Ice Age Chess";

    const NEUTRAL: Option<&'static str> = Some("cube");

    fn diagrams(&self) -> Vec<Diagram> {
        let mut diagram = Diagram::of_board(self.board());
        for square in self.cubes() {
            diagram.cells[square.to_usize()] = Cell::Neutral;
        }
        vec![diagram]
    }

    fn status(&self) -> Option<String> {
        let plies = self.plies_to_ice_age();
        let number = self.fullmove_number() + (plies - 1) / 2;
        let squares = |squares: Bitboard| -> String {
            let names: Vec<String> = squares.into_iter().map(|s: Square| s.to_string()).collect();
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(" ")
            }
        };
        Some(format!(
            "Ice Age: after Black's move {number}, {plies} plies to go; isolated now: {}",
            squares(self.isolated())
        ))
    }

    fn supplement(&self) -> Supplement {
        let plies = self.plies_to_ice_age();
        Supplement {
            countdown: Some(Countdown {
                words: EVENT_WORDS,
                plies,
                after_move: self.fullmove_number() + (plies - 1) / 2,
                period: MOVES_BETWEEN_ICE_AGES,
                lost: self.isolated(),
                spared: self.sheltered(),
            }),
            ..Supplement::default()
        }
    }

    fn forbidden_moves(&self) -> Vec<ForbiddenMove> {
        let occupied = self.board().occupied() | self.cubes();
        forbidden::exposing_moves(self, Bitboard::FULL, occupied)
    }
}
