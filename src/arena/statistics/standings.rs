//! Games as they come in, and how the players stand.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::elo::Sample;
use super::sprt::{Sprt, SprtDecision};

/// What the statistics want to know of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The tag `Round`: `ROUND.GAME`, both counted from 1. Games 1 and 2 of a
    /// round, 3 and 4, … between the same players with colours exchanged are a
    /// pair from the same opening. Games without the dot are in no pair.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name; not White's.
    pub black: String,
    /// White's half points: 2, 1 or 0; `None` for a game that counts for nobody.
    pub half_points: Option<usize>,
    /// Why the game ended.
    pub reason: String,
    /// Moves that the players made, both counted.
    pub plies: u32,
    /// Seconds that both spent on them.
    pub seconds: f64,
}

impl GameSummary {
    /// [`GameSummary::half_points`] of a result as PGN writes it; whatever is no result is
    /// unfinished.
    pub fn half_points_of(result: &str) -> Option<usize> {
        ["0-1", "1/2-1/2", "1-0"]
            .iter()
            .position(|&known| known == result)
    }
}

/// A `Round` tag in its order: by number, and then whatever is no number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Round {
    Numbered { round: u32, game: Option<u32> },
    Other(String),
}

impl Round {
    fn of(text: &str) -> Round {
        let (round, game) = match text.split_once('.') {
            Some((round, game)) => (round, Some(game)),
            None => (text, None),
        };
        let game = game.map(str::parse).transpose();
        match (round.parse(), game) {
            (Ok(round), Ok(game)) => Round::Numbered { round, game },
            _ => Round::Other(text.to_owned()),
        }
    }

    /// What the games of a pair share.
    fn pair(&self) -> Option<(u32, u32)> {
        match *self {
            Round::Numbered { round, game } => game.map(|game| (round, game.div_ceil(2))),
            Round::Other(_) => None,
        }
    }

    /// Whether it is the second game of its pair, with the colours exchanged.
    fn is_second(&self) -> bool {
        matches!(self, Round::Numbered { game: Some(game), .. } if game % 2 == 0)
    }
}

/// How a player did, against one opponent or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Pairs of a win and a loss; the other pairs with 1 point are two draws.
    pub won_and_lost: u64,
}

impl Score {
    /// Finished games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points, a draw being half of one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The pairs, if there are any, otherwise the games.
    pub fn sample(&self) -> Sample {
        match self.pairs.iter().any(|&count| count > 0) {
            true => Sample::Pairs(self.pairs),
            false => Sample::Games([self.losses, self.draws, self.wins]),
        }
    }

    fn add(&mut self, other: &Score) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
        self.won_and_lost += other.won_and_lost;
    }

    /// Counts a game by the player's half points: 0, 1 or 2.
    fn add_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    fn add_pair(&mut self, first: usize, second: usize) {
        self.pairs[first + second] += 1;
        self.won_and_lost += u64::from(first.abs_diff(second) == 2);
    }
}

/// The games of a match or a tournament. The order in which they are added makes
/// no difference.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// In the order of their rounds.
    games: Vec<(Round, GameSummary)>,
    /// The test, if there is one.
    pub(super) sprt: Option<Sprt>,
}

/// The pairings of a player: by opponent.
type Row<'a> = BTreeMap<&'a str, Score>;

impl Standings {
    /// No games; with `sprt`, a match of two players is tested.
    pub fn new(sprt: Option<Sprt>) -> Standings {
        Standings {
            games: Vec::new(),
            sprt,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: GameSummary) {
        let entry = (Round::of(&game.round), game);
        let at = self
            .games
            .partition_point(|other| compare(other, &entry) != Ordering::Greater);
        self.games.insert(at, entry);
    }

    /// What the test has shown, if there is one and it has; tests are for two
    /// players.
    pub fn sprt_decision(&self) -> Option<SprtDecision> {
        let score = self.match_score()?;
        self.sprt?.decision(&score.sample())
    }

    /// All games, ordered by round.
    pub fn games(&self) -> impl Iterator<Item = &GameSummary> {
        self.games.iter().map(|(_, game)| game)
    }

    /// The players, as they came into play. In a match of two, the first is who
    /// has White in the first game of a pair.
    pub fn players(&self) -> Vec<&str> {
        let mut players: Vec<&str> = Vec::new();
        for (round, game) in &self.games {
            let mut pairing = [game.white.as_str(), game.black.as_str()];
            // The first game of the pair may not have ended yet.
            if round.is_second() {
                pairing.reverse();
            }
            for player in pairing {
                if !players.contains(&player) {
                    players.push(player);
                }
            }
        }
        players
    }

    /// The first player's score in a match of two; `None` with more or without
    /// games.
    pub fn match_score(&self) -> Option<Score> {
        let players = self.players();
        let [first, second] = players[..] else {
            return None;
        };
        self.table().get(first)?.get(second).copied()
    }

    /// A player's score against all.
    pub fn score(&self, player: &str) -> Score {
        let mut total = Score::default();
        for score in self.table().get(player).into_iter().flat_map(Row::values) {
            total.add(score);
        }
        total
    }

    /// All scores by player and opponent.
    pub(super) fn table(&self) -> BTreeMap<&str, Row<'_>> {
        let mut table: BTreeMap<&str, Row> = BTreeMap::new();
        let mut pairs: BTreeMap<_, Vec<&GameSummary>> = BTreeMap::new();
        for (round, game) in &self.games {
            let (white, black) = (game.white.as_str(), game.black.as_str());
            for (player, opponent) in [(white, black), (black, white)] {
                let score = table.entry(player).or_default().entry(opponent);
                let score = score.or_default();
                if let Some(half_points) = half_points(game, player) {
                    score.add_game(half_points);
                }
            }
            if let Some(pair) = round.pair() {
                let players = (white.min(black), white.max(black));
                pairs.entry((pair, players)).or_default().push(game);
            }
        }
        for games in pairs.values() {
            let [first, second] = games[..] else {
                continue;
            };
            if first.white != second.black {
                continue;
            }
            for (player, opponent) in [(&first.white, &first.black), (&first.black, &first.white)] {
                let points = [first, second].map(|game| half_points(game, player));
                let row = table.entry(player).or_default();
                if let [Some(one), Some(other)] = points {
                    row.entry(opponent).or_default().add_pair(one, other);
                }
            }
        }
        table
    }
}

