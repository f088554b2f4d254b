//! Standard algebraic notation (SAN).

use crate::rules::{Move, MoveKind, Position, Role, Square};

use super::way::{Way, read_origin};
use super::{coordinates, men, moves};

/// SAN as FIDE's appendix C and the PGN standard have it, without marks; of a man `Mc4`,
/// `Mc3xe5xg7`, `Ma8=Q`.
pub(super) fn body<P: Position>(position: &P, m: Move) -> String {
    if let Some(castling) = castling(m.kind()) {
        return castling.to_owned();
    }
    let board = position.board();
    let role = board.role_at(m.from()).unwrap_or(Role::Pawn);
    if role == Role::Man {
        return men::san_body(position, m);
    }
    let takes = m.is_capture() || m.kind() == MoveKind::TakeNeutral;
    let mut text = String::with_capacity(8);
    if role != Role::Pawn {
        text.push(role.letter());
        text.push_str(&moves::disambiguation(position, m, |other| {
            board.role_at(other.from()) == Some(role) && other.to() == m.to()
        }));
    } else if takes {
        text.push(m.from().file().char());
    }
    if takes {
        text.push('x');
    }
    text.push_str(&m.to().to_string());
    if let Some(role) = m.promoted_to() {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// How castling is written; `None` for a move of another kind.
pub fn castling(kind: MoveKind) -> Option<&'static str> {
    match kind {
        MoveKind::CastleShort => Some("O-O"),
        MoveKind::CastleLong => Some("O-O-O"),
        _ => None,
    }
}

/// Takes off what stands behind a move: check, mate and comment marks.
pub fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// What a text in coordinate notation or SAN says of a piece's way; `None` for castling and
/// for what is no move.
pub fn way(text: &str) -> Option<Way> {
    let body = without_marks(text);
    let body = body.split_once('/').map_or(body, |(body, _)| body);
    let (route, role) = match body.strip_prefix('M') {
        Some(chain) => (men::read_route(chain), Some(Role::Man)),
        None => (coordinates::read(body).map(|(route, _)| route), None),
    };
    match (route.as_deref(), SanPattern::parse(body)) {
        (Some([from, .., to]), _) => Some(Way {
            role,
            file: Some(from.file()),
            rank: Some(from.rank()),
            takes: false,
            to: *to,
        }),
        (_, Some(SanPattern::Normal { way, .. })) => Some(way),
        _ => None,
    }
}

/// What a SAN text says of a move.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SanPattern {
    Castling(MoveKind),
    Normal { way: Way, promotion: Option<Role> },
}

impl SanPattern {
    pub(super) fn parse(body: &str) -> Option<SanPattern> {
        match body {
            "O-O" | "0-0" => return Some(SanPattern::Castling(MoveKind::CastleShort)),
            "O-O-O" | "0-0-0" => return Some(SanPattern::Castling(MoveKind::CastleLong)),
            _ => {}
        }
        let (role, rest) = match body.chars().next()? {
            letter @ ('N' | 'B' | 'R' | 'Q' | 'K' | 'M') => {
                (Role::from_letter(letter)?, &body[1..])
            }
            'P' => (Role::Pawn, &body[1..]),
            _ => (Role::Pawn, body),
        };
        let (rest, promotion) = match rest.rsplit_once('=') {
            Some((rest, letter)) => (rest, Some(single_role(letter)?)),
            None => match rest.chars().last()? {
                letter @ ('N' | 'B' | 'R' | 'Q') => {
                    (&rest[..rest.len() - 1], Role::from_letter(letter))
                }
                _ => (rest, None),
            },
        };
        let split = rest.len().checked_sub(2)?;
        let (origin, to) = rest.split_at_checked(split)?;
        let to = Square::from_ascii(to.as_bytes()).ok()?;
        let (origin, takes) = match origin.strip_suffix('x') {
            Some(origin) => (origin, true),
            None => (origin, false),
        };
        let (file, rank) = read_origin(origin)?;
        let way = Way {
            role: Some(role),
            file,
            rank,
            takes,
            to,
        };
        Some(SanPattern::Normal { way, promotion })
    }

    pub(super) fn matches(&self, moved: Role, m: Move) -> bool {
        match *self {
            SanPattern::Castling(kind) => m.kind() == kind,
            SanPattern::Normal { way, promotion } => {
                !m.is_castling()
                    && way.fits(moved, m.from(), m.to())
                    && m.promoted_to() == promotion
                    && (!way.takes || m.is_capture() || m.kind() == MoveKind::TakeNeutral)
            }
        }
    }
}

fn single_role(letters: &str) -> Option<Role> {
    let mut letters = letters.chars();
    let role = Role::from_letter(letters.next().filter(char::is_ascii_uppercase)?)?;
    letters.next().is_none().then_some(role)
}
