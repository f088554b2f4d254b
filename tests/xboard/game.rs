//! Positions, moves and results.

use super::client::Client;
use crate::process::very_long_lines;

#[test]
fn the_engine_answers_for_the_side_it_plays() {
    let mut client = Client::start();
    client.send("sd 3");
    // After `new` it has Black.
    client.send("usermove e2e4");
    client.its_move();
    // A bare move does as well.
    client.send("force");
    client.send("new");
    client.send("sd 2");
    client.send("e2e4");
    client.its_move();
    client.send("force");
    client.tell("usermove d2d4");
    // Black is on the move: the engine plays it.
    client.send("go");
    client.its_move();
    client.send("force");
    client.tell("new");
    client.send("sd 2");
    client.tell("force");
    client.tell("playother");
    client.send("usermove g1f3");
    client.its_move();
    client.tell("new");
    client.tell("force");
    client.tell("usermove e4");
    assert_eq!(
        client.answer("usermove e7e6x"),
        ["Illegal move (that is no move): e7e6x"]
    );
    client.tell("usermove Nf6");
}

#[test]
fn new_forgets_variant_and_depth() {
    let mut client = Client::playing("clupso");
    client.send("sd 2");
    client.tell("new");
    client.tell("force");
    // No piece of the other game can do that.
    client.tell("usermove e2e4");
}

#[test]
fn what_is_very_long_is_not_echoed_whole() {
    let mut client = Client::start();
    let begins = [
        "",
        "usermove ",
        "setboard ",
        "variant ",
        "option ",
        "level ",
    ];
    for (begin, long) in very_long_lines(&begins) {
        let answer = client.answer(&long);
        let bytes: usize = answer.iter().map(String::len).sum();
        assert!((1..2000).contains(&bytes), "{begin}: {bytes} bytes");
    }
}

#[test]
fn moves_are_taken_back() {
    let mut client = Client::start();
    assert_eq!(
        client.answer("undo"),
        ["Error (command not legal now): undo"]
    );
    client.send("sd 2");
    client.send("usermove e2e4");
    client.its_move();
    client.tell("remove");
    assert_eq!(
        client.answer("remove"),
        ["Error (command not legal now): remove"]
    );
    // The engine goes on with Black.
    client.send("usermove e2e4");
    client.its_move();
    client.tell("force");
    client.tell("undo");
    client.tell("undo");
    assert_eq!(
        client.answer("undo"),
        ["Error (command not legal now): undo"]
    );
    client.tell("usermove e2e4");
}

