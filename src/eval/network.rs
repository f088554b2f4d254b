//! Networks as evaluators, and the network that each game plays with.

use crate::nnue::{FeatureSet, NetworkEvaluator};

use super::evaluator::Evaluator;
use crate::rules::{Bitboard, Color};

impl<P: FeatureSet, const H: usize> Evaluator<P> for NetworkEvaluator<H> {
    fn refresh(&mut self) {
        self.accumulators.refresh();
    }

    #[inline]
    fn push(&mut self) {
        self.accumulators.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &P) -> i32 {
        self.output(position).clamp(-super::BOUND, super::BOUND)
    }

    #[inline]
    fn attacked(&self, color: Color) -> Option<[Bitboard; 2]> {
        self.accumulators.attacked(color)
    }
}

/// Implements [`Evaluate`](super::Evaluate) for a position whose network is
/// `nets/GAME.nnue`; the items that follow its name are those that the macro does not
/// write itself.
macro_rules! plays_with_network {
    ($position:ty, $game:literal; $($items:item)*) => {
        const _: () = {
            use std::sync::{Arc, Mutex, PoisonError};

            use once_cell::sync::Lazy;
            use $crate::nnue::{FeatureSet, Network, NetworkError, NetworkEvaluator, Share};

            const HIDDEN: usize = <$position as FeatureSet>::HIDDEN;

            /// The network that is part of the program.
            static OWN: Lazy<Arc<Network<HIDDEN>>> = Lazy::new(|| {
                let bytes = include_bytes!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/nets/",
                    $game,
                    ".nnue"
                ));
                let network = Network::from_bytes::<$position>(bytes);
                Arc::new(network.expect("a test reads every network of the program"))
            });

            /// The one that is played with in its place.
            static OTHER: Mutex<Option<Arc<Network<HIDDEN>>>> = Mutex::new(None);

            fn network() -> Arc<Network<HIDDEN>> {
                let other = OTHER.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(other.as_ref().unwrap_or_else(|| &OWN))
            }

            impl $crate::eval::Evaluate for $position {
                type Evaluator = NetworkEvaluator<HIDDEN>;

                $($items)*

                fn evaluator() -> NetworkEvaluator<HIDDEN> {
                    NetworkEvaluator::new::<$position>(network())
                }

                fn shares(&self) -> Vec<Share> {
                    <$position as $crate::eval::Evaluate>::evaluator().shares(self)
                }

                fn replace_network(bytes: Option<&[u8]>) -> Result<(), NetworkError> {
                    let other = bytes.map(Network::from_bytes::<$position>).transpose()?;
                    *OTHER.lock().unwrap_or_else(PoisonError::into_inner) = other.map(Arc::new);
                    Ok(())
                }

                fn network_checksum() -> u32 {
                    network().checksum::<$position>()
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
    use crate::notation::Notation;
    use crate::notation::fen;
    use crate::rules::{Color, File, Role};
    use crate::show::Show;
    use crate::show::diagram::Cell;

    /// The most bytes that a network may add to the program.
    const MOST_BYTES: u64 = 1 << 20;

    fn the_network_of_the_program_is_read<P: Evaluate>() {
        P::replace_network(None).expect("the network of the program");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("nets/{}.nnue", P::NAME));
        let bytes = fs::metadata(&file).expect("the file").len();
        assert!(bytes <= MOST_BYTES, "{}: {bytes}", file.display());
    }

    /// Whoever has all pieces wins, and nobody has won at the start.
    fn the_network_knows_material<P: Evaluate + Notation + Show>() {
        let start = static_eval::<P>(P::START_FEN);
        assert!(start.abs() < 100, "{start}");
        // White has all, Black the king and the pawns or men of the files a to d.
        let (board, rest) = P::START_FEN.split_once(' ').expect("fields");
        let diagram = &P::start().diagrams()[0];
        let bare = fen::write_placement(|square| match diagram.cell(square) {
            Cell::Empty => None,
            Cell::Neutral => Some("*".to_owned()),
            Cell::Piece(piece) => {
                let stays = match piece.role() {
                    Role::King => true,
                    Role::Pawn | Role::Man => square.file() < File::E,
                    _ => false,
                };
                let stays = stays || piece.color() == Color::White;
                stays.then(|| piece.letter().to_string())
            }
        });
        assert_ne!(bare, board);
        let fen = format!("{bare} {}", rest.replace("KQkq", "KQ"));
        let value = static_eval::<P>(&fen);
        assert!(value > 500, "{fen}: {value}");
    }

    for_each_game!(
        the_network_of_the_program_is_read,
        the_network_knows_material
    );
}
