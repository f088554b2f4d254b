//! Clupso Chess.

use crate::rules::clupso::Clupso;

use super::Notation;

impl Notation for Clupso {
    const START_FEN: &'static str = "rnbqmbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQMBNR w - - 0 1";

    const SAMPLE_FENS: &'static [&'static str] = &[
        "rnbqmbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQMBNR w - - 0 1",
        "rmb1mb1r/m1m1Nmmm/4m2n/2n3B1/2q5/2NM4/MMM1MMMM/R1Q1MB1R w - - 3 11",
        "rn1m3m/1m6/4mm2/mBb2nm1/M5r1/R1qbM1N1/1MM4M/1NBMM2R w - - 14 40",
        "5br1/3mm1mm/m1m4m/2MBn3/3M4/1MB5/1R2m1MM/8 w - - 15 86",
        "8/M1m4m/8/7m/3B3m/3n4/2n5/8 w - - 4 62",
    ];
}
