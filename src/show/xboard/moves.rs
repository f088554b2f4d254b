//! Moves in XBoard's text.
//!
//! To coordinate notation it adds what XBoard must be told to move its pictures
//! rightly: a letter behind a move turns the piece into another (on a single
//! board a promotion, in Alice Chess the piece as it looks on the other board), and
//! squares on the way are emptied (the legs of a multi-leg move). What to add is
//! found by comparing the picture before and after a move, for every game alike.

use crate::notation::{self, MoveError, san};
use crate::rules::{Bitboard, Move, Square, attacks};
use crate::show::Record;

use super::picture::{Displacement, Picture};
use crate::show::window::Window;

/// XBoard remembers so many squares on the way of a move.
const MAX_KILLS: usize = 2;

/// A legal move as XBoard knows it.
#[derive(Clone, Debug)]
pub struct WindowMove {
    /// The move.
    pub m: Move,
    /// The squares emptied on the way, in its order.
    pub victims: Vec<Square>,
    /// Those that XBoard is told, which has room for two.
    pub kills: Vec<Square>,
    /// All squares where the move takes something.
    pub taken: Bitboard,
    /// What the piece becomes, in lower case; `None` if it stays what it is.
    pub suffix: Option<char>,
}

impl WindowMove {
    /// What XBoard does with it.
    pub fn displacement(&self) -> Displacement<'_> {
        Displacement {
            from: self.m.from(),
            kills: &self.kills,
            to: self.m.to(),
            suffix: self.suffix,
            rook: self.m.rook(),
        }
    }

    /// The squares that a user clicks.
    pub fn clicks(&self) -> Vec<Square> {
        let mut clicks = vec![self.m.from()];
        clicks.extend(&self.victims);
        clicks.push(self.m.target());
        clicks
    }

    /// How many squares more XBoard could be told to empty.
    pub fn room(&self) -> usize {
        MAX_KILLS.saturating_sub(self.kills.len())
    }

    /// The move as an engine says it: what follows the word `move`, line by line. The
    /// squares `besides` are emptied too. XBoard 4.9.1 loses the destination of a move
    /// with two victims if it comes in legs, but not if it comes like the SAN of its
    /// own game files.
    pub fn spoken(&self, besides: Bitboard) -> Vec<String> {
        if let Some(castling) = castling_text(self.m) {
            return vec![castling.to_owned()];
        }
        let stops = self.stops(besides);
        match stops[..] {
            [from, first, second, to] => {
                let suffix = self.suffix.map(String::from).unwrap_or_default();
                vec![format!("{from}x{first}x{second}-{to}{suffix}")]
            }
            _ => {
                let mut legs = self.legs(&stops);
                let last = legs.len().saturating_sub(1);
                legs[..last].iter_mut().for_each(|leg| leg.push(','));
                legs
            }
        }
    }

    /// Whether it takes these on its way, and perhaps others.
    pub(super) fn takes_among_others(&self, victims: Bitboard) -> bool {
        let all: Bitboard = self.victims.iter().copied().collect();
        victims.is_subset(all)
    }

    /// Whether these are the victims that XBoard is told.
    pub(super) fn is_told_by(&self, victims: Bitboard) -> bool {
        victims == self.kills.iter().copied().collect()
    }

    /// The move as far as XBoard reads it from a file: 4.9.1 loses the piece of a move
    /// with victims that it does not take for legal. It is told of victims only where
    /// it knows the jump, or where nothing else tells the move from others.
    pub fn for_file(&self, moves: &WindowMoves, window: &Window) -> WindowMove {
        let knows = moves.picture.letter(self.m.from()).is_some_and(|letter| {
            self.victims.len() == 1 && window.jumper == Some(letter.to_ascii_uppercase())
        });
        let ends = |m: &WindowMove| (m.m.from(), m.m.to(), m.suffix);
        let rivals = moves.iter().filter(|other| ends(other) == ends(self));
        let kills = match knows || rivals.count() > 1 {
            true => self.kills.clone(),
            false => Vec::new(),
        };
        WindowMove {
            kills,
            ..self.clone()
        }
    }

    /// The squares that the move touches, in XBoard's order.
    pub(super) fn stops(&self, besides: Bitboard) -> Vec<Square> {
        let mut stops = vec![self.m.from()];
        stops.extend(besides);
        stops.extend(&self.kills);
        stops.push(self.m.to());
        stops
    }

    /// The legs between the stops, the last of which has the suffix.
    fn legs(&self, stops: &[Square]) -> Vec<String> {
        let mut legs: Vec<String> = stops
            .windows(2)
            .map(|leg| format!("{}{}", leg[0], leg[1]))
            .collect();
        if let Some(last) = legs.last_mut() {
            last.extend(self.suffix);
        }
        legs
    }

    /// The move as XBoard relays it.
    pub fn text(&self) -> String {
        let legs = || self.legs(&self.stops(Bitboard::EMPTY)).join(",");
        castling_text(self.m).map_or_else(legs, str::to_owned)
    }
}

