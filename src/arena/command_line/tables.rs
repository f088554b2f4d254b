//! Endgame tables of the referee, by the options of cutechess-cli and fastchess.

use std::ffi::OsStr;

use crate::arena::settings::{TableResults, TableRule};
use crate::engine::tables;
use crate::rules::Position;
use crate::rules::chess::Chess;
use crate::search::tablebase::Tablebases;
use crate::show::Variant;
use crate::with_type_of;

use super::CommandLineError;
use super::values::{choice, number, only, switch};

/// What was said of them.
#[derive(Default)]
pub(super) struct TableArguments<'a> {
    folders: Option<&'a str>,
    /// 0 is as many as the tables have.
    max_men: usize,
    ignores_fifty_moves: bool,
    results: TableResults,
}

impl<'a> TableArguments<'a> {
    /// Takes note of one of the options.
    pub(super) fn read(
        &mut self,
        option: &str,
        values: &[&'a str],
    ) -> Result<(), CommandLineError> {
        match option.trim_start_matches('-') {
            "tb" => self.folders = Some(only(option, values)?),
            "tbpieces" => self.max_men = number(option, only(option, values)?, 0)?,
            "tbignore50" => self.ignores_fifty_moves = switch(option, values)?,
            _ => self.results = choice(option, only(option, values)?, &TableResults::NAMES)?,
        }
        Ok(())
    }

    /// Loads the tables for the games of a match, if there are to be any.
    pub(super) fn load(&self, variant: Variant) -> Result<Option<TableRule>, CommandLineError> {
        const OPTION: &str = "-tb";
        let Some(folders) = self.folders else {
            return Ok(None);
        };
        let mut tables = Tablebases::default();
        let name = variant.game.name;
        let found = tables::load_of(name, OsStr::new(folders), &mut tables);
        let Some(found) = found else {
            log::warn!("{OPTION} is ignored: there are no tables of this game");
            return Ok(None);
        };
        for what in &found.left_out {
            log::warn!("{OPTION}: {what}; left out");
        }
        let most = with_type_of!(variant.game, P => tables.of::<P>().map(|of| of.max_men()));
        let Some(most) = most.filter(|_| found.any) else {
            let message = format!("no tables of {name} in '{folders}'");
            if name == Chess::NAME {
                return Err(CommandLineError::value(OPTION, message));
            }
            // OpenBench names Syzygy's folder whatever the game is.
            log::warn!("{OPTION} is ignored: {message}");
            return Ok(None);
        };
        Ok(Some(TableRule {
            folders: folders.to_owned(),
            tables,
            max_men: match self.max_men {
                0 => most,
                wanted => wanted.min(most),
            },
            fifty_moves: !self.ignores_fifty_moves,
            results: self.results,
        }))
    }
}
