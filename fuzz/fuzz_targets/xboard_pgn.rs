//! A legal game, written for XBoard and read again, is the same game.

#![no_main]

use galaverna::pgn::{PgnGame, PgnMove, for_window, joined, read, replay};
use galaverna_fuzz::{game_of, split_at_byte, text};
use libfuzzer_sys::fuzz_target;

/// No game is played longer: reading it again costs much.
const PLIES: usize = 60;

/// A game from a FEN, whose moves are chosen by number.
fn game(name: u8, fen: &str, choices: &[u8]) -> Option<PgnGame> {
    let game = game_of(name);
    let mut session = game.open();
    let fen = Some(fen).filter(|fen| !fen.is_empty());
    session.set_position(fen, &[]).ok()?;
    let mut pgn = PgnGame::default();
    pgn.set_tag("Variant", game.name);
    pgn.set_start(game, Some(&session.fen()));
    for &choice in choices.iter().take(PLIES) {
        let moves = session.legal_moves();
        if moves.is_empty() || session.outcome().is_some() {
            break;
        }
        let chosen = moves[usize::from(choice) % moves.len()];
        let text = session.san(chosen);
        let san = session.play(&chosen.to_string()).expect("a legal move");
        assert_eq!(san, text);
        pgn.moves.push(PgnMove {
            san,
            ..PgnMove::default()
        });
    }
    let outcome = session.outcome();
    pgn.result = outcome.map_or("*", |outcome| outcome.result()).to_owned();
    pgn.set_tag("Result", &pgn.result.clone());
    Some(pgn)
}

fuzz_target!(|data: &[u8]| {
    let Some((&name, rest)) = data.split_first() else {
        return;
    };
    let (fen, choices) = split_at_byte(rest, b'\n');
    let Some(pgn) = game(name, &text(fen), choices) else {
        return;
    };
    let played = replay(&pgn).expect("a legal game");
    let parts = for_window(&pgn).expect("a legal game");
    let written: String = parts.iter().map(PgnGame::to_string).collect();
    let games = read(&written).into_iter();
    let games = games.map(|game| game.expect("a game that we have written"));
    let whole = joined(games.collect());
    let [whole] = &whole[..] else {
        panic!("{} games\n{written}", whole.len());
    };
    let again = replay(whole).expect("the same game");
    assert_eq!(again.sans, played.sans, "{written}");
    assert_eq!(again.session.fen(), played.session.fen());
    assert_eq!(whole.result, pgn.result);
});
