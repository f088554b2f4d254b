//! What XBoard's window is told, and what it cannot show.

use super::client::Client;

#[test]
fn games_are_described_for_the_window() {
    let dots = ".".repeat(50);
    let cubes = "cccccccc/cccccccc/cccccccc/cccccccc";
    let towers = ".".repeat(20);
    for (variant, lines) in [
        ("normal", vec![]),
        (
            "iceage",
            vec![
                format!(
                    "setup (PNBRQ{towers}CKpnbrq{towers}ck) 8x8+0_fairy \
                     rnbqkbnr/pppppppp/{cubes}/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
                ),
                "piece C& mcpW".to_owned(),
            ],
        ),
        (
            "alice",
            vec![
                "setup (PNBRQ.....F..ATDH....MKpnbrq.....f..atdh....mk) 8x8+0_fairy \
                 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
                    .to_owned(),
                "piece F& fmWfceFifmnD".to_owned(),
                "piece H& N".to_owned(),
                "piece A& B".to_owned(),
                "piece T& R".to_owned(),
                "piece D& Q".to_owned(),
                "piece M& K".to_owned(),
            ],
        ),
        (
            "elolbia",
            vec![
                format!(
                    "setup (PNBRQ{dots}MKpnbrq{dots}mk) 8x8+0_fairy \
                     krmmMMRQ/nbm2MBN/mm4MM/m6M/M6m/MM4mm/NBM2mbn/KRMMmmrq w - - 0 1"
                ),
                "piece M& mWcafmF".to_owned(),
            ],
        ),
        (
            "clupso",
            vec![
                format!(
                    "setup (PNBRQ{dots}M.pnbrq{dots}m.) 8x8+0_fairy \
                     rnbqmbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQMBNR w - - 0 1"
                ),
                "piece M& cafmF".to_owned(),
            ],
        ),
    ] {
        let mut client = Client::start();
        let said = client.answer(&format!("variant {variant}"));
        assert_eq!(said, lines, "{variant}");
    }
}

#[test]
fn positions_come_in_the_window_s_letters() {
    let mut client = Client::playing("alice");
    client.send("force");
    client.tell("setboard 4m3/8/8/3f4/4F3/8/8/4K2R w K - 0 1");
    client.tell("usermove exd5");
    client.tell("setboard 4m3/8/8/3f4/4F3/8/8/4K2R w K - 0 1");
    client.tell("usermove e4d5p");
    let mut client = Client::playing("iceage");
    client.send("force");
    client.tell("setboard 4k3/8/8/3c4/4P3/8/8/4K3 w - - 0 1");
    client.tell("usermove exd5");
    client.tell("setboard 4k3/8/8/3C4/4P3/8/8/4K3 b - - 0 1");
    client.tell("usermove e8d8");
    client.tell("setboard 4k3/8/8/3c4/4P3/8/8/4K3 w - - 0 1");
    client.tell("usermove exd5");
    for line in ["edit", "#", "Ke1", "Pe4", "c", "Ke8", "Cd5", "."] {
        client.send(line);
    }
    assert_eq!(
        client.answer("usermove e4e5"),
        ["Illegal move (that piece is not yours): e4e5"]
    );
}

#[test]
fn counters_that_xboard_drops_are_kept() {
    let before = "r3k2r/pppp1ppp/8/4p3/N6R/8/PPPP1PPP/R3K3 w Qkq - 3 20";
    let ice_comes = |client: &mut Client| {
        client.tell("force");
        client.tell("usermove a2a3");
        client.tell("usermove a7a6");
        let colors = client.answer("lift d2");
        // Ice on c3 and e3, or none.
        colors[0].contains('R')
    };
    let setboard = format!("setboard {}", before.replace(" 3 20", " 0 1"));
    let mut client = Client::start();
    client.send(&format!("option Start position={before}"));
    client.answer("variant iceage");
    client.tell(&setboard);
    assert!(ice_comes(&mut client));
    // XBoard goes back to where the game began.
    client.tell(&setboard);
    assert!(ice_comes(&mut client));
    // Another position, and one whose own counters are there.
    client.tell(&setboard.replace("PPPP1PPP/R", "PPPP1PP1/R"));
    assert!(!ice_comes(&mut client));
    client.tell(&format!("setboard {before}"));
    client.tell(&format!("setboard {}", before.replace(" 3 20", " 0 2")));
    assert!(!ice_comes(&mut client));
}

