//! A game of the engine against itself.

use rand::Rng;
use thiserror::Error;

use crate::engine::opening::{random_numbers, random_opening};
use crate::host::Interrupt;
use crate::notation::Notation;
use crate::rules::{Color, GameRecord, Move};
use crate::search::history::History;
use crate::search::parameters::Searchable;
use crate::search::time::{Limits, Signals};
use crate::search::transposition::{NoMemory, TranspositionTable};
use crate::search::{self, RootPosition, SearchResult};

use super::format::{MAX_PLIES, PlayedGame, Ply};
use super::written_move::moves_in_order;

/// The transposition table, in MiB: small, for it is cleared before each game.
const HASH: usize = 1;

/// Fewest and most random plies at the beginning.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 6..=10;

/// No game begins with a larger value, in centipawns.
const BALANCED: i32 = 250;

/// Attempts at such a beginning. All games have many within the first few.
const ATTEMPTS: usize = 1000;

/// A game is won by a value beyond this, in centipawns, at so many plies in
/// sequence.
const WON: i32 = 2000;
const WON_PLIES: usize = 4;

/// A game is drawn by values no larger than this, in centipawns, at so many plies
/// in sequence, from this ply on.
const LEVEL: i32 = 8;
const LEVEL_PLIES: usize = 16;
const LEVEL_FROM: usize = 120;

/// Why there is no game.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SelfPlayError {
    /// Random moves lead to nothing balanced.
    #[error("no balanced opening found for game {0}")]
    NoOpening(u32),
    /// Somebody wants it to stop.
    #[error("interrupted; the same command goes on")]
    Interrupted,
}

/// What one thread plays with.
pub struct SelfPlayer {
    limits: Limits,
    table: TranspositionTable,
    histories: [History; 1],
}

/// A game under way.
struct SelfPlayGame<P> {
    record: GameRecord<P>,
    plies: Vec<Ply>,
}

impl SelfPlayer {
    /// A player who searches so many nodes for each move.
    ///
    /// # Errors
    ///
    /// If there is no memory for its transposition table.
    pub fn new(nodes: u64) -> Result<SelfPlayer, NoMemory> {
        Ok(SelfPlayer {
            limits: Limits::of_nodes(nodes),
            table: TranspositionTable::new(HASH)?,
            histories: [History::default()],
        })
    }

    /// Plays the game with this number: always the same with the same seed.
    ///
    /// # Errors
    ///
    /// If no balanced opening is found, or `interrupt` is raised.
    pub fn play<P: Searchable + Notation>(
        &mut self,
        seed: u64,
        number: u32,
        interrupt: &Interrupt,
    ) -> Result<PlayedGame, SelfPlayError> {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
        let mut random = random_numbers(seed, number);
        for _ in 0..ATTEMPTS {
            let plies = random.random_range(RANDOM_PLIES);
            let Some((record, moves)) =
                random_opening(P::start(), plies, &mut random, moves_in_order)
            else {
                continue;
            };
            let result = self.search(&record);
            if result.value.abs() <= BALANCED {
                let plies = moves.into_iter().map(|m| Ply { m, score: None }).collect();
                let game = SelfPlayGame { record, plies };
                return self.play_on(number, game, result, interrupt);
            }
        }
        Err(SelfPlayError::NoOpening(number))
    }

    /// Plays from the opening, of whose position the search came to `result`, to
    /// the end.
    fn play_on<P: Searchable + Notation>(
        &mut self,
        number: u32,
        mut game: SelfPlayGame<P>,
        mut result: SearchResult,
        interrupt: &Interrupt,
    ) -> Result<PlayedGame, SelfPlayError> {
        let winner = loop {
            let turn = game.record.position().turn();
            // Values end at 32,001: the cast is exact.
            let score = turn.fold_wb(result.value, -result.value) as i16;
            // Without a move the game would be over.
            let Some(best) = result.best else {
                break None;
            };
            game.play(best, score);
            if let Some(outcome) = game.record.outcome() {
                break outcome.winner;
            }
            if let Some(winner) = game.adjudicated() {
                break winner;
            }
            if interrupt.is_raised() {
                return Err(SelfPlayError::Interrupted);
            }
            result = self.search(&game.record);
        };
        Ok(PlayedGame {
            number,
            winner,
            plies: game.plies,
        })
    }

