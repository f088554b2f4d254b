//! PGN in import format: whatever is readable is read.

use std::ops::Range;

use thiserror::Error;

use super::window::localized;
use super::{MAX_DEPTH, PgnGame, PgnMove, RESULTS, Variation, nag_of_sign};

/// Some editors begin a file with it.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Why a game is not read, and the line, from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {problem}")]
pub struct PgnError {
    /// Where the problem is; where the game begins if it is cut off.
    pub line: usize,
    /// What it is.
    pub problem: PgnProblem,
}

/// What is wrong with a game's text.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PgnProblem {
    /// The text ends within the game.
    #[error("the game that begins here is cut off where the text ends")]
    Truncated,
    /// Another game begins within the game that began in this line.
    #[error("a game begins here, but the one that began in line {0} has no result")]
    Unended(usize),
    /// Something that means nothing in PGN.
    #[error("unexpected '{0}'")]
    Unexpected(char),
    /// Variations within variations, deeper than anybody reads.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    Depth,
    /// A tag pair that is not `[Name "value"]`.
    #[error("no tag pair [Name \"value\"]")]
    Tag,
}

impl PgnProblem {
    fn at(self, line: usize) -> PgnError {
        PgnError {
            line,
            problem: self,
        }
    }
}

/// A game with its place in the text.
#[derive(Clone, Debug)]
pub struct LocatedGame {
    /// The line that it begins in, from 1.
    pub line: usize,
    /// The bytes that it takes; to go on writing behind the last whole game, cut
    /// off what begins a truncated one.
    pub bytes: Range<usize>,
    /// The game.
    pub game: Result<PgnGame, PgnError>,
}

/// Reads all games of a text.
pub fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
    let games = read_located(text).into_iter();
    games.map(|located| located.game).collect()
}

/// Reads all games of a text and says where they are. After a game that cannot be
/// read it goes on with the next `Event` tag at the beginning of a line.
pub fn read_located(text: &str) -> Vec<LocatedGame> {
    let mut reader = Reader {
        text,
        at: 0,
        line: 1,
    };
    let mut games = Vec::new();
    if text.starts_with(BYTE_ORDER_MARK) {
        reader.advance_to(BYTE_ORDER_MARK.len());
    }
    loop {
        reader.skip_insignificant();
        if reader.peek().is_none() {
            return games;
        }
        let (start, line) = (reader.at, reader.line);
        let game = reader.game().map(localized);
        if game.is_err() {
            let from = reader.at.max(start + 1);
            let next = next_game(text, from).unwrap_or(text.len());
            reader.advance_to(next);
        }
        let bytes = start..reader.at;
        games.push(LocatedGame { line, bytes, game });
    }
}

/// Where the next line that begins with an `Event` tag begins, at `from` or later.
fn next_game(text: &str, from: usize) -> Option<usize> {
    // `from` may be within a line, or within a character after garbage.
    let rest = &text.as_bytes()[from - 1..];
    let found = rest.windows(7).position(|bytes| bytes == b"\n[Event");
    found.map(|found| from + found)
}

