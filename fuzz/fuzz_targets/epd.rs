//! Any text as lines of EPD: a position that a game accepts is the same when it is
//! written as EPD and read again.

#![no_main]

use galaverna::notation::Notation;
use galaverna::notation::epd::Epd;
use galaverna::notation::moves::parse_any;
use galaverna::show::GAMES;
use galaverna::with_type_of;
use libfuzzer_sys::fuzz_target;

fn check<P: Notation>(epd: &Epd) {
    let Ok(position) = P::from_fen(&epd.fen) else {
        return;
    };
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let (four, counters) = fields.split_at(4);
    let [hmvc, fmvn] = counters else {
        panic!("six fields: {fen}");
    };
    let mut line = format!("{} hmvc {hmvc}; fmvn {fmvn};", four.join(" "));
    if let Some(id) = epd.operand("id").filter(|id| !id.contains('"')) {
        line.push_str(&format!(" id \"{id}\";"));
    }
    let again = Epd::parse(&line).expect("a line that we have written");
    assert_eq!(again.fen, fen, "{line}");
    if let Some(id) = epd.operand("id").filter(|id| !id.contains('"')) {
        assert_eq!(again.operand("id"), Some(id), "{line}");
    }
    assert_eq!(Epd::parse(&fen).map(|epd| epd.fen), Some(fen));
    let best = epd.operand("bm").unwrap_or_default();
    for m in best.split(' ').flat_map(|text| parse_any(&position, text)) {
        assert!(position.legal_moves().contains(&m));
    }
}

fuzz_target!(|text: &str| {
    for epd in text.lines().filter_map(Epd::parse) {
        for game in &GAMES {
            with_type_of!(game, P => check::<P>(&epd));
        }
    }
});
