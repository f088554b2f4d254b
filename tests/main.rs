//! All tests that use the library or the binary from outside, in one program: to build and
//! to link one takes a fraction of the time of many. A module of its own for each matter;
//! `cargo test --release uci::` runs those of one.

#[macro_use]
#[path = "common/for_each_game.rs"]
mod for_each_game;

mod alice_rules;
mod arena;
mod board;
mod chess960;
mod chess_rules;
mod command_line;
mod common;
mod datagen;
mod documents;
mod draughts_oracle;
mod figures;
mod iceage_rules;
mod openings;
#[cfg(unix)]
mod output;
mod pgn;
mod problems;
mod process;
mod rules;
mod search;
mod tactics;
mod uci;
mod xboard;
#[cfg(unix)]
mod xboard_window;
