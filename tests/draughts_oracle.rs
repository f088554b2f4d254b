//! Elolbian and Clupso Chess against a slow generator that shares no code with
//! the engine: it knows the board as 64 letters, follows every route of every
//! chain, and finds exposed kings by trying all captures.

use std::collections::{BTreeMap, BTreeSet};

use galaverna::notation::Notation;
use galaverna::rules::clupso::Clupso;
use galaverna::rules::elolbia::Elolbia;
use galaverna::rules::setup::SetupError;
use galaverna::rules::{Move, Role};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Letters of FEN, `.` for an empty square; a1 first.
type Squares = [u8; 64];

/// A move and the board after it; pseudo-legal until it is sifted.
#[derive(Clone)]
struct SlowMove {
    text: String,
    from: usize,
    to: usize,
    captured: BTreeSet<usize>,
    after: Squares,
}

impl SlowMove {
    fn new(squares: &Squares, from: usize, to: usize, captured: BTreeSet<usize>) -> SlowMove {
        let mut after = *squares;
        captured.iter().for_each(|&square| after[square] = b'.');
        after[from] = b'.';
        after[to] = squares[from];
        let text = name(from) + &name(to);
        SlowMove {
            text,
            from,
            to,
            captured,
            after,
        }
    }
}

/// Steps of these lengths, squared: 1 straight, 2 diagonal, 5 a knight's.
fn steps(lengths: &[i32]) -> impl Iterator<Item = (i32, i32)> {
    let all = (-2..=2).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks)));
    all.filter(|(files, ranks)| lengths.contains(&(files * files + ranks * ranks)))
}

