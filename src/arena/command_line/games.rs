//! Where games begin, when they are called, and what stops the match.

use std::path::PathBuf;

use crate::arena::openings::DEFAULT_PLIES;
use crate::arena::settings::{Book, BookFormat, DrawRule, OpeningSettings, ResignRule};
use crate::arena::statistics::Sprt;

use super::CommandLineError;
use super::values::Pairs;

pub(super) fn openings(option: &str, values: &[&str]) -> Result<OpeningSettings, CommandLineError> {
    let mut pairs = Pairs::parse(option, values)?;
    let plies = pairs.number("plies", 0)?;
    let start = pairs.number("start", 1)?;
    let format = pairs.choice(
        "format",
        &[("epd", BookFormat::Epd), ("pgn", BookFormat::Pgn)],
    )?;
    let shuffled = pairs.choice("order", &[("random", true), ("sequential", false)])?;
    // All games of a round have the same opening.
    pairs.choice("policy", &[("round", ())])?;
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
    pairs.finish("file= format=epd|pgn order=random|sequential plies= start= policy=round")?;
    Ok(OpeningSettings { book, plies })
}

pub(super) fn draw(option: &str, values: &[&str]) -> Result<DrawRule, CommandLineError> {
    let mut pairs = Pairs::parse(option, values)?;
    let rule = DrawRule {
        move_number: pairs.number("movenumber", 0)?.unwrap_or(0),
        move_count: pairs.required_number("movecount", 1)?,
        score: pairs.required_number("score", 0)?,
    };
    pairs.finish("movenumber= movecount= score=")?;
    Ok(rule)
}

pub(super) fn resign(option: &str, values: &[&str]) -> Result<ResignRule, CommandLineError> {
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

pub(super) fn sprt(option: &str, values: &[&str]) -> Result<Sprt, CommandLineError> {
    let test = Sprt::from_settings(values.iter().copied());
    test.map_err(|error| CommandLineError::value(option, error))
}
