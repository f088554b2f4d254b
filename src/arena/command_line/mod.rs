//! The command line of a match, as cutechess-cli and fastchess have it.

mod engine;
mod values;

use std::path::{Path, PathBuf};
use std::time::Duration;

use thiserror::Error;

use crate::batch::{Shard, ShardError};
use crate::engine::registry::{GAMES, Game};

use super::configuration::{Configuration, ConfigurationError};
use super::openings::DEFAULT_PLIES;
use super::settings::{
    Adjudication, Book, BookFormat, DrawRule, MatchSettings, OpeningSettings, ResignRule, Timeouts,
    TournamentKind,
};
use super::statistics::Sprt;

use engine::EngineArguments;
use values::{Pairs, number, only, split_options, switch};

/// What `galaverna match --help` says.
pub fn help() -> String {
    include_str!("help.txt").replace("GAMES", &Game::names().join(" "))
}

/// Why a command line is not understood.
#[derive(Debug, Error)]
pub enum CommandLineError {
    /// No such option.
    #[error("unknown option '{0}' (galaverna match --help lists them)")]
    Option(String),
    /// An option has a value that it does not take.
    #[error("{option}: {message}")]
    Value {
        /// The option.
        option: String,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The options do not make a match.
    #[error("{0}")]
    Match(String),
    /// An engine's entry in the configuration.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
}

impl CommandLineError {
    fn value(option: &str, message: impl Into<String>) -> CommandLineError {
        CommandLineError::Value {
            option: option.to_owned(),
            message: message.into(),
        }
    }
}

/// Reads the arguments after `match`.
///
/// # Errors
///
/// With a message that names the option and says what it takes.
pub fn parse(arguments: &[String]) -> Result<MatchSettings, CommandLineError> {
    let mut reader = Reader::new();
    for (option, values) in split_options(arguments)? {
        reader.read(option, &values)?;
    }
    reader.finish()
}

/// What has been read so far.
struct Reader<'a> {
    settings: MatchSettings,
    engines: Vec<EngineArguments<'a>>,
    each: EngineArguments<'a>,
    configuration: Option<&'a Path>,
}

impl<'a> Reader<'a> {
    fn new() -> Reader<'a> {
        Reader {
            settings: MatchSettings {
                game: &GAMES[0],
                engines: Vec::new(),
                tournament: TournamentKind::default(),
                rounds: 1,
                games_per_round: 2,
                concurrency: 1,
                openings: OpeningSettings {
                    book: None,
                    plies: None,
                },
                adjudication: Adjudication::default(),
                sprt: None,
                record: None,
                pages: None,
                resume: false,
                rating_interval: 10,
                seed: 0,
                log: None,
                recover: false,
                wait: Duration::ZERO,
                shard: Shard::default(),
                event: "Galaverna match".to_owned(),
                timeouts: Timeouts::default(),
            },
            engines: Vec::new(),
            each: EngineArguments::default(),
            configuration: None,
        }
    }

    fn read(&mut self, option: &'a str, values: &[&'a str]) -> Result<(), CommandLineError> {
        let settings = &mut self.settings;
        match option.trim_start_matches('-') {
            "engine" => self.engines.push(EngineArguments::parse(option, values)?),
            "each" => self.each = EngineArguments::parse(option, values)?,
            "engines" => self.configuration = Some(Path::new(only(option, values)?)),
            "variant" => settings.game = game(option, only(option, values)?)?,
            "rounds" => settings.rounds = number(option, only(option, values)?, 1)?,
            "games" => settings.games_per_round = number(option, only(option, values)?, 1)?,
            "repeat" => {
                let times: u32 = match values {
                    [] => 2,
                    _ => number(option, only(option, values)?, 2)?,
                };
                if times > 2 {
                    let message = "an opening is played twice, once with each colour";
                    return Err(CommandLineError::value(option, message));
                }
                settings.games_per_round = settings.games_per_round.max(2);
            }
            "concurrency" => settings.concurrency = number(option, only(option, values)?, 1)?,
            "openings" => settings.openings = openings(option, values)?,
            "draw" => settings.adjudication.draw = Some(draw(option, values)?),
            "resign" => settings.adjudication.resign = Some(resign(option, values)?),
            "maxmoves" => {
                settings.adjudication.max_moves = Some(number(option, only(option, values)?, 1)?);
            }
            "sprt" => settings.sprt = Some(sprt(option, values)?),
            "tournament" => {
                settings.tournament = match only(option, values)? {
                    "round-robin" | "roundrobin" => TournamentKind::RoundRobin,
                    "gauntlet" => TournamentKind::Gauntlet,
                    other => {
                        let message = format!("'{other}' is neither roundrobin nor gauntlet");
                        return Err(CommandLineError::value(option, message));
                    }
                };
            }
            "pgnout" => settings.record = Some(file(option, values)?),
            "html" => settings.pages = Some(file(option, values)?),
            "resume" => {
                settings.resume = true;
                settings.record = Some(file(option, values)?);
            }
            "ratinginterval" => {
                settings.rating_interval = number(option, only(option, values)?, 0)?;
            }
            "srand" => settings.seed = number(option, only(option, values)?, 0)?,
            "log" => settings.log = Some(file(option, values)?),
            "recover" => settings.recover = switch(option, values)?,
            "wait" => settings.wait = milliseconds(option, values)?,
            "shard" => settings.shard = shard(option, only(option, values)?)?,
            "event" => settings.event = only(option, values)?.to_owned(),
            "startup-ms" => settings.timeouts.startup = milliseconds(option, values)?,
            "ping-ms" => settings.timeouts.answer = milliseconds(option, values)?,
            "thinking-ms" => settings.timeouts.thinking = milliseconds(option, values)?,
            _ => return Err(CommandLineError::Option(option.to_owned())),
        }
        Ok(())
    }

    fn finish(self) -> Result<MatchSettings, CommandLineError> {
        let mut settings = self.settings;
        if settings.games_per_round > 2 {
            // cutechess counts all games of a meeting, pairs of them here.
            if settings.games_per_round % 2 == 1 {
                let message = "more than two games must be an even number, so that each opening \
                               is played with both colours";
                return Err(CommandLineError::value("-games", message));
            }
            settings.rounds = settings.rounds.saturating_mul(settings.games_per_round / 2);
            settings.games_per_round = 2;
        }
        if self.engines.len() < 2 {
            return Err(CommandLineError::Match(format!(
                "a match needs two engines or more, {} given (-engine conf=NAME or -engine \
                 cmd=PROGRAM name=NAME, once for each)",
                self.engines.len()
            )));
        }
        let configuration = match self.engines.iter().any(|engine| engine.conf.is_some()) {
            true => Some(Configuration::load(self.configuration)?),
            false => None,
        };
        for engine in &self.engines {
            let resolved = engine.resolve(&self.each, configuration.as_ref(), settings.game)?;
            let taken = |name: &str| settings.engines.iter().any(|other| other.name == name);
            if taken(&resolved.name) {
                return Err(CommandLineError::Match(format!(
                    "two engines are called '{}': name= tells them apart",
                    resolved.name
                )));
            }
            settings.engines.push(resolved);
        }
        if settings.sprt.is_some() && settings.engines.len() > 2 {
            let message = "the test compares two engines, and there are more";
            return Err(CommandLineError::value("-sprt", message));
        }
        Ok(settings)
    }
}

