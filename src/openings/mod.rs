//! Openings: what the engine's own searches say of a game's first moves.
//!
//! - [`tree`]: positions that were searched and what they say of each other;
//! - [`tree_file`]: the file of such a tree, which grows;
//! - [`explore`] lets it grow, the most useful position first;
//! - [`mod@book`] makes a [book](crate::engine::book) of it;
//! - [`results`] counts games of the engine against itself;
//! - [`report`] says all that to people, and [`explorer`] to the board.
//!
//! `docs/books.md` describes them.

pub mod book;
pub mod explore;
pub mod explorer;
pub mod report;
pub mod results;
pub mod tree;
pub mod tree_file;
