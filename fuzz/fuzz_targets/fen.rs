//! Any text as a FEN of every game: it is refused, or the position is sound.

#![no_main]

use galaverna::notation::fen::flipped;
use galaverna::search::parameters::Searchable;
use galaverna::show::GAMES;
use galaverna::show::Show;
use galaverna::with_type_of;
use galaverna_fuzz::position;
use libfuzzer_sys::fuzz_target;

fn check<P: Searchable + Show>(fen: &str) {
    let Ok(read) = P::from_fen(fen) else {
        return;
    };
    position::check(&read);
    let written = read.fen();
    if let Ok(other) = P::from_fen(&flipped(&written)) {
        let back: P = position::read(&flipped(&other.fen()));
        assert_eq!(back.fen(), written, "{}", other.fen());
    }
}

fuzz_target!(|text: &str| {
    for game in &GAMES {
        with_type_of!(game, P => check::<P>(text));
    }
});
