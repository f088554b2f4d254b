//! Messages of the board's page, a line each: every one that is not about a search is
//! answered once, and what is answered can be asked about again.

#![no_main]

use std::sync::mpsc;

use galaverna::board::{Conversation, Input};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// Messages that are answered while or after a search, if at all.
const OF_SEARCHES: [&str; 3] = ["search", "stop", "review"];

/// These look at 50,000 nodes and more.
const COSTLY: [&str; 3] = ["offer_draw", "offer_agreement", "wish_agreement"];

/// No input has more messages that count.
const MESSAGES: usize = 20;

fn is_of(message: &str, kinds: &[&str]) -> bool {
    let read = serde_json::from_str::<Value>(message).ok();
    read.is_some_and(|read| kinds.iter().any(|kind| read["type"] == *kind))
}

/// A message that costs no more than can be fuzzed; `None` for one that is left out. What
/// is JSON has each name once.
fn tamed(message: &str) -> Option<String> {
    let Ok(mut read) = serde_json::from_str::<Value>(message) else {
        return Some(message.to_owned());
    };
    if is_of(message, &COSTLY) {
        return None;
    }
    if is_of(message, &OF_SEARCHES) {
        for (name, value) in [("hash", 1), ("threads", 1), ("nodes", 50)] {
            read[name] = json!(value);
        }
    }
    Some(read.to_string())
}

/// All that a page is told that says this and closes, but for the greeting.
fn told(messages: &[String]) -> Vec<Value> {
    let (outlet, replies) = mpsc::channel();
    let send = move |reply| {
        outlet
            .send(serde_json::to_value(reply))
            .expect("a receiver")
    };
    let mut conversation = Conversation::new(send, |_| {}).expect("memory for an engine");
    for message in messages {
        conversation.take(Input::Message(message.clone()));
    }
    drop(conversation);
    replies
        .into_iter()
        .skip(1)
        .map(|reply| reply.expect("JSON"))
        .collect()
}

/// Whether it is about a search or a review under way.
fn is_report(reply: &Value) -> bool {
    let kinds = ["line", "done", "reviewed", "review_done"];
    kinds.iter().any(|kind| reply["type"] == *kind)
}

/// What an answer can be asked about.
fn question(reply: &Value) -> Option<String> {
    match reply["type"].as_str()? {
        "games" if reply["game"].is_object() => {
            let game = &reply["game"];
            let question = json!({
                "id": 1, "type": "write_pgn", "game": game["game"], "rules": game["rules"],
                "fen": game["fen"], "tree": game["moves"], "tags": game["tags"],
                "result": game["result"],
            });
            Some(question.to_string())
        }
        "pgn" => {
            let text = &reply["text"];
            Some(json!({ "id": 1, "type": "read_pgn", "text": text, "index": 0 }).to_string())
        }
        _ => None,
    }
}

/// The only answer to a message.
fn answer(message: String) -> Value {
    let mut answers = told(&[message]);
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// A PGN text that was written can be read, and a game that was read has the same moves
/// when it is written and read again.
fn check(reply: &Value) {
    let Some(asked) = question(reply) else {
        return;
    };
    let written = answer(asked);
    let Some(asked) = question(&written) else {
        panic!("{reply} {written}");
    };
    match reply["type"] == "pgn" {
        true => check(&written),
        false => assert_eq!(moves(&answer(asked)), moves(reply), "{reply}"),
    }
}

/// The moves of a game. Braces in comments become parentheses.
fn moves(reply: &Value) -> Option<String> {
    let moves = reply.pointer("/game/moves")?.to_string();
    Some(moves.replace('{', "(").replace('}', ")"))
}

fuzz_target!(|text: &str| {
    let messages: Vec<String> = text.lines().filter_map(tamed).take(MESSAGES).collect();
    let replies = told(&messages);
    let awaited = messages
        .iter()
        .filter(|message| !is_of(message, &OF_SEARCHES));
    let searches = messages.iter().any(|message| is_of(message, &OF_SEARCHES));
    let answers: Vec<&Value> = replies.iter().filter(|reply| !is_report(reply)).collect();
    match searches {
        // They may be refused.
        true => assert!(answers.len() >= awaited.count(), "{answers:?}"),
        false => assert_eq!(answers.len(), awaited.count(), "{answers:?}"),
    }
    answers.into_iter().take(4).for_each(check);
});
