//! The page that lists games, and where their pages lie.

use std::fmt::Write as _;

use crate::pgn::PgnGame;

use super::{MOST_OF_TAG, cut, document, escaped, player, reason, tag};

/// A game in the list of games.
#[derive(Clone, Debug)]
pub struct IndexEntry {
    /// The file of its page, in the same folder.
    pub file: String,
    /// What stands in the cells: round, White, Black, result, moves, end.
    cells: [String; 6],
}

impl IndexEntry {
    /// The entry of a game.
    pub fn of(game: &PgnGame) -> IndexEntry {
        let round = tag(game, "Round").unwrap_or_else(|| "-".to_owned());
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || "-.".contains(*letter);
        let name: String = round.chars().filter(is_plain).collect();
        IndexEntry {
            file: format!("game-{}.html", name.trim_matches('.')),
            cells: [
                round,
                player(game, "White"),
                player(game, "Black"),
                cut(&game.result, MOST_OF_TAG),
                game.plies().div_ceil(2).to_string(),
                reason(game).unwrap_or_default(),
            ],
        }
    }
}

/// The page that lists games and leads to theirs.
pub fn index(title: &str, entries: &[IndexEntry]) -> String {
    let mut rows = String::new();
    for IndexEntry { file, cells } in entries {
        let [round, rest @ ..] = cells.each_ref().map(|cell| escaped(cell));
        let rest: String = rest.map(|cell| format!("<td>{cell}</td>")).concat();
        let file = escaped(file);
        let _ = writeln!(
            rows,
            "<tr><td><a href=\"{file}\">{round}</a></td>{rest}</tr>"
        );
    }
    let title = cut(title, MOST_OF_TAG);
    let body = format!(
        include_str!("index.html"),
        title = escaped(&title),
        rows = rows,
    );
    document(&title, &body, None)
}
