//! The record of a match: a PGN file that grows game by game.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::batch::file::{self, FileError};

use super::conditions::Conditions;
use super::openings::Opening;
use super::referee::{FinishedGame, PlayedMove};
use super::schedule::ScheduledGame;
use super::settings::MatchSettings;
use crate::pgn::details::InfoNumber;
use crate::pgn::{self, PgnGame, PgnMove, move_comment, read_located};
use crate::player::settings::{EngineSettings, ThinkingLimits};

/// The game that begins in this line does not fit.
fn misfit(path: &Path, line: usize, message: &str) -> FileError {
    let path = path.display();
    FileError::Content(format!(
        "{path}, line {line}: {message}; is it the record of another match?"
    ))
}

/// The file, or nothing.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: Option<File>,
}

impl Record {
    /// Opens the record of a match to append to it. For a match that is resumed,
    /// returns the games of the schedule that are in it, and cuts off what begins
    /// a game that was not written to its end.
    ///
    /// # Errors
    ///
    /// If the file is not to be had, or has games of another match.
    pub fn open(
        settings: &MatchSettings,
        schedule: &[ScheduledGame],
    ) -> Result<(Record, Vec<PgnGame>), FileError> {
        let Some(path) = &settings.record else {
            let nothing = Record {
                path: PathBuf::new(),
                file: None,
            };
            return Ok((nothing, Vec::new()));
        };
        let alone = settings.resume || settings.overwrite;
        let opened = match alone {
            true => file::open_alone(path),
            false => file::open_shared(path),
        };
        let mut record = Record {
            path: path.clone(),
            file: Some(opened?),
        };
        if settings.overwrite {
            record.cut("")?;
        }
        let text = match settings.resume {
            true => fs::read_to_string(path).map_err(FileError::of(path))?,
            false => String::new(),
        };
        let conditions = Conditions::of(settings);
        let (begun, start) = Conditions::read(&text).unzip();
        if let Some(begun) = begun {
            let differences = begun.differences(&conditions);
            if !differences.is_empty() {
                let (path, differences) = (path.display(), differences.join("; "));
                return Err(FileError::Content(format!(
                    "{path} is of a match with other settings: {differences}"
                )));
            }
        }
        let (games, whole) = games_of(&text, settings, schedule, path)?;
        let whole = whole.max(start.unwrap_or(0));
        if whole == 0 && !Conditions::may_begin(&text) && !text.trim_start().starts_with('[') {
            return Err(misfit(path, 1, "no game begins here"));
        }
        if settings.resume {
            record.cut(&text[..whole])?;
        }
        if settings.write_conditions && record.is_empty()? {
            record.write(&format!("{}\n\n", conditions.line()))?;
        }
        Ok((record, games))
    }

    fn is_empty(&self) -> Result<bool, FileError> {
        let length = self
            .file
            .as_ref()
            .map(|file| file.metadata().map(|data| data.len()));
        let length = length.transpose().map_err(FileError::of(&self.path))?;
        Ok(length == Some(0))
    }

    /// Keeps only the whole games, and leaves the file ready for the next one.
    fn cut(&mut self, whole: &str) -> Result<(), FileError> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let trimmed = whole.trim_end();
        let cut = file::shorten(file, trimmed.len() as u64);
        cut.map_err(FileError::of(&self.path))?;
        match trimmed.is_empty() {
            true => Ok(()),
            false => self.write("\n\n"),
        }
    }

    /// Appends a game, in one piece.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, game: &PgnGame) -> Result<(), FileError> {
        self.write(&game.to_string())
    }

    fn write(&mut self, text: &str) -> Result<(), FileError> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let written = file.write_all(text.as_bytes());
        written.map_err(FileError::of(&self.path))
    }
}

