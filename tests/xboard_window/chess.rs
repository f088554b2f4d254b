//! Orthodox chess at the window.

use galaverna::rules::Position;
use galaverna::rules::chess::Chess;

use super::record;
use super::window::Setting;

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn moves_by_mouse_and_the_replies_are_the_game() {
    let mut window = Setting::new("chess", "normal").open();
    let mut game = Chess::start();
    for (from, to) in [("e2", "e4"), ("g1", "f3"), ("f1", "e2")] {
        let played = window.play(from, to);
        assert_eq!(played, format!("{from}{to}"));
        record::play(&mut game, &played);
        record::play(&mut game, &window.reply());
    }
    let played = window.drag("e1", "g1");
    assert_eq!(played, "e1g1");
    record::play(&mut game, &played);
    record::play(&mut game, &window.reply());
    let pgn = window.close();
    for text in ["1. e4 ", " 2. Nf3 ", " 3. Be2 ", " 4. O-O "] {
        assert!(pgn.contains(text), "{text}\n{pgn}");
    }
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn only_legal_squares_can_be_reached() {
    let mut window = Setting::new("chess_illegal", "normal").open();
    window.lift("b1");
    // XBoard refuses the first by itself, for want of a mark.
    window.click("b3");
    window.click("c3");
    assert_eq!(window.wait_for_move(), "b1c3");
    window.reply();
    window.close();
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_pawn_promotes() {
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let mut window = Setting::new("chess_promotion", "normal")
        .load_position(fen)
        .open();
    assert_eq!(window.promote("a7", "a8"), "a7a8q");
    window.reply();
    assert!(window.close().contains("1. a8=Q"));
}
