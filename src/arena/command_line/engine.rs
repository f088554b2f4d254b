//! `-engine` and `-each`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::player::configuration::{Configuration, EngineEntry};
use crate::player::settings::{
    EngineSettings, GAME_OPTION, ProtocolKind, ThinkingLimits, names_the_game,
};
use crate::player::time_control::{TimeControl, parse_time};
use crate::show::Game;

use super::values::{Pairs, choice, number};
use super::{CommandLineError, parsed};

const KEYS: &str = "conf= cmd= name= proto=uci|xboard arg= args= dir= option.NAME= tc= st= \
                    nodes= depth= timemargin= restart=on|off";

const PROTOCOLS: [(&str, ProtocolKind); 3] = [
    ("uci", ProtocolKind::Uci),
    ("xboard", ProtocolKind::Xboard),
    ("cecp", ProtocolKind::Xboard),
];

/// What `auto` leaves to the engine, an engine that speaks XBoard's protocol says itself
/// (`feature reuse=0`).
const RESTARTS: [(&str, bool); 3] = [("on", true), ("off", false), ("auto", false)];

/// What is forgiven where `timemargin=` says nothing.
const DEFAULT_MARGIN: Duration = Duration::from_millis(0);

/// What one `-engine` or `-each` says.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineArguments<'a> {
    pub(super) conf: Option<&'a str>,
    command: Option<&'a str>,
    name: Option<&'a str>,
    protocol: Option<ProtocolKind>,
    arguments: Vec<&'a str>,
    directory: Option<&'a str>,
    options: Vec<(&'a str, &'a str)>,
    /// `Some(None)` is `tc=inf`.
    time_control: Option<Option<TimeControl>>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<Duration>,
    restart: Option<bool>,
}

