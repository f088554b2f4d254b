//! Ice Age Chess at the window.

use galaverna::notation::Notation;
use galaverna::rules::Position;
use galaverna::rules::iceage::IceAge;

use super::dialogue::By;
use super::record;
use super::window::{Setting, Window};

/// Twenty moves played. The knight of a4 and the rook of h4 will freeze, if they
/// stay.
const BEFORE_THE_ICE: &str = "r3k2r/pppp1ppp/8/4p3/N6R/8/PPPP1PPP/R3K3 w Qkq - 3 20";

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn cubes_are_captured_by_mouse() {
    let mut window = Setting::new("iceage", "iceage").open();
    let mut game = IceAge::start();
    assert!(window.lift("b1").ends_with(" 8/8/8/8/8/R1R5/8/8"));
    window.click("c3");
    assert_eq!(window.wait_for_move(), "b1c3");
    record::play(&mut game, "b1c3");
    record::play(&mut game, &window.reply());
    assert_eq!(window.drag("e2", "d3"), "e2d3");
    record::play(&mut game, "e2d3");
    record::play(&mut game, &window.reply());
    let pgn = window.close();
    assert!(pgn.contains("[Variant \"iceage\"]"), "{pgn}");
    assert!(pgn.contains("xc3 "), "{pgn}");
    assert!(pgn.contains(" 2. exd3 "), "{pgn}");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn the_ice_age_comes_to_a_person_with_white() {
    let mut window = Setting::new("iceage_white", "iceage")
        .start_position(BEFORE_THE_ICE)
        .open();
    let mut game = IceAge::from_fen(BEFORE_THE_ICE).expect("a position");
    assert_eq!(window.play("a2", "a3"), "a2a3");
    record::play(&mut game, "a2a3");
    record::play(&mut game, &window.reply());
    assert!(game.fen().contains('*'), "{}", game.fen());
    expect_ice(&mut window, &game);
    // The ice has left the king of e1 no square, and the pawns the capture of cubes.
    assert_eq!(window.play("d2", "c3"), "d2c3");
    record::play(&mut game, "d2c3");
    record::play(&mut game, &window.reply());
    expect_two_games(&window.close());
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn the_ice_age_comes_to_a_person_with_black() {
    let mut window = Setting::new("iceage_black", "iceage")
        .start_position(BEFORE_THE_ICE)
        .person_has_black()
        .open();
    let mut game = IceAge::from_fen(BEFORE_THE_ICE).expect("a position");
    record::play(&mut game, &window.reply());
    window.flip(true);
    assert_eq!(window.play("a7", "a6"), "a7a6");
    record::play(&mut game, "a7a6");
    expect_ice(&mut window, &game);
    // XBoard has turned to a person with White; the person turns it back.
    window.key("ctrl+w");
    window.wait(By::XBoard, "go");
    record::play(&mut game, &window.reply());
    assert_eq!(window.play("d7", "c6"), "d7c6");
    record::play(&mut game, "d7c6");
    record::play(&mut game, &window.reply());
    expect_two_games(&window.close());
}

/// The engine shows the position after the ice.
fn expect_ice(window: &mut Window, game: &IceAge) {
    let lines = window.dialogue.wait_for_all(&[
        (By::Engine, "setboard "),
        (By::Engine, "telluser The Ice Age has come after 20..."),
        // XBoard ends its first game, and goes on.
        (By::XBoard, "result * "),
        (By::Engine, "pong "),
    ]);
    let fen = game.fen().replace('*', "c");
    let placement = fen.split(' ').next().expect("a placement");
    assert_eq!(lines[0].split(' ').nth(1), Some(placement));
}

/// XBoard has saved the game in two parts, the second from the ice on.
fn expect_two_games(pgn: &str) {
    assert_eq!(record::results(pgn), ["*", "*"], "{pgn}");
    let fens = record::fens(pgn);
    assert_eq!(fens.len(), 2, "{pgn}");
    assert!(!fens[0].contains('c') && fens[1].contains('c'), "{fens:?}");
}
