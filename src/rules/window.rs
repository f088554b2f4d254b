//! How a program that does not know a game can show it all the same.

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
    /// For pieces on a second board: the letter of a piece and the one by which it is
    /// shown there.
    pub second_board: &'static [(char, char)],
    /// Whether squares change that no move has touched.
    pub changes_by_itself: bool,
}
