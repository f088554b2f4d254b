//! Options, memory and cores.

use crate::common::elolbian_tables;

use super::client::Client;

#[test]
fn every_option_is_set_or_refused() {
    let mut client = Client::start();
    for line in [
        "option Hash=4",
        "option Threads=2",
        "option MultiPV=2",
        "option Move Overhead=50",
        "option Clear Hash",
        "option Elolbia_QueenExchange=0",
        "option alice_enpassant=0",
        "option Resign=0",
        "option Offer draws=0",
        "option Start position=",
        "memory 8",
        "cores 2",
    ] {
        client.tell(line);
    }
    for (line, answer) in [
        (
            "option Contempt=3",
            "Error (no such option: 'Contempt'): option Contempt=3",
        ),
        (
            "option Hash=0",
            "Error (option Hash does not take '0', but a number from 1 to 65536): option Hash=0",
        ),
        (
            "option Resign=maybe",
            "Error (option Resign does not take 'maybe', but 0 or 1): option Resign=maybe",
        ),
        (
            "option Alice_EnPassant=2",
            "Error (option Alice_EnPassant does not take '2', but true or false): \
             option Alice_EnPassant=2",
        ),
        (
            "memory 0",
            "Error (option Hash does not take '0', but a number from 1 to 65536): memory 0",
        ),
        (
            "cores many",
            "Error (option Threads does not take 'many', but a number from 1 to 256): cores many",
        ),
    ] {
        assert_eq!(client.answer(line), [answer]);
    }
    client.send("sd 3");
    client.send("go");
    client.its_move();
}

#[test]
fn endgame_tables_are_found_where_the_program_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let found = "# Found 5 WDL and 5 DTZ tablebase files (up to 3-man).";
    let mut client = Client::start();
    for line in ["egtpath syzygy ", "option SyzygyPath="] {
        assert_eq!(client.answer(&format!("{line}{folder}")), [found]);
    }
    client.tell("egtpath nalimov /tables");
    client.tell("option SyzygyPath=");
    let own = elolbian_tables().display();
    let found = "# Found tables: none of alice, 5 of elolbia (up to 3-man), none of clupso.";
    assert_eq!(client.answer(&format!("option TablePath={own}")), [found]);
}

#[test]
fn several_lines_are_shown() {
    let mut client = Client::start();
    client.send("option MultiPV=3");
    client.send("post");
    client.send("sd 4");
    client.send("go");
    let lines = client.until("move ");
    let last = lines.iter().filter(|line| line.starts_with("4 "));
    assert_eq!(last.count(), 3);
}

#[test]
fn a_rule_is_switched() {
    let fen = "4k3/8/8/8/2|p5/8/1P6/4K3 w - - 0 1";
    let mut client = Client::at("alice", fen);
    client.tell("usermove b2b4f");
    let with = client.answer("lift c4");
    client.tell("option Alice_EnPassant=0");
    let without = client.answer("lift c4");
    assert_eq!(with, ["highlight 8/8/8/8/1C6/2B5/8/8"]);
    assert_eq!(without, ["highlight 8/8/8/8/8/2B5/8/8"]);
}

#[test]
fn games_begin_from_another_position() {
    let mut client = Client::start();
    client.send("option Start position=7k/8/5KQ1/8/8/8/8/8 w - - 0 31");
    assert_eq!(
        client.answer("new"),
        ["setup 7k/8/5KQ1/8/8/8/8/8 w - - 0 31"]
    );
    client.send("sd 3");
    client.send("go");
    assert_eq!(client.its_move(), "g6g7");
    client.find("1-0 ");
    let fen = "4|k3/8/8/8/8/8/1P6/4K3 w - - 5 40";
    client.tell(&format!("option Start position={fen}"));
    client.tell("new");
    let lines = client.answer("variant alice");
    assert!(
        lines[0].ends_with(" 4m3/8/8/8/8/8/1P6/4K3 w - - 5 40"),
        "{lines:?}"
    );
    // XBoard's own letters do too.
    client.tell("option Start position=4m3/8/8/8/8/8/1P6/4K3 w - - 5 40");
    assert_eq!(client.answer("variant alice"), lines);
    for (fen, why) in [
        (
            "4k3/8/8/8/8/8/1P6/4K3 b - - 5 40",
            "White must be to move; Edit / Paste Position takes others",
        ),
        ("8/8/8/8/8/8/8/8", "FEN placement: White has 0 kings"),
    ] {
        client.tell(&format!("option Start position={fen}"));
        let lines = client.answer("variant alice");
        let complaint = format!("tellusererror Illegal start position: {why}");
        assert_eq!(lines[0], complaint);
        assert!(lines[1].contains(" rnbqkbnr/pppppppp/"), "{lines:?}");
    }
}
