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

/// An ordinary program says what it takes, before it writes anything.
#[test]
fn spsa_says_which_program_can_tune() {
    let file = std::env::temp_dir().join(format!("galaverna-spsa-{}", std::process::id()));
    let name = file.to_str().expect("UTF-8");
    let output = galaverna(&["spsa", "chess", "-games", "2", "-out", name], "");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        !output.status.success() && error.contains("--features tune"),
        "{error}"
    );
    assert!(!file.exists());
    let refused = galaverna(
        &["spsa", "chess", "-games", "2", "-out", name, "-rate", "2"],
        "",
    );
    assert!(!refused.status.success());
}

#[test]
fn perft_counts_from_any_position() {
    assert!(text(&["perft", "chess", "3"], "").contains("perft 3: 8902"));
    assert!(text(&["perft", "chess", "0"], "").starts_with("perft 0: 1 "));
    assert!(text(&["perft", "clupso", "3"], "").contains("perft 3: 2580"));
    let fen = "8/1P6/8/p7/3|k4/8/6|K1/8 w - - 1 91";
    assert!(text(&["perft", "alice", "2", fen], "").contains("perft 2: 103"));
}

#[test]
fn positions_are_converted_for_xboard_and_back() {
    let convert = |to: &str, game: &str, fen: &str| {
        let output = text(&["fen", "convert", "--to", to, game, fen], "");
        output.trim_end().to_owned()
    };
    for (game, ours, xboard) in [
        (
            "alice",
            "4|k3/8/8/3|q4/4|P3/8/8/4K2R b K - 3 9",
            "4m3/8/8/3d4/4F3/8/8/4K2R b K - 3 9",
        ),
        (
            "iceage",
            "4k3/8/**6/8/8/8/8/4K3 w - - 0 21",
            "4k3/8/cc6/8/8/8/8/4K3 w - - 0 21",
        ),
        (
            "elolbia",
            "k7/8/3m4/8/8/2M5/8/6K1 b - - 0 1",
            "k7/8/3m4/8/8/2M5/8/6K1 b - - 0 1",
        ),
    ] {
        for fen in [ours, xboard] {
            assert_eq!(convert("xboard", game, fen), xboard);
            assert_eq!(convert("galaverna", game, fen), ours);
        }
    }
    let wrong = galaverna(&["fen", "convert", "--to", "xboard", "chess", "8 w"], "");
    assert!(!wrong.status.success());
    let message = String::from_utf8(wrong.stderr).unwrap();
    assert!(message.contains("FEN placement: "), "{message}");
}

#[test]
fn a_position_is_drawn_to_a_file() {
    let file = std::env::temp_dir().join(format!("galaverna-{}.svg", std::process::id()));
    let path = file.to_str().unwrap();
    let fen = "4k3/8/8/3*4/8/8/8/3QK3 w - - 0 1";
    text(&["diagram", "iceage", fen, "-o", path], "");
    let drawn = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("#cube") && drawn.contains("#wQ"));
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
        (&["perft", "chess", "2", "nonsense"], "1 rank instead of 8"),
        (&["watch"], "Usage"),
        (&["solve", "nowhere.epd"], "nowhere.epd: No such file"),
        (&["dance"], "unrecognized subcommand 'dance'"),
        (
            &["board", "--no-open", "--tables", "nowhere"],
            "--tables: no tables in 'nowhere'",
        ),
        (
            &["board", "--no-open", "--syzygy", "nowhere"],
            "--syzygy: no tables in 'nowhere'",
        ),
    ] {
        let output = galaverna(arguments, "");
        assert!(!output.status.success());
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
}

#[test]
fn help_is_everywhere() {
    let help = text(&["match", "--help"], "");
    assert_eq!(text(&["match", "-h"], ""), help);
    assert!(text(&["--help"], "").contains("watch"));
    for command in [
        "analyse", "bench", "board", "diagram", "pictures", "solve", "perft", "watch", "play",
    ] {
        let help = text(&[command, "--help"], "");
        assert!(help.contains("Usage: galaverna"), "{help}");
    }
    let log = new_file("help.log");
    for command in [
        "datagen", "relabel", "train", "bullet", "wdl", "problems", "explore", "book",
    ] {
        let help = text(&[command, "--help"], "");
        assert!(
            help.contains(&format!("Usage: galaverna {command} ")),
            "{help}"
        );
        assert_eq!(text(&["--log", &log, command, "-help"], ""), help);
    }
}

#[test]
fn openings_end_where_there_are_no_more() {
    let output = galaverna(&["openings", "chess", "--count", "3", "--plies", "0"], "");
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), 1, "{lines}");
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.starts_with("There are only 1 "), "{warning}");
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

