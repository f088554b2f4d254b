//! Statistics as text, in fastchess's form.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::elo::{Sample, number};
use super::sprt::Sprt;
use super::standings::{Score, Standings};

impl Standings {
    /// The statistics, several lines: of the match for two players, otherwise a
    /// ranking and a cross-table.
    pub fn report(&self) -> String {
        let players = self.players();
        let mut lines = match (players.as_slice(), self.match_score()) {
            ([first, second], Some(score)) => {
                let mut lines = vec![format!("Results of {first} vs {second}:")];
                lines.extend(match_lines(&score));
                lines.extend(
                    self.sprt
                        .as_ref()
                        .map(|sprt| sprt_line(sprt, &score.sample())),
                );
                lines
            }
            ([], _) => vec!["No games".to_owned()],
            (players, _) => {
                let mut lines = vec![format!("Games: {}", self.games().count())];
                lines.extend(self.ranking(players));
                lines
            }
        };
        lines.extend(self.ends());
        lines.join("\n")
    }

    /// Players by points a game with their Elo against the field, and the scores
    /// of each against each.
    fn ranking(&self, players: &[&str]) -> Vec<String> {
        let mut ranked: Vec<(&str, Score)> = players
            .iter()
            .map(|&player| (player, self.score(player)))
            .collect();
        let rate = |score: &Score| score.points() / score.games().max(1) as f64;
        ranked.sort_by(|(one, score), (other, other_score)| {
            let by_points = rate(other_score).total_cmp(&rate(score));
            by_points.then_with(|| one.cmp(other))
        });
        let mut header: Vec<String> = ["Rank", "Name", "Elo", "nElo", "Games", "Points", "%"]
            .map(str::to_owned)
            .to_vec();
        header.extend((1..=ranked.len()).map(|rank| rank.to_string()));
        let table = self.table();
        let mut rows = vec![header];
        for (rank, (player, score)) in ranked.iter().enumerate() {
            let sample = score.sample();
            let mut row = vec![
                (rank + 1).to_string(),
                (*player).to_owned(),
                sample.elo().to_string(),
                sample.normalized_elo().to_string(),
                score.games().to_string(),
                number(score.points(), 1),
                percent(score.points(), score.games()),
            ];
            row.extend(ranked.iter().map(|(opponent, _)| {
                let score = table.get(player).and_then(|row| row.get(opponent));
                score.map_or_else(|| "-".to_owned(), cell)
            }));
            rows.push(row);
        }
        aligned(&rows)
    }

    /// The reasons of game ends, the most frequent first, and averages.
    fn ends(&self) -> Vec<String> {
        let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut plies, mut seconds) = (0_u64, 0.0);
        for game in self.games() {
            *reasons.entry(&game.reason).or_default() += 1;
            plies += u64::from(game.plies);
            seconds += game.seconds;
        }
        let games: u64 = reasons.values().sum();
        if games == 0 {
            return Vec::new();
        }
        let mut reasons: Vec<(&str, u64)> = reasons.into_iter().collect();
        // A stable sort keeps equal numbers in the order of the words.
        reasons.sort_by_key(|&(_, count)| Reverse(count));
        let mut lines = vec!["Game ends:".to_owned()];
        lines.extend(
            reasons
                .iter()
                .map(|(why, count)| format!("{count:>8}  {why}")),
        );
        lines.push(format!(
            "Average: {} plies a game, {} s a move",
            number(plies as f64 / games as f64, 1),
            number(seconds / plies as f64, 3)
        ));
        lines
    }
}

/// From so many pairs (or single games) on it says something that they are all alike.
const FEW: u64 = 10;

