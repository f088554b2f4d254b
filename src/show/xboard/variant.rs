//! The games by their names in XBoard's protocol.

use crate::show::Variant;

/// What XBoard calls orthodox chess.
pub const NORMAL: &str = "normal";

/// The name in XBoard's `variant`.
pub fn variant_name(variant: Variant) -> &'static str {
    match variant.game.window {
        None if !variant.chess960 => NORMAL,
        _ => variant.name(),
    }
}

/// What XBoard's `variant` calls so.
pub fn variant_of_name(name: &str) -> Option<Variant> {
    all().find(|&variant| variant_name(variant) == name)
}

/// All that XBoard can be told to play.
pub fn all() -> impl Iterator<Item = Variant> {
    Variant::names().into_iter().filter_map(Variant::named)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::rules::Square;
    use crate::show::GAMES;
    use crate::show::xboard::picture::{Picture, position, window_fen};

    use super::{all, variant_name, variant_of_name};

    #[test]
    fn names_are_read_as_they_are_written() {
        for variant in all() {
            let read = variant_of_name(variant_name(variant)).unwrap();
            assert_eq!(read.name(), variant.name());
        }
        assert_eq!(variant_of_name("normal").unwrap().name(), "chess");
        assert!(variant_of_name("chess").is_none());
    }

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