/// A file for a test, unlike those of other tests, that is not there yet.
fn new_file(name: &str) -> String {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&file);
    file.to_str().unwrap().to_owned()
}

/// A game whose input stays open, with what it has written when it has ended.
fn open_ended(arguments: &[&str], meanwhile: impl FnOnce(&mut std::process::Child)) -> String {
    let mut process = Command::new(env!("CARGO_BIN_EXE_galaverna"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let input = process.stdin.take();
    meanwhile(&mut process);
    let output = process.wait_with_output().expect("the binary ends");
    drop(input);
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn colours_are_for_terminals_and_as_wished() {
    let game = ["play", "iceage", "--fen", ICE];
    let colored = |variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_galaverna"))
            .args(game)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = colored(&[]);
    assert!(
        !plain.contains('\x1b') && plain.contains(" | k |   |***|"),
        "{plain}"
    );
    assert_eq!(
        colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]),
        plain
    );
    let bright = colored(&[("CLICOLOR_FORCE", "1")]);
    // Explicit colours before and behind everything, and nothing bold.
    let k = "\x1b[38;5;231m\x1b[48;5;16mk";
    assert!(
        bright.contains(k) && !bright.contains("\x1b[1m"),
        "{bright:?}"
    );
}

const ICE: &str = "k1*5/8/8/8/8/8/8/K1*5 w - - 0 1";

#[test]
fn everything_that_people_type_is_a_move() {
    let fen = "k7/8/8/8/8/8/4P3/KN4NR w - - 0 1";
    let input = "nf3\ne2-e4\nNb1-d2\nkb1+\nN:f7\nNz9\n Rh1xh8 \n";
    let arguments = [
        "play",
        "chess",
        "--fen",
        fen,
        "--movetime",
        "5",
        "--side",
        "white",
    ];
    let output = text(&arguments, input);
    let score: Vec<&str> = output
        .lines()
        .filter(|line| line.starts_with("1. "))
        .collect();
    let played = score.last().unwrap();
    for m in ["1. Nf3 ", "2. e4 ", "3. Nbd2 ", "4. Kb1 "] {
        assert!(played.contains(m), "{m}: {output}");
    }
    assert!(output.contains("'Nz9' is not a move"), "{output}");
    assert!(
        output.contains("illegal move 'N:f7'") && played.contains("5. Rh8"),
        "{output}"
    );
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let output = text(&["play", "chess", "--fen", pinned], "nc3\nKe0\nquit\n");
    assert!(
        output.contains("illegal move 'nc3': it leaves the king in check"),
        "{output}"
    );
    let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (typed, san) in [
        ("o-o", "O-O"),
        ("0-0-0", "O-O-O"),
        ("O-O+", "O-O"),
        ("e1g1", "O-O"),
    ] {
        let arguments = ["play", "chess", "--fen", castling, "--movetime", "5"];
        let output = text(&arguments, &format!("{typed}\nquit\n"));
        assert!(
            output.contains(&format!("\n1. {san} K")),
            "{typed}: {output}"
        );
    }
    let chain = "8/8/3m4/8/1m6/M7/8/7m w - - 0 1";
    for typed in ["a3c5e7", "a3xc5xe7", "ma3xc5xe7", "Ma3-c5-e7", "ma3c5e7+"] {
        let output = text(
            &["play", "clupso", "--fen", chain, "--movetime", "5"],
            &format!("{typed}\n"),
        );
        assert!(output.contains("\n1. Ma3xc5xe7 "), "{typed}: {output}");
    }
    let output = text(&["play", "alice", "--movetime", "5"], "e2-e4/B\nquit\n");
    assert!(output.contains("\n1. e4/B "), "{output}");
}

#[test]
fn the_board_is_seen_from_the_side_of_the_player_with_the_last_move_marked() {
    let fen = "k7/8/8/8/8/8/p7/7K b - - 0 1";
    let arguments = [
        "play",
        "chess",
        "--side",
        "black",
        "--fen",
        fen,
        "--movetime",
        "5",
    ];
    let output = text(&arguments, "a1=q\n");
    let lines: Vec<&str> = output.lines().collect();
    assert!(
        lines.contains(&" | K |   |   |   |   |   |   |   | 1"),
        "{output}"
    );
    assert!(
        lines.contains(&" | K |   |   |   |   |   |   |(q)| 1"),
        "{output}"
    );
    assert!(
        lines.contains(&"   h   g   f   e   d   c   b   a"),
        "{output}"
    );
}

#[test]
fn games_are_written_down_one_behind_the_other() {
    let file = new_file("played.pgn");
    let fen = "6k1/5ppp/8/8/8/8/8/R3K1N1 w - - 0 1";
    let arguments = [
        "play", "chess", "--fen", fen, "--elo", "1300", "--pgn", &file,
    ];
    let output = text(&arguments, "ra1-a8+\n");
    assert!(output.contains("\n1. Ra8# 1-0\n"), "{output}");
    text(&["watch", "clupso", "--movetime", "1", "--pgn", &file], "");
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(
        written.contains("[White \"Human\"]\n[Black \"Galaverna"),
        "{written}"
    );
    assert!(written.contains("[BlackElo \"1300\"]") && written.contains("{White mates}"));
    assert!(text(&["pgn", "check", &file], "").contains("2 games"));
    let refused = galaverna(&["watch", "chess", "--pgn", "/nowhere/x.pgn"], "");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("/nowhere/x.pgn: No such file"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_game_that_is_interrupted_is_written_down() {
    use std::io::Read;

    use rustix::process::{Pid, Signal, kill_process};
    for (command, pause) in [("play", 300), ("watch", 700)] {
        let file = new_file(&format!("interrupted-{command}.pgn"));
        let arguments = [command, "chess", "--movetime", "100", "--pgn", &file];
        let output = open_ended(&arguments, |process| {
            // Once it says something it can be interrupted.
            let mut first = [0];
            let output = process.stdout.as_mut().unwrap();
            output.read_exact(&mut first).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(pause));
            let id = Pid::from_child(process);
            kill_process(id, Signal::INT).unwrap();
        });
        assert!(output.ends_with("Game over: broken off\n"), "{output}");
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(
            written.contains("[Termination \"unterminated\"]"),
            "{written}"
        );
        assert!(text(&["pgn", "check", &file], "").contains("1 games"));
    }
}

#[test]
fn clocks_are_shown_and_enforced_for_people() {
    let file = new_file("clock.pgn");
    let arguments = ["play", "chess", "--clock", "0.4", "--pgn", &file];
    let output = open_ended(&arguments, |_| {});
    assert!(output.contains("White 0:00.4   Black 0:00.4"), "{output}");
    assert!(
        output.ends_with("Game over: White loses on time\n"),
        "{output}"
    );
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("[TimeControl \"0.4\"]"), "{written}");
    assert!(
        written.contains("[Termination \"time forfeit\"]\n\n0-1"),
        "{written}"
    );
    let output = text(
        &["play", "chess", "--clock", "40/0:10+1"],
        "e4\nundo\nd4\nresign\n",
    );
    assert!(output.contains("White 0:1") && output.contains("Game over: White resigns"));
    let refused = galaverna(&["play", "chess", "--clock", "soon"], "");
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("'soon' is no time control"), "{error}");
}

