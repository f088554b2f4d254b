//! Score, depth and time of a move, as a comment in cutechess's form:
//! `+0.34/12 0.051s, White mates`.

use super::details::after_details;
use crate::notation::UciScore;

use super::eval::read_pawns;

/// What the comment behind a move says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveNote {
    /// The value for the side that made the move.
    pub score: Option<UciScore>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Seconds spent on it.
    pub seconds: Option<f64>,
    /// Whether the move was made for the engine, from an opening book.
    pub book: bool,
    /// Why the game ended here.
    pub reason: Option<String>,
}

/// Writes the comment behind a move: the value for the side that made it and the
/// depth in plies, if the engine told the value, then the seconds it took, then what
/// else it told of its search ([`Details::text`](crate::pgn::details::Details::text)),
/// then why the game ended, if it did. Mates are counted in plies, as cutechess and
/// fastchess do: `+M1/5 0.010s, n=120, White mates`.
pub fn move_comment(
    score: Option<UciScore>,
    depth: Option<u32>,
    seconds: f64,
    details: &[String],
    reason: Option<&str>,
) -> String {
    let score = score.map_or_else(String::new, |score| {
        format!("{}/{} ", score_text(score), depth.unwrap_or(0))
    });
    let mut comment = format!("{score}{seconds:.3}s");
    for further in details.iter().map(String::as_str).chain(reason) {
        comment.push_str(", ");
        comment.push_str(further);
    }
    comment
}

fn score_text(score: UciScore) -> String {
    match score {
        UciScore::Mate(moves) if moves > 0 => format!("+M{}", 2 * i64::from(moves) - 1),
        UciScore::Mate(moves) => format!("-M{}", -2 * i64::from(moves)),
        UciScore::Centipawns(value) => {
            let sign = match value.signum() {
                1 => "+",
                -1 => "-",
                _ => "",
            };
            let value = value.unsigned_abs();
            format!("{sign}{}.{:02}", value / 100, value % 100)
        }
    }
}

impl MoveNote {
    /// Reads a comment. What is not in cutechess's form is the reason.
    pub fn parse(comment: &str) -> MoveNote {
        let comment = without_commands(comment);
        let comment = comment.as_str();
        let (evaluation, reason) = match comment.split_once(',') {
            Some((evaluation, rest)) => (evaluation, after_details(rest).trim()),
            None => (comment, ""),
        };
        let mut note = parse_evaluation(evaluation).unwrap_or_else(|| MoveNote {
            reason: Some(comment.to_owned()),
            ..MoveNote::default()
        });
        if note.reason.is_none() {
            note.reason = Some(reason.to_owned());
        }
        note.reason = note.reason.filter(|reason| !reason.is_empty());
        note
    }
}

/// A comment without commands such as `[%clk 0:01:00]`.
fn without_commands(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%")
        && let Some((_, after)) = command.split_once(']')
    {
        text += before;
        rest = after;
    }
    text += rest;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `book`, or value, depth and time, or time alone; what an engine adds behind
/// the time is passed over.
fn parse_evaluation(text: &str) -> Option<MoveNote> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    if first == "book" {
        return Some(MoveNote {
            book: true,
            ..MoveNote::default()
        });
    }
    let mut note = MoveNote::default();
    let time = match first.split_once('/') {
        Some((score, depth)) => {
            note.score = Some(parse_score(score)?);
            note.depth = Some(depth.parse().ok()?);
            words.next()?
        }
        None => first,
    };
    let seconds: f64 = time.strip_suffix('s')?.parse().ok()?;
    note.seconds = Some(seconds).filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    note.seconds.is_some().then_some(note)
}

fn parse_score(text: &str) -> Option<UciScore> {
    if let Some(plies) = text.strip_prefix("+M") {
        let plies: u16 = plies.parse().ok()?;
        return Some(UciScore::Mate(i32::from(plies).midpoint(1).max(1)));
    }
    if let Some(plies) = text.strip_prefix("-M") {
        let plies: u16 = plies.parse().ok()?;
        return Some(UciScore::Mate(-i32::from(plies) / 2));
    }
    read_pawns(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_written_in_cutechess_form() {
        let comment = move_comment(Some(UciScore::Centipawns(34)), Some(12), 0.0512, &[], None);
        assert_eq!(comment, "+0.34/12 0.051s");
        let comment = move_comment(
            Some(UciScore::Mate(1)),
            Some(5),
            0.01,
            &[],
            Some("White mates"),
        );
        assert_eq!(comment, "+M1/5 0.010s, White mates");
        let comment = move_comment(None, None, 12.0, &[], Some("Black loses on time"));
        assert_eq!(comment, "12.000s, Black loses on time");
        assert_eq!(score_text(UciScore::Centipawns(-5)), "-0.05");
        assert_eq!(score_text(UciScore::Centipawns(0)), "0.00");
        assert_eq!(score_text(UciScore::Mate(-2)), "-M4");
    }

    #[test]
    fn comments_are_read_back() {
        for score in [
            None,
            Some(UciScore::Centipawns(-1234)),
            Some(UciScore::Centipawns(7)),
            Some(UciScore::Mate(3)),
            Some(UciScore::Mate(0)),
            Some(UciScore::Mate(-4)),
        ] {
            let reasons = [None, Some("Draw by adjudication, both agreed")];
            let details = [vec![], vec!["n=120".to_owned(), "line=\"a, b\"".to_owned()]];
            for (reason, details) in reasons.into_iter().zip(details) {
                let comment = move_comment(score, Some(9), 1.5, &details, reason);
                let note = MoveNote {
                    score,
                    depth: score.map(|_| 9),
                    seconds: Some(1.5),
                    book: false,
                    reason: reason.map(str::to_owned),
                };
                assert_eq!(MoveNote::parse(&comment), note, "{comment}");
            }
        }
    }

    #[test]
    fn commands_are_no_part_of_a_note() {
        let note = MoveNote::parse("[%eval 0.35] +0.34/12 0.5s [%clk 0:01:00], White mates");
        assert_eq!(note.depth, Some(12));
        assert_eq!(note.reason.as_deref(), Some("White mates"));
    }

    #[test]
    fn other_comments_are_reasons() {
        assert!(MoveNote::parse("book").book);
        assert_eq!(MoveNote::parse(""), MoveNote::default());
        for text in ["White mates", "a strong move, they say", "+x/3 1s", "nans"] {
            assert_eq!(MoveNote::parse(text).reason.as_deref(), Some(text));
        }
        let note = MoveNote::parse("-1.20/8 0.5s n=120, White resigns");
        assert_eq!(note.seconds, Some(0.5));
        assert_eq!(note.reason.as_deref(), Some("White resigns"));
    }
}