struct Reader<'a> {
    text: &'a str,
    /// The byte that comes next; always at the boundary of a character.
    at: usize,
    /// The line that it is in, from 1.
    line: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn at_line_start(&self) -> bool {
        matches!(&self.text[..self.at], "" | BYTE_ORDER_MARK)
            || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    /// Goes on to a byte, and counts lines.
    fn advance_to(&mut self, to: usize) {
        let passed = &self.text.as_bytes()[self.at..to];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at = to;
    }

    /// Passes over what belongs to a run of characters and returns it.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !belongs(letter)).unwrap_or(rest.len());
        self.advance_to(self.at + length);
        &rest[..length]
    }

    /// Passes over white space and lines that a percent sign hides.
    fn skip_space(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some('%') || !self.at_line_start() {
                return;
            }
            self.take_while(|letter| letter != '\n');
        }
    }

    /// Passes over white space and comments between games.
    fn skip_insignificant(&mut self) {
        loop {
            self.skip_space();
            if self.peek() != Some(';') {
                return;
            }
            self.take_while(|letter| letter != '\n');
        }
    }

    fn game(&mut self) -> Result<PgnGame, PgnError> {
        let start = self.line;
        let mut game = PgnGame::default();
        self.skip_insignificant();
        while self.peek() == Some('[') {
            let line = self.line;
            let before = (self.at, self.line);
            let (name, value) = self.tag_pair()?;
            // Tags without moves, and then the tags of another game.
            if name == "Event" && game.tag("Event").is_some() {
                (self.at, self.line) = before;
                return Err(PgnProblem::Unended(start).at(line));
            }
            game.tags.push((name, value));
            self.skip_insignificant();
        }
        self.moves(start, &mut game)?;
        Ok(game)
    }

    fn tag_pair(&mut self) -> Result<(String, String), PgnError> {
        let line = self.line;
        let error = PgnProblem::Tag.at(line);
        self.advance_to(self.at + 1);
        self.take_while(is_blank);
        let name = self.take_while(is_of_tag_name);
        self.take_while(is_blank);
        if !is_tag_name(name) || self.peek() != Some('"') {
            return Err(error);
        }
        self.advance_to(self.at + 1);
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
            match self.peek() {
                Some('"') => break,
                Some('\\') => {
                    self.advance_to(self.at + 1);
                    // Programs that do not know of escapes write paths with
                    // single backslashes.
                    match self.peek() {
                        Some(escaped @ ('"' | '\\')) => {
                            self.advance_to(self.at + 1);
                            value.push(escaped);
                        }
                        _ => value.push('\\'),
                    }
                }
                _ => return Err(error),
            }
        }
        self.advance_to(self.at + 1);
        self.take_while(is_blank);
        if self.peek() != Some(']') {
            return Err(error);
        }
        self.advance_to(self.at + 1);
        Ok((name.to_owned(), value))
    }

    /// The movetext up to the result.
    fn moves(&mut self, start: usize, game: &mut PgnGame) -> Result<(), PgnError> {
        // The line that is read, and those that go on when it has ended.
        let mut here = Variation::default();
        let mut around: Vec<Variation> = Vec::new();
        loop {
            self.skip_space();
            let line = self.line;
            match self.peek() {
                None => return Err(PgnProblem::Truncated.at(start)),
                Some('[') if around.is_empty() || self.at_line_start() => {
                    return Err(PgnProblem::Unended(start).at(line));
                }
                Some('(') if !here.moves.is_empty() => {
                    if around.len() == MAX_DEPTH {
                        return Err(PgnProblem::Depth.at(line));
                    }
                    self.advance_to(self.at + 1);
                    around.push(std::mem::take(&mut here));
                }
                Some(')') if !around.is_empty() => {
                    self.advance_to(self.at + 1);
                    let ended = std::mem::replace(&mut here, around.pop().unwrap_or_default());
                    let before = here.moves.last_mut().filter(|_| !ended.moves.is_empty());
                    if let Some(m) = before {
                        m.variations.push(ended);
                    }
                }
                Some(found @ ('}' | '(' | ')' | '[' | ']' | '"')) => {
                    return Err(PgnProblem::Unexpected(found).at(line));
                }
                Some('$') => {
                    self.advance_to(self.at + 1);
                    let number = self.take_while(|letter| letter.is_ascii_digit());
                    add_nag(&mut here, number.parse().ok());
                }
                Some('{' | ';') => {
                    let comment = self.comment(start)?;
                    match here.moves.last_mut() {
                        Some(m) => add_comment(&mut m.comment, comment),
                        None => add_comment(&mut here.comment, comment),
                    }
                }
                Some(_) => {
                    let word = self.take_while(is_of_word);
                    match san_of(word) {
                        "" | "e.p." => {}
                        result if RESULTS.contains(&result) => {
                            if around.is_empty() {
                                result.clone_into(&mut game.result);
                                (game.comment, game.moves) = (here.comment, here.moves);
                                return Ok(());
                            }
                        }
                        // It would hide a line that it came to begin.
                        san if san.starts_with('%') => {
                            return Err(PgnProblem::Unexpected('%').at(line));
                        }
                        san => here.moves.push(PgnMove::new(san)),
                    }
                    add_nag(&mut here, nag_of(word));
                }
            }
        }
    }

    /// A comment in braces, or one to the end of the line.
    fn comment(&mut self, start: usize) -> Result<&'a str, PgnError> {
        let opening = self.peek();
        self.advance_to(self.at + 1);
        if opening == Some(';') {
            return Ok(self.take_while(|letter| letter != '\n'));
        }
        let rest = self.rest();
        let end = rest.find('}');
        let comment = &rest[..end.unwrap_or(rest.len())];
        // A program that is killed within a comment, and another that goes on
        // with the same file, leave a comment that would swallow a game.
        if let Some(cut) = comment.find("\n[Event \"") {
            self.advance_to(self.at + cut + 1);
            return Err(PgnProblem::Unended(start).at(self.line));
        }
        self.advance_to(self.at + comment.len());
        if end.is_none() {
            return Err(PgnProblem::Truncated.at(start));
        }
        self.advance_to(self.at + 1);
        Ok(comment)
    }
}

