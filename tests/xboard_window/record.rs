//! What the window's record and dialogue say of a game, for comparison with the
//! rules.

use galaverna::notation::Notation;

/// The FENs of the games in a PGN.
pub fn fens(pgn: &str) -> Vec<&str> {
    tags(pgn, "FEN")
}

/// The results of the games in a PGN.
pub fn results(pgn: &str) -> Vec<&str> {
    tags(pgn, "Result")
}

fn tags<'a>(pgn: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("[{name} \"");
    let lines = pgn.lines();
    lines
        .filter_map(|line| line.strip_prefix(start.as_str())?.strip_suffix("\"]"))
        .collect()
}

/// Plays a move in coordinate notation that must be legal.
pub fn play<P: Notation>(position: &mut P, text: &str) {
    let m = position
        .parse_coordinates(text)
        .unwrap_or_else(|error| panic!("{}: {text}: {error}", position.fen()));
    position.play(m);
}
