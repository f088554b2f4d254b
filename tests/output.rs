//! What the commands do where standard output takes nothing, a disk is full, or files and
//! engines hold what no terminal should see.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use galaverna::batch::{replace, replace_durably};
use galaverna::output::clean;

/// A game whose every part tries to command a terminal.
const ESCAPES: &str = "[Event \"\u{1b}]0;title\u{7}\"]\n[White \"\u{1b}[31mred\"]\n[Black \"\u{9b}2J\"]\n\
     [Round \"\u{8}\u{7f}\"]\n[Result \"1-0\"]\n\n1. e4 {\u{1b}[2J, \u{9b}31m} e5 1-0\n\n\
     [Variant \"\u{1b}[31mshogi\"]\n\n1. e4 *\n\n[White \"\u{1b}[1m\"]\n\n1. \u{1b}2Je9 *\n";

/// An empty folder for a test, unlike those of other tests.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("output")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The binary with a line of arguments, in which `'` holds words together.
fn galaverna(line: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the binary runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Games, positions and data that the commands below read.
fn with_inputs(name: &str) -> PathBuf {
    let folder = folder(name);
    let suite = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#;\n";
    let game =
        "[Variant \"chess\"]\n[Round \"1.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1/2-1/2\n";
    fs::write(folder.join("suite.epd"), suite).expect("a file");
    fs::write(folder.join("x.pgn"), game).expect("a file");
    fs::write(folder.join("wrong.pgn"), "1. e9 *\n").expect("a file");
    folder
}

/// Every command that prints.
const PRINTING: &[&str] = &[
    "--help",
    "--version",
    "",
    "xboard",
    "bench 1",
    "solve suite.epd --nodes 100",
    "perft chess 1",
    "watch clupso --movetime 1",
    "play chess --movetime 1",
    "play chess --side black --movetime 1",
    "board --help",
    "board --no-open",
    "analyse chess --depth 1",
    "analyse --fen '8/8/8/8/8/k7/1q6/K7 w - - 0 1'",
    "analyse --pgn x.pgn --nodes 10",
    "diagram chess",
    "match --help",
    "match --version",
    "match merge x.pgn",
    "datagen --help",
    "datagen chess -games 1 -nodes 10 -out x.games",
    "train --help",
    "train alice -data alice.games -passes 1 -out x.nnue",
    "bullet --help",
    "wdl --help",
    "wdl alice -data alice.games",
    "openings chess --count 1",
    "fen convert --to xboard chess '4k3/8/8/8/8/8/8/4K3 w - - 0 1'",
    "pgn check x.pgn",
    "pgn check wrong.pgn",
    "pgn convert --to xboard x.pgn",
    "pgn show x.pgn",
    "pgn show x.pgn 1",
    "pgn show x.pgn 1 --html",
];

/// A command of `PRINTING`; protocols are asked for something.
fn printing(line: &str, folder: &Path) -> Command {
    let asked = match line {
        "" => "uci\nisready\n",
        "xboard" => "protover 2\nping 1\n",
        _ => "",
    };
    let input = folder.join("input");
    fs::write(&input, asked).expect("a file");
    let mut command = galaverna(line, folder);
    command.stdin(fs::File::open(&input).expect("a file"));
    command
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_one_line_and_status_1() {
    let folder = with_inputs("full");
    let games = "datagen alice -games 60 -nodes 30 -out alice.games";
    assert!(run(&mut galaverna(games, &folder)).status.success());
    for line in PRINTING {
        let full = fs::File::options().write(true).open("/dev/full");
        let output = run(printing(line, &folder).stdout(full.expect("Linux")));
        let said = errors(&output);
        let expected = "galaverna: standard output: No space left on device (os error 28)\n";
        assert_eq!(
            (&said[..], output.status.code()),
            (expected, Some(1)),
            "'{line}'"
        );
    }
}

#[test]
fn a_reader_that_is_gone_ends_the_program_quietly() {
    let folder = with_inputs("gone");
    for line in PRINTING.iter().filter(|line| !line.contains("alice.games")) {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = run(printing(line, &folder).stdout(writer));
        assert_eq!(
            (&errors(&output)[..], output.status.code()),
            ("", Some(141)),
            "'{line}'"
        );
    }
}

/// A match goes no further than it can tell of; a game for a person's record is kept.
#[cfg(target_os = "linux")]
#[test]
fn what_is_played_is_kept_where_nothing_can_be_printed() {
    let folder = folder("played");
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("Linux")
    };
    let engine = concat!("-engine cmd=", env!("CARGO_BIN_EXE_fake-engine"));
    let line = format!(
        "match {engine} name=A {engine} name=B -each tc=5 -rounds 9 -maxmoves 4 -pgnout m.pgn"
    );
    let output = run(galaverna(&line, &folder).stdout(full()));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        errors(&output).starts_with("galaverna: standard output: "),
        "{output:?}"
    );
    let (reader, writer) = io::pipe().expect("a pipe");
    let mut watching = galaverna("watch chess --movetime 1 --pgn w.pgn", &folder);
    let mut watching = watching.stdout(writer).spawn().expect("the binary runs");
    // Some moves are made.
    io::Read::read_exact(&mut &reader, &mut [0; 3000]).expect("boards");
    drop(reader);
    watching.wait().expect("it ends");
    let written = fs::read_to_string(folder.join("w.pgn")).expect("a record");
    assert!(
        written.contains("1. ") && written.ends_with("*\n\n"),
        "{written}"
    );
}

