//! The real XBoard, the real engine and a mouse. Needs XBoard, Xvfb and xdotool
//! (Debian's packages of these names), so it is asked for by name:
//! `cargo test --release --test xboard_window -- --ignored`.

mod alice;
mod chess;
mod dialogue;
mod display;
mod draughts;
#[macro_use]
#[path = "../common/for_each_game.rs"]
mod for_each_game;
mod iceage;
mod matches;
mod record;
mod window;
