//! What is said, written down in a file (`Debug Log File`).

use std::fs;
use std::path::PathBuf;

use super::client::Client;
use crate::process::Process;

fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, "what was there before\n").expect("a file for tests");
    path
}

#[test]
fn a_dialogue_is_written_down_until_the_log_ends() {
    let path = path("debug log.txt");
    let mut client = Client::start();
    let option = "setoption name Debug Log File value";
    client.expect_silence();
    client.send(&format!("{option} {}", path.display()));
    client.send("uci");
    let identification = client.until("uciok");
    client.send("position startpos moves e2e4");
    client.send("go depth 2");
    let answer = client.until("bestmove ");
    client.send(&format!("{option} <empty>"));
    client.expect_silence();
    let mut expected = vec![">> uci".to_owned()];
    let out = |line: &String| format!("<< {line}");
    expected.extend(identification.iter().map(out));
    expected.push(">> position startpos moves e2e4".to_owned());
    expected.push(">> go depth 2".to_owned());
    expected.extend(answer.iter().map(out));
    expected.push(format!(">> {option} <empty>"));
    let log = fs::read_to_string(&path).expect("the log");
    assert_eq!(log.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_that_cannot_be_written_is_one_line_and_the_log_goes_on() {
    let path = path("debug log kept.txt");
    let mut client = Client::start();
    let option = "setoption name Debug Log File value";
    client.send(&format!("{option} {}", path.display()));
    for bad in ["no/such/folder/log", env!("CARGO_TARGET_TMPDIR")] {
        client.send(&format!("{option} {bad}"));
        let line = client.expect_start("info string option Debug Log File: ");
        assert!(line.contains(bad), "{line}");
    }
    client.expect_silence();
    let log = fs::read_to_string(&path).expect("the log");
    assert!(log.ends_with(">> isready\n<< readyok\n"), "{log}");
}

#[test]
fn xboard_has_it_too() {
    let path = path("debug log of XBoard.txt");
    let mut client = Process::start(&["xboard"]);
    client.send(&format!("option Debug Log File={}", path.display()));
    client.send("ping 1");
    client.find("pong 1");
    let log = fs::read_to_string(&path).expect("the log");
    assert_eq!(log, ">> ping 1\n<< pong 1\n");
}
