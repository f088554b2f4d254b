//! What pyffish and ffish.js give, or why it differs. What stands here as theirs was asked
//! of pyffish-alice 0.0.3.

use galaverna_ffish::galaverna::rules::Color;
use galaverna_ffish::{Board, Error, FEN_OK, Notation, Rules, value, variants};
use galaverna_ffish::{start_fen, validate_fen};

fn alice(fen: &str, moves: &[&str]) -> Board {
    Board::after("alice", fen, moves, &Rules::pychess()).expect("legal moves")
}

fn board(variant: &str, fen: &str) -> Board {
    Board::new(variant, Some(fen), &Rules::usual()).expect("a position")
}

const MATE: [&str; 5] = ["e2e4", "d7d5", "f1e2", "d5e4", "e2b5"];

#[test]
fn variants_and_their_start_positions() {
    assert_eq!(
        variants(),
        ["alice", "chess", "clupso", "elolbia", "iceage"]
    );
    for variant in variants() {
        let fen = start_fen(variant).expect("a variant");
        for start in [None, Some(""), Some("startpos"), Some(fen)] {
            let board = Board::new(variant, start, &Rules::usual()).expect("a start");
            assert_eq!((board.fen().as_str(), board.start_fen()), (fen, fen));
        }
        assert_eq!(validate_fen(fen, variant, &Rules::usual()), Ok(FEN_OK));
    }
    let unknown = start_fen("shogi").unwrap_err().to_string();
    assert_eq!(
        unknown,
        "no variant 'shogi'; the variants are: alice chess clupso elolbia iceage"
    );
}

