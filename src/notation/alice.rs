//! Alice Chess: SAN ends with the board that a piece goes to.

use crate::rules::Move;
use crate::rules::alice::{Alice, Plane};

use super::Notation;

impl Notation for Alice {
    const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    const SAMPLE_FENS: &'static [&'static str] = &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkb1r/ppp1p1pp/7|n/3|p4/4|p1|Q1/2|N5/PPPP1PPP/R1B1KBNR b KQkq - 1 6",
        "r1b1k2r/1pp2pp1/2|n1|p|n1|p/1|BP|p4/p3|P3/|P1|N2|P1|N/|R1P|q2PP/2BQK2R w Kkq - 2 10",
        "2|k|r2n1/p3|b3/|n4|p2/P1|p|p1P1|p/|Qp6/2|P5/1P1PP1PN/1N|q1KB1R w K - 3 19",
        "1n6/R7/|p1k5/P|p3pp1/1pP1|p|P1p/4|n2|P/3PP3/4K1|B1 w - - 4 39",
    ];

    fn san_suffix(&self, m: Move) -> &'static str {
        match self.plane_of(m.from()) {
            Plane::A => "/B",
            Plane::B => "/A",
        }
    }
}