#[test]
fn a_file_that_cannot_be_written_as_a_whole_stays_as_it_was() {
    let folder = folder("whole");
    // Nothing grows beyond a block or two, whoever asks.
    let limited = |line: &str| {
        let mut command = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
        command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_galaverna")]);
        command.args(galaverna(line, &folder).get_args());
        run(command.current_dir(&folder).stdin(Stdio::null()))
    };
    let game = "[Variant \"chess\"]\n\n1. e4 e5 *\n\n".repeat(40);
    let games = "datagen alice -games 60 -nodes 30 -out alice.games";
    assert!(run(&mut galaverna(games, &folder)).status.success());
    fs::create_dir(folder.join("pictures")).expect("a folder");
    for (line, file) in [
        ("pgn convert --to xboard x.pgn -o x.pgn", "x.pgn"),
        ("analyse --pgn x.pgn --nodes 1 -o x.pgn", "x.pgn"),
        ("analyse --pgn x.pgn --nodes 1 -o link.pgn", "x.pgn"),
        ("diagram chess -o x.svg", "x.svg"),
        ("pictures pictures", "pictures/WhiteKnight.svg"),
        (
            "train alice -data alice.games -passes 1 -out x.nnue",
            "x.nnue",
        ),
    ] {
        let path = folder.join(file);
        fs::write(&path, &game).expect("a file");
        if line.contains("link") {
            std::os::unix::fs::symlink("x.pgn", folder.join("link.pgn")).expect("a link");
        }
        let output = limited(line);
        let said = errors(&output);
        assert!(said.contains("File too large"), "{line}: {said}");
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(fs::read_to_string(&path).expect("a file") == game, "{line}");
        let rest = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
        let rest = rest.map(|entry| entry.expect("an entry").file_name());
        assert!(
            !rest
                .into_iter()
                .any(|name| name.to_string_lossy().ends_with(".part")),
            "{line}"
        );
    }
}