/// The player's half points of a finished game.
fn half_points(game: &GameSummary, player: &str) -> Option<usize> {
    let white = game.half_points?;
    Some(if game.white == player {
        white
    } else {
        2 - white
    })
}

/// A total order, so that sums of fractions come out the same whatever order the
/// games were added in.
fn compare((round, game): &(Round, GameSummary), other: &(Round, GameSummary)) -> Ordering {
    let key = |game: &GameSummary| {
        let names = (game.white.clone(), game.black.clone());
        (names, game.half_points, game.reason.clone(), game.plies)
    };
    let (other_round, other) = other;
    round
        .cmp(other_round)
        .then_with(|| key(game).cmp(&key(other)))
        .then_with(|| game.seconds.total_cmp(&other.seconds))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, standings};
    use super::*;

    #[test]
    fn games_make_pairs_by_their_rounds() {
        let standings = standings(&[
            "1.1 A B 1-0",
            "1.2 B A 1/2-1/2",
            "2.1 A B 0-1",
            "2.2 B A 0-1",
            "3.1 A B 1-0",
            "4.1 A B 1-0",
            "4.2 B A *",
            "5.3 A B 1-0",
            "5.4 B A 0-1",
            "6 B A 1-0",
        ]);
        let score = standings.match_score().unwrap();
        assert_eq!((score.wins, score.losses, score.draws), (6, 2, 1));
        assert_eq!(score.pairs, [0, 0, 1, 1, 1]);
        assert_eq!(score.won_and_lost, 1);
        assert_eq!(score.points(), 6.5);
    }

    #[test]
    fn without_pairs_games_are_the_sample() {
        let standings = standings(&["1 A B 1-0", "2 B A 1-0", "3 A B 1/2-1/2", "4 A B 1-0"]);
        let sample = standings.match_score().unwrap().sample();
        assert_eq!(sample, Sample::Games([1, 1, 2]));
    }

    #[test]
    fn the_first_player_has_white_in_the_first_game_of_a_pair() {
        assert_eq!(standings(&["1.2 A B 1-0"]).players(), ["B", "A"]);
        assert_eq!(
            standings(&["10.1 A B *", "9.1 B A *"]).players(),
            ["B", "A"]
        );
    }

    #[test]
    fn players_are_paired_with_each_other_only() {
        let standings = standings(&["1.1 A B 1-0", "1.2 C A 0-1", "1.1 B C *"]);
        assert_eq!(standings.score("A").pairs, [0; 5]);
        assert_eq!(standings.score("A").wins, 2);
        assert_eq!(standings.match_score(), None);
        assert_eq!(standings.sprt_decision(), None);
    }

    #[test]
    fn a_player_against_itself_is_harmless() {
        let standings = standings(&["1.1 A A 1-0", "1.2 A A 0-1"]);
        assert_eq!(standings.match_score(), None);
        assert!(standings.report().contains("Games: 2"));
    }

    #[test]
    fn the_test_stops_a_match() {
        let sprt = Sprt::from_settings(["elo0=0", "elo1=50"]).unwrap();
        let mut standings = Standings::new(Some(sprt));
        assert_eq!(standings.sprt_decision(), None);
        for round in 1..=60 {
            standings.add(game(&format!("{round}.1 A B 1-0")));
            standings.add(game(&format!("{round}.2 B A 1/2-1/2")));
        }
        assert_eq!(standings.sprt_decision(), Some(SprtDecision::AcceptH1));
    }
}
