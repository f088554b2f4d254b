//! Alice Chess at the window.

use galaverna::notation::Notation;
use galaverna::rules::Position;
use galaverna::rules::alice::Alice;

use super::dialogue::By;
use super::record;
use super::window::{Setting, Window};

/// Letters of pieces on board B, in the order of those on board A.
const BOARDS: (&str, &str) = ("pnbrqk", "fhatdm");

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn pieces_change_their_pictures_with_the_board() {
    // Nothing that Black replies is in the way of White's moves.
    let fen = "4k3/pp4pp/8/8/8/8/4P3/4KB2 w - - 0 1";
    let mut window = Setting::new("alice", "alice").start_position(fen).open();
    let mut game = Alice::from_fen(fen).expect("a position");
    assert_eq!(window.play("e2", "e4"), "e2e4f");
    record::play(&mut game, "e2e4");
    reply(&mut window, &mut game);
    assert_eq!(window.drag("f1", "e2"), "f1e2a");
    record::play(&mut game, "f1e2");
    reply(&mut window, &mut game);
    // Back to board A.
    assert_eq!(window.play("e4", "e5"), "e4e5p");
    record::play(&mut game, "e4e5");
    reply(&mut window, &mut game);
    let pgn = window.close();
    assert!(pgn.contains("1. e2e4=F "), "{pgn}");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn legality_testing_is_explained() {
    let mut window = Setting::new("alice_legality", "alice")
        .options(&["-testLegality", "true"])
        .open();
    window.lift("e2");
    window.click("e4");
    window.wait(By::XBoard, "put e4");
    window.wait(By::Engine, "telluser XBoard tests this move");
    window.wait_for_note();
    window.close();
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn castling_takes_king_and_rook_to_the_other_board() {
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1";
    let mut window = Setting::new("alice_castling", "alice")
        .start_position(fen)
        .open();
    let mut game = Alice::from_fen(fen).expect("a position");
    assert_eq!(window.play("e1", "g1"), "e1g1m");
    record::play(&mut game, "e1g1");
    assert!(game.fen().contains("/R4|R|K1 "), "{}", game.fen());
    reply(&mut window, &mut game);
    // The rook of f1 goes back to board A.
    assert_eq!(window.play("f1", "e1"), "f1e1r");
    record::play(&mut game, "f1e1");
    reply(&mut window, &mut game);
    assert!(window.close().contains("1. O-O"));
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_pawn_promotes_to_a_queen_on_the_other_board() {
    let fen = "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1";
    let mut window = Setting::new("alice_promotion", "alice")
        .start_position(fen)
        .open();
    let mut game = Alice::from_fen(fen).expect("a position");
    assert_eq!(window.promote("a7", "a8"), "a7a8d");
    record::play(&mut game, "a7a8q");
    assert!(game.fen().starts_with("|Q3k3/"), "{}", game.fen());
    reply(&mut window, &mut game);
    window.close();
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn en_passant_goes_over_the_victim() {
    let fen = "4k3/8/8/3|p|P3/8/8/8/4K3 w - d6 0 1";
    let mut window = Setting::new("alice_en_passant", "alice")
        .start_position(fen)
        .open();
    let mut game = Alice::from_fen(fen).expect("a position");
    window.lift("e5");
    window.click("d5");
    window.wait(By::XBoard, "lift d5");
    window.wait(By::Engine, "highlight ");
    window.click("d6");
    assert_eq!(window.wait_for_move(), "e5d5,d5d6p");
    record::play(&mut game, "e5d6");
    reply(&mut window, &mut game);
    window.close();
}

/// The engine's reply: a legal move, with the letter of the piece where it arrives.
fn reply(window: &mut Window, game: &mut Alice) {
    let text = window.reply();
    let letter = text.chars().last().expect("a letter");
    let promotes = game.legal_moves().into_iter().any(|m| {
        let known = m.to_string();
        known.len() == 5 && known[..4] == text[..4]
    });
    let kind = match BOARDS.1.find(letter) {
        Some(index) => &BOARDS.0[index..=index],
        None => &text[text.len() - 1..],
    };
    let origin_and_destination = &text[..text.len() - 1];
    let meant = match promotes {
        true => format!("{origin_and_destination}{kind}"),
        false => origin_and_destination.to_owned(),
    };
    record::play(game, &meant);
}
