//! Games of XBoard's files, and games for XBoard to read.
//!
//! XBoard writes the games that it does not know with the letters of its window (see
//! [`crate::show::xboard::san`]), and says in a tag how their pieces move.

use crate::notation::fen;
use crate::rules::Bitboard;
use crate::show::Game;
use crate::show::Record;
use crate::show::window::Window;
use crate::show::xboard::moves::{WindowMove, WindowMoves};
use crate::show::xboard::picture::{Picture, from_window_fen, to_window_fen};
use crate::show::xboard::san;
use crate::show::xboard::shown::Shown;
use crate::show::xboard::variant::{NORMAL, variant_name};

use super::replay::{self, ReplayError};
use super::{PgnGame, PgnMove, UNFINISHED, Variation};

/// The tag in which XBoard says how the pieces of a game move.
const MEN_TAG: &str = "VariantMen";

/// So many readings of a game are tried in vain before the rest is called unreadable.
const MAX_TRIALS: usize = 20_000;

/// XBoard draws a position so where a game does not begin as usual.
const DRAWING: &str = "--------------";

/// A game of XBoard's file in our own notation; any other game stays as it is. What
/// cannot be read is left for whoever replays the game.
pub fn localized(mut pgn: PgnGame) -> PgnGame {
    let Some((game, window)) = of_unknown_game(&pgn) else {
        return pgn;
    };
    pgn.tags.retain(|(name, _)| name != MEN_TAG);
    pgn.set_tag("Variant", game.name);
    if let Some(fen) = pgn.start_fen() {
        let fen = from_window_fen(fen, Some(window));
        // XBoard says it of every game that an engine has set up.
        match fen == game.start_fen {
            true => pgn
                .tags
                .retain(|(name, _)| name != "FEN" && name != "SetUp"),
            false => pgn.set_tag("FEN", &fen),
        }
    }
    let is_drawing = |text: &String| text.starts_with(DRAWING) && text.ends_with(DRAWING);
    pgn.comment = pgn.comment.filter(|text| !is_drawing(text));
    if let Ok((_, mut session)) = replay::open(&pgn) {
        let mut trials = MAX_TRIALS;
        read_line(session.as_mut(), window, &mut pgn.moves, &mut trials);
    }
    pgn
}

/// The game that XBoard has marked as one that it does not know.
fn of_unknown_game(pgn: &PgnGame) -> Option<(&'static Game, &'static Window)> {
    pgn.tag(MEN_TAG)?;
    let game = replay::variant(pgn).ok()?.game;
    Some((game, game.window?))
}

/// Puts the moves of a line, as far as they can be read, into our own notation, and its
/// variations. `trials` are those that are left of [`MAX_TRIALS`].
fn read_line(
    session: &mut dyn Record,
    window: &'static Window,
    moves: &mut [PgnMove],
    trials: &mut usize,
) {
    let texts: Vec<&str> = moves.iter().map(|m| m.san.as_str()).collect();
    let sans = Reader::new(session.fork(), window).read(&texts, trials);
    for (m, san) in moves.iter_mut().zip(sans) {
        for variation in &mut m.variations {
            let mut session = session.fork();
            read_line(session.as_mut(), window, &mut variation.moves, trials);
        }
        if session.play(&san).is_err() {
            return;
        }
        m.san = san;
    }
}

/// Reads a line of moves, of which a text may mean several: the first way that goes
/// through to the end is the right one.
struct Reader {
    session: Box<dyn Record>,
    window: &'static Window,
    shown: Shown,
    sans: Vec<String>,
}

impl Reader {
    fn new(session: Box<dyn Record>, window: &'static Window) -> Reader {
        let moves = WindowMoves::of(session.as_ref(), Some(window));
        Reader {
            session,
            window,
            shown: Shown::new(moves.picture, Some(window)),
            sans: Vec::new(),
        }
    }

