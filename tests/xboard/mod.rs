//! Dialogues with the real binary in XBoard's protocol.

mod analysis;
mod chess960;
mod client;
mod game;
mod mouse;
mod settings;
mod thinking;
mod window;

use client::Client;
use galaverna::show::GAMES;
use galaverna::show::xboard::variant;

#[test]
fn all_features_are_declared() {
    let mut client = Client::start_with(&["xboard"]);
    // The prompt, if there is one, ends here.
    assert_eq!(client.line(), "");
    let version = env!("CARGO_PKG_VERSION");
    let variants: Vec<&str> = variant::all().map(variant::variant_name).collect();
    assert_eq!(variants.len(), GAMES.len() + 1);
    assert!(variants.starts_with(&["normal"]));
    let expected = [
        "feature done=0".to_owned(),
        format!("feature myname=\"Galaverna {version}\""),
        format!("feature variants=\"{}\"", variants.join(",")),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1".to_owned(),
        "feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1 pause=1".to_owned(),
        "feature nps=1 debug=1 memory=1 smp=1 exclude=1 setscore=0 highlight=1".to_owned(),
        "feature egt=\"syzygy\"".to_owned(),
        "feature option=\"Hash -spin 16 1 65536\"".to_owned(),
        "feature option=\"Threads -spin 1 1 256\"".to_owned(),
        "feature option=\"MultiPV -spin 1 1 256\"".to_owned(),
        "feature option=\"Move Overhead -spin 30 0 5000\"".to_owned(),
        "feature option=\"nodestime -spin 0 0 10000\"".to_owned(),
        "feature option=\"Skill Level -spin 20 -20 20\"".to_owned(),
        "feature option=\"UCI_LimitStrength -check 0\"".to_owned(),
        "feature option=\"UCI_Elo -spin 1000 1000 2800\"".to_owned(),
        "feature option=\"Clear Hash -button\"".to_owned(),
        "feature option=\"EvalFile -file \"".to_owned(),
        "feature option=\"OwnBook -check 0\"".to_owned(),
        "feature option=\"BookFile -file \"".to_owned(),
        "feature option=\"Debug Log File -file \"".to_owned(),
        "feature option=\"SyzygyPath -path \"".to_owned(),
        "feature option=\"SyzygyProbeDepth -spin 1 1 100\"".to_owned(),
        "feature option=\"Syzygy50MoveRule -check 1\"".to_owned(),
        "feature option=\"SyzygyProbeLimit -spin 7 0 7\"".to_owned(),
        "feature option=\"TablePath -path \"".to_owned(),
        "feature option=\"Elolbia_QueenExchange -check 1\"".to_owned(),
        "feature option=\"Alice_EnPassant -check 1\"".to_owned(),
        "feature option=\"Resign -check 1\"".to_owned(),
        "feature option=\"Offer draws -check 1\"".to_owned(),
        format!(
            "feature option=\"Start position -string {}\"",
            " ".repeat(200)
        ),
        "feature done=1".to_owned(),
    ];
    assert_eq!(client.until("feature done=1"), expected);
    for line in [
        "accepted done",
        "accepted highlight",
        "rejected debug",
        "random",
        "computer",
        "name Mrs Miniver",
        "rating 2000 1800",
        "ics -",
        "hard",
        "easy",
        "nopost",
        "time 1000",
        "otim 1000",
        "level 40 5 0",
        "st 1",
        "sd 5",
        "nps 1000",
        "",
    ] {
        client.tell(line);
    }
}

#[test]
fn the_word_xboard_changes_the_protocol() {
    let mut client = Client::start_with(&[]);
    client.until("feature done=1");
    client.send("sd 1");
    client.send("usermove e2e4");
    client.its_move();
    assert_eq!(
        client.answer("isready"),
        ["Error (unknown command): isready"]
    );
}

