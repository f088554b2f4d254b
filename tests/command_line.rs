//! The commands of the binary, as a person types them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn galaverna(arguments: &[&str], input: &str) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_galaverna"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut writer = process.stdin.take().expect("piped");
    // A program that has ended reads no more.
    let _ = writer.write_all(input.as_bytes());
    drop(writer);
    process.wait_with_output().expect("the binary ends")
}

fn text(arguments: &[&str], input: &str) -> String {
    let output = galaverna(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn bench_ends_with_nodes_and_nodes_a_second() {
    let output = text(&["bench", "2"], "");
    let last: Vec<&str> = output.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", rate, "nps"] = last[..] else {
        panic!("{last:?}");
    };
    assert!(nodes.parse::<u64>().unwrap() > 100 && rate.parse::<u64>().is_ok());
    let sum: u64 = output
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(_, counts)| counts.split(' ').next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum.to_string(), nodes);
}

#[test]
fn perft_counts_from_any_position() {
    assert!(text(&["perft", "chess", "3"], "").contains("perft 3: 8902"));
    assert!(text(&["perft", "clupso", "3"], "").contains("perft 3: 2580"));
    let fen = "8/1P6/8/p7/3|k4/8/6|K1/8 w - - 1 91";
    assert!(text(&["perft", "alice", "2", fen], "").contains("perft 2: 103"));
}

#[test]
fn a_position_is_drawn_to_a_file() {
    let file = std::env::temp_dir().join(format!("galaverna-{}.svg", std::process::id()));
    let path = file.to_str().unwrap();
    let fen = "4k3/8/8/3*4/8/8/8/3QK3 w - - 0 1";
    text(&["diagram", "iceage", fen, "-o", path], "");
    let drawn = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("#ice") && drawn.contains("#wQ"));
    let refused = galaverna(&["diagram", "chess", "nonsense", "-o", path], "");
    assert!(!refused.status.success() && !file.exists());
}

#[test]
fn a_game_begins_from_any_position_and_reads_what_people_type() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3K1N1 w - - 0 1";
    let output = text(
        &["play", "chess", "--fen", fen, "--elo", "1300"],
        "ra1-a8+\n",
    );
    assert!(output.contains("Game over: 1-0 (checkmate)"), "{output}");
    let refused = galaverna(&["play", "chess", "--elo", "99"], "");
    assert!(!refused.status.success());
}

#[test]
fn positions_of_several_games_are_solved() {
    let suite = concat!(
        "# Two mates in one, one of them misjudged, and a last piece.\n",
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"right\";\n",
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - hmvc 3; bm d1d7 Rd6; id \"wrong\";\n",
        "8/8/8/8/3m4/2M5/8/8 w - - variant clupso; bm c3e5;\n",
    );
    let file = std::env::temp_dir().join(format!("galaverna-{}.epd", std::process::id()));
    std::fs::write(&file, suite).unwrap();
    let file = file.to_str().unwrap();
    let output = text(&["solve", file, "--nodes", "2000"], "");
    std::fs::write(file, suite.replace("bm d1d7", "bm d1d7q")).unwrap();
    let illegal = galaverna(&["solve", file], "");
    std::fs::write(file, "6k1/5ppp/8/8/8/8/8/K2R4 w - - dm 1;").unwrap();
    let missing = galaverna(&["solve", file], "");
    std::fs::remove_file(file).unwrap();
    assert_eq!(
        output.lines().map(str::trim).collect::<Vec<_>>(),
        [
            "chess: 1 of 2 solved; not wrong",
            "clupso: 1 of 1 solved",
            "2 of 3 solved"
        ]
    );
    for (output, message) in [
        (illegal, "line 3: illegal move 'd1d7q'"),
        (missing, "line 1: no best move"),
    ] {
        assert!(!output.status.success());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(message), "{errors}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (arguments, message) in [
        (
            &["perft", "shogi", "3"][..],
            "chess iceage alice elolbia clupso",
        ),
        (&["perft", "chess", "2", "nonsense"], "1 ranks instead of 8"),
        (&["watch"], "Usage"),
        (&["solve", "nowhere.epd"], "nowhere.epd: No such file"),
        (&["dance"], "unrecognized subcommand 'dance'"),
    ] {
        let output = galaverna(arguments, "");
        assert!(!output.status.success());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn help_is_everywhere() {
    assert!(text(&["--help"], "").contains("watch"));
    for command in [
        "bench", "board", "diagram", "solve", "perft", "watch", "play",
    ] {
        let help = text(&[command, "--help"], "");
        assert!(help.contains("Usage: galaverna"), "{help}");
    }
}

#[test]
fn a_game_is_watched_to_its_end() {
    let output = text(&["watch", "clupso", "--movetime", "1"], "");
    let end = output.lines().last().unwrap();
    assert!(end.starts_with("Game over: "), "{end}");
    assert!(output.contains("\n1. "));
}

#[test]
fn a_person_plays() {
    let input = "e2\ne4\nmoves\nhint\nundo\nfen\nNf3\nOO\nresign\n";
    let output = text(&["play", "chess", "--movetime", "10"], input);
    assert!(output.contains("illegal move 'e2'"));
    assert!(output.contains("a3 "));
    assert!(
        output.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        "{output}"
    );
    assert!(output.contains("'OO' is not a move"));
    assert!(output.ends_with("Game over: White resigns\n"), "{output}");

    let output = text(
        &["play", "iceage", "--side", "black", "--movetime", "10"],
        "undo\n",
    );
    assert!(output.contains("\n1. "), "the engine opens: {output}");
    assert!(output.contains("Ice Age: after Black's move 20"));
}
