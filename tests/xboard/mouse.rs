//! The user's hand: `lift`, `put` and `hover`.

use super::client::Client;

/// The answer to the lifting of a piece.
fn lift(client: &mut Client, square: &str) -> String {
    let lines = client.answer(&format!("lift {square}"));
    let [line, choices @ ..] = &lines[..] else {
        panic!("{square}: no answer");
    };
    let is_choice = |line: &String| line.starts_with("choice ");
    assert!(
        choices.len() <= 1 && choices.iter().all(is_choice),
        "{lines:?}"
    );
    let colors = line.strip_prefix("highlight ");
    colors.expect("a highlight").to_owned()
}

const NOWHERE: &str = "8/8/8/8/8/8/8/8";

#[test]
fn destinations_and_captures() {
    let mut client = Client::start();
    assert_eq!(lift(&mut client, "e2"), "8/8/8/8/4Y3/4Y3/8/8");
    client.tell("put e4");
    assert_eq!(lift(&mut client, "g1"), "8/8/8/8/8/5Y1Y/8/8");
    for nothing in ["a1", "e5", "e7"] {
        assert_eq!(lift(&mut client, nothing), NOWHERE);
    }
    let mut client = Client::at("normal", "4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1");
    assert_eq!(lift(&mut client, "e4"), "8/8/8/3RY3/8/8/8/8");
    assert_eq!(client.answer("hover d5"), ["highlight 8/8/8/3RY3/8/8/8/8"]);
    assert_eq!(lift(&mut client, "e1"), "8/8/8/8/8/8/3YYY2/3Y1YY1");
}

