//! Orthodox chess: named positions, and a comparison with shakmaty's generator.

use std::collections::BTreeSet;

use crate::common::{after, move_texts, perft_lines, play_random_games, position, random_numbers};
use galaverna::host::Interrupt;
use galaverna::notation::Notation;
use galaverna::rules::chess::Chess;
use galaverna::rules::perft::divide;
use galaverna::rules::{Color, EndReason, GameRecord, Outcome, Position};
use rand::seq::IndexedRandom;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};

/// The position of a FEN.
fn read(fen: &str) -> Chess {
    position(fen)
}

fn is_legal(fen: &str, text: &str) -> bool {
    move_texts(&read(fen)).contains(text)
}

/// A game from a FEN through moves in coordinate notation.
fn record(fen: &str, moves: &str) -> GameRecord<Chess> {
    let mut record = GameRecord::new(read(fen));
    for text in moves.split_whitespace() {
        assert_eq!(record.outcome(), None, "before {text}");
        record.play_text(text).unwrap();
    }
    record
}

const DEAD: Option<Outcome> = Some(Outcome::draw(EndReason::DeadPosition));
const FIFTY_MOVES: Option<Outcome> = Some(Outcome::draw(EndReason::FiftyMoves));
const STALEMATE: Option<Outcome> = Some(Outcome::draw(EndReason::Stalemate));
const THREEFOLD: Option<Outcome> = Some(Outcome::draw(EndReason::ThreefoldRepetition));

// En passant.

