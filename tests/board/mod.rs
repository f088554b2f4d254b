//! The server of the board, asked as the page asks it.

mod client;
mod conversation;
mod engines;
mod lessons;
mod network;
mod sentences;
mod strangers;

use client::TestServer;
use galaverna::show::GAMES;
use serde_json::{Value, json};

fn texts(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

/// The legal move with this text.
fn find<'a>(position: &'a Value, text: &str) -> &'a Value {
    let mut moves = position["moves"].as_array().unwrap().iter();
    moves.find(|m| m["text"] == text).unwrap()
}

/// The squares of places.
fn squares(places: &Value) -> Vec<&str> {
    places
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|place| place["square"].as_str())
        .collect()
}

/// Carries out changes on boards of 64 letters.
fn change(boards: &mut [Vec<char>], changes: &Value) {
    for change in changes.as_array().unwrap() {
        let board = change["at"]["board"].as_u64().unwrap() as usize;
        let square = change["at"]["square"].as_str().unwrap().as_bytes();
        let index = usize::from(square[0] - b'a') + 8 * usize::from(square[1] - b'1');
        let letter = change["letter"].as_str().unwrap().chars().next().unwrap();
        let comes = change["comes"] == true;
        let (before, after) = if comes { ('.', letter) } else { (letter, '.') };
        assert_eq!(boards[board][index], before, "{change}");
        boards[board][index] = after;
    }
}

fn boards(position: &Value) -> Vec<Vec<char>> {
    texts(&position["boards"]["squares"])
        .into_iter()
        .map(|board| board.chars().collect())
        .collect()
}

#[test]
fn the_greeting_names_all_games() {
    let (_, hello) = TestServer::start().connect();
    let names: Vec<&str> = hello["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        GAMES.iter().map(|game| game.name).collect::<Vec<_>>()
    );
    let ice = hello["games"]
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["name"] == "iceage")
        .unwrap();
    assert_eq!(
        (&ice["neutral"], &ice["letters"]),
        (&json!("cube"), &json!("KQRBNP"))
    );
}

#[test]
fn what_a_move_is_said_to_change_is_what_it_changes() {
    let mut tab = TestServer::start().tab();
    for game in &GAMES {
        for fen in game.sample_fens {
            let before = tab.position(game.name, Some(fen), &[]);
            for m in before["moves"].as_array().unwrap() {
                let text = m["text"].as_str().unwrap();
                let after = tab.position(game.name, Some(fen), &[text]);
                let mut expected = boards(&before);
                change(&mut expected, &m["changes"]);
                if !m["event"].is_null() {
                    change(&mut expected, &m["event"]["changes"]);
                }
                assert_eq!(boards(&after), expected, "{fen} {text}");
                let arrives = m["arrives"]["square"].as_str().unwrap();
                assert_eq!(m["to"]["square"], arrives);
            }
        }
    }
}

#[test]
fn the_ice_is_foretold() {
    let mut tab = TestServer::start().tab();
    let fen = "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20";
    let position = tab.position("iceage", Some(fen), &[]);
    assert_eq!(squares(&position["countdown"]["lost"]), ["h1", "h4", "b5"]);
    assert_eq!(
        squares(&position["countdown"]["spared"]),
        ["a1", "c1", "e6", "e8"]
    );
    assert_eq!(
        position["countdown"]["says"],
        "The ice comes after this move."
    );
    let says = find(&position, "c8c3")["event"]["says"].as_str().unwrap();
    assert_eq!(
        says,
        "The ice came. Three froze: White's rook on h1, White's pawn on h4 and Black's pawn on b5."
    );
    let alone = tab.position("iceage", Some("6k1/5ppp/8/8/8/8/8/K7 b - - 0 20"), &[]);
    assert!(
        alone["countdown"]["warning"]
            .as_str()
            .unwrap()
            .contains("White's king stands alone")
    );
    let over = tab.position(
        "iceage",
        Some("6k1/5ppp/8/8/8/8/8/K7 b - - 0 20"),
        &["g8f8"],
    );
    assert_eq!(
        over["outcome"]["says"],
        "White's king is frozen. Black wins."
    );
    assert!(over["moves"].as_array().unwrap().is_empty());
}

