//! Move counts and texts of the positions in `tests/data/perft`.

use galaverna::host::Interrupt;
use galaverna::notation::Notation;
use galaverna::rules::perft::{divide, perft};

use crate::common::{perft_lines, position};

for_each_game!(
    counts_of_all_depths_are_right,
    division_adds_up,
    texts_are_canonical
);

fn counts_of_all_depths_are_right<P: Notation>() {
    let mut checked = 0;
    for (fen, counts) in perft_lines(P::NAME) {
        let start: P = position(&fen);
        for (depth, count) in counts {
            assert_eq!(perft(&start, depth), count, "{fen}, depth {depth}");
            checked += 1;
        }
    }
    assert!(checked >= 29, "only {checked} counts in the data");
}

fn division_adds_up<P: Notation>() {
    for (fen, counts) in perft_lines(P::NAME) {
        let start: P = position(&fen);
        for (depth, count) in counts.into_iter().take(2) {
            let parts = divide(&start, depth, &Interrupt::default()).expect("not interrupted");
            assert_eq!(parts.len(), start.legal_moves().len(), "{fen}");
            let sum: u64 = parts.into_iter().map(|(_, part)| part).sum();
            assert_eq!(sum, count, "{fen}, depth {depth}");
        }
    }
}

fn texts_are_canonical<P: Notation>() {
    assert_eq!(P::start().fen(), P::START_FEN);
    for (fen, _) in perft_lines(P::NAME) {
        let first: P = position(&fen);
        assert_eq!(first.fen(), fen);
        let again: P = position(&first.fen());
        assert_eq!(again.fen(), fen);
        assert_eq!(again.key(), first.key(), "{fen}");
    }
}
