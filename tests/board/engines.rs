//! Engines beside ours: what a tab is offered, how they play and search, what is told of
//! those that fail, and that none outlives who has started it.

#[cfg(target_os = "linux")]
use std::fs;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use galaverna::show::{GAMES, Variant};
use serde_json::{Value, json};

#[cfg(target_os = "linux")]
use super::client::TestServer as Server;
use super::client::{Tab, TestServer};
use super::texts;
#[cfg(target_os = "linux")]
use crate::process::Process;

const PROGRAM: &str = env!("CARGO_BIN_EXE_galaverna");
const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");

/// An entry of `engines.toml` with these further keys.
fn entry(name: &str, command: &str, more: &str) -> String {
    format!("[[engine]]\nname = '{name}'\ncommand = '{command}'\n{more}\n")
}

/// A fake engine that is called as it behaves.
fn fake(behaviour: &str) -> String {
    entry(behaviour, FAKE, &format!("args = ['{behaviour}']"))
}

/// All that is told of a request up to its end.
fn told(tab: &mut Tab, id: u64) -> Vec<Value> {
    let mut told = Vec::new();
    loop {
        let reply = tab.hear();
        if reply["id"] == id {
            told.push(reply);
        }
        if told.last().is_some_and(|last| last["type"] != "line") {
            return told;
        }
    }
}

/// The last of what is told of a search.
fn end(tab: &mut Tab, body: Value) -> Value {
    let id = tab.tell("search", body);
    told(tab, id).pop().unwrap()
}

#[test]
fn who_speaks_uci_is_offered_for_what_it_plays() {
    let text = [
        entry("ours", PROGRAM, ""),
        entry("chess alone", PROGRAM, "games = ['chess']"),
        entry("xboard", PROGRAM, "protocol = 'xboard'"),
        entry("missing", "/nowhere/at/all", ""),
        fake("good"),
    ];
    let (mut tab, hello) = TestServer::offering(&text.concat()).connect();
    let names = ["ours", "chess alone", "missing", "good"];
    assert_eq!(texts(&hello["engines"]), names);
    let reply = tab.ask("engines", json!({}));
    let list = reply["list"].as_array().unwrap();
    let listed: Vec<&str> = list.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(listed, names);
    assert_eq!(texts(&list[0]["games"]), Variant::names());
    assert!(
        list[0]["full_name"]
            .as_str()
            .unwrap()
            .starts_with("Galaverna")
    );
    assert_eq!(texts(&list[1]["games"]), ["chess", "fischerandom"]);
    let says = list[2]["says"].as_str().unwrap();
    // Windows names the drive before the path.
    let begin = "missing cannot be used: cannot start ";
    assert!(says.starts_with(begin), "{says}");
    assert!(says.contains("/nowhere/at/all: "), "{says}");
    assert_eq!(list[2]["games"], json!([]));
    // It does not declare UCI_Chess960.
    let games: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
    assert_eq!(texts(&list[3]["games"]), games);
    assert_eq!(list[3]["full_name"], "Fake");
}

#[test]
fn nobody_is_offered_where_there_is_no_file() {
    let (mut tab, hello) = TestServer::start().connect();
    assert_eq!(hello["engines"], json!([]));
    assert_eq!(tab.ask("engines", json!({}))["list"], json!([]));
    let refused = end(
        &mut tab,
        json!({ "game": "chess", "engine": "ours", "move_time": 10 }),
    );
    assert_eq!(refused["says"], "There is no engine ‘ours’ here.");
}

#[test]
fn a_message_starts_nothing_but_what_the_file_names() {
    let text = [
        fake("good"),
        entry("chess alone", PROGRAM, "games = ['chess']"),
    ];
    let mut tab = TestServer::offering(&text.concat()).tab();
    for name in ["", "/bin/true", FAKE, "Good", "good "] {
        let refused = end(
            &mut tab,
            json!({ "game": "chess", "engine": name, "move_time": 10 }),
        );
        assert_eq!(
            refused["says"],
            format!("There is no engine ‘{name}’ here.")
        );
    }
    let wish = json!({ "game": "alice", "engine": "chess alone", "move_time": 10 });
    assert_eq!(
        end(&mut tab, wish)["says"],
        "chess alone does not play Alice Chess."
    );
    let fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1";
    let wish = json!({ "game": "chess", "fen": fen, "engine": "good", "move_time": 10 });
    assert_eq!(end(&mut tab, wish)["says"], "good does not play Chess960.");
}

