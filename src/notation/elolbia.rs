//! Elolbian Chess: the queen exchange is written `exchange:c3a3e5/f6h6d4`.

use crate::rules::elolbia::Elolbia;

use super::Notation;

impl Notation for Elolbia {
    const START_FEN: &'static str =
        "krmmMMRQ/nbm2MBN/mm4MM/m6M/M6m/MM4mm/NBM2mbn/KRMMmmrq w - - 0 1";

    const SAMPLE_FENS: &'static [&'static str] = &[
        "krmmMMRQ/nbm2MBN/mm4MM/m6M/M6m/MM4mm/NBM2mbn/KRMMmmrq w - - 0 1",
        "krmmMMRQ/n1m3MN/mm1B3M/m6M/M1MmM1mm/MM3n1m/NB4b1/KR1Mm1rq w - - 0 9",
        "k1rmM1RQ/mbmm1M1m/1mN1M1M1/3mB2M/M5n1/M3m1mm/1BnM1m2/KRM2mqr w - - 3 22",
        "k2m1MRQ/1m2MM1N/7M/1mM5/b2n1q1m/MM2BMrm/3M3n/K1MMmm2 w - - 1 37",
        "8/1m3M1m/3R3M/1k1K3m/3R4/8/8/M2M4 w - - 3 139",
    ];

    const AGREEMENT: Option<&'static str> = Some("exchange:");
}
