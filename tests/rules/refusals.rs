//! Texts that are no positions or moves, and what is said about them.
//!
//! What is peculiar to a game is in `tests/data/texts/GAME.tsv`, in lines of
//! three columns:
//!
//! - `refused`, a FEN, words of the message;
//! - `canonical`, a FEN, the same as it is written;
//! - `illegal`, a FEN, a move that neither reader may accept.

use galaverna::notation::Notation;
use galaverna::rules::{Color, GameRecord, Setup, SetupError, Square};

use crate::common::{after, move_texts, perft_lines, position, read_data};

for_each_game!(
    malformed_fields_are_named,
    positions_that_cannot_be_are_refused,
    sloppy_positions_are_made_canonical,
    a_game_goes_on_at_the_largest_numbers_and_every_fen_can_be_read,
    start_positions_are_the_fens_that_are_given,
    what_is_taken_apart_is_put_together_again,
    illegal_moves_are_refused,
    rubbish_is_no_move,
    coordinates_are_accepted_for_legal_moves_only,
);

/// The two columns after the first of the lines that begin with `kind`.
fn cases<P: Notation>(kind: &str) -> Vec<(String, String)> {
    let cases: Vec<(String, String)> = read_data(&format!("texts/{}.tsv", P::NAME))
        .lines()
        .filter_map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [first, fen, rest] = columns[..] else {
                panic!("{}: three columns expected: {line}", P::NAME);
            };
            (first == kind).then(|| (fen.to_owned(), rest.to_owned()))
        })
        .collect();
    assert!(!cases.is_empty(), "{}: no lines '{kind}'", P::NAME);
    cases
}

fn assert_refused<P: Notation>(fen: &str, words: &str) {
    match P::from_fen(fen) {
        Ok(position) => panic!("{}: '{fen}' was read as '{}'", P::NAME, position.fen()),
        Err(error) => {
            let message = error.to_string();
            assert!(message.contains(words), "'{fen}': {message}, not '{words}'");
        }
    }
}

/// The start FEN with one of its six fields replaced.
fn start_with<P: Notation>(field: usize, text: &str) -> String {
    let mut fields: Vec<&str> = P::START_FEN.split(' ').collect();
    fields[field] = text;
    fields.join(" ")
}

fn malformed_fields_are_named<P: Notation>() {
    let placement = P::START_FEN.split(' ').next().unwrap_or_default();
    let (first, rest) = placement.split_once('/').expect("eight ranks");
    let placements = [
        (rest.to_owned(), "7 ranks"),
        (format!("8/{placement}"), "9 ranks"),
        (format!("{placement}/"), "9 ranks"),
        (format!("7/{rest}"), "rank 8 has 7 files"),
        (format!("{first}1/{rest}"), "rank 8 has 9 files"),
        (format!("88/{rest}"), "rank 8 has 16 files"),
        (format!("/{rest}"), "rank 8 has 0 files"),
        (format!("9/{rest}"), "unknown letter '9'"),
        (format!("0{first}/{rest}"), "unknown letter '0'"),
        (format!("7x/{rest}"), "unknown letter 'x'"),
        (format!("7é/{rest}"), "unknown letter 'é'"),
        (format!("7|/{rest}"), "unknown letter '|'"),
        (format!("7||/{rest}"), "unknown letter '|'"),
    ];
    for (text, words) in placements {
        assert_refused::<P>(&start_with::<P>(0, &text), "placement");
        assert_refused::<P>(&start_with::<P>(0, &text), words);
    }
    let fields: [(usize, &[&str], &str); 5] = [
        (1, &["", "x", "W", "wb", "-"], "side to move"),
        (2, &["", "x", "qK", "KK", "K-", "--", "KQkqx"], "castling"),
        (3, &["", "e", "e9", "i3", "33", "e33", "--"], "en passant"),
        (
            4,
            &["", "-", "x", "-1", "+1", "1.5", "10000", "99999999999"],
            "halfmove clock",
        ),
        (
            5,
            &["", "-", "x", "-1", "+1", "0", "1000000001", "99999999999"],
            "fullmove number",
        ),
    ];
    for (field, texts, words) in fields {
        for text in texts.iter().filter(|text| field < 5 || !text.is_empty()) {
            assert_refused::<P>(&start_with::<P>(field, text), words);
        }
    }
    for rubbish in ["x", "0", "moves e2e4", ";D1 20"] {
        assert_refused::<P>(&format!("{} {rubbish}", P::START_FEN), "after the last");
    }
    for nothing in ["", " ", "startpos", "fen"] {
        assert_refused::<P>(nothing, "placement");
    }
}

fn positions_that_cannot_be_are_refused<P: Notation>() {
    for (fen, words) in cases::<P>("refused") {
        assert_refused::<P>(&fen, &words);
    }
}

fn sloppy_positions_are_made_canonical<P: Notation>() {
    for (fen, canonical) in cases::<P>("canonical") {
        let sloppy: P = position(&fen);
        assert_eq!(sloppy.fen(), canonical, "{fen}");
        let read: P = position(&canonical);
        assert_eq!(sloppy.key(), read.key(), "{fen}");
    }
}

