//! Playing a game over by the rules.

use thiserror::Error;

use crate::notation::MoveError;
use crate::notation::fen;
use crate::rules::chess::CHESS960;
use crate::rules::{Color, Outcome};
use crate::show::{GAMES, Game, PositionError, Record, Variant};

use super::{PgnGame, UNFINISHED};

/// Why a game is not a game by the rules.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReplayError {
    /// No game of that name.
    #[error("unknown variant '{0}'")]
    Variant(String),
    /// The position that it begins from is refused.
    #[error("FEN: {0}")]
    Start(#[from] PositionError),
    /// The tags promise a position and do not give it.
    #[error("SetUp says that there is a FEN, and there is none")]
    MissingFen,
    /// A move is refused.
    #[error("move {number}, {}: {why}", side.fold_wb("White", "Black"))]
    Move {
        /// The number of the move.
        number: u32,
        /// Whose move it is.
        side: Color,
        /// What is wrong with it.
        why: MoveError,
    },
    /// A move after the end.
    #[error(
        "move {number}, {}: '{text}' after the end of the game: {outcome}",
        side.fold_wb("White", "Black")
    )]
    AfterEnd {
        /// The number of the move.
        number: u32,
        /// Whose move it would be.
        side: Color,
        /// The move as it stands in the text.
        text: String,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// The result is not what the rules say.
    #[error("the result is {found}, but the rules say {outcome}")]
    Result {
        /// The result in the text.
        found: String,
        /// How the game ended by the rules.
        outcome: Outcome,
    },
    /// The tag and the end of the movetext contradict each other.
    #[error("the tag Result is {tag}, but the moves end with {found}")]
    ResultTag {
        /// The tag's value.
        tag: String,
        /// What stands behind the moves.
        found: String,
    },
}

/// A game that was played over.
#[derive(Debug)]
pub struct Replay {
    /// Which game it is.
    pub game: &'static Game,
    /// The game after its last move.
    pub session: Box<dyn Record>,
    /// Its moves, in canonical SAN.
    pub sans: Vec<String>,
    /// How it ended by the rules, if it did.
    pub outcome: Option<Outcome>,
}

/// The game that the tags name; orthodox chess without a `Variant`. It is Chess960 if they
/// say so, or the FEN says which rooks castle.
///
/// # Errors
///
/// If there is no game of that name.
pub fn variant(game: &PgnGame) -> Result<Variant, ReplayError> {
    let name = game.tag("Variant").unwrap_or(GAMES[0].name);
    // What XBoard, lichess and others call orthodox chess.
    let variant = match name.to_ascii_lowercase().as_str() {
        "normal" | "standard" | "from position" => Some(Variant::from(&GAMES[0])),
        other => Variant::named(other),
    };
    let variant = variant.ok_or_else(|| ReplayError::Variant(name.to_owned()))?;
    let is_orthodox = variant.game.name == GAMES[0].name;
    let says_rooks = game.start_fen().is_some_and(fen::is_chess960);
    let chess960 = variant.chess960 || is_orthodox && says_rooks;
    Ok(Variant {
        chess960,
        ..variant
    })
}

/// The rules of a game that the tags switch.
pub fn rules(pgn: &PgnGame, variant: Variant) -> impl Iterator<Item = (&'static str, bool)> {
    let options = variant.game.rule_options.iter();
    options.filter_map(move |rule| match *rule == CHESS960 && variant.chess960 {
        true => Some((rule.name, true)),
        false => Some((rule.name, pgn.tag(rule.name)? == "true")),
    })
}

/// The game that the tags name, with its rules, in the position that it begins from.
///
/// # Errors
///
/// If there is no such game or the position is refused.
pub fn open(pgn: &PgnGame) -> Result<(&'static Game, Box<dyn Record>), ReplayError> {
    let variant = variant(pgn)?;
    let mut session = variant.game.open();
    for (rule, on) in rules(pgn, variant) {
        session.set_rule(rule, on);
    }
    session.set_position(pgn.start_fen(), &[])?;
    Ok((variant.game, session))
}

