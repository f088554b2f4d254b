//! Elolbian Chess and Clupso Chess at the window.

use galaverna::notation::Notation;
use galaverna::rules::Position;
use galaverna::rules::clupso::Clupso;
use galaverna::rules::elolbia::Elolbia;

use super::dialogue::By;
use super::record;
use super::window::{Setting, Window};

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn men_step_by_mouse() {
    let mut window = Setting::new("elolbia", "elolbia").open();
    let mut game = Elolbia::start();
    assert_eq!(window.play("b3", "c3"), "b3c3");
    record::play(&mut game, "b3c3");
    let reply = window.reply();
    record::play(&mut game, &landings(&reply));
    let pgn = window.close();
    assert!(pgn.contains("[Variant \"elolbia\"]"), "{pgn}");
    assert!(pgn.contains("1. Mbc3 "), "{pgn}");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_double_jump_by_mouse() {
    let fen = "k7/m7/3m1m2/8/3m1m2/2M5/8/6K1 w - - 0 1";
    let mut window = Setting::new("elolbia_jumps", "elolbia")
        .start_position(fen)
        .open();
    let mut game = Elolbia::from_fen(fen).expect("a position");
    assert_eq!(
        jump(&mut window, &["c3", "d4", "f6", "g7"]),
        "c3d4,d4f6,f6g7"
    );
    record::play(&mut game, "c3e5g7");
    record::play(&mut game, &landings(&window.reply()));
    let pgn = window.close();
    assert!(pgn.contains("1. Mxd4xf6-g7 "), "{pgn}");
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn of_three_victims_the_reply_clears_the_first_away() {
    let fen = "k7/8/1m1m4/8/3m4/2M5/4M3/6K1 w - - 0 1";
    let mut window = Setting::new("elolbia_long", "elolbia")
        .start_position(fen)
        .open();
    let mut game = Elolbia::from_fen(fen).expect("a position");
    // XBoard has room for two victims, the last.
    assert_eq!(
        jump(&mut window, &["c3", "d4", "d6", "b6", "a5"]),
        "c3d6,d6b6,b6a5"
    );
    record::play(&mut game, "c3e5c7a5");
    let reply = window.reply();
    let to = reply.strip_prefix("a8d4,d4").expect("a leg to d4");
    record::play(&mut game, &format!("a8{to}"));
    window.close();
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_man_becomes_a_lost_queen() {
    let fen = "n7/1M6/8/8/3m4/2M5/8/3M3m w - - 0 1";
    let mut window = Setting::new("clupso", "clupso").start_position(fen).open();
    let mut game = Clupso::from_fen(fen).expect("a position");
    assert_eq!(window.promote("b7", "b8"), "b7b8q");
    record::play(&mut game, "b7b8q");
    record::play(&mut game, &landings(&window.reply()));
    window.close();
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_jump_in_clupso_by_mouse() {
    let fen = "rnbqmbnr/mmm1mmmm/8/8/3m4/2M5/MM1MMMMM/RNBQMBNR w - - 0 1";
    let mut window = Setting::new("clupso_jump", "clupso")
        .start_position(fen)
        .open();
    let mut game = Clupso::from_fen(fen).expect("a position");
    assert_eq!(jump(&mut window, &["c3", "d4", "e5"]), "c3d4,d4e5");
    record::play(&mut game, "c3e5");
    record::play(&mut game, &landings(&window.reply()));
    let pgn = window.close();
    assert!(pgn.contains("[Variant \"clupso\"]"), "{pgn}");
    assert!(pgn.contains("xd4-e5"), "{pgn}");
}

/// Jumps with a man by clicks: on it, on each victim, and on the last landing.
/// Returns the move as the engine hears it.
fn jump(window: &mut Window, squares: &[&str]) -> String {
    let [man, victims @ .., landing] = squares else {
        panic!("{squares:?} is no jump");
    };
    window.lift(man);
    for victim in victims {
        window.click(victim);
        window.wait(By::XBoard, &format!("lift {victim}"));
        window.wait(By::Engine, "highlight ");
    }
    window.click(landing);
    window.wait_for_move()
}

/// A move in our notation: XBoard's names the squares of the victims, ours those
/// behind them.
fn landings(text: &str) -> String {
    if let Some((taken, to)) = text.split_once('-') {
        let taken: Vec<&str> = taken.split('x').collect();
        let [from, victims @ ..] = taken.as_slice() else {
            panic!("no origin");
        };
        return route(from, victims, to);
    }
    let legs: Vec<&str> = text.split(',').collect();
    let [legs @ .., last] = legs.as_slice() else {
        panic!("no leg");
    };
    let victims: Vec<&str> = legs.iter().map(|leg| &leg[2..]).collect();
    match legs {
        [] => text.to_owned(),
        _ => route(&text[..2], &victims, &last[2..]),
    }
}

/// The squares on which a man lands; behind the last one stands perhaps what it
/// becomes.
fn route(from: &str, victims: &[&str], to: &str) -> String {
    let mut squares = vec![from.to_owned()];
    for victim in victims {
        let from = squares.last().expect("the origin").as_bytes();
        let over = victim.as_bytes();
        let behind = [2 * over[0] - from[0], 2 * over[1] - from[1]];
        squares.push(String::from_utf8(behind.to_vec()).expect("a square"));
    }
    squares.concat() + &to[2..]
}
