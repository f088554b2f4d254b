//! Scripts that are sent at once: every `go` is answered, in its order, and the end of
//! input ends everything.

use std::thread;
use std::time::{Duration, Instant};

use super::client::Client;
use crate::process::very_long_lines;

/// Answers among these lines.
fn answers(lines: &[String]) -> Vec<&str> {
    let lines = lines.iter();
    lines
        .filter_map(|line| line.strip_prefix("bestmove "))
        .collect()
}

#[test]
fn the_end_of_input_ends_whatever_runs() {
    for script in [
        &["go depth 60", "ucinewgame"][..],
        &["go depth 200", "position startpos"],
        &[
            "position startpos moves e2e4",
            "go wtime 1000",
            "position startpos",
        ],
        &["go movetime 3600000"],
        &["go ponder wtime 1000 btime 1000"],
        &["go depth 100", "xboard"],
        &[
            "go depth 100",
            "bench 20",
            "go perft 12",
            "position startpos moves e2e4",
            "go depth 100",
            "stop",
            "go infinite",
            "go ponder depth 100",
        ],
    ] {
        let mut client = Client::start();
        client.pipe(script);
        let lines = client.end_soon();
        let searches = script.iter().filter(|line| line.starts_with("go "));
        let searches = searches.filter(|line| !line.contains("perft"));
        assert_eq!(answers(&lines).len(), searches.count(), "{script:?}");
    }
}

#[test]
fn counts_and_measurements_end_with_the_input_by_quit_and_by_stop() {
    // The last says positions until then.
    for endless in ["go perft 9", "bench 40", "speedtest 1 1", "genfens 1000000"] {
        for end in [None, Some("quit")] {
            let mut client = Client::start();
            client.send(endless);
            end.into_iter().for_each(|end| client.send(end));
            let lines = client.end_soon();
            let last = lines.last().expect("what was not finished");
            assert!(last.ends_with(": stopped"), "{endless}: {lines:?}");
        }
        let mut client = Client::start();
        let moved = "position startpos moves e2e4";
        client.pipe(&[endless, "stop", moved, "go infinite", "stop"]);
        while !client.find("info string ").ends_with(": stopped") {}
        client.find("bestmove ");
        assert!(client.fen().contains("4P3"));
        // It is not for the search before them.
        let mut client = Client::start();
        client.pipe(&["go movetime 200", endless, "stop"]);
        client.find("bestmove ");
        while !client.find("info string ").ends_with(": stopped") {}
    }
    // Short ones are still finished.
    let mut client = Client::start();
    client.pipe(&["go perft 3", "isready", "go perft 2", "quit"]);
    let lines = client.end_soon();
    let found = lines
        .iter()
        .filter(|line| line.starts_with("Nodes searched: "));
    assert_eq!(found.count(), 2, "{lines:?}");
}

#[test]
fn what_is_very_long_is_not_echoed_whole() {
    let mut client = Client::start();
    let begins = [
        "",
        "position fen ",
        "position startpos moves ",
        "go ",
        "setoption name ",
    ];
    for (begin, long) in very_long_lines(&begins) {
        client.send(&long);
        let line = client.expect_start("info string ");
        assert!(line.len() < 2000, "{} bytes", line.len());
        if begin == "go " && long.len() < 16 << 20 {
            client.find("bestmove ");
        }
        client.expect_silence();
    }
}

#[test]
fn what_was_asked_before_quit_is_answered() {
    let mut client = Client::start();
    client.pipe(&[
        "go infinite",
        "stop",
        "position startpos moves e2e4",
        "go infinite",
        "stop",
        "go movetime 3600000",
        "quit",
        "go infinite",
    ]);
    assert_eq!(answers(&client.end_soon()).len(), 3);
}

#[test]
fn short_searches_are_finished_after_the_end_of_input() {
    let mut client = Client::start();
    client.pipe(&["go depth 3", "position startpos moves e2e4", "go depth 4"]);
    let lines = client.end_soon();
    assert_eq!(answers(&lines).len(), 2);
    for depth in ["info depth 3 ", "info depth 4 "] {
        assert!(lines.iter().any(|line| line.starts_with(depth)), "{depth}");
    }
}

#[test]
fn a_stop_is_for_the_search_before_it() {
    let moved = "position startpos moves e2e4";
    for (script, count) in [
        (
            &["go infinite", "stop", moved, "go infinite", "stop"][..],
            2,
        ),
        (&["go movetime 200", "go infinite", "stop"], 2),
        (
            &["go movetime 200", moved, "go infinite", "stop", "stop"],
            2,
        ),
        (&["go depth 100", moved, "stop"], 1),
        (&["go infinite", "go infinite", "go infinite", "stop"], 3),
        (
            &["go depth 3", "go depth 100", moved, "stop", "go depth 2"],
            3,
        ),
    ] {
        let mut client = Client::start();
        client.pipe(script);
        for _ in 0..count {
            client.find("bestmove ");
        }
        assert_eq!(client.fen().contains("4P3"), script.contains(&moved));
        // Nothing is left that runs or waits.
        client.send("go depth 1");
        client.find("info depth 1 ");
        client.expect_start("bestmove ");
        client.expect_silence();
    }
}

#[test]
fn positions_change_between_the_searches_of_a_script() {
    let mut client = Client::start();
    let mut script = Vec::new();
    for moves in ["", " moves e2e4", " moves e2e4 e7e5"] {
        script.push(format!("position startpos{moves}"));
        script.push("go infinite".to_owned());
        script.push("stop".to_owned());
    }
    let script: Vec<&str> = script.iter().map(String::as_str).collect();
    client.pipe(&script);
    for rank in ['2', '7', '2'] {
        let best = client.find("bestmove ");
        let origin = best["bestmove ".len()..].chars().nth(1).expect("a square");
        // Knights move too, from the rank behind the pawns.
        let behind = if rank == '2' { '1' } else { '8' };
        assert!(origin == rank || origin == behind, "{best}");
    }
}

#[test]
fn a_ponderhit_is_for_the_search_before_it() {
    let mut client = Client::start();
    client.pipe(&[
        "go ponder wtime 500 btime 500",
        "ponderhit",
        "go depth 3",
        "go ponder movetime 50",
        "position startpos moves e2e4",
        "ponderhit",
        "go ponder depth 100",
        "ponderhit",
        "stop",
    ]);
    for _ in 0..4 {
        client.find("bestmove ");
    }
    client.expect_silence();
}

#[test]
fn a_clock_of_the_other_side_is_no_limit() {
    let mut client = Client::start();
    client.pipe(&[
        "position startpos moves e2e4",
        "go wtime 1000",
        "position startpos",
        "go depth 2",
    ]);
    client.find("bestmove ");
    client.find("bestmove ");
}

#[test]
fn time_spent_pondering_belongs_to_the_move() {
    let time = Duration::from_secs(6);
    let mut client = Client::start();
    client.send(&format!("go ponder movetime {}", time.as_millis()));
    thread::sleep(time);
    client.send("ponderhit");
    let hit = Instant::now();
    client.find("bestmove ");
    assert!(hit.elapsed() < time / 2, "{:?}", hit.elapsed());
}