/// How castling in Chess960 is said: the king's squares do not tell it from a step. `None`
/// for any other move.
pub fn castling_text(m: Move) -> Option<&'static str> {
    m.rook().and_then(|_| san::castling(m.kind()))
}

/// The legal moves of a position, and its picture.
#[derive(Clone, Debug)]
pub struct WindowMoves {
    /// The picture before any of them.
    pub picture: Picture,
    moves: Vec<WindowMove>,
}

impl WindowMoves {
    /// The legal moves of the present position.
    pub fn of(record: &dyn Record, window: Option<&Window>) -> WindowMoves {
        let picture = Picture::of(&record.diagrams(), window);
        let legal = record.legal_moves().into_iter();
        let mut shown: Vec<(Move, Picture, Vec<Square>)> = legal
            .map(|m| {
                let after = Picture::of(&record.diagrams_after(m), window);
                let vanished = vanished(m, &picture, &after, window);
                (m, after, vanished)
            })
            .collect();
        // Of two moves that cannot be told apart the shorter has the text.
        shown.sort_by_key(|(_, _, vanished)| vanished.len());
        let mut moves: Vec<WindowMove> = Vec::with_capacity(shown.len());
        for (m, after, vanished) in shown {
            let next = window_move(m, vanished, [&picture, &after], &moves, window);
            moves.push(next);
        }
        WindowMoves { picture, moves }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &WindowMove> {
        self.moves.iter()
    }

    /// The one that is this move.
    pub fn of_move(&self, m: Move) -> Option<&WindowMove> {
        self.moves.iter().find(|shown| shown.m == m)
    }

    /// The move that a user has clicked together, if XBoard's text does not deny it.
    /// Of a long chain the text names only the last two victims.
    pub fn clicked(&self, clicks: &[Square], text: &str) -> Option<&WindowMove> {
        let text = WindowText::parse(text)?;
        let fits = |m: &&WindowMove| {
            m.victims.len() > MAX_KILLS && m.clicks() == clicks && m.victims.ends_with(&text.stops)
        };
        let mut candidates = self.moves.iter().filter(fits);
        candidates.find(|m| m.suffix == text.suffix)
    }

    /// The move of a text: XBoard's, our own coordinate notation, or SAN.
    ///
    /// # Errors
    ///
    /// If it is none or not legal.
    pub fn find(&self, record: &dyn Record, text: &str) -> Result<&WindowMove, MoveError> {
        let parsed = WindowText::parse(text);
        if let Some(found) = parsed.as_ref().and_then(|text| self.matching(text)) {
            return Ok(found);
        }
        let m = record.read_move(text).map_err(|error| match parsed {
            Some(parsed) if matches!(error, MoveError::Unreadable(_)) => {
                what_forbids(record, text, &parsed).unwrap_or(error)
            }
            _ => error,
        })?;
        self.of_move(m)
            .ok_or_else(|| MoveError::Illegal(text.to_owned()))
    }

    /// The only move that takes these on its way, and others: a file may say no more.
    fn partly_told(&self, text: &WindowText, victims: Bitboard) -> Option<&WindowMove> {
        let fits = |m: &&WindowMove| {
            m.m.from() == text.from
                && m.m.to() == text.to
                && m.suffix == text.suffix
                && m.takes_among_others(victims)
        };
        let mut fitting = self.moves.iter().filter(fits);
        let only = fitting.next()?;
        fitting.next().is_none().then_some(only)
    }

    fn matching(&self, text: &WindowText) -> Option<&WindowMove> {
        // Legs over empty squares clear away what XBoard still shows.
        let victims = text.stops.iter().copied().filter(|&stop| {
            let letter = self.picture.letter(stop);
            letter.is_some() && stop != text.from
        });
        let victims: Bitboard = victims.collect();
        let fits = |m: &&WindowMove| {
            let kills: Bitboard = m.kills.iter().copied().collect();
            m.m.from() == text.from && m.m.to() == text.to && kills == victims
        };
        let candidates: Vec<&WindowMove> = self.moves.iter().filter(fits).collect();
        let own_letter = self
            .picture
            .letter(text.from)
            .map(|l| l.to_ascii_lowercase());
        if candidates.is_empty() {
            return self.partly_told(text, victims);
        }
        let exact = candidates.iter().copied().find(|m| m.suffix == text.suffix);
        exact.or_else(|| match (&candidates[..], text.suffix) {
            // Staying what it is, said aloud.
            (_, Some(letter)) if Some(letter) == own_letter => {
                candidates.iter().copied().find(|m| m.suffix.is_none())
            }
            // Typed by a person, who need not know what the piece becomes.
            (&[only], None) => Some(only),
            _ => None,
        })
    }
}

/// The rule that forbids the way of a piece in a text of XBoard's, if one does.
fn what_forbids(record: &dyn Record, text: &str, parsed: &WindowText) -> Option<MoveError> {
    match record.find_move(&format!("{}{}", parsed.from, parsed.to)) {
        Err(MoveError::Forbidden { reason, .. }) => Some(MoveError::Forbidden {
            text: text.to_owned(),
            reason,
        }),
        _ => None,
    }
}

/// The pieces that a move takes off without landing on them, beyond what XBoard does
/// by itself, in the order of the moving piece's way.
fn vanished(m: Move, before: &Picture, after: &Picture, window: Option<&Window>) -> Vec<Square> {
    let mut predicted = before.clone();
    let displacement = Displacement {
        from: m.from(),
        kills: &[],
        to: m.to(),
        suffix: None,
        rook: m.rook(),
    };
    predicted.play(displacement, window);
    let gone: Bitboard = (predicted.occupied() & !after.occupied()).without(m.to());
    let route = notation::route(m);
    let on_route = route
        .windows(2)
        .flat_map(|stops| attacks::between(stops[0], stops[1]) & gone);
    let mut vanished: Vec<Square> = on_route.collect();
    let beside: Vec<Square> = gone
        .into_iter()
        .filter(|square| !vanished.contains(square))
        .collect();
    vanished.extend(beside);
    vanished
}

fn window_move(
    m: Move,
    vanished: Vec<Square>,
    [before, after]: [&Picture; 2],
    earlier: &[WindowMove],
    window: Option<&Window>,
) -> WindowMove {
    let (from, to) = (m.from(), m.to());
    let neutral = window.and_then(|window| window.neutral);
    let lower = |letter: char| letter.to_ascii_lowercase();
    let becomes = after.letter(to).filter(|&letter| Some(letter) != neutral);
    // A piece that is gone again, frozen, has at least been what it promoted to.
    let promoted = m.promoted_to().map(|role| lower(role.letter()));
    let suffix = becomes
        .map(lower)
        .filter(|&letter| before.letter(from).map(lower) != Some(letter))
        .or(promoted);
    let is_new = |kills: &[Square]| {
        earlier.iter().all(|other| {
            other.m.from() != from
                || other.m.to() != to
                || other.suffix != suffix
                || other.kills != kills
        })
    };
    let kills = pairs(&vanished)
        .find(|kills| is_new(kills))
        .unwrap_or_else(|| vanished[vanished.len().saturating_sub(MAX_KILLS)..].to_vec());
    let enemy = |square: &Square| {
        let own = before
            .letter(from)
            .map(|letter| letter.is_ascii_uppercase());
        let other = before.letter(*square);
        other.is_some_and(|letter| own != Some(letter.is_ascii_uppercase()) || other == neutral)
    };
    let squares = Square::ALL.into_iter().filter(enemy);
    let taken = squares.filter(|&square| square == to || after.letter(square).is_none());
    WindowMove {
        m,
        taken: taken.collect(),
        victims: vanished,
        kills,
        suffix,
    }
}

/// All of the squares if XBoard has room for them, else two of them in every way,
/// the last two first: those are what XBoard keeps of a user's clicks.
fn pairs(squares: &[Square]) -> Box<dyn Iterator<Item = Vec<Square>> + '_> {
    if squares.len() <= MAX_KILLS {
        return Box::new(std::iter::once(squares.to_vec()));
    }
    let seconds = squares.iter().enumerate().rev();
    Box::new(seconds.flat_map(|(index, &second)| {
        let firsts = squares[..index].iter().rev();
        firsts.map(move |&first| vec![first, second])
    }))
}