#[test]
fn moves_are_written_as_pyffish_writes_them() {
    let sans = |notation| alice("", &[]).sans(&MATE, notation).expect("legal moves");
    assert_eq!(sans(Notation::San), ["e4", "d5", "Be2", "dxe4", "Bb5#"]);
    assert_eq!(
        sans(Notation::Lan),
        ["e2-e4", "d7-d5", "Bf1-e2", "d5xe4", "Be2-b5#"]
    );
    assert_eq!(
        sans(Notation::Boards),
        ["e4/B", "d5/B", "Be2/B", "dxe4/A", "Bb5/A#"]
    );
    let castling = alice("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &[]);
    let text = |board: &Board, m, notation| board.san(m, notation).expect("a legal move");
    assert_eq!(text(&castling, "e1g1", Notation::San), "O-O");
    assert_eq!(text(&castling, "e1c1", Notation::Lan), "O-O-O");
    let promotion = alice("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", &[]);
    assert_eq!(text(&promotion, "a7a8q", Notation::San), "a8=Q");
    assert_eq!(text(&promotion, "a7a8n", Notation::Lan), "a7-a8=N");
    // From both boards to the same square.
    let pawns = alice("4k3/8/8/8/8/2|P5/2P5/4K3 w - - 0 1", &[]);
    for (m, san) in [("c2c4", "2c4"), ("c3c4", "3c4")] {
        assert_eq!(text(&pawns, m, Notation::San), san);
        assert_eq!(pawns.parse_san(san).as_deref(), Ok(m));
    }
}

#[test]
fn men_and_cubes_are_written_too() {
    let lan = |variant, fen, m| board(variant, fen).san(m, Notation::Lan);
    let chain = "k7/8/5m2/8/3m4/2M5/8/K7 w - - 0 1";
    assert_eq!(lan("elolbia", chain, "c3e5g7").as_deref(), Ok("Mc3xe5xg7"));
    assert_eq!(lan("elolbia", chain, "c3c4").as_deref(), Ok("Mc3-c4"));
    let ice = board("iceage", "");
    assert_eq!(ice.san("g1f3", Notation::Lan).as_deref(), Ok("Ng1xf3"));
    assert_eq!(ice.is_capture("g1f3"), Ok(true));
}

#[test]
fn only_notations_of_these_games_have_a_number() {
    assert_eq!(Notation::numbered(0), Ok(Notation::San));
    assert_eq!(Notation::numbered(1), Ok(Notation::San));
    assert_eq!(Notation::numbered(2), Ok(Notation::Lan));
    for other in [-1, 3, 9] {
        assert_eq!(Notation::numbered(other), Err(Error::Notation(other)));
    }
}

#[test]
fn moves_go_onto_the_stack_and_come_back() {
    let mut board = alice("", &["e2e4"]);
    let before = board.clone();
    assert_eq!(board.push_san("d5").as_deref(), Ok("d7d5"));
    assert_eq!(board.push_san("Be2/B").as_deref(), Ok("f1e2"));
    assert_eq!(board.moves(), ["e2e4", "d7d5", "f1e2"]);
    assert_eq!(board.is_capture("d5e4"), Ok(true));
    assert_eq!(
        board.fen(),
        "rnbqkbnr/ppp1pppp/8/3|p4/4|P3/8/PPPP|BPPP/RNBQK1NR b KQkq - 1 2"
    );
    for illegal in ["d5e5", "O-O", "", "0000", "exchange:a1", "dxe4"] {
        let copy = board.clone();
        assert!(board.push(illegal).is_err(), "{illegal}");
        assert!(board == copy && board.moves() == copy.moves());
    }
    assert!(board != before);
    assert_eq!(board.pop().as_deref(), Some("f1e2"));
    assert_eq!(board.pop().as_deref(), Some("d7d5"));
    assert!(board == before);
    assert_eq!(board.pop().as_deref(), Some("e2e4"));
    assert_eq!(board.pop(), None);
    assert!(board.set_fen("8/8").is_err());
    assert_eq!(board.fen(), board.start_fen());
}

#[test]
fn lines_have_the_numbers_of_their_moves() {
    let board = alice("", &MATE[..2]);
    let line = |moves, numbers| board.variation_san(moves, Notation::San, numbers);
    assert_eq!(line(&MATE[2..], true).as_deref(), Ok("2. Be2 dxe4 3. Bb5#"));
    assert_eq!(line(&MATE[2..4], false).as_deref(), Ok("Be2 dxe4"));
    assert!(line(&["e2e4"], true).is_err());
    let black = alice("", &MATE[..3]).variation_san(&MATE[3..], Notation::San, true);
    assert_eq!(black.as_deref(), Ok("2... dxe4 3. Bb5#"));
}

#[test]
fn agreements_are_steps_of_a_game() {
    let mut board = board("elolbia", "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40");
    let line = ["exchange:h2h3g3/e6b6c6", "d6d5"];
    let text = board.variation_san(&line, Notation::San, true);
    assert_eq!(text.as_deref(), Ok("40... exchange:h2h3g3/e6b6c6 Md5"));
    assert_eq!(board.push(line[0]), Ok(()));
    assert_eq!((board.turn(), board.halfmove_clock()), (Color::Black, 0));
    assert_eq!(board.pop().as_deref(), Some(line[0]));
    assert_eq!(board.halfmove_clock(), 17);
}

#[test]
fn ends_have_values_for_both_sides() {
    let mate = alice("", &MATE);
    let outcome = mate.outcome().expect("mate");
    assert_eq!(value(outcome, mate.turn()), -32_000);
    assert_eq!(value(outcome, Color::White), 32_000);
    assert!(mate.is_check() && !mate.is_optional_end());
    assert_eq!(
        mate.checked().map(|square| square.to_string()).as_deref(),
        Some("e8")
    );
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let twice = [shuffle, shuffle].concat();
    assert!(!alice("", &twice[..7]).is_optional_end());
    assert!(alice("", &twice).is_optional_end());
    let fifty = alice("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80", &["e1d1"]);
    assert!(fifty.is_optional_end());
    assert!(board("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 100 80").is_optional_end());
    let mated = board("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80");
    assert!(!mated.is_optional_end() && mated.outcome().is_some());
    let frozen = board("iceage", "rnbqkbnr/8/8/8/8/8/8/RNBQ1BNR w - - 0 1");
    assert_eq!(
        frozen.outcome().map(|end| value(end, Color::White)),
        Some(-32_000)
    );
}

#[test]
fn who_cannot_win_any_more() {
    let cannot = |variant, fen: &str| {
        let board = board(variant, &format!("{fen} w - - 0 1"));
        [Color::White, Color::Black].map(|side| board.has_insufficient_material(side))
    };
    for variant in ["chess", "alice"] {
        assert_eq!(cannot(variant, "4k3/8/8/8/8/8/8/4K3"), [true, true]);
        assert_eq!(cannot(variant, "4k3/8/8/8/8/8/8/4KNN1"), [false, true]);
        assert_eq!(cannot(variant, "4kr2/8/8/8/8/8/8/4KB2"), [false, false]);
    }
    assert_eq!(cannot("chess", "4k3/8/8/8/8/8/8/4KB2"), [true, true]);
    // Here a bishop alone can mate, which pyffish does not know.
    assert_eq!(cannot("alice", "4k3/8/8/8/8/8/8/4KB2"), [false, true]);
    assert_eq!(cannot("iceage", "4k3/8/8/8/8/8/8/4KB2"), [false, false]);
    assert_eq!(cannot("elolbia", "4k3/8/8/8/8/8/8/4KM2"), [false, true]);
    assert_eq!(cannot("clupso", "4m3/8/8/8/8/8/8/4M3"), [false, false]);
}

#[test]
fn fens_are_refused_in_numbers() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let with = |rest: &str| validate_fen(&format!("{start} {rest}"), "alice", &Rules::usual());
    for (rest, code) in [
        ("w", 1),
        ("x KQkq - 0 1", -6),
        ("w XQkq - 0 1", -5),
        ("w KQkq e9 0 1", -4),
        ("w KQkq - x 1", -2),
        ("w KQkq - 0 x", -1),
        ("w KQkq - 0 1 2", -11),
    ] {
        assert_eq!(with(rest), Ok(code), "{rest}");
    }
    for (fen, code) in [
        ("", 0),
        ("8/8 w - - 0 1", -8),
        ("4k3/8/8/8/9/8/8/4K3 w - - 0 1", -8),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", -8),
        ("4k3/8/8/8/7x/8/8/4K3 w - - 0 1", -10),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", -3),
        ("4kK2/8/8/8/8/8/8/8 w - - 0 1", -9),
    ] {
        assert_eq!(
            validate_fen(fen, "alice", &Rules::usual()),
            Ok(code),
            "{fen}"
        );
    }
    assert_eq!(
        validate_fen("4k3/8/8/8/|P7/8/8/4K3", "alice", &Rules::usual()),
        Ok(1)
    );
    assert_eq!(
        validate_fen("4k3/8/8/8/|P7/8/8/4K3", "chess", &Rules::usual()),
        Ok(-10)
    );
    assert!(validate_fen("", "shogi", &Rules::usual()).is_err());
}

