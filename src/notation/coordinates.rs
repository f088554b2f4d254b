//! Coordinate notation: origin, destination, promotion letter; a chain of jumps names
//! every landing square.

use std::fmt;

use crate::rules::{Move, Role, Square};

use super::men;

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
