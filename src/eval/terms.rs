//! Terms that several games share.

use crate::rules::{Board, Color, Role};

use super::score::Score;

/// The worth of one side's men, by [`Role::index`].
pub fn material(board: &Board, values: &[Score; Role::COUNT], color: Color) -> Score {
    Role::ALL
        .into_iter()
        .map(|role| values[role.index()] * board.pieces(color, role).count() as i32)
        .sum()
}
