//! What users can set.

#[cfg(feature = "native")]
use std::ffi::OsString;
use std::path::PathBuf;

use once_cell::sync::Lazy;
use thiserror::Error;

use crate::show::{GAMES, Game};

use super::agreement;
use super::book::BookError;
#[cfg(feature = "tune")]
use crate::search::parameters::Parameters;
use crate::search::transposition::NoMemory;

use super::network_file::NetworkFileError;
use super::strength::{FULL_LEVEL, LOWEST_LEVEL, MAX_ELO, MIN_ELO};

/// What an option can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of several names.
    Combo {
        /// The value at the start.
        default: &'static str,
        /// All values.
        values: Vec<&'static str>,
    },
    /// Nothing to set: something is done.
    Button,
    /// The name of a file, none at the start.
    File,
    /// Folders, none at the start.
    Folders,
}

/// An option as a protocol announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDeclaration {
    /// Its name; upper and lower case do not matter when it is set.
    pub name: &'static str,
    /// What it can be set to.
    pub kind: OptionKind,
}

/// Why an option is not set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// No option of this name.
    #[error("no such option: '{0}'")]
    Unknown(String),
    /// A value that the option does not take.
    #[error("option {name} does not take '{value}', but {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value refused.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// A file's network cannot be played with.
    #[error("option {EVAL_FILE}: {0}")]
    Network(#[from] NetworkFileError),
    /// A file is no book.
    #[error("option {BOOK_FILE}: {0}")]
    Book(#[from] BookError),
    /// The protocol cannot be written down in this file.
    #[error("option {DEBUG_LOG}: {}: {error}", file.display())]
    DebugLog {
        /// The file.
        file: PathBuf,
        /// What the system says of it.
        error: String,
    },
    /// The system does not give the memory.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The same, where there is another table to go on with.
    #[error("option Hash: no memory for {wanted} MiB; the table has {kept} MiB")]
    Hash {
        /// The size that was asked for, in MiB.
        wanted: usize,
        /// The size of the table that there is now, in MiB.
        kept: usize,
    },
}

/// A change of an option, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// `Hash`, MiB.
    Hash(usize),
    /// `Threads`.
    Threads(usize),
    /// `MultiPV`.
    MultiPv(usize),
    /// `Move Overhead`, milliseconds.
    MoveOverhead(u64),
    /// `nodestime`, nodes that a millisecond stands for; 0 for real time.
    NodesTime(u64),
    /// `EvalFile`; `None` for the network that is part of the program.
    EvalFile(Option<PathBuf>),
    /// `OwnBook`.
    OwnBook(bool),
    /// `BookFile`; `None` for no book.
    BookFile(Option<PathBuf>),
    /// `Debug Log File`; `None` to end the log. Whoever speaks a protocol writes it.
    DebugLog(Option<PathBuf>),
    /// `UCI_Variant`.
    Variant(&'static str),
    /// `UCI_ShowWDL`.
    ShowWdl(bool),
    /// `UCI_AnalyseMode`.
    AnalyseMode(bool),
    /// `Clear Hash`.
    ClearHash,
    /// `Skill Level`.
    SkillLevel(i32),
    /// `UCI_LimitStrength`.
    LimitStrength(bool),
    /// `UCI_Elo`.
    Elo(u32),
    /// `SyzygyPath`, a list of folders; `None` for no tables.
    #[cfg(feature = "native")]
    SyzygyPath(Option<OsString>),
    /// `TablePath`, a list of folders; `None` for no tables.
    #[cfg(feature = "native")]
    TablePath(Option<OsString>),
    /// `SyzygyProbeDepth`, plies.
    #[cfg(feature = "native")]
    SyzygyProbeDepth(i32),
    /// `SyzygyProbeLimit`, men.
    #[cfg(feature = "native")]
    SyzygyProbeLimit(usize),
    /// `Syzygy50MoveRule`.
    #[cfg(feature = "native")]
    SyzygyFiftyMoves(bool),
    /// A rule of one of the games.
    Rule(&'static str, bool),
    /// A constant of the search, by its place in the table, and its value.
    #[cfg(feature = "tune")]
    Parameter(usize, i32),
    /// An option that the GUI wants to see and the engine need not know.
    Noted,
}

const MOVE_OVERHEAD: &str = "Move Overhead";
/// As Stockfish has it.
const NODES_TIME: &str = "nodestime";
const EVAL_FILE: &str = "EvalFile";
const OWN_BOOK: &str = "OwnBook";
const BOOK_FILE: &str = "BookFile";
const DEBUG_LOG: &str = "Debug Log File";

/// The option for folders with Syzygy tables. It and those that belong to it are as
/// Stockfish has them.
#[cfg(feature = "native")]
pub const SYZYGY_PATH: &str = "SyzygyPath";
/// The option for folders with our own tables, of the other games.
#[cfg(feature = "native")]
pub const TABLE_PATH: &str = "TablePath";
#[cfg(feature = "native")]
const SYZYGY_PROBE_DEPTH: &str = "SyzygyProbeDepth";
#[cfg(feature = "native")]
const SYZYGY_PROBE_LIMIT: &str = "SyzygyProbeLimit";
#[cfg(feature = "native")]
const SYZYGY_FIFTY_MOVES: &str = "Syzygy50MoveRule";

/// What UCI writes for an empty text.
pub const EMPTY: &str = "<empty>";

/// The largest `Hash`, in MiB.
pub const MAX_HASH: i64 = 65_536;

/// The most threads.
pub const MAX_THREADS: i64 = 256;

fn check(name: &'static str, default: bool) -> OptionDeclaration {
    OptionDeclaration {
        name,
        kind: OptionKind::Check { default },
    }
}

fn file(name: &'static str) -> OptionDeclaration {
    OptionDeclaration {
        name,
        kind: OptionKind::File,
    }
}

fn spin(name: &'static str, default: i64, min: i64, max: i64) -> OptionDeclaration {
    OptionDeclaration {
        name,
        kind: OptionKind::Spin { default, min, max },
    }
}

/// All options with their defaults.
pub fn declarations() -> &'static [OptionDeclaration] {
    static DECLARATIONS: Lazy<Vec<OptionDeclaration>> = Lazy::new(declare);
    &DECLARATIONS
}

fn declare() -> Vec<OptionDeclaration> {
    let mut options = vec![
        spin("Hash", 16, 1, MAX_HASH),
        spin("Threads", 1, 1, MAX_THREADS),
        spin("MultiPV", 1, 1, 256),
        check("Ponder", false),
        spin(MOVE_OVERHEAD, 30, 0, 5000),
        spin(NODES_TIME, 0, 0, 10_000),
        spin(
            "Skill Level",
            FULL_LEVEL.into(),
            LOWEST_LEVEL.into(),
            FULL_LEVEL.into(),
        ),
        check("UCI_LimitStrength", false),
        spin("UCI_Elo", MIN_ELO.into(), MIN_ELO.into(), MAX_ELO.into()),
        OptionDeclaration {
            name: "Clear Hash",
            kind: OptionKind::Button,
        },
        OptionDeclaration {
            name: "UCI_Variant",
            kind: OptionKind::Combo {
                default: GAMES[0].name,
                values: Game::names(),
            },
        },
        file(EVAL_FILE),
        check(OWN_BOOK, false),
        file(BOOK_FILE),
        file(DEBUG_LOG),
        check("UCI_AnalyseMode", false),
        check("UCI_ShowWDL", false),
    ];
    #[cfg(feature = "native")]
    options.extend([
        OptionDeclaration {
            name: SYZYGY_PATH,
            kind: OptionKind::Folders,
        },
        spin(SYZYGY_PROBE_DEPTH, 1, 1, 100),
        check(SYZYGY_FIFTY_MOVES, true),
        spin(SYZYGY_PROBE_LIMIT, 7, 0, 7),
        OptionDeclaration {
            name: TABLE_PATH,
            kind: OptionKind::Folders,
        },
    ]);
    let rules =
        std::iter::once(&agreement::OPTION).chain(GAMES.iter().flat_map(|game| game.rule_options));
    options.extend(rules.map(|rule| check(rule.name, rule.default)));
    #[cfg(feature = "tune")]
    options.extend(Parameters::TABLE.iter().map(|parameter| {
        let default = (parameter.get)(&Parameters::DEFAULT);
        let [default, min, max] = [default, parameter.min, parameter.max].map(i64::from);
        spin(parameter.name, default, min, max)
    }));
    options
}

/// Checks a name and a value as they come over a protocol.
///
/// # Errors
///
/// If there is no such option or it does not take the value.
pub fn parse(name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
    let declaration = declarations()
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
    let value = value.unwrap_or_default().trim();
    let refused = |expected: String| OptionError::Value {
        name: declaration.name,
        value: value.to_owned(),
        expected,
    };
    match declaration.kind {
        OptionKind::Button => Ok(Setting::ClearHash),
        OptionKind::File | OptionKind::Folders => {
            let path = Some(value).filter(|value| !value.is_empty() && *value != EMPTY);
            Ok(match declaration.name {
                DEBUG_LOG => Setting::DebugLog(path.map(PathBuf::from)),
                BOOK_FILE => Setting::BookFile(path.map(PathBuf::from)),
                #[cfg(feature = "native")]
                SYZYGY_PATH => Setting::SyzygyPath(path.map(OsString::from)),
                #[cfg(feature = "native")]
                TABLE_PATH => Setting::TablePath(path.map(OsString::from)),
                _ => Setting::EvalFile(path.map(PathBuf::from)),
            })
        }
        OptionKind::Check { .. } => {
            let on = match value.to_ascii_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => return Err(refused("true or false".to_owned())),
            };
            Ok(match declaration.name {
                "UCI_LimitStrength" => Setting::LimitStrength(on),
                "UCI_ShowWDL" => Setting::ShowWdl(on),
                "UCI_AnalyseMode" => Setting::AnalyseMode(on),
                "Ponder" => Setting::Noted,
                OWN_BOOK => Setting::OwnBook(on),
                #[cfg(feature = "native")]
                SYZYGY_FIFTY_MOVES => Setting::SyzygyFiftyMoves(on),
                rule => Setting::Rule(rule, on),
            })
        }
        OptionKind::Spin { min, max, .. } => {
            let number = value
                .parse()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .ok_or_else(|| refused(format!("a number from {min} to {max}")))?;
            // Only levels are negative, and no number is above 65,536: the casts keep the value.
            Ok(match declaration.name {
                "Hash" => Setting::Hash(number as usize),
                "Threads" => Setting::Threads(number as usize),
                "MultiPV" => Setting::MultiPv(number as usize),
                "Skill Level" => Setting::SkillLevel(number as i32),
                "UCI_Elo" => Setting::Elo(number as u32),
                NODES_TIME => Setting::NodesTime(number as u64),
                #[cfg(feature = "native")]
                SYZYGY_PROBE_DEPTH => Setting::SyzygyProbeDepth(number as i32),
                #[cfg(feature = "native")]
                SYZYGY_PROBE_LIMIT => Setting::SyzygyProbeLimit(number as usize),
                #[cfg(feature = "tune")]
                name if name != MOVE_OVERHEAD => {
                    let mut table = Parameters::TABLE.iter();
                    let place = table.position(|parameter| parameter.name == name);
                    place.map_or(Setting::Noted, |place| {
                        Setting::Parameter(place, number as i32)
                    })
                }
                _ => Setting::MoveOverhead(number as u64),
            })
        }
        OptionKind::Combo { ref values, .. } => Game::named(value)
            .map(|game| Setting::Variant(game.name))
            .ok_or_else(|| refused(format!("one of: {}", values.join(" ")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_taken() {
        for option in declarations() {
            let value = match &option.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, .. } => (*default).to_owned(),
                OptionKind::Button | OptionKind::File | OptionKind::Folders => String::new(),
            };
            assert!(parse(option.name, Some(&value)).is_ok(), "{}", option.name);
        }
    }

    #[test]
    fn names_in_any_case_and_values_in_range() {
        assert_eq!(parse("hash", Some("64")), Ok(Setting::Hash(64)));
        assert_eq!(parse("CLEAR HASH", None), Ok(Setting::ClearHash));
        assert_eq!(
            parse("uci_variant", Some("IceAge")),
            Ok(Setting::Variant("iceage"))
        );
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "many"),
            ("Hash", ""),
            ("Threads", "-1"),
            ("UCI_ShowWDL", "yes"),
            ("UCI_Variant", "go"),
        ] {
            let error = parse(name, Some(value)).unwrap_err();
            assert!(matches!(error, OptionError::Value { .. }), "{error}");
        }
        let unknown = parse("Contempt", Some("0")).unwrap_err();
        assert_eq!(unknown.to_string(), "no such option: 'Contempt'");
    }
}
