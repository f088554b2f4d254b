//! The command line of a match, as cutechess-cli and fastchess have it.

mod engine;
mod fastchess;
mod games;
mod record;
mod tables;
mod values;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::batch::file::FileError;
use crate::show::{GAMES, Variant};

use super::settings::{MatchSettings, TournamentKind};
use crate::player::configuration::Configuration;
use crate::player::settings::GAME_OPTION;

use engine::EngineArguments;
use fastchess::Foreign;
use games::{draw, openings, resign, sprt};
use record::record;
use tables::TableArguments;
use values::{Pairs, choice, number, only, split_options, switch};

/// The version of fastchess whose options are understood or refused by name.
const FASTCHESS: &str = "1.8.2";

const TOURNAMENTS: [(&str, TournamentKind); 3] = [
    ("roundrobin", TournamentKind::RoundRobin),
    ("round-robin", TournamentKind::RoundRobin),
    ("gauntlet", TournamentKind::Gauntlet),
];

/// What `galaverna match --version` says. Programs that look for fastchess take the
/// first number in it for its version.
pub fn version() -> String {
    format!(
        "{FASTCHESS} is the version of fastchess whose options 'galaverna match' knows\n\
         galaverna {}",
        env!("CARGO_PKG_VERSION")
    )
}

/// What `galaverna match --help` says.
pub fn help() -> String {
    include_str!("help.txt").replace("GAMES", &Variant::choice())
}

/// Why a command line is not understood.
#[derive(Debug, Error)]
pub enum CommandLineError {
    /// What is wrong with the options, and what would be right.
    #[error("{0}")]
    Options(String),
    /// An engine's entry in the configuration.
    #[error(transparent)]
    Configuration(#[from] FileError),
}

impl CommandLineError {
    fn unknown(option: &str) -> CommandLineError {
        let message = format!("unknown option '{option}' (galaverna match --help lists them)");
        CommandLineError::Options(message)
    }

    fn value(option: &str, message: impl Display) -> CommandLineError {
        CommandLineError::Options(format!("{option}: {message}"))
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
#[derive(Default)]
struct Reader<'a> {
    settings: MatchSettings,
    engines: Vec<EngineArguments<'a>>,
    each: EngineArguments<'a>,
    configuration: Option<&'a Path>,
    tables: TableArguments<'a>,
    /// `-variant`, unless it names what runners call the standard game.
    variant: Option<Variant>,
}

impl<'a> Reader<'a> {
    fn new() -> Reader<'a> {
        Reader {
            settings: MatchSettings {
                rounds: 1,
                games_per_round: 2,
                concurrency: 1,
                write_conditions: true,
                rating_interval: 10,
                event: "Galaverna match".to_owned(),
                site: "?".to_owned(),
                ..MatchSettings::default()
            },
            ..Reader::default()
        }
    }

    fn read(&mut self, option: &'a str, values: &[&'a str]) -> Result<(), CommandLineError> {
        let settings = &mut self.settings;
        match option.trim_start_matches('-') {
            "engine" => self.engines.push(EngineArguments::parse(option, values)?),
            "each" => self.each = EngineArguments::parse(option, values)?,
            "engines" => self.configuration = Some(Path::new(only(option, values)?)),
            "variant" => {
                self.variant = match only(option, values)? {
                    "standard" | "normal" => None,
                    name => Some(game(option, name)?),
                };
            }
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
            "tb" | "tbpieces" | "tbignore50" | "tbadjudicate" => {
                self.tables.read(option, values)?
            }
            "sprt" => settings.sprt = Some(sprt(option, values)?),
            "tournament" => {
                settings.tournament = choice(option, only(option, values)?, &TOURNAMENTS)?;
            }
            "pgnout" => record(option, values, settings)?,
            "html" => settings.pages = Some(file(option, values)?),
            "resume" => {
                settings.resume = true;
                record(option, values, settings)?;
            }
            "ratinginterval" => {
                settings.rating_interval = number(option, only(option, values)?, 0)?;
            }
            "srand" => settings.seed = number(option, only(option, values)?, 0)?,
            "log" => settings.log = Some(log_file(option, values)?),
            "recover" => settings.recover = switch(option, values)?,
            "wait" => settings.wait = milliseconds(option, values)?,
            "shard" => settings.shard = parsed(option, only(option, values)?)?,
            "event" => settings.event = only(option, values)?.to_owned(),
            // The worker of OpenBench reads nothing but games.
            "testEnv" => settings.write_conditions = !switch(option, values)?,
            "site" => settings.site = only(option, values)?.to_owned(),
            "seeds" => {
                if number::<u32>(option, only(option, values)?, 1)? > 1 {
                    let message = "in a gauntlet, only the first engine plays all others";
                    return Err(CommandLineError::value(option, message));
                }
            }
            "report" => fixed(option, values, &[("penta", "true")])?,
            "output" => fixed(option, values, &[("format", "fastchess")])?,
            "startup-ms" => settings.timeouts.startup = milliseconds(option, values)?,
            "ucinewgame-ms" => settings.timeouts.new_game = milliseconds(option, values)?,
            "ping-ms" => settings.timeouts.answer = milliseconds(option, values)?,
            "thinking-ms" => settings.timeouts.thinking = milliseconds(option, values)?,
            name => match fastchess::foreign(name) {
                None => return Err(CommandLineError::unknown(option)),
                Some(Foreign::Fulfilled) => {}
                Some(Foreign::Ignored(reason)) => log::warn!("{option} is ignored: {reason}"),
                Some(Foreign::Refused(reason)) => {
                    let message = format!("'{option}' is not supported: {reason}");
                    return Err(CommandLineError::Options(message));
                }
            },
        }
        Ok(())
    }

