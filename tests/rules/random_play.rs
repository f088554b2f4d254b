//! What must hold in every position that play can reach.

use std::collections::HashSet;

use galaverna::notation::Notation;
use galaverna::rules::moves::Quiet;
use galaverna::rules::{Bitboard, Color, Move, MoveKind, MoveList, Role};
use rand::Rng;

use crate::common::{play_random_games, position, random_numbers};

for_each_game!(
    played_and_read_positions_are_equal,
    moves_are_distinct_and_counted,
    tactical_moves_are_captures_and_best_promotions,
    quiet_moves_are_the_others_in_the_same_order,
    legal_moves_are_told_from_others,
    keys_of_ordinary_moves_are_known_before_the_move,
    coordinates_name_one_move_each,
    san_names_one_move_each,
    clocks_are_kept,
    checks_are_known_before_the_move,
    passing_is_like_reading_the_position_with_the_other_side_to_move,
);

const GAMES: usize = 300;
const PLIES: usize = 150;

/// Writing and parsing every move is slow; fewer games suffice for it.
const GAMES_WITH_TEXTS: usize = 150;

/// All that can be seen of a position.
type Sight = (
    String,
    [u64; 4],
    Bitboard,
    HashSet<Move>,
    HashSet<Move>,
    String,
);

/// The key, and those of parts of the position.
fn keys<P: Notation>(position: &P) -> [u64; 4] {
    let state = position.state();
    let [black, white] = Color::ALL.map(|color| state.pieces_key(color));
    [position.key(), state.structure_key(), black, white]
}

fn sight<P: Notation>(position: &P) -> Sight {
    (
        position.fen(),
        keys(position),
        position.checkers(),
        position.legal_moves().into_iter().collect(),
        position.tactical_moves().into_iter().collect(),
        format!("{:?}", position.outcome()),
    )
}

fn played_and_read_positions_are_equal<P: Notation>() {
    play_random_games::<P>(1, GAMES, PLIES, |played, _| {
        let read: P = position(&played.fen());
        assert_eq!(sight(played), sight(&read));
    });
}

fn moves_are_distinct_and_counted<P: Notation>() {
    play_random_games::<P>(2, GAMES, PLIES, |position, _| {
        let moves = position.legal_moves();
        assert_eq!(
            moves.len(),
            position.count_legal_moves(),
            "{}",
            position.fen()
        );
        let distinct: HashSet<Move> = moves.iter().copied().collect();
        assert_eq!(moves.len(), distinct.len(), "{}", position.fen());
        for m in moves {
            assert_eq!(Move::from_bits(m.to_bits()), Some(m));
        }
    });
}

fn checks_are_known_before_the_move<P: Notation>() {
    play_random_games::<P>(9, GAMES, PLIES, |position, _| {
        let info = position.check_info();
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play(m);
            assert_eq!(
                position.gives_check(m),
                after.is_check(),
                "{} {m}",
                position.fen()
            );
            let held_back = !m.is_tactical() && !info.may_give_check(position.board(), m);
            assert!(!held_back || !after.is_check(), "{} {m}", position.fen());
        }
    });
}

/// A move that could promote is tactical only with the most valuable promotion;
/// another move, if it takes an enemy piece.
fn is_tactical(m: Move, moves: &[Move]) -> bool {
    let bare = |m: Move| (m.from(), m.to(), m.kind(), m.chain());
    let promotions = moves.iter().filter(|&&other| bare(other) == bare(m));
    let best = promotions
        .filter_map(|other| other.promoted_to())
        .min_by_key(|role| Role::PROMOTIONS.iter().position(|other| other == role));
    match best {
        None => m.is_capture(),
        best => m.promoted_to() == best,
    }
}

fn tactical_moves_are_captures_and_best_promotions<P: Notation>() {
    play_random_games::<P>(3, GAMES, PLIES, |position, _| {
        let moves = position.legal_moves();
        let expected: HashSet<Move> = moves
            .iter()
            .copied()
            .filter(|&m| is_tactical(m, &moves))
            .collect();
        let tactical = position.tactical_moves();
        assert_eq!(tactical.len(), expected.len(), "{}", position.fen());
        let tactical: HashSet<Move> = tactical.into_iter().collect();
        assert_eq!(tactical, expected, "{}", position.fen());
    });
}

fn quiet_moves_are_the_others_in_the_same_order<P: Notation>() {
    play_random_games::<P>(10, GAMES, PLIES, |position, _| {
        let tactical: HashSet<Move> = position.tactical_moves().into_iter().collect();
        let (expected_tactical, expected_quiet): (Vec<Move>, Vec<Move>) = position
            .legal_moves()
            .into_iter()
            .partition(|m| tactical.contains(m));
        let mut quiet = MoveList::new();
        position.generate::<Quiet, _>(&mut quiet);
        assert_eq!(quiet[..], expected_quiet, "{}", position.fen());
        let tactical = position.tactical_moves();
        assert_eq!(tactical[..], expected_tactical, "{}", position.fen());
    });
}

