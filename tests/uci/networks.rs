//! Networks from files.

use std::fs;
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::Command;

use galaverna::engine::Engine;
use galaverna::nnue::{FeatureSet, Network};
use galaverna::rules::chess::Chess;

use super::client::Client;

const HIDDEN: usize = <Chess as FeatureSet>::HIDDEN;

/// What is printed for a file that is refused.
const REFUSED: &str = "info string option EvalFile: ";

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a file for tests");
    path
}

/// That of a position without Black's queen, which no network calls level.
fn evaluation(client: &mut Client) -> String {
    client.send("position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    client.send("eval");
    client.find("Evaluation: ")
}

fn set(client: &mut Client, file: &str) {
    client.send(&format!("setoption name EvalFile value {file}"));
}

#[test]
fn another_network_is_used_until_it_is_taken_back() {
    let mut client = Client::start();
    let own = evaluation(&mut client);
    assert!(!own.contains("+0.00"), "{own}");
    // Every position is level.
    let zero = Network::<HIDDEN>::zero::<Chess>().to_bytes::<Chess>();
    let path = file("zero network.nnue", &zero);
    set(&mut client, &path.display().to_string());
    assert!(evaluation(&mut client).contains(" +0.00 "));
    set(&mut client, "<empty>");
    assert_eq!(evaluation(&mut client), own);
}

#[test]
fn what_is_no_network_for_this_game_is_refused_with_one_line() {
    let mut client = Client::start();
    let own = evaluation(&mut client);
    let network = Network::<HIDDEN>::zero::<Chess>().to_bytes::<Chess>();
    let mut damaged = network.clone();
    damaged[5000] ^= 1;
    let files = [
        (
            "cut.nnue",
            network[..network.len() - 1].to_vec(),
            "it must have",
        ),
        ("damaged.nnue", damaged, "damaged"),
        ("empty.nnue", Vec::new(), "not a network"),
        ("text.nnue", b"no network at all".to_vec(), "not a network"),
    ];
    for (name, bytes, reason) in files {
        let path = file(name, &bytes).display().to_string();
        set(&mut client, &path);
        let line = client.line();
        assert!(line.starts_with(REFUSED) && line.contains(reason), "{line}");
        assert!(line.contains(&path), "{line}");
        client.expect_silence();
    }
    set(&mut client, "/nowhere/at.all");
    client.expect_start(REFUSED);
    assert_eq!(evaluation(&mut client), own);
    // Of another game.
    let path = file("chess.nnue", &network).display().to_string();
    let mut client = Client::playing("iceage");
    set(&mut client, &path);
    let line = client.line();
    assert!(
        line.ends_with("a network for 'chess', not for 'iceage'"),
        "{line}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn only_regular_files_are_read_and_no_more_of_them_than_a_network_has() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let pipe = folder.join("pipe.nnue");
    // Left behind by an earlier run.
    let _ = fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    let sparse = file("sparse.nnue", b"");
    let huge = fs::File::options()
        .write(true)
        .open(&sparse)
        .expect("the file");
    huge.set_len(10 << 30)
        .expect("a file of 10 GB without content");
    let mut client = Client::start();
    let own = evaluation(&mut client);
    for (file, reason) in [
        (pipe, "not a regular file"),
        (folder, "not a regular file"),
        ("/dev/zero".into(), "not a regular file"),
        ("/dev/urandom".into(), "not a regular file"),
        (sparse, "more than 64 MiB"),
        // Regular, and without end where it may be read.
        ("/proc/kmsg".into(), ""),
    ] {
        set(&mut client, &file.display().to_string());
        let line = client.line();
        assert!(line.starts_with(REFUSED) && line.contains(reason), "{line}");
        client.expect_silence();
    }
    assert_eq!(evaluation(&mut client), own);
    client.end_soon();
}

/// The networks are those of the whole process, in which other tests run: only what
/// changes nothing is tried.
#[test]
fn a_network_can_be_given_as_bytes() {
    let mut engine = Engine::new().expect("memory");
    let own = fs::read("nets/chess.nnue").expect("the program's own network");
    engine.use_network(Some(&own)).expect("a network");
    assert!(engine.use_network(Some(&own[1..])).is_err());
    let other = fs::read("nets/alice.nnue").expect("another game's");
    assert!(engine.use_network(Some(&other)).is_err());
    engine.use_network(None).expect("the program's own network");
}