fn game(option: &str, name: &str) -> Result<&'static Game, CommandLineError> {
    let name = match name {
        "standard" | "normal" => GAMES[0].name,
        other => other,
    };
    Game::named(name).ok_or_else(|| {
        let games = Game::names().join(" ");
        CommandLineError::value(option, format!("no game '{name}', the games are: {games}"))
    })
}

fn milliseconds(option: &str, values: &[&str]) -> Result<Duration, CommandLineError> {
    number(option, only(option, values)?, 0).map(Duration::from_millis)
}

/// `FILE` or `file=FILE`.
fn file(option: &str, values: &[&str]) -> Result<PathBuf, CommandLineError> {
    let value = only(option, values)?;
    Ok(PathBuf::from(value.strip_prefix("file=").unwrap_or(value)))
}

fn shard(option: &str, text: &str) -> Result<Shard, CommandLineError> {
    text.parse()
        .map_err(|error: ShardError| CommandLineError::value(option, error.to_string()))
}

fn openings(option: &str, values: &[&str]) -> Result<OpeningSettings, CommandLineError> {
    let mut pairs = Pairs::parse(option, values)?;
    let plies = pairs.number("plies", 0)?;
    let start = pairs.number("start", 1)?;
    let format = pairs.choice(
        "format",
        &[("epd", BookFormat::Epd), ("pgn", BookFormat::Pgn)],
    )?;
    let shuffled = pairs.choice("order", &[("random", true), ("sequential", false)])?;
    let book = match pairs.take("file") {
        Some(file) => {
            let guessed = match file.to_ascii_lowercase().ends_with(".pgn") {
                true => BookFormat::Pgn,
                false => BookFormat::Epd,
            };
            Some(Book {
                file: PathBuf::from(file),
                format: format.unwrap_or(guessed),
                shuffled: shuffled.unwrap_or(false),
                start: start.unwrap_or(1),
            })
        }
        None if start
            .or(format.map(|_| 1))
            .or(shuffled.map(|_| 1))
            .is_some() =>
        {
            let message = format!(
                "format=, order= and start= belong to a file=; plies= alone (default \
                 {DEFAULT_PLIES}) is for balanced random openings"
            );
            return Err(CommandLineError::value(option, message));
        }
        None => None,
    };
    pairs.finish("file= format=epd|pgn order=random|sequential plies= start=")?;
    Ok(OpeningSettings { book, plies })
}

fn draw(option: &str, values: &[&str]) -> Result<DrawRule, CommandLineError> {
    let mut pairs = Pairs::parse(option, values)?;
    let rule = DrawRule {
        move_number: pairs.number("movenumber", 0)?.unwrap_or(0),
        move_count: pairs.required_number("movecount", 1)?,
        score: pairs.required_number("score", 0)?,
    };
    pairs.finish("movenumber= movecount= score=")?;
    Ok(rule)
}

fn resign(option: &str, values: &[&str]) -> Result<ResignRule, CommandLineError> {
    let mut pairs = Pairs::parse(option, values)?;
    let rule = ResignRule {
        move_count: pairs.required_number("movecount", 1)?,
        score: pairs.required_number("score", 0)?,
        two_sided: pairs
            .choice("twosided", &[("true", true), ("false", false)])?
            .unwrap_or(false),
    };
    pairs.finish("movecount= score= twosided=true|false")?;
    Ok(rule)
}

fn sprt(option: &str, values: &[&str]) -> Result<Sprt, CommandLineError> {
    let test = Sprt::from_settings(values.iter().copied());
    test.map_err(|error| CommandLineError::value(option, error.to_string()))
}

#[cfg(test)]
mod tests;
