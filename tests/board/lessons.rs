//! The files about the games: every lesson can be done.

use std::collections::BTreeSet;

use galaverna::rules::alice::Alice;
use galaverna::rules::clupso::Clupso;
use galaverna::rules::elolbia::Elolbia;
use galaverna::show::{GAMES, Game};
use galaverna::tables::{Folder, Signature, Tabled};
use serde_json::Value;

use crate::common::make_tables;

use super::client::{Tab, TestServer};
use super::{squares, texts};

fn about(game: &Game) -> Value {
    let path = format!(
        "{}/src/board/games/{}.json",
        env!("CARGO_MANIFEST_DIR"),
        game.name
    );
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn check(tab: &mut Tab, game: &Game, step: &Value) {
    let moves = step.get("moves").map(texts).unwrap_or_default();
    let position = tab.position(game.name, step["fen"].as_str(), &moves);
    let legal: Vec<&Value> = position["moves"].as_array().unwrap().iter().collect();
    let goal = &step["goal"];
    let title = &step["title"];
    if let Some(wanted) = goal.get("moves") {
        for text in texts(wanted) {
            assert!(legal.iter().any(|m| m["text"] == text), "{title}: {text}");
        }
    } else if goal["defended"] == true {
        // Whether it is won is proved below.
        assert_eq!(goal["winner"], position["turn"], "{title}");
    } else if let Some(winner) = goal.get("winner") {
        let fen = step["fen"].as_str();
        let wins = legal.iter().any(|m| {
            let line: Vec<&str> = moves.iter().copied().chain(m["text"].as_str()).collect();
            &tab.position(game.name, fen, &line)["outcome"]["winner"] == winner
        });
        assert!(wins, "{title}");
    } else if let Some(wanted) = goal.get("squares") {
        let wanted: BTreeSet<&str> = texts(wanted).into_iter().collect();
        let countdown = &position["countdown"];
        let [lost, spared] =
            ["lost", "spared"].map(|name| squares(&countdown[name]).into_iter().collect());
        assert!(wanted == lost || wanted == spared, "{title}");
    } else {
        assert!(!legal.is_empty(), "{title}");
    }
}

#[test]
fn every_lesson_can_be_done() {
    let mut tab = TestServer::start().tab();
    for game in &GAMES {
        let about = about(game);
        let steps = about["steps"].as_array().unwrap();
        assert!((5..=9).contains(&steps.len()), "{}", game.name);
        for step in steps {
            check(&mut tab, game, step);
        }
        if let Some(picture) = about.get("picture") {
            assert!(
                texts(&picture["squares"])
                    .iter()
                    .all(|board| board.len() == 64)
            );
        }
    }
}

/// The endings that are to be won against the engine's defence are won, within the fifty-move
/// rule and not at once.
fn assert_won<P: Tabled>() {
    let game = Game::named(P::NAME).unwrap();
    let about = about(game);
    let steps = about["steps"].as_array().unwrap().iter();
    let defended = steps.filter(|step| step["goal"]["defended"] == true);
    let positions: Vec<P> = defended
        .map(|step| P::from_fen(step["fen"].as_str().unwrap()).unwrap())
        .collect();
    assert!((1..=2).contains(&positions.len()), "{}", P::NAME);
    let endings: Vec<Signature> = positions
        .iter()
        .map(|position| Signature::of(position).0)
        .collect();
    let folder = Folder::new(&make_tables::<P>(&format!("lessons-{}", P::NAME), &endings));
    for position in positions {
        let value = folder.value(&position).unwrap();
        let plies = value.plies().unwrap_or_default();
        assert!(
            value.is_win() && value.ends_at(0) && plies > 10,
            "{}: {value}",
            position.fen()
        );
    }
}

#[test]
fn endings_to_win_are_won() {
    assert_won::<Alice>();
    assert_won::<Elolbia>();
    assert_won::<Clupso>();
}