    /// The moves in our notation, as many as can be read with so many trials.
    fn read(mut self, texts: &[&str], trials: &mut usize) -> Vec<String> {
        let mut farthest = Vec::new();
        // What is left to be tried of each move.
        let mut untried: Vec<std::vec::IntoIter<(WindowMove, Bitboard)>> = Vec::new();
        loop {
            if self.sans.len() > farthest.len() {
                farthest.clone_from(&self.sans);
            } else if let Some(left) = trials.checked_sub(1) {
                *trials = left;
            } else {
                break;
            }
            let Some(text) = texts.get(self.sans.len()) else {
                break;
            };
            let moves = WindowMoves::of(self.session.as_ref(), Some(self.window));
            untried.push(san::readings(text, &moves, self.shown.picture()).into_iter());
            while untried.last_mut().is_some_and(|left| !self.play_next(left)) {
                untried.pop();
                self.undo();
            }
            if untried.is_empty() {
                break;
            }
        }
        farthest
    }

    /// Makes the next of these moves; `false` if there is none.
    fn play_next(&mut self, left: &mut std::vec::IntoIter<(WindowMove, Bitboard)>) -> bool {
        for (m, besides) in left {
            if let Ok(san) = self.session.play(&m.m.to_string()) {
                self.shown.play(&m, besides);
                self.sans.push(san);
                return true;
            }
        }
        false
    }

    /// Takes the last move back, if there is one.
    fn undo(&mut self) {
        if self.sans.pop().is_some() {
            self.session.undo();
            let moves = WindowMoves::of(self.session.as_ref(), Some(self.window));
            self.shown.undo(&moves.picture);
        }
    }
}

/// A game as XBoard reads it: in several parts where XBoard has to be shown a new
/// diagram.
///
/// # Errors
///
/// If the game is not one by the rules.
pub fn for_window(pgn: &PgnGame) -> Result<Vec<PgnGame>, ReplayError> {
    replay::replay(pgn)?;
    let (game, mut session) = replay::open(pgn)?;
    let mut part = PgnGame {
        moves: Vec::new(),
        ..pgn.clone()
    };
    part.tags.retain(|(name, _)| name != "Variant");
    let variant = variant_name(replay::variant(pgn)?);
    if variant != NORMAL {
        part.set_tag("Variant", variant);
    }
    let Some(window) = game.window else {
        return Ok(vec![PgnGame {
            moves: pgn.moves.clone(),
            ..part
        }]);
    };
    let men = window.moves.iter();
    let men: Vec<String> = men
        .map(|(letter, betza)| format!("{letter}:{betza}"))
        .collect();
    part.set_tag(MEN_TAG, &men.join(";"));
    // A file may be loaded before the engine has told XBoard how the game begins.
    set_window_start(&mut part, session.as_ref(), window);
    let mut parts = Vec::new();
    let mut shown = fresh(session.as_ref(), window);
    let mut moves = pgn.moves.iter().peekable();
    while let Some(m) = moves.next() {
        let written = play_for_window(session.as_mut(), window, &mut shown, m);
        let redrawn = written.is_none() || needs_redrawing(session.as_ref(), window, &shown);
        part.moves.extend(written);
        if redrawn && moves.peek().is_some() {
            let mut ended = part.clone();
            ended.set_tag("Result", UNFINISHED);
            UNFINISHED.clone_into(&mut ended.result);
            parts.push(ended);
            part.moves.clear();
            part.comment = None;
            set_window_start(&mut part, session.as_ref(), window);
            shown = fresh(session.as_ref(), window);
        }
    }
    parts.push(part);
    Ok(parts)
}

fn fresh(session: &dyn Record, window: &'static Window) -> Shown {
    let picture = Picture::of(&session.diagrams(), Some(window));
    Shown::new(picture, Some(window))
}