fn offset(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn name(square: usize) -> String {
    let (file, rank) = (b"abcdefgh"[square % 8], b"12345678"[square / 8]);
    String::from_utf8_lossy(&[file, rank]).into_owned()
}

fn is_of(letter: u8, white: bool) -> bool {
    letter != b'.' && letter.is_ascii_uppercase() == white
}

fn squares_of(fen: &str) -> Squares {
    let mut placement = fen.split(' ').next().unwrap().to_owned();
    for run in 1..=8 {
        placement = placement.replace(&run.to_string(), &".".repeat(run));
    }
    let ranks: Vec<&str> = placement.split('/').rev().collect();
    ranks.concat().into_bytes().try_into().unwrap()
}

fn pseudo_moves(squares: &Squares, white: bool) -> Vec<SlowMove> {
    let mut moves = Vec::new();
    for from in (0..64).filter(|&from| is_of(squares[from], white)) {
        let (lengths, far): (&[i32], bool) = match squares[from].to_ascii_uppercase() {
            b'K' => (&[1, 2], false),
            b'Q' => (&[1, 2], true),
            b'R' => (&[1], true),
            b'B' => (&[2], true),
            b'N' => (&[5], false),
            _ => (&[1], false),
        };
        let is_man = squares[from].eq_ignore_ascii_case(&b'm');
        if is_man {
            let start = SlowMove::new(squares, from, from, BTreeSet::new());
            let text = name(from);
            jumps(squares, white, SlowMove { text, ..start }, &mut moves);
        }
        for step in steps(lengths) {
            let mut at = from;
            while let Some(to) = offset(at, step) {
                let is_empty = squares[to] == b'.';
                if is_of(squares[to], white) || is_man && !is_empty {
                    break;
                }
                let captured = (!is_empty).then_some(to).into_iter().collect();
                moves.push(SlowMove::new(squares, from, to, captured));
                if !far || !is_empty {
                    break;
                }
                at = to;
            }
        }
    }
    moves
}

/// All chains that go on where `chain` has ended.
fn jumps(squares: &Squares, white: bool, chain: SlowMove, moves: &mut Vec<SlowMove>) {
    for (files, ranks) in steps(&[2]) {
        let over = offset(chain.to, (files, ranks));
        let to = offset(chain.to, (2 * files, 2 * ranks));
        let (Some(over), Some(to)) = (over, to) else {
            continue;
        };
        let mut captured = chain.captured.clone();
        let is_free = squares[to] == b'.' || to == chain.from;
        if is_of(squares[over], !white) && is_free && captured.insert(over) {
            let text = chain.text.clone() + &name(to);
            let longer = SlowMove::new(squares, chain.from, to, captured);
            let longer = SlowMove { text, ..longer };
            moves.push(longer.clone());
            jumps(squares, white, longer, moves);
        }
    }
}

/// The squares from which the king of a side can be captured.
fn takers_of_king(squares: &Squares, white: bool) -> BTreeSet<usize> {
    let king = if white { b'K' } else { b'k' };
    let moves = pseudo_moves(squares, !white).into_iter();
    let takes = moves.filter(|m| m.captured.iter().any(|&square| squares[square] == king));
    takes.map(|m| m.from).collect()
}

fn excess(squares: &Squares, white: bool) -> i32 {
    let man = if white { b'M' } else { b'm' };
    let men = (0..64).filter(|&square| squares[square] == man);
    let on_border =
        |&square: &usize| [0, 7].contains(&(square % 8)) || [0, 7].contains(&(square / 8));
    (2 * men.clone().filter(on_border).count() as i32 - men.count() as i32).max(0)
}

fn elolbia_moves(squares: &Squares, white: bool) -> Vec<SlowMove> {
    let mut moves = pseudo_moves(squares, white);
    moves.retain(|m| takers_of_king(&m.after, white).is_empty());
    let count = |letters: &str| {
        let is_one = |&&letter: &&u8| letters.contains(char::from(letter.to_ascii_uppercase()));
        let enemy = squares.iter().filter(|&&letter| is_of(letter, !white));
        enemy.filter(is_one).count()
    };
    if count("QR") == 0 && count("N") <= 1 {
        let before = excess(squares, white);
        let limit = match moves.iter().map(|m| excess(&m.after, white)).min() {
            Some(0) => 0,
            Some(least) if least < before => before - 1,
            _ => i32::MAX,
        };
        moves.retain(|m| excess(&m.after, white) <= limit);
    }
    moves
}

fn clupso_moves(squares: &Squares, white: bool) -> Vec<SlowMove> {
    let alive = |white| squares.iter().any(|&letter| is_of(letter, white));
    if !alive(true) || !alive(false) {
        return Vec::new();
    }
    let base = if white { 7 } else { 0 };
    let mut moves = Vec::new();
    for m in pseudo_moves(squares, white) {
        let is_man = squares[m.from].eq_ignore_ascii_case(&b'm');
        if is_man && m.to / 8 == base && m.from / 8 != base {
            for (letter, at_start) in [(b'q', 1), (b'r', 2), (b'b', 2), (b'n', 2)] {
                let upper = letter.to_ascii_uppercase();
                let own = if white { upper } else { letter };
                if squares.iter().filter(|&&other| other == own).count() < at_start {
                    let mut promotion = m.clone();
                    promotion.after[m.to] = own;
                    promotion.text.push(char::from(letter));
                    moves.push(promotion);
                }
            }
        }
        moves.push(m);
    }
    moves
}

/// Everything that can be compared in one position.
fn compare<P: Notation>(position: &P, slow: Vec<SlowMove>) {
    let fen = position.fen();
    let (white, squares) = (position.turn().is_white(), squares_of(&fen));
    assert_eq!(P::from_fen(&fen).unwrap().key(), position.key(), "{fen}");
    let checkers = position.checkers().into_iter().map(|s| s.to_usize());
    let expected = takers_of_king(&squares, white);
    assert_eq!(checkers.collect::<BTreeSet<_>>(), expected, "{fen}");

    let fast = position.legal_moves();
    assert_eq!(fast.len(), position.count_legal_moves(), "{fen}");
    // Routes to the same end over the same squares are one move.
    let mut routes: BTreeMap<_, Vec<SlowMove>> = BTreeMap::new();
    for m in slow {
        let effect = (m.from, m.captured.clone(), m.after);
        routes.entry(effect).or_default().push(m);
    }
    let first = |routes: &Vec<SlowMove>| routes.iter().map(|m| m.text.clone()).min().unwrap();
    let expected: BTreeSet<String> = routes.values().map(first).collect();
    let found: BTreeSet<String> = fast.iter().map(|&m| m.to_string()).collect();
    assert_eq!(found, expected, "{fen}");
    assert_eq!(fast.len(), expected.len(), "{fen}");

    for routes in routes.values() {
        let m = position.parse_coordinates(&first(routes)).unwrap();
        for other in routes {
            assert_eq!(position.parse_coordinates(&other.text), Ok(m), "{fen}");
        }
        let mut after = position.clone();
        after.play(m);
        assert_eq!(squares_of(&after.fen()), routes[0].after, "{fen}");
        assert_eq!(position.parse_san(&position.san(m)), Ok(m), "{fen}");
    }
    let effect = |m: &Move| (m.from(), m.to(), m.chain());
    let best = |m: &&Move| {
        let rivals = fast.iter().filter(|rival| effect(rival) == effect(m));
        m.is_tactical() && rivals.filter_map(|rival| rival.promoted_to()).max() == m.promoted_to()
    };
    let tactical = position.tactical_moves();
    let tactical: BTreeSet<u32> = tactical.iter().map(|m| m.to_bits()).collect();
    let expected = fast.iter().filter(best).map(|m| m.to_bits()).collect();
    assert_eq!(tactical, expected, "tactical moves in {fen}");
}

/// Pieces thrown on the board, men the most of them, so that chains abound.
fn scattered(random: &mut ChaCha8Rng, kings: bool) -> String {
    let mut squares: Vec<usize> = (0..64).collect();
    squares.shuffle(random);
    if kings && random.random_bool(0.8) {
        // Kings in the interior can be jumped over.
        squares.sort_by_key(|square| ![square % 8, square / 8].iter().all(|c| (1..7).contains(c)));
        squares[2..].shuffle(random);
    }
    let count = random.random_range(4..32);
    let kinds: [&[u8]; 3] = [b"MMMMMmmmmmNnBbRrQq", b"MMMMMmmmNB", b"Mm"];
    let letters = kinds[random.random_range(0..3)];
    let mut board = [b'.'; 64];
    for &square in &squares[..count] {
        board[square] = *letters.choose(random).unwrap();
    }
    if kings {
        (board[squares[0]], board[squares[1]]) = (b'K', b'k');
    }
    let rank = |rank: usize| String::from_utf8_lossy(&board[rank * 8..][..8]).replace('.', "1");
    let placement: Vec<String> = (0..8).rev().map(rank).collect();
    let turn = if random.random() { "w" } else { "b" };
    format!("{} {turn} - - 0 1", placement.join("/"))
}

fn play<P: Notation>(seed: u64, kings: bool, slow: fn(&Squares, bool) -> Vec<SlowMove>) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut compared = 0;
    for game in 0..800 {
        let fen = match game % 40 {
            0 => P::START_FEN.to_owned(),
            _ => scattered(&mut random, kings),
        };
        let (white, squares) = (fen.contains(" w "), squares_of(&fen));
        let read = P::from_fen(&fen);
        if !takers_of_king(&squares, !white).is_empty() {
            assert_eq!(read.err(), Some(SetupError::OppositeCheck.into()), "{fen}");
            continue;
        }
        let mut position = read.unwrap();
        let plies = if game % 40 == 0 { 60 } else { 12 };
        for _ in 0..plies {
            let moves = slow(&squares_of(&position.fen()), position.turn().is_white());
            compare(&position, moves);
            compared += 1;
            let Some(&m) = position.legal_moves().choose(&mut random) else {
                break;
            };
            position.play(m);
        }
    }
    assert!(compared > 4000, "only {compared} positions");
}

#[test]
fn elolbia_agrees() {
    play::<Elolbia>(1, true, elolbia_moves);
}

#[test]
fn clupso_agrees() {
    assert!(Role::Queen > Role::Rook && Role::Rook > Role::Bishop && Role::Bishop > Role::Knight);
    play::<Clupso>(2, false, clupso_moves);
}