impl<'a> EngineArguments<'a> {
    pub(super) fn parse(
        option: &'a str,
        values: &[&'a str],
    ) -> Result<EngineArguments<'a>, CommandLineError> {
        let mut read = EngineArguments::default();
        for (key, value) in Pairs::parse(option, values)?.into_inner() {
            let named = format!("{option} {key}=");
            match key {
                "conf" => read.conf = Some(value),
                "cmd" => read.command = Some(value),
                "name" => read.name = Some(value),
                "proto" => read.protocol = Some(choice(&named, value, &PROTOCOLS)?),
                "arg" => read.arguments.push(value),
                "args" => read.arguments.extend(value.split_whitespace()),
                "dir" => read.directory = Some(value),
                "tc" => {
                    read.time_control = Some(match value {
                        "inf" | "infinite" => None,
                        _ => Some(parsed(&named, value)?),
                    });
                }
                "st" => {
                    let time = parse_time(value).filter(|time| !time.is_zero());
                    read.move_time = Some(time.ok_or_else(|| {
                        CommandLineError::value(&named, format!("'{value}' is no time in seconds"))
                    })?);
                }
                "nodes" => read.nodes = Some(number(&named, value, 1)?),
                "depth" | "plies" => read.depth = Some(number(&named, value, 1)?),
                "timemargin" => {
                    read.margin = Some(Duration::from_millis(number(&named, value, 0)?));
                }
                "restart" => read.restart = Some(choice(&named, value, &RESTARTS)?),
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => read.options.push((name, value)),
                    _ => {
                        let message = format!("unknown key '{key}'; it takes {KEYS}");
                        return Err(CommandLineError::value(option, message));
                    }
                },
            }
        }
        Ok(read)
    }

    /// The game that the engine's options ask for.
    pub(super) fn game_option(&self) -> Option<&'a str> {
        let mut options = self.options.iter();
        let found = options.find(|(name, _)| name.eq_ignore_ascii_case(GAME_OPTION));
        found.map(|&(_, value)| value)
    }

    /// The engine with what all have and what the configuration knows; what it
    /// says itself comes first, then `-each`, then the configuration.
    pub(super) fn resolve(
        &self,
        each: &EngineArguments<'_>,
        configuration: Option<&Configuration>,
        game: &Game,
    ) -> Result<EngineSettings, CommandLineError> {
        let entry = match (self.conf, configuration) {
            (Some(name), Some(configuration)) => Some(configuration.engine(name)?),
            _ => None,
        };
        if let Some(entry) = entry
            && !entry.plays(game)
        {
            return Err(CommandLineError::Options(format!(
                "engine '{}' does not play {}",
                entry.name.get_ref(),
                game.name
            )));
        }
        let command = self.program(each, entry)?;
        let file_name = command.file_stem().unwrap_or(command.as_os_str());
        let name = match (self.name, entry) {
            (Some(name), _) => name.to_owned(),
            (None, Some(entry)) => entry.name.get_ref().clone(),
            (None, None) => file_name.to_string_lossy().into_owned(),
        };
        let limits = self.limits(each, entry);
        if limits == ThinkingLimits::default() {
            return Err(CommandLineError::Options(format!(
                "engine '{name}' may think for ever: it needs tc=, st=, nodes= or depth= (for all \
                 engines: -each tc=10+0.1)"
            )));
        }
        let directory = self.directory.or(each.directory).map(PathBuf::from);
        let entry_arguments = entry.map(|entry| entry.args.clone()).unwrap_or_default();
        let own_arguments = self.arguments.iter().chain(&each.arguments);
        Ok(EngineSettings {
            arguments: entry_arguments
                .into_iter()
                .chain(own_arguments.map(|&argument| argument.to_owned()))
                .collect(),
            directory: directory.or_else(|| entry.and_then(|entry| entry.dir.clone())),
            protocol: self
                .protocol
                .or(each.protocol)
                .or(entry.map(|entry| entry.protocol))
                .unwrap_or_default(),
            options: self.merged_options(each, entry),
            restart: self.restart.or(each.restart).unwrap_or(false),
            margin: self.margin.or(each.margin).unwrap_or(DEFAULT_MARGIN),
            name,
            command,
            limits,
        })
    }

    fn program(
        &self,
        each: &EngineArguments<'_>,
        entry: Option<&EngineEntry>,
    ) -> Result<PathBuf, CommandLineError> {
        match (self.command, entry, each.command) {
            (Some(command), ..) | (None, None, Some(command)) => Ok(self.located(command, each)),
            (None, Some(entry), _) => Ok(entry.program()?),
            (None, None, None) => {
                let message = "conf= or cmd= must say which program";
                Err(CommandLineError::value("-engine", message))
            }
        }
    }

    /// A path begins at `dir=`, as in cutechess-cli; a mere name is looked for as
    /// shells do.
    fn located(&self, command: &str, each: &EngineArguments<'_>) -> PathBuf {
        let command = PathBuf::from(command);
        match self.directory.or(each.directory) {
            Some(directory) if command.as_os_str().to_string_lossy().contains('/') => {
                let path = Path::new(directory).join(&command);
                // Without a current directory there is nothing it could begin at.
                std::path::absolute(&path).unwrap_or(path)
            }
            _ => command,
        }
    }

    /// Limits go together: an engine with one of its own has none of the others'.
    fn limits(&self, each: &EngineArguments<'_>, entry: Option<&EngineEntry>) -> ThinkingLimits {
        let said = |arguments: &EngineArguments<'_>| ThinkingLimits {
            time_control: arguments.time_control.flatten(),
            move_time: arguments.move_time,
            nodes: arguments.nodes,
            depth: arguments.depth,
        };
        let configured = entry.map_or_else(ThinkingLimits::default, |entry| ThinkingLimits {
            nodes: entry.nodes,
            depth: entry.depth,
            ..ThinkingLimits::default()
        });
        let own = said(self);
        let common = said(each);
        ThinkingLimits {
            time_control: match self.time_control {
                Some(control) => control,
                None if own.move_time.is_some() => None,
                None => common.time_control,
            },
            move_time: match self.time_control {
                Some(_) => own.move_time,
                None => own.move_time.or(common.move_time),
            },
            nodes: own.nodes.or(configured.nodes).or(common.nodes),
            depth: own.depth.or(configured.depth).or(common.depth),
        }
    }

    fn merged_options(
        &self,
        each: &EngineArguments<'_>,
        entry: Option<&EngineEntry>,
    ) -> Vec<(String, String)> {
        let mut options: Vec<(String, String)> = Vec::new();
        let mut set = |name: &str, value: String| {
            options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
            options.push((name.to_owned(), value));
        };
        for (name, value) in entry.iter().flat_map(|entry| &entry.options) {
            set(name, value.to_string());
        }
        for &(name, value) in each.options.iter().chain(&self.options) {
            set(name, value.to_owned());
        }
        // The referee sets them.
        options.retain(|(name, _)| !names_the_game(name));
        options
    }
}
