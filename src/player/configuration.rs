//! `engines.toml`: the engines known by name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, io};

use serde::Deserialize;
use toml::Spanned;

use crate::batch::file::FileError;
use crate::show::Game;

use super::settings::{EngineSettings, ProtocolKind, ThinkingLimits, names_the_game};

/// The file that is read where nobody names one.
pub const DEFAULT_FILE: &str = "engines.toml";

/// What that file has in the repository, for use elsewhere.
const BUILT_IN: &str = include_str!("../../engines.toml");

/// An engine of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineEntry {
    /// What it is called.
    pub name: Spanned<String>,
    /// The program; this one, if left out. A relative path with a slash begins
    /// at the file's directory.
    pub command: Option<PathBuf>,
    /// Arguments of the program.
    #[serde(default)]
    pub args: Vec<String>,
    /// The directory to start it in, relative to the file's.
    pub dir: Option<PathBuf>,
    /// `"uci"` or `"xboard"`.
    #[serde(default)]
    pub protocol: ProtocolKind,
    /// Options to set.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// The games it can play; all, if left out.
    pub games: Option<Vec<GameName>>,
    /// Nodes a move, where the command line says nothing.
    pub nodes: Option<u64>,
    /// Plies a move, where the command line says nothing.
    pub depth: Option<u32>,
}

impl EngineEntry {
    /// The program: its own, or this one.
    ///
    /// # Errors
    ///
    /// If the system does not know this one.
    pub fn program(&self) -> Result<PathBuf, FileError> {
        match &self.command {
            Some(command) => Ok(command.clone()),
            None => env::current_exe().map_err(FileError::of(Path::new("this program"))),
        }
    }

    /// How to run it, where nobody says more than the file.
    ///
    /// # Errors
    ///
    /// If the system does not know this program.
    pub fn settings(&self) -> Result<EngineSettings, FileError> {
        let options = self.options.iter();
        let options = options.map(|(name, value)| (name.clone(), value.to_string()));
        Ok(EngineSettings {
            name: self.name.get_ref().clone(),
            command: self.program()?,
            arguments: self.args.clone(),
            directory: self.dir.clone(),
            protocol: self.protocol,
            options: options.filter(|(name, _)| !names_the_game(name)).collect(),
            limits: ThinkingLimits {
                nodes: self.nodes,
                depth: self.depth,
                ..ThinkingLimits::default()
            },
            margin: Duration::ZERO,
            restart: false,
        })
    }

    /// Whether it can play a game.
    pub fn plays(&self, game: &Game) -> bool {
        let named = |games: &Vec<GameName>| games.iter().any(|other| other.0.name == game.name);
        self.games.as_ref().is_none_or(named)
    }
}

/// The value of an option; the engine gets it as text.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected true, false, a number or a string")]
pub enum OptionValue {
    /// Of a check box.
    Check(bool),
    /// Of a number.
    Spin(i64),
    /// Of a string or choice.
    Text(String),
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Check(on) => on.fmt(f),
            OptionValue::Spin(number) => number.fmt(f),
            OptionValue::Text(text) => text.fmt(f),
        }
    }
}

/// A game by its name.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct GameName(&'static Game);

impl TryFrom<String> for GameName {
    type Error = String;

