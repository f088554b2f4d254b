//! Thinking, its limits, and what can be said meanwhile.

use std::thread;
use std::time::{Duration, Instant};

use super::client::Client;

/// The numbers of a line of thinking output, and its moves.
fn numbers_and_moves(line: &str) -> (Vec<i64>, &str) {
    let (numbers, moves) = line.split_once('\t').expect("a tab before the moves");
    let numbers = numbers.split(' ');
    (
        numbers.map(|n| n.parse().expect("a number")).collect(),
        moves,
    )
}

#[test]
fn thinking_output_has_the_standard_form() {
    let mut client = Client::start();
    client.send("post");
    client.send("sd 5");
    client.send("go");
    let mut lines = client.until("move ");
    lines.pop();
    let depths: Vec<i64> = lines
        .iter()
        .map(|line| numbers_and_moves(line).0[0])
        .collect();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
    for line in &lines {
        let (numbers, moves) = numbers_and_moves(line);
        assert_eq!(numbers.len(), 7, "{line}");
        assert!(numbers[3] > 0 && numbers[4] >= numbers[0], "{line}");
        // In SAN.
        assert!(!moves.contains("e2e4") && !moves.is_empty(), "{line}");
    }
    client.send("nopost");
    client.send("force");
    client.send("go");
    assert!(client.line().starts_with("move "));
}

