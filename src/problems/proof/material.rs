//! Material won by force, proved by trying everything to a fixed depth.

use std::collections::HashMap;

use crate::notation::Notation;
use crate::rules::{Color, Move, Role};

use super::{Budget, TooLarge};

/// What the side to move is worth when it has won; a loss is the negative.
pub const WON: i32 = 100_000;

/// A piece in centipawns.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Man => 150,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The pieces of the side to move less those of the other, in centipawns.
pub fn balance<P: Notation>(position: &P) -> i32 {
    let sum = |color: Color| -> i32 {
        let count = |role| position.board().pieces(color, role).count() as i32;
        Role::ALL
            .into_iter()
            .map(|role| worth(role) * count(role))
            .sum()
    };
    sum(position.turn()) - sum(position.turn().other())
}

/// Minimax of the material to a fixed depth in plies, every move at every ply,
/// with no pruning but alpha-beta, which changes no result.
///
/// At the end of the depth captures are played out: the side to move may stop
/// (the value is then the balance) or go on with any capture or promotion; in
/// check it tries every move and may not stop. Won games are worth [`WON`], drawn
/// ones nothing. Games have no history here.
pub struct Material {
    known: HashMap<(u64, u32), (i32, i32)>,
    /// The move that last was too good, by plies left.
    refutations: [Option<Move>; 8],
    budget: Budget,
}

impl Material {
    /// A search that gives up after so many nodes.
    pub fn new(most_nodes: u64) -> Material {
        Material {
            known: HashMap::new(),
            refutations: [None; 8],
            budget: Budget(most_nodes),
        }
    }

    /// The value for the side to move: exact between `alpha` and `beta`, else a
    /// bound.
    ///
    /// # Errors
    ///
    /// If that takes too many nodes.
    pub fn value<P: Notation>(
        &mut self,
        position: &P,
        plies: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, TooLarge> {
        self.budget.spend()?;
        if let Some(value) = value_of_end(position) {
            return Ok(value);
        }
        if plies == 0 {
            return self.resolve(position, alpha, beta);
        }
        let slot = (position.key(), plies);
        let (lower, upper) = self.known.get(&slot).copied().unwrap_or((-WON, WON));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(value_without_moves(position));
        }
        let mut best = -WON;
        let refutation = (plies as usize).min(self.refutations.len() - 1);
        let first = self.refutations[refutation];
        moves.sort_by_key(|&m| (Some(m) != first, !m.is_tactical()));
        for m in moves {
            let mut child = position.clone();
            child.play(m);
            let value = -self.value(&child, plies - 1, -beta, -alpha.max(best))?;
            best = best.max(value);
            if best >= beta {
                self.refutations[refutation] = Some(m);
                break;
            }
        }
        if plies > 1 {
            let bounds = match best {
                _ if best >= beta => (lower.max(best), upper),
                _ if best <= alpha => (lower, upper.min(best)),
                _ => (best, best),
            };
            self.known.insert(slot, bounds);
        }
        Ok(best)
    }

    fn resolve<P: Notation>(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, TooLarge> {
        self.budget.spend()?;
        if let Some(value) = value_of_end(position) {
            return Ok(value);
        }
        let (mut best, moves) = match position.is_check() {
            true => (-WON, position.legal_moves()),
            false => (balance(position), position.tactical_moves()),
        };
        if position.is_check() && moves.is_empty() {
            return Ok(-WON);
        }
        for m in moves {
            if best >= beta {
                break;
            }
            let mut child = position.clone();
            child.play(m);
            best = best.max(-self.resolve(&child, -beta, -alpha.max(best))?);
        }
        Ok(best)
    }
}

fn value_of_end<P: Notation>(position: &P) -> Option<i32> {
    match position.variant_end() {
        Some(end) => Some(match end.winner {
            Some(winner) if winner == position.turn() => WON,
            Some(_) => -WON,
            None => 0,
        }),
        None => position.is_dead().then_some(0),
    }
}

fn value_without_moves<P: Notation>(position: &P) -> i32 {
    match position.is_check() {
        true => -WON,
        false => 0,
    }
}
