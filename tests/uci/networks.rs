//! Networks from files.

use std::fs;
use std::path::PathBuf;

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

fn evaluation(client: &mut Client) -> String {
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
