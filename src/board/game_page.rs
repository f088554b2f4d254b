//! A game as a page by itself, for mails, web sites and tournament reports.
//!
//! The page needs no network and no server. Without scripts it is the moves and the last
//! position, with them it steps through the game. What a PGN says is untrusted: all of
//! it is escaped, and cut where it is long.

mod index;
mod moves;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use thiserror::Error;

use crate::pgn::{self, MoveNote, PgnGame, ReplayError, UNFINISHED};
use crate::rules::changes::NEUTRAL;
use crate::rules::{Color, Role};
use crate::show::Game;
use crate::show::diagram::Diagram;
use crate::show::words;

use super::diagram;

use moves::{Moves, PositionData};

pub use index::{IndexEntry, Standing, index};

/// The most moves of both sides that a page holds.
const MOST_PLIES: usize = 2000;

/// The most letters of a tag and of a comment.
const MOST_OF_TAG: usize = 120;
const MOST_OF_COMMENT: usize = 400;

const STYLE: &str = include_str!("game_page/page.css");
const SCRIPT: &str = include_str!("game_page/page.js");

/// Why there is no page.
#[derive(Debug, Error)]
pub enum PageError {
    /// The game is none by the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The page would be too large.
    #[error("a game of {0} moves is too long for a page, which holds {most}", most = MOST_PLIES / 2)]
    Length(usize),
}

/// What the script is given.
#[derive(Serialize)]
struct Data {
    /// The side of a square and the width of the frame in the picture's units.
    square: usize,
    frame: usize,
    /// What the letters of the boards mean, those of White's pieces and that of what is
    /// nobody's.
    names: BTreeMap<char, &'static str>,
    /// From the start on, in the order of the links.
    positions: Vec<PositionData>,
}

/// The page of a game.
///
/// # Errors
///
/// If the rules forbid the game or it is too long.
pub fn page(game: &PgnGame) -> Result<String, PageError> {
    if game.plies() > MOST_PLIES {
        return Err(PageError::Length(game.plies().div_ceil(2)));
    }
    let end = pgn::replay(game)?;
    let (variant, mut session) = pgn::open(game)?;
    let Moves {
        positions,
        last,
        text: mut moves,
        ..
    } = Moves::of(game, session.as_mut());
    let result = match game.result.as_str() {
        "" => UNFINISHED,
        result => result,
    };
    let reason = match end.outcome {
        Some(outcome) => Some(outcome.reason.to_string()),
        None => reason(game),
    };
    let _ = writeln!(moves, "<p class=\"result\">{}</p>", escaped(result));
    let facts = [tag(game, "Event"), tag(game, "Site"), tag(game, "Date")];
    let facts = facts.into_iter().flatten();
    let facts: Vec<String> = std::iter::once(variant.title.to_owned())
        .chain(facts)
        .chain(reason)
        .map(|fact| escaped(&fact))
        .collect();
    let caption = positions[last].caption.clone();
    let data = Data {
        square: diagram::SQUARE,
        frame: diagram::FRAME,
        names: names(variant),
        positions,
    };
    let title = format!(
        "{} – {}, {result}",
        player(game, "White"),
        player(game, "Black")
    );
    let body = format!(
        include_str!("game_page/game.html"),
        title = escaped(&title),
        facts = facts.join(" · "),
        pictures = diagram::definitions(),
        boards = boards(&session.diagrams()),
        step = escaped(&caption.step),
        value = escaped(&caption.value),
        words = escaped(&caption.words),
        moves = moves,
    );
    Ok(document(&title, &body, Some(&data)))
}

/// A document with a title and a body, and the script with its data if it has any.
fn document(title: &str, body: &str, data: Option<&Data>) -> String {
    let (policy, script) = match data {
        Some(data) => (
            "; script-src 'unsafe-inline'",
            format!(
                "<script type=\"application/json\" id=\"game\">{}</script>\n\
                 <script>\n{SCRIPT}</script>\n",
                json(data)
            ),
        ),
        None => ("", String::new()),
    };
    format!(
        include_str!("game_page/shell.html"),
        title = escaped(title),
        policy = policy,
        style = STYLE,
        body = body,
        script = script,
    )
}

fn names(game: &Game) -> BTreeMap<char, &'static str> {
    let roles = Role::ALL.map(|role| (role.letter(), words::role(role)));
    let neutral = game.neutral.map(|name| (NEUTRAL, name));
    roles.into_iter().chain(neutral).collect()
}

