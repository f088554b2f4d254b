//! The referee: matches and tournaments between engines in all games.
//!
//! - [`configuration`] and [`command_line`] read what is to be played into
//!   [`settings`];
//! - [`schedule`] says which games those are, [`openings`] where they begin;
//! - [`player`] is an engine as a child process, [`referee`] plays one game
//!   between two of them;
//! - [`tournament`] plays all games, several at a time, and keeps a [`record`];
//!   [`conditions`] in it tell a match from others;
//! - [`statistics`] are about that record, [`merge`] puts several together.

pub mod command_line;
pub mod conditions;
pub mod configuration;
pub mod log;
pub mod merge;
pub mod openings;
pub mod player;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod settings;
pub mod statistics;
pub mod tactics;
pub mod time_control;
pub mod tournament;
