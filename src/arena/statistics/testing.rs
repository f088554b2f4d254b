//! Games for tests, in a line each.

use super::{GameSummary, Standings};

/// The game of a line `ROUND WHITE BLACK RESULT`.
pub fn game(line: &str) -> GameSummary {
    let mut words = line.split_whitespace().map(str::to_owned);
    let mut next = || words.next().expect("four words");
    GameSummary {
        round: next(),
        white: next(),
        black: next(),
        half_points: GameSummary::half_points_of(&next()),
        reason: "checkmate".to_owned(),
        plies: 80,
        seconds: 4.0,
    }
}

/// Standings with these games.
pub fn standings(lines: &[&str]) -> Standings {
    let mut standings = Standings::new(None);
    lines.iter().for_each(|line| standings.add(game(line)));
    standings
}
