//! Tests that hold for every game, run once a game: `perft::chess::…`.

#[path = "../common/mod.rs"]
mod common;

#[macro_use]
#[path = "../common/for_each_game.rs"]
mod for_each_game;

mod changes;
mod fuzz;
mod perft;
mod random_play;
mod refusals;
mod window_texts;
