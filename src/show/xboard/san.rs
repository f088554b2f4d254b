//! Moves as XBoard writes them into its game files.
//!
//! XBoard writes SAN by what it takes for legal, and origin and destination in full
//! where it takes a move for illegal: `e2e4=F`, `Nc3`, `Mxd4xf6-g7`, `O-O/M`. The letter
//! of what a piece becomes may be missing, and so may an origin that our rules want. So a
//! text may mean several moves, of which the rest of the game tells the right one.
//!
//! Source: `CoordsToAlgebraic` and `MakeMove` of XBoard 4.9.1.

use crate::notation::san::without_marks;
use crate::notation::way::{read_origin, starts_on};
use crate::rules::{Bitboard, File, Rank, Square, attacks};

use super::moves::{WindowMove, WindowMoves};
use super::picture::Picture;

/// A move's text, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    /// The piece; none for a pawn.
    letter: Option<char>,
    file: Option<File>,
    rank: Option<Rank>,
    /// The squares emptied on the way.
    stops: Vec<Square>,
    goal: Goal,
    /// What the piece becomes, in lower case.
    suffix: Option<char>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Square(Square),
    /// Castling, to the side with this file of arrival.
    Castling(File),
}

/// The legal moves that a text of XBoard's may mean, the likeliest first, each with the
/// squares that are emptied besides: those that only XBoard, whose picture is `shown`,
/// still saw a piece on.
pub fn readings(text: &str, moves: &WindowMoves, shown: &Picture) -> Vec<(WindowMove, Bitboard)> {
    let Some(written) = Written::parse(text) else {
        return Vec::new();
    };
    let stops: Bitboard = written.stops.iter().copied().collect();
    let kills = stops & moves.picture.occupied();
    let mut fitting: Vec<&WindowMove> = moves
        .iter()
        .filter(|m| written.fits(m, kills, moves, shown))
        .collect();
    // What XBoard takes for legal needs no origin in its eyes.
    fitting.sort_by_key(|m| {
        let way = attacks::between(m.m.from(), m.m.to());
        (
            !m.is_told_by(kills),
            way.intersects(shown.occupied()),
            m.suffix,
        )
    });
    let as_told = |m: &WindowMove| WindowMove {
        kills: m
            .kills
            .iter()
            .copied()
            .filter(|&kill| kills.contains(kill))
            .collect(),
        ..m.clone()
    };
    let fitting = fitting.into_iter();
    fitting.map(|m| (as_told(m), stops & !kills)).collect()
}

/// A move for XBoard's reader of game files, which takes it whatever it thinks of its
/// legality (see [`WindowMove::for_file`]).
pub fn text(m: &WindowMove) -> String {
    let [from, stops @ .., to] = &m.stops(Bitboard::EMPTY)[..] else {
        return m.m.to_string();
    };
    let mut text = from.to_string();
    for stop in stops {
        text.push_str(&format!("x{stop}"));
    }
    if !stops.is_empty() {
        text.push('-');
    }
    text.push_str(&to.to_string());
    if let Some(letter) = m.suffix {
        // Behind legs XBoard expects the bare letter.
        match stops.is_empty() {
            true => text.push_str(&format!("={}", letter.to_ascii_uppercase())),
            false => text.push(letter),
        }
    }
    text
}

impl Written {
    fn parse(text: &str) -> Option<Written> {
        let text = without_marks(text);
        if text.starts_with("O-O") {
            return Written::castling(text);
        }
        let letter = text.chars().next().filter(char::is_ascii_uppercase);
        let (way, suffix) = split_suffix(&text[letter.map_or(0, char::len_utf8)..]);
        let (way, to) = way.split_at_checked(way.len().checked_sub(2)?)?;
        let to = to.parse().ok()?;
        let mut stops = Vec::new();
        let mut way = way.strip_suffix(['x', '-']).unwrap_or(way);
        // What stands before an `x` are victims, but for the first, which is the origin.
        while let Some((before, stop)) = way.rsplit_once('x') {
            stops.insert(0, stop.parse().ok()?);
            way = before;
        }
        let (file, rank) = read_origin(way)?;
        Some(Written {
            letter,
            file,
            rank,
            stops,
            goal: Goal::Square(to),
            suffix,
        })
    }

