//! Alice Chess, sentence by sentence as in `docs/rules/alice.md`.

use galaverna::notation::Notation;
use galaverna::rules::alice::{Alice, Plane};
use galaverna::rules::{EndReason, GameRecord, Outcome, Position, Square};

fn position(fen: &str) -> Alice {
    let position = Alice::from_fen(fen).expect("a valid FEN");
    assert_eq!(position.fen(), fen, "canonical");
    position
}

fn moves(position: &Alice) -> Vec<String> {
    let moves = position.legal_moves().into_iter();
    moves.map(|m| m.to_string()).collect()
}

fn allows(position: &Alice, text: &str) -> bool {
    position.parse_coordinates(text).is_ok()
}

/// Plays SAN moves with numbers from the start, and holds what is written against
/// what was read.
fn play(line: &str) -> GameRecord<Alice> {
    let mut record = GameRecord::new(Alice::start());
    for token in line.split_whitespace() {
        let san = token.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let m = record.position().parse_san(san).expect("a legal move");
        assert_eq!(record.position().san(m), san);
        record.play(m);
    }
    record
}

#[test]
fn sample_games_end_in_mate() {
    for line in [
        "1.e4/B d5/B 2.Be2/B dxe4/A 3.Bb5/A#",
        "1.e4/B d6/B 2.Bc4/B Qxd2/B 3.Bb5/A#",
        "1.e4/B e5/B 2.Qh5/B g6/B 3.Qxe5/A#",
        "1.d4/B Nc6/B 2.e4/B a5/B 3.Bc4/B d6/B 4.Bb5/A#",
    ] {
        let end = play(line).outcome().expect("the game is over");
        assert_eq!(end.reason, EndReason::Checkmate, "{line}");
        assert_eq!(end.result(), "1-0");
    }
}

#[test]
fn known_short_games_of_the_peers_end_in_mate() {
    for line in [
        "e4 h5 Be2 Rh4 Bxh5 Rxe4+ Kf1 d5 Qe2 Bh3#",
        "d4 e6 Qd6 Be7 Qe5+ Kf8 Bh6#",
    ] {
        let mut record = GameRecord::new(Alice::start());
        for san in line.split(' ') {
            let m = record.position().parse_san(san).expect(san);
            record.play(m);
        }
        assert_eq!(record.outcome().unwrap().reason, EndReason::Checkmate);
    }
}

