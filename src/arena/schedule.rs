//! Which games are played.

use super::settings::{MatchSettings, TournamentKind};

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The number of the meeting, from 1; its games begin alike.
    pub pair: u32,
    /// The number of the game in its meeting, from 1.
    pub game: u32,
    /// The number of its opening, from 0. All meetings of a round have the same.
    pub opening: u32,
    /// Who plays White and who Black, as places in the list of engines.
    pub players: [usize; 2],
}

impl ScheduledGame {
    /// The PGN tag `Round`, which no other game of the schedule has.
    pub fn round(&self) -> String {
        format!("{}.{}", self.pair, self.game)
    }
}

/// All games of a match, or of the share to be played here, in order.
pub fn schedule(settings: &MatchSettings) -> Vec<ScheduledGame> {
    let engines = settings.engines.len();
    let meetings: Vec<[usize; 2]> = match settings.tournament {
        TournamentKind::Gauntlet => (1..engines).map(|other| [0, other]).collect(),
        TournamentKind::RoundRobin => (0..engines)
            .flat_map(|first| (first + 1..engines).map(move |second| [first, second]))
            .collect(),
    };
    let rounds = 0..settings.rounds;
    let pairs = rounds.flat_map(|round| meetings.iter().map(move |&players| (round, players)));
    let numbered = (1..).zip(pairs);
    // Whole meetings go to the shards in turn.
    let own = numbered.filter(|&(pair, _)| settings.shard.contains(pair - 1));
    own.flat_map(|(pair, (round, [first, second]))| {
        (1..=settings.games_per_round).map(move |game| {
            // Single games exchange colours from round to round.
            let swapped = (game + round * u32::from(settings.games_per_round == 1)) % 2 == 0;
            ScheduledGame {
                pair,
                game,
                opening: round,
                players: if swapped {
                    [second, first]
                } else {
                    [first, second]
                },
            }
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::command_line;

    fn settings(line: &str) -> MatchSettings {
        let engines = ["a", "b", "c"].map(|name| format!("-engine cmd={name} "));
        let line = format!("{} -each nodes=1 {line}", engines.concat());
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        command_line::parse(&arguments).unwrap()
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let games = schedule(&settings("-rounds 2"));
        assert_eq!(games.len(), 2 * 3 * 2);
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            for players in [[first, second], [second, first]] {
                let openings: Vec<u32> = games
                    .iter()
                    .filter(|game| game.players == players)
                    .map(|game| game.opening)
                    .collect();
                assert_eq!(openings, [0, 1]);
            }
        }
        let mut rounds: Vec<String> = games.iter().map(ScheduledGame::round).collect();
        assert_eq!(rounds[..3], ["1.1", "1.2", "2.1"]);
        rounds.sort();
        rounds.dedup();
        assert_eq!(rounds.len(), games.len());
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_others() {
        let games = schedule(&settings("-rounds 3 -tournament gauntlet"));
        assert_eq!(games.len(), 3 * 2 * 2);
        assert!(games.iter().all(|game| game.players.contains(&0)));
    }

    #[test]
    fn single_games_exchange_colours_by_round() {
        let games = schedule(&settings("-rounds 2 -games 1 -tournament gauntlet"));
        let players: Vec<[usize; 2]> = games.iter().map(|game| game.players).collect();
        assert_eq!(players, [[0, 1], [0, 2], [1, 0], [2, 0]]);
    }

    #[test]
    fn shards_are_the_schedule_without_overlap() {
        let whole = schedule(&settings("-rounds 7"));
        let mut shards: Vec<ScheduledGame> = (1..=4)
            .flat_map(|index| schedule(&settings(&format!("-rounds 7 -shard {index}/4"))))
            .collect();
        shards.sort_by_key(|game| (game.pair, game.game));
        assert_eq!(shards, whole);
    }
}
