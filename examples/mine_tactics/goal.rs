//! What can be reached by force, and the line that shows it.

use galaverna::notation::Notation;
use galaverna::rules::Move;

use galaverna::problems::proof::TooLarge;
use galaverna::problems::proof::material::{self, Material, WON};
use galaverna::problems::proof::mates::Mates;

/// Wins are looked for in up to so many moves.
const MOST_MOVES: u32 = 6;

/// What must be won, in centipawns, and how much more than by any other move.
const LEAST_GAIN: i32 = 200;
const MARGIN: i32 = 150;

/// Plies of a material win.
const PLIES: u32 = 4;

/// Whether a move jumps over three enemies or more.
pub fn is_long_chain(m: Move) -> bool {
    m.chain().count_ones() >= 3
}

/// What a line of the suite claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A win in so many moves.
    Win { moves: u32 },
    /// So much material more than at the start within so many plies, and no more
    /// than `others` by any other move.
    Material { gain: i32, others: i32, plies: u32 },
}

/// A goal that one move alone reaches.
#[derive(Clone, Debug)]
pub struct Finding {
    pub best: Move,
    pub goal: Goal,
    /// The best move and what follows if both sides do their best.
    pub line: Vec<Move>,
}

/// The shortest win, if there is one in two moves or more and one move alone
/// reaches it.
///
/// # Errors
///
/// If that takes too many nodes.
pub fn shortest_win<P: Notation>(
    position: &P,
    most_moves: u32,
    nodes: u64,
) -> Result<Option<Finding>, TooLarge> {
    let mut mates = Mates::new(position.turn(), nodes);
    for moves in 1..=most_moves.min(MOST_MOVES) {
        let winning = mates.winning_moves(position, moves)?;
        let &[best] = &winning[..] else {
            match winning.is_empty() {
                true => continue,
                false => return Ok(None),
            }
        };
        // Where another move wins a move later, a search may be content with it.
        if moves == 1 || moves <= 3 && mates.winning_moves(position, moves + 1)?.len() > 1 {
            return Ok(None);
        }
        let line = winning_line(position, best, moves, &mut mates)?;
        let goal = Goal::Win { moves };
        return Ok(Some(Finding { best, goal, line }));
    }
    Ok(None)
}

fn winning_line<P: Notation>(
    position: &P,
    best: Move,
    moves: u32,
    mates: &mut Mates,
) -> Result<Vec<Move>, TooLarge> {
    let mut line = vec![best];
    let mut current = position.clone();
    current.play(best);
    for left in (0..moves).rev() {
        // The reply that holds out longest.
        let mut longest = None;
        for m in current.legal_moves() {
            let mut child = current.clone();
            child.play(m);
            let holds = left == 0 || !mates.is_won(&child, left - 1)?;
            if longest.is_none() || holds {
                longest = Some((m, child));
            }
        }
        let Some((reply, child)) = longest else {
            break;
        };
        line.push(reply);
        current = child;
        if current.variant_end().is_some() {
            break;
        }
        let mut next = None;
        for shortest in 1..=left {
            next = mates.winning_moves(&current, shortest)?.first().copied();
            if next.is_some() {
                break;
            }
        }
        let Some(next) = next else {
            break;
        };
        line.push(next);
        current.play(next);
    }
    Ok(line)
}

/// The win of material by this move, if no other move comes near, and if a look of
/// one ply does not see it or it is a long chain.
///
/// # Errors
///
/// If that takes too many nodes.
pub fn material_win<P: Notation>(
    position: &P,
    best: Move,
    nodes: u64,
) -> Result<Option<Finding>, TooLarge> {
    let mut material = Material::new(nodes);
    let before = material::balance(position);
    let Some(value) = value_alone(position, best, PLIES, &mut material)? else {
        return Ok(None);
    };
    let least = LEAST_GAIN + before.max(0);
    if value < least || value >= WON {
        return Ok(None);
    }
    let at_once = value_alone(position, best, 1, &mut material)?;
    if !is_long_chain(best) && at_once.is_some_and(|value| value >= least) {
        return Ok(None);
    }
    let line = material_line(position, best, &mut material)?;
    let goal = Goal::Material {
        gain: value - before,
        others: value - MARGIN - before,
        plies: PLIES,
    };
    Ok(Some(Finding { best, goal, line }))
}

/// The value of this move, if that of every other is lower by the margin.
fn value_alone<P: Notation>(
    position: &P,
    best: Move,
    plies: u32,
    material: &mut Material,
) -> Result<Option<i32>, TooLarge> {
    let mut child = position.clone();
    child.play(best);
    let value = -material.value(&child, plies - 1, -WON, WON)?;
    let limit = value - MARGIN;
    for m in position.legal_moves().into_iter().filter(|&m| m != best) {
        let mut child = position.clone();
        child.play(m);
        if -material.value(&child, plies - 1, -limit - 1, -limit)? > limit {
            return Ok(None);
        }
    }
    Ok(Some(value))
}

fn material_line<P: Notation>(
    position: &P,
    best: Move,
    material: &mut Material,
) -> Result<Vec<Move>, TooLarge> {
    let mut line = vec![best];
    let mut current = position.clone();
    current.play(best);
    for plies in (1..PLIES).rev() {
        let mut choice = None;
        let mut highest = -WON - 1;
        for m in current.legal_moves() {
            let mut child = current.clone();
            child.play(m);
            let value = -material.value(&child, plies - 1, -WON, -highest.max(-WON))?;
            if value > highest {
                highest = value;
                choice = Some((m, child));
            }
        }
        let Some((m, child)) = choice else {
            break;
        };
        line.push(m);
        current = child;
        if current.variant_end().is_some() {
            break;
        }
    }
    Ok(line)
}
