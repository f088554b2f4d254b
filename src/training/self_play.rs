//! A game of the engine against itself.

use rand::Rng;
use thiserror::Error;

use crate::engine::opening::{random_numbers, random_opening};
use crate::eval::WinRateModel;
use crate::host::Interrupt;
use crate::notation::Notation;
use crate::rules::{Color, GameRecord, Move, MoveList, Position};
use crate::search::history::History;
#[cfg(feature = "tune")]
use crate::search::parameters::Parameters;
use crate::search::parameters::Searchable;
use crate::search::tablebase::{Tablebases, Wdl};
use crate::search::time::{Limits, Signals};
use crate::search::transposition::{NoMemory, TranspositionTable};
use crate::search::{self, RootPosition, SearchResult};

use super::format::{MAX_PLIES, PlayedGame, Ply};
use super::written_move::moves_in_order;

/// The transposition table, in MiB: small, for it is cleared before each game.
const HASH: usize = 1;

/// Fewest and most random plies at the beginning.
const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 8..=9;

/// No game begins with a larger value, in centipawns of the search.
const BALANCED: i32 = 250;

/// Attempts at such a beginning. All games have many within the first few.
const ATTEMPTS: usize = 1000;

/// A game is won by values beyond this, in centipawns of the search, at so many plies in
/// sequence (as Viridithas has it), if such a value wins so surely, as it does in all games
/// of today.
const WON: i32 = 2500;
const WON_CHANCE: f64 = 0.99;
const WON_PLIES: usize = 4;

/// A game is drawn by values no larger than this, in centipawns as users know them, at
/// so many plies in sequence, from this ply on. In orthodox and Elolbian Chess they are 5
/// centipawns of the search (Viridithas has 4), in Clupso Chess 6.
const LEVEL: i32 = 3;
const LEVEL_PLIES: usize = 12;
const LEVEL_FROM: usize = 80;

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
    /// White and Black, who play in its place once it has chosen the opening.
    #[cfg(feature = "tune")]
    sides: Option<Box<[SelfPlayer; 2]>>,
}

/// A game under way.
struct SelfPlayGame<P> {
    record: GameRecord<P>,
    plies: Vec<Ply>,
}

impl SelfPlayer {
    /// A player who searches so many soft nodes for each move.
    ///
    /// # Errors
    ///
    /// If there is no memory for its transposition table.
    pub fn new(nodes: u64) -> Result<SelfPlayer, NoMemory> {
        Ok(SelfPlayer {
            limits: Limits::of_soft_nodes(nodes),
            table: TranspositionTable::new(HASH)?,
            histories: [History::default()],
            #[cfg(feature = "tune")]
            sides: None,
        })
    }

    /// The same player, who looks endings up in these tables, and ends a game as soon as
    /// they know its result.
    pub fn with_tables(mut self, tables: Tablebases) -> SelfPlayer {
        self.limits.tables = tables;
        self
    }

