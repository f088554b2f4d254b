//! Any text as a FEN of every game: it is refused, or the position is sound.

#![no_main]

use galaverna::engine::registry::GameVisitor;
use galaverna::notation::fen::flipped;
use galaverna::search::parameters::Searchable;
use galaverna::show::Show;
use galaverna_fuzz::{position, with_every_game};
use libfuzzer_sys::fuzz_target;

#[derive(Clone, Copy)]
struct Check<'a>(&'a str);

impl GameVisitor for Check<'_> {
    type Output = ();

    fn visit<P: Searchable + Show>(self) {
        let Ok(read) = P::from_fen(self.0) else {
            return;
        };
        position::check(&read);
        let fen = read.fen();
        if let Ok(other) = P::from_fen(&flipped(&fen)) {
            let back: P = position::read(&flipped(&other.fen()));
            assert_eq!(back.fen(), fen, "{}", other.fen());
        }
    }
}

fuzz_target!(|text: &str| with_every_game(Check(text)));