/// The games of the schedule that are in a text, and how many of its bytes are
/// whole games.
fn games_of(
    text: &str,
    settings: &MatchSettings,
    schedule: &[ScheduledGame],
    path: &Path,
) -> Result<(Vec<PgnGame>, usize), FileError> {
    let mut expected: HashMap<String, &ScheduledGame> =
        schedule.iter().map(|game| (game.round(), game)).collect();
    let located = read_located(text);
    let last = located.len().saturating_sub(1);
    let mut games = Vec::new();
    let mut whole = 0;
    for (index, located) in located.into_iter().enumerate() {
        let other = |message: String| misfit(path, located.line, &message);
        let game = match located.game {
            Ok(game) => game,
            // The runner was killed while it wrote this one.
            Err(_) if index == last => break,
            Err(error) => return Err(other(error.to_string())),
        };
        let round = game.tag("Round").unwrap_or("?").to_owned();
        let Some(scheduled) = expected.remove(&round) else {
            let message = format!("round {round} is there twice or not part of the match");
            return Err(other(message));
        };
        let names = scheduled
            .players
            .map(|player| settings.engines[player].name.as_str());
        let recorded = [game.tag("White"), game.tag("Black")];
        if recorded != names.map(Some) {
            let [white, black] = names;
            let message = format!("round {round} should be {white} against {black}");
            return Err(other(message));
        }
        let variant = settings.variant.name();
        if game.tag("Variant") != Some(variant) {
            return Err(other(format!("the game should be {variant}")));
        }
        let mut limits = PgnGame::default();
        let [white, black] = scheduled.players.map(|player| &settings.engines[player]);
        set_time_controls(&mut limits, white, black);
        for (tag, value) in &limits.tags {
            if game.tag(tag) != Some(value) {
                return Err(other(format!("its {tag} should be {value}")));
            }
        }
        whole = located.bytes.end;
        games.push(game);
    }
    Ok((games, whole))
}

/// A game as it is recorded.
pub fn pgn_of(
    settings: &MatchSettings,
    scheduled: &ScheduledGame,
    opening: &Opening,
    finished: &FinishedGame,
) -> PgnGame {
    let [white, black] = scheduled.players.map(|player| &settings.engines[player]);
    let mut game = PgnGame {
        result: finished.end.result().to_owned(),
        ..PgnGame::default()
    };
    game.set_tag("Event", &settings.event);
    game.set_tag("Site", &settings.site);
    game.set_tag("Date", &pgn::today());
    game.set_tag("Round", &scheduled.round());
    game.set_tag("White", &white.name);
    game.set_tag("Black", &black.name);
    game.set_tag("Result", finished.end.result());
    game.set_tag("Variant", settings.variant.name());
    game.set_start(settings.variant.game, opening.fen.as_deref());
    set_time_controls(&mut game, white, black);
    game.set_tag("Termination", finished.end.termination.text());
    let reason = Some(finished.end.reason.as_str());
    game.moves = moves(&finished.moves, &settings.recorded.numbers, reason);
    game.set_tag("PlyCount", &game.plies().to_string());
    game
}

/// Moves with what was said of their searches, these numbers among it, and at the last why
/// the game ended.
pub fn moves<'a>(
    played: impl IntoIterator<Item = &'a PlayedMove>,
    numbers: &[InfoNumber],
    reason: Option<&str>,
) -> Vec<PgnMove> {
    let mut played = played.into_iter().peekable();
    let next = std::iter::from_fn(|| {
        let m = played.next()?;
        let reason = reason.filter(|_| played.peek().is_none());
        Some(PgnMove {
            comment: comment(m, numbers, reason),
            ..PgnMove::new(m.san.as_str())
        })
    });
    next.collect()
}

fn comment(played: &PlayedMove, numbers: &[InfoNumber], reason: Option<&str>) -> Option<String> {
    match (&played.evaluation, reason) {
        (Some(evaluation), _) => Some(move_comment(
            evaluation.score,
            evaluation.depth,
            evaluation.elapsed.as_secs_f64(),
            &evaluation.details.text(numbers),
            reason,
        )),
        (None, Some(reason)) if played.book => Some(format!("book, {reason}")),
        (None, None) if played.book => Some("book".to_owned()),
        (None, reason) => reason.map(str::to_owned),
    }
}

fn set_time_controls(game: &mut PgnGame, white: &EngineSettings, black: &EngineSettings) {
    let [white, black] = [white, black].map(|engine| time_control(&engine.limits));
    if white == black {
        game.set_tag("TimeControl", &white);
    } else {
        game.set_tag("WhiteTimeControl", &white);
        game.set_tag("BlackTimeControl", &black);
    }
}

/// A clock, a time a move, or what else limits the thinking.
pub fn time_control(limits: &ThinkingLimits) -> String {
    match (limits.time_control, limits.move_time) {
        (Some(control), _) => control.to_string(),
        (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}
