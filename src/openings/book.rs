//! A book for the engine out of a tree of openings.

use crate::engine::book::{Book, Entry, code, key};
use crate::rules::GameRecord;
use crate::search::parameters::Searchable;
use crate::show::{Game, Show};

use super::tree::Tree;

/// The weight of the best move of a position.
const BEST: f64 = 1000.0;

/// A move that gives so many centipawns away, as users know them, has half the weight.
const HALVED: f64 = 5.0;

/// The book of a tree: of each position whose best move was looked behind, that move and
/// those others that were, and that give away no more than `margin` centipawns, as users
/// know them.
pub fn make<P: Searchable + Show>(game: &Game, tree: &Tree<P>, margin: u32) -> Book {
    let mut entries = Vec::new();
    for (number, node) in tree.nodes().iter().enumerate() {
        let ranked = tree.ranked(number);
        if ranked.first().is_none_or(|(best, _)| best.child.is_none()) {
            continue;
        }
        let record = GameRecord::new(node.position.clone());
        let Some(key) = key(game, &record) else {
            continue;
        };
        for (edge, value) in ranked {
            let given_away = P::WIN_RATE.centipawns(node.value) - P::WIN_RATE.centipawns(value);
            let is_equal = given_away.unsigned_abs() <= margin;
            let known = edge
                .child
                .filter(|_| is_equal)
                .and_then(|_| code(game, &record, edge.m));
            // What gives nearly everything away still has a place: the best has 1000.
            let weight = BEST * (-f64::from(given_away) / HALVED).exp2();
            entries.extend(known.map(|code| Entry {
                key,
                code,
                weight: weight.round().max(1.0) as u16,
            }));
        }
    }
    Book::new(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::notation::Notation;
    use crate::rules::chess::Chess;
    use crate::rules::clupso::Clupso;
    use crate::rules::{Move, Position};
    use crate::show::Record;

    fn game<P: Position>() -> &'static Game {
        Game::named(P::NAME).unwrap()
    }

    fn moves<P: Searchable + Show>(book: &Book, position: &P) -> Vec<(String, u16)> {
        let record = GameRecord::new(position.clone());
        let moves = book.moves(game::<P>(), &record);
        moves
            .iter()
            .map(|(m, weight)| (m.to_string(), *weight))
            .collect()
    }

    #[test]
    fn near_equals_that_were_searched_are_in_it() {
        let start = Chess::start();
        let even = Chess::WIN_RATE.even.round() as i32;
        let m = |position: &Chess, text: &str| position.parse_coordinates(text).unwrap();
        let values = [("e2e4", 20), ("d2d4", 10), ("c2c4", 10), ("g2g4", -60)];
        let lines = values.map(|(text, percent)| (m(&start, text), percent * even / 100));
        let mut tree = Tree::default();
        tree.add(start.clone(), None, &lines);
        assert!(make(game::<Chess>(), &tree, 15).is_empty());
        for (first, value) in [("e2e4", -20), ("d2d4", -10), ("g2g4", 60)] {
            let mut after = start.clone();
            after.play(m(&start, first));
            let reply = m(&after, "g8f6");
            tree.add(
                after,
                Some((0, m(&start, first))),
                &[(reply, value * even / 100)],
            );
        }
        let book = make(game::<Chess>(), &tree, 15);
        let [best, other] = &moves(&book, &start)[..] else {
            panic!("{book:?}");
        };
        assert_eq!(*best, ("e2e4".to_owned(), 1000));
        assert_eq!(other.0, "d2d4");
        assert!((200..=300).contains(&other.1), "{other:?}");
        let mut after = start.clone();
        after.play(m(&start, "e2e4"));
        assert_eq!(moves(&book, &after), []);
    }

    fn every_move_comes_back<P: Searchable + Show>() {
        for fen in P::SAMPLE_FENS {
            let record = GameRecord::new(P::from_fen(fen).unwrap());
            let key = key(game::<P>(), &record).unwrap();
            let legal = Record::legal_moves(&record);
            let entries = legal.iter().map(|&m| Entry {
                key,
                code: code(game::<P>(), &record, m).unwrap(),
                weight: 1,
            });
            let book = Book::new(entries.collect());
            let book = Book::from_bytes(&book.to_bytes()).unwrap();
            let found = book.moves(game::<P>(), &record);
            let found: Vec<Move> = found.into_iter().map(|(m, _)| m).collect();
            assert_eq!(found, legal.to_vec(), "{fen}");
        }
    }

    for_each_game!(every_move_comes_back);

    #[test]
    fn moves_are_played_as_often_as_they_weigh() {
        let record = GameRecord::new(Clupso::start());
        let legal = Record::legal_moves(&record);
        let entry = |m: Move, weight| Entry {
            key: record.position().key(),
            code: code(game::<Clupso>(), &record, m).unwrap(),
            weight,
        };
        let book = Book::new(vec![
            entry(legal[0], 1),
            entry(legal[1], 3),
            entry(legal[2], 0),
        ]);
        let chosen = |random| book.choose(game::<Clupso>(), &record, random).unwrap();
        let first = (0..400)
            .filter(|&random| chosen(random) == legal[0])
            .count();
        let second = (0..400)
            .filter(|&random| chosen(random) == legal[1])
            .count();
        assert_eq!((first, second), (100, 300));
        let none = Book::default().choose(game::<Clupso>(), &record, 7);
        assert_eq!(none, None);
    }
}
