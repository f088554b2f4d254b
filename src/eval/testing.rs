//! What the tests of all evaluations need.

use crate::rules::{Color, Move};

use super::weights::{Tunable, Weight, render};
use super::{HandCrafted, Score, See};

/// The FEN of the same position with the colours exchanged: ranks upside down,
/// letters in the other case, the other side to move.
pub fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let swapped = |text: &str| -> String {
        let swap = |letter: char| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        };
        text.chars().map(swap).collect()
    };
    let castling: String = ["KQkq"]
        .iter()
        .flat_map(|order| order.chars())
        .filter(|&letter| swapped(fields[2]).contains(letter))
        .collect();
    [
        swapped(&ranks.join("/")).as_str(),
        match fields[1] {
            "w" => "b",
            _ => "w",
        },
        match castling.as_str() {
            "" => "-",
            castling => castling,
        },
        "-",
        fields[4],
        fields[5],
    ]
    .join(" ")
}

/// Asserts that the evaluation has no preference for a colour.
pub fn assert_mirrored<P: HandCrafted>() {
    for fen in P::SAMPLE_FENS {
        let position = P::from_fen(fen).unwrap();
        let mirror = P::from_fen(&mirrored(fen)).unwrap();
        assert_eq!(position.static_eval(), mirror.static_eval(), "{fen}");
        assert_eq!(term_balances(&position), term_balances(&mirror), "{fen}");
    }
}

/// Asserts that the file with a game's weights is as the tuner would write it.
pub fn assert_as_written<P: HandCrafted>(file: &str) {
    let lines = file.lines().map_while(|line| line.strip_prefix("//!"));
    let header: Vec<&str> = lines.map(str::trim).collect();
    assert!(file == render(P::weights(), &header.join("\n")));
}

/// Weights that are all zero. Tests set those that they are about, so that no
/// tuning breaks them.
pub fn no_weights<P: HandCrafted>() -> P::Weights {
    let mut weights = P::weights().clone();
    weights.visit("", &mut |_, weight| match weight {
        Weight::Score(score) => *score = Score::ZERO,
        Weight::Plain(value) => *value = 0,
    });
    weights
}

/// The terms by the weights that the engine plays with, as the side to move sees
/// them.
pub fn term_balances<P: HandCrafted>(position: &P) -> Vec<(&'static str, Score)> {
    balances_by(position, P::weights())
}

fn balances_by<P: HandCrafted>(position: &P, weights: &P::Weights) -> Vec<(&'static str, Score)> {
    let mut balances = Vec::new();
    position.visit_terms(weights, |term| {
        let balance = term.balance();
        let own = match position.turn() {
            Color::White => balance,
            Color::Black => -balance,
        };
        balances.push((term.name, own));
    });
    balances
}

/// One term by these weights, as the side to move sees it.
pub fn term<P: HandCrafted>(weights: &P::Weights, fen: &str, name: &str) -> Score {
    let position = P::from_fen(fen).unwrap();
    let mut terms = balances_by(&position, weights).into_iter();
    terms.find(|term| term.0 == name).expect("a known term").1
}

/// The static evaluation by these weights.
pub fn static_eval<P: HandCrafted>(weights: &P::Weights, fen: &str) -> i32 {
    P::from_fen(fen).unwrap().static_eval_by(weights)
}

/// What the static exchange evaluation makes of a legal move: the highest
/// threshold that it reaches.
pub fn see<P: See>(fen: &str, coordinates: &str) -> i32 {
    let position = P::from_fen(fen).unwrap();
    let m: Move = position.parse_coordinates(coordinates).unwrap();
    (-3000..=3000)
        .rev()
        .find(|&threshold| position.see_ge(m, threshold))
        .expect("a loss of less than 3000 centipawns")
}
