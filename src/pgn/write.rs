//! PGN in export format.

use std::fmt::{self, Write as _};

use super::{PgnGame, PgnMove, SEVEN_TAG_ROSTER};

/// The longest line, in characters, that the standard does not discourage.
const LINE_LENGTH: usize = 79;

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in SEVEN_TAG_ROSTER {
            let unknown = match name {
                "Result" if !self.result.is_empty() => self.result.as_str(),
                _ => unknown,
            };
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        for (name, value) in &self.tags {
            if !SEVEN_TAG_ROSTER.iter().any(|(other, _)| other == name) {
                write_tag(f, name, value)?;
            }
        }
        f.write_char('\n')?;
        f.write_str(&self.movetext())?;
        f.write_str("\n\n")
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            // A value ends with its line.
            letter if letter.is_control() => f.write_char(' ')?,
            letter => f.write_char(letter)?,
        }
    }
    f.write_str("\"]\n")
}

impl PgnGame {
    /// The moves with numbers, comments and result, in lines.
    pub fn movetext(&self) -> String {
        wrapped(&self.words())
    }

    /// The movetext, word by word.
    fn words(&self) -> Vec<String> {
        let mut words = self.comment.as_deref().map(braced).unwrap_or_default();
        let (black, number) = self.first_number();
        write_line(&mut words, &self.moves, black, number);
        words.push(match self.result.as_str() {
            "" => super::UNFINISHED.to_owned(),
            result => result.to_owned(),
        });
        words
    }

    /// Whether Black moves first, and the number of the first move, from the FEN.
    fn first_number(&self) -> (bool, u64) {
        let fields: Vec<&str> = self
            .start_fen()
            .map(|fen| fen.split_whitespace().collect())
            .unwrap_or_default();
        let number = fields.get(5).and_then(|number| number.parse::<u32>().ok());
        let black = fields.get(1) == Some(&"b");
        (black, number.map_or(1, u64::from))
    }
}

/// Writes moves with what belongs to them, from the move of this number on.
fn write_line(words: &mut Vec<String>, moves: &[PgnMove], mut black: bool, mut number: u64) {
    // A number stands before each of White's moves, and before Black's where something
    // came between it and White's.
    let mut interrupted = true;
    for m in moves {
        let (its_black, its_number) = (black, number);
        if m.is_ply() {
            match black {
                false => words.push(format!("{number}.")),
                true if interrupted => words.push(format!("{number}...")),
                true => {}
            }
            number += u64::from(black);
            black = !black;
        }
        words.push(m.san.clone());
        words.extend(m.nags.iter().map(|nag| format!("${nag}")));
        let comment = m.comment.as_deref().map(braced).unwrap_or_default();
        interrupted = !m.is_ply() || !comment.is_empty() || !m.variations.is_empty();
        words.extend(comment);
        for variation in &m.variations {
            let start = words.len();
            words.extend(variation.comment.as_deref().map(braced).unwrap_or_default());
            write_line(words, &variation.moves, its_black, its_number);
            if let [first, ..] = &mut words[start..] {
                first.insert(0, '(');
            }
            if let [.., last] = &mut words[start..] {
                last.push(')');
            }
        }
    }
}

