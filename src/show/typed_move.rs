//! Moves as people type them.

use crate::notation::{MoveError, san};
use crate::rules::Move;

use super::Record;

/// Reads a move that a person has typed: coordinate notation and SAN, also with a
/// small letter for a piece (`nf3`, `a8=q`), with dashes (`e2-e4`, `Nb1-d2`), with zeros for
/// castling, and with a mark that does not belong there; a bare square where one man alone can
/// go there.
///
/// # Errors
///
/// If it cannot be read or is not legal. The complaint is about the text as typed.
pub fn read(record: &dyn Record, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    record.read_move(text).or_else(|error| {
        let mut best = error;
        for other in spellings(text) {
            match record.read_move(&other) {
                Ok(m) => return Ok(m),
                // That a move is not legal says more than that it is none.
                Err(error) if matches!(best, MoveError::Unreadable(_)) => best = error,
                // And why, more than that.
                Err(error @ (MoveError::Forbidden { .. } | MoveError::Ambiguous { .. })) => {
                    best = error;
                }
                Err(_) => {}
            }
        }
        Err(match best {
            MoveError::Unreadable(_) => MoveError::Unreadable(text.to_owned()),
            MoveError::Illegal(_) => MoveError::Illegal(text.to_owned()),
            MoveError::Forbidden { reason, .. } => MoveError::Forbidden {
                text: text.to_owned(),
                reason,
            },
            MoveError::Ambiguous { candidates, .. } => MoveError::Ambiguous {
                text: text.to_owned(),
                candidates,
            },
            other => other,
        })
    })
}

/// Other ways to write what may be meant, the nearest first.
fn spellings(text: &str) -> Vec<String> {
    let bare = san::without_marks(text);
    let is_castling = bare
        .to_ascii_lowercase()
        .replace('0', "o")
        .starts_with("o-o");
    if is_castling {
        return vec![bare.to_ascii_uppercase().replace('0', "O")];
    }
    let joined: String = bare
        .chars()
        .filter(|letter| !"-: ".contains(*letter))
        .collect();
    // Coordinate notation knows no captures.
    let mut spellings = vec![joined.clone(), joined.replace('x', "")];
    if let Some((stem, role)) = promotion(&joined) {
        spellings.push(format!("{stem}={role}"));
    }
    // A pawn's move needs no letter; who plays with men expects the same of them.
    if joined.len() == 2 {
        spellings.push(format!("M{joined}"));
    }
    let mut letters = joined.chars();
    if let Some(first) = letters.next() {
        let rest = letters.as_str();
        spellings.push(format!("{}{rest}", first.to_ascii_uppercase()));
        // The origin in full makes coordinate notation of it.
        if rest.len() >= 4 {
            spellings.push(rest.replace('x', ""));
        }
    }
    spellings
}

/// What a pawn is to become, and the text before it: `a8=q` and `a8q`.
fn promotion(text: &str) -> Option<(&str, char)> {
    let role = text.chars().next_back()?;
    let stem = text[..text.len() - role.len_utf8()].trim_end_matches('=');
    let is_promotion = role.is_ascii_alphabetic() && stem.ends_with(|c: char| c.is_ascii_digit());
    is_promotion.then(|| (stem, role.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use crate::show::Game;

    use super::*;

    fn read_in(game: &str, moves: &[&str], text: &str) -> Result<String, MoveError> {
        let mut record = Game::named(game).unwrap().open();
        record.set_position(None, moves).unwrap();
        read(record.as_ref(), text).map(|m| m.to_string())
    }

    #[test]
    fn what_people_type_is_read() {
        for (text, coordinates) in [
            ("nf3", "g1f3"),
            ("e2-e4", "e2e4"),
            ("Nb1-c3", "b1c3"),
            ("Nf3+", "g1f3"),
            (" e4 ", "e2e4"),
        ] {
            assert_eq!(read_in("chess", &[], text).unwrap(), coordinates, "{text}");
        }
        let castling = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
        assert_eq!(read_in("chess", &castling, "o-o").unwrap(), "e1g1");
        assert_eq!(read_in("clupso", &[], "mc3").unwrap(), "c2c3");
        assert_eq!(read_in("clupso", &[], "c3").unwrap(), "c2c3");
        let promotion = [
            "a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "g8f6", "a6a7", "f6g8",
        ];
        for text in ["axb8=q", "axb8Q", "ab8q", "a7xb8=Q+", "a7-b8=q", "a7b8q"] {
            assert_eq!(
                read_in("chess", &promotion, text).unwrap(),
                "a7b8q",
                "{text}"
            );
        }
    }

    #[test]
    fn a_square_that_several_men_can_go_to_says_from_where() {
        let moves = ["c2c3", "c7c6", "d2d3", "d7d6", "c3c4", "c6c5"];
        // From c4 and from d3.
        match read_in("clupso", &moves, "d4").unwrap_err() {
            MoveError::Ambiguous { text, candidates } => {
                assert_eq!(text, "d4");
                assert!(
                    ["c4d4", "d3d4"].iter().all(|one| candidates.contains(one)),
                    "{candidates}"
                );
            }
            error => panic!("{error}"),
        }
    }

    #[test]
    fn complaints_say_whether_it_is_a_move() {
        let illegal = read_in("chess", &[], "nf4").unwrap_err();
        assert!(matches!(illegal, MoveError::Illegal(_)), "{illegal}");
        let unreadable = read_in("chess", &[], "hello").unwrap_err();
        assert!(
            matches!(unreadable, MoveError::Unreadable(_)),
            "{unreadable}"
        );
    }
}
