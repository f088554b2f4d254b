//! Wins by force, proved by trying everything.

use std::collections::HashMap;

use crate::notation::Notation;
use crate::rules::{Color, Move};

use super::{Budget, TooLarge};

/// What is known of a position with the attacker to move, in moves of the attacker.
#[derive(Clone, Copy, Default)]
struct Known {
    /// It wins in this many; 0 if that is not known.
    wins_in: u32,
    /// It does not win in this many.
    fails_in: u32,
}

/// Positions kept in mind, after which all are forgotten.
const MEMORY: usize = 4_000_000;

/// Plies without a move that cannot be taken back, after which the game is drawn.
const FIFTY_MOVES: u32 = 100;

/// An AND/OR search without pruning: every move of the attacker until one wins,
/// every reply of the defender.
///
/// A win in n moves stands when the attacker has made its n-th move, or, where
/// ice freezes the defender's king, at the latest after the reply to it. Games
/// have no history here: a line of the shortest win never repeats a position.
pub struct Mates {
    attacker: Color,
    /// By key, and by the halfmove clock where the fifty-move rule is near.
    known: HashMap<(u64, u32), Known>,
    /// The reply that last refuted, by moves left.
    refutations: [Option<Move>; 16],
    budget: Budget,
}

impl Mates {
    /// A search for wins of this side.
    pub fn new(attacker: Color, most_nodes: u64) -> Mates {
        Mates {
            attacker,
            known: HashMap::new(),
            refutations: [None; 16],
            budget: Budget(most_nodes),
        }
    }

    /// The first moves that win within so many moves.
    ///
    /// # Errors
    ///
    /// If that takes too many nodes.
    pub fn winning_moves<P: Notation>(
        &mut self,
        position: &P,
        moves: u32,
    ) -> Result<Vec<Move>, TooLarge> {
        let mut winning = Vec::new();
        for m in position.legal_moves() {
            let mut child = position.clone();
            child.play(m);
            if self.is_lost(&child, moves - 1)? {
                winning.push(m);
            }
        }
        Ok(winning)
    }

    /// Whether the attacker, to move, wins within so many moves.
    ///
    /// # Errors
    ///
    /// If that takes too many nodes.
    pub fn is_won<P: Notation>(&mut self, position: &P, moves: u32) -> Result<bool, TooLarge> {
        self.budget.spend()?;
        if let Some(end) = position.variant_end() {
            return Ok(end.winner == Some(self.attacker));
        }
        if moves == 0 || position.state().halfmove_clock >= FIFTY_MOVES || position.is_dead() {
            return Ok(false);
        }
        let clock = position.state().halfmove_clock;
        let is_near = clock + 2 * moves >= FIFTY_MOVES;
        let entry = (position.key(), if is_near { clock } else { 0 });
        let mut known = self.known.get(&entry).copied().unwrap_or_default();
        if known.wins_in != 0 && known.wins_in <= moves {
            return Ok(true);
        }
        if known.fails_in >= moves {
            return Ok(false);
        }
        let mut won = false;
        for child in ordered_children(position, moves > 1) {
            if self.is_lost(&child, moves - 1)? {
                won = true;
                break;
            }
        }
        match won {
            true => known.wins_in = moves,
            false => known.fails_in = moves,
        }
        if moves > 1 {
            if self.known.len() >= MEMORY {
                self.known.clear();
            }
            self.known.insert(entry, known);
        }
        Ok(won)
    }

    /// Whether the defender, to move, has lost or loses within so many moves of
    /// the attacker.
    ///
    /// # Errors
    ///
    /// If that takes too many nodes.
    pub fn is_lost<P: Notation>(&mut self, position: &P, moves: u32) -> Result<bool, TooLarge> {
        self.budget.spend()?;
        if let Some(end) = position.variant_end() {
            return Ok(end.winner == Some(self.attacker));
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        if position.is_dead() || position.state().halfmove_clock >= FIFTY_MOVES {
            return Ok(false);
        }
        let slot = (moves as usize).min(self.refutations.len() - 1);
        let first = self.refutations[slot].filter(|m| replies.contains(m));
        let others = replies.iter().copied().filter(|&m| Some(m) != first);
        for m in first.into_iter().chain(others) {
            let mut child = position.clone();
            child.play(m);
            if !self.is_won(&child, moves)? {
                self.refutations[slot] = Some(m);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The positions after each move; if `sorted`, those in front that leave the
/// defender the fewest moves, checks first. The order decides how long a proof
/// takes, not what it proves.
fn ordered_children<P: Notation>(position: &P, sorted: bool) -> Vec<P> {
    let moves = position.legal_moves();
    let mut children: Vec<P> = moves
        .iter()
        .map(|&m| {
            let mut child = position.clone();
            child.play(m);
            child
        })
        .collect();
    if sorted {
        children.sort_by_cached_key(|child| (!child.is_check(), child.count_legal_moves()));
    }
    children
}