    fn search<P: Searchable>(&mut self, record: &GameRecord<P>) -> SearchResult {
        let root = RootPosition {
            position: record.position().clone(),
            earlier_keys: record.repeatable_keys(),
        };
        search::search(
            &root,
            &self.limits,
            &Signals::new(false),
            &self.table,
            &mut self.histories,
            &mut |_| {},
        )
    }
}

impl<P: Searchable + Notation> SelfPlayGame<P> {
    /// Makes a legal move.
    fn play(&mut self, m: Move, score: i16) {
        let score = Some(score);
        self.plies.push(Ply { m, score });
        self.record.play(m);
    }

    /// Whether the game is to be ended here, and who wins then.
    fn adjudicated(&self) -> Option<Option<Color>> {
        let last = |count: usize, condition: &dyn Fn(i32) -> bool| {
            let scores = self.plies.iter().rev().map_while(|ply| ply.score);
            let fitting = scores.take_while(|&score| condition(i32::from(score)));
            fitting.take(count).count() == count
        };
        if last(WON_PLIES, &|score| score > WON) {
            return Some(Some(Color::White));
        }
        if last(WON_PLIES, &|score| score < -WON) {
            return Some(Some(Color::Black));
        }
        let played = self.plies.len();
        let level = played >= LEVEL_FROM && last(LEVEL_PLIES, &|score| score.abs() <= LEVEL);
        (level || played >= MAX_PLIES).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::chess::Chess;
    use crate::rules::clupso::Clupso;
    use crate::rules::{MoveKind, Position, Square};

    fn openings<P: Searchable + Notation>(seed: u64) -> Vec<Vec<Ply>> {
        let mut player = SelfPlayer::new(50).unwrap();
        let games = (0..4).map(|number| {
            let game = player.play::<P>(seed, number, &Interrupt::default());
            let plies = game.unwrap().plies.into_iter();
            plies.take_while(|ply| ply.score.is_none()).collect()
        });
        games.collect()
    }

    #[test]
    fn the_seed_decides_the_openings() {
        let first = openings::<Clupso>(1);
        assert_eq!(first, openings::<Clupso>(1));
        assert_ne!(first, openings::<Clupso>(2));
        assert!(
            first
                .iter()
                .all(|plies| RANDOM_PLIES.contains(&plies.len()))
        );
        assert!(first.iter().skip(1).all(|plies| *plies != first[0]));
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let nobody = Interrupt::default();
        let fresh = SelfPlayer::new(100).unwrap().play::<Chess>(3, 5, &nobody);
        let mut player = SelfPlayer::new(100).unwrap();
        player.play::<Chess>(3, 4, &nobody).unwrap();
        assert_eq!(player.play::<Chess>(3, 5, &nobody), fresh);
    }

    fn game(scores: &[i16]) -> SelfPlayGame<Chess> {
        let m = Move::new(Square::A2, Square::A3, MoveKind::Quiet);
        let ply = |&score| Ply {
            m,
            score: Some(score),
        };
        SelfPlayGame {
            record: GameRecord::new(Chess::start()),
            plies: scores.iter().map(ply).collect(),
        }
    }

    #[test]
    fn clear_games_are_called() {
        let white = game(&[0, 2100, 2500, 31_990, 2001]);
        assert_eq!(white.adjudicated(), Some(Some(Color::White)));
        let black = game(&[-2001; 4]);
        assert_eq!(black.adjudicated(), Some(Some(Color::Black)));
        assert_eq!(game(&[2100, -2100, 2100, 2100]).adjudicated(), None);
        assert_eq!(game(&[0; 100]).adjudicated(), None);
        assert_eq!(game(&[0; 120]).adjudicated(), Some(None));
        let mut lively = [0; 130];
        lively[120] = 30;
        assert_eq!(game(&lively).adjudicated(), None);
        assert_eq!(game(&[50; MAX_PLIES]).adjudicated(), Some(None));
    }

    #[test]
    fn whoever_interrupts_does_not_wait_for_the_end() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let game = SelfPlayer::new(50).unwrap().play::<Chess>(1, 1, &interrupt);
        assert_eq!(game, Err(SelfPlayError::Interrupted));
    }
}