#[test]
fn victims_en_passant() {
    let mut client = Client::at("normal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(lift(&mut client, "e5"), "8/8/3RY3/8/8/8/8/8");
    assert_eq!(
        client.answer("hover d6"),
        ["highlight 8/8/3RY3/3g4/8/8/8/8"]
    );
    client.tell("put d6");
    client.tell("usermove e5d6");
}

#[test]
fn a_window_that_does_not_listen_is_explained_once() {
    let mut client = Client::playing("alice");
    client.tell("accepted highlight");
    client.answer("lift e2");
    client.send("put e4");
    assert_eq!([client.line(), client.line()], ["choice F", "choice F"]);
    let advice = client.line();
    assert!(
        advice.starts_with("telluser XBoard tests this move"),
        "{advice}"
    );
    assert_eq!(client.line(), "choice F");
    client.tell("force");
    client.tell("usermove e2e4f");
    client.answer("lift e7");
    client.send("put e5");
    assert_eq!([client.line(), client.line()], ["choice F", "choice F"]);
    client.tell("usermove e7e5f");
}

#[test]
fn promotions_are_chosen() {
    let mut client = Client::at("normal", "3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    assert_eq!(lift(&mut client, "e7"), "3MM3/8/8/8/8/8/8/8");
    assert_eq!(client.answer("put e8"), ["choice QRBN"]);
    // XBoard has known it before a quick click ends.
    let lifted = client.answer("lift e7");
    assert_eq!(lifted[1..], ["choice QRBN"]);
    client.tell("usermove e7e8n");
    // What the enemy has captured, and the piece itself.
    let mut client = Client::at("clupso", "8/M7/8/8/8/8/8/n5RR w - - 5 1");
    assert_eq!(lift(&mut client, "a7"), "M7/1Y6/Y7/8/8/8/8/8");
    assert_eq!(client.answer("put a8"), ["choice QBNM"]);
    client.tell("usermove a7a8m");
    assert_eq!(
        client.answer("usermove a8a9"),
        ["Illegal move (that is no move): a8a9"]
    );
}

#[test]
fn jumps_go_on_square_by_square() {
    let mut client = Client::at("clupso", "8/8/5m2/8/3m4/2M5/8/7n w - - 0 1");
    assert_eq!(lift(&mut client, "c3"), "8/8/8/8/2YC4/1Y1Y4/2Y5/8");
    client.tell("put d4");
    assert_eq!(lift(&mut client, "d4"), "8/8/5C2/4R3/8/8/8/8");
    client.tell("put f6");
    assert_eq!(lift(&mut client, "f6"), "8/6R1/8/8/8/8/8/8");
    assert_eq!(
        client.answer("hover g7"),
        ["highlight 8/6R1/5g2/8/3g4/8/8/8"]
    );
    client.tell("put g7");
    client.tell("usermove c3d4,d4f6,f6g7");
    assert_eq!(lift(&mut client, "h1"), "8/8/8/8/8/6Y1/5Y2/8");
    // Another piece is taken up in the middle of it.
    client.tell("undo");
    lift(&mut client, "c3");
    client.tell("put d4");
    assert_eq!(lift(&mut client, "h1"), NOWHERE);
    client.tell("usermove c3d4,d4e5");
}

#[test]
fn long_chains_are_known_by_their_clicks() {
    let mut client = Client::at("clupso", "8/8/5m2/8/3m4/8/1m6/M6n w - - 0 1");
    assert_eq!(lift(&mut client, "a1"), "8/8/8/8/8/8/YC6/1Y6");
    for (square, colors) in [
        ("b2", "8/8/8/8/3C4/2R5/8/8"),
        ("d4", "8/8/5C2/4R3/8/8/8/8"),
        ("f6", "8/6R1/8/8/8/8/8/8"),
    ] {
        client.tell(&format!("put {square}"));
        assert_eq!(lift(&mut client, square), colors);
    }
    client.tell("put g7");
    client.tell("usermove a1d4,d4f6,f6g7");
    // XBoard still shows a piece on b2.
    assert_eq!(lift(&mut client, "h1"), "8/8/8/8/8/6Y1/1d3Y2/8");
}

#[test]
fn pieces_arrive_on_the_other_board() {
    let mut client = Client::playing("alice");
    client.send("force");
    assert_eq!(lift(&mut client, "e2"), "8/8/8/8/4B3/4B3/8/8");
    assert_eq!(client.answer("put e4"), ["choice F"]);
    client.tell("usermove e2e4f");
    client.tell("usermove a7a6f");
    assert_eq!(lift(&mut client, "e4"), "8/8/8/4B3/8/8/8/8");
    assert_eq!(client.answer("put e5"), ["choice P"]);
    // Somebody may type it without the letter, or in our own notation.
    client.tell("usermove e4e5");
    let mut client = Client::at("alice", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(lift(&mut client, "a7"), "M7/8/8/8/8/8/8/8");
    assert_eq!(client.answer("put a8"), ["choice DTAH"]);
    assert_eq!(lift(&mut client, "e1"), "8/8/8/8/8/8/3BBB2/3B1BB1");
    assert_eq!(client.answer("put g1"), ["choice M"]);
    client.tell("usermove a7a8q");
}

#[test]
fn en_passant_on_two_boards_goes_over_the_victim() {
    let mut client = Client::at("alice", "4k3/8/8/8/2|p5/8/1P6/4K3 w - - 0 1");
    client.tell("usermove b2b4f");
    assert_eq!(lift(&mut client, "c4"), "8/8/8/8/1C6/2B5/8/8");
    client.tell("put b4");
    assert_eq!(lift(&mut client, "b4"), "8/8/8/8/8/1B6/8/8");
    assert_eq!(client.answer("put b3"), ["choice P"]);
    client.tell("usermove c4b4,b4b3p");
    assert_eq!(lift(&mut client, "b4"), NOWHERE);
}

#[test]
fn cubes_are_captured() {
    let mut client = Client::playing("iceage");
    assert_eq!(lift(&mut client, "b1"), "8/8/8/8/8/R1R5/8/8");
    assert_eq!(lift(&mut client, "e2"), "8/8/8/8/8/3R1R2/8/8");
    client.send("force");
    client.tell("put f3");
    client.tell("usermove e2f3");
    // Black takes them as well.
    assert_eq!(lift(&mut client, "b8"), "8/8/R1R5/8/8/8/8/8");
}
