//! The files about the games: every lesson can be done.

use std::collections::BTreeSet;

use galaverna::show::{GAMES, Game};
use serde_json::Value;

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
        assert!((5..=8).contains(&steps.len()), "{}", game.name);
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