fn match_lines(score: &Score) -> Vec<String> {
    let sample = score.sample();
    let mut elo = format!("Elo: {}, nElo: {}", sample.elo(), sample.normalized_elo());
    if !sample.elo().error.is_finite() {
        elo += match sample.total() {
            ..FEW => " (too few games to tell)",
            _ => " (all alike, so that there is no error to tell)",
        };
    }
    let superiority = 100.0 * sample.likelihood_of_superiority();
    let mut chances = format!("LOS: {} %", number(superiority, 2));
    let even = sample.counts()[sample.counts().len() / 2];
    let draws = 100.0 * even as f64 / sample.total() as f64;
    // Writing to a string cannot fail.
    let _ = write!(chances, ", DrawRatio: {} %", number(draws, 2));
    if let Sample::Pairs([lost, rather_lost, _, rather_won, won]) = sample {
        let ratio = (won + rather_won) as f64 / (lost + rather_lost) as f64;
        let _ = write!(chances, ", PairsRatio: {}", number(ratio, 2));
    }
    let games = format!(
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {} ({} %)",
        score.games(),
        score.wins,
        score.losses,
        score.draws,
        number(score.points(), 1),
        percent(score.points(), score.games())
    );
    let mut lines = vec![elo, chances, games];
    if let Sample::Pairs(pairs) = sample {
        let drawn = pairs[2] - score.won_and_lost;
        let ratio = score.won_and_lost as f64 / drawn as f64;
        let ratio = number(ratio, 2);
        lines.push(format!("Ptnml(0-2): {pairs:?}, WL/DD Ratio: {ratio}"));
    }
    lines
}

fn sprt_line(sprt: &Sprt, sample: &Sample) -> String {
    let (lower, upper) = sprt.bounds();
    let ratio = sprt.log_likelihood_ratio(sample);
    let way = 100.0 * ratio / if ratio < 0.0 { -lower } else { upper };
    format!(
        "LLR: {} ({}%) ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]",
        number(ratio, 2),
        number(way, 1),
        sprt.elo0,
        sprt.elo1
    )
}

/// Points of games in per cent.
fn percent(points: f64, games: u64) -> String {
    number(100.0 * points / games as f64, 2)
}

/// A score in a cross-table: points, and how many games.
fn cell(score: &Score) -> String {
    format!("{}/{}", number(score.points(), 1), score.games())
}

