//! What the fuzz targets share.

pub mod position;
pub mod protocol;

use galaverna::show::{GAMES, Game};

/// The game that a byte chooses: the first letters of their names, and whatever else.
pub fn game_of(byte: u8) -> &'static Game {
    let named = |game: &&Game| game.name.as_bytes()[..2].contains(&byte);
    let found = match byte {
        b'u' => Game::named("clupso"),
        _ => GAMES.iter().find(named),
    };
    found.unwrap_or(&GAMES[usize::from(byte) % GAMES.len()])
}

/// The bytes up to the first of this kind, and those behind it.
pub fn split_at_byte(bytes: &[u8], byte: u8) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&other| other == byte) {
        Some(place) => (&bytes[..place], &bytes[place + 1..]),
        None => (bytes, &[]),
    }
}

/// A text of which nothing but the valid characters counts.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
