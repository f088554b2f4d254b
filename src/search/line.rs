//! Principal variations.

use crate::rules::Move;

/// The best line found from a ply on.
#[derive(Clone, Debug, Default)]
pub struct Line(Vec<Move>);

impl Line {
    /// Forgets the line.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Becomes `first` followed by `rest`.
    #[inline]
    pub fn assign(&mut self, first: Move, rest: &Line) {
        self.0.clear();
        self.0.push(first);
        self.0.extend_from_slice(&rest.0);
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.0
    }
}
