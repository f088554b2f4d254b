//! Tests that hold for every game, run once a game: `perft::chess::…`.

mod changes;
mod fuzz;
mod perft;
mod random_play;
mod refusals;
mod window_texts;