#[test]
fn another_engine_plays_all_games() {
    let mut tab = TestServer::offering(&entry("ours", PROGRAM, "nodes = 300")).tab();
    for game in &GAMES {
        let mut moves: Vec<String> = Vec::new();
        for clocks in [false, true, false] {
            let mut wish = json!({ "game": game.name, "moves": moves, "engine": "ours" });
            match clocks {
                true => {
                    let clock = json!({ "remaining": 60_000, "increment": 0 });
                    wish["clocks"] = json!([clock, clock]);
                }
                false => wish["move_time"] = 60_000.into(),
            }
            let done = end(&mut tab, wish);
            let best = done["best"].as_str().unwrap_or_else(|| panic!("{done}"));
            assert_eq!(
                (&done["resigns"], &done["offers_draw"]),
                (&json!(false), &json!(false))
            );
            moves.push(best.to_owned());
            let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
            tab.position(game.name, None, &texts);
        }
    }
    let fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1";
    let wish = json!({ "game": "chess", "fen": fen, "engine": "ours", "move_time": 60_000 });
    assert!(end(&mut tab, wish)["best"].is_string());
}

#[test]
fn another_engine_analyses_with_as_many_lines_as_are_wished() {
    let server = TestServer::offering(&entry("ours", PROGRAM, ""));
    let mut tab = server.tab();
    // Black is to move, and White has a queen more.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 1";
    let wish = json!({ "game": "chess", "fen": fen, "engine": "ours", "infinite": true,
        "lines": 2, "threads": 1, "hash": 16 });
    let id = tab.tell("search", wish.clone());
    let mut seen = [false; 2];
    while seen.contains(&false) {
        let reply = tab.hear();
        assert_eq!(reply["type"], "line", "{reply}");
        seen[reply["multipv"].as_u64().unwrap() as usize - 1] = true;
        let score = &reply["score"];
        let (cp, chance) = (score["cp"].as_i64(), score["chance"].as_f64().unwrap());
        assert!(cp.is_none_or(|cp| cp > 300) && chance > 50.0, "{reply}");
        let (moves, sans) = (texts(&reply["moves"]), texts(&reply["sans"]));
        assert!(moves.len() == sans.len() && !moves.is_empty());
    }
    // Positions are answered meanwhile, and another search takes its place.
    assert_eq!(tab.position("chess", None, &[])["turn"], "white");
    let mut next = wish.clone();
    next["lines"] = 1.into();
    next["moves"] = json!(["g8f8"]);
    next["game"] = "chess".into();
    let second = tab.tell("search", next);
    assert_eq!(told(&mut tab, id).pop().unwrap()["type"], "done");
    while tab.hear()["id"] != second {}
    tab.tell("stop", json!({}));
    let rest = told(&mut tab, second);
    assert!(
        rest.iter()
            .all(|one| one["type"] == "done" || one["multipv"] == 1)
    );
    // Our own engine and a review go on in the same tab.
    let own = end(
        &mut tab,
        json!({ "game": "alice", "moves": [], "move_time": 20 }),
    );
    assert!(own["best"].is_string());
    // In a game that is over there is nothing to search.
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let over = json!({ "game": "chess", "moves": mate, "engine": "ours", "infinite": true });
    assert_eq!(end(&mut tab, over)["best"], Value::Null);
}

#[test]
fn options_of_the_file_are_set() {
    let options = "nodes = 2000\noptions = { MultiPV = 3, UCI_Variant = 'alice', 'No such' = 1 }";
    let mut tab = TestServer::offering(&entry("ours", PROGRAM, options)).tab();
    let wish = json!({ "game": "chess", "engine": "ours", "move_time": 60_000 });
    let id = tab.tell("search", wish);
    let told = told(&mut tab, id);
    assert!(told.iter().any(|one| one["multipv"] == 3), "{told:?}");
    assert_eq!(told.last().unwrap()["type"], "done");
}

/// What the third move of a fake engine comes to in a game.
fn third_move(tab: &mut Tab, behaviour: &str) -> Value {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let wish = json!({ "game": "chess", "moves": moves, "engine": behaviour, "move_time": 50 });
        let reply = end(tab, wish);
        match reply["best"].as_str() {
            Some(best) if moves.len() < 4 => moves.push(best.to_owned()),
            _ => return reply,
        }
        let own = ["a7a6", "a6a5"][moves.len() / 2];
        moves.push(own.to_owned());
    }
}

