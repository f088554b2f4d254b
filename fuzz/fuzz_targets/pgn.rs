//! Any text as PGN: what is read is the same when it is written and read again, for
//! Galaverna and for XBoard, and can be counted and shown.

#![no_main]

use galaverna::arena::merge::summary;
use galaverna::arena::statistics::Standings;
use galaverna::board::game_page;
use galaverna::pgn::{PgnGame, for_window, joined, read, read_located, replay};
use libfuzzer_sys::fuzz_target;

fn only_game(text: &str) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).expect("a game that we have written")
}

fn check(game: &PgnGame) {
    let text = game.to_string();
    let read = only_game(&text);
    assert_eq!(read.result, game.result);
    // Braces in comments become parentheses.
    if !text.contains(['(', ')']) {
        assert_eq!((&read.moves, &read.comment), (&game.moves, &game.comment));
    }
    let text = read.to_string();
    let again = only_game(&text);
    assert_eq!((&again, again.to_string()), (&read, text));
    let Ok(played) = replay(game) else {
        return;
    };
    let mut canonical = game.clone();
    for (m, san) in canonical.moves.iter_mut().zip(&played.sans) {
        m.san.clone_from(san);
    }
    let replayed = replay(&only_game(&canonical.to_string())).expect("a legal game");
    assert_eq!(replayed.sans, played.sans);
    assert_eq!(replayed.session.fen(), played.session.fen());
    game_page::page(game).expect("a legal game can be shown");
    check_window(game, &played.sans);
}

/// XBoard's file has the same moves. What it does not know are agreements, and that a
/// game begins where it always does.
fn check_window(game: &PgnGame, sans: &[String]) {
    let parts = for_window(game).expect("a legal game");
    let text: String = parts.iter().map(PgnGame::to_string).collect();
    let read = read(&text).into_iter();
    let read: Vec<PgnGame> = read.map(|game| game.expect("a game")).collect();
    assert_eq!(read.len(), parts.len(), "{text}");
    let moves = |games: &[PgnGame]| -> Vec<String> {
        let games = games.iter().map(|game| replay(game).expect("a legal part"));
        games.flat_map(|game| game.sans).collect()
    };
    let plies: Vec<&String> = sans.iter().filter(|san| !san.contains(':')).collect();
    assert_eq!(moves(&read).iter().collect::<Vec<_>>(), plies, "{text}");
    joined(read);
}

fuzz_target!(|text: &str| {
    let mut standings = Standings::new(None);
    let mut end = 0;
    for located in read_located(text) {
        assert!(end <= located.bytes.start && located.bytes.start < located.bytes.end);
        end = located.bytes.end;
        let before = text.as_bytes()[..located.bytes.start].iter();
        let lines = before.filter(|&&byte| byte == b'\n').count();
        assert_eq!(located.line, lines + 1);
        assert!(text.is_char_boundary(located.bytes.start) && text.is_char_boundary(end));
        if let Ok(game) = &located.game {
            check(game);
            standings.add(summary(game));
        }
    }
    standings.report();
});
