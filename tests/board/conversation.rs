//! The conversation of a page and its engine without any server.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use galaverna::board::{Conversation, Input};
use galaverna::show::GAMES;
use serde_json::{Value, json};

/// A page whose messages nothing carries.
pub(super) struct Page {
    conversation: Conversation,
    /// What the conversation is to be told again.
    inputs: Receiver<Input>,
    replies: Receiver<Value>,
}

impl Page {
    /// A page that was greeted.
    pub(super) fn open() -> Page {
        let (outlet, replies) = mpsc::channel();
        let (inlet, inputs) = mpsc::channel();
        let send = move |reply| {
            // The page may be gone.
            let _ = outlet.send(serde_json::to_value(reply).unwrap());
        };
        let take_back = move |input| inlet.send(input).unwrap();
        let page = Page {
            conversation: Conversation::new(send, take_back).unwrap(),
            inputs,
            replies,
        };
        let hello = page.hear();
        assert_eq!((&hello["id"], &hello["type"]), (&json!(0), &json!("hello")));
        page
    }

    pub(super) fn say(&mut self, message: &Value) {
        assert!(self.conversation.take(Input::Message(message.to_string())));
    }

    pub(super) fn hear(&self) -> Value {
        self.replies.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// All replies up to one of this kind.
    fn hear_until(&self, kind: &str) -> Vec<Value> {
        let mut heard = vec![self.hear()];
        while heard.last().is_some_and(|reply| reply["type"] != kind) {
            heard.push(self.hear());
        }
        heard
    }
}

#[test]
fn requests_are_answered_one_after_the_other() {
    let mut page = Page::open();
    page.say(&json!({ "id": 7, "type": "position", "game": "alice", "moves": ["e2e4"] }));
    page.say(&json!({ "id": 8, "type": "read_move", "game": "chess", "text": "nf3" }));
    page.say(&json!({ "id": 9, "type": "position", "game": "chess", "moves": ["e2e5"] }));
    let position = page.hear();
    assert_eq!(
        (&position["id"], &position["turn"]),
        (&json!(7), &json!("black"))
    );
    assert_eq!(
        page.hear(),
        json!({ "id": 8, "type": "move", "text": "g1f3" })
    );
    let refusal = json!({ "id": 9, "type": "refused", "says": "Illegal move 'e2e5'" });
    assert_eq!(page.hear(), refusal);
    assert!(
        page.conversation
            .take(Input::Message("nonsense".to_owned()))
    );
    let refusal = page.hear();
    assert_eq!(
        (&refusal["id"], &refusal["type"]),
        (&json!(0), &json!("refused"))
    );
}

#[test]
fn a_search_tells_its_lines_and_its_end() {
    let mut page = Page::open();
    page.say(&json!({ "id": 1, "type": "search", "game": "iceage", "move_time": 50 }));
    let heard = page.hear_until("done");
    let (done, lines) = heard.split_last().unwrap();
    assert!(lines.iter().all(|line| line["type"] == "line") && !lines.is_empty());
    assert!(heard.iter().all(|reply| reply["id"] == 1));
    assert_eq!(done["best"], lines.last().unwrap()["moves"][0]);
}

#[test]
fn a_search_without_end_is_stopped() {
    let mut page = Page::open();
    page.say(&json!({ "id": 1, "type": "search", "game": "chess", "infinite": true }));
    page.hear_until("line");
    page.say(&json!({ "id": 2, "type": "stop" }));
    assert_eq!(page.hear_until("done").last().unwrap()["id"], 1);
}

#[test]
fn a_review_goes_on_by_what_comes_back_through_the_inlet() {
    let mut page = Page::open();
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    page.say(&json!({ "id": 1, "type": "review", "game": "chess", "moves": moves, "nodes": 2000 }));
    // The mate is not searched.
    for _ in 0..moves.len() {
        let input = page.inputs.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(page.conversation.take(input));
    }
    let heard = page.hear_until("review_done");
    assert_eq!(heard.len(), moves.len() + 2);
    assert_eq!(heard[5]["moves"][2]["judgement"], "blunder");
}

#[test]
fn a_conversation_that_is_closed_wants_nothing_more() {
    let mut page = Page::open();
    page.say(&json!({ "id": 1, "type": "search", "game": "chess", "infinite": true }));
    assert!(!page.conversation.take(Input::Close));
    // What it leaves behind is no search that goes on: its outlet is gone.
    drop(page.conversation);
    assert!(page.replies.iter().any(|reply| reply["type"] == "done"));
}

#[test]
fn chess960_is_opened_and_castled_in() {
    let mut page = Page::open();
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    page.say(&json!({ "id": 1, "type": "position", "game": "chess", "fen": fen }));
    let position = page.hear();
    let moves = position["moves"].as_array().unwrap();
    let castling = moves.iter().find(|m| m["san"] == "O-O").unwrap();
    assert_eq!(castling["text"], "f1h1");
    // The king is put onto its rook.
    assert_eq!(castling["to"]["square"], "h1");
    assert_eq!(castling["arrives"]["square"], "g1");
    let start = fen.replace('H', "K");
    let text = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n1. O-O *");
    page.say(&json!({ "id": 2, "type": "read_pgn", "text": text, "index": 0 }));
    let game = &page.hear()["game"];
    assert_eq!(game["moves"][0]["text"], "f1h1");
    page.say(&json!({
        "id": 3, "type": "write_pgn", "game": "chess", "rules": game["rules"], "fen": game["fen"],
        "tree": game["moves"], "tags": [], "result": "*",
    }));
    let written = page.hear()["text"].as_str().unwrap().to_owned();
    assert!(
        written.contains("[Variant \"fischerandom\"]\n[SetUp \"1\"]\n"),
        "{written}"
    );
    assert!(
        written.contains(fen) && written.contains("1. O-O *"),
        "{written}"
    );
    assert!(!written.contains("UCI_Chess960"), "{written}");
}

#[test]
fn what_threatens_is_seen_in_the_position_with_the_turn_changed() {
    let mut page = Page::open();
    // In check, and where Black's move brings the ice.
    let check = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1";
    let ice = "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20";
    for (game, fen) in [("chess", check), ("iceage", ice)] {
        page.say(&json!({ "id": 1, "type": "threat", "game": game, "fen": fen }));
        assert_eq!(page.hear()["type"], "refused", "{fen}");
    }
    for game in &GAMES {
        let mut shown = 0;
        for fen in game.sample_fens.iter().chain([&game.start_fen]) {
            let mut answer = |kind: &str| {
                page.say(&json!({ "id": 1, "type": kind, "game": game.name, "fen": fen }));
                page.hear()
            };
            let (seen, passed) = (answer("position"), answer("threat"));
            let event_comes = seen["countdown"]["plies"] == 1;
            if event_comes || !seen["check"].is_null() || !seen["outcome"].is_null() {
                assert_eq!(passed["type"], "refused", "{fen}");
                continue;
            }
            assert_eq!(passed["boards"], seen["boards"], "{fen}");
            assert_ne!(passed["turn"], seen["turn"], "{fen}");
            assert!(passed["check"].is_null(), "{fen}");
            let number = seen["number"].as_u64().unwrap();
            let next = number + u64::from(seen["turn"] == "black");
            assert_eq!(passed["number"], next, "{fen}");
            if let Some(plies) = seen["countdown"]["plies"].as_u64() {
                assert_eq!(passed["countdown"]["plies"], plies - 1, "{fen}");
            }
            shown += 1;
        }
        assert!(shown > 0, "{}", game.name);
    }
}
