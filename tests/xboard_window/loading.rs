//! Games of matches, stepped through in XBoard.

use std::fs;
use std::path::PathBuf;

use galaverna::pgn::{PgnGame, PgnMove, for_window};
use galaverna::show::Game;

use super::window::Setting;

/// A game that begins so is loaded from a file, and the engine follows all of it.
fn is_loaded(test: &str, variant: &str, fen: Option<&str>, moves: &[&str]) {
    let game = Game::named(variant).expect("a game of the registry");
    let mut pgn = PgnGame::default();
    pgn.set_tag("Variant", variant);
    pgn.set_start(game, fen);
    let sans = moves.iter().map(|&san| PgnMove {
        san: san.to_owned(),
        ..PgnMove::default()
    });
    pgn.moves = sans.collect();
    pgn.result = "*".to_owned();
    let parts = for_window(&pgn).expect("a game by the rules");
    // XBoard goes on to the next part by hand.
    let part = &parts[0];
    let moves = &moves[..part.moves.len()];
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.pgn"));
    fs::write(&file, part.to_string()).expect("a temporary file");
    let window = game.window.expect("a game that XBoard does not know");
    let window = Setting::new(test, variant)
        .options(&["-pieceToCharTable", &window.piece_table()])
        .options(&["-loadGameFile", file.to_str().expect("text")])
        .options(&["-loadGameIndex", "1", "-timeDelay", "0.1"])
        .open();
    let mut session = game.open();
    session.set_position(fen, &[]).expect("a position");
    let relayed = window.dialogue.wait_for_moves(moves.len());
    for (san, relayed) in moves.iter().zip(relayed) {
        let moves = galaverna::show::xboard::moves::WindowMoves::of(session.as_ref(), game.window);
        let found = moves.find(session.as_ref(), &relayed);
        let found = found.unwrap_or_else(|error| panic!("{san}: {error}")).m;
        assert_eq!(session.read_move(san), Ok(found), "{relayed}");
        session.play(san).expect("a legal move");
    }
    window.close();
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_game_on_two_boards_is_loaded() {
    let moves = [
        "e4/B", "e5/B", "Nf3/B", "Nc6/B", "Be2/B", "d6/B", "O-O/B", "Qe7/B", "Re1/A",
    ];
    is_loaded("load_alice", "alice", None, &moves);
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_game_with_jumps_is_loaded() {
    let fen = "k7/8/3m1m2/8/3m1m2/2M5/7N/6K1 w - - 0 1";
    let moves = ["Mc3xe5", "Kb8", "Me5xg7", "Mf5", "Nf3"];
    is_loaded("load_jumps", "elolbia", Some(fen), &moves);
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_game_with_a_chain_is_loaded() {
    let fen = "k7/m7/3m1m2/8/3m1m2/2M5/8/6K1 w - - 0 1";
    is_loaded("load_elolbia", "elolbia", Some(fen), &["Mc3xe5xg7", "Mb7"]);
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_game_with_a_promotion_is_loaded() {
    let fen = "n7/1M6/8/8/3m4/2M5/8/3M3m w - - 0 1";
    is_loaded(
        "load_clupso",
        "clupso",
        Some(fen),
        &["Mb8=Q", "Nc7", "Qxc7"],
    );
}

#[test]
#[ignore = "needs xboard, Xvfb and xdotool"]
fn a_game_on_ice_is_loaded() {
    is_loaded(
        "load_iceage",
        "iceage",
        None,
        &["Nxc3", "Nxf6", "exd3", "exd6"],
    );
}