#[test]
fn alice_tells_arrivals_closed_squares_and_the_board_of_a_check() {
    let mut tab = TestServer::start().tab();
    let position = tab.position("alice", Some("4k3/8/8/8/8/5|P2/8/4K1N1 w - - 0 1"), &[]);
    let m = find(&position, "g1h3");
    assert_eq!(
        (
            &m["from"]["board"],
            &m["to"]["board"],
            &m["arrives"]["board"]
        ),
        (&json!(0), &json!(0), &json!(1))
    );
    assert_eq!(m["says"], "Knight g1 to h3, arrives on board B");
    let forbidden = position["forbidden"].as_array().unwrap();
    let closed = forbidden
        .iter()
        .find(|one| one["to"]["square"] == "f3")
        .unwrap();
    assert_eq!(closed["closed"], true);
    assert_eq!(
        closed["says"],
        "Closed: f3 is taken on board B, where the knight would arrive."
    );
    let check = tab.position("alice", None, &["e2e4", "d7d6", "f1c4", "d8d2", "c4b5"]);
    assert_eq!(check["check"]["says"], "Check on board A.");
    assert_eq!(
        check["check"]["by"],
        json!([{ "board": 0, "square": "b5" }])
    );
    assert_eq!(check["outcome"]["says"], "Checkmate. White wins.");
}

#[test]
fn chains_come_with_all_their_routes_and_the_border_rule_with_its_reason() {
    let mut tab = TestServer::start().tab();
    let fen = "k7/8/8/2m1m3/8/2m1m3/3M4/K7 w - - 0 1";
    let position = tab.position("elolbia", Some(fen), &[]);
    let moves = position["moves"].as_array().unwrap();
    let round = moves
        .iter()
        .find(|m| m["from"]["square"] == m["to"]["square"])
        .unwrap();
    assert_eq!(round["routes"].as_array().unwrap().len(), 2);
    assert_eq!(squares(&round["takes"]).len(), 4);
    let bound = tab.position("elolbia", Some("k7/8/8/8/8/3M4/M6M/7K w - - 0 1"), &[]);
    let forbidden = bound["forbidden"].as_array().unwrap();
    let step = forbidden
        .iter()
        .find(|one| one["to"]["square"] == "d4")
        .unwrap();
    assert_eq!(
        step["says"],
        "Not possible now. Black has no queen, no rook and no knight, so at most half of White's men \
         may stand on the border. After this move it would be 2 of 3."
    );
    assert_eq!(
        bound["quota"]["sides"][0],
        json!({ "count": 2, "men": 3, "binds": true })
    );
}

#[test]
fn pools_and_numbers_of_pieces() {
    let mut tab = TestServer::start().tab();
    let position = tab.position("clupso", Some("1n6/M5m1/5M2/8/8/8/8/1R1B4 w - - 5 1"), &[]);
    assert_eq!(
        position["pools"][0],
        json!([["Q", 1], ["R", 1], ["B", 1], ["N", 2]])
    );
    assert_eq!(position["tally"], json!([4, 2]));
    assert_eq!(find(&position, "a7a8r")["promotion"], "R");
    assert_eq!(find(&position, "a7a8")["promotion"], Value::Null);
}

#[test]
fn the_engine_searches_stops_and_plays() {
    let mut tab = TestServer::start().tab();
    let line = json!({ "game": "chess", "fen": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "moves": [], "infinite": true, "lines": 3 });
    let id = tab.tell("search", line.clone());
    let mut seen = [false; 3];
    while seen.contains(&false) {
        let reply = tab.hear();
        assert_eq!(
            (&reply["id"], &reply["type"]),
            (&json!(id), &json!("line")),
            "{reply}"
        );
        seen[reply["multipv"].as_u64().unwrap() as usize - 1] = true;
        assert_eq!(texts(&reply["moves"]).len(), texts(&reply["sans"]).len());
    }
    tab.tell("stop", json!({}));
    let done = loop {
        let reply = tab.hear();
        if reply["type"] == "done" {
            break reply;
        }
    };
    assert_eq!(
        (&done["best"], &done["san"]),
        (&json!("a1a8"), &json!("Ra8#"))
    );
    assert_eq!(
        (&done["score"]["mate"], &done["score"]["chance"]),
        (&json!(1), &json!(100.0))
    );
    // A new search takes the place of one under way.
    tab.tell("search", line);
    let second = tab.tell(
        "search",
        json!({ "game": "alice", "moves": [], "move_time": 20, "elo": 1300 }),
    );
    let done = loop {
        let reply = tab.hear();
        if reply["id"] == second && reply["type"] == "done" {
            break reply;
        }
    };
    assert!(done["best"].is_string());
}

