//! The real XBoard, the real engine and a mouse. Needs XBoard, Xvfb and xdotool
//! (Debian's packages of these names), so it is asked for by name:
//! `cargo test --release --test tests -- --ignored xboard_window::`.

mod alice;
mod chess;
mod dialogue;
mod display;
mod draughts;
mod iceage;
mod loading;
mod matches;
mod record;
mod window;
