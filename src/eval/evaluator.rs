//! What stands between search and evaluation.

use crate::nnue::{FeatureSet, NetworkError, Share};
use crate::notation::Notation;
use crate::rules::{Agreement, Bitboard, Color, Move, Square};

use super::see::See;
use super::win_rate::WinRateModel;

/// The static evaluation of one search thread, which owns it.
///
/// It is told of the moves of the search, so that it can go on from what it knows of the
/// positions before: the accumulators of an efficiently updatable neural network (NNUE).
pub trait Evaluator<P>: Send {
    /// Starts anew at any position: all pushed moves are forgotten.
    fn refresh(&mut self);

    /// Follows a move from the present position. A null move needs no push: where it is
    /// sound, it changes no square.
    fn push(&mut self);

    /// Goes back to the position before the last push.
    fn pop(&mut self);

    /// The static evaluation in centipawns from the side to move, at most
    /// [`BOUND`](super::BOUND) either way. `position` is the present one, the same
    /// until the next push, pop or refresh, whichever side is to move.
    fn evaluate(&mut self, position: &P) -> i32;

    /// What a side attacks on each board, as [`See::attacked`] has it, where the evaluation
    /// of the present position has found it out.
    fn attacked(&self, color: Color) -> Option<[Bitboard; 2]>;
}

/// A game that can be searched.
pub trait Evaluate: See + FeatureSet {
    /// What a search thread evaluates its positions with.
    type Evaluator: Evaluator<Self>;

    /// What the values of a search mean.
    const WIN_RATE: WinRateModel;

    /// A new evaluator, to be refreshed before it is used.
    fn evaluator() -> Self::Evaluator;

    /// What each piece adds to the evaluation.
    fn shares(&self) -> Vec<Share>;

    /// Lets evaluators from now on use another network, or the program's own one for
    /// `None`.
    ///
    /// # Errors
    ///
    /// If it is not a network for this game; then nothing has changed.
    fn replace_network(bytes: Option<&[u8]>) -> Result<(), NetworkError>;

    /// The checksum at the end of the file of the network in use.
    fn network_checksum() -> u32;

    /// The squares that White and Black name in the agreement (see
    /// [`Notation::agreement`]) that is best for both sides as far as the static evaluation sees, if the game
    /// and the position know one. Where a side has `named` its squares already, the
    /// other chooses.
    fn best_agreement(&self, _named: Option<(Color, &[Square])>) -> Option<Agreement> {
        None
    }
}

/// Follows a game from the start position with one evaluator and compares it with a
/// fresh one at every ply: a wrong accumulator spoils whatever is learnt from its
/// games.
///
/// # Errors
///
/// The FEN of the position in which they differ.
pub fn check_incremental<P: Evaluate + Notation>(
    moves: impl Iterator<Item = Move>,
) -> Result<(), String> {
    let mut position = P::start();
    let (mut following, mut fresh) = (P::evaluator(), P::evaluator());
    for m in moves {
        position.play(m);
        following.push();
        fresh.refresh();
        if following.evaluate(&position) != fresh.evaluate(&position) {
            return Err(position.fen());
        }
    }
    Ok(())
}
