//! Options of fastchess (1.8.2) and cutechess-cli for which there is nothing to do here,
//! or nothing that could be done.
//!
//! Source: the manual and the command-line parser of github.com/Disservin/fastchess.

/// What becomes of such an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foreign {
    /// What it asks for is so in any case.
    Fulfilled,
    /// It is passed over with a warning: the games are the same without it.
    Ignored(&'static str),
    /// It is refused: without it, other games would be played or other files written.
    Refused(&'static str),
}

use Foreign::{Fulfilled, Ignored, Refused};

const OPTIONS: [(&str, Foreign); 16] = [
    // More games than cores are worth a warning, no more.
    ("force-concurrency", Fulfilled),
    // Each game is in the record when it has ended.
    ("autosaveinterval", Fulfilled),
    (
        "scoreinterval",
        Ignored("-ratinginterval says when standings are shown"),
    ),
    ("show-latency", Ignored("latency is not measured")),
    ("check-mate-pvs", Ignored("variations are not checked")),
    ("noswap", Refused("-games 1 plays an opening once")),
    ("reverse", Refused("the engine named first has White first")),
    ("quick", Refused("name -engine and -each instead")),
    ("config", Refused("-resume FILE goes on with a match")),
    ("epdout", Refused("final positions are not written")),
    ("crc32", Refused("no checksum is printed")),
    ("use-affinity", Refused("taskset binds engines to cores")),
    ("strict", Refused("warnings do not end a match")),
    ("compliance", Refused("engines are not examined")),
    ("debug", Refused("-log file=FILE has what engines say")),
    (
        "tournamentfile",
        Refused("-resume FILE goes on with a match"),
    ),
];

/// What becomes of an option, without its dashes.
pub(super) fn foreign(option: &str) -> Option<Foreign> {
    let found = OPTIONS.iter().find(|(name, _)| *name == option);
    found.map(|&(_, what)| what)
}
