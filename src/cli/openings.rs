//! `galaverna explore`: openings.

use std::error::Error;

use crate::notation::Notation;
use crate::openings::explore::{self, ExploreSettings};
use crate::openings::tree::{Tree, score};
use crate::output::{OutputError, say};
use crate::search::parameters::Searchable;
use crate::with_type_of;

use super::interrupt;

/// Searches openings, and says what the first moves are worth.
///
/// # Errors
///
/// If it breaks off.
pub fn explore(settings: &ExploreSettings) -> Result<(), Box<dyn Error>> {
    let interrupt = interrupt::by_signals()?;
    with_type_of!(settings.game, P => tell(&explore::run::<P>(settings, &interrupt)?))?;
    Ok(())
}

/// Each first move with its value and what is expected to follow.
fn tell<P: Searchable + Notation>(tree: &Tree<P>) -> Result<(), OutputError> {
    for (edge, value) in tree.ranked(0) {
        let mut position = P::start();
        let first = position.san(edge.m);
        position.play(edge.m);
        let mut line = first;
        for m in edge
            .child
            .map(|child| tree.principal_line(child))
            .unwrap_or_default()
        {
            line += &format!(" {}", position.san(m));
            position.play(m);
        }
        say!("{:>9}  {line}", score::<P>(value))?;
    }
    say!("{} positions", tree.nodes().len())
}