/// The words of a comment in braces; none if it is empty. A brace would end the
/// comment, so that parentheses stand for braces.
fn braced(comment: &str) -> Vec<String> {
    let comment = comment.replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = Vec::new();
    for word in comment.split_whitespace() {
        match words.last_mut() {
            // A command is not broken, for the sake of simple readers.
            Some(last) if begins_no_line(word) || is_within_command(last) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// Whether a word would mean something else at the start of a line: a percent sign hides
/// the line, and a game begins with its event.
fn begins_no_line(word: &str) -> bool {
    word.starts_with('%') || word.starts_with("[Event")
}

/// Whether a text ends within a command such as `[%eval 0.35]`.
fn is_within_command(text: &str) -> bool {
    text.rfind("[%")
        .is_some_and(|start| !text[start..].contains(']'))
}

/// The words with spaces and line ends between them.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > LINE_LENGTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Variation, read};
    use super::*;

    fn game(moves: &[(&str, Option<&str>)]) -> PgnGame {
        PgnGame {
            moves: moves
                .iter()
                .map(|&(san, comment)| PgnMove {
                    san: san.to_owned(),
                    comment: comment.map(str::to_owned),
                    ..PgnMove::default()
                })
                .collect(),
            result: "1-0".to_owned(),
            ..PgnGame::default()
        }
    }

    #[test]
    fn the_roster_comes_first_and_numbers_follow_comments() {
        let mut game = game(&[("e4", None), ("e5", Some("a {b}")), ("Nf3", Some("x"))]);
        game.moves.push(PgnMove {
            san: "Nc6".to_owned(),
            nags: vec![6, 36],
            ..PgnMove::default()
        });
        game.set_tag("Variant", "chess");
        game.set_tag("White", "The \"Engine\" \\ 2");
        let text = game.to_string();
        assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"));
        assert!(text.contains("[White \"The \\\"Engine\\\" \\\\ 2\"]\n"));
        assert!(text.contains("[Result \"1-0\"]\n[Variant \"chess\"]\n\n"));
        assert!(text.ends_with("\n\n1. e4 e5 {a (b)} 2. Nf3 {x} 2... Nc6 $6 $36 1-0\n\n"));
        let again = read(&text).remove(0).unwrap();
        assert_eq!(again.tag("White"), game.tag("White"));
        assert_eq!(again.to_string(), text);
    }

    #[test]
    fn numbers_go_on_from_the_fen() {
        let mut game = game(&[("Kd7", None), ("exchange:a/b", None), ("Kd2", None)]);
        game.set_tag("FEN", "3k4/8/8/8/8/8/8/3K4 b - - 7 41");
        assert!(
            game.to_string()
                .ends_with("\n41... Kd7 exchange:a/b 42. Kd2 1-0\n\n")
        );
    }

    #[test]
    fn commands_are_not_broken() {
        let comment = "[%eval 0.35] [%clk 0:00:09] ".repeat(30);
        let text = game(&[("e4", Some(&comment))]).to_string();
        assert!(
            text.lines()
                .filter(|line| !line.starts_with("[E"))
                .all(|line| { line.matches("[%").count() == line.matches(['5', '9']).count() })
        );
    }

    #[test]
    fn variations_and_glyphs_stand_behind_their_move() {
        let mut game = game(&[("e4", None), ("e5", Some("x")), ("Nf3", None)]);
        game.comment = Some("before".to_owned());
        let mut other = self::game(&[("c5", None), ("Nc3", None)]).moves;
        other[0].variations = vec![Variation {
            comment: Some("why not".to_owned()),
            moves: self::game(&[("d5", None)]).moves,
        }];
        game.moves[1].nags = vec![6, 146];
        game.moves[1].variations = vec![Variation {
            comment: None,
            moves: other,
        }];
        let text = game.to_string();
        let moves = "{before} 1. e4 e5 $6 $146 {x} (1... c5 ({why not} 1... d5) 2. Nc3) 2. Nf3 1-0";
        assert!(text.ends_with(&format!("\n\n{moves}\n\n")), "{text}");
        let again = read(&text).remove(0).unwrap();
        assert_eq!((&again.moves, &again.comment), (&game.moves, &game.comment));
    }

    #[test]
    fn no_line_of_a_comment_begins_like_a_game() {
        for length in 1..80 {
            let comment = format!("{} [Event \"x\"]", "x".repeat(length));
            let again = read(&game(&[("e4", Some(&comment))]).to_string()).remove(0);
            let read = again.unwrap().moves.remove(0).comment;
            assert_eq!(read, Some(comment));
        }
    }

    #[test]
    fn lines_are_wrapped_and_hide_nothing() {
        let comment = "words and %signs ".repeat(30);
        let game = game(&[("e4", Some(&comment)), ("e5", Some(" "))]);
        let text = game.to_string();
        assert!(text.lines().all(|line| line.chars().count() < 80));
        assert!(text.lines().all(|line| !line.starts_with('%')));
        let again = read(&text).remove(0).unwrap();
        assert_eq!(again.moves[0].comment.as_deref(), Some(comment.trim()));
        assert_eq!(again.moves[1].comment, None);
    }
}
