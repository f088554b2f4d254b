//! What a run shows while it goes on.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{OutputError, say};

/// A bar on a terminal, and plain lines everywhere.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For so many games, some of which have been played before.
    pub fn new(games: usize, played: usize) -> Progress {
        // The bar is drawn on standard error, the lines go to standard output.
        let terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
        let bar = terminal.then(|| {
            let template = "{bar:30} {pos}/{len} games, {elapsed} so far, {eta} to go";
            let bar = bar(games, template).with_position(played as u64);
            bar.reset_eta();
            bar
        });
        Progress { bar }
    }

    /// Prints a line, or several.
    ///
    /// # Errors
    ///
    /// If standard output does not take it.
    pub fn print(&self, text: &str) -> Result<(), OutputError> {
        match &self.bar {
            Some(bar) => bar.suspend(|| say!("{text}")),
            None => say!("{text}"),
        }
    }

    /// Another game has ended.
    pub fn game_ended(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    /// Nothing more comes.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar of this length that looks so, on standard error if that is a terminal.
pub fn bar(length: usize, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
