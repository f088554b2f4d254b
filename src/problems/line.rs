//! Solutions of wins by force.

use crate::notation::Notation;
use crate::rules::Move;

use super::proof::TooLarge;
use super::proof::mates::Mates;

/// The shortest win of the side to move, if there is one in so many moves and it has one
/// solution: how many moves it takes, and the moves of both sides.
///
/// Every move of the winner is the only one that wins in time, but for the last, which may be
/// any that ends the game at once. The other side holds out as long as it can, and where
/// several moves do, makes the first after which there is one solution.
///
/// # Errors
///
/// If the proof takes more nodes than `mates` has.
pub fn shortest_win<P: Notation>(
    position: &P,
    most_moves: u32,
    mates: &mut Mates,
) -> Result<Option<(u32, Vec<Move>)>, TooLarge> {
    for moves in 1..=most_moves {
        let winning = mates.winning_moves(position, moves)?;
        match winning[..] {
            [] => {}
            [key] => {
                let rest = defence(&after(position, key), moves - 1, mates)?;
                return Ok(rest.map(|rest| (moves, [vec![key], rest].concat())));
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// What follows where the loser is to move and loses in so many moves of the winner; `None`
/// if no line has one solution.
fn defence<P: Notation>(
    position: &P,
    moves: u32,
    mates: &mut Mates,
) -> Result<Option<Vec<Move>>, TooLarge> {
    if position.variant_end().is_some() {
        return Ok(Some(Vec::new()));
    }
    let replies = position.legal_moves();
    if replies.is_empty() {
        return Ok(Some(Vec::new()));
    }
    for reply in replies {
        let child = after(position, reply);
        // Where the ice is to decide the game, any reply lets it come.
        if moves == 0 {
            return Ok(Some(vec![reply]));
        }
        if mates.is_won(&child, moves - 1)? {
            continue;
        }
        if let Some(rest) = attack(&child, moves, mates)? {
            return Ok(Some([vec![reply], rest].concat()));
        }
    }
    Ok(None)
}

/// The same where the winner is to move.
fn attack<P: Notation>(
    position: &P,
    moves: u32,
    mates: &mut Mates,
) -> Result<Option<Vec<Move>>, TooLarge> {
    let winning = mates.winning_moves(position, moves)?;
    let Some(&best) = winning
        .first()
        .filter(|_| is_clear(position, moves, &winning))
    else {
        return Ok(None);
    };
    let rest = defence(&after(position, best), moves - 1, mates)?;
    Ok(rest.map(|rest| [vec![best], rest].concat()))
}

/// Whether the moves that win in so many leave no doubt what the solution is: there is one,
/// or it is the last and all of them end the game at once.
pub fn is_clear<P: Notation>(position: &P, moves: u32, winning: &[Move]) -> bool {
    let ends = |&m: &Move| after(position, m).outcome().is_some();
    winning.len() == 1 || moves == 1 && winning.iter().all(ends)
}

/// The position after a move.
pub(super) fn after<P: Notation>(position: &P, m: Move) -> P {
    let mut child = position.clone();
    child.play(m);
    child
}
