//! The page that lists games, and where their pages lie.

use crate::pgn::PgnGame;

use super::{MOST_OF_TAG, cut, document, escaped, player, reason, tag};

/// A game in the list of games.
#[derive(Clone, Debug)]
pub struct IndexEntry {
    /// The file of its page, in the same folder.
    pub file: String,
    round: String,
    white: String,
    black: String,
    result: String,
    moves: usize,
    end: String,
}

impl IndexEntry {
    /// The entry of a game.
    pub fn of(game: &PgnGame) -> IndexEntry {
        let round = tag(game, "Round").unwrap_or_else(|| "-".to_owned());
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || "-.".contains(*letter);
        let name: String = round.chars().filter(is_plain).collect();
        IndexEntry {
            file: format!("game-{}.html", name.trim_matches('.')),
            round,
            white: player(game, "White"),
            black: player(game, "Black"),
            result: cut(&game.result, MOST_OF_TAG),
            moves: game.plies().div_ceil(2),
            end: reason(game).unwrap_or_default(),
        }
    }

    /// Round and game as numbers: games may have ended in another order.
    fn order(&self) -> Vec<u64> {
        let numbers = self.round.split('.');
        numbers.map_while(|number| number.parse().ok()).collect()
    }

    fn row(&self) -> String {
        let player = |name: &str, win: &str| {
            let won = if self.result == win {
                " class=\"won\""
            } else {
                ""
            };
            format!("<td{won}>{}</td>", escaped(name))
        };
        format!(
            "<tr><td><a href=\"{}\">{}</a></td>{}{}<td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(&self.file),
            escaped(&self.round),
            player(&self.white, "1-0"),
            player(&self.black, "0-1"),
            escaped(&self.result.replace("1/2-1/2", "½-½").replace('-', "–")),
            self.moves,
            escaped(&self.end),
        )
    }
}

/// A player's score in all games.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The name.
    pub player: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Standing {
    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn row(&self) -> String {
        let share = 100.0 * self.points() / self.games().max(1) as f64;
        format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1}</td><td>{share:.1} %</td></tr>\n",
            escaped(&cut(&self.player, MOST_OF_TAG)),
            self.games(),
            self.wins,
            self.draws,
            self.losses,
            self.points(),
        )
    }
}

/// The page that lists the standings, with what else is reported of them, and the games,
/// and leads to theirs.
pub fn index(title: &str, entries: &[IndexEntry], standings: &[Standing], report: &str) -> String {
    let mut entries: Vec<&IndexEntry> = entries.iter().collect();
    entries.sort_by_key(|entry| entry.order());
    let rows: String = entries.into_iter().map(IndexEntry::row).collect();
    let standings: String = standings.iter().map(Standing::row).collect();
    let standings = match standings.is_empty() {
        true => String::new(),
        false => format!(
            include_str!("standings.html"),
            rows = standings,
            report = escaped_lines(report)
        ),
    };
    let title = cut(title, MOST_OF_TAG);
    let body = format!(
        include_str!("index.html"),
        title = escaped(&title),
        standings = standings,
        rows = rows,
    );
    document(&title, &body, None)
}

/// Text of several lines that is only text.
fn escaped_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    lines.join("\n")
}
