//! What the tests of all games need.

use crate::nnue::FeatureSet;
use crate::notation::Notation;
use crate::rules::{Bitboard, Move};

use super::{Evaluate, Evaluator, See};

/// What the static exchange evaluation makes of a legal move: the highest
/// threshold that it reaches.
pub fn see<P: See + Notation>(fen: &str, coordinates: &str) -> i32 {
    let position = P::from_fen(fen).unwrap();
    let m: Move = position.parse_coordinates(coordinates).unwrap();
    (-3000..=3000)
        .rev()
        .find(|&threshold| position.see_ge(m, threshold))
        .expect("a loss of less than 3000 centipawns")
}

/// Whether a legal move goes from an attacked square, and to one, as a number.
pub fn threat_index<P: See + Notation>(fen: &str, coordinates: &str) -> usize {
    let position = P::from_fen(fen).unwrap();
    let m: Move = position.parse_coordinates(coordinates).unwrap();
    position.threats().index(m)
}

/// The squares whose pieces a legal move takes, by their names.
pub fn taken<P: See + Notation>(fen: &str, coordinates: &str) -> String {
    let position = P::from_fen(fen).unwrap();
    let m: Move = position.parse_coordinates(coordinates).unwrap();
    let squares = position.board().by_color(!position.turn()).into_iter();
    names(
        squares
            .filter(|&square| position.takes(m, square))
            .collect(),
    )
}

/// The static evaluation, in centipawns from the side to move.
pub fn static_eval<P: Evaluate + Notation>(fen: &str) -> i32 {
    let position = P::from_fen(fen).unwrap();
    P::evaluator().evaluate(&position)
}

/// What two derived sets, from the `first` on, tell of both sides, as the squares' names.
pub fn exposed<P: FeatureSet + Notation>(fen: &str, first: usize) -> [String; 2] {
    let sets = P::from_fen(fen).unwrap().derived().sets;
    [sets[first], sets[first + 1]].map(|[black, white]| names(black | white))
}

/// The squares' names, from a1 on.
pub fn names(squares: Bitboard) -> String {
    let names = squares.into_iter().map(|square| square.to_string());
    names.collect::<Vec<_>>().join(" ")
}