    fn castling(text: &str) -> Option<Written> {
        let (castling, suffix) = text.split_once('/').unwrap_or((text, ""));
        let file = match castling {
            "O-O" => File::G,
            "O-O-O" => File::C,
            _ => return None,
        };
        Some(Written {
            letter: None,
            file: None,
            rank: None,
            stops: Vec::new(),
            goal: Goal::Castling(file),
            suffix: suffix
                .chars()
                .next()
                .map(|letter| letter.to_ascii_lowercase()),
        })
    }

    fn fits(&self, m: &WindowMove, kills: Bitboard, moves: &WindowMoves, shown: &Picture) -> bool {
        let from = m.m.from();
        // Origin and destination in full need no piece.
        let anything = self.letter.is_none() && self.file.is_some() && self.rank.is_some();
        let names = |picture: &Picture| {
            let letter = picture
                .letter(from)
                .map(|letter| letter.to_ascii_uppercase());
            letter == Some(self.letter.unwrap_or('P'))
        };
        let goes = match self.goal {
            Goal::Castling(file) => m.m.is_castling() && m.m.to().file() == file,
            Goal::Square(to) => {
                let named = anything || names(shown) || names(&moves.picture);
                named && m.m.to() == to && starts_on(from, self.file, self.rank)
            }
        };
        let becomes = match self.suffix {
            None => true,
            suffix if suffix == m.suffix => true,
            // Staying what it is, said aloud.
            Some(letter) => {
                let own = moves.picture.letter(from);
                m.suffix.is_none() && own.map(|own| own.to_ascii_lowercase()) == Some(letter)
            }
        };
        goes && becomes && (m.is_told_by(kills) || m.takes_among_others(kills))
    }
}

/// What stands before the letter of what a piece becomes, and that letter.
fn split_suffix(text: &str) -> (&str, Option<char>) {
    let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return (text, None);
    };
    let rest = &text[..text.len() - 1];
    let rest = rest.strip_suffix('=').unwrap_or(rest);
    (rest, Some(letter.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        for (text, letter, origin, stops, to, suffix) in [
            ("e4", None, "", "", "e4", None),
            ("exd5+", None, "e", "", "d5", None),
            ("e2e4=F", None, "e2", "", "e4", Some('f')),
            ("Nbc3#", Some('N'), "b", "", "c3", None),
            ("N1xc3", Some('N'), "1", "", "c3", None),
            ("Mxd4xf6-g7", Some('M'), "", "d4 f6", "g7", None),
            ("d3xe4xe6-d7", None, "d3", "e4 e6", "d7", None),
            ("e5xd5-d6p", None, "e5", "d5", "d6", Some('p')),
            ("Ma7a8=Q", Some('M'), "a7", "", "a8", Some('q')),
        ] {
            let written = Written::parse(text).expect(text);
            assert_eq!(written.letter, letter, "{text}");
            let file = written.file.map_or(String::new(), |file| file.to_string());
            let rank = written.rank.map_or(String::new(), |rank| rank.to_string());
            assert_eq!(file + &rank, origin, "{text}");
            let stops: Vec<Square> = stops.split_whitespace().map(square).collect();
            assert_eq!(written.stops, stops, "{text}");
            assert_eq!(written.goal, Goal::Square(square(to)), "{text}");
            assert_eq!(written.suffix, suffix, "{text}");
        }
        let castling = Written::parse("O-O-O/M").expect("castling");
        assert_eq!(castling.goal, Goal::Castling(File::C));
        assert_eq!(castling.suffix, Some('m'));
        for text in [
            "", "x", "e", "=Q", "Nz9", "O-O-O-O", "exchange", "\u{fc}e4", "e4\u{fc}",
        ] {
            assert_eq!(Written::parse(text), None, "{text}");
        }
    }
}