fn legal_moves_are_told_from_others<P: Notation>() {
    let mut random = random_numbers(11);
    // Moves of other positions and games, any bits, and any kind and promotion between the
    // squares of moves that are legal.
    let mut others: Vec<Move> = Vec::new();
    let (mut legal, mut illegal) = (0, 0);
    play_random_games::<P>(11, GAMES_WITH_TEXTS, PLIES, |position, _| {
        let moves = position.legal_moves();
        let bits = std::iter::repeat_with(|| random.random::<u32>() & 0x1fff_ffff);
        others.extend(bits.take(100).filter_map(Move::from_bits));
        let like =
            |m: &Move| Move::from_bits(m.to_bits() & 0xfff | random.random::<u32>() & 0xff000);
        others.extend(moves.iter().flat_map(|m| [m; 4]).filter_map(like));
        for &m in others.iter().chain(&moves) {
            let is_legal = moves.contains(&m);
            assert_eq!(position.is_legal(m), is_legal, "{} {m:?}", position.fen());
            legal += usize::from(is_legal);
            illegal += usize::from(!is_legal);
        }
        others.clear();
        others.extend(&moves);
    });
    assert!(legal > 10_000 && illegal > 10_000, "{legal} {illegal}");
}

fn keys_of_ordinary_moves_are_known_before_the_move<P: Notation>() {
    let mut known = 0;
    play_random_games::<P>(12, GAMES, PLIES, |before, next| {
        let Some(m) = next else { return };
        let mut after = before.clone();
        after.play(m);
        let (was, is) = (before.setup(), after.setup());
        let ordinary = matches!(m.kind(), MoveKind::Quiet | MoveKind::Capture)
            && m.promoted_to().is_none()
            && (was.castling, was.en_passant) == (is.castling, None)
            && was.neutral == is.neutral;
        if ordinary {
            assert_eq!(before.key_after(m), after.key(), "{} {m}", before.fen());
            known += 1;
        }
    });
    assert!(known > 10_000, "{known}");
}

fn coordinates_name_one_move_each<P: Notation>() {
    play_random_games::<P>(4, GAMES_WITH_TEXTS, PLIES, |position, _| {
        let mut texts = HashSet::new();
        for m in position.legal_moves() {
            let text = m.to_string();
            assert_eq!(position.parse_coordinates(&text), Ok(m), "{text}");
            if let Some(role) = m.promoted_to() {
                let end = text.len() - 1;
                let upper = format!("{}{}", &text[..end], role.letter());
                assert_eq!(position.parse_coordinates(&upper), Ok(m), "{upper}");
            }
            assert!(texts.insert(text), "{}: {m:?}", position.fen());
        }
    });
}

fn san_names_one_move_each<P: Notation>() {
    play_random_games::<P>(5, GAMES_WITH_TEXTS, PLIES, |position, _| {
        let mut texts = HashSet::new();
        for m in position.legal_moves() {
            let text = position.san(m);
            let fen = position.fen();
            assert_eq!(position.parse_san(&text), Ok(m), "{fen}: {text}");
            assert!(texts.insert(text), "{fen}: {m:?}");
        }
    });
}

/// The halfmove clock begins anew when a piece leaves the board, a neutral
/// obstacle is taken, or a pawn moves, or a man promotes; no game has another
/// reason.
fn clocks_are_kept<P: Notation>() {
    play_random_games::<P>(6, GAMES, PLIES, |before, next| {
        let Some(m) = next else { return };
        let mut after = before.clone();
        after.play(m);
        let story = format!("{} {m}", before.fen());
        let pieces = |position: &P| position.board().occupied().count();
        let anew = pieces(&after) < pieces(before)
            || m.kind() == MoveKind::TakeNeutral
            || m.promoted_to().is_some()
            || before.board().role_at(m.from()) == Some(Role::Pawn);
        let clock = if anew {
            0
        } else {
            before.state().halfmove_clock + 1
        };
        assert_eq!(after.state().halfmove_clock, clock, "{story}");
        let number = before.state().fullmove_number + before.turn().fold_wb(0, 1);
        assert_eq!(after.state().fullmove_number, number, "{story}");
        assert_eq!(after.turn(), !before.turn(), "{story}");
    });
}

fn passing_is_like_reading_the_position_with_the_other_side_to_move<P: Notation>() {
    let mut passed = 0;
    play_random_games::<P>(7, GAMES, PLIES, |before, _| {
        if !before.null_move_is_sound() {
            return;
        }
        assert!(!before.is_check(), "{}", before.fen());
        let mut after = before.clone();
        after.play_null();
        assert_eq!(after.turn(), !before.turn());
        assert_eq!(after.board(), before.board());
        let read: P = position(&after.fen());
        assert_eq!(sight(&after), sight(&read), "passing in {}", before.fen());
        passed += 1;
    });
    assert!(passed > 1000, "passing was sound only {passed} times");
}
