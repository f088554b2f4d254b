//! What stands between search and evaluation.

use crate::nnue::FeatureSet;
use crate::rules::Move;
use crate::rules::changes::SquareObserver;

use super::see::See;

/// The static evaluation of one search thread, which owns it.
///
/// It follows the moves of the search, so that an evaluation can keep what a move
/// does not change, such as the accumulators of an efficiently updatable neural
/// network (NNUE).
pub trait Evaluator<P>: Send {
    /// What it is told of the squares that a move changes: [`SquareChanges`] for one
    /// that follows them, `()` for one that looks at positions only.
    ///
    /// [`SquareChanges`]: crate::rules::changes::SquareChanges
    type Changes: SquareObserver + Default;

    /// Starts anew at `position`: all pushed moves are forgotten.
    fn refresh(&mut self, position: &P);

    /// Follows `m` from the present position, `before`, to `after`, by the changes
    /// that the rules reported. A null move needs no push: where it is sound, it
    /// changes no square.
    fn push(&mut self, before: &P, m: Move, after: &P, changes: Self::Changes);

    /// Goes back to the position before the last push.
    fn pop(&mut self);

    /// The static evaluation in centipawns from the side to move, at most
    /// [`BOUND`](super::BOUND) either way. `position` is the present one: that of
    /// the last push that has not been popped or of the refresh, whichever side is
    /// to move.
    fn evaluate(&mut self, position: &P) -> i32;
}

/// A game that can be searched.
pub trait Evaluate: See + FeatureSet {
    /// What a search thread evaluates its positions with.
    type Evaluator: Evaluator<Self>;

    /// A new evaluator, to be refreshed before it is used.
    fn evaluator() -> Self::Evaluator;
}

/// Follows a game from the start position with one evaluator and compares it with a
/// fresh one at every ply: a wrong accumulator spoils whatever is learnt from its
/// games.
///
/// # Errors
///
/// The FEN of the position in which they differ.
pub fn check_incremental<P: Evaluate>(moves: impl Iterator<Item = Move>) -> Result<(), String> {
    let mut position = P::start();
    let (mut following, mut fresh) = (P::evaluator(), P::evaluator());
    following.refresh(&position);
    for m in moves {
        let before = position.clone();
        let mut changes = <P::Evaluator as Evaluator<P>>::Changes::default();
        position.play_observed(m, &mut changes);
        following.push(&before, m, &position, changes);
        fresh.refresh(&position);
        if following.evaluate(&position) != fresh.evaluate(&position) {
            return Err(position.fen());
        }
    }
    Ok(())
}
