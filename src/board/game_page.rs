//! A game as a page by itself, for mails, web sites and tournament reports.
//!
//! The page needs no network and no server. Without scripts it is the moves and the last
//! position, with them it steps through the game. What a PGN says is untrusted: all of
//! it is escaped, and cut where it is long.

mod index;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use thiserror::Error;

use crate::pgn::{self, MoveNote, PgnGame, PgnMove, ReplayError, UNFINISHED};
use crate::rules::changes::NEUTRAL;
use crate::rules::{Bitboard, Color, Role, Square};
use crate::show::Game;
use crate::show::Record;
use crate::show::diagram::Diagram;
use crate::show::step::{self, Step};

use crate::show::words;

use super::diagram;

pub use index::{IndexEntry, index};

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
    /// From the start on.
    positions: Vec<PositionData>,
}

#[derive(Serialize)]
struct PositionData {
    /// For each board the squares a1, b1 … h8: a piece's letter, `*` or `.`.
    boards: Vec<String>,
    /// For each board the squares, from 0, that the last move touched.
    marks: Vec<Vec<usize>>,
    /// The squares of the way that it took.
    route: Vec<usize>,
    /// What is said of it.
    caption: String,
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
    let mut positions = vec![position(session.as_ref(), None, "The start".to_owned())];
    let mut moves = String::new();
    for (index, m) in game.moves.iter().enumerate() {
        let number = words::move_number(session.as_ref());
        // It was legal when the game was replayed.
        let Ok(step) = step::play(session.as_mut(), &m.san) else {
            break;
        };
        let san = format!("{}{}", step.san, symbols(m));
        let is_first = index == 0 || number.ends_with('.') && !number.ends_with("...");
        if is_first {
            // A number and its move stay together.
            let number = escaped(&number);
            let _ = write!(moves, "<span class=\"number\">{number}</span>&nbsp;");
        }
        let text = escaped(&san);
        let _ = writeln!(moves, "<a href=\"#\">{text}</a>");
        let caption = caption(session.as_ref(), &format!("{number} {san}"), &step, m);
        positions.push(position(session.as_ref(), Some(&step), caption));
    }
    let result = match game.result.as_str() {
        "" => UNFINISHED,
        result => result,
    };
    let reason = match end.outcome {
        Some(outcome) => Some(outcome.reason.to_string()),
        None => reason(game),
    };
    let _ = writeln!(moves, "<strong>{}</strong>", escaped(result));
    let facts = [tag(game, "Event"), tag(game, "Site"), tag(game, "Date")];
    let facts = facts.into_iter().flatten();
    let facts: Vec<String> = std::iter::once(variant.title.to_owned())
        .chain(facts)
        .chain(reason)
        .map(|fact| escaped(&fact))
        .collect();
    let last = positions.last().map(|last| last.caption.clone());
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
        caption = escaped(&last.unwrap_or_default()),
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

fn position(session: &dyn Record, step: Option<&Step>, caption: String) -> PositionData {
    let diagrams = session.diagrams();
    let touched = step.map_or([Bitboard::EMPTY; 2], |step| step.touched);
    let numbers = |squares: Bitboard| squares.into_iter().map(Square::to_usize).collect();
    let route = step.into_iter().flat_map(|step| &step.route);
    PositionData {
        boards: diagrams.iter().map(Diagram::letters).collect(),
        marks: touched
            .into_iter()
            .take(diagrams.len())
            .map(numbers)
            .collect(),
        route: route.map(|square| square.to_usize()).collect(),
        caption,
    }
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

/// The move, its value and comment, what an event did, and what the boards do not show.
fn caption(session: &dyn Record, text: &str, step: &Step, m: &PgnMove) -> String {
    let comment = m.comment.as_deref().unwrap_or_default();
    let (value, rest) = pgn::split_eval(comment);
    let value = value.map(|value| format!("({})", pgn::eval_text(value)));
    let event = step.lost_to_event.and_then(|count| {
        let event = session.countdown()?.words;
        let pieces = if count == 1 { "piece" } else { "pieces" };
        let name = words::sentence(event.name);
        Some(format!("{name} came: {count} {pieces} {}.", event.lost))
    });
    let parts = [
        Some(text.to_owned()),
        value,
        Some(rest),
        event,
        words::status(session),
    ];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    cut(&parts.collect::<Vec<_>>().join("  "), MOST_OF_COMMENT)
}

/// The marks of a move as letters.
fn symbols(m: &PgnMove) -> String {
    let signs = m.nags.iter().filter_map(|&nag| pgn::nag_sign(nag));
    signs.take(1).collect()
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
        let list = index(evil, &[entry]);
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
        assert!(text.contains("1. Ma3xc5xe7!!  (9.00)  both"), "{text}");
        let ice = "[Variant \"iceage\"]\n\
            [FEN \"2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20\"]\n\n\
            20... Rxc3 *";
        let text = page_of(ice).unwrap();
        assert!(text.contains("The ice came: 3 pieces froze."), "{text}");
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
