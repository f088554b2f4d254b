//! Games as PGN, in and out.

mod write;

use crate::notation::UciScore;
use crate::pgn::{self, MoveNote, PgnGame, PgnMove};
use crate::rules::Color;
use crate::show::{Game, Record};

use super::messages::{GameSummary, GameText, ReplyBody, TreeMove};
use super::searching;

pub use write::write;

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
        game: pgn::variant(pgn).map_or_else(
            |_| tag(pgn, "Variant"),
            |variant| variant.title().to_owned(),
        ),
        white: tag(pgn, "White"),
        black: tag(pgn, "Black"),
        event: tag(pgn, "Event"),
        result: pgn.result.clone(),
        moves: pgn.plies().div_ceil(2),
    }
}

/// A game as far as its moves are legal.
fn game_text(pgn: &PgnGame) -> Result<GameText, String> {
    let (game, session) = pgn::open(pgn).map_err(|error| error.to_string())?;
    let variant = pgn::variant(pgn).map_err(|error| error.to_string())?;
    let rules = pgn::rules(pgn, variant).map(|(rule, on)| (rule.to_owned(), on));
    let rules = rules.collect();
    let mut reading = Reading {
        game,
        moves: Vec::new(),
        says: None,
    };
    let fen = pgn.start_fen().map(|_| session.fen());
    reading.line(session, &pgn.moves, pgn.comment.as_deref(), 0);
    Ok(GameText {
        game: game.name.to_owned(),
        rules,
        fen,
        moves: reading.moves,
        tags: pgn.tags.clone(),
        result: pgn.result.clone(),
        says: reading.says,
    })
}

/// A game that is being read.
struct Reading {
    game: &'static Game,
    moves: Vec<TreeMove>,
    says: Option<String>,
}

impl Reading {
    /// Reads a line that begins after a move, as far as it is legal, and its variations.
    fn line(
        &mut self,
        mut session: Box<dyn Record>,
        line: &[PgnMove],
        mut introduction: Option<&str>,
        mut after: usize,
    ) {
        for m in line {
            let before = (!m.variations.is_empty()).then(|| session.fork());
            let mover = session.turn();
            match play(session.as_mut(), m) {
                Ok((text, san)) => self.moves.push(TreeMove {
                    after,
                    text,
                    san,
                    introduction: introduction.take().unwrap_or_default().to_owned(),
                    ..self.annotations(session.as_ref(), mover, m)
                }),
                Err(error) => {
                    let number = session.state().fullmove_number;
                    self.says.get_or_insert_with(|| {
                        format!(
                            "Move {number}, {}: {error}. The moves before it are loaded.",
                            m.san
                        )
                    });
                    return;
                }
            }
            let number = self.moves.len();
            for variation in &m.variations {
                if let Some(before) = &before {
                    let introduction = variation.comment.as_deref();
                    self.line(before.fork(), &variation.moves, introduction, after);
                }
            }
            after = number;
        }
    }

    /// What is said of a move that was made: the value may stand in a command of its own, or
    /// as programs write it that play matches.
    fn annotations(&self, session: &dyn Record, mover: Color, m: &PgnMove) -> TreeMove {
        let comment = m.comment.as_deref().unwrap_or_default();
        let (own, rest) = pgn::split_eval(comment);
        let view = |score: UciScore, side| searching::score(score, self.game.chances(score), side);
        let note = MoveNote::parse(&rest);
        // What a program thought before its last move is no value of the end.
        let told = || note.score.filter(|_| session.outcome().is_none());
        TreeMove {
            nags: m.nags.clone(),
            score: own
                .map(|score| view(score, Color::White))
                .or_else(|| told().map(|score| view(score, mover))),
            words: note.reason.unwrap_or_default(),
            comment: rest,
            ..TreeMove::default()
        }
    }
}

/// Makes a move of a game and tells its coordinates and its SAN.
fn play(session: &mut dyn Record, m: &PgnMove) -> Result<(String, String), String> {
    let coordinates = match m.is_ply() {
        true => {
            let found = session.read_move(&m.san);
            found.map_err(|error| error.to_string())?.to_string()
        }
        false => m.san.clone(),
    };
    let san = session
        .play(&coordinates)
        .map_err(|error| error.to_string())?;
    Ok((coordinates, san))
}

#[cfg(test)]
mod tests {
    use super::super::messages::GameLine;
    use super::*;

    /// A game of chess from the start position.
    fn chess() -> GameLine {
        GameLine {
            game: "chess".to_owned(),
            rules: Vec::new(),
            fen: None,
            moves: Vec::new(),
        }
    }

    fn text_of(pgn: &str) -> GameText {
        let ReplyBody::Games { game, .. } = read(pgn, 0).unwrap() else {
            panic!("games expected");
        };
        game.unwrap()
    }

    /// The movetext of a game that was read and written again.
    fn again(game: &GameText) -> String {
        let line = GameLine {
            game: game.game.clone(),
            rules: game.rules.clone(),
            fen: game.fen.clone(),
            ..chess()
        };
        write(&line, &game.moves, &game.tags, &game.result).unwrap()
    }