#[test]
fn the_engine_never_loses_on_time() {
    let file = new_file("fast.pgn");
    let output = text(&["watch", "elolbia", "--clock", "0.3", "--pgn", &file], "");
    assert!(!output.contains("loses on time"), "{output}");
    assert!(text(&["pgn", "check", &file], "").contains("1 games"));
}

#[test]
fn tables_are_made_once_and_asked() {
    let folder = std::env::temp_dir().join(format!("galaverna-cli-{}", std::process::id()));
    let folder = folder.to_str().expect("UTF-8");
    let make = ["tables", "make", "elolbia", "KvKR", "-out", folder];
    assert!(text(&make, "").starts_with("KRvK: 50015 positions, "));
    assert_eq!(text(&make, ""), "");
    let list = text(&["tables", "list", folder], "");
    assert_eq!(
        list,
        "elolbia KRvK: 50015 positions, longest win 31 plies\n"
    );
    let file = format!("{folder}/elolbia-KRvK.gvt");
    for sample in [&[][..], &["-sample", "100"]] {
        let checked = text(&[&["tables", "check", &file], sample].concat(), "");
        assert!(checked.contains("positions agree"), "{checked}");
    }
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let shown = text(&["tables", "show", "elolbia", fen, "-dir", folder], "");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "White: won in 1, zeroing in 1");
    assert_eq!(lines[1], "Ra8#       wins at once");
    assert!(lines.len() > 15 && lines[2].contains(" wins in "));
    let stats = text(&["tables", "stats", "elolbia", "KRvK", "-dir", folder], "");
    let black = "KRvK Black to move: 28056 positions, won 0.00 %, drawn 9.97 %, lost 90.03 %";
    assert!(
        stats
            .lines()
            .nth(1)
            .is_some_and(|line| line.starts_with(black))
    );
    let report = text(&["tables", "report", "-dir", folder], "");
    assert!(report.contains("## Elolbian Chess") && !report.contains("## Alice Chess"));
    let refused = galaverna(&["tables", "make", "chess", "KRvK", "-out", folder], "");
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("chess has no tables"), "{message}");
    std::fs::remove_dir_all(folder).expect("a folder");
}
