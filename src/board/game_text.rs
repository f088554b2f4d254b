//! Games as PGN, in and out.

use crate::arena::pgn::{self, PgnGame, PgnMove};
use crate::engine::registry::Game;
use crate::engine::session::Session;

use super::messages::{GameLine, GameSummary, GameText, ReplyBody};

/// How many games of a text are listed.
const MOST_GAMES: usize = 500;

/// The games of a PGN text, and one of them with its moves.
///
/// # Errors
///
/// In words, if the text holds no game.
pub fn read(text: &str, index: usize) -> Result<ReplyBody, String> {
    let games = pgn::read(text);
    let readable: Vec<&PgnGame> = games.iter().filter_map(|game| game.as_ref().ok()).collect();
    if readable.is_empty() {
        let error = games.into_iter().find_map(Result::err);
        return Err(
            error.map_or("There is no game in this text.".to_owned(), |e| {
                e.to_string()
            }),
        );
    }
    Ok(ReplyBody::Games {
        list: readable
            .iter()
            .take(MOST_GAMES)
            .map(|game| summary(game))
            .collect(),
        game: readable
            .get(index)
            .map(|game| game_text(game))
            .transpose()?,
    })
}

fn tag(game: &PgnGame, name: &str) -> String {
    game.tag(name).unwrap_or("?").to_owned()
}

fn summary(pgn: &PgnGame) -> GameSummary {
    GameSummary {
        game: pgn::variant(pgn).map_or_else(|_| tag(pgn, "Variant"), |game| game.title.to_owned()),
        white: tag(pgn, "White"),
        black: tag(pgn, "Black"),
        event: tag(pgn, "Event"),
        result: pgn.result.clone(),
        moves: pgn.plies().div_ceil(2),
    }
}

/// A game as far as its moves are legal.
fn game_text(pgn: &PgnGame) -> Result<GameText, String> {
    let (game, mut session) = pgn::open(pgn).map_err(|error| error.to_string())?;
    let rules = pgn::rules(pgn, game).map(|(rule, on)| (rule.to_owned(), on));
    let mut text = GameText {
        game: game.name.to_owned(),
        rules: rules.collect(),
        fen: pgn.start_fen().map(|_| session.fen()),
        moves: Vec::new(),
        sans: Vec::new(),
        comments: Vec::new(),
        tags: pgn.tags.clone(),
        result: pgn.result.clone(),
        says: None,
    };
    for m in &pgn.moves {
        match play(session.as_mut(), m) {
            Ok((coordinates, san)) => {
                text.moves.push(coordinates);
                text.sans.push(san);
                text.comments.push(m.comment.clone().unwrap_or_default());
            }
            Err(error) => {
                let number = session.fullmove_number();
                text.says = Some(format!(
                    "Move {number}, {}: {error}. The moves before it are loaded.",
                    m.san
                ));
                break;
            }
        }
    }
    Ok(text)
}

/// Makes a move of a game and tells its coordinates and its SAN.
fn play(session: &mut dyn Session, m: &PgnMove) -> Result<(String, String), String> {
    let coordinates = match m.is_ply() {
        true => {
            let found = session.read_move(&m.san);
            session.coordinates(found.map_err(|error| error.to_string())?)
        }
        false => m.san.clone(),
    };
    let san = session
        .play(&coordinates)
        .map_err(|error| error.to_string())?;
    Ok((coordinates, san))
}

/// A game as PGN in export format.
///
/// # Errors
///
/// In words, if a move is not legal.
pub fn write(
    game: &'static Game,
    line: &GameLine,
    tags: &[(String, String)],
    result: &str,
    comments: &[String],
) -> Result<String, String> {
    let mut session = game.open();
    for (name, on) in &line.rules {
        session.set_rule(name, *on);
    }
    session
        .set_position(line.fen.as_deref(), &[])
        .map_err(|error| error.to_string())?;
    let mut pgn = PgnGame {
        result: result.to_owned(),
        ..PgnGame::default()
    };
    for (name, value) in tags {
        pgn.set_tag(name, value);
    }
    pgn.set_tag("Result", result);
    pgn.set_tag("Variant", game.name);
    if line.fen.is_some() {
        pgn.set_tag("SetUp", "1");
        pgn.set_tag("FEN", &session.fen());
    }
    for (name, on) in &line.rules {
        pgn.set_tag(name, &on.to_string());
    }
    for (index, text) in line.moves.iter().enumerate() {
        let san = session.play(text).map_err(|error| error.to_string())?;
        let comment = comments.get(index).filter(|comment| !comment.is_empty());
        pgn.moves.push(PgnMove {
            san,
            nags: Vec::new(),
            comment: comment.cloned(),
        });
    }
    Ok(pgn.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_comes_back_as_it_was_written() {
        let game = Game::named("alice").unwrap();
        let line = GameLine {
            game: "alice".to_owned(),
            rules: vec![("Alice_EnPassant".to_owned(), false)],
            fen: None,
            moves: ["e2e4", "d7d5", "f1e2", "d5e4", "e2b5"]
                .map(str::to_owned)
                .to_vec(),
        };
        let comments = ["best".to_owned()];
        let text = write(game, &line, &[], "1-0", &comments).unwrap();
        let ReplyBody::Games { list, game } = read(&text, 0).unwrap() else {
            panic!("games expected");
        };
        let game = game.unwrap();
        assert_eq!((list.len(), list[0].moves), (1, 3));
        assert_eq!((&game.moves, &game.rules), (&line.moves, &line.rules));
        assert_eq!(game.sans[4], "Bb5/A#");
        assert_eq!(game.comments[0], "best");
        assert_eq!(game.says, None);
    }

    #[test]
    fn the_moves_before_an_illegal_one_are_kept() {
        let ReplyBody::Games { game, .. } = read("1. e4 e5 2. Nf6 *", 0).unwrap() else {
            panic!("games expected");
        };
        let game = game.unwrap();
        assert_eq!(game.moves.len(), 2);
        assert!(game.says.unwrap().starts_with("Move 2, Nf6"));
        assert!(read("", 0).unwrap_err().contains("no game"));
    }
}