    #[test]
    fn a_game_comes_back_as_it_was_written() {
        let pgn = "[Variant \"alice\"]\n[Alice_EnPassant \"false\"]\n\n{first} 1. e4/B {[%eval 0.30] best} \
            (1. d4/B {x} 1... d5/B (1... Nf6/B $1)) (1. c4/B) 1... d5/B 2. Be2/B dxe4/A 3. Bb5/A# $3 {[%eval #1]} 1-0";
        let game = text_of(pgn);
        assert_eq!(game.says, None);
        assert_eq!(game.rules, [("Alice_EnPassant".to_owned(), false)]);
        let moves: Vec<(usize, &str)> = game
            .moves
            .iter()
            .map(|m| (m.after, m.text.as_str()))
            .collect();
        let expected = [
            (0, "e2e4"),
            (0, "d2d4"),
            (2, "d7d5"),
            (2, "g8f6"),
            (0, "c2c4"),
            (1, "d7d5"),
            (6, "f1e2"),
            (7, "d5e4"),
            (8, "e2b5"),
        ];
        assert_eq!(moves, expected);
        let first = &game.moves[0];
        assert_eq!(
            (&first.introduction[..], &first.comment[..]),
            ("first", "best")
        );
        let score = first.score.unwrap();
        assert!(score.cp == Some(30) && score.chance > 50.0);
        assert_eq!(game.moves[8].score.unwrap().mate, Some(1));
        let written = again(&game);
        assert_eq!(text_of(&written).moves, game.moves);
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words(&written).ends_with(&words(&pgn[pgn.find("{first").unwrap()..])),
            "{written}"
        );
    }

    #[test]
    fn values_of_matches_are_seen_from_white() {
        let game = text_of("1. e4 {+0.20/8 0.010s} e5 {+0.50/8 0.010s} *");
        let values: Vec<_> = game.moves.iter().map(|m| m.score.unwrap().cp).collect();
        assert_eq!(values, [Some(20), Some(-50)]);
        assert_eq!(game.moves[1].comment, "+0.50/8 0.010s");
        assert_eq!(game.moves[1].words, "");
        let mate =
            text_of("1. f3 {weak, of course} e5 2. g4 Qh4# {+M1/5 0.010s, n=20, Black mates} *");
        let words: Vec<_> = mate.moves.iter().map(|m| &m.words[..]).collect();
        assert_eq!(words, ["weak, of course", "", "", "Black mates"]);
        let absurd = text_of("1. e4 e5 {-99999999999/3 0.1s} *");
        assert_eq!(absurd.moves[1].score.unwrap().cp, Some(i32::MAX));
    }

    #[test]
    fn the_moves_before_an_illegal_one_are_kept() {
        let game = text_of("1. e4 e5 2. Nf6 *");
        assert_eq!(game.moves.len(), 2);
        assert!(game.says.unwrap().starts_with("Move 2, Nf6"));
        let game = text_of("1. e4 e5 (1... e4) 2. Nf3 *");
        assert_eq!(game.moves.len(), 3);
        assert!(game.says.unwrap().starts_with("Move 1, e4"));
        assert!(read("", 0).unwrap_err().contains("no game"));
    }

    #[test]
    fn nothing_is_written_that_cannot_be_read() {
        let write = |name: &str, result: &str| {
            let tags = [(name.to_owned(), "x".to_owned())];
            write(&chess(), &[], &tags, result)
        };
        assert!(write("two words", "*").unwrap_err().contains("tag"));
        assert!(write("Event", "won").unwrap_err().contains("result"));
        // The start position is that of the line.
        assert_eq!(text_of(&write("FEN", "*").unwrap()).fen, None);
    }

    #[test]
    fn trees_that_are_none_are_refused() {
        let m = |after, text: &str| TreeMove {
            after,
            text: text.to_owned(),
            ..TreeMove::default()
        };
        let write = |tree: &[TreeMove]| write(&chess(), tree, &[], "*");
        assert!(
            write(&[m(2, "e2e4"), m(0, "d2d4")])
                .unwrap_err()
                .contains("stands before")
        );
        assert!(write(&[m(0, "e2e5")]).is_err());
        // Each variation has a variation: pawns go on step by step.
        let nested = |depth: usize| {
            let mut tree = Vec::new();
            for number in 0..depth {
                let after = tree.len();
                let (side, step) = (number % 2, number / 2);
                let file = char::from(b'a' + (step / 2) as u8);
                let ranks = [["2", "3", "4"], ["7", "6", "5"]][side];
                let [from, to] = [ranks[step % 2], ranks[step % 2 + 1]];
                let other = [["g1h3", "g8h6"], ["b1a3", "b8a6"]][usize::from(number > 3)][side];
                tree.push(m(after, other));
                tree.push(m(after, &format!("{file}{from}{file}{to}")));
            }
            tree
        };
        assert!(write(&nested(pgn::MAX_DEPTH)).is_ok());
        let mut deep = nested(pgn::MAX_DEPTH);
        deep.extend([m(deep.len(), "g1f3"), m(deep.len(), "a1a2")]);
        assert!(write(&deep).unwrap_err().contains("deep"));
    }
}