#[test]
fn errors_are_named_and_change_nothing() {
    let mut client = Client::start();
    client.send("force");
    for (line, answer) in [
        ("make tea", "Error (unknown command): make tea"),
        ("tea", "Error (unknown command): tea"),
        ("e2", "Illegal move (against the rules): e2"),
        ("level 40", "Error (missing parameter): level 40"),
        (
            "level 40 5 0 0",
            "Error (too many parameters): level 40 5 0 0",
        ),
        ("sd deep", "Error (bad parameter): sd deep"),
        ("lift z9", "Error (bad parameter): lift z9"),
        ("usermove", "Error (missing parameter): usermove"),
        (
            "variant shogi",
            "Error (unsupported variant): variant shogi",
        ),
        ("resume", "Error (command not legal now): resume"),
        ("exit", "Error (command not legal now): exit"),
        ("usermove e2e5", "Illegal move (against the rules): e2e5"),
        (
            "usermove e7e5",
            "Illegal move (that piece is not yours): e7e5",
        ),
        ("usermove e4e5", "Illegal move (no piece is there): e4e5"),
        ("usermove tea", "Illegal move (that is no move): tea"),
        ("usermove @@@@", "Illegal move (that is no move): @@@@"),
        ("e7e5", "Illegal move (that piece is not yours): e7e5"),
    ] {
        assert_eq!(client.answer(line), [answer], "{line}");
    }
    client.send_bytes(b"\xff\xfe\x80 e4\r\n");
    assert!(client.settle()[0].starts_with("Error (unknown command): "));
    client.tell("usermove e2e4");
    client.tell("setboard 4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    for (m, reason) in [
        ("e1d1", "it leaves the king in check"),
        ("Kf1", "it leaves the king in check"),
        ("e1e3", "in check"),
    ] {
        let refusal = format!("Illegal move ({reason}): {m}");
        assert_eq!(client.answer(&format!("usermove {m}")), [refusal]);
    }
    let mut client = Client::at("alice", "4k3/8/8/8/4r3/8/4P3/4K3 w - - 0 1");
    assert_eq!(
        client.answer("usermove e2e3f"),
        ["Illegal move (it leaves the king in check): e2e3f"]
    );
}

#[test]
fn quit_and_the_end_of_input_end_it() {
    let mut client = Client::start();
    client.send("st 3600");
    client.send("go");
    client.send("quit");
    assert!(client.wait().0.success());

    let mut client = Client::start();
    client.send("post");
    client.send("analyze");
    client.find("3 ");
    client.close_input();
    assert!(client.wait().0.success());

    // A move that is being searched for is still made.
    let mut client = Client::start();
    client.send("sd 5");
    client.send("go");
    client.send("ping 1");
    client.close_input();
    let (status, lines) = client.wait();
    assert!(status.success());
    let (pong, before) = lines.split_last().unwrap();
    assert!(before.last().unwrap().starts_with("move "), "{lines:?}");
    assert_eq!(pong, "pong 1");
}

#[test]
fn the_end_of_input_ends_whatever_runs() {
    for (script, count) in [
        (&["st 3600", "go"][..], 1),
        (&["go", "pause"], 1),
        (&["go", "pause", "ping 1", "pause", "st 5"], 1),
        (&["st 3600", "go", "ping 1", "option Hash=4"], 1),
        (&["st 3600", "hard", "go", "?"], 1),
        (&["analyze"], 0),
        (&["analyze", "pause", "undo"], 0),
        (&["edit", "#"], 0),
    ] {
        let mut client = Client::start();
        client.pipe(script);
        let lines = client.end_soon();
        let moves = lines.iter().filter(|line| line.starts_with("move "));
        assert_eq!(moves.count(), count, "{script:?}: {lines:?}");
        let pongs = lines.iter().filter(|line| *line == "pong 1");
        let pings = script.iter().filter(|line| **line == "ping 1");
        assert_eq!(pongs.count(), pings.count(), "{script:?}: {lines:?}");
    }
}