#[test]
fn positions_are_set_up_or_refused() {
    let mut client = Client::start();
    client.tell("force");
    client.tell("setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    let refused = client.answer("setboard 7k/8/5KQ1/8/8/8/8/7K w - - 0 1");
    assert_eq!(
        refused,
        ["tellusererror Illegal position: FEN placement: White has 2 kings"]
    );
    assert_eq!(
        client.answer("usermove g6g7"),
        ["Illegal move (the position is illegal): g6g7"]
    );
    client.tell("setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    client.send("sd 3");
    client.send("go");
    assert_eq!(client.its_move(), "g6g7");
    assert_eq!(client.line(), "1-0 {White mates}");
}

#[test]
fn positions_are_edited() {
    let mut client = Client::start();
    for line in [
        "force",
        "usermove a2a3",
        "edit",
        "#",
        "Ke1",
        "Ra1",
        "Pe7",
        "c",
    ] {
        client.send(line);
    }
    for line in ["Kg8", "Qd5", "xd5", "Qh5", "."] {
        client.send(line);
    }
    client.expect_silence();
    client.send("sd 2");
    client.send("go");
    let best = client.its_move();
    assert!(["h5", "g8"].contains(&&best[..2]), "{best}");
    // Castling is open where king and rook are at home.
    client.send("new");
    for line in ["force", "edit", "#", "Ke1", "Rh1", "c", "Kg8", "."] {
        client.send(line);
    }
    client.tell("usermove e1g1");
    client.send("edit");
    client.send("make tea");
    assert_eq!(client.line(), "Error (unknown edit command): make tea");
    client.send("#");
    client.send(".");
    let refused = client.line();
    assert!(refused.starts_with("tellusererror Illegal position: "));
}

#[test]
fn results_are_claimed_with_reasons() {
    for (variant, fen, m, result) in [
        (
            "normal",
            "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
            "e1e8",
            "1-0 {White mates}",
        ),
        (
            "normal",
            "k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 1",
            "e8e1",
            "0-1 {Black mates}",
        ),
        (
            "normal",
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "f1f7",
            "1/2-1/2 {Stalemate}",
        ),
        (
            "normal",
            "k7/8/8/8/8/8/6p1/7K w - - 0 1",
            "h1g2",
            "1/2-1/2 {Insufficient material}",
        ),
        (
            "normal",
            "k7/8/8/8/8/8/8/K6R w - - 99 90",
            "h1h2",
            "1/2-1/2 {Draw by fifty moves}",
        ),
        (
            "iceage",
            "7k/8/8/8/8/8/6r1/K7 b - - 0 20",
            "g2g3",
            "1/2-1/2 {both kings are frozen}",
        ),
        (
            "clupso",
            "8/8/8/8/8/8/1m6/M7 w - - 0 1",
            "a1b2,b2c3",
            "1-0 {Black's last chessman is captured}",
        ),
    ] {
        let mut client = Client::at(variant, fen);
        client.tell("playother");
        assert_eq!(client.answer(&format!("usermove {m}")), [result], "{fen}");
        assert_eq!(
            client.answer("usermove a1a2"),
            ["Illegal move (the game is over): a1a2"]
        );
        // Asked to play on, it says so again.
        assert_eq!(client.answer("go"), [result]);
        client.tell(&format!("result {result}"));
    }
}

#[test]
fn repetition_is_claimed() {
    let mut client = Client::at("normal", "k7/8/8/8/8/8/8/K6R w - - 0 1");
    for m in ["h1h2", "a8b8", "h2h1", "b8a8", "h1h2", "a8b8", "h2h1"] {
        client.tell(&format!("usermove {m}"));
    }
    client.tell("playother");
    assert_eq!(
        client.answer("usermove b8a8"),
        ["1/2-1/2 {Draw by repetition}"]
    );
}

#[test]
fn hopeless_games_are_resigned() {
    let fen = "k7/8/8/8/8/8/1QQ5/K7 b - - 0 1";
    let hopeless = |client: &mut Client| {
        for _ in 0..3 {
            client.send("go");
            client.its_move();
            client.tell("force");
            client.tell("undo");
        }
        client.send("go");
    };
    let mut client = Client::at("normal", fen);
    client.send("sd 3");
    hopeless(&mut client);
    assert_eq!(client.line(), "resign");
    let mut client = Client::at("normal", fen);
    client.tell("option Resign=0");
    client.send("sd 3");
    hopeless(&mut client);
    client.its_move();
}

#[test]
fn draws_are_taken_where_they_help() {
    let bad = "4k3/8/8/8/8/8/2QQ4/4K3 b - - 0 1";
    let mut client = Client::at("normal", bad);
    client.send("sd 2");
    client.send("go");
    client.its_move();
    assert_eq!(client.answer("draw"), ["offer draw"]);
    // In force mode it is nobody's business.
    client.tell("force");
    client.tell("draw");
    let good = "4k3/8/8/8/8/8/2QQ4/4K3 w - - 0 1";
    let mut client = Client::at("normal", good);
    client.send("sd 2");
    client.send("go");
    client.its_move();
    client.tell("draw");
    // While it thinks, the answer comes with the move. No mate is near that would end
    // the thinking.
    let lost = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 b - - 0 1";
    let mut client = Client::at("normal", lost);
    client.pipe(&["st 3600", "go", "draw", "?"]);
    assert_eq!(client.line(), "offer draw");
    client.its_move();
}

#[test]
fn draws_are_offered_in_dead_level_positions() {
    // Whatever is played, the fifty-move rule makes it a draw.
    let level = "4k3/7r/8/8/8/8/R7/4K3 w - - 96 100";
    let mut client = Client::at("normal", level);
    client.send("sd 6");
    let offers = |client: &mut Client| {
        let mut offered = false;
        for _ in 0..12 {
            client.send("go");
            let lines = client.until("move ");
            offered |= lines.contains(&"offer draw".to_owned());
            client.tell("force");
            client.tell("undo");
        }
        offered
    };
    assert!(offers(&mut client));
    let mut client = Client::at("normal", level);
    client.send("sd 6");
    client.tell("option Offer draws=0");
    assert!(!offers(&mut client));
}