#[test]
fn a_piece_passes_to_the_other_board() {
    let record = play("1.e4/B");
    let after = record.position();
    assert_eq!(
        after.fen(),
        "rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    assert_eq!(after.plane_of(Square::E4), Plane::B);
    assert_eq!(after.pieces_on(Plane::B).count(), 1);
}

#[test]
fn pieces_of_the_other_board_neither_block_nor_help() {
    // The rook on A passes b1 and c1 of B; it may not end on them.
    let open = position("4k3/8/8/8/8/8/8/R|n1|N1K2 w - - 0 1");
    assert!(allows(&open, "a1c1") && allows(&open, "a1e1"));
    assert!(!allows(&open, "a1b1"), "an enemy stands there on B");
    assert!(!allows(&open, "a1d1"), "a friend stands there on B");
}

#[test]
fn captures_are_made_on_the_own_board_only() {
    let board = position("4k3/8/8/8/R2r4/8/3|R4/4K3 w - - 0 1");
    assert!(allows(&board, "a4d4"));
    assert!(!allows(&board, "d2d4"));
    assert!(allows(&board, "d2d3"));
}

#[test]
fn kings_are_in_check_on_their_own_board_only() {
    assert!(!position("4|r2k/8/8/8/8/8/8/4K3 w - - 0 1").is_check());
    assert!(position("4r2k/8/8/8/8/8/8/4K3 w - - 0 1").is_check());
    assert!(position("4|r2k/8/8/8/8/8/8/4|K3 w - - 0 1").is_check());
}

#[test]
fn a_check_is_answered_from_the_other_board_never_from_the_kings_own() {
    // The rook on e8 checks the king on e1, both on A. The bishop on A cannot
    // block, for it passes away, and only take; the one on B blocks by passing.
    let own = position("4r2k/8/8/8/B7/8/8/3NKN2 w - - 0 1");
    assert!(
        moves(&own)
            .iter()
            .all(|text| text.starts_with("e1") || text == "a4e8")
    );
    assert!(allows(&own, "a4e8"));
    let other = position("4r2k/8/8/1|B6/8/8/8/3NKN2 w - - 0 1");
    assert!(allows(&other, "b5e2"));
    assert!(!allows(&other, "b5c6"));
}

#[test]
fn a_pinned_piece_cannot_even_move_along_the_pin() {
    let pinned = position("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert!(
        !moves(&pinned)
            .iter()
            .any(|text| text.starts_with("e2") && text != "e2e8")
    );
    assert!(allows(&pinned, "e2e8"), "taking the pinner ends the pin");
    let doubled = position("4q2k/4r3/8/8/8/8/4R3/4K3 w - - 0 1");
    assert!(!allows(&doubled, "e2e7"), "the queen stands behind");
}

#[test]
fn taking_a_piece_that_screens_the_king_exposes_it() {
    // The knight on e4 alone stands between rook and king. Taken by a piece of A,
    // both leave the file.
    let screened = position("4r2k/8/8/8/R3n3/8/8/4K3 w - - 0 1");
    assert!(!allows(&screened, "a4e4"));
    let free = position("7k/8/8/8/R3n3/8/8/4K3 w - - 0 1");
    assert!(allows(&free, "a4e4"));
}

#[test]
fn a_kings_move_must_be_legal_on_both_boards() {
    // f1 is attacked on A by f8, d1 on B by d8, where the king would arrive.
    let both = position("3|r1r1k/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(!allows(&both, "e1f1"));
    assert!(!allows(&both, "e1d1"));
    assert!(allows(&both, "e1e2"));
    // A king on B attacked nowhere there, though the square is attacked on A,
    // where it would arrive.
    let back = position("3r3k/8/8/8/8/8/8/4|K3 w - - 0 1");
    assert!(!allows(&back, "e1d1"));
    assert!(allows(&back, "e1f1"));
}

#[test]
fn the_double_step_needs_its_own_board_free_and_both_at_the_end() {
    let passed = position("4k3/8/8/8/8/4|n3/4P3/4K3 w - - 0 1");
    assert!(!allows(&passed, "e2e3"), "e3 is taken on B");
    assert!(allows(&passed, "e2e4"), "a piece of B does not hinder");
    let blocked = position("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1");
    assert!(!allows(&blocked, "e2e4"));
    let taken = position("4k3/8/8/8/4|n3/8/4P3/4K3 w - - 0 1");
    assert!(!allows(&taken, "e2e4"));
    let on_b = position("4k3/8/8/8/8/8/4|P3/4K3 w - - 0 1");
    assert!(allows(&on_b, "e2e4"), "the second rank of either board");
}

#[test]
fn a_pawn_promotes_and_passes_over() {
    let pawn = position("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    let m = pawn.parse_coordinates("e7e8Q").expect("either case");
    assert_eq!(pawn.san(m), "e8=Q/B");
    let mut after = pawn.clone();
    after.play(m);
    assert_eq!(after.fen(), "4|Q3/8/8/8/8/8/k7/4K3 b - - 0 1");
}

#[test]
fn castling_needs_the_squares_of_arrival_on_b() {
    let free = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(allows(&free, "e1g1") && allows(&free, "e1c1"));
    let mut after = free.clone();
    after.play(free.parse_san("O-O/B").expect("castling"));
    assert_eq!(after.fen(), "4k3/8/8/8/8/8/8/R4|R|K1 b - - 1 1");
    // On B only the squares of arrival matter.
    let beside = position("4k3/8/8/8/8/8/8/R|n2K|n1R w KQ - 0 1");
    assert!(!allows(&beside, "e1g1"), "f1 is taken on B");
    assert!(allows(&beside, "e1c1"), "b1 on B does not matter");
    // Attacked on A in passing, on B in arriving.
    assert!(!allows(
        &position("4kr2/8/8/8/8/8/8/4K2R w K - 0 1"),
        "e1g1"
    ));
    assert!(!allows(
        &position("4k1|r1/8/8/8/8/8/8/4K2R w K - 0 1"),
        "e1g1"
    ));
    assert!(allows(
        &position("4k|r2/8/8/8/8/8/8/4K2R w K - 0 1"),
        "e1g1"
    ));
}

#[test]
fn castling_is_tested_with_the_rook_beside_the_king() {
    // On B a rook on a1 would check g1 along the rank, but for the rook on f1.
    let screened = position("4k3/8/8/8/8/8/8/|r3K2R w K - 0 1");
    assert!(allows(&screened, "e1g1"));
    // One on h1's side of the king has nothing before it.
    let exposed = position("4k3/8/8/8/8/6|r1/8/4K2R w K - 0 1");
    assert!(!allows(&exposed, "e1g1"));
}

#[test]
fn castling_rights_belong_to_board_a() {
    let on_b = Alice::from_fen("4k3/8/8/8/8/8/8/|R3K2R w KQ - 0 1").unwrap();
    assert_eq!(on_b.fen(), "4k3/8/8/8/8/8/8/|R3K2R w K - 0 1");
}

#[test]
fn en_passant_is_for_pawns_of_the_board_of_arrival() {
    // White's pawn steps from A over e3 to e4 of B.
    let beside_on_b = position("4k3/8/8/8/3|p4/8/4P3/4K3 w - - 0 1");
    let mut after = beside_on_b.clone();
    after.play(after.parse_coordinates("e2e4").unwrap());
    assert_eq!(after.fen(), "4k3/8/8/8/3|p|P3/8/8/4K3 b - e3 0 1");
    let capture = after.parse_coordinates("d4e3").expect("en passant");
    assert_eq!(after.san(capture), "dxe3/A");
    after.play(capture);
    assert_eq!(after.fen(), "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");

    let beside_on_a = position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let mut after = beside_on_a.clone();
    after.play(after.parse_coordinates("e2e4").unwrap());
    assert_eq!(after.fen(), "4k3/8/8/8/3p|P3/8/8/4K3 b - - 0 1");
    assert!(!allows(&after, "d4e3"));

    // The square passed over must be vacant on both boards.
    let passed = position("4k3/8/8/8/3|p4/4|n3/4P3/4K3 w - - 0 1");
    let mut after = passed.clone();
    after.play(after.parse_coordinates("e2e4").unwrap());
    assert!(!allows(&after, "d4e3"));
    assert!(after.fen().contains(" b - - 0 1"));
}

#[test]
fn en_passant_can_be_switched_off() {
    let mut off = position("4k3/8/8/8/3|p|P3/8/8/4K3 b - e3 0 1");
    assert!(allows(&off, "d4e3"));
    let with = off.key();
    off.set_rule(0, false);
    assert!(!allows(&off, "d4e3"));
    assert_ne!(off.key(), with);
    assert!(off.fen().contains(" b - - "));
    let mut stepping = position("4k3/8/8/8/3|p4/8/4P3/4K3 w - - 0 1");
    stepping.set_rule(0, false);
    stepping.play(stepping.parse_coordinates("e2e4").unwrap());
    assert!(!allows(&stepping, "d4e3"));
}

#[test]
fn the_board_of_a_piece_is_part_of_the_position() {
    let on_a = position("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1");
    let on_b = position("4k3/8/8/8/4|N3/8/8/4K3 w - - 0 1");
    assert_ne!(on_a.key(), on_b.key());
    // Knights and kings go out and come back in two moves: the third time.
    let mut record = GameRecord::new(on_a);
    let back_and_forth = ["e4g5", "e8d8", "g5e4", "d8e8"];
    for (ply, text) in back_and_forth.into_iter().cycle().take(8).enumerate() {
        assert_eq!(record.outcome(), None, "after {ply} plies");
        record.play_text(text).expect("a legal move");
    }
    let repetition = Outcome::draw(EndReason::ThreefoldRepetition);
    assert_eq!(record.outcome(), Some(repetition));
}

#[test]
fn only_bare_kings_are_dead() {
    let dead = Some(Outcome::draw(EndReason::DeadPosition));
    assert_eq!(position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome(), dead);
    assert_eq!(position("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").outcome(), None);
    let mate = position("8/8/8/8/3B4/8/|K7/k7 b - - 0 1");
    assert_eq!(
        mate.outcome().map(|end| (end.result(), end.reason)),
        Some(("1-0", EndReason::Checkmate))
    );
}

#[test]
fn san_is_read_with_and_without_the_board() {
    let start = Alice::start();
    let with = start.parse_san("Nf3/B").unwrap();
    assert_eq!(start.parse_san("Nf3"), Ok(with));
    assert!(start.parse_san("Nf3/A").is_err());
    assert!(start.parse_san("Nf3/").is_err());
    // Knights of either board are told apart.
    let knights = position("4k3/8/8/8/8/8/8/|N3N1K1 w - - 0 1");
    let m = knights.parse_coordinates("a1c2").unwrap();
    assert_eq!(knights.san(m), "Nac2/A");
    assert!(knights.parse_san("Nc2").is_err());
    assert!(knights.parse_san("Nc2/A").is_ok(), "the board decides");
}
