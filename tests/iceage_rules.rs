//! `docs/rules/iceage.md`, sentence by sentence.

use std::collections::BTreeSet;

use crate::common::{after, move_texts, perft_lines, play_random_games, position, random_numbers};
use galaverna::notation::Notation;
use galaverna::rules::iceage::IceAge;
use galaverna::rules::{
    Color, EndReason, GameRecord, MoveKind, Outcome, Position, Role, Square, perft,
};
use rand::seq::IndexedRandom;

/// The position of a FEN.
fn read(fen: &str) -> IceAge {
    position(fen)
}

/// The FEN after some moves.
fn fen_after(fen: &str, moves: &str) -> String {
    after(&read(fen), moves).fen()
}

/// The destinations of the piece on a square.
fn destinations(position: &IceAge, from: Square) -> BTreeSet<String> {
    let moves = position.legal_moves().into_iter();
    moves
        .filter(|m| m.from() == from)
        .map(|m| m.to().to_string())
        .collect()
}

fn squares(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn is_legal(fen: &str, text: &str) -> bool {
    move_texts(&read(fen)).contains(text)
}

/// Plays SAN moves, each of which must be the canonical text, up to marks.
fn after_san(start: &IceAge, moves: &str) -> IceAge {
    let mut position = start.clone();
    for text in moves.split_whitespace() {
        let m = position.parse_san(text).expect(text);
        assert_eq!(position.san(m), text, "{}", position.fen());
        position.play(m);
    }
    position
}

// Board.

#[test]
fn all_empty_squares_hold_cubes_at_the_start() {
    let start = IceAge::start();
    assert_eq!(start.cubes().count(), 32);
    assert_eq!(start.cubes(), !start.board().occupied());
    assert_eq!(
        start.fen(),
        "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn c_is_read_as_a_cube_and_a_star_is_written() {
    let cubes = "4k3/8/8/2cc**2/8/8/8/4K3 w - - 0 1";
    assert_eq!(read(cubes).fen(), cubes.replace('c', "*"));
    assert_eq!(read(cubes).key(), read(&cubes.replace('c', "*")).key());
    assert!(IceAge::from_fen(&cubes.replace('c', "C")).is_err());
}

#[test]
fn a_missing_king_is_a_finished_game() {
    let cases = [
        ("4k3/pp6/8/8/8/8/PP6/8", Some(Color::Black)),
        ("8/pp6/8/8/8/8/PP6/4K3", Some(Color::White)),
        ("8/pp6/8/8/8/8/PP6/8", None),
    ];
    for (placement, winner) in cases {
        for turn in ["w", "b"] {
            let fen = format!("{placement} {turn} - - 0 21");
            let position = read(&fen);
            assert_eq!(position.fen(), fen);
            assert!(position.legal_moves().is_empty(), "{fen}");
            assert_eq!(position.count_legal_moves(), 0, "{fen}");
            assert!(position.tactical_moves().is_empty(), "{fen}");
            assert_eq!(perft::perft(&position, 2), 0, "{fen}");
            assert!(position.parse_coordinates("a2a3").is_err());
            assert!(position.parse_coordinates("a7a6").is_err());
            let end = position.outcome().expect("an end");
            assert_eq!(end.winner, winner, "{fen}");
            assert!(matches!(end.reason, EndReason::Variant(_)), "{fen}: {end}");
        }
    }
}

#[test]
fn two_kings_of_one_side_are_refused() {
    assert!(IceAge::from_fen("4k3/8/8/8/8/8/8/3KK3 w - - 0 1").is_err());
    assert!(IceAge::from_fen("3kk3/8/8/8/8/8/8/4K3 w - - 0 1").is_err());
}

// Moves.

#[test]
fn cubes_block_and_do_not_attack_or_check() {
    // The cube on e4 stands between rook and king.
    assert!(read("4k3/8/8/8/8/8/8/4R2K b - - 0 1").is_check());
    assert!(!read("4k3/8/8/8/4*3/8/8/4R2K b - - 0 1").is_check());
    // A king may walk along cubes and take them.
    let king = read("7k/8/8/3***2/3*K*2/3***2/8/8 w - - 0 1");
    assert!(!king.is_check());
    assert_eq!(
        destinations(&king, Square::E4),
        squares("d5 e5 f5 d4 f4 d3 e3 f3")
    );
    // A piece behind a cube is not pinned, and the cube is not either.
    let fen = "4r1k1/8/8/4*3/8/8/4B3/4K3 w - - 0 1";
    assert!(is_legal(fen, "e2d3"));
    assert!(!is_legal(&fen.replace("4*3", "8"), "e2d3"));
}

#[test]
fn sliders_stop_at_cubes_and_take_them() {
    let rook = read("7k/8/3*4/8/1*1R1*2/8/3*4/7K w - - 0 1");
    assert_eq!(
        destinations(&rook, Square::D4),
        squares("b4 c4 e4 f4 d2 d3 d5 d6")
    );
    let bishop = read("k7/8/1*3*2/8/3B4/8/1*3*2/7K w - - 0 1");
    assert_eq!(
        destinations(&bishop, Square::D4),
        squares("b6 c5 e5 f6 b2 c3 e3 f2")
    );
    let queen = read("k7/8/8/2***3/2*Q*3/2***3/8/7K w - - 0 1");
    assert_eq!(
        destinations(&queen, Square::D4),
        squares("c5 d5 e5 c4 e4 c3 d3 e3")
    );
    for (position, text) in [(&rook, "d4b4"), (&bishop, "d4f6"), (&queen, "d4e5")] {
        let m = position.parse_coordinates(text).unwrap();
        assert_eq!(m.kind(), MoveKind::TakeNeutral);
        let next = after(position, text);
        assert_eq!(next.cubes().count() + 1, position.cubes().count());
        assert!(!next.cubes().contains(m.to()));
    }
}

#[test]
fn knights_jump_over_cubes_and_onto_them() {
    let knight = read("k7/8/8/2***3/1**N**2/2***3/4*3/7K w - - 0 1");
    assert_eq!(
        destinations(&knight, Square::D4),
        squares("c6 e6 b5 f5 b3 f3 c2 e2")
    );
    let next = after(&knight, "d4e2");
    assert_eq!(
        next.fen(),
        "k7/8/8/2***3/1**1**2/2***3/4N3/7K b - - 0 1",
        "only the cube on e2 is taken"
    );
}

#[test]
fn kings_take_cubes_on_squares_that_are_not_attacked() {
    let fen = "3r3k/8/8/8/8/8/3*1*2/4K3 w - - 0 1";
    assert!(is_legal(fen, "e1f2"));
    assert!(!is_legal(fen, "e1d2"));
    assert_eq!(fen_after(fen, "e1f2"), "3r3k/8/8/8/8/8/3*1K2/8 b - - 0 1");
}

#[test]
fn pawns_take_cubes_diagonally_forward_and_never_straight_ahead() {
    let pawn = read("7k/8/8/8/2***3/2*P*3/2***3/7K w - - 0 1");
    assert_eq!(destinations(&pawn, Square::D3), squares("c4 e4"));
    let pawn = read("7k/8/2***3/2*p*3/2***3/8/8/7K b - - 0 1");
    assert_eq!(destinations(&pawn, Square::D5), squares("c4 e4"));
    // No capture around the edge.
    let pawn = read("7k/8/8/*6*/8/7P/8/*6K w - - 0 1");
    assert_eq!(destinations(&pawn, Square::H3), squares("h4"));
}

#[test]
fn cubes_block_the_double_step() {
    let pawn = |fen: &str| destinations(&read(fen), Square::E2);
    assert_eq!(pawn("7k/8/8/8/8/8/4P3/7K w - - 0 1"), squares("e3 e4"));
    assert_eq!(pawn("7k/8/8/8/4*3/8/4P3/7K w - - 0 1"), squares("e3"));
    assert_eq!(pawn("7k/8/8/8/8/4*3/4P3/7K w - - 0 1"), squares(""));
}

#[test]
fn a_pawn_that_takes_a_cube_on_the_last_rank_promotes() {
    let fen = "*1*4k/1P6/8/8/8/8/8/7K w - - 3 1";
    let texts = move_texts(&read(fen));
    for to in ["a8", "b8", "c8"] {
        for letter in ["q", "r", "b", "n"] {
            assert!(texts.contains(&format!("b7{to}{letter}")), "{to}{letter}");
        }
        assert!(!texts.contains(&format!("b7{to}")));
    }
    assert_eq!(fen_after(fen, "b7a8n"), "N1*4k/8/8/8/8/8/8/7K b - - 0 1");
    let black = "7k/8/8/8/8/8/6p1/K6* b - - 0 1";
    assert_eq!(fen_after(black, "g2h1q"), "7k/8/8/8/8/8/8/K6q w - - 0 2");
    // Straight ahead a cube blocks the promotion too.
    assert!(!is_legal("1*5k/1P6/8/8/8/8/8/7K w - - 0 1", "b7b8q"));
}

#[test]
fn cubes_between_king_and_rook_prevent_castling() {
    let castlings = |rank: &str| {
        let texts = move_texts(&read(&format!("4k3/8/8/8/8/8/8/{rank} w KQ - 0 1")));
        (texts.contains("e1g1"), texts.contains("e1c1"))
    };
    assert_eq!(castlings("R3K2R"), (true, true));
    assert_eq!(castlings("R3K1*R"), (false, true));
    assert_eq!(castlings("R3K*1R"), (false, true));
    assert_eq!(castlings("R*2K2R"), (true, false));
    assert_eq!(castlings("R1*1K2R"), (true, false));
    assert_eq!(castlings("R2*K2R"), (true, false));
    let black = |rank: &str| {
        let texts = move_texts(&read(&format!("{rank}/8/8/8/8/8/8/4K3 b kq - 0 1")));
        (texts.contains("e8g8"), texts.contains("e8c8"))
    };
    assert_eq!(black("r3k2r"), (true, true));
    assert_eq!(black("r*2k1*r"), (false, false));
}

#[test]
fn castling_and_en_passant_are_orthodox() {
    assert_eq!(
        fen_after("4k3/8/8/8/8/8/****PPPP/R3K2R w KQ - 4 9", "e1g1"),
        "4k3/8/8/8/8/8/****PPPP/R4RK1 b - - 5 9"
    );
    let stepped = fen_after("4k3/8/8/8/*2p2**/***2***/4P3/4K3 w - - 2 1", "e2e4");
    assert_eq!(stepped, "4k3/8/8/8/*2pP1**/***2***/8/4K3 b - e3 0 1");
    assert_eq!(
        fen_after(&stepped, "d4e3"),
        "4k3/8/8/8/*5**/***1p***/8/4K3 w - - 0 2"
    );
}

#[test]
fn taking_a_cube_is_a_capture_for_the_clock_and_in_san() {
    let start = IceAge::start();
    let played = after_san(&start, "hxg3 Nxf6 Nxc3 Nxd5");
    assert_eq!(played.state().halfmove_clock, 0);
    assert_eq!(
        played.fen(),
        "rnbqkb1r/pppppppp/*****1**/***n****/********/**N***P*/PPPPPPP1/R1BQKBNR w KQkq - 0 3"
    );
    // A rook's quiet move counts, its capture of a cube does not.
    let rook = "4k3/8/8/8/8/8/8/R2*K3 w - - 7 3";
    assert_eq!(after(&read(rook), "a1b1").state().halfmove_clock, 8);
    assert_eq!(after(&read(rook), "a1d1").state().halfmove_clock, 0);
    let m = read(rook).parse_san("Rxd1").expect("taking a cube");
    assert!(!m.is_capture(), "a cube is no enemy piece");
    assert!(!read(rook).tactical_moves().contains(&m));
    // A promotion on a cube, with check.
    after_san(&read("*5k1/1P6/8/8/8/8/8/K7 w - - 0 1"), "bxa8=Q+");
}

// The Ice Age.

#[test]
fn the_worked_example() {
    assert_eq!(
        fen_after(
            "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20",
            "c8c3"
        ),
        "***q1rk*/***bpp**/***p1bP*/****n***/****P***/*Nr**P**/PPPQ****/1K1R**** w - - 0 21"
    );
}

#[test]
fn the_ice_comes_after_blacks_moves_20_40_60_and_no_others() {
    let placement = "6k1/5ppp/8/8/8/8/PPP5/1K6";
    for number in 1..=100 {
        let fen = format!("{placement} b - - 0 {number}");
        let ice = number % 20 == 0;
        let cubes = after(&read(&fen), "g8h8").cubes();
        assert_eq!(cubes.any(), ice, "Black's move {number}");
        let plies = if ice { 1 } else { 2 * (20 - number % 20) + 1 };
        assert_eq!(
            read(&fen).plies_to_ice_age(),
            plies,
            "Black's move {number}"
        );
        let fen = format!("{placement} w - - 0 {number}");
        assert!(after(&read(&fen), "b1a1").cubes().is_empty());
        assert_eq!(read(&fen).plies_to_ice_age(), plies + 1);
    }
}

#[test]
fn blacks_move_must_be_legal_before_the_ice() {
    // The rook on e1 is isolated and will freeze, yet the bishop is pinned.
    let fen = "4k3/3pbp2/8/8/8/8/PP6/K3R3 b - - 0 20";
    assert!(!is_legal(fen, "e7d6"));
    assert!(is_legal(&fen.replace("K3R3", "K7"), "e7d6"));
    // The same check must be answered, though ice would end it.
    let fen = "4k3/3p1p2/8/8/8/8/PP6/K3R3 b - - 0 20";
    assert_eq!(move_texts(&read(fen)), squares("e8f8 e8d8"));
}

#[test]
fn mate_by_whites_twentieth_move_is_mate_at_once() {
    let before = read("6k1/5ppp/8/8/8/8/PP2R3/K7 w - - 0 20");
    let mated = after(&before, "e2e8");
    let mate = Outcome::win(Color::White, EndReason::Checkmate);
    assert_eq!(mated.outcome(), Some(mate));
    assert_eq!(
        before.san(before.parse_coordinates("e2e8").unwrap()),
        "Re8#"
    );
    let sources = read("4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 20");
    assert_eq!(sources.outcome(), Some(mate));
}

#[test]
fn mate_by_blacks_twentieth_move_counts_only_if_it_still_stands() {
    let mate = Outcome::win(Color::Black, EndReason::Checkmate);
    let play = |fen: &str, text: &str| {
        let position = read(fen);
        let san = position.san(position.parse_coordinates(text).unwrap());
        (after(&position, text), san)
    };
    // The rook freezes.
    let frozen = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 20";
    let (position, san) = play(frozen, "a8a1");
    assert_eq!(position.outcome(), None);
    assert!(!position.is_check());
    assert!(!position.legal_moves().is_empty());
    assert_eq!(position.board().by_role(Role::Rook).count(), 0);
    assert!(position.cubes().contains(Square::A1));
    assert_eq!(san, "Ra1");
    // One move earlier it mates.
    let (position, san) = play(&frozen.replace("20", "19"), "a8a1");
    assert_eq!(position.outcome(), Some(mate));
    assert_eq!(san, "Ra1#");
    // It touches f2, and f1 is sheltered.
    let (position, san) = play("4r1k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 20", "e8e1");
    assert_eq!(position.outcome(), Some(mate));
    assert!(!position.cubes().contains(Square::F1));
    assert_eq!(san, "Re1#");
}

#[test]
fn stalemate_by_blacks_twentieth_move_counts_only_if_it_still_stands() {
    // The queen takes g1 from White's king, but on move 20 she freezes.
    let fen = "7k/7p/q7/8/8/7p/7P/7K b - - 0 19";
    let stalemate = Outcome::draw(EndReason::Stalemate);
    assert_eq!(after(&read(fen), "a6a7").outcome(), Some(stalemate));
    let later = after(&read(&fen.replace("19", "20")), "a6a7");
    assert_eq!(later.outcome(), None);
    assert_eq!(move_texts(&later), squares("h1g1 h2g3"));
}

#[test]
fn isolated_pieces_freeze_and_all_neighbours_count() {
    // One neighbour in any of the eight directions, of either colour, is enough.
    for neighbour in ["c5", "d5", "e5", "c4", "e4", "c3", "d3", "e3"] {
        for (piece, friend) in [('N', 'n'), ('n', 'N'), ('N', 'N')] {
            let mut board = vec![vec!['1'; 8]; 8];
            let square: Square = neighbour.parse().unwrap();
            board[7 - square.rank().to_usize()][square.file().to_usize()] = friend;
            board[4][3] = piece;
            (board[0][6], board[0][7]) = ('r', 'k');
            (board[7][6], board[7][7]) = ('R', 'K');
            let ranks: Vec<String> = board.into_iter().map(String::from_iter).collect();
            let fen = format!("{} b - - 5 20", ranks.join("/"));
            let position = after(&read(&fen), "h8h7");
            assert!(position.board().role_at(Square::D4).is_some(), "{fen}");
            assert!(position.board().role_at(square).is_some(), "{fen}");
            assert_eq!(position.state().halfmove_clock, 6, "nothing froze");
        }
    }
    // Two squares away is too far, and cubes are no company.
    let alone = "6rk/8/1P1P1P2/2***3/1P*P*P2/2***3/1P1P1P1N/7K b - - 5 20";
    let position = after(&read(alone), "h8h7");
    assert_eq!(position.board().by_role(Role::Pawn).count(), 0);
    assert_eq!(position.board().occupied().count(), 4);
    assert_eq!(position.state().halfmove_clock, 0);
}

#[test]
fn an_empty_square_with_pieces_on_all_orthogonal_sides_is_sheltered() {
    // Corner a1: a2, b1. Edge e1: d1, f1, e2. Middle d5: d6, d4, c5, e5.
    let fen = "6rk/8/2ppp3/2P1p3/2ppp3/8/P3P1PP/1B1N1NK1 b - - 0 20";
    let position = after(&read(fen), "h8h7");
    let cubes = position.cubes();
    for square in [Square::A1, Square::E1, Square::D5] {
        assert!(!cubes.contains(square), "{square} is sheltered");
    }
    // h1 has g1 and h2, c1 lacks c2.
    assert!(!cubes.contains(Square::H1));
    assert!(cubes.contains(Square::C1));
    // Without one of the neighbours, or with a cube for it, ice comes.
    for (was, is) in [("2P1p3", "2P1*3"), ("2P1p3", "2P5")] {
        let position = after(&read(&fen.replace(was, is)), "h8h7");
        assert!(position.cubes().contains(Square::D5), "{is}");
    }
}

#[test]
fn squares_that_hold_a_cube_keep_it() {
    // b1 would be sheltered if it were empty.
    let fen = "6rk/8/8/8/8/8/PP6/K*R5 b - - 0 20";
    assert!(after(&read(fen), "h8h7").cubes().contains(Square::B1));
    let empty = fen.replace("K*R5", "K1R5");
    assert!(!after(&read(&empty), "h8h7").cubes().contains(Square::B1));
}

#[test]
fn a_frozen_king_loses_and_two_draw() {
    let ends = |fen: &str, text: &str| {
        let position = after(&read(fen), text);
        assert!(position.legal_moves().is_empty(), "{fen}");
        let end = position.outcome().expect("an end");
        assert!(matches!(end.reason, EndReason::Variant(_)), "{end}");
        end.winner
    };
    let white_freezes = "6k1/5ppp/8/8/8/8/PP6/4K3 b - - 0 20";
    assert_eq!(ends(white_freezes, "g8h8"), Some(Color::Black));
    let black_freezes = "6k1/8/8/pp6/8/8/PP6/K7 b - - 0 20";
    assert_eq!(ends(black_freezes, "g8h8"), Some(Color::White));
    assert_eq!(ends("6k1/8/8/pp6/8/8/PP6/4K3 b - - 0 20", "g8h8"), None);
    let neither = after(&read("6k1/5ppp/8/8/8/8/PP6/K7 b - - 0 20"), "g8h8");
    assert_eq!(neither.outcome(), None);
    assert_eq!(
        neither.fen().split(' ').next(),
        Some("*******k/*****ppp/********/********/********/********/PP******/K*******")
    );
}

#[test]
fn the_castling_right_of_a_frozen_rook_is_lost() {
    let fen = "r3k2r/3pp1pp/8/8/8/8/3P2P1/R3K2R b KQkq - 0 20";
    let position = after(&read(fen), "h7h6");
    assert_eq!(
        position.fen(),
        "****k**r/***pp*p1/*******p/********/********/********/***P**P*/****K**R w Kk - 0 21"
    );
    // The key must not keep the right either.
    assert_eq!(position.key(), read(&position.fen()).key());
}

#[test]
fn the_right_to_take_en_passant_is_lost_at_the_ice() {
    let fen = "6k1/3p1ppp/8/4P3/4P3/8/PP6/K7 b - - 0 19";
    let stepped = after(&read(fen), "d7d5");
    assert!(move_texts(&stepped).contains("e5d6"));
    assert!(stepped.fen().contains(" d6 "));
    let later = after(&read(&fen.replace("19", "20")), "d7d5");
    assert_eq!(
        later.fen(),
        "******k1/*****ppp/********/***pP***/****P***/********/PP******/K******* w - - 0 21"
    );
    // As any cube, the one on d6 may be taken, and the pawn on d5 stays.
    let m = later.parse_coordinates("e5d6").unwrap();
    assert_eq!(m.kind(), MoveKind::TakeNeutral);
    assert_eq!(later.key(), read(&later.fen()).key());
}

#[test]
fn the_clock_begins_anew_only_if_a_piece_froze() {
    let none = after(&read("6k1/5ppp/8/8/8/8/PP6/K7 b - - 30 20"), "g8h8");
    assert_eq!(none.state().halfmove_clock, 31);
    let one = after(&read("6k1/5ppp/8/8/4N3/8/PP6/K7 b - - 30 20"), "g8h8");
    assert_eq!(one.state().halfmove_clock, 0);
}

#[test]
fn white_is_judged_on_the_new_board() {
    // Before the ice the bishop on h4 gives check along h4–e1; it freezes.
    let fen = "6k1/4bppp/8/8/8/8/3P4/3QK3 b - - 0 20";
    let checked = after(&read(&fen.replace("20", "19")), "e7h4");
    assert!(checked.is_check());
    let frozen = after(&read(fen), "e7h4");
    assert!(!frozen.is_check());
    assert_eq!(frozen.outcome(), None);
    // A queen that touches a piece stays and gives check on the new board.
    let touching = after(&read("3q2k1/5ppp/8/8/8/8/3P4/4K3 b - - 0 20"), "d8d2");
    assert!(touching.is_check());
}

/// The ice as the rules say it, on a placement without digits.
fn naive_ice(squares: &[Vec<char>]) -> Vec<Vec<char>> {
    let at = |rank: i32, file: i32| -> Option<char> {
        let rank = squares.get(usize::try_from(rank).ok()?)?;
        rank.get(usize::try_from(file).ok()?).copied()
    };
    let is_piece = |square: char| square.is_ascii_alphabetic();
    let orthogonal = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let frozen = |rank: i32, file: i32| {
        let look = |&(up, right): &(i32, i32)| at(rank + up, file + right);
        match at(rank, file).expect("a square of the board") {
            '*' => '*',
            '.' if orthogonal.iter().filter_map(look).all(is_piece) => '.',
            '.' => '*',
            piece => {
                let mut all = orthogonal.iter().chain(&diagonal).filter_map(look);
                if all.any(is_piece) { piece } else { '*' }
            }
        }
    };
    (0..8)
        .map(|rank| (0..8).map(|file| frozen(rank, file)).collect())
        .collect()
}

/// The placement with a dot for each empty square.
fn spelled_out(position: &IceAge) -> Vec<Vec<char>> {
    let fen = position.fen();
    let placement = fen.split(' ').next().unwrap_or_default();
    let ranks = placement.split('/');
    ranks
        .map(|rank| {
            rank.chars()
                .flat_map(|letter| match letter.to_digit(10) {
                    Some(run) => vec!['.'; run as usize],
                    None => vec![letter],
                })
                .collect()
        })
        .collect()
}

/// Each Black move of random games is made twice: on a move without ice, to
/// which the ice of [`naive_ice`] is added, and on move 20.
#[test]
fn the_ice_agrees_with_a_naive_one_in_random_games() {
    let mut checked = 0;
    play_random_games::<IceAge>(21, 200, 120, |position, next| {
        let Some(m) = next else { return };
        if position.turn() == Color::White {
            return;
        }
        let fen = position.fen();
        let (fields, _) = fen.rsplit_once(' ').expect("six fields");
        let play = |number: u32| {
            let mut position = read(&format!("{fields} {number}"));
            position.play(m);
            position
        };
        let (without, with) = (play(19), play(20));
        assert_eq!(
            naive_ice(&spelled_out(&without)),
            spelled_out(&with),
            "{fen}"
        );
        let pieces = |position: &IceAge| position.board().occupied().count();
        let clock = match pieces(&with) == pieces(&without) {
            true => without.state().halfmove_clock,
            false => 0,
        };
        assert_eq!(with.state().halfmove_clock, clock, "{fen}");
        let again = read(&with.fen());
        assert_eq!(again.fen(), with.fen());
        assert_eq!(again.key(), with.key(), "{fen}");
        checked += 1;
    });
    assert!(checked > 2000, "only {checked} positions");
}

// Draws.

#[test]
fn positions_differ_by_the_distance_to_the_ice() {
    let mut random = random_numbers(22);
    for _ in 0..20 {
        let lines = perft_lines("iceage");
        let (fen, _) = lines.choose(&mut random).expect("perft data");
        let (fields, _) = fen.rsplit_once(' ').expect("six fields");
        let keys = |from: u32| -> Vec<u64> {
            let numbers = from..from + 20;
            numbers
                .map(|number| read(&format!("{fields} {number}")).key())
                .collect()
        };
        let keys_of_an_age = keys(1);
        let distinct: BTreeSet<u64> = keys_of_an_age.iter().copied().collect();
        assert_eq!(distinct.len(), 20, "{fen}");
        assert_eq!(keys_of_an_age, keys(21), "{fen}");
        assert_eq!(keys_of_an_age, keys(61), "{fen}");
    }
}

/// Kings that shuffle between sheltered squares: a position returns every four
/// plies to the eye, but to the rules only from age to age.
#[test]
fn nothing_repeats_within_an_age() {
    let fen = "1k******/ppp*****/********/********/********/********/PPP*****/1K****** w - - 0 1";
    let mut record = GameRecord::new(read(fen));
    for ply in 0..80 {
        assert_eq!(record.outcome(), None, "after {ply} plies");
        let text = ["b1a1", "b8a8", "a1b1", "a8b8"][ply % 4];
        record.play_text(text).unwrap();
    }
    assert_eq!(record.position().state().halfmove_clock, 80);
    let threefold = Outcome::draw(EndReason::ThreefoldRepetition);
    assert_eq!(record.outcome(), Some(threefold));
}

#[test]
fn two_bare_kings_are_dead_and_nothing_else_is() {
    let dead = Some(Outcome::draw(EndReason::DeadPosition));
    assert_eq!(read("4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome(), dead);
    assert_eq!(read("4k3/8/***5/8/8/8/8/4K3 b - - 0 1").outcome(), dead);
    for piece in ["N", "B", "n", "b", "R", "P"] {
        let fen = format!("4k3/8/8/{piece}7/8/8/8/4K3 w - - 0 1");
        assert_eq!(read(&fen).outcome(), None, "{fen}");
    }
}

#[test]
fn the_fifty_move_rule_holds() {
    let fen = "6k1/5ppp/8/8/8/8/PP6/K7 w - - 99 5";
    assert_eq!(read(fen).outcome(), None);
    let fifty = Outcome::draw(EndReason::FiftyMoves);
    assert_eq!(after(&read(fen), "a1b1").outcome(), Some(fifty));
}