/// A move's text, taken apart.
struct WindowText {
    from: Square,
    /// The squares between the legs.
    stops: Vec<Square>,
    to: Square,
    suffix: Option<char>,
}

impl WindowText {
    /// `e2e4`, `e7e8q`, `c3d4,d4e5`, `c3xd4xf6-g7`; `None` for anything else.
    fn parse(text: &str) -> Option<WindowText> {
        // XBoard 4.9.1 relays a move of three legs from a file with a semicolon behind it.
        let text = text.trim_end_matches(';');
        let (mut stops, suffix) = legs(text).or_else(|| captures(text))?;
        let to = stops.pop()?;
        Some(WindowText {
            from: *stops.first()?,
            stops: stops.split_off(1),
            to,
            suffix,
        })
    }
}

/// All squares of a text, and the letter behind them.
type Stops = (Vec<Square>, Option<char>);

/// The stops of `c3d4,d4e5`.
fn legs(text: &str) -> Option<Stops> {
    let mut legs = text.split(',').peekable();
    let mut stops: Vec<Square> = Vec::new();
    let mut suffix = None;
    while let Some(leg) = legs.next() {
        let (from, rest) = leg.as_bytes().split_at_checked(2)?;
        let (to, rest) = rest.split_at_checked(2)?;
        let (from, to) = (Square::from_ascii(from).ok()?, Square::from_ascii(to).ok()?);
        match stops.last() {
            None => stops.push(from),
            Some(&last) if last == from => {}
            Some(_) => return None,
        }
        stops.push(to);
        suffix = match rest {
            [] => None,
            _ if legs.peek().is_some() => return None,
            letter => Some(suffix_of(letter)?),
        };
    }
    Some((stops, suffix))
}

/// The stops of `c3xd4xf6-g7`.
fn captures(text: &str) -> Option<Stops> {
    let (taken, rest) = text.split_once('-')?;
    let mut stops: Vec<Square> = Vec::new();
    for square in taken.split('x') {
        stops.push(square.parse().ok()?);
    }
    let (to, rest) = rest.as_bytes().split_at_checked(2)?;
    stops.push(Square::from_ascii(to).ok()?);
    let suffix = match rest {
        [] => None,
        letter => Some(suffix_of(letter)?),
    };
    (stops.len() > 2).then_some((stops, suffix))
}

fn suffix_of(text: &[u8]) -> Option<char> {
    match text {
        [letter] if letter.is_ascii_alphabetic() => Some(char::from(letter.to_ascii_lowercase())),
        _ => None,
    }
}
