//! `-pgnout` and `-resume`.

use std::path::PathBuf;

use regex_lite::Regex;

use crate::arena::settings::MatchSettings;
use crate::pgn::details::INFO_NUMBERS;

use super::CommandLineError;
use super::values::Pairs;

const KEYS: &str = "file= append=true|false nodes= seldepth= nps= hashfull= tbhits= (true|false) \
                    match_line=REGEX notation=san";

/// What fastchess can write and this program cannot.
const UNKNOWN: [&str; 4] = ["pv", "timeleft", "latency", "min"];

const SWITCH: [(&str, bool); 2] = [("true", true), ("false", false)];

/// Reads where games are written, and what of them: `FILE`, or `file=FILE` and further
/// keys.
pub(super) fn record(
    option: &str,
    values: &[&str],
    settings: &mut MatchSettings,
) -> Result<(), CommandLineError> {
    if let [file] = values
        && !file.contains('=')
    {
        settings.record = Some(PathBuf::from(file));
        return Ok(());
    }
    // A pattern may be given again.
    let (patterns, others): (Vec<&str>, Vec<&str>) = values
        .iter()
        .partition(|value| value.starts_with("match_line="));
    let mut pairs = Pairs::parse(option, &others)?;
    for pattern in patterns {
        let pattern = pattern.trim_start_matches("match_line=");
        let pattern = Regex::new(pattern).map_err(|error| {
            // The message draws the place in several lines.
            let error = error.to_string();
            let error = error.lines().last().unwrap_or_default().to_owned();
            CommandLineError::value(option, format!("match_line='{pattern}': {error}"))
        })?;
        settings.recorded.lines.push(pattern);
    }
    let file = pairs.take("file").map(PathBuf::from);
    settings.record =
        Some(file.ok_or_else(|| CommandLineError::value(option, "file= is missing"))?);
    settings.overwrite = pairs.choice("append", &SWITCH)? == Some(false);
    pairs.choice("notation", &[("san", ())])?;
    for number in INFO_NUMBERS {
        if pairs.choice(number.word, &SWITCH)? == Some(true) {
            settings.recorded.numbers.push(number);
        }
    }
    for key in UNKNOWN {
        if pairs.choice(key, &SWITCH)? == Some(true) {
            let message = format!("{key}=true is not supported");
            return Err(CommandLineError::value(option, message));
        }
    }
    pairs.finish(KEYS)
}
