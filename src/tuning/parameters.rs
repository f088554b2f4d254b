//! The weights of a game as a list of numbers.

use crate::eval::weights::{Tunable, Weight};

/// What a weight consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two numbers: for the middlegame and for the endgame.
    Score,
    /// One number.
    Plain,
}

/// A weight in the list.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its path in the weights of the game, as in `passed.ranks[5]`.
    pub name: String,
    /// What it consists of.
    pub kind: Kind,
    /// Where its numbers begin.
    pub offset: usize,
}

/// The weights in their order.
pub fn parameters(weights: &(impl Tunable + Clone)) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    let mut offset = 0;
    weights.clone().visit("", &mut |name, weight| {
        let (kind, size) = match weight {
            Weight::Score(_) => (Kind::Score, 2),
            Weight::Plain(_) => (Kind::Plain, 1),
        };
        parameters.push(Parameter {
            name: name.to_owned(),
            kind,
            offset,
        });
        offset += size;
    });
    parameters
}

/// The numbers of all weights.
pub fn values(weights: &(impl Tunable + Clone)) -> Vec<i32> {
    let mut values = Vec::new();
    weights.clone().visit("", &mut |_, weight| match weight {
        Weight::Score(score) => values.extend([score.middlegame, score.endgame]),
        Weight::Plain(value) => values.push(*value),
    });
    values
}

/// Weights of the same shape with these numbers; where there are too few, the
/// last weights stay.
pub fn with_values<W: Tunable + Clone>(weights: &W, values: &[i32]) -> W {
    let mut changed = weights.clone();
    let mut values = values.iter().copied();
    changed.visit("", &mut |_, weight| {
        let numbers = match weight {
            Weight::Score(score) => [Some(&mut score.middlegame), Some(&mut score.endgame)],
            Weight::Plain(value) => [Some(value), None],
        };
        for (number, value) in numbers.into_iter().flatten().zip(&mut values) {
            *number = value;
        }
    });
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::{GAMES, GameVisitor};
    use crate::eval::HandCrafted;
    use crate::rules::chess::Chess;
    use crate::search::parameters::Searchable;

    struct RoundTrip;

    impl GameVisitor for RoundTrip {
        type Output = ();

        fn visit<P: Searchable + HandCrafted>(self) {
            let weights = P::weights();
            let numbers = values(weights);
            let parameters = parameters(weights);
            let last = parameters.last().unwrap();
            assert!(last.offset < numbers.len() && numbers.len() <= usize::from(u16::MAX));
            let moved: Vec<i32> = (1..=numbers.len() as i32).collect();
            let other = with_values(weights, &moved);
            assert_eq!(values(&other), moved, "{}", P::NAME);
            assert_eq!(values(&with_values(&other, &numbers)), numbers);
            let position = P::start();
            let back = with_values(&other, &numbers);
            assert_eq!(position.total(&back), position.total(weights));
        }
    }

    #[test]
    fn weights_survive_the_way_through_a_list() {
        for game in &GAMES {
            game.accept(RoundTrip);
        }
    }

    #[test]
    fn weights_have_their_paths_as_names() {
        let parameters = parameters(Chess::weights());
        let passed = parameters.iter().find(|p| p.name == "passed.ranks[5]");
        let passed = passed.expect("a known weight");
        assert_eq!(passed.kind, Kind::Score);
        let value = Chess::weights().passed.ranks[5];
        let numbers = values(Chess::weights());
        assert_eq!(numbers[passed.offset], value.middlegame);
        assert_eq!(numbers[passed.offset + 1], value.endgame);
    }
}