#[test]
fn who_misbehaves_is_named_and_ended_and_can_be_tried_again() {
    let behaviours = [
        (
            "illegal",
            "plays ‘a1a8’, which is no legal move here. It has been ended.",
        ),
        (
            "escape",
            "plays ‘ [2J 31m’, which is no legal move here. It has been ended.",
        ),
        (
            "none",
            "plays ‘(none)’, which is no legal move here. It has been ended.",
        ),
        ("crash", "has ended by itself."),
        ("hang", "does not answer to ‘go’. It has been ended."),
        (
            "long-line",
            "says more than can be read. It has been ended.",
        ),
    ];
    let text: String = behaviours.iter().map(|(name, _)| fake(name)).collect();
    let mut tab = TestServer::offering(&text).tab();
    for (name, says) in behaviours {
        let reply = third_move(&mut tab, name);
        assert_eq!(reply["says"], format!("{name} {says}"));
        let again = json!({ "game": "chess", "moves": [], "engine": name, "move_time": 50 });
        assert!(end(&mut tab, again)["best"].is_string());
    }
}

#[test]
#[cfg(unix)]
fn who_speaks_no_uci_is_named() {
    let mut silent = TestServer::offering(&entry("silent", "/bin/true", "")).tab();
    let wish = json!({ "game": "chess", "engine": "silent", "move_time": 50 });
    assert_eq!(
        end(&mut silent, wish)["says"],
        "silent has ended by itself."
    );
}

#[test]
fn who_does_not_stop_is_named_when_it_is_wanted_again() {
    let mut tab = TestServer::offering(&fake("hang")).tab();
    let wish = json!({ "game": "chess", "engine": "hang", "infinite": true });
    for _ in 0..2 {
        assert!(end(&mut tab, wish.clone())["best"].is_string());
    }
    // The third search hangs, and the page no longer listens when it is found out.
    tab.tell("search", wish.clone());
    tab.tell("stop", json!({}));
    let refused = end(&mut tab, wish.clone());
    assert_eq!(
        refused["says"],
        "hang does not answer to ‘stop’. It has been ended."
    );
    assert!(end(&mut tab, wish)["best"].is_string());
}

/// Processes whose command line has this word, but for the test's own program.
#[cfg(target_os = "linux")]
fn processes(word: &str) -> usize {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = all.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines
        .filter(|line| line.split('\0').any(|argument| argument == word))
        .count()
}

/// Waits until there are so many of them.
#[cfg(target_os = "linux")]
fn expect_processes(word: &str, count: usize) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while processes(word) != count {
        assert!(Instant::now() < deadline, "{} of {word}", processes(word));
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// An argument that no process of another test has.
#[cfg(target_os = "linux")]
fn token(test: &str) -> String {
    format!("{test}-{}", std::process::id())
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_outlives_its_tab() {
    let token = token("tab");
    // One starts a process of its own.
    let text = ["good", "orphan", "hang"]
        .map(|name| entry(name, FAKE, &format!("args = ['{name}', '{token}']")))
        .concat();
    let server = Server::offering(&text);
    let mut tab = server.tab();
    for (name, count) in [("good", 1), ("orphan", 2), ("hang", 1)] {
        let wish = json!({ "game": "chess", "engine": name, "infinite": true });
        assert!(end(&mut tab, wish)["best"].is_string());
        // The one before has gone.
        expect_processes(&token, count);
    }
    let wish = json!({ "game": "chess", "engine": "hang", "infinite": true });
    assert!(end(&mut tab, wish.clone())["best"].is_string());
    tab.tell("search", wish);
    drop(tab);
    expect_processes(&token, 0);
    // Those who are asked what they play do not stay either.
    let mut tab = server.tab();
    tab.ask("engines", json!({}));
    expect_processes(&token, 0);
}

#[test]
#[cfg(target_os = "linux")]
fn no_engine_outlives_the_server() {
    for signal in ["-TERM", "-INT", "-KILL"] {
        let token = token("server");
        let file = format!("{}/engines{signal}.toml", env!("CARGO_TARGET_TMPDIR"));
        fs::write(
            &file,
            entry("hang", FAKE, &format!("args = ['hang', '{token}']")),
        )
        .unwrap();
        let mut board = Process::start(&["board", "--no-open", "--port", "0", "--engines", &file]);
        let line = board.line();
        let address = line
            .split(' ')
            .find(|word| word.starts_with("http"))
            .unwrap();
        let mut tab = TestServer::at(address).tab();
        let wish = json!({ "game": "chess", "engine": "hang", "infinite": true });
        assert!(end(&mut tab, wish)["best"].is_string());
        expect_processes(&token, 1);
        let number = board.number().to_string();
        let killed = std::process::Command::new("kill")
            .args([signal, &number])
            .status();
        assert!(killed.unwrap().success());
        board.wait();
        expect_processes(&token, 0);
    }
}
