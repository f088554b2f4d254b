//! XBoard's own matches between two engines.

use crate::record;
use crate::window::Setting;

/// Plays two games, and makes sure that rules have ended both.
fn play_match(game: &str) {
    let mut window = Setting::new(&format!("match_{game}"), game)
        .against_itself()
        .options(&[
            "-matchGames",
            "2",
            "-searchDepth",
            "3",
            "-timeControl",
            "20",
        ])
        .options(&["-firstOptions", "Resign=0,Offer draws=0"])
        .options(&["-secondOptions", "Resign=0,Offer draws=0"])
        .options(&["-popupExitMessage", "false"])
        .open();
    let pgn = window.wait_for_the_end();
    let results = record::results(&pgn);
    assert_eq!(results.len(), 2, "{pgn}");
    for result in results {
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{pgn}");
    }
    for wrong in [
        "forfeit",
        "Forfeit",
        "resign",
        "adjudicat",
        "exit",
        "illegal",
    ] {
        assert!(!pgn.contains(wrong), "{wrong}\n{pgn}");
    }
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn chess() {
    play_match("normal");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn iceage() {
    play_match("iceage");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn alice() {
    play_match("alice");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn elolbia() {
    play_match("elolbia");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn clupso() {
    play_match("clupso");
}
