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
            let bar = ProgressBar::new(games as u64).with_position(played as u64);
            let template = "{bar:30} {pos}/{len} games, {elapsed} so far, {eta} to go";
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
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