#[test]
fn en_passant_takes_the_pawn_beside_for_one_move_only() {
    let start = read("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
    let stepped = after(&start, "d7d5");
    assert!(stepped.fen().ends_with("w - d6 0 2"));
    assert_eq!(
        after(&stepped, "e5d6").fen(),
        "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"
    );
    let later = after(&stepped, "e1e2 e8e7");
    assert!(!move_texts(&later).contains("e5d6"));
    assert!(!move_texts(&after(&start, "d7d6 e1e2 d6d5")).contains("e5d6"));
}

#[test]
fn en_passant_may_not_bare_the_king() {
    // Along the rank both pawns leave; on a file; on a diagonal.
    assert!(!is_legal("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "e5d6"));
    assert!(is_legal("8/8/8/K2pP2n/8/8/8/4k3 w - d6 0 2", "e5d6"));
    assert!(!is_legal("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"));
    assert!(!is_legal("k5b1/8/8/3pP3/8/8/K7/8 w - d6 0 2", "e5d6"));
    assert!(!is_legal("k6q/8/8/3pP3/8/2K5/8/8 w - d6 0 2", "e5d6"));
    // Along the pin's diagonal it may be taken.
    assert!(is_legal("1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 2", "e5d6"));
    // Nothing forbids it.
    assert!(is_legal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"));
}

#[test]
fn en_passant_answers_the_check_of_the_pawn_that_stepped() {
    let fen = "8/8/8/3pP3/2K5/8/8/7k w - d6 0 2";
    assert!(read(fen).is_check());
    assert!(is_legal(fen, "e5d6"));
    // The pawn that stepped shields the king from the bishop.
    let fen = "6bk/8/8/3pP3/8/1K6/8/8 w - d6 0 2";
    assert!(!read(fen).is_check());
    assert!(!is_legal(fen, "e5d6"));
}

// Castling.

#[test]
fn castling_through_out_of_or_into_check_is_forbidden() {
    let castlings = |black_rook: &str| {
        let fen = format!("4k3/8/8/8/8/{black_rook}/8/R3K2R w KQ - 0 1");
        (is_legal(&fen, "e1g1"), is_legal(&fen, "e1c1"))
    };
    assert_eq!(castlings("8"), (true, true));
    assert_eq!(castlings("4r3"), (false, false), "out of check");
    assert_eq!(castlings("5r2"), (false, true), "through f1");
    assert_eq!(castlings("6r1"), (false, true), "into g1");
    assert_eq!(castlings("7r"), (true, true), "only the rook is attacked");
    assert_eq!(castlings("3r4"), (true, false), "through d1");
    assert_eq!(castlings("2r5"), (true, false), "into c1");
    assert_eq!(castlings("1r6"), (true, true), "only the rook crosses b1");
    assert_eq!(castlings("r7"), (true, true), "only the rook is attacked");
}

#[test]
fn castling_needs_vacant_squares_and_the_right() {
    let castlings = |rank: &str, rights: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/{rank} w {rights} - 0 1");
        (is_legal(&fen, "e1g1"), is_legal(&fen, "e1c1"))
    };
    assert_eq!(castlings("R3KB1R", "KQ"), (false, true));
    assert_eq!(castlings("R3K1NR", "KQ"), (false, true));
    assert_eq!(castlings("RN2K2R", "KQ"), (true, false));
    assert_eq!(castlings("R1n1K2R", "KQ"), (true, false));
    assert_eq!(castlings("R3K2R", "K"), (true, false));
    assert_eq!(castlings("R3K2R", "Q"), (false, true));
    assert_eq!(castlings("R3K2R", "-"), (false, false));
}

#[test]
fn rights_end_with_moves_and_captures_of_kings_and_rooks() {
    let start = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let rights = |moves: &str| {
        let fen = after(&start, moves).fen();
        fen.split(' ').nth(2).unwrap_or_default().to_owned()
    };
    assert_eq!(rights("e1e2 e8e7"), "-");
    assert_eq!(rights("e1g1"), "kq");
    assert_eq!(rights("a1b1 h8g8"), "Kq");
    assert_eq!(rights("h1h8"), "Qq");
    assert_eq!(rights("a1a8"), "Kk");
    assert_eq!(rights("a1b1 e8c8 b1a1"), "K");
    let castled = after(&start, "e1c1 e8g8").fen();
    assert_eq!(castled, "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
}

// Moves and their text.

#[test]
fn promotions_go_to_four_pieces() {
    let texts = move_texts(&read("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
    let promotions: Vec<&str> = texts
        .iter()
        .filter(|text| text.starts_with("a7"))
        .map(String::as_str)
        .collect();
    assert_eq!(
        promotions,
        [
            "a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8b", "a7b8n", "a7b8q", "a7b8r"
        ]
    );
}

#[test]
fn double_check_is_answered_by_the_king_only() {
    let fen = "4k3/8/8/8/4r3/3n4/3P1P2/R3K2Q w - - 0 1";
    let texts = move_texts(&read(fen));
    assert!(texts.iter().all(|text| text.starts_with("e1")), "{texts:?}");
    assert!(!texts.is_empty());
}

#[test]
fn san_disambiguates_by_file_then_rank_then_both() {
    let texts = |fen: &str| -> BTreeSet<String> {
        let position = read(fen);
        let moves = position.legal_moves().into_iter();
        moves.map(|m| position.san(m)).collect()
    };
    let file = texts("7k/8/8/8/8/8/8/KN3N2 w - - 0 1");
    assert!(file.contains("Nbd2") && file.contains("Nfd2"));
    let rank = texts("7k/8/8/R7/8/8/8/R3K3 w - - 0 1");
    assert!(rank.contains("R1a3") && rank.contains("R5a3"));
    let both = texts("8/8/k7/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert!(both.contains("Qh4e1"), "{both:?}");
    // A pinned piece is no rival.
    let pinned = texts("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert!(pinned.contains("Ne2"));
    // Marks.
    let marks = texts("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    assert!(marks.contains("Qg7#") && marks.contains("Qh7#"));
    assert!(texts("7k/8/8/8/8/8/Q7/K7 w - - 0 1").contains("Qa8+"));
}

#[test]
fn san_that_several_moves_match_is_refused_by_name() {
    let error = read("7k/8/8/8/8/8/8/KN3N2 w - - 0 1").parse_san("Nd2");
    let message = error.unwrap_err().to_string();
    assert!(message.contains("b1d2") && message.contains("f1d2"));
}

#[test]
fn san_is_read_leniently() {
    let start = Chess::start();
    for text in ["Nf3", "Nf3+", "Nf3!?", "Ngf3", "N1f3", "Ng1f3"] {
        let m = start.parse_san(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(m.to_string(), "g1f3", "{text}");
    }
    let castling = read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for (text, coordinates) in [("O-O", "e1g1"), ("0-0", "e1g1"), ("O-O-O", "e1c1")] {
        let m = castling.parse_san(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(m.to_string(), coordinates);
    }
    let promotion = read("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(promotion.parse_san("a8Q"), promotion.parse_san("a8=Q+"));
}

// Ends.

#[test]
fn mate_and_stalemate() {
    let mated = record(Chess::START_FEN, "f2f3 e7e5 g2g4 d8h4");
    let mate = Outcome::win(Color::Black, EndReason::Checkmate);
    assert_eq!(mated.outcome(), Some(mate));
    assert_eq!(mate.result(), "0-1");
    let stalemate = record("7k/5K2/8/8/6Q1/8/8/8 w - - 0 1", "g4g6");
    assert_eq!(stalemate.outcome(), STALEMATE);
    assert!(!stalemate.position().is_check());
}

#[test]
fn positions_without_mating_material_are_dead() {
    let outcome = |pieces: &str| read(&format!("4k3/8/8/{pieces}/8/8/8/4K3 w - - 0 1")).outcome();
    for pieces in ["8", "2B5", "2b5", "2N5", "2n5"] {
        assert_eq!(outcome(pieces), DEAD, "{pieces}");
    }
    // Any number of bishops of either side, if all are on one colour.
    assert_eq!(outcome("2B1b3"), DEAD);
    assert_eq!(outcome("B1B1B1b1"), DEAD);
    for pieces in [
        "2Bb4", "2BB4", "2NN4", "2Nn4", "2NB4", "2Nb4", "2R5", "2q5", "2P5",
    ] {
        assert_eq!(outcome(pieces), None, "{pieces}");
    }
}

#[test]
fn the_clock_at_100_draws_unless_it_is_mate() {
    let fen = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 98 80";
    assert_eq!(record(fen, "e1e2").outcome(), None);
    assert_eq!(record(fen, "e1e2 g8f8").outcome(), FIFTY_MOVES);
    let mating = fen.replace("98", "99");
    let mate = Outcome::win(Color::White, EndReason::Checkmate);
    assert_eq!(record(&mating, "e1e8").outcome(), Some(mate));
    assert_eq!(record(&mating, "e1e7").outcome(), FIFTY_MOVES);
    // Stalemate and dead position come before it too.
    let stalemating = "7k/5K2/8/8/6Q1/8/8/8 w - - 99 80";
    assert_eq!(record(stalemating, "g4g6").outcome(), STALEMATE);
    let bare = read("4k3/8/8/8/8/8/8/4K3 w - - 100 90");
    assert_eq!(bare.outcome(), DEAD);
    // A capture or a pawn move sets it back.
    let fen = "6k1/5ppp/8/8/8/8/P7/K3R3 w - - 99 80";
    assert_eq!(record(fen, "a2a3").position().state().halfmove_clock, 0);
    assert_eq!(record(fen, "a2a3").outcome(), None);
}

#[test]
fn the_third_occurrence_draws() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    let twice = record(Chess::START_FEN, there_and_back);
    assert_eq!(twice.outcome(), None);
    let thrice = record(Chess::START_FEN, &[there_and_back; 2].join(" "));
    assert_eq!(thrice.outcome(), THREEFOLD);
    let mut undone = thrice.clone();
    assert!(undone.undo());
    assert_eq!(undone.outcome(), None);
    // The fifty-move rule is looked at first.
    let fen = "r3k3/8/8/8/8/8/8/R3K3 w - - 92 80";
    let both = record(fen, &["a1b1 a8b8 b1a1 b8a8"; 2].join(" "));
    assert_eq!(both.outcome(), FIFTY_MOVES);
}

#[test]
fn repetition_looks_at_the_side_to_move_and_castling() {
    // The first time White may still castle.
    let fen = "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let round = "a1b1 a8b8 b1a1 b8a8";
    let game = record(fen, &[round; 2].join(" "));
    assert_eq!(game.outcome(), None);
    // The position after White's first move has occurred three times now.
    assert_eq!(
        record(fen, &format!("{round} {round} a1b1")).outcome(),
        THREEFOLD
    );
    // The same pieces with the other side to move are another position.
    let white = read("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let black = read("r3k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert_ne!(white.key(), black.key());
}

#[test]
fn repetition_looks_at_en_passant_only_if_a_capture_is_legal() {
    // The pawn on e5 could take: the first occurrence is another position.
    let legal = "6k1/3p4/8/4P3/8/8/8/6K1 b - - 0 1";
    let round = "g1h1 g8h8 h1g1 h8g8";
    let game = record(legal, &format!("d7d5 {round} {round}"));
    assert_eq!(game.outcome(), None);
    // On e5 between king and rook the pawn may not leave the rank.
    let pinned = "4k3/3p4/8/r3P1K1/8/8/8/8 b - - 0 1";
    let stepped = after(&read(pinned), "d7d5");
    assert!(
        stepped.fen().ends_with(" w - d6 0 2"),
        "pseudo-legal in FEN"
    );
    assert!(!move_texts(&stepped).contains("e5d6"));
    let without = stepped.fen().replace(" d6 ", " - ");
    assert_eq!(stepped.key(), read(&without).key());
    let round = "g5h4 e8f8 h4g5 f8e8";
    let game = record(pinned, &format!("d7d5 {round} {round}"));
    assert_eq!(game.outcome(), THREEFOLD);
    // Where it is legal the keys differ.
    let stepped = after(&read(legal), "d7d5");
    let without = stepped.fen().replace(" d6 ", " - ");
    assert_ne!(stepped.key(), read(&without).key());
}

// Comparison with shakmaty.

/// The same position as shakmaty has it.
fn of_shakmaty(fen: &str) -> shakmaty::Chess {
    let read: Fen = fen.parse().expect(fen);
    read.into_position(CastlingMode::Standard).expect(fen)
}

#[test]
fn moves_ends_and_fens_agree_with_shakmaty() {
    let mut positions = 0;
    play_random_games::<Chess>(31, 120, 150, |ours, _| {
        let fen = ours.fen();
        let theirs = of_shakmaty(&fen);
        let moves: BTreeSet<String> = theirs
            .legal_moves()
            .into_iter()
            .map(|m| UciMove::from_standard(m).to_string())
            .collect();
        assert_eq!(move_texts(ours), moves, "{fen}");
        assert_eq!(
            Fen::from_position(&theirs, EnPassantMode::PseudoLegal).to_string(),
            fen
        );
        assert_eq!(ours.checkers(), theirs.checkers(), "{fen}");
        assert_eq!(ours.is_dead(), theirs.is_insufficient_material(), "{fen}");
        let reason = ours.outcome().map(|end| end.reason);
        let mate = reason == Some(EndReason::Checkmate);
        assert_eq!(mate, theirs.is_checkmate(), "{fen}");
        let stalemate = reason == Some(EndReason::Stalemate);
        assert_eq!(stalemate, theirs.is_stalemate(), "{fen}");
        positions += 1;
    });
    assert!(positions >= 10_000, "only {positions} positions");
}

#[test]
fn san_agrees_with_shakmaty() {
    let mut texts = 0;
    play_random_games::<Chess>(32, 30, 150, |ours, _| {
        let fen = ours.fen();
        let theirs = of_shakmaty(&fen);
        let expected: BTreeSet<String> = theirs
            .legal_moves()
            .into_iter()
            .map(|m| SanPlus::from_move(theirs.clone(), m).to_string())
            .collect();
        let moves = ours.legal_moves().into_iter();
        let written: BTreeSet<String> = moves.map(|m| ours.san(m)).collect();
        assert_eq!(written, expected, "{fen}");
        texts += written.len();
    });
    assert!(texts > 20_000, "only {texts} moves");
}

#[test]
fn parts_of_perft_agree_with_shakmaty() {
    let mut random = random_numbers(33);
    let lines = perft_lines("chess");
    for (fen, _) in lines.choose_multiple(&mut random, 5) {
        for (m, count) in divide(&read(fen), 3, &Interrupt::default()).expect("not interrupted") {
            let after = after(&read(fen), &m.to_string());
            let theirs = of_shakmaty(&after.fen());
            assert_eq!(count, shakmaty::perft(&theirs, 2), "{}", after.fen());
        }
    }
}