fn boards(diagrams: &[Diagram]) -> String {
    let mut text = String::new();
    for (index, board) in diagrams.iter().enumerate() {
        let picture = diagram::board_svg(board, Color::White, index);
        let title = board
            .title
            .map(|title| format!("<figcaption>{title}</figcaption>"));
        let title = title.unwrap_or_default();
        let _ = writeln!(text, "<figure>{picture}{title}</figure>");
    }
    text
}

/// Why the game ended, as the last move's comment says it.
fn reason(game: &PgnGame) -> Option<String> {
    let comment = game.moves.last()?.comment.as_deref()?;
    Some(cut(&MoveNote::parse(comment).reason?, MOST_OF_TAG))
}

fn player(game: &PgnGame, tag_name: &str) -> String {
    tag(game, tag_name).unwrap_or_else(|| "?".to_owned())
}

/// A tag that says something.
fn tag(game: &PgnGame, name: &str) -> Option<String> {
    let value = game.tag(name).filter(|value| !value.starts_with('?'))?;
    Some(cut(value, MOST_OF_TAG)).filter(|value| !value.is_empty())
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Text that is only text, between tags and in attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// JSON that cannot end the element that it stands in.
fn json(data: &Data) -> String {
    // Texts and numbers: there is nothing that could not be written.
    let text = serde_json::to_string(data).unwrap_or_default();
    text.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use crate::pgn::PgnMove;
    use crate::show::GAMES;

    use super::*;

    fn page_of(text: &str) -> Result<String, PageError> {
        page(pgn::read(text)[0].as_ref().unwrap())
    }

    #[test]
    fn nothing_of_a_game_is_markup() {
        let evil = "</script><img src=x onerror=alert(1)>'\\\"&";
        let tags = ["Event", "Site", "Date", "Round", "White", "Black"];
        let tags: String = tags.map(|tag| format!("[{tag} \"{evil}\"]\n")).concat();
        let game = format!("{tags}\n1. e4 {{{evil} <!-- <script>}} e5 *");
        let text = page_of(&game).unwrap();
        assert!(!text.contains("<img") && !text.contains("<!-- "));
        assert_eq!(text.matches("<script").count(), 2);
        assert_eq!(text.matches("</script").count(), 2);
        assert!(text.contains("&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;"));
        let entry = IndexEntry::of(pgn::read(&game)[0].as_ref().unwrap());
        assert_eq!(entry.file, "game-scriptimgsrcxonerroralert1.html");
        let list = index(evil, &[entry], &[], evil);
        assert!(!list.contains("<img") && !list.contains("<script"));
    }

    #[test]
    fn every_game_has_a_page_that_needs_nothing() {
        for game in &GAMES {
            let name = game.name;
            let page_from = |fen: &str| {
                let mut session = game.open();
                session.set_position(Some(fen), &[]).unwrap();
                // Where the game is over, the page wants its result.
                let result = match session.outcome() {
                    Some(outcome) => outcome.result(),
                    None => UNFINISHED,
                };
                page_of(&format!(
                    "[Variant \"{name}\"]\n[FEN \"{fen}\"]\n\n{result}"
                ))
            };
            for fen in [&game.start_fen].into_iter().chain(game.sample_fens) {
                let text = page_from(fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
                assert!(text.contains(game.title) && text.contains("<use href=\"#w"));
                let outside = ["http:", "https:", "src=", "@import", "url("];
                for way in outside {
                    let text = text.replace("http://www.w3.org/2000/svg", "");
                    assert!(!text.contains(way), "{way}");
                }
                assert!(text.len() < 60_000, "{}", text.len());
            }
        }
    }

    #[test]
    fn steps_say_what_happened() {
        let chain = "[Variant \"clupso\"]\n[FEN \"8/8/3m4/8/1m6/M7/8/7m w - - 0 1\"]\n\n\
            1. Ma3xc5xe7 $3 {[%eval 9.00] both} *";
        let text = page_of(chain).unwrap();
        assert!(text.contains("\"route\":[16,34,52]"), "{text}");
        let caption = "\"step\":\"1. Ma3xc5xe7!!\",\"value\":\"+9.00\",\"words\":\"both";
        assert!(text.contains(caption), "{text}");
        let ice = "[Variant \"iceage\"]\n\
            [FEN \"2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20\"]\n\n\
            20... Rxc3 *";
        let text = page_of(ice).unwrap();
        assert!(text.contains("The ice came: 3 pieces froze."), "{text}");
    }

    #[test]
    fn variations_values_and_books_are_shown() {
        let text = page_of(
            "[Variant \"alice\"]\n\n{Well.} 1. e4/B {book} c5/B {book} \
             (1... d5/B {no (sic)} 2. d4/B {[%eval 0.20]} (2. Nc3/B Nf6/B) 2... e6/B) (1... Zz9) \
             2. Nf3/B {+0.31/12 0.051s} Nc6/B {-1.50/11 0.250s, n=9} *",
        )
        .unwrap();
        let start = text.find("<p class=\"note\">Well.").unwrap();
        let end = text.find("<p class=\"result\">*").unwrap();
        let list = text[start..end].replace('\n', "");
        let book = "class=\"book\" title=\"from the opening book\"";
        let expected = format!(
            "<p class=\"note\">Well.</p>\
             <div class=\"row\"><span class=\"number\">1.</span>\
             <a href=\"#\" {book}>e4/B</a><a href=\"#\" {book}>c5/B</a></div>\
             <div class=\"variation\"><span class=\"number\">1…</span>&nbsp;\
             <a href=\"#\">d5/B</a><i>no (sic)</i><span class=\"number\">2.</span>&nbsp;\
             <a href=\"#\">d4/B<small>+0.20</small></a>\
             <div class=\"variation\"><span class=\"number\">2.</span>&nbsp;\
             <a href=\"#\">Nc3/B</a><a href=\"#\">Nf6/B</a></div>\
             <span class=\"number\">2…</span>&nbsp;<a href=\"#\">e6/B</a></div>\
             <div class=\"row\"><span class=\"number\">2.</span>\
             <a href=\"#\">Nf3/B<small>+0.31/12</small></a>\
             <a href=\"#\">Nc6/B<small>+1.50/11</small></a></div>"
        );
        assert_eq!(list, expected);
        let after = |number: usize| format!("{{\"after\":{number},");
        let steps: Vec<&str> = text.split(&after(1)).collect();
        // Black's answer and what could have been played instead of it.
        assert_eq!(steps.len(), 3);
        assert!(steps[1].contains("1… c5/B\",\"value\":\"from the opening book\""));
        assert!(
            text.contains("\"value\":\"+1.50 · depth 11 · 0.25 s\""),
            "{text}"
        );
    }

    #[test]
    fn variations_are_cut_where_a_page_would_be_too_large() {
        let variation = "(1. d4 d5)".repeat(MOST_PLIES);
        let text = page_of(&format!("1. e4 {variation} e5 *")).unwrap();
        assert_eq!(text.matches("<a href=").count(), MOST_PLIES);
        assert!(text.contains(">e5</a>"));
    }

    #[test]
    fn an_index_has_standings_and_games_in_order() {
        let entry = |round: &str| {
            let text = format!(
                "[Round \"{round}\"]\n[White \"One\"]\n[Black \"Two\"]\n\n1. e4 {{+0.10/5 0.1s, Black resigns}} 1-0"
            );
            IndexEntry::of(pgn::read(&text)[0].as_ref().unwrap())
        };
        let standing = Standing {
            player: "<One>".to_owned(),
            wins: 2,
            losses: 1,
            draws: 1,
        };
        let entries = ["10.1", "2.2", "2.1"].map(entry);
        let text = index("Cup", &entries, &[standing], "Elo: <3>");
        let places = ["2.1", "2.2", "10.1"].map(|round| text.find(&format!(">{round}</a>")));
        assert!(places[0].is_some() && places.is_sorted(), "{text}");
        let row = "<td>&lt;One&gt;</td><td>4</td><td>2</td><td>1</td><td>1</td><td>2.5</td><td>62.5 %</td>";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("Elo: &lt;3&gt;") && text.contains("Black resigns"));
        assert!(text.contains("<td class=\"won\">One</td><td>Two</td>"));
        assert!(!index("Cup", &entries, &[], "").contains("Standings"));
    }

    #[test]
    fn what_is_long_is_cut_or_refused() {
        let long = "x".repeat(100_000);
        let text = page_of(&format!("[White \"{long}\"]\n1. e4 {{{long}}} *")).unwrap();
        assert!(text.len() < 60_000);
        let game = PgnGame {
            moves: vec![PgnMove::default(); MOST_PLIES + 1],
            ..PgnGame::default()
        };
        let error = page(&game).unwrap_err().to_string();
        assert!(error.contains("1001 moves is too long"), "{error}");
    }
}