fn is_of_tag_name(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '"' | ']' | '[')
}

/// Whether a tag can be called so.
pub fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_of_tag_name)
}

fn is_blank(letter: char) -> bool {
    letter == ' ' || letter == '\t'
}

fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !"{}();[]\"$".contains(letter)
}

/// Takes the move number and the mark off a word; what is left may be empty.
fn san_of(word: &str) -> &str {
    let mut san = word.trim_end_matches(['!', '?']);
    loop {
        match san.trim_start_matches(|letter: char| letter.is_ascii_digit()) {
            "" => return "",
            text if text.starts_with('.') => san = text.trim_start_matches('.'),
            // Digits without a dot are part of the word: 0-0.
            _ => return san,
        }
    }
}

/// What the marks at the end of a word mean.
fn nag_of(word: &str) -> Option<u8> {
    let marks = &word[word.trim_end_matches(['!', '?']).len()..];
    nag_of_sign(marks)
}

/// Adds a glyph to the last move of a line.
fn add_nag(line: &mut Variation, nag: Option<u8>) {
    if let (Some(m), Some(nag)) = (line.moves.last_mut(), nag)
        && !m.nags.contains(&nag)
    {
        m.nags.push(nag);
    }
}

/// Adds to a comment, with each run of white space made one space.
fn add_comment(comment: &mut Option<String>, more: &str) {
    let old = comment.take().unwrap_or_default();
    let words: Vec<&str> = old
        .split_whitespace()
        .chain(more.split_whitespace())
        .collect();
    *comment = Some(words.join(" ")).filter(|comment| !comment.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sans(game: &PgnGame) -> Vec<&str> {
        game.moves.iter().map(|m| m.san.as_str()).collect()
    }

    #[test]
    fn everything_of_the_standard_is_read() {
        let text = "\u{feff}% hidden [Event \"no\"]\r\n[Event \"A \\\"B\\\" C:\\x\"]\r\n\
            [Site \"?\"] [Round \"1.2\"]\r\n\r\n{before} 1.e4! {first}{second\n half} e5 $1$22\n\
            % hidden d4\n(1... c5 (1... e6 {)} ) ; )\n) 2 . Nf3?! 2... Nc6 ; to the end\n\
            3.O-O 0-0 4. exd6 e.p. exchange:c3a3e5/f6h6d4 e8=Q/A# 1/2-1/2\n\n1. d4 *";
        let games = read(text);
        assert_eq!(games.len(), 2);
        let game = games[0].as_ref().unwrap();
        assert_eq!(game.tag("Event"), Some("A \"B\" C:\\x"));
        assert_eq!(game.tag("Round"), Some("1.2"));
        let moves = "e4 e5 Nf3 Nc6 O-O 0-0 exd6 exchange:c3a3e5/f6h6d4 e8=Q/A#";
        assert_eq!(sans(game).join(" "), moves);
        let nags: [&[u8]; 5] = [&[1], &[1, 22], &[6], &[], &[]];
        for (m, nags) in game.moves.iter().zip(nags) {
            assert_eq!(m.nags, nags, "{}", m.san);
        }
        let comments = [Some("first second half"), None, None, Some("to the end")];
        for (m, comment) in game.moves.iter().zip(comments) {
            assert_eq!(m.comment.as_deref(), comment, "{}", m.san);
        }
        assert_eq!(game.comment.as_deref(), Some("before"));
        let nags: Vec<&[u8]> = game.moves.iter().map(|m| &m.nags[..]).collect();
        assert_eq!(nags[..4], [&[1][..], &[1, 22], &[6], &[]]);
        let [inner] = &game.moves[1].variations[..] else {
            panic!("one variation");
        };
        assert_eq!(inner.moves[0].san, "c5");
        assert_eq!(
            inner.moves[0].variations[0].moves[0].comment.as_deref(),
            Some(")")
        );
        assert_eq!(inner.moves[0].comment.as_deref(), Some(")"));
        assert_eq!(game.result, "1/2-1/2");
        assert_eq!(sans(games[1].as_ref().unwrap()), ["d4"]);
    }

    #[test]
    fn variations_may_be_as_deep_as_the_limit() {
        let deep = |depth: usize| format!("1. e4 {}{} *", "(d4 ".repeat(depth), ")".repeat(depth));
        assert!(read(&deep(MAX_DEPTH)).remove(0).is_ok());
        assert!(read(&deep(MAX_DEPTH + 1)).remove(0).is_err());
        // Nothing, a result, and a comment alone are no variation.
        let game = read("1. e4 () (*) ({no}) (1. d4 *) 1-0").remove(0).unwrap();
        assert_eq!(game.moves[0].variations.len(), 1);
        assert_eq!(game.result, "1-0");
    }

    #[test]
    fn a_truncated_game_is_named_and_the_next_is_read() {
        let whole = "[Event \"x\"]\n\n1. e4 {a comment} e5 *\n\n";
        for cut in 1..whole.trim_end().len() {
            let text = format!("{whole}{}", &whole[..cut]);
            let games = read_located(&text);
            assert_eq!(games.len(), 2, "{text}");
            assert!(games[1].game.is_err(), "{text}");
            assert_eq!((games[1].line, games[1].bytes.start), (5, whole.len()));
            if cut > 11 {
                assert_eq!(games[1].game, Err(PgnProblem::Truncated.at(5)));
            }
            // Another program has gone on with the file.
            let text = format!("{whole}{}\n{whole}", &whole[..cut]);
            let games = read_located(&text);
            assert_eq!(games.len(), 3, "{text}");
            assert!(games[1].game.is_err() && games[2].game.is_ok(), "{text}");
        }
    }

    #[test]
    fn garbage_is_refused_with_its_line() {
        for (text, line) in [
            ("\n1. e4 } *", 2),
            ("1. e4 %hidden *", 1),
            ("[Event \"x\"\n*", 1),
            ("[Event x]\n*", 1),
            ("[\"x\"]", 1),
            ("1. e4\n\n)", 3),
            ("(1. e4) *", 1),
            ("1. e4 (1. d4 ] ) *", 1),
            (&format!("1. e4\n{} *", "(d4".repeat(40)), 2),
        ] {
            let error = read(text).remove(0).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line {line}:")), "{error}");
        }
        assert!(read("").is_empty() && read(" \n; nothing\n% at all").is_empty());
    }
}
