//! How XBoard is made to show games that it does not know.
//!
//! The [usual pictures](Window::USUAL) do for every game of the pieces in
//! [`Role`](crate::rules::Role) on one board; others say in [`Show::WINDOW`] what they need.
//!
//! [`Show::WINDOW`]: crate::show::Show::WINDOW

/// What XBoard must be told to show a game whose rules it does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// White's letters in the order of XBoard's pictures, a dot where a picture is
    /// not used; the king comes last. Black's are the same in lower case.
    pub pictures: &'static str,
    /// Letters and how their pieces move, in Betza's notation, for those that XBoard
    /// does not know.
    pub moves: &'static [(char, &'static str)],
    /// The letter of an obstacle that belongs to nobody. It names a picture like any
    /// other: what XBoard knows as neutral is drawn as a hole.
    pub neutral: Option<char>,
    /// For pieces on a second board: the letter of a piece and the one by which it
    /// is shown there.
    pub second_board: &'static [(char, char)],
    /// Whether squares change that no move has touched.
    pub changes_by_itself: bool,
    /// The letter of the piece whose single jump over an enemy XBoard takes for legal.
    pub jumper: Option<char>,
}

impl Window {
    /// All kinds of pieces by their own letters. XBoard's picture of a shogi pawn looks
    /// like a draughts man most. A man's move: a step orthogonally without capture, or on
    /// a diagonal over an enemy to the empty square behind it.
    pub const USUAL: Window = Window {
        pictures: "PNBRQ..................................................MK",
        moves: &[('M', "mWcafmF")],
        neutral: None,
        second_board: &[],
        changes_by_itself: false,
        jumper: Some('M'),
    };

    /// The letters of White's and of Black's pieces in the order of XBoard's pictures.
    pub fn piece_table(&self) -> String {
        self.pictures.to_owned() + &self.pictures.to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Role;

    use super::*;

    #[test]
    fn the_usual_pictures_are_of_every_kind_of_piece() {
        for role in Role::ALL {
            let letter = role.letter();
            assert!(Window::USUAL.pictures.contains(letter), "{letter}");
            let told = Window::USUAL
                .moves
                .iter()
                .any(|&(other, _)| other == letter);
            assert_eq!(told, role > Role::King, "how {letter} moves");
        }
        assert!(Window::USUAL.pictures.ends_with(Role::King.letter()));
    }
}
