//! The conversation of a page and its engine without any server.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use galaverna::board::{Conversation, Input};
use galaverna::engine::tables::{load_own, load_syzygy};
use galaverna::search::tablebase::Tablebases;
use galaverna::show::GAMES;
use serde_json::{Value, json};

use crate::common::elolbian_tables;

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
        Page::with_tables(Tablebases::default()).0
    }

    /// A page with endgame tables, and its greeting.
    fn with_tables(tables: Tablebases) -> (Page, Value) {
        let (outlet, replies) = mpsc::channel();
        let (inlet, inputs) = mpsc::channel();
        let send = move |reply| {
            // The page may be gone.
            let _ = outlet.send(serde_json::to_value(reply).unwrap());
        };
        let take_back = move |input| inlet.send(input).unwrap();
        let page = Page {
            conversation: Conversation::with_tables(tables, send, take_back).unwrap(),
            inputs,
            replies,
        };
        let hello = page.hear();
        assert_eq!((&hello["id"], &hello["type"]), (&json!(0), &json!("hello")));
        (page, hello)
    }

    /// What the tables know of a position.
    fn look_up(&mut self, game: &str, fen: &str) -> Value {
        self.say(&json!({ "id": 1, "type": "tables", "game": game, "fen": fen }));
        let reply = self.hear();
        assert_eq!(reply["type"], "tables", "{reply}");
        reply["known"].clone()
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

/// Elolbian Chess's tables of three men, and Syzygy's.
fn page_with_tables() -> (Page, Value) {
    let mut tables = Tablebases::default();
    load_own(Some(elolbian_tables().as_os_str()), &mut tables);
    let syzygy = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    load_syzygy(Some(syzygy.as_ref()), &mut tables);
    Page::with_tables(tables)
}

#[test]
fn tables_tell_the_value_of_each_move() {
    let (mut page, hello) = page_with_tables();
    let men: Vec<(&str, u64)> = hello["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["game"].as_str().unwrap(), of["men"].as_u64().unwrap()))
        .collect();
    assert!(men.contains(&("elolbia", 3)) && men.iter().any(|(game, _)| *game == "chess"));
    assert_eq!(men.len(), 2, "{men:?}");
    // The longest win of king and rook.
    let known = page.look_up("elolbia", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let value = json!({ "result": "won", "plies": 31, "zeroing": 31 });
    assert_eq!(known["value"], value);
    let moves = known["moves"].as_array().unwrap();
    assert_eq!(moves[0]["value"], value);
    let last = &moves.last().unwrap()["value"];
    assert_eq!(last["result"], "drawn", "the rook is lost: {known}");
    let plies: Vec<u64> = moves
        .iter()
        .filter_map(|m| m["value"]["plies"].as_u64())
        .collect();
    assert!(plies.is_sorted() && plies.len() > 1, "{plies:?}");
    // The defender's slowest loss is the best.
    let known = page.look_up("elolbia", "8/8/8/8/8/2k5/8/1R1K4 b - - 0 1");
    let plies = |m: &Value| m["value"]["plies"].as_u64().unwrap();
    let moves = known["moves"].as_array().unwrap();
    assert!(
        moves.iter().all(|m| m["value"]["result"] == "lost"),
        "{known}"
    );
    assert!(moves.iter().rev().is_sorted_by_key(plies) && plies(&moves[0]) % 2 == 0);
    // Five plies are too few.
    let late = page.look_up("elolbia", "8/8/8/8/8/2k5/1R6/K7 w - - 95 90");
    assert_eq!(late["value"]["result"], "won_too_late");
    assert_eq!(late["moves"][0]["value"]["result"], "won_too_late");
    // Nothing is known of more pieces, of what is over and of other games.
    for (game, fen) in [
        ("elolbia", "8/8/8/8/8/2k5/1R6/KR6 w - - 0 1"),
        ("elolbia", "k1K5/8/8/8/8/8/8/R7 b - - 0 1"),
        ("alice", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"),
    ] {
        assert_eq!(page.look_up(game, fen), Value::Null, "{fen}");
    }
}

#[test]
fn syzygy_tables_tell_the_plies_to_a_zeroing() {
    let (mut page, _) = page_with_tables();
    // A pawn that runs, a king that takes it, and a mate.
    let known = page.look_up("chess", "8/4P3/8/8/8/8/k7/7K w - - 0 1");
    assert_eq!(
        known["value"],
        json!({ "result": "won", "plies": null, "zeroing": 1 })
    );
    let first = &known["moves"][0];
    assert!(
        first["text"].as_str().unwrap().starts_with("e7e8"),
        "{first}"
    );
    assert_eq!(first["value"], known["value"]);
    let known = page.look_up("chess", "8/8/8/8/8/8/4kP2/7K b - - 0 1");
    assert_eq!(known["value"]["result"], "drawn");
    let moves = known["moves"].as_array().unwrap();
    let takes = moves.iter().find(|m| m["text"] == "e2f2").unwrap();
    assert_eq!(takes["value"]["result"], "drawn");
    assert_eq!(moves.last().unwrap()["value"]["result"], "lost");
    let known = page.look_up("chess", "k7/8/1K6/8/8/8/8/7R w - - 7 40");
    let mate = json!({ "result": "won", "plies": 1, "zeroing": 1 });
    assert_eq!(
        (&known["moves"][0]["san"], &known["moves"][0]["value"]),
        (&json!("Rh8#"), &mate)
    );
    assert_eq!(known["moves"][1]["value"]["result"], "won");
}

#[test]
fn the_engine_asks_the_tables_too() {
    let (mut page, _) = page_with_tables();
    let fen = "8/8/8/8/8/2k5/8/1R1K4 b - - 0 1";
    let slowest = page.look_up("elolbia", fen)["moves"][0]["value"]["plies"].clone();
    let search =
        json!({ "id": 2, "type": "search", "game": "elolbia", "fen": fen, "move_time": 20 });
    page.say(&search);
    let done = page.hear_until("done").pop().unwrap();
    let known = page.look_up("elolbia", fen);
    let mut moves = known["moves"].as_array().unwrap().iter();
    let played = moves.find(|m| m["text"] == done["best"]).unwrap();
    assert_eq!(played["value"]["plies"], slowest);
}
