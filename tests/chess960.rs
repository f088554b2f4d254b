//! Chess960: the rules of castling, and how positions and moves are written.

use std::collections::BTreeSet;

use galaverna::notation::Notation;
use galaverna::rules::chess::Chess;
use galaverna::rules::perft::perft;
use galaverna::rules::setup::{CHESS960_POSITIONS, Setup};
use galaverna::rules::{Move, Position};
use rand::Rng;
use rand::seq::IndexedRandom;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Position as _};

use crate::common::{after, move_texts, perft_lines, random_numbers};

/// The position of a FEN by the rules of Chess960.
fn read(fen: &str) -> Chess {
    rules()
        .read_fen(fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Some position in which they hold.
fn rules() -> Chess {
    let mut position = Chess::start();
    position.set_rule(0, true);
    position
}

fn start(number: u16) -> Chess {
    Chess::from_setup(&Setup::chess960(number)).unwrap()
}

fn castlings(position: &Chess) -> Vec<String> {
    let moves = position.legal_moves().into_iter();
    let castlings = moves.filter(|m| m.is_castling());
    castlings.map(|m| m.to_string()).collect()
}

/// Checks counts of so many lines of `tests/data/perft/chess960.public.epd`, at depth 4 or 5.
///
/// Source: `src/perft/fischer.epd` of the engine Ethereal, whose counts other programs
/// (scalachess, perft960 of J. Kaufman) share.
fn check_counts(lines: usize, wanted: u32) {
    let all = perft_lines("chess960");
    assert_eq!(all.len(), 960);
    for (fen, counts) in &all[..lines] {
        for &(depth, count) in counts.iter().filter(|(depth, _)| *depth == wanted) {
            assert_eq!(perft(&read(fen), depth), count, "{fen}, depth {depth}");
        }
    }
}

#[test]
fn counts_of_960_positions_are_right() {
    check_counts(960, 4);
}

#[test]
fn counts_of_some_positions_are_right_at_depth_5() {
    check_counts(8, 5);
}

/// Some minutes of processor time: `cargo test --release -- --ignored all_counts`.
#[test]
#[ignore = "17 thousand million positions"]
fn all_counts_are_right_at_depth_5() {
    check_counts(960, 5);
}

#[test]
fn moves_and_texts_are_those_of_shakmaty_in_random_games() {
    let mut random = random_numbers(960);
    let mut seen = 0;
    for _ in 0..150 {
        let mut ours = start(random.random_range(0..CHESS960_POSITIONS));
        for _ in 0..120 {
            let fen: Fen = ours.fen().parse().unwrap();
            let theirs: shakmaty::Chess = fen.into_position(CastlingMode::Chess960).unwrap();
            let legal = theirs.legal_moves();
            let texts: BTreeSet<String> = legal
                .iter()
                .map(|m| m.to_uci(CastlingMode::Chess960).to_string())
                .collect();
            assert_eq!(move_texts(&ours), texts, "{}", ours.fen());
            let moves = ours.legal_moves();
            for &m in &moves {
                check_move(&ours, m);
                seen += usize::from(m.is_castling());
            }
            let Some(&m) = moves.choose(&mut random) else {
                break;
            };
            ours.play(m);
            assert_eq!(ours.key(), read(&ours.fen()).key(), "{}", ours.fen());
        }
    }
    assert!(seen > 1000, "only {seen} castlings");
}

/// What must hold of a legal move.
fn check_move(position: &Chess, m: Move) {
    let text = m.to_string();
    assert_eq!(position.parse_coordinates(&text), Ok(m), "{text}");
    assert_eq!(position.parse_san(&position.san(m)), Ok(m), "{text}");
    assert_eq!(Move::from_bits(m.to_bits()), Some(m));
    let mut after = position.clone();
    after.play(m);
    let (fen, check) = (position.fen(), after.is_check());
    assert_eq!(position.gives_check(m), check, "{fen} {text}");
    assert!(!(m.is_castling() && (m.is_capture() || m.is_tactical())));
}

#[test]
fn start_positions_have_their_numbers() {
    for (number, back_rank) in [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (518, "RNBQKBNR"),
        (959, "RKRNNQBB"),
    ] {
        let fen = start(number).fen();
        let expected = format!("/PPPPPPPP/{back_rank} w ");
        assert!(fen.contains(&expected), "{number}: {fen}");
    }
    let fens: BTreeSet<String> = (0..CHESS960_POSITIONS).map(|n| start(n).fen()).collect();
    assert_eq!(fens.len(), 960);
    for fen in &fens {
        assert_eq!(read(fen).fen(), *fen);
        let castling = fen.split(' ').nth(2).unwrap();
        assert_eq!(castling.len(), 4, "{fen}");
    }
    assert_eq!(Setup::chess960(960), Setup::chess960(0));
}

#[test]
fn castling_rights_are_read_in_both_ways() {
    for (field, written) in [
        ("KQkq", "HAha"),
        ("HAha", "HAha"),
        ("AHah", "HAha"),
        ("kQ", "Ah"),
        ("-", "-"),
        ("Bh", "Bh"),
        ("BQ", "refused"),
        ("HK", "refused"),
        ("X", "refused"),
        ("K-", "refused"),
        ("", "refused"),
        ("C", "-"),
    ] {
        let fen = format!("r3k2r/8/8/8/8/8/8/RR2K2R w {field} - 0 1");
        match rules().read_fen(&fen) {
            Ok(read) => assert!(read.fen().contains(&format!(" w {written} ")), "{field}"),
            Err(error) => {
                assert_eq!(written, "refused", "{field}");
                assert!(error.to_string().contains("FEN castling"), "{error}");
            }
        }
    }
    // The outermost rook, and none of a king that has left its rank.
    let inner = read("4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1");
    assert_eq!(inner.fen(), "4k3/8/8/8/8/8/8/1RR1K3 w B - 0 1");
    assert!(
        read("4k3/8/8/8/8/8/4K3/R6R w HA - 0 1")
            .fen()
            .contains(" w - ")
    );
    // Either side may have its own files.
    let double = "1r2k1r1/8/8/8/8/8/8/R4K1R w HAgb - 0 1";
    assert_eq!(read(double).fen(), double);
}

/// Positions that nobody has played, with all kinds of castling fields.
#[test]
fn whatever_is_read_can_be_played_and_written() {
    let mut random = random_numbers(961);
    let mut read = 0;
    for _ in 0..3000 {
        let mut fen = start(random.random_range(0..CHESS960_POSITIONS)).fen();
        let (placement, _) = fen.split_once(' ').unwrap();
        let emptied: String = placement
            .chars()
            .map(
                |letter| match random.random_bool(0.5) && !"Kk/8".contains(letter) {
                    true => '1',
                    false => letter,
                },
            )
            .collect();
        let letters: Vec<char> = "KQABCDEFGHkqabcdefgh".chars().collect();
        let count = random.random_range(1..=4);
        let field: String = (0..count)
            .map(|_| letters.choose(&mut random).unwrap())
            .collect();
        fen = format!("{emptied} w {field} - 0 1");
        let Ok(position) = rules().read_fen(&fen) else {
            continue;
        };
        read += 1;
        let again = rules().read_fen(&position.fen()).unwrap();
        assert_eq!((again.key(), again.fen()), (position.key(), position.fen()));
        assert_eq!(perft(&position, 2), perft(&again, 2), "{fen}");
        for m in position.legal_moves() {
            check_move(&position, m);
        }
    }
    assert!(read > 500, "only {read} positions");
}

#[test]
fn corner_cases_of_castling() {
    for (fen, expected) in [
        // King and rook change places, the king stays, the rook stays.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"),
        // The rook shields its king, and the king would be in check without it.
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", ""),
        ("4k3/8/8/8/8/8/8/1RK4q w B - 0 1", ""),
        // A piece on b1 attacks nothing that matters, but one that stands there is in the way.
        ("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", ""),
        ("4k3/8/8/8/8/8/8/R2NK3 w A - 0 1", ""),
        // Between the king and its goal beyond the rook.
        ("4k3/8/8/8/8/8/8/1KR3N1 w C - 0 1", ""),
        ("4k3/8/8/5r2/8/8/8/1KR5 w C - 0 1", ""),
        ("1r5k/8/8/8/8/8/8/1KR5 w C - 0 1", ""),
    ] {
        assert_eq!(castlings(&read(fen)).join(" "), expected, "{fen}");
    }
}

#[test]
fn castling_ends_with_king_and_rook_on_their_squares() {
    for (fen, text, expected) in [
        (
            "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
            "f1g1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/6KR w H - 0 1",
            "g1h1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "rk6/8/8/8/8/8/8/7K b a - 0 1",
            "b8a8",
            "2kr4/8/8/8/8/8/8/7K w - - 1 2",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1",
            "e1c1",
            "4k3/8/8/8/8/8/8/2KR3R b - - 1 1",
        ),
        // The rook that is taken has castled no more.
        (
            "1r2k1r1/8/8/8/8/8/6B1/4K3 b gb - 0 1",
            "g8g2",
            "1r2k3/8/8/8/8/8/6r1/4K3 w b - 0 2",
        ),
        (
            "1r2k1r1/8/8/8/8/8/8/1R2K3 w Bgb - 0 1",
            "b1b8",
            "1R2k1r1/8/8/8/8/8/8/4K3 b g - 0 1",
        ),
    ] {
        assert_eq!(after(&read(fen), text).fen(), expected, "{fen}");
    }
}

#[test]
fn a_step_of_the_king_is_no_castling() {
    let position = read("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = position.parse_coordinates("f1g1").unwrap();
    let castling = position.parse_coordinates("f1h1").unwrap();
    assert!(!step.is_castling() && castling.is_castling());
    assert_eq!(
        (position.san(step), position.san(castling)),
        ("Kg1".into(), "O-O".into())
    );
    assert_eq!(position.parse_san("O-O"), Ok(castling));
}

#[test]
fn the_usual_rules_hold_where_the_rule_is_off() {
    let shredder = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    assert!(Chess::from_fen(shredder).is_err());
    let mut position = read(shredder);
    position.set_rule(0, false);
    assert_eq!(position.fen(), shredder.replace("HAha", "KQkq"));
    assert_eq!(position.key(), read(shredder).key());
    assert_eq!(castlings(&position), ["e1g1", "e1c1"]);
    assert!(position.parse_coordinates("e1h1").is_err());
    let mut other = read("1r2k2r/8/8/8/8/8/8/R4K1R w HAhb - 0 1");
    other.set_rule(0, false);
    assert_eq!(other.fen(), "1r2k2r/8/8/8/8/8/8/R4K1R w k - 0 1");
    assert_eq!(other.key(), Chess::from_fen(&other.fen()).unwrap().key());
}