/// Plays a game over. A game that goes on after a draw that a player of orthodox
/// chess has to claim is accepted; if it ends there, the result must say so.
///
/// # Errors
///
/// Names the first thing that the rules forbid.
pub fn replay(pgn: &PgnGame) -> Result<Replay, ReplayError> {
    if pgn.tag("SetUp") == Some("1") && pgn.tag("FEN").is_none() {
        return Err(ReplayError::MissingFen);
    }
    let (game, mut session) = open(pgn)?;
    let mut sans = Vec::with_capacity(pgn.moves.len());
    for m in &pgn.moves {
        let (number, side) = (session.state().fullmove_number, session.turn());
        let played = session.play(&m.san);
        sans.push(played.map_err(|why| {
            // Where the game is over, every move is refused, and that is why.
            match session.outcome() {
                Some(outcome) => ReplayError::AfterEnd {
                    number,
                    side,
                    text: m.san.clone(),
                    outcome,
                },
                None => ReplayError::Move { number, side, why },
            }
        })?);
    }
    let outcome = session.outcome();
    check_result(pgn, outcome)?;
    Ok(Replay {
        game,
        session,
        sans,
        outcome,
    })
}

fn check_result(pgn: &PgnGame, outcome: Option<Outcome>) -> Result<(), ReplayError> {
    let found = match pgn.result.as_str() {
        "" => UNFINISHED,
        result => result,
    };
    match outcome {
        Some(outcome) if outcome.result() != found => Err(ReplayError::Result {
            found: found.to_owned(),
            outcome,
        }),
        _ => match pgn.tag("Result") {
            Some(tag) if tag != found => Err(ReplayError::ResultTag {
                tag: tag.to_owned(),
                found: found.to_owned(),
            }),
            _ => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn replayed(text: &str) -> Result<Replay, ReplayError> {
        replay(&read(text).remove(0).unwrap())
    }

    #[test]
    fn games_are_played_by_their_variant() {
        let mate = replayed("1. f3 e5 2. g4 Qh4# 0-1").unwrap();
        assert_eq!(mate.game.name, "chess");
        assert_eq!(mate.outcome.unwrap().to_string(), "0-1 (checkmate)");
        assert_eq!(mate.sans, ["f3", "e5", "g4", "Qh4#"]);
        let alice = "[Variant \"Alice\"]\n1.e4/B d5/B 2.Be2/B dxe4/A 3.Bb5/A# 1-0";
        assert!(replayed(alice).unwrap().outcome.is_some());
        let position = "[Variant \"Standard\"]\n[SetUp \"1\"]\n\
            [FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 40\"]\n40. Ra8# 1-0";
        assert!(replayed(position).unwrap().outcome.is_some());
    }

    #[test]
    fn chess960_has_several_names() {
        let fen = "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w";
        for (variant, castling) in [
            ("fischerandom", "GE"),
            ("Chess960", "KQ"),
            ("chess 960", "KQ"),
            ("Fischerrandom", "GE"),
            ("Standard", "GE"),
        ] {
            let text = format!(
                "[Variant \"{variant}\"]\n[SetUp \"1\"]\n[FEN \"{fen} {castling} - 1 9\"]\n\
                 9. O-O Nf5 *"
            );
            let replay = replayed(&text).unwrap();
            assert_eq!(replay.sans, ["O-O", "Nf5"], "{variant}");
            assert!(replay.session.fen().contains(" w - "), "{variant}");
        }
    }

    #[test]
    fn errors_name_move_side_and_reason() {
        for (text, message) in [
            ("1. e4 e5 2. Nf3 Nf3 *", "move 2, Black: illegal move 'Nf3'"),
            ("1. e4 e9 *", "move 1, Black: 'e9' is not a move"),
            (
                "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
                "move 3, White: 'a3' after the end of the game: 0-1 (checkmate)",
            ),
            (
                "1. f3 e5 2. g4 Qh4# 1-0",
                "the result is 1-0, but the rules say 0-1 (checkmate)",
            ),
            (
                "1. f3 e5 2. g4 Qh4# *",
                "the result is *, but the rules say 0-1 (checkmate)",
            ),
            (
                "[Result \"1-0\"]\n1. e4 0-1",
                "the tag Result is 1-0, but the moves end with 0-1",
            ),
            ("[Variant \"go\"]\n*", "unknown variant 'go'"),
            (
                "[SetUp \"1\"]\n*",
                "SetUp says that there is a FEN, and there is none",
            ),
        ] {
            assert_eq!(replayed(text).unwrap_err().to_string(), message);
        }
        let fen = replayed("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*").unwrap_err();
        assert!(fen.to_string().starts_with("FEN: "), "{fen}");
    }
}