    fn try_from(name: String) -> Result<GameName, String> {
        Game::named(&name).map(GameName).ok_or_else(|| {
            let games = Game::names().join(" ");
            format!("key 'games': no game '{name}', the games are: {games}")
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    #[serde(default)]
    engine: Vec<EngineEntry>,
}

/// All engines of a file.
#[derive(Clone, Debug)]
pub struct Configuration {
    file: String,
    engines: Vec<EngineEntry>,
}

impl Configuration {
    /// Reads a file; [`DEFAULT_FILE`] if `None`, or what comes with the program
    /// where there is no such file.
    ///
    /// # Errors
    ///
    /// With line and key, if the file is not as it should be.
    pub fn load(file: Option<&Path>) -> Result<Configuration, FileError> {
        let path = file.unwrap_or(Path::new(DEFAULT_FILE));
        match fs::read_to_string(path) {
            Ok(text) => Configuration::parse(&text, path),
            Err(error) if file.is_none() && error.kind() == io::ErrorKind::NotFound => {
                Configuration::parse(BUILT_IN, Path::new(DEFAULT_FILE))
            }
            Err(error) => Err(FileError::of(path)(error)),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// With line and key, if it is not as it should be.
    pub fn parse(text: &str, path: &Path) -> Result<Configuration, FileError> {
        let file = path.display().to_string();
        let content: Content =
            toml::from_str(text).map_err(|error| FileError::Content(format!("{file}: {error}")))?;
        let mut engines = content.engine;
        for (index, engine) in engines.iter().enumerate() {
            let name = engine.name.get_ref();
            if engines[..index]
                .iter()
                .any(|other| other.name.get_ref() == name)
            {
                let before = &text[..engine.name.span().start];
                let line = before.matches('\n').count() + 1;
                return Err(FileError::Content(format!(
                    "{file}, line {line}, key 'name': there is already an engine '{name}'"
                )));
            }
        }
        // A program that is started elsewhere must be found all the same.
        let directory = path.parent().unwrap_or(Path::new(""));
        let directory = std::path::absolute(Path::new(".").join(directory));
        let directory = directory.map_err(FileError::of(path))?;
        for engine in &mut engines {
            if let Some(command) = &mut engine.command
                && command.components().count() > 1
            {
                *command = directory.join(&*command);
            }
            if let Some(dir) = &mut engine.dir {
                *dir = directory.join(&*dir);
            }
        }
        Ok(Configuration { file, engines })
    }

    /// All of them, in the file's order.
    pub fn engines(&self) -> &[EngineEntry] {
        &self.engines
    }

    /// The engine with this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn engine(&self, name: &str) -> Result<&EngineEntry, FileError> {
        let mut engines = self.engines.iter();
        engines
            .find(|engine| engine.name.get_ref() == name)
            .ok_or_else(|| {
                let known = self.engines.iter().map(|engine| engine.name.get_ref());
                let known: Vec<&str> = known.map(String::as_str).collect();
                let (file, known) = (&self.file, known.join(", "));
                FileError::Content(format!("no engine '{name}' in {file}; it has: {known}"))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let read = Configuration::parse(text, Path::new("some/engines.toml"));
        read.unwrap_err().to_string()
    }

    #[test]
    fn the_file_that_comes_with_the_program_is_right() {
        let built_in = Configuration::parse(BUILT_IN, Path::new(DEFAULT_FILE)).unwrap();
        for name in [
            "galaverna",
            "galaverna-xboard",
            "galaverna-weak",
            "stockfish",
            "fairy-stockfish",
        ] {
            let engine = built_in.engine(name).unwrap();
            assert!(engine.plays(Game::named("chess").unwrap()));
            let alice = engine.plays(Game::named("alice").unwrap());
            assert_eq!(alice, name.starts_with("galaverna"));
        }
        let unknown = built_in.engine("crafty").unwrap_err().to_string();
        assert!(unknown.contains("'crafty'") && unknown.contains("stockfish"));
    }

    #[test]
    fn errors_name_line_and_key() {
        let unknown = error("[[engine]]\nname = 'x'\ncomand = 'y'\n");
        assert!(
            unknown.contains("line 3") && unknown.contains("comand"),
            "{unknown}"
        );
        let game = error("[[engine]]\nname = 'x'\ngames = ['go']\n");
        assert!(game.contains("line 3") && game.contains("games"), "{game}");
        let kind = error("[[engine]]\nname = 'x'\nargs = 5\n");
        assert!(kind.contains("line 3") && kind.contains("args"), "{kind}");
        let protocol = error("[[engine]]\nname = 'x'\nprotocol = 'telnet'\n");
        assert!(
            protocol.contains("line 3") && protocol.contains("xboard"),
            "{protocol}"
        );
        let option = error("[[engine]]\nname = 'x'\noptions = { Hash = [1] }\n");
        assert!(
            option.contains("line 3") && option.contains("Hash"),
            "{option}"
        );
        let twice = error("[[engine]]\nname = 'x'\n\n[[engine]]\nname = 'x'\n");
        assert!(twice.contains("line 5") && twice.contains("'x'"), "{twice}");
    }

    #[test]
    fn relative_paths_begin_at_the_file() {
        let text = "[[engine]]\nname = 'x'\ncommand = 'bin/x'\ndir = 'd'\n\
                    [[engine]]\nname = 'y'\ncommand = 'y'\n";
        let read = Configuration::parse(text, Path::new("some/engines.toml")).unwrap();
        let x = read.engine("x").unwrap();
        let here = env::current_dir().unwrap();
        assert_eq!(x.command, Some(here.join("some/bin/x")));
        assert_eq!(x.dir, Some(here.join("some/d")));
        let y = read.engine("y").unwrap();
        assert_eq!(y.command.as_deref(), Some(Path::new("y")));
    }
}
