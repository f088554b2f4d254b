//! Engines besides our own, which whoever carries the conversation may have.

use crate::engine::SearchEvent;
use crate::show::Variant;
use crate::show::record::Record;

use super::messages::{EngineView, GameLine, SearchWish};

/// A search by one of them.
pub struct OtherSearch {
    /// Its name in the greeting.
    pub name: String,
    /// What is played.
    pub variant: Variant,
    /// The position that is searched, which is no end of a game.
    pub record: Box<dyn Record>,
    /// How that has come about.
    pub line: GameLine,
    /// How to search.
    pub wish: SearchWish,
    /// Hears what is found, up to the end, or in words why there is none.
    pub tell: Box<dyn FnMut(Result<SearchEvent, String>) + Send>,
}

/// Engines besides our own. They end with this value.
pub trait OtherEngines: Send {
    /// Finds out which there are and what they play, and tells it later.
    ///
    /// # Errors
    ///
    /// In words, if it cannot be found out.
    fn list(&self, tell: Box<dyn FnOnce(Vec<EngineView>) + Send>) -> Result<(), String>;

    /// Begins a search, in place of the one under way.
    ///
    /// # Errors
    ///
    /// In words, if there is no such engine, or it does not play the game.
    fn search(&mut self, search: OtherSearch) -> Result<(), String>;

    /// Ends the search under way. Its end is told as any other's, and is not waited for.
    fn stop(&mut self);
}
