//! What a text says of the way of a piece, for whoever explains why it cannot go there.

use crate::rules::{File, Rank, Role, Square};

use super::san::{SanPattern, starts_on, without_marks};
use super::{coordinates, men};

/// What a text says of the way of a piece, whether or not it may go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Square,
}

impl Way {
    /// Reads coordinate notation or SAN; `None` for castling and for what is no move.
    pub fn read(text: &str) -> Option<Way> {
        let body = without_marks(text);
        let body = body.split_once('/').map_or(body, |(body, _)| body);
        let (route, role) = match body.strip_prefix('M') {
            Some(chain) => (men::read_route(chain), Some(Role::Man)),
            None => (coordinates::read(body).map(|(route, _)| route), None),
        };
        if let Some([from, .., to]) = route.as_deref() {
            return Some(Way {
                role,
                file: Some(from.file()),
                rank: Some(from.rank()),
                takes: false,
                to: *to,
            });
        }
        match SanPattern::parse(body)? {
            SanPattern::Castling(_) => None,
            SanPattern::Normal {
                role,
                file,
                rank,
                takes,
                to,
                ..
            } => Some(Way {
                role: Some(role),
                file,
                rank,
                takes,
                to,
            }),
        }
    }

    /// Whether the text may mean that a piece of this kind goes so.
    pub fn fits(&self, role: Role, from: Square, to: Square) -> bool {
        // Pawns capture beside their file only.
        let pawn = self.role == Some(Role::Pawn);
        let straight = pawn && from.file() == to.file();
        self.role.is_none_or(|named| named == role)
            && self.to == to
            && starts_on(from, self.file, self.rank)
            && !(straight && self.takes)
            && (straight || !pawn || self.file.is_some())
    }
}
