//! `genfens`: positions from which OpenBench's workers let the engine play itself, to make data
//! for training.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use rand::seq::IndexedRandom;

use crate::engine::opening::{Balanced, NODES, random_numbers, read_epd};
use crate::host::Interrupt;
use crate::protocol::send;
use crate::show::{Game, Variant};

use super::info_string;

/// Random plies from the start position; every other position has one more, so that both
/// sides have the move.
const PLIES: usize = 8;

/// Random plies from a position of a book.
const PLIES_FROM_BOOK: usize = 2;

/// What `genfens` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Genfens {
    /// How many positions.
    pub count: u32,
    /// Decides which.
    pub seed: u64,
    /// Where they begin: an EPD file; the start position if `None`.
    pub book: Option<PathBuf>,
    /// Random plies, where not the usual number.
    pub plies: Option<u8>,
    /// The game, where not the one in play.
    pub game: Option<&'static Game>,
}

impl Genfens {
    /// Prints the positions, each as soon as it is found.
    pub fn run(&self, variant: Variant, interrupt: &Interrupt) {
        let variant = self.game.map_or(variant, Variant::from);
        if let Err(error) = self.print(variant, interrupt) {
            info_string(format!("genfens: {error}"));
        }
    }

    fn print(&self, variant: Variant, interrupt: &Interrupt) -> Result<(), Box<dyn Error>> {
        let book = self.book.as_deref().map(|book| read_book(book, variant));
        let book = book.transpose()?;
        for number in 0..self.count {
            if interrupt.is_raised() {
                return Err("stopped".into());
            }
            let random = &mut random_numbers(self.seed, number);
            let start = book.as_ref().and_then(|book| book.choose(random));
            let usual = match start {
                Some(_) => PLIES_FROM_BOOK,
                None => PLIES + number as usize % 2,
            };
            let plies = self.plies.map_or(usual, usize::from);
            let opening =
                Balanced::random(variant, start.map(String::as_str), plies, NODES, random)?;
            send(format!("info string genfens {}", opening.fen));
        }
        Ok(())
    }
}

fn read_book(book: &Path, variant: Variant) -> Result<Vec<String>, Box<dyn Error>> {
    let text = fs::read_to_string(book).map_err(|error| format!("{}: {error}", book.display()))?;
    let fens = read_epd(&text, variant, book)?;
    match fens.is_empty() {
        true => Err(format!("{}: no positions", book.display()).into()),
        false => Ok(fens),
    }
}