    /// The game that `-variant` names, or else the engines' own options: runners of
    /// orthodox chess always say `-variant standard`.
    fn game(&self) -> Result<Variant, CommandLineError> {
        let option = format!("option.{GAME_OPTION}=");
        let mut chosen = self.variant;
        for engine in self.engines.iter().chain([&self.each]) {
            let Some(name) = engine.game_option() else {
                continue;
            };
            let wanted = game(&option, name)?;
            let other = *chosen.get_or_insert(wanted);
            if other.game.name != wanted.game.name {
                let message = format!("it is {}, and elsewhere {}", wanted.name(), other.name());
                return Err(CommandLineError::value(&option, message));
            }
        }
        Ok(chosen.unwrap_or(Variant::from(&GAMES[0])))
    }

    fn finish(self) -> Result<MatchSettings, CommandLineError> {
        let variant = self.game()?;
        let mut settings = self.settings;
        settings.variant = variant;
        settings.tables = self.tables.load(variant)?;
        if settings.resume && settings.overwrite {
            let message = "append=false would remove the games that it goes on from";
            return Err(CommandLineError::value("-resume", message));
        }
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
            return Err(CommandLineError::Options(format!(
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
            let resolved = engine.resolve(&self.each, configuration.as_ref(), variant.game)?;
            let taken = |name: &str| settings.engines.iter().any(|other| other.name == name);
            if taken(&resolved.name) {
                return Err(CommandLineError::Options(format!(
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

fn game(option: &str, name: &str) -> Result<Variant, CommandLineError> {
    let name = match name {
        "standard" | "normal" => GAMES[0].name,
        other => other,
    };
    Variant::named(name).ok_or_else(|| {
        let games = Variant::choice();
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

/// Options that have one possible value each, if they are named at all.
fn fixed(option: &str, values: &[&str], keys: &[(&str, &str)]) -> Result<(), CommandLineError> {
    let mut pairs = Pairs::parse(option, values)?;
    for &(key, value) in keys {
        pairs.choice(key, &[(value, ())])?;
    }
    let known = keys.iter().map(|(key, value)| format!("{key}={value}"));
    pairs.finish(&known.collect::<Vec<_>>().join(" "))
}

/// `FILE` or `file=FILE`, with fastchess's keys, of which ours writes all there is.
fn log_file(option: &str, values: &[&str]) -> Result<PathBuf, CommandLineError> {
    let is_file = |value: &str| !value.contains('=') || value.starts_with("file=");
    let (files, others): (Vec<&str>, Vec<&str>) = values.iter().partition(|value| is_file(value));
    let keys = [
        ("level", "trace"),
        ("append", "true"),
        ("compress", "false"),
        ("realtime", "true"),
        ("engine", "true"),
    ];
    fixed(option, &others, &keys)?;
    file(option, &files)
}

/// A value of a type that says itself what is wrong.
fn parsed<T: FromStr<Err: Display>>(option: &str, text: &str) -> Result<T, CommandLineError> {
    text.parse()
        .map_err(|error| CommandLineError::value(option, error))
}

#[cfg(test)]
mod tests;
