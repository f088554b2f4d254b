//! Evaluation of orthodox chess.

use crate::rules::chess::Chess;
use crate::rules::{Bitboard, Move, Position, Role};

use super::exchange::{self, RoleValues};
use super::score::{Score, score};
use super::{Evaluate, FULL_PHASE, Term, terms};

const VALUES: [Score; Role::COUNT] = [
    score(85, 105),
    score(330, 300),
    score(345, 315),
    score(470, 530),
    score(980, 960),
    score(0, 0),
    score(0, 0),
];

const EXCHANGE_VALUES: RoleValues = [100, 320, 330, 500, 950, 0, 0];

impl Evaluate for Chess {
    fn visit_terms(&self, mut visit: impl FnMut(Term)) {
        let board = self.board();
        visit(Term::of("material", |color| {
            terms::material(board, &VALUES, color)
        }));
    }

    fn phase(&self) -> i32 {
        FULL_PHASE
    }

    fn gain(&self, m: Move) -> i32 {
        exchange::gain(self.board(), &EXCHANGE_VALUES, m)
    }

    fn exchange_reaches(&self, m: Move, threshold: i32) -> bool {
        exchange::orthodox(
            self.board(),
            Bitboard::EMPTY,
            &EXCHANGE_VALUES,
            m,
            threshold,
        )
    }
}