#[test]
fn rules_can_be_switched() {
    // White's pawn came to B by a capture, Black's by its double step.
    let fen = "4k3/3p4/8/4|P3/8/8/8/4K3 b - - 0 1";
    let takes = |rules: &Rules| {
        let board = Board::after("alice", fen, &["d7d5"], rules).expect("a legal move");
        board.legal_moves().contains(&"e5d6".to_owned())
    };
    assert!(takes(&Rules::usual()) && !takes(&Rules::pychess()));
    let mut rules = Rules::pychess();
    assert_eq!(rules.set("alice_enpassant", true), Ok(()));
    assert!(takes(&rules) && rules == Rules::usual());
    let unknown = rules.set("Contempt", true);
    assert_eq!(unknown, Err(Error::Rule("Contempt".to_owned())));
    let refused = rules
        .set_chess960("alice")
        .map_err(|error| error.to_string());
    assert_eq!(refused, Err("Alice Chess has no Chess960".to_owned()));
}

#[test]
fn chess960_castles_onto_the_rook() {
    let mut rules = Rules::pychess();
    assert_eq!(rules.set_chess960("chess"), Ok(()));
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
    let line = ["g2g4", "g7g5", "h1g3", "h8g6", "f1g1"];
    let board = Board::after("chess", fen, &line, &rules).expect("legal moves");
    assert_eq!(board.moves().last().map(String::as_str), Some("f1g1"));
    assert!(board.fen().contains("BQNBRRK1 b ge"), "{}", board.fen());
    assert_eq!(validate_fen(fen, "chess", &rules), Ok(FEN_OK));
    assert_eq!(validate_fen(fen, "chess", &Rules::usual()), Ok(-5));
}

#[test]
fn shogi_programs_are_told_the_placement() {
    let board = alice("", &["e2e4", "d7d5"]);
    assert_eq!(
        board.sfen(),
        "rnbqkbnr/ppp1pppp/8/3|p4/4|P3/8/PPPP1PPP/RNBQKBNR b - 3"
    );
}

#[test]
fn positions_are_drawn() {
    let one = board("chess", "").svg(Color::White);
    let two = alice("", &[]).svg(Color::Black);
    assert!(one.starts_with("<svg") && two.len() > one.len());
    let text = alice("", &["e2e4"]).text();
    assert_eq!(text.matches('P').count(), 8, "{text}");
}
