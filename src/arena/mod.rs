//! The referee: matches and tournaments between engines in all games.
//!
//! - [`command_line`] reads what is to be played into [`settings`];
//! - [`schedule`] says which games those are, [`openings`] where they begin;
//! - [`referee`] plays one game between two [players](crate::player);
//! - [`tournament`] plays all games, several at a time, and keeps a [`record`];
//!   [`conditions`] in it tell a match from others;
//! - [`statistics`] are about that record, [`merge`] puts several together.

pub mod command_line;
pub mod conditions;
pub mod merge;
pub mod openings;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod settings;
pub mod statistics;
pub mod tactics;
pub mod tournament;