/// Whether XBoard shows what it will not correct: changes that no move has made, or
/// pieces that are gone.
fn needs_redrawing(session: &dyn Record, window: &Window, shown: &Shown) -> bool {
    let actual = Picture::of(&session.diagrams(), Some(window));
    let stale = shown.stale(&actual);
    match window.changes_by_itself {
        true => stale.any(),
        false => !stale.is_subset(actual.occupied()),
    }
}

fn set_window_start(pgn: &mut PgnGame, session: &dyn Record, window: &Window) {
    let fen = to_window_fen(&session.fen(), &session.diagrams(), Some(window));
    pgn.set_fen(&fen);
}

/// Makes a move, and returns it in XBoard's notation; `None` for an agreement, which
/// XBoard does not know.
fn play_for_window(
    session: &mut dyn Record,
    window: &'static Window,
    shown: &mut Shown,
    m: &PgnMove,
) -> Option<PgnMove> {
    let moves = WindowMoves::of(session, Some(window));
    let found = session.read_move(&m.san).ok();
    let found = found.and_then(|found| moves.of_move(found));
    let written = found.map(|found| {
        let found = &found.for_file(&moves, window);
        let variations = m.variations.iter();
        let variations = variations
            .filter_map(|variation| variation_for_window(session, window, shown, variation));
        let written = PgnMove {
            san: san::text(found),
            variations: variations.collect(),
            ..m.clone()
        };
        shown.play(found, Bitboard::EMPTY);
        written
    });
    // It is legal, but perhaps in a variation, of which the rest is left out then.
    session.play(&m.san).ok()?;
    written
}

/// A variation as far as it can be read; `None` if that is nothing.
fn variation_for_window(
    session: &dyn Record,
    window: &'static Window,
    shown: &Shown,
    variation: &Variation,
) -> Option<Variation> {
    let (mut session, mut shown) = (session.fork(), shown.clone());
    let moves = variation.moves.iter();
    let moves = moves.map_while(|m| play_for_window(session.as_mut(), window, &mut shown, m));
    let moves: Vec<PgnMove> = moves.collect();
    (!moves.is_empty()).then(|| Variation {
        comment: variation.comment.clone(),
        moves,
    })
}

/// Puts games together again of which XBoard has begun a new part when it was shown a
/// new diagram.
pub fn joined(games: Vec<PgnGame>) -> Vec<PgnGame> {
    let mut whole: Vec<PgnGame> = Vec::with_capacity(games.len());
    for game in games {
        match whole.last_mut() {
            Some(before) if goes_on(before, &game) => {
                before.moves.extend(game.moves);
                before.set_tag("Result", &game.result);
                before.result = game.result;
            }
            _ => whole.push(game),
        }
    }
    whole
}

/// Whether a game goes on where another was left: XBoard counts moves anew there.
fn goes_on(before: &PgnGame, game: &PgnGame) -> bool {
    let same = |name: &str| before.tag(name) == game.tag(name);
    let unfinished = before.result == UNFINISHED && !before.moves.is_empty();
    if !unfinished || game.start_fen().is_none() || !["White", "Black"].into_iter().all(same) {
        return false;
    }
    let ends = replay::replay(before).map(|replay| replay.session.fen());
    let begins = replay::open(game).map(|(_, session)| session.fen());
    matches!(
        (ends, begins),
        (Ok(ends), Ok(begins)) if fen::without_counters(&ends) == fen::without_counters(&begins)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_variations_of_a_game_share_the_trials() {
        let second_variation = |mut trials: usize| {
            let text = "[Variant \"alice\"]\n\n1. e4 (1. zz) (1. d4) *";
            let mut pgn = super::super::read(text).remove(0).unwrap();
            let (game, mut session) = replay::open(&pgn).unwrap();
            let window = game.window.unwrap();
            read_line(session.as_mut(), window, &mut pgn.moves, &mut trials);
            pgn.moves.remove(0).variations.remove(1).moves.remove(0).san
        };
        assert_eq!(second_variation(3), "d4/B");
        assert_eq!(second_variation(2), "d4");
    }
}
