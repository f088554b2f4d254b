//! Coordinate notation: origin, destination, promotion letter; a chain of jumps names
//! every landing square.

use std::fmt;

use crate::rules::{Move, Position, Role, Square};

use super::{MoveError, men};

/// In coordinate notation, as UCI and XBoard write moves; a chain along the route whose
/// text comes first in alphabetical order.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in men::route(*self) {
            write!(f, "{square}")?;
        }
        match self.promoted_to() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// Finds the legal move with this text; a chain along any of its routes.
///
/// # Errors
///
/// If it cannot be read or there is none.
pub fn parse<P: Position>(position: &P, text: &str) -> Result<Move, MoveError> {
    let (route, promotion) = read(text)
        .filter(|(route, _)| route.len() == 2 || P::MATERIAL.men)
        .ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
    let is_man = position.board().role_at(route[0]) == Some(Role::Man);
    let found = match route[..] {
        _ if is_man => men::along(position, &route, promotion),
        [from, to] => {
            let moves = position.legal_moves();
            let from_there = moves.iter().filter(|m| m.from() == from).copied();
            let mut fitting = from_there.filter(|m| m.promoted_to() == promotion);
            let named = fitting.clone().find(|m| m.target() == to);
            // In Chess960 castling may be named by where the king ends, unless it can step there.
            named.or_else(|| fitting.find(|m| m.to() == to))
        }
        _ => None,
    };
    found.ok_or_else(|| MoveError::Illegal(text.to_owned()))
}

/// Two squares or more, and what a pawn or man becomes; `None` if it is something else.
pub(super) fn read(text: &str) -> Option<(Vec<Square>, Option<Role>)> {
    let (squares, letter) = text.as_bytes().as_chunks::<2>();
    let promotion = match letter {
        [letter] => {
            let role = Role::from_letter(char::from(*letter));
            Some(role.filter(|role| Role::PROMOTIONS.contains(role))?)
        }
        _ => None,
    };
    let squares = squares.iter();
    let route: Option<Vec<Square>> = squares.map(|s| Square::from_ascii(s).ok()).collect();
    let route = route.filter(|route| route.len() >= 2)?;
    Some((route, promotion))
}
