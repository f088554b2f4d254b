//! Endgame tables of the referee, by the options of cutechess-cli and fastchess.

use std::ffi::OsStr;
use std::sync::Arc;

use crate::arena::settings::{TableResults, TableRule};
use crate::engine::syzygy::Syzygy;
use crate::rules::Position;
use crate::rules::chess::Chess;
use crate::show::Variant;

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
        if variant.game.name != Chess::NAME {
            log::warn!("{OPTION} is ignored: there are no tables of this game");
            return Ok(None);
        }
        let (tables, found) = Syzygy::open(OsStr::new(folders));
        for what in &found.left_out {
            log::warn!("{OPTION}: {what}; left out");
        }
        if found.wdl == 0 {
            let message = format!("no tables in '{folders}'");
            return Err(CommandLineError::value(OPTION, message));
        }
        Ok(Some(TableRule {
            folders: folders.to_owned(),
            tables: Arc::new(tables),
            max_men: match self.max_men {
                0 => found.men,
                most => most.min(found.men),
            },
            fifty_moves: !self.ignores_fifty_moves,
            results: self.results,
        }))
    }
}
