//! Whatever is read, nothing panics, and what is accepted is sound.

use galaverna::notation::Notation;
use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::common::{perft_lines, play_random_games, position, random_numbers};

for_each_game!(
    mutated_positions_are_refused_or_sound,
    garbage_is_refused_or_sound,
    mutated_moves_are_refused_or_legal,
);

const LETTERS: &[char] = &[
    'P', 'N', 'B', 'R', 'Q', 'K', 'M', 'p', 'n', 'b', 'r', 'q', 'k', 'm', '*', 'c', '|', '/', ' ',
    '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'w', 'a', 'd', 'e', 'g', 'h', 'x', '=',
    '+', '#', 'O', 'é', '♔', '\t', '\0',
];

/// A text with up to four changes: letters put in, taken out, replaced or
/// exchanged.
fn mutated(text: &str, random: &mut ChaCha8Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..=4) {
        let place = random.random_range(0..=letters.len());
        let letter = *LETTERS.choose(random).expect("letters");
        match random.random_range(0..4) {
            0 => letters.insert(place, letter),
            _ if place == letters.len() => {}
            1 => {
                letters.remove(place);
            }
            2 => letters[place] = letter,
            _ => {
                let other = random.random_range(0..letters.len());
                letters.swap(place, other);
            }
        }
    }
    letters.into_iter().collect()
}

/// Reads a text; if it is accepted, it must be canonical once written, and all
/// its moves can be written, made, and lead to positions that can be read.
fn is_refused_or_sound<P: Notation>(text: &str) -> bool {
    let Ok(read) = P::from_fen(text) else {
        return false;
    };
    let fen = read.fen();
    let again: P = position(&fen);
    assert_eq!((again.fen(), again.key()), (fen, read.key()), "{text}");
    let moves = read.legal_moves();
    assert_eq!(moves.len(), read.count_legal_moves(), "{text}");
    for m in moves {
        let san = read.san(m);
        assert_eq!(read.parse_san(&san), Ok(m), "{text}: {san}");
        let mut played = read.clone();
        played.play(m);
        let again: P = position(&played.fen());
        assert_eq!(again.fen(), played.fen(), "{text}: {san}");
        assert_eq!(again.key(), played.key(), "{text}: {san}");
        assert_eq!(again.outcome(), played.outcome(), "{text}: {san}");
    }
    true
}

fn mutated_positions_are_refused_or_sound<P: Notation>() {
    let mut random = random_numbers(11);
    let mut fens: Vec<String> = perft_lines(P::NAME)
        .into_iter()
        .map(|line| line.0)
        .collect();
    play_random_games::<P>(12, 20, 100, |position, _| fens.push(position.fen()));
    let mut accepted = 0;
    for _ in 0..20_000 {
        let fen = fens.choose(&mut random).expect("positions");
        let text = mutated(fen, &mut random);
        accepted += usize::from(is_refused_or_sound::<P>(&text));
    }
    assert!(accepted > 500, "only {accepted} mutations were accepted");
}

fn garbage_is_refused_or_sound<P: Notation>() {
    let mut random = random_numbers(13);
    for _ in 0..20_000 {
        let length = random.random_range(0..90);
        let text: String = (0..length)
            .filter_map(|_| LETTERS.choose(&mut random))
            .collect();
        is_refused_or_sound::<P>(&text);
    }
    // Eight right ranks of random pieces are read more often.
    let mut accepted = 0;
    for _ in 0..20_000 {
        let ranks: Vec<String> = (0..8).map(|_| random_rank(&mut random)).collect();
        let turn = if random.random_bool(0.5) { 'w' } else { 'b' };
        let text = format!("{} {turn}", ranks.join("/"));
        accepted += usize::from(is_refused_or_sound::<P>(&text));
    }
    assert!(accepted > 10, "only {accepted} random boards were accepted");
}

/// A rank with a piece of some kind on every fourth square or so.
fn random_rank(random: &mut ChaCha8Rng) -> String {
    const PIECES: &[char] = &['P', 'N', 'B', 'R', 'K', 'M', 'p', 'n', 'b', 'q', 'k', 'm'];
    (0..8)
        .map(|_| match random.random_ratio(1, 12) {
            true => *PIECES.choose(random).expect("pieces"),
            false => '1',
        })
        .collect()
}

fn mutated_moves_are_refused_or_legal<P: Notation>() {
    let mut random = random_numbers(14);
    play_random_games::<P>(15, 30, 100, |position, next| {
        let Some(m) = next else { return };
        for text in [m.to_string(), position.san(m)] {
            for _ in 0..5 {
                let text = mutated(&text, &mut random);
                let read = [position.parse_coordinates(&text), position.parse_san(&text)];
                for m in read.into_iter().flatten() {
                    assert!(position.legal_moves().contains(&m), "{text}");
                }
            }
        }
    });
}
