//! Problems: positions with one solution, found in games of the engine against itself.
//!
//! - [`proof`]: wins and gains of material, shown by trying everything;
//! - [`mod@line`]: the solution of a win, each of whose moves is the only one;
//! - [`find`] looks for problems in the files of
//!   [`datagen`](crate::training::datagen);
//! - [`mod@file`]: the file of a game's problems, which the board shows;
//! - [`check`] proves a file anew.
//!
//! `docs/problems.md` says what is a problem and what is not.

pub mod check;
pub mod file;
pub mod find;
mod grade;
pub mod line;
pub mod proof;
mod searcher;
