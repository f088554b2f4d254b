//! Ice Age Chess.

use crate::rules::iceage::IceAge;

use super::Notation;

impl Notation for IceAge {
    const START_FEN: &'static str =
        "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    const SAMPLE_FENS: &'static [&'static str] = &[
        "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rn1qkbnr/pb1p2p1/pp**pp1*/*******p/**PP****/*P1B***N/PP3PPP/RNBQK2R w KQkq - 0 8",
        "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20",
        "r2qr1k1/pb**bp1p/1pn**np1/2ppp***/**PP1***/1PN1PN**/PB**BPPP/R2Q1RK1 w - - 4 13",
        "2b*****/R*prkP**/**p1*2p/**q1**2/**p**p**/****P*n*/NPP*1*K*/**B**1** w - - 0 46",
    ];
}
