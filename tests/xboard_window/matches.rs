//! XBoard's own matches between two engines.

use crate::record;
use crate::window::Setting;

/// Plays two games, and makes sure that rules have ended both.
fn play_match(game: &str) {
    let setting = Setting::new(&format!("match_{game}"), game).against_itself();
    play_on(setting, 2, "");
}

/// Plays games to their end by rule, and returns their PGN. Both engines get these
/// options too.
fn play_on(setting: Setting, games: usize, options: &str) -> String {
    let options = format!("Resign=0,Offer draws=0{options}");
    let mut window = setting
        .options(&["-matchGames", &games.to_string()])
        .options(&["-searchDepth", "3", "-timeControl", "20"])
        .options(&["-firstOptions", &options, "-secondOptions", &options])
        .options(&["-popupExitMessage", "false"])
        .open();
    let pgn = window.wait_for_the_end();
    let results = record::results(&pgn);
    assert_eq!(results.len(), games, "{pgn}");
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
    pgn
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

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_chain_with_two_victims_is_relayed() {
    let setting = Setting::new("match_chain", "clupso").against_itself();
    let start = ",Start position=n7/8/5m2/8/3m4/2M5/8/7N w - - 0 1";
    let pgn = play_on(setting, 1, start);
    assert!(pgn.contains("1. Mxd4xf6-g7"), "{pgn}");
}