#[test]
fn mates_are_a_hundred_thousand_and_the_moves() {
    let mut client = Client::at("normal", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    client.send("post");
    client.send("sd 3");
    client.send("go");
    let lines = client.until("move ");
    let (numbers, moves) = numbers_and_moves(&lines[lines.len() - 2]);
    assert_eq!((numbers[1], moves), (100_001, "Qg7#"));
    let mut client = Client::at("normal", "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1");
    client.send("post");
    client.send("sd 4");
    client.send("go");
    let lines = client.until("move ");
    assert_eq!(numbers_and_moves(&lines[lines.len() - 2]).0[1], -100_001);
}

#[test]
fn limits_are_kept() {
    let mut client = Client::start();
    for limits in [
        &["level 40 0:01 0"][..],
        &["level 0 0:01 0.05"],
        &["st 0.05"],
        &["time 5", "otim 5"],
        &["st 3600", "sd 3"],
        &["st 1", "nps 2000", "sd 50"],
    ] {
        client.send("new");
        limits.iter().for_each(|line| client.send(line));
        client.send("go");
        client.its_move();
    }
    client.send("new");
    for line in ["post", "st 1", "nps 3000", "go"] {
        client.send(line);
    }
    let lines = client.until("move ");
    let (numbers, _) = numbers_and_moves(&lines[lines.len() - 2]);
    // A search that is broken off counts the nodes that it leaves.
    assert!((2000..3050).contains(&numbers[3]), "{numbers:?}");
}

#[test]
fn the_engine_moves_at_once_when_told() {
    let mut client = Client::start();
    client.send("?");
    client.send("post");
    client.send("st 3600");
    client.send("usermove e2e4");
    client.find("4 ");
    // A ping must not overtake the move.
    client.send("ping 77");
    client.send("?");
    let lines = client.until("pong 77");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
}

#[test]
fn commands_are_obeyed_while_it_thinks() {
    let mut client = Client::start();
    client.send("post");
    client.send("st 3600");
    client.send("go");
    client.find("3 ");
    client.send("nopost");
    for (line, answer) in [
        ("undo", "Error (command not legal now): undo"),
        ("remove", "Error (command not legal now): remove"),
        ("usermove e2e4", "Illegal move (it is not your turn): e2e4"),
        ("tea", "Error (unknown command): tea"),
    ] {
        client.send(line);
        client.find(answer);
    }
    for line in [
        "time 100",
        "otim 100",
        "level 40 5 0",
        "st 5",
        "hard",
        "easy",
    ] {
        client.send(line);
    }
    client.send("option Hash=4");
    client.send("bk");
    client.find(" Galaverna has no opening book.");
    assert_eq!(client.line(), "");
    // No move comes of it when the game is taken out of its hands.
    client.send("force");
    client.expect_silence();
    client.tell("usermove e2e4");
    for interruption in [
        "new",
        "result * {aborted}",
        "variant alice",
        "setboard 8/8/8/8/8/8/8/8",
    ] {
        client.send("st 3600");
        client.send("go");
        let lines = client.answer(interruption);
        let moved = lines.iter().any(|line| line.starts_with("move "));
        assert!(!moved, "{interruption}: {lines:?}");
        client.send("new");
    }
}

#[test]
fn it_ponders_when_it_is_hard() {
    let mut client = Client::start();
    client.send("post");
    client.send("hard");
    client.send("st 0.5");
    client.send("usermove e2e4");
    client.its_move();
    let hint = client.expect_start("Hint: ")["Hint: ".len()..].to_owned();
    // It thinks though nobody has moved, and answers pings meanwhile.
    client.find("4 ");
    client.settle();
    // The move that it expects: it goes on thinking where it was.
    client.send("time 1000");
    client.send("otim 1000");
    client.send(&format!("usermove {hint}"));
    client.its_move();
    client.expect_start("Hint: ");
    client.find("3 ");
    // Another move.
    client.send("usermove a2a4");
    client.its_move();
    client.send("easy");
    client.settle();
    client.expect_silence();
    client.send("hard");
    client.expect_start("Hint: ");
    client.find("2 ");
    // An option ends the search; it is taken up again.
    client.send("option MultiPV=2");
    client.expect_pondering();
    client.send("force");
    client.settle();
    client.expect_silence();
}

impl Client {
    fn expect_pondering(&mut self) {
        self.find("Hint: ");
        self.find("2 ");
    }
}

#[test]
fn playother_ponders_too() {
    let mut client = Client::start();
    for line in [
        "post",
        "hard",
        "st 0.5",
        "force",
        "usermove e2e4",
        "playother",
    ] {
        client.send(line);
    }
    client.expect_pondering();
    client.send("usermove a7a6");
    client.its_move();
}

#[test]
fn a_pause_holds_it_and_what_comes_meanwhile() {
    let mut client = Client::start();
    client.send("post");
    client.send("st 3600");
    client.send("go");
    client.find("2 ");
    for line in ["pause", "ping 5", "nopost", "resume", "?"] {
        client.send(line);
    }
    let lines = client.until("pong 5");
    assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
    for line in ["pause", "quit"] {
        client.send(line);
    }
    assert!(client.wait().0.success());
}

#[test]
fn one_resume_ends_every_pause_before_it() {
    let mut client = Client::start();
    for script in [
        &["pause", "pause", "ping 5", "resume"][..],
        &["pause", "ping 5", "pause", "resume"],
        &["pause", "ping 5", "resume", "pause", "resume"],
    ] {
        client.pipe(&["new", "st 3600", "go"]);
        client.pipe(script);
        client.send("?");
        let lines = client.until("pong 5");
        assert!(lines[lines.len() - 2].starts_with("move "), "{lines:?}");
        client.expect_silence();
    }
}

#[test]
fn what_a_pause_holds_comes_before_what_follows_it() {
    let mut client = Client::start();
    client.pipe(&["st 3600", "go", "pause", "force", "usermove e2e4", "resume"]);
    client.pipe(&["usermove e7e5", "usermove g1f3"]);
    client.expect_silence();
    client.tell("usermove b8c6");
}

#[test]
fn options_are_set_before_the_game_that_ends_the_thinking() {
    let mut client = Client::start();
    client.pipe(&[
        "st 3600",
        "go",
        "option Start position=7k/8/5KQ1/8/8/8/8/8 w - - 0 31",
    ]);
    client.send("new");
    client.expect_start("setup 7k/8/5KQ1/8/8/8/8/8 w - - 0 31");
}

#[test]
fn time_spent_pondering_belongs_to_the_move() {
    let time = Duration::from_secs(4);
    let mut client = Client::start();
    client.pipe(&[
        "post",
        "hard",
        &format!("st {}", time.as_secs()),
        "usermove e2e4",
    ]);
    client.its_move();
    let hint = client.expect_start("Hint: ")["Hint: ".len()..].to_owned();
    thread::sleep(time);
    client.send(&format!("usermove {hint}"));
    let hit = Instant::now();
    client.its_move();
    assert!(hit.elapsed() < time / 2, "{:?}", hit.elapsed());
}

#[test]
fn no_time_is_too_long_to_be_counted_with() {
    let mut client = Client::start();
    for times in [
        "level 40 5 1e19",
        "level 1 300000000000000000 0",
        "level 0 9999999999999999:0 1e18",
        "st 1e19",
        "time 9223372036854775807",
    ] {
        client.pipe(&["new", times, "sd 1", "go"]);
        client.its_move();
        client.pipe(&["usermove e7e5", "?"]);
        client.its_move();
        client.pipe(&["nps 18446744073709551615", "force", "go"]);
        client.its_move();
    }
}

#[test]
fn hints_and_book() {
    let mut client = Client::start();
    client.send("force");
    let hint = client.answer("hint");
    assert_eq!(hint.len(), 1);
    let text = hint[0].strip_prefix("Hint: ").expect("a hint");
    client.tell(&format!("usermove {text}"));
    assert_eq!(client.answer("bk"), [" Galaverna has no opening book.", ""]);
    client.tell("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    client.tell("hint");
}
