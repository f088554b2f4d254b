//! A game, a FEN (the start position if it is empty), moves by their number among the
//! legal ones, and a text as a move: what is played is sound, and the text is refused or
//! names a legal move.

#![no_main]

use galaverna::notation::Notation;
use galaverna::search::parameters::Searchable;
use galaverna::show::Game;
use galaverna::show::Show;
use galaverna::show::typed_move;
use galaverna::show::xboard::moves::WindowMoves;
use galaverna::training::written_move::WrittenMove;
use galaverna::with_type_of;
use galaverna_fuzz::{game_of, position, split_at_byte, text};
use libfuzzer_sys::fuzz_target;

/// No game is played longer: each ply costs much.
const PLIES: usize = 40;

fn check<P: Searchable + Show>(fen: &str, choices: &[u8], text: &str) {
    let fen = match fen {
        "" => P::START_FEN,
        fen => fen,
    };
    let Ok(mut position) = P::from_fen(fen) else {
        return;
    };
    let mut evaluator = P::evaluator();
    for &choice in choices.iter().take(PLIES) {
        let moves = position.legal_moves();
        if moves.is_empty() || position.variant_end().is_some() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        check_written(&position, m);
        position::play(&mut position, m, &mut evaluator);
    }
    check_text(&position, text);
    check_window::<P>(&position.fen(), text);
}

/// A move is the same in a file of games.
fn check_written<P: Notation>(position: &P, m: galaverna::rules::Move) {
    let written = WrittenMove::new(m);
    let mut bytes = Vec::new();
    written.encode(&mut bytes);
    let mut rest = bytes.as_slice();
    let read = WrittenMove::decode(&mut rest);
    assert!(rest.is_empty());
    assert_eq!(read.and_then(|read| read.find(position)), Some(m));
}

fn check_text<P: Notation>(position: &P, text: &str) {
    let read = [position.parse_coordinates(text), position.parse_san(text)];
    for m in read.into_iter().flatten() {
        assert!(position.legal_moves().contains(&m));
    }
    if let Some(Ok(after)) = position.agreement(text) {
        let again: P = position::read(&after.fen());
        assert_eq!((again.fen(), again.key()), (after.fen(), after.key()));
    }
}

/// What XBoard is told of each move is that move, and what it says is one or refused.
fn check_window<P: Searchable + Show>(fen: &str, text: &str) {
    let game = Game::named(P::NAME).expect("it");
    let mut record = game.open();
    record.set_position(Some(fen), &[]).expect("our own FEN");
    let window = game.window;
    let moves = WindowMoves::of(record.as_ref(), window);
    for m in moves.iter() {
        let found = moves.find(record.as_ref(), &m.text());
        assert_eq!(found.map(|found| found.m), Ok(m.m), "{fen} {}", m.text());
    }
    if let Ok(m) = moves.find(record.as_ref(), text) {
        assert!(record.find_move(&m.m.to_string()) == Ok(m.m));
    }
    if let Ok(m) = typed_move::read(record.as_ref(), text) {
        record.play(&m.to_string()).expect("a move that was read");
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((&game, rest)) = data.split_first() else {
        return;
    };
    let (fen, rest) = split_at_byte(rest, b'\n');
    let (choices, rest) = split_at_byte(rest, b'\n');
    let (fen, text) = (text(fen), text(rest));
    with_type_of!(game_of(game), P => check::<P>(&fen, choices, &text));
});