    /// A player who has White search with other constants than Black, by hard nodes:
    /// constants must not be thought good that make the last iteration long.
    ///
    /// # Errors
    ///
    /// If there is no memory for the transposition tables.
    #[cfg(feature = "tune")]
    pub fn of_two(
        nodes: u64,
        white: &Parameters,
        black: &Parameters,
    ) -> Result<SelfPlayer, NoMemory> {
        let side = |parameters: &Parameters| {
            let mut player = SelfPlayer::new(nodes)?;
            player.limits = Limits {
                parameters: Some(parameters.clone()),
                ..Limits::of_nodes(nodes)
            };
            Ok(player)
        };
        Ok(SelfPlayer {
            sides: Some(Box::new([side(white)?, side(black)?])),
            ..SelfPlayer::new(nodes)?
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
        self.forget();
        let mut random = random_numbers(seed, number);
        for _ in 0..ATTEMPTS {
            let plies = random.random_range(RANDOM_PLIES);
            let opening = random_opening(P::start(), plies, &mut random, moves_without_loss);
            let Some((record, moves)) = opening else {
                continue;
            };
            let result = self.search(&record);
            if result.value.abs() <= BALANCED {
                #[cfg(feature = "tune")]
                let result = self.by_side(&record).unwrap_or(result);
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
            let score = score_white(game.record.position(), result.value);
            // Without a move the game would be over.
            let Some(best) = result.best else {
                break None;
            };
            game.play(best, score);
            if let Some(outcome) = game.record.outcome() {
                break outcome.winner;
            }
            let known = self.known_winner(&game.record);
            if let Some(winner) = known.or_else(|| game.adjudicated()) {
                break winner;
            }
            if interrupt.is_raised() {
                return Err(SelfPlayError::Interrupted);
            }
            #[cfg(feature = "tune")]
            if let Some(found) = self.by_side(&game.record) {
                result = found;
                continue;
            }
            result = self.search(&game.record);
        };
        Ok(PlayedGame {
            number,
            winner,
            plies: game.plies,
        })
    }

    /// Who wins, if the tables know.
    fn known_winner<P: Searchable>(&self, record: &GameRecord<P>) -> Option<Option<Color>> {
        let tables = self.limits.tables.of::<P>()?;
        let position = record.position();
        if position.board().occupied().count() > tables.max_men() {
            return None;
        }
        Some(match tables.result(position, true)? {
            Wdl::Win => Some(position.turn()),
            Wdl::Loss => Some(!position.turn()),
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => None,
        })
    }

    /// What the side to move finds, if another plays in this one's place.
    #[cfg(feature = "tune")]
    fn by_side<P: Searchable>(&mut self, record: &GameRecord<P>) -> Option<SearchResult> {
        let [white, black] = &mut **self.sides.as_mut()?;
        let side = record.position().turn().fold_wb(white, black);
        Some(side.search(record))
    }

    /// Forgets what earlier searches have found out.
    pub fn forget(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
    }

    /// Searches the present position of a game.
    pub fn search<P: Searchable>(&mut self, record: &GameRecord<P>) -> SearchResult {
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

/// A value from the side to move as one from White's view.
pub fn score_white(position: &impl Position, value: i32) -> i16 {
    // Values end at 32,001: the cast is exact.
    position.turn().fold_wb(value, -value) as i16
}

/// The legal moves that lose no material by exchanges. After a random move that does, the
/// rest of the game would only tell what everybody knows.
fn moves_without_loss<P: Searchable + Notation>(position: &P) -> MoveList {
    let mut moves = moves_in_order(position);
    moves.retain(|&mut m| position.see_ge(m, 0));
    moves
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
        let wins = |score| is_won(score, &P::WIN_RATE);
        if last(WON_PLIES, &wins) {
            return Some(Some(Color::White));
        }
        if last(WON_PLIES, &|score| wins(-score)) {
            return Some(Some(Color::Black));
        }
        let played = self.plies.len();
        let is_level = |score| P::WIN_RATE.centipawns(score).abs() <= LEVEL;
        let level = played >= LEVEL_FROM && last(LEVEL_PLIES, &is_level);
        (level || played >= MAX_PLIES).then_some(None)
    }
}

/// Whether a value is so high, and wins so surely, that the game need not be played on.
fn is_won(score: i32, model: &WinRateModel) -> bool {
    score > WON && model.chance(score) >= WON_CHANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::chess::Chess;
    use crate::rules::clupso::Clupso;
    use crate::rules::{MoveKind, Square};

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

    fn no_random_move_loses_material<P: Searchable + Notation>() {
        for plies in openings::<P>(1) {
            let mut position = P::start();
            for ply in plies {
                assert!(position.see_ge(ply.m, 0), "{}: {:?}", position.fen(), ply.m);
                position.play(ply.m);
            }
        }
    }

    for_each_game!(no_random_move_loses_material);

    fn game<P: Position>(scores: &[i16]) -> SelfPlayGame<P> {
        let m = Move::new(Square::A2, Square::A3, MoveKind::Quiet);
        let ply = |&score| Ply {
            m,
            score: Some(score),
        };
        SelfPlayGame {
            record: GameRecord::new(P::start()),
            plies: scores.iter().map(ply).collect(),
        }
    }

    #[test]
    fn clear_games_are_called() {
        let white = game::<Chess>(&[0, 2600, 2510, 31_990, 2501]);
        assert_eq!(white.adjudicated(), Some(Some(Color::White)));
        let black = game::<Chess>(&[-2501; 4]);
        assert_eq!(black.adjudicated(), Some(Some(Color::Black)));
        let calls = |scores: &[i16]| game::<Chess>(scores).adjudicated().is_some();
        assert!(!calls(&[2600, -2600, 2600, 2600]));
        assert!(!calls(&[0; 79]));
        assert!(calls(&[0; 80]));
        let mut lively = [0; 90];
        lively[80] = 30;
        assert!(!calls(&lively));
        assert!(calls(&[50; MAX_PLIES]));
    }

    #[test]
    fn games_that_tables_know_are_called() {
        let mut tables = Tablebases::default();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
        crate::engine::tables::load_of("chess", folder.as_ref(), &mut tables).unwrap();
        let player = SelfPlayer::new(50).unwrap().with_tables(tables);
        let winner = |fen| player.known_winner(&GameRecord::new(Chess::from_fen(fen).unwrap()));
        let white = Some(Some(Color::White));
        assert_eq!(winner("8/8/8/8/3k4/8/8/KR6 w - - 0 1"), white);
        assert_eq!(winner("8/8/8/8/3k4/8/8/KR6 b - - 0 1"), white);
        assert_eq!(winner("k7/8/K7/P7/8/8/8/8 w - - 0 1"), Some(None));
        assert_eq!(winner("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"), None);
    }

    #[test]
    fn values_are_judged_by_what_they_mean_in_the_game() {
        let slow = WinRateModel {
            even: 1253.0,
            spread: 440.0,
        };
        assert!(!is_won(2600, &slow) && is_won(3500, &slow));
        let won = game::<Clupso>(&[2600; 4]).adjudicated();
        assert_eq!(won, Some(Some(Color::White)));
        assert_eq!(game::<Clupso>(&[6; 80]).adjudicated(), Some(None));
        assert_eq!(game::<Clupso>(&[7; 80]).adjudicated(), None);
        assert_eq!(game::<Chess>(&[5; 80]).adjudicated(), Some(None));
        assert_eq!(game::<Chess>(&[-6; 80]).adjudicated(), None);
    }

    #[test]
    fn whoever_interrupts_does_not_wait_for_the_end() {
        let interrupt = Interrupt::default();
        interrupt.raise();
        let game = SelfPlayer::new(50).unwrap().play::<Chess>(1, 1, &interrupt);
        assert_eq!(game, Err(SelfPlayError::Interrupted));
    }
}
