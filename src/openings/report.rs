//! What trees and games say of openings, for people.

use std::collections::HashMap;
use std::fmt::Write;

use crate::notation::UciScore;
use crate::rules::iceage::IceAge;
use crate::rules::{GameRecord, Move, Position};
use crate::search::parameters::Searchable;
use crate::show::drawing::{Look, View, draw};
use crate::show::{Record, Show};

use super::results::Results;
use super::tree::{Tree, score};
use super::tree_file::Header;

/// Plies of a line that are shown in the table.
const SHOWN: usize = 12;

/// What people's games say of a game, if anybody has counted.
const PEOPLE: &[(&str, &str)] = &[(
    IceAge::NAME,
    "In 7,109 games of people on BrainKing White won 47.4 %, Black 50.3 %, and 2.3 % were drawn.",
)];

/// The beginning of the document.
pub fn introduction() -> String {
    "# Openings\n\n\
     What the engine's own searches and its games against itself say of the first moves. \
     `galaverna book report -tree FILE… -data FILE… -out docs/openings.md` writes this document; \
     [books.md](books.md) tells how a tree is made, and a book for the engine out of it.\n\n\
     Values are White's, in pawns as users know them: one wins every other game. They come from the \
     end of the line, not from a search of the start position. *Plies* is how far the line was \
     searched, move by move. The games are those of `galaverna datagen`: the first 8 or 9 plies of \
     each are random, with no move that loses material by exchanges, and after them the sides are \
     nearly equal. So what is beside a first move says how games go that begin with it, not how well \
     it is followed up.\n"
        .to_owned()
}

/// What is said of one game.
pub fn of_game<P: Searchable + Show>(
    header: &Header,
    tree: &Tree<P>,
    results: &HashMap<u64, Results>,
) -> String {
    let mut text = format!("\n## {}\n\n", P::TITLE);
    let ranked = tree.ranked(0);
    // Writing to a text cannot fail.
    let _ = write!(
        text,
        "{} positions, each searched with {} soft nodes for the best {} moves, the start position \
         for all.\n\n",
        tree.nodes().len(),
        header.nodes,
        header.lines
    );
    let mut all = Results::default();
    for (edge, _) in &ranked {
        all += results.get(&edge.key).copied().unwrap_or_default();
    }
    if let Some([white, drawn, black]) = all.per_cent() {
        let _ = writeln!(
            text,
            "Of {} games White won {white:.1} %, Black {black:.1} %, and {drawn:.1} % were drawn: \
             White scored {:.1} %.\n",
            all.games(),
            white + drawn / 2.0
        );
    }
    if let Some((_, people)) = PEOPLE.iter().find(|(game, _)| *game == P::NAME) {
        let _ = writeln!(text, "{people}\n");
    }
    let line = tree.principal_line(0);
    let (sans, last) = played::<P>(&line);
    let _ = writeln!(
        text,
        "The line of best moves: {}\n\n```\n{}\n```\n",
        numbered(&sans),
        draw(&last.diagrams(), &View::of_white(Look::Plain))
    );
    let _ = writeln!(text, "`{}`\n", last.fen());
    text += "| first move | value | plies | games | White won | drawn | Black won | White's score | line |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n";
    for (edge, value) in &ranked {
        let mut line = vec![edge.m];
        line.extend(
            edge.child
                .map(|child| tree.principal_line(child))
                .unwrap_or_default(),
        );
        let plies = line.len();
        line.truncate(SHOWN);
        let (sans, _) = played::<P>(&line);
        let results = results.get(&edge.key).copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "| {} | {} | {plies} | {} | {} | {} |",
            sans[0],
            value_of_white::<P>(*value),
            results.games(),
            columns(&results),
            numbered(&sans)
        );
    }
    text
}

/// Shares of the results, and White's score.
fn columns(results: &Results) -> String {
    match results.per_cent() {
        Some([white, drawn, black]) => {
            let score = white + drawn / 2.0;
            format!("{white:.1} % | {drawn:.1} % | {black:.1} % | {score:.1} %")
        }
        None => " | | | ".to_owned(),
    }
}

/// The moves from the start position in SAN, and the game after them.
fn played<P: Show>(line: &[Move]) -> (Vec<String>, GameRecord<P>) {
    let mut record = GameRecord::new(P::start());
    let mut sans = Vec::with_capacity(line.len());
    for &m in line {
        sans.push(record.position().san(m));
        GameRecord::play(&mut record, m);
    }
    (sans, record)
}

/// Moves from the start position with their numbers.
fn numbered(sans: &[String]) -> String {
    let mut text = String::new();
    for (ply, san) in sans.iter().enumerate() {
        if ply % 2 == 0 {
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        text += san;
        text.push(' ');
    }
    text.trim_end().to_owned()
}

/// A value of White's first move as people write it.
fn value_of_white<P: Searchable>(value: i32) -> String {
    match score::<P>(value) {
        UciScore::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        UciScore::Mate(moves) => format!("#{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::rules::Position;
    use crate::rules::iceage::IceAge;

    #[test]
    fn each_first_move_has_its_line_and_its_games() {
        let header: Header = "galaverna-tree 1 game=iceage soft-nodes=500 lines=2 net=0000beef"
            .parse()
            .unwrap();
        let start = IceAge::start();
        let first = ["g1h3", "b1a3"].map(|text| start.parse_coordinates(text).unwrap());
        let mut tree = Tree::default();
        tree.add(start.clone(), None, &[(first[0], 20), (first[1], 10)]);
        let mut after = start.clone();
        after.play(first[0]);
        let reply = after.parse_coordinates("g8h6").unwrap();
        let key = after.key();
        tree.add(after, Some((0, first[0])), &[(reply, 0)]);
        let results = Results {
            white: 3,
            drawn: 1,
            black: 4,
        };
        let text = of_game(&header, &tree, &HashMap::from([(key, results)]));
        for line in [
            "2 positions, each searched with 500 soft nodes for the best 2 moves",
            "Of 8 games White won 37.5 %, Black 50.0 %, and 12.5 % were drawn: White scored 43.8 %.",
            "In 7,109 games of people",
            &format!("The line of best moves: 1. {}\n", start.san(first[1])),
            "| +0.00 | 2 | 8 | 37.5 % | 12.5 % | 50.0 % | 43.8 % | 1. ",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