#[test]
fn the_engine_resigns_and_offers_draws_as_it_does_elsewhere() {
    let mut tab = TestServer::start().tab();
    let mut after = |move_time: u32, fen: &str, values: &[i32], offered_at: Option<usize>| {
        let own_moves = json!({ "values": values, "offered_at": offered_at });
        let line =
            json!({ "game": "chess", "fen": fen, "move_time": move_time, "own_moves": own_moves });
        let id = tab.tell("search", line);
        loop {
            let reply = tab.hear();
            if reply["id"] == id && reply["type"] == "done" {
                return reply;
            }
        }
    };
    let hopeless = "6k1/5ppp/8/8/8/8/3qr3/7K w - - 0 30";
    assert_eq!(after(50, hopeless, &[-1500; 2], None)["resigns"], false);
    let reply = after(50, hopeless, &[-1500; 3], None);
    assert_eq!(reply["resigns"], true);
    // No pawn can be taken, and none can move.
    let level = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 60";
    // On a busy machine it takes longer to see that.
    let mut times = [50, 500, 5000].into_iter();
    assert!(times.any(|time| after(time, level, &[0; 7], None)["offers_draw"] == true));
    let reply = after(50, level, &[0; 7], Some(3));
    assert_eq!(reply["offers_draw"], false);
    let reply = after(50, level, &[0; 3], None);
    assert_eq!(reply["offers_draw"], false);
}

#[test]
fn a_review_finds_the_blunder() {
    let mut tab = TestServer::start().tab();
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let id = tab.tell(
        "review",
        json!({ "game": "chess", "moves": moves, "nodes": 5000 }),
    );
    let mut positions = 0;
    let done = loop {
        let reply = tab.hear();
        assert_eq!(reply["id"], id);
        match reply["type"].as_str() {
            Some("reviewed") => positions += 1,
            _ => break reply,
        }
    };
    assert_eq!(positions, 5);
    let judgements: Vec<&Value> = done["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| &m["judgement"])
        .collect();
    assert_eq!(
        (judgements[2], judgements[3]),
        (&json!("blunder"), &Value::Null)
    );
}

#[test]
fn agreements_are_offered_answered_and_checked() {
    let mut tab = TestServer::start().tab();
    let fen = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40";
    let line = |more: Value| {
        let mut body = json!({ "game": "elolbia", "fen": fen, "moves": [] });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    let white = ["h2", "h3", "g3"];
    let agreed = tab.ask(
        "agree",
        line(json!({ "white": white, "black": ["e6", "b6", "c6"] })),
    );
    assert_eq!(agreed["text"], "exchange:h2h3g3/e6b6c6");
    let position = tab.position("elolbia", Some(fen), &["exchange:h2h3g3/e6b6c6"]);
    assert_eq!(position["fen"], "k4b2/8/m2mq3/8/8/4MM2/7Q/K1B5 w - - 0 40");
    let mut exposing = line(json!({ "white": white, "black": ["a6", "b6", "c6"] }));
    exposing["fen"] = fen.replace(" w ", " b ").into();
    let check = tab.ask("agree", exposing);
    assert!(
        check["says"].as_str().unwrap().contains("in check"),
        "{check}"
    );
    let twice = tab.ask(
        "agree",
        line(json!({ "white": ["h2", "h2", "g3"], "black": ["e6", "b6", "c6"] })),
    );
    assert_eq!(twice["says"], "Choose 3 different men of your own.");
    let answer = tab.ask(
        "offer_agreement",
        line(json!({ "side": "black", "squares": white })),
    );
    assert_eq!(answer["type"], "agreement_answer", "{answer}");
    if let Some(text) = answer["text"].as_str() {
        tab.position("elolbia", Some(fen), &[text]);
    }
    let wish = tab.ask("wish_agreement", line(json!({ "side": "white" })));
    assert_eq!(wish["type"], "agreement_wish");
    let start = tab.ask(
        "offer_agreement",
        json!({ "game": "elolbia", "moves": [], "side": "black", "squares": white }),
    );
    assert_eq!(start["says"], "The position does not allow this agreement.");
}

#[test]
fn typed_moves_and_complaints() {
    let mut tab = TestServer::start().tab();
    let mut read = |text: &str| {
        tab.ask(
            "read_move",
            json!({ "game": "chess", "moves": [], "text": text }),
        )
    };
    assert_eq!(read("nf3")["text"], "g1f3");
    assert_eq!(
        read("Nf4")["says"],
        "Nf4 is not possible. Possible are Na3, Nc3, Nf3 and Nh3."
    );
    assert_eq!(read("what")["type"], "refused");
}
