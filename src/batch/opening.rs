//! Random openings, which keep the games of a run apart.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::rules::{GameRecord, Move, MoveList, Position};

/// What is random in the game with this number of a run: always the same with the same
/// seed.
pub fn random_numbers(seed: u64, number: u32) -> ChaCha8Rng {
    // Streams of one generator do not overlap.
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(number));
    random
}

/// So many random moves from the start position, and the game after them; `None` if they
/// end it. The order in which `moves_of` lists the moves of a position decides which of
/// them a seed stands for.
pub fn random_opening<P: Position>(
    plies: usize,
    random: &mut impl Rng,
    moves_of: impl Fn(&P) -> MoveList,
) -> Option<(GameRecord<P>, Vec<Move>)> {
    let mut record = GameRecord::new(P::start());
    let mut played = Vec::with_capacity(plies);
    for _ in 0..plies {
        let &chosen = moves_of(record.position()).choose(random)?;
        record.play(chosen);
        played.push(chosen);
        if record.outcome().is_some() {
            return None;
        }
    }
    Some((record, played))
}
