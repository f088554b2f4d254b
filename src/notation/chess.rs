//! Orthodox chess.

use crate::rules::Position;
use crate::rules::chess::Chess;

use super::{FenError, Notation, fen};

impl Notation for Chess {
    const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    const SAMPLE_FENS: &'static [&'static str] = &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1b1kbnr/ppp3pp/3qp3/5pNn/1PpPP3/5P2/P1P3PP/RNB1KQ1R b KQkq d3 0 12",
        "6n1/n4r1r/1pNp2p1/p7/3PKp1k/P4P1b/RP1N2PP/2B2R2 w - - 2 36",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    fn read_fen(&self, fen: &str) -> Result<Chess, FenError> {
        let setup = match self.is_chess960() {
            true => fen::read_chess960(fen, &Chess::MATERIAL)?,
            false => fen::read(fen, &Chess::MATERIAL)?,
        };
        Ok(Chess::from_setup(&setup)?)
    }
}
