//! Openings for the board: what a tree and games say of each move, in a small file that the
//! page fetches.

use std::collections::HashMap;
use std::fmt::Write;

use crate::notation::{Notation, UciScore};
use crate::rules::Color;
use crate::search::parameters::Searchable;

use super::results::Results;
use super::tree::{Edge, Tree, score};
use super::tree_file::Header;

/// Length of a file in bytes, at most.
pub const MOST_BYTES: usize = 48_000;

/// The file of a tree: its positions in the order in which they were searched, which has the
/// most useful first, as many as there is room for.
pub fn of_game<P: Searchable + Notation>(
    header: &Header,
    tree: &Tree<P>,
    results: &HashMap<u64, Results>,
    most_bytes: usize,
) -> String {
    let of = |edge: &Edge| results.get(&edge.key).copied().unwrap_or_default();
    let games: u32 = tree
        .ranked(0)
        .iter()
        .map(|(edge, _)| of(edge).games())
        .sum();
    let mut text = format!(
        "galaverna-explorer 1 game={} soft-nodes={} positions={} games={games}\n",
        P::NAME,
        header.nodes,
        tree.nodes().len()
    );
    for (number, node) in tree.nodes().iter().enumerate() {
        let mut line = key(&node.position.fen());
        for (edge, value) in tree.ranked(number) {
            let value = value_of_white::<P>(value, node.position.turn());
            // Writing to a text cannot fail.
            let _ = write!(line, "\t{} {value}", edge.m);
            let results = of(edge);
            if let Some([white, drawn, _]) = results.per_cent() {
                let per_mille = 10.0 * (white + drawn / 2.0);
                let _ = write!(line, " {} {per_mille:.0}", results.games());
            }
        }
        if text.len() + line.len() + 1 > most_bytes {
            break;
        }
        text += &line;
        text.push('\n');
    }
    text
}

/// What a position is found by: FNV-1a of 32 bits of its FEN without the halfmove clock, in
/// digits and letters. The number of the move stays, since the date of an ice follows from it.
pub fn key(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let clock = fields.len().saturating_sub(2);
    let others = fields.iter().enumerate();
    let others: Vec<&str> = others
        .filter(|&(place, _)| place != clock)
        .map(|(_, field)| *field)
        .collect();
    let hash = others
        .join(" ")
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
    in_base_36(hash)
}

fn in_base_36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// The value of a side's move, seen from White: centipawns as users know them, or `#` and the
/// moves to mate.
fn value_of_white<P: Searchable>(value: i32, turn: Color) -> String {
    match score::<P>(turn.fold_wb(value, -value)) {
        UciScore::Centipawns(centipawns) => centipawns.to_string(),
        UciScore::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::rules::chess::Chess;

    #[test]
    fn positions_have_their_moves_seen_from_white() {
        let header: Header = "galaverna-tree 1 game=chess soft-nodes=500 lines=2 net=0000beef"
            .parse()
            .unwrap();
        let start = Chess::start();
        let first = ["e2e4", "d2d4"].map(|text| start.parse_coordinates(text).unwrap());
        let mut tree = Tree::default();
        tree.add(start.clone(), None, &[(first[0], 40), (first[1], 30)]);
        let mut after = start.clone();
        after.play(first[0]);
        let reply = after.parse_coordinates("e7e5").unwrap();
        let after_key = after.key();
        let after_fen = after.fen();
        tree.add(after, Some((0, first[0])), &[(reply, -20)]);
        let results = Results {
            white: 5,
            drawn: 2,
            black: 1,
        };
        let results = HashMap::from([(after_key, results)]);
        let centipawns = |value| score::<Chess>(value).to_string().replace("cp ", "");
        let text = of_game(&header, &tree, &results, MOST_BYTES);
        let expected = format!(
            "galaverna-explorer 1 game=chess soft-nodes=500 positions=2 games=8\n\
             {}\td2d4 {}\te2e4 {} 8 750\n{}\te7e5 {}\n",
            key(Chess::START_FEN),
            centipawns(30),
            centipawns(20),
            key(&after_fen),
            centipawns(20),
        );
        assert_eq!(text, expected);
        let short = of_game(&header, &tree, &results, text.len() - 1);
        assert_eq!(short.lines().count(), 2);
    }

    #[test]
    fn the_halfmove_clock_is_no_part_of_the_key() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 3 7";
        assert_eq!(key(fen), key(&fen.replace(" 3 ", " 40 ")));
        assert_ne!(key(fen), key(&fen.replace(" 7", " 8")));
        // FNV-1a of `foobar` is known to be this.
        assert_eq!(key("0 foobar"), in_base_36(0xbf9c_f968));
        assert_eq!([0, 35, 36].map(in_base_36), ["0", "z", "10"]);
    }
}
