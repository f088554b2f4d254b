//! Moves as text: coordinates and standard algebraic notation.

use shakmaty::{File, Rank, Square};
use thiserror::Error;

use crate::rules::{Move, MoveKind, Position, Role};

use super::{Notation, men};

/// Why a move's text is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveError {
    /// No move notation.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// A move, but not a legal one here.
    #[error("illegal move '{0}'")]
    Illegal(String),
    /// A way that the piece could go, and that a rule forbids.
    #[error("illegal move '{text}': {reason}")]
    Forbidden {
        /// The text.
        text: String,
        /// What forbids it, in words.
        reason: String,
    },
    /// Several moves could be meant.
    #[error("ambiguous move '{text}': it could be {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that it could be, in coordinate notation.
        candidates: String,
    },
    /// No move, but a step of this game that the position or the rules forbid.
    #[error("'{text}' is refused: {why}")]
    Refused {
        /// The text.
        text: String,
        /// What forbids it.
        why: &'static str,
    },
}

/// Origin, destination, promotion letter.
pub fn coordinates(m: Move) -> String {
    let mut text = format!("{}{}", m.from(), m.to());
    text.extend(
        m.promoted_to()
            .map(|role| role.letter().to_ascii_lowercase()),
    );
    text
}

/// Finds the legal move with this text.
///
/// # Errors
///
/// If there is none.
pub fn parse_coordinates<P: Notation>(position: &P, text: &str) -> Result<Move, MoveError> {
    let bytes = text.as_bytes();
    let square = |range: std::ops::Range<usize>| {
        bytes
            .get(range)
            .and_then(|bytes| Square::from_ascii(bytes).ok())
    };
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let (Some(from), Some(to)) = (square(0..2), square(2..4)) else {
        return Err(unreadable());
    };
    let promotion = match &bytes[4..] {
        [] => None,
        [letter] => Some(Role::from_letter(char::from(*letter)).ok_or_else(unreadable)?),
        _ => return Err(unreadable()),
    };
    position
        .legal_moves()
        .into_iter()
        .find(|m| m.from() == from && m.to() == to && m.promoted_to() == promotion)
        .ok_or_else(|| MoveError::Illegal(text.to_owned()))
}

/// Reads a move in coordinate notation or SAN.
///
/// # Errors
///
/// If it cannot be read, is not legal, or could be several moves.
pub fn parse_any<P: Notation>(position: &P, text: &str) -> Result<Move, MoveError> {
    position.parse_coordinates(text).or_else(|error| {
        // Where neither notation fits, the clearer of the two complaints.
        position.parse_san(text).map_err(|other| match other {
            MoveError::Unreadable(_) => error,
            _ => other,
        })
    })
}

/// SAN as FIDE's appendix C and the PGN standard have it, without marks.
pub fn san_body<P: Position>(position: &P, m: Move) -> String {
    match m.kind() {
        MoveKind::CastleShort => return "O-O".to_owned(),
        MoveKind::CastleLong => return "O-O-O".to_owned(),
        _ => {}
    }
    let board = position.board();
    let role = board.role_at(m.from()).unwrap_or(Role::Pawn);
    let takes = m.is_capture() || m.kind() == MoveKind::TakeNeutral;
    let mut text = String::with_capacity(8);
    if role != Role::Pawn {
        text.push(role.letter());
        text.push_str(&disambiguation(position, m, |other| {
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

/// What sets the origin of `m` apart from those of the `rivals` among the legal
/// moves: nothing, its file, its rank, or both.
pub fn disambiguation<P: Position>(position: &P, m: Move, rivals: impl Fn(Move) -> bool) -> String {
    let from = m.from();
    let others: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|&other| other.from() != from && rivals(other))
        .map(Move::from)
        .collect();
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != from.file()) {
        from.file().to_string()
    } else if others.iter().all(|other| other.rank() != from.rank()) {
        from.rank().to_string()
    } else {
        from.to_string()
    }
}

/// Takes off what stands behind a move: check, mate and comment marks.
pub fn without_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

/// Reads SAN; more disambiguation than needed is accepted, and a capture
/// without `x`. What stands behind a slash must be the game's
/// [`Notation::san_suffix`], but may be missing.
///
/// # Errors
///
/// If it cannot be read or does not name exactly one legal move.
pub fn parse_san<P: Notation>(position: &P, text: &str) -> Result<Move, MoveError> {
    let marked = without_marks(text);
    let (body, suffix) = match marked.find('/') {
        Some(slash) => marked.split_at(slash),
        None => (marked, ""),
    };
    let pattern = SanPattern::parse(body).ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
    let candidates = position.legal_moves().into_iter().filter(|&m| {
        let role = position.board().role_at(m.from());
        role.is_some_and(|role| pattern.matches(role, m))
            && (suffix.is_empty() || suffix == position.san_suffix(m))
    });
    single(position, text, candidates)
}

/// The only one of the candidates.
///
/// # Errors
///
/// If there is none or more than one.
pub fn single<P: Notation>(
    position: &P,
    text: &str,
    candidates: impl Iterator<Item = Move>,
) -> Result<Move, MoveError> {
    let candidates: Vec<Move> = candidates.collect();
    match candidates[..] {
        [m] => Ok(m),
        [] => Err(MoveError::Illegal(text.to_owned())),
        _ => {
            let texts: Vec<String> = candidates
                .into_iter()
                .map(|m| position.coordinates(m))
                .collect();
            Err(MoveError::Ambiguous {
                text: text.to_owned(),
                candidates: texts.join(" or "),
            })
        }
    }
}

/// What a SAN text says of a move.
#[derive(Debug, PartialEq, Eq)]
enum SanPattern {
    Castling(MoveKind),
    Normal {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        takes: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

impl SanPattern {
    fn parse(body: &str) -> Option<SanPattern> {
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
        let mut letters = origin.chars().peekable();
        let file = letters.peek().copied().and_then(File::from_char);
        letters.next_if(|_| file.is_some());
        let rank = letters.peek().copied().and_then(Rank::from_char);
        letters.next_if(|_| rank.is_some());
        letters.next().is_none().then_some(SanPattern::Normal {
            role,
            file,
            rank,
            takes,
            to,
            promotion,
        })
    }

    fn matches(&self, moved: Role, m: Move) -> bool {
        match *self {
            SanPattern::Castling(kind) => m.kind() == kind,
            SanPattern::Normal {
                role,
                file,
                rank,
                takes,
                to,
                promotion,
            } => {
                !m.is_castling()
                    && moved == role
                    && m.to() == to
                    && m.promoted_to() == promotion
                    && starts_on(m.from(), file, rank)
                    && (!takes || m.is_capture() || m.kind() == MoveKind::TakeNeutral)
            }
        }
    }
}

/// Whether a move begins on the file and rank that a text gives, if any.
pub fn starts_on(from: Square, file: Option<File>, rank: Option<Rank>) -> bool {
    file.is_none_or(|file| from.file() == file) && rank.is_none_or(|rank| from.rank() == rank)
}

fn single_role(letters: &str) -> Option<Role> {
    let mut letters = letters.chars();
    let role = Role::from_letter(letters.next().filter(char::is_ascii_uppercase)?)?;
    letters.next().is_none().then_some(role)
}

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
            None => (
                men::read_route(body.trim_end_matches(char::is_alphabetic)),
                None,
            ),
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
