//! Networks as evaluators, and the network that each game plays with.

use crate::nnue::{FeatureSet, NetworkEvaluator};
use crate::rules::changes::SquareChanges;

use super::evaluator::Evaluator;

impl<P: FeatureSet, const H: usize> Evaluator<P> for NetworkEvaluator<H> {
    fn refresh(&mut self, position: &P) {
        NetworkEvaluator::refresh(self, position);
    }

    #[inline]
    fn push(&mut self, after: &P, changes: SquareChanges) {
        NetworkEvaluator::push(self, after, changes);
    }

    #[inline]
    fn pop(&mut self) {
        NetworkEvaluator::pop(self);
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        self.output(position).clamp(-super::BOUND, super::BOUND)
    }
}

/// Implements [`Evaluate`](super::Evaluate) for a position whose network is
/// `nets/GAME.nnue`; the items that follow its name are those that the macro does not
/// write itself.
macro_rules! plays_with_network {
    ($position:ty, $game:literal; $($items:item)*) => {
        const _: () = {
            use $crate::nnue::{FeatureSet, NetworkError, NetworkEvaluator, NetworkSlot, Share};

            const HIDDEN: usize = <$position as FeatureSet>::HIDDEN;

            static NETWORK: NetworkSlot<HIDDEN> =
                NetworkSlot::new(include_bytes!(concat!("../../../nets/", $game, ".nnue")));

            impl $crate::eval::Evaluate for $position {
                type Evaluator = NetworkEvaluator<HIDDEN>;

                $($items)*

                fn evaluator() -> NetworkEvaluator<HIDDEN> {
                    NetworkEvaluator::new::<$position>(NETWORK.current::<$position>())
                }

                fn shares(&self) -> Vec<Share> {
                    <$position as $crate::eval::Evaluate>::evaluator().shares(self)
                }

                fn replace_network(bytes: Option<&[u8]>) -> Result<(), NetworkError> {
                    NETWORK.replace::<$position>(bytes)
                }
            }
        };
    };
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use crate::eval::Evaluate;
    use crate::eval::testing::static_eval;

    /// The most bytes that a network may add to the program.
    const MOST_BYTES: u64 = 1 << 20;

    fn the_network_of_the_program_is_read<P: Evaluate>() {
        P::replace_network(None).expect("the network of the program");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("nets/{}.nnue", P::NAME));
        let bytes = fs::metadata(&file).expect("the file").len();
        assert!(bytes <= MOST_BYTES, "{}: {bytes}", file.display());
    }

    /// Whoever has all pieces wins, and nobody has won at the start.
    fn the_network_knows_material<P: Evaluate>() {
        let start = static_eval::<P>(P::START_FEN);
        assert!(start.abs() < 100, "{start}");
        let mut fields = P::START_FEN.split(' ');
        let board = fields.next().expect("a board");
        let rest: Vec<&str> = fields.collect();
        // All black pieces but the king and some men or pawns.
        let mut left = 4;
        let bare: String = board
            .chars()
            .map(|letter| match letter {
                'p' | 'm' if left > 0 => {
                    left -= 1;
                    letter
                }
                'q' | 'r' | 'b' | 'n' | 'p' | 'm' => '1',
                other => other,
            })
            .collect();
        let bare = merged(&bare);
        let fen = format!("{bare} {}", rest.join(" ").replace("KQkq", "KQ"));
        let value = static_eval::<P>(&fen);
        assert!(value > 500, "{fen}: {value}");
    }

    /// Neighbouring counts of empty squares added up, as a FEN has them.
    fn merged(board: &str) -> String {
        let mut merged = String::new();
        let mut empty = 0;
        for letter in board.chars() {
            if let Some(count) = letter.to_digit(10) {
                empty += count;
                continue;
            }
            if empty > 0 {
                merged.push_str(&empty.to_string());
                empty = 0;
            }
            merged.push(letter);
        }
        if empty > 0 {
            merged.push_str(&empty.to_string());
        }
        merged
    }

    for_each_game!(
        the_network_of_the_program_is_read,
        the_network_knows_material
    );
}
