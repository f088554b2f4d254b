//! The value of a position in a comment, as web sites write it: `[%eval 0.34]` in pawns
//! from White, `[%eval #-3]` for moves to mate.
//!
//! Source: the command annotations of ChessBase and lichess, after the PGN
//! specification's supplement (2001) with its `[%clk]`.

use crate::notation::UciScore;

const COMMAND: &str = "[%eval ";

/// The command for a value that is seen from White.
pub fn eval_command(score: UciScore) -> String {
    format!("{COMMAND}{}]", eval_text(score))
}

/// A value as it stands in the command.
pub fn eval_text(score: UciScore) -> String {
    match score {
        UciScore::Mate(moves) => format!("#{moves}"),
        UciScore::Centipawns(value) => format!("{:.2}", f64::from(value) / 100.0),
    }
}

/// Takes the value off a comment: what it is, seen from White, and the rest. A command
/// that means nothing is part of the rest.
pub fn split_eval(comment: &str) -> (Option<UciScore>, String) {
    let found = comment.find(COMMAND).and_then(|start| {
        let value = &comment[start + COMMAND.len()..];
        let end = value.find(']')?;
        let score = read_value(value[..end].trim())?;
        Some((start, start + COMMAND.len() + end + 1, score))
    });
    match found {
        None => (None, comment.to_owned()),
        Some((start, end, score)) => {
            let rest = [comment[..start].trim(), comment[end..].trim()].join(" ");
            (Some(score), rest.trim().to_owned())
        }
    }
}

/// A value, perhaps with a depth behind a comma.
fn read_value(text: &str) -> Option<UciScore> {
    let value = text.split(',').next().unwrap_or_default().trim();
    if let Some(moves) = value.strip_prefix('#') {
        let moves: i32 = moves.parse().ok()?;
        return Some(UciScore::Mate(moves.max(-i32::MAX)));
    }
    read_pawns(value)
}

/// A value in pawns. None is too large: conversion to an integer saturates, and what is
/// read has a value from the other side too.
pub(super) fn read_pawns(text: &str) -> Option<UciScore> {
    let pawns: f64 = text.parse().ok()?;
    let centipawns = (pawns * 100.0).round() as i32;
    (pawns.is_finite()).then(|| UciScore::Centipawns(centipawns.max(-i32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back() {
        for score in [
            UciScore::Centipawns(-34),
            UciScore::Centipawns(0),
            UciScore::Mate(-3),
            UciScore::Mate(12),
            UciScore::Mate(32_768),
        ] {
            let comment = format!("before {} after", eval_command(score));
            let rest = "before after".to_owned();
            assert_eq!(split_eval(&comment), (Some(score), rest), "{comment}");
        }
        let (score, rest) = split_eval("[%eval 0.17,23] [%clk 0:01:00]");
        assert_eq!(score, Some(UciScore::Centipawns(17)));
        assert_eq!(rest, "[%clk 0:01:00]");
    }

    #[test]
    fn no_value_is_too_large() {
        for (text, value) in [("1e300", i32::MAX), ("-1e300", -i32::MAX)] {
            assert_eq!(read_pawns(text), Some(UciScore::Centipawns(value)));
        }
    }

    #[test]
    fn what_means_nothing_stays() {
        for text in ["[%eval", "[%eval x]", "[%eval #]", "[%eval inf]", "good"] {
            assert_eq!(split_eval(text), (None, text.to_owned()));
        }
    }
}
