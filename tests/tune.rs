//! Tuning by the binary, on games that it has written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn file(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune");
    fs::create_dir_all(&directory).expect("a directory for tests");
    let path = directory.join(name);
    // Of an earlier run, if it is there.
    let _ = fs::remove_file(&path);
    path
}

fn galaverna(line: &str, data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_galaverna"));
    command.args(line.split(' ')).arg(data);
    command.output().expect("the binary runs")
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn weights_are_written_that_fit_better() {
    let games = file("clupso.games");
    let played = galaverna("datagen clupso -games 150 -nodes 60 -seed 5 -out", &games);
    assert!(played.status.success(), "{played:?}");
    let weights = file("clupso.rs");
    let line = format!(
        "tune clupso -rounds 1 -iterations 40 -out {} -data",
        weights.display()
    );
    let tuned = galaverna(&line, &games);
    assert!(tuned.status.success(), "{tuned:?}");
    let report = String::from_utf8_lossy(&tuned.stdout);
    let errors: Vec<f64> = report
        .lines()
        .filter(|line| line.starts_with("after round"))
        .filter_map(|line| line.split(' ').next_back()?.parse().ok())
        .collect();
    assert!(
        matches!(errors[..], [before, after] if after < before),
        "{report}"
    );
    let source = fs::read_to_string(&weights).expect("the weights are written");
    assert!(
        source.starts_with("//! The weights of Clupso Chess"),
        "{source}"
    );
    assert!(source.contains("pub static WEIGHTS: ClupsoWeights"));
}

#[test]
fn what_cannot_be_tuned_on_is_refused() {
    let weights = file("refused.rs");
    let tune = |game: &str, data: &Path| {
        let line = format!("tune {game} -out {} -data", weights.display());
        complaint(&galaverna(&line, data))
    };
    let missing = file("missing.games");
    assert!(tune("chess", &missing).contains("missing.games: "));
    let games = file("few.games");
    let played = galaverna("datagen chess -games 2 -nodes 50 -out", &games);
    assert!(played.status.success(), "{played:?}");
    assert!(tune("alice", &games).contains("it has games of 'chess', not of 'alice'"));
    assert!(tune("chess", &games).contains("too few games"));
    assert!(!weights.exists());
}
