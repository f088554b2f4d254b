//! What a text says of the way of a piece, whether or not it may go there.

use crate::rules::{File, Rank, Role, Square};

/// What a text says of the way of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The kind of the piece; `None` if the text leaves it open.
    pub(super) role: Option<Role>,
    /// The file that it starts from, if given.
    pub(super) file: Option<File>,
    /// The rank that it starts from, if given.
    pub(super) rank: Option<Rank>,
    /// Whether it takes something.
    pub(super) takes: bool,
    /// Where it ends.
    pub(super) to: Square,
}

impl Way {
    /// Whether a piece of this kind that goes so fits, captures aside.
    pub(super) fn fits(&self, role: Role, from: Square, to: Square) -> bool {
        self.role.is_none_or(|named| named == role)
            && self.to == to
            && starts_on(from, self.file, self.rank)
    }

    /// Whether the text may mean that a piece of this kind goes so, though no legal move
    /// does.
    pub fn may_mean(&self, role: Role, from: Square, to: Square) -> bool {
        // Pawns capture beside their file only.
        let pawn = self.role == Some(Role::Pawn);
        let straight = pawn && from.file() == to.file();
        self.fits(role, from, to)
            && !(straight && self.takes)
            && (straight || !pawn || self.file.is_some())
    }
}

/// The file and the rank that a piece starts from, as far as the text gives them; `None` if
/// it says anything else.
pub fn read_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let mut letters = text.chars().peekable();
    let file = letters.peek().copied().and_then(File::from_char);
    letters.next_if(|_| file.is_some());
    let rank = letters.peek().copied().and_then(Rank::from_char);
    letters.next_if(|_| rank.is_some());
    letters.next().is_none().then_some((file, rank))
}

/// Whether a move begins on the file and rank that a text gives, if any.
pub fn starts_on(from: Square, file: Option<File>, rank: Option<Rank>) -> bool {
    file.is_none_or(|file| from.file() == file) && rank.is_none_or(|rank| from.rank() == rank)
}
