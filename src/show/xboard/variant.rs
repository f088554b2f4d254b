//! The games by their names in XBoard's protocol.

use crate::show::{GAMES, Game};

/// The name of a game in XBoard's `variant`.
pub fn variant_name(game: &Game) -> &'static str {
    game.window.map_or("normal", |_| game.name)
}

/// The game with this name in XBoard's `variant`.
pub fn game_of_variant(name: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| variant_name(game) == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::rules::Square;
    use crate::show::xboard::picture::{Picture, position, window_fen};

    use super::*;

    #[test]
    fn every_game_has_a_picture_of_all_that_its_positions_show() {
        assert_eq!(
            GAMES[0].window, None,
            "XBoard knows orthodox chess and its six kinds"
        );
        for game in &GAMES {
            let Some(window) = game.window else {
                continue;
            };
            let letters: Vec<char> = window.pictures.chars().filter(|&c| c != '.').collect();
            let distinct: HashSet<char> = letters.iter().copied().collect();
            assert_eq!(distinct.len(), letters.len(), "{}", game.name);
            let mut record = game.open();
            for fen in game.sample_fens {
                record.set_position(Some(fen), &[]).unwrap();
                let converted = window_fen(game, fen).unwrap();
                let back = position(game, &converted).unwrap();
                assert_eq!(back.fen(), record.fen(), "{converted}");
                let picture = Picture::of(&record.diagrams(), Some(window));
                for letter in Square::ALL.into_iter().filter_map(|s| picture.letter(s)) {
                    let shown = distinct.contains(&letter.to_ascii_uppercase());
                    assert!(shown, "{}: {letter}", game.name);
                }
            }
        }
    }
}