/// Rows with columns as wide as need be: names to the left, the others, which are
/// numbers, to the right.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells: Vec<String> = cells
            .map(|(column, (text, &width))| match column {
                1 => format!("{text:<width$}"),
                _ => format!("{text:>width$}"),
            })
            .collect();
        cells.join("  ")
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, standings};
    use super::super::{GameSummary, Sprt, Standings};

    /// The match of <https://chess.stackexchange.com/questions/45881>: 307 wins,
    /// 42 losses and 51 draws in pairs [4, 3, 34, 42, 117].
    fn published() -> Vec<GameSummary> {
        // 117 pairs 1 1, 42 pairs 1 ½, w pairs 1 0, d pairs ½ ½, 3 pairs 0 ½, 4
        // pairs 0 0: 234 + 42 + w wins make w = 31, so that d = 3.
        let mut games = Vec::new();
        let mut round = 0;
        for (count, results) in [
            (117, ["1-0", "0-1"]),
            (42, ["1-0", "1/2-1/2"]),
            (31, ["0-1", "0-1"]),
            (3, ["1/2-1/2", "1/2-1/2"]),
            (3, ["1/2-1/2", "1-0"]),
            (4, ["0-1", "1-0"]),
        ] {
            for _ in 0..count {
                round += 1;
                let [first, second] = results;
                games.push(game(&format!("{round}.1 New Old {first}")));
                games.push(game(&format!("{round}.2 Old New {second}")));
            }
        }
        games
    }

    #[test]
    fn a_match_that_fastchess_printed() {
        let sprt = Sprt::from_settings(["elo0=0", "elo1=5"]).unwrap();
        let mut standings = Standings::new(Some(sprt));
        published().into_iter().for_each(|game| standings.add(game));
        let report = standings.report();
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "Results of New vs Old:",
                "Elo: 277.00 +/- 40.90, nElo: 345.17 +/- 34.05",
                "LOS: 100.00 %, DrawRatio: 17.00 %, PairsRatio: 22.71",
                "Games: 400, Wins: 307, Losses: 42, Draws: 51, Points: 332.5 (83.12 %)",
                "Ptnml(0-2): [4, 3, 34, 42, 117], WL/DD Ratio: 10.33",
            ]
        );
        assert!(lines[5].starts_with("LLR: ") && lines[5].ends_with("(-2.94, 2.94) [0.00, 5.00]"));
        let ends = ["Game ends:", "     400  checkmate"];
        assert_eq!(lines[6..8], ends);
        assert_eq!(lines[8], "Average: 80.0 plies a game, 0.050 s a move");
    }

    #[test]
    fn a_missing_error_is_explained() {
        for (pairs, why) in [(4, "(too few games to tell)"), (40, "(all alike, so")] {
            let mut standings = Standings::new(None);
            for round in 1..=pairs {
                standings.add(game(&format!("{round}.1 New Old 1-0")));
                standings.add(game(&format!("{round}.2 Old New 1-0")));
            }
            let report = standings.report();
            assert!(report.contains("Elo: 0.00 +/- -, nElo: -"), "{report}");
            assert!(report.contains(why), "{report}");
        }
    }

    #[test]
    fn the_order_of_games_makes_no_difference() {
        let mut games = published();
        for (index, game) in games.iter_mut().enumerate() {
            game.seconds = 0.1 * index as f64;
            game.reason = format!("reason {}", index % 3);
        }
        let report = |games: &[GameSummary]| {
            let mut standings = Standings::new(None);
            games.iter().cloned().for_each(|game| standings.add(game));
            standings.report()
        };
        let in_order = report(&games);
        games.reverse();
        assert_eq!(report(&games), in_order);
        games.sort_by_key(|game| (game.half_points, game.round.clone()));
        assert_eq!(report(&games), in_order);
    }

    #[test]
    fn more_than_two_players_have_a_cross_table() {
        let report = standings(&[
            "1.1 Anna Bo 1-0",
            "1.2 Bo Anna 1/2-1/2",
            "2.1 Anna Cy 1-0",
            "2.2 Cy Anna 0-1",
            "3.1 Cy Bo 1-0",
        ])
        .report();
        let lines: Vec<&str> = report.lines().collect();
        assert!(lines[1].starts_with("Rank  Name"), "{report}");
        assert!(lines[2].starts_with("   1  Anna"), "{report}");
        let ends = [
            "-  1.5/2  2.0/2",
            "0.5/2      -  0.0/1",
            "0.0/2  1.0/1      -",
        ];
        let ranks = [("Anna", ends[0]), ("Bo", ends[1]), ("Cy", ends[2])];
        for (name, end) in ranks {
            let line = lines.iter().find(|line| line.contains(name)).unwrap();
            assert_eq!(line.split_whitespace().count(), 14, "{line}");
            let cells: Vec<&str> = end.split_whitespace().collect();
            for cell in cells {
                assert!(line.contains(cell), "{line}: {cell}");
            }
        }
    }

    #[test]
    fn no_figure_is_no_number() {
        assert_eq!(Standings::new(None).report(), "No games");
        for games in [
            &["1.1 A B *"][..],
            &["1.1 A B 1-0"],
            &["1.1 A B 1-0", "1.2 B A 0-1"],
            &["1.1 A B 1/2-1/2", "1.2 B A 1/2-1/2"],
            &["1.1 A B 1-0", "1.2 B A 1-0"],
            &["? A B 1-0", "? B C *"],
        ] {
            let report = standings(games).report();
            assert!(
                !report.contains("NaN") && !report.contains("-0.00"),
                "{report}"
            );
        }
        assert_eq!(game("1 A B x").half_points, None);
    }
}