#[test]
fn chains_are_sent_with_their_victims() {
    for (fen, said) in [
        ("8/8/8/8/3m4/2M5/8/8", &["move c3d4,", "move d4e5"][..]),
        ("8/8/5m2/8/3m4/2M5/8/8", &["move c3xd4xf6-g7"]),
        // XBoard has room for two victims: the last ones.
        ("8/8/5m2/8/3m4/8/1m6/M7", &["move a1xd4xf6-g7"]),
    ] {
        let mut client = Client::at("clupso", &format!("{fen} w - - 0 1"));
        client.send("sd 3");
        client.send("go");
        let lines = client.settle();
        let (last, moves) = lines.split_last().unwrap();
        assert_eq!(moves, said);
        assert_eq!(last, "1-0 {Black's last chessman is captured}");
    }
}

/// A client like XBoard, which reads highlights.
fn watched(variant: &str, fen: &str) -> Client {
    let mut client = Client::at(variant, fen);
    client.tell("accepted highlight");
    client.tell("playother");
    client.send("sd 2");
    client
}

#[test]
fn what_is_left_over_is_cleared_away_with_the_next_move() {
    let fen = "n7/8/5m2/8/3m4/8/1m6/M6N w - - 0 1";
    let mut client = watched("clupso", fen);
    client.send("usermove a1d4,d4f6,f6g7");
    assert_eq!(
        client.line(),
        "telluser What XBoard still shows on b2 has been captured."
    );
    let reply = client.its_move();
    assert!(
        ["a8b2,b2b6", "a8b2,b2c7"].contains(&reply.as_str()),
        "{reply}"
    );
    client.tell("force");
    client.tell("undo");
    client.tell("undo");
    // A program need not know of it.
    client.tell("computer");
    client.tell("playother");
    client.send("usermove a1d4,d4f6,f6g7");
    let reply = client.its_move();
    assert!(["a8b6", "a8c7"].contains(&reply.as_str()), "{reply}");
    // Nor does one mind hearing of it.
    let mut other = Client::at("clupso", "8/8/8/8/8/8/8/n6N w - - 0 1");
    other.tell("usermove h1d5,d5f2");
}

#[test]
fn the_rook_of_a_castling_is_explained() {
    let mut client = watched("alice", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    client.send("usermove e1g1m");
    assert_eq!(
        client.line(),
        "telluser The piece on f1 has changed boards too. XBoard shows it when it moves again."
    );
    client.its_move();
    client.send("usermove f1f5r");
    client.its_move();
}

const BEFORE_THE_ICE: &str = "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20";
const ICE: &str =
    "cccq1rkc/cccbppcc/cccp1bPc/ccccnccc/ccccPccc/cNrccPcc/PPPQcccc/1K1Rcccc w - - 0 21";

#[test]
fn new_ice_is_set_up_for_a_person_with_black() {
    let mut client = watched("iceage", BEFORE_THE_ICE);
    let lines = client.answer("usermove c8c3");
    assert_eq!(
        lines,
        [
            &format!("setboard {ICE}"),
            &format!("setup {ICE}"),
            "piece C& mcpW",
            "telluser The Ice Age has come after 20...Rxc3. White's Rh1, Ph4 and \
             Black's Pb5 froze. A new diagram is set up. Choose Mode / Machine White to go on.",
        ]
    );
    // XBoard ends its game for that, but the engine does not.
    client.send("result * {Engine aborts game}");
    client.send("force");
    client.expect_silence();
    client.send("go");
    let m = client.its_move();
    client.tell("force");
    client.tell("undo");
    client.tell(&format!("usermove {m}"));
}

#[test]
fn new_ice_is_set_up_for_a_person_with_white() {
    let mut client = watched("iceage", BEFORE_THE_ICE);
    client.send("hard");
    client.send("go");
    client.its_move();
    let fen = client.expect_start("setboard ")["setboard ".len()..].to_owned();
    assert!(fen.ends_with(" 21"), "{fen}");
    assert_eq!(client.line(), format!("setup {fen}"));
    assert_eq!(client.line(), "piece C& mcpW");
    client.expect_start("telluser The Ice Age has come after 20...");
    client.send("result * {Engine aborts game}");
    client.send("force");
    client.settle();
    client.send("easy");
    client.send("hint");
    let hint = client.find("Hint: ")["Hint: ".len()..].to_owned();
    client.send(&format!("usermove {hint}"));
    client.its_move();
    // From now on it obeys again.
    client.send("force");
    client.tell("undo");
}

#[test]
fn programs_play_on_after_the_ice() {
    let mut client = watched("iceage", BEFORE_THE_ICE);
    client.tell("computer");
    client.send("usermove c8c3");
    assert!(client.line().starts_with("move "));
    client.expect_silence();
}

#[test]
fn old_squares_are_marked_where_no_diagram_is_set_up() {
    let mut client = Client::at("iceage", BEFORE_THE_ICE);
    client.tell("usermove c8c3");
    assert_eq!(
        client.answer("lift b1"),
        ["highlight ddd4d/ddd3dd/d1d4d/dddd1ddd/dddd1ddd/d2dd1d1/4dddd/Y1Y1dddd"]
    );
}