#[test]
fn input_and_output_may_be_one_file_a_link_or_no_file() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = with_inputs("same");
    let file = folder.join("x.pgn");
    fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).expect("a file");
    symlink("x.pgn", folder.join("link.pgn")).expect("a link");
    for line in ["x.pgn -o x.pgn", "x.pgn -o link.pgn", "link.pgn -o x.pgn"] {
        let output = run(&mut galaverna(
            &format!("pgn convert --to galaverna {line}"),
            &folder,
        ));
        assert!(output.status.success(), "{line}: {output:?}");
        assert!(
            fs::read_to_string(&file)
                .expect("a file")
                .contains("1. e4 e5"),
            "{line}"
        );
    }
    assert!(folder.join("link.pgn").is_symlink());
    assert_eq!(
        fs::metadata(&file).expect("a file").permissions().mode() & 0o777,
        0o600
    );
    let drawn = run(&mut galaverna("diagram chess", &folder));
    assert!(
        drawn.status.success() && drawn.stdout.starts_with(b"<svg"),
        "{drawn:?}"
    );
    let device = run(&mut galaverna("diagram chess -o /dev/stdout", &folder));
    assert!(device.stdout == drawn.stdout, "{device:?}");
}

#[test]
fn control_characters_of_files_never_reach_a_terminal() {
    let folder = with_inputs("escapes");
    fs::write(folder.join("e.pgn"), ESCAPES).expect("a file");
    fs::write(folder.join("e.epd"), "\u{1b}[2J\u{9b} w - - bm e4;\n").expect("a file");
    let engine = concat!("-engine cmd=", env!("CARGO_BIN_EXE_fake-engine"));
    let played = format!(
        "match {engine} 'name=\u{1b}[31mA' arg=escape tc=5 {engine} name=B arg=good tc=5 -rounds 1 \
         -recover -pgnout m.pgn"
    );
    for (line, seen) in [
        ("pgn check e.pgn", "shogi"),
        ("pgn show e.pgn", "[31mred"),
        ("pgn show e.pgn 1", "[31mred"),
        ("pgn show e.pgn 2", "1. e4 *"),
        ("pgn show e.pgn 3", "2Je9"),
        ("pgn show e.pgn 1 --html", "[31mred"),
        ("pgn convert --to xboard e.pgn", "[31mred"),
        ("analyse --pgn e.pgn --nodes 10", "[31mred"),
        ("solve e.epd", "e.epd"),
        (
            "fen convert --to xboard chess '\u{1b}[2J w - - 0 1'",
            "galaverna: ",
        ),
        (&played, "[2J"),
    ] {
        let output = run(&mut galaverna(line, &folder));
        let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert!(said.contains(seen), "{line}: {said:?}");
        let is_control = |c: char| c.is_control() && c != '\n';
        assert!(!said.contains(is_control), "{line}: {said:?}");
    }
    let convert = "pgn convert --to galaverna e.pgn -o new.pgn";
    run(&mut galaverna(convert, &folder));
    let written = fs::read_to_string(folder.join("new.pgn")).expect("a file");
    assert!(
        written.contains("red") && !written.contains(['\u{1b}', '\u{9b}']),
        "{written:?}"
    );
}

#[test]
fn no_control_character_is_left_in_a_text() {
    for (text, cleaned) in [
        ("", ""),
        ("1. e4\te5 {né}\n", "1. e4\te5 {né}\n"),
        ("\x1b[2J\x07", "\u{fffd}[2J\u{fffd}"),
        ("a\r\nb\u{7f}\u{9b}31m", "a\u{fffd}\nb\u{fffd}\u{fffd}31m"),
    ] {
        assert_eq!(clean(text), cleaned);
    }
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions_and_the_links_to_it() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("replaced");
    let [file, near, far, hard] = ["file", "near", "far", "hard"].map(|name| folder.join(name));
    symlink("file", &near).expect("a link");
    symlink(&near, &far).expect("a link");
    replace(&far, b"first").expect("a file");
    fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("a file");
    fs::hard_link(&file, &hard).expect("a link");
    replace_durably(&far, b"second").expect("a file");
    assert_eq!(fs::read(&file).expect("a file"), b"second");
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    // Another name keeps what it had.
    assert_eq!(fs::read(&hard).expect("a file"), b"first");
    assert!(near.is_symlink() && far.is_symlink());
    assert!(replace(&folder, b"").is_err());
    assert!(replace(&folder.join("nowhere/file"), b"").is_err());
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 4);
}
