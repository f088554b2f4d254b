//! Games to find positions in.

use std::ops::RangeInclusive;

use clap::ValueEnum;
use galaverna::notation::Notation;
use galaverna::rules::Move;
use galaverna::search::history::History;
use galaverna::search::parameters::Searchable;
use galaverna::search::time::{Limits, Signals};
use galaverna::search::transposition::TranspositionTable;
use galaverna::search::{RootPosition, SearchResult, search};
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::goal::is_long_chain;

/// Nodes of a move of self-play.
const NODES: u64 = 400;

/// How often a move is made at random, so that there is something to punish.
const BLUNDERS: f64 = 0.12;

/// Random moves at the start.
const OPENING_PLIES: usize = 8;

/// The last plies of a game, in which its winner may have had something to find.
const WAY_TO_THE_END: usize = 14;

/// Plies after which a game is broken off.
const LONGEST_GAME: usize = 200;

/// Plies after a random set-up that are looked at, blunder or not.
const AFTER_SET_UP: usize = 6;

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SetUp {
    /// At the start position, with random moves.
    Opening,
    /// With a few pieces of each side on random squares.
    Ending,
    /// With very few: wins are long, and proofs short.
    Bare,
    /// With many, most of them men or pawns.
    Crowd,
    /// The same, where a long chain can be jumped.
    Chain,
    /// With men of one side on the border, and a side that has no queen, no rook
    /// and one knight at most.
    Border,
}

impl SetUp {
    /// How many pieces a side has, and which they are chosen from.
    fn pieces(self, white: bool) -> (RangeInclusive<usize>, &'static str) {
        match self {
            SetUp::Opening | SetUp::Ending => (2..=8, "QRRBBNNPPPPPMMMMMM"),
            SetUp::Bare => (1..=3, "QRRBBNNPPPPMMMM"),
            SetUp::Crowd | SetUp::Chain => (7..=13, "QRBNPPPPPPPPMMMMMMMMMMMM"),
            SetUp::Border if white => (3..=7, "BBNMMMMMM"),
            SetUp::Border => (2..=6, "BNRMMMMMMM"),
        }
    }
}

/// Sets up and plays games, the same in every run.
pub struct Player {
    pub random: ChaCha8Rng,
    table: TranspositionTable,
    history: History,
}

impl Player {
    pub fn new(random: ChaCha8Rng) -> Player {
        Player {
            random,
            table: TranspositionTable::new(16).expect("memory for a small table"),
            history: History::default(),
        }
    }

    /// What a search of so many nodes says, with nothing known before.
    pub fn search<P: Searchable>(&mut self, position: &P, nodes: u64) -> SearchResult {
        self.table.clear();
        self.history.clear();
        self.go_on(position, nodes)
    }

    fn go_on<P: Searchable>(&mut self, position: &P, nodes: u64) -> SearchResult {
        let root = RootPosition {
            position: position.clone(),
            earlier_keys: Vec::new(),
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let histories = std::slice::from_mut(&mut self.history);
        let signals = Signals::new(false);
        search(
            &root,
            &limits,
            &signals,
            &self.table,
            histories,
            &mut |_| {},
        )
    }

    /// The positions of a game, in which
    /// there may be something to find: after random moves, and on the winner's way
    /// to the end.
    pub fn play<P: Searchable + Notation>(&mut self, set_up: SetUp) -> Vec<P> {
        self.table.clear();
        self.history.clear();
        let is_opening = set_up == SetUp::Opening;
        let mut position = match is_opening {
            true => P::start(),
            false => self.random_position(set_up),
        };
        let mut positions = Vec::new();
        let mut blunders = Vec::new();
        let mut was_random = false;
        while position.outcome().is_none() && positions.len() < LONGEST_GAME {
            positions.push(position.clone());
            blunders.extend(was_random.then(|| positions.len() - 1));
            let at_random =
                is_opening && positions.len() <= OPENING_PLIES || self.random.random_bool(BLUNDERS);
            let moves = position.legal_moves();
            let chosen: Option<Move> = match at_random {
                true => moves.choose(&mut self.random).copied(),
                false => self.go_on(&position, NODES).best,
            };
            match chosen {
                Some(m) => position.play(m),
                None => break,
            }
            was_random = at_random;
        }
        let winner = position.outcome().and_then(|outcome| outcome.winner);
        let end = positions.len().saturating_sub(WAY_TO_THE_END);
        let wanted = |(index, position): &(usize, P)| {
            blunders.contains(index)
                || !is_opening && *index < AFTER_SET_UP
                || *index >= end && winner == Some(position.turn())
        };
        let numbered = positions.into_iter().enumerate();
        numbered
            .filter(wanted)
            .map(|(_, position)| position)
            .collect()
    }

    fn random_position<P: Searchable + Notation>(&mut self, set_up: SetUp) -> P {
        loop {
            let fen = self.random_fen::<P>(set_up);
            if let Ok(position) = P::from_fen(&fen)
                && position.outcome().is_none()
                && (set_up != SetUp::Chain || position.legal_moves().into_iter().any(is_long_chain))
            {
                return position;
            }
        }
    }

    /// A FEN with letters of the start position, not always a legal one.
    fn random_fen<P: Searchable + Notation>(&mut self, set_up: SetUp) -> String {
        let mut squares = vec![String::new(); 64];
        for white in [true, false] {
            let (count, letters) = set_up.pieces(white);
            let count = self.random.random_range(count);
            let letters: Vec<char> = letters
                .chars()
                .filter(|&letter| P::START_FEN.contains(letter))
                .collect();
            let king = P::START_FEN.contains('K').then_some('K');
            let others: Vec<char> = letters
                .choose_multiple(&mut self.random, count)
                .copied()
                .collect();
            for letter in king.into_iter().chain(others) {
                let on_border = set_up == SetUp::Border && !white && letter == 'M';
                let square = self.random_square(on_border);
                let board = match P::NAME == "alice" && self.random.random_bool(0.5) {
                    true => "|",
                    false => "",
                };
                let letter = match white {
                    true => letter,
                    false => letter.to_ascii_lowercase(),
                };
                squares[square] = format!("{board}{letter}");
            }
        }
        for square in squares.iter_mut().filter(|square| square.is_empty()) {
            let ice = P::NAME == "iceage" && self.random.random_bool(0.6);
            *square = if ice { "*" } else { "1" }.to_owned();
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.concat()).collect();
        let turn = if self.random.random_bool(0.5) {
            "w"
        } else {
            "b"
        };
        // In Ice Age Chess the next ice is never far.
        let number = 20 * self.random.random_range(2..=4) - self.random.random_range(0..4);
        format!("{} {turn} - - 0 {number}", ranks.join("/"))
    }

    /// A square, most often one of the border if `on_border`.
    fn random_square(&mut self, on_border: bool) -> usize {
        let square = self.random.random_range(0..64);
        let is_inside = (1..7).contains(&(square % 8)) && (1..7).contains(&(square / 8));
        match on_border && is_inside && self.random.random_bool(0.8) {
            true => self.random_square(on_border),
            false => square,
        }
    }
}