fn a_game_goes_on_at_the_largest_numbers_and_every_fen_can_be_read<P: Notation>() {
    let (fen, _) = perft_lines(P::NAME).swap_remove(1);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let begin = |clock: u32, number: u32| -> P {
        let fen = format!("{} {clock} {number}", fields.join(" "));
        let position: P = position(&fen);
        assert_eq!(position.fen(), fen);
        position
    };
    let quiet = |position: &P| {
        let moves = position.legal_moves().into_iter();
        moves
            .filter(|m| !m.is_tactical())
            .map(|m| after(position, &m.to_string()))
            .collect::<Vec<P>>()
    };
    let assert_is_read_again = |current: &P| {
        let read: P = position(&current.fen());
        assert_eq!((read.fen(), read.key()), (current.fen(), current.key()));
    };
    let mut current = begin(9998, 1);
    for _ in 0..4 {
        // Pawn moves set it back.
        let mut moves = quiet(&current).into_iter();
        let next = moves.find(|after| after.state().halfmove_clock > 0);
        current = next.expect("a move of a piece");
        assert_eq!(current.state().halfmove_clock, 9999, "{}", current.fen());
        assert_is_read_again(&current);
    }
    for first in [999_999, 999_999_999] {
        let mut number = first;
        let mut current = begin(0, first);
        for _ in 0..6 {
            number += u32::from(current.turn() == Color::Black);
            number = number.min(1_000_000_000);
            current = quiet(&current).swap_remove(0);
            assert_eq!(current.state().fullmove_number, number, "{}", current.fen());
            assert_is_read_again(&current);
        }
    }
}

fn start_positions_are_the_fens_that_are_given<P: Notation>() {
    let read: P = position(P::START_FEN);
    assert_eq!(P::start().fen(), P::START_FEN);
    assert_eq!(P::start().key(), read.key());
}

fn what_is_taken_apart_is_put_together_again<P: Notation>() {
    for fen in P::SAMPLE_FENS {
        let read: P = position(fen);
        let again = P::from_setup(&read.setup()).expect("a position of the game");
        assert_eq!((again.fen().as_str(), again.key()), (*fen, read.key()));
        assert_eq!(again.checkers(), read.checkers());
    }
    let start = P::start().setup();
    let with = |halfmove_clock, fullmove_number| {
        P::from_setup(&Setup {
            halfmove_clock,
            fullmove_number,
            ..start.clone()
        })
    };
    assert_eq!(
        with(10_000, 1).unwrap_err(),
        SetupError::HalfmoveClock(10_000)
    );
    for number in [0, 1_000_000_001] {
        let refused = with(0, number).unwrap_err();
        assert_eq!(refused, SetupError::FullmoveNumber(number));
    }
    let piece = start.board.occupied().first().expect("a piece");
    let on_piece = Setup {
        neutral: piece.into(),
        ..start.clone()
    };
    let refused = P::from_setup(&on_piece).unwrap_err();
    assert_eq!(refused, SetupError::Neutral(piece));
    let vacant = (!start.board.occupied()).first().expect("a vacant square");
    let beyond = Setup {
        second_board: vacant.into(),
        ..start.clone()
    };
    let refused = P::from_setup(&beyond).unwrap_err();
    assert_eq!(refused, SetupError::SecondBoard(vacant));
}

fn illegal_moves_are_refused<P: Notation>() {
    for (fen, text) in cases::<P>("illegal") {
        let position: P = position(&fen);
        let read = position.parse_coordinates(&text);
        assert!(read.is_err(), "{fen}: {text} was read as coordinates");
        let read = position.parse_san(&text);
        assert!(read.is_err(), "{fen}: {text} was read as SAN");
        let mut record = GameRecord::new(position);
        assert!(record.play_text(&text).is_err(), "{fen}: {text}");
        assert!(record.is_empty() && record.position().fen() == record.start().fen());
    }
}

fn rubbish_is_no_move<P: Notation>() {
    let start = P::start();
    let texts = [
        "", " ", "e", "e9", "e2", "i2i4", "e2e9", "e2e4e", "e2e4qq", "e2-e4", "0000", "(none)",
        "null", "resign", "Zf3", "Nf", "N", "=Q", "e8=", "e4=QQ", "e4=q", "+", "#", "x", "xe4x",
        "Nxx", "O-O-O-O", "OO", "é4", "Ñf3", "e2é", "♘f3", "\u{0}", "e2e4\n", "/A", "e4/C", "//",
    ];
    for text in texts {
        let error = start.parse_coordinates(text).err();
        let message = error.map(|error| error.to_string());
        assert!(
            message.is_some_and(|message| message.contains(text)),
            "'{text}' as coordinates"
        );
        let san = start.parse_san(text);
        assert!(san.is_err(), "'{text}' as SAN: {san:?}");
    }
}

fn coordinates_are_accepted_for_legal_moves_only<P: Notation>() {
    for (fen, _) in perft_lines(P::NAME) {
        let position: P = position(&fen);
        let legal = move_texts(&position);
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in ["", "q", "n", "k", "p", "m"] {
                    let text = format!("{from}{to}{promotion}");
                    let accepted = position.parse_coordinates(&text).is_ok();
                    assert_eq!(accepted, legal.contains(&text), "{fen}: {text}");
                }
            }
        }
    }
}
