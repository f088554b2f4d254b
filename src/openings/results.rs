//! How games of the engine against itself ended that came to a position.

use std::collections::HashMap;
use std::ops::AddAssign;
use std::path::PathBuf;

use crate::eval::Evaluate;
use crate::notation::Notation;
use crate::rules::Color;
use crate::training::read::{DataError, Games};

use super::tree::Tree;

/// How many games White won, how many were drawn, and how many Black won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// White's wins.
    pub white: u32,
    /// Draws.
    pub drawn: u32,
    /// Black's wins.
    pub black: u32,
}

impl Results {
    /// Games.
    pub fn games(&self) -> u32 {
        self.white + self.drawn + self.black
    }

    /// Of a hundred games: White's wins, draws and Black's wins; nothing of none.
    pub fn per_cent(&self) -> Option<[f64; 3]> {
        let games = f64::from(self.games());
        let counts = [self.white, self.drawn, self.black];
        (games > 0.0).then(|| counts.map(|count| 100.0 * f64::from(count) / games))
    }

    fn count(&mut self, winner: Option<Color>) {
        match winner {
            Some(Color::White) => self.white += 1,
            Some(Color::Black) => self.black += 1,
            None => self.drawn += 1,
        }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.white += other.white;
        self.drawn += other.drawn;
        self.black += other.black;
    }
}

/// The results of all games in these files that came to the positions of a tree, and to
/// those a move behind them, by their keys.
///
/// # Errors
///
/// If a file cannot be read or has games of another kind.
pub fn of_games<P: Evaluate + Notation>(
    tree: &Tree<P>,
    files: &[PathBuf],
) -> Result<HashMap<u64, Results>, DataError> {
    let mut results = HashMap::<u64, Results>::new();
    for path in files {
        let mut games = Games::of::<P>(path)?;
        loop {
            let offset = games.offset();
            let Some(game) = games.next() else {
                break;
            };
            let game = game?;
            let walked = game.walk::<P>(|position| {
                let results = results.entry(position.key()).or_default();
                results.count(game.winner);
                tree.find(position.key()).is_some()
            });
            walked.map_err(|error| games.error(offset, error))?;
        }
    }
    Ok(results)
}
