//! Analysis.

use super::client::Client;

/// The first moves of the principal variations, up to the first of this depth.
fn first_moves(client: &mut Client, depth: u32) -> Vec<String> {
    let lines = client.until(&format!("{depth} "));
    let moves = lines.iter().filter_map(|line| line.split_once('\t'));
    moves
        .map(|(_, moves)| moves.split([' ', '!', '?']).next().unwrap_or("").to_owned())
        .collect()
}

fn start() -> Client {
    let mut client = Client::start();
    client.send("post");
    client.send("analyze");
    client.find("4 ");
    client
}

#[test]
fn it_follows_moves_back_and_forth() {
    let mut client = start();
    client.send("usermove e2e4");
    client.find("1 ");
    let replies = first_moves(&mut client, 3);
    assert!(replies.iter().all(|m| m != "e4"), "{replies:?}");
    client.send("undo");
    client.find("2 ");
    client.send("setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    client.find("1 100001 ");
    client.send("new");
    client.find("3 ");
    // The analysis goes on, before or after this.
    let refused = client.answer("undo");
    let error = "Error (command not legal now): undo";
    assert!(refused.iter().any(|line| line == error), "{refused:?}");
    for line in ["edit", "#", "Kf6", "Qg6", "c", "Kh8", "."] {
        client.send(line);
    }
    client.find("1 100001 ");
    client.send("hint");
    client.find("Hint: g6");
    client.send("exit");
    client.settle();
    client.expect_silence();
    // As in force mode.
    client.tell("usermove g6g7");
}

#[test]
fn a_full_stop_asks_for_the_state() {
    let mut client = start();
    client.find("6 ");
    client.send(".");
    let line = client.find("stat01: ");
    let words: Vec<&str> = line.split(' ').collect();
    assert!(words.len() >= 6, "{line}");
    let number = |index: usize| words[index].parse::<u64>().expect("a number");
    assert!(number(2) > 0 && number(3) >= 6, "{line}");
    assert!(number(4) < 20 && number(5) == 20, "{line}");
    client.send("exit");
    client.settle();
    client.tell(".");
}

#[test]
fn moves_are_left_out_and_taken_in_again() {
    let mut client = start();
    client.send("exclude e2e4");
    client.send("exclude d2d4");
    client.settle();
    let without = first_moves(&mut client, 7);
    assert!(
        without.iter().all(|m| m != "e4" && m != "d4"),
        "{without:?}"
    );
    client.send("exclude all");
    client.settle();
    client.expect_silence();
    client.send("include h2h4");
    let only = first_moves(&mut client, 3);
    assert!(only.iter().all(|m| m == "h4"), "{only:?}");
    client.send("include all");
    client.settle();
    let all = first_moves(&mut client, 5);
    assert!(all.iter().any(|m| m != "h4"), "{all:?}");
    let refused = client.answer("exclude e2e5");
    let error = "Error (illegal move 'e2e5'): exclude e2e5";
    assert!(refused.iter().any(|line| line == error), "{refused:?}");
    // A new position has all its moves.
    client.send("exclude all");
    client.send("usermove e2e4");
    client.find("3 ");
}

#[test]
fn finished_games_are_not_analysed() {
    let mut client = Client::at("normal", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    client.send("post");
    client.tell("analyze");
    client.send("setboard 6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1");
    client.find("1 ");
}

#[test]
fn options_take_effect_at_once() {
    let mut client = start();
    client.send("option MultiPV=2");
    client.settle();
    let lines = client.until("5 ");
    let at_four = lines.iter().filter(|line| line.starts_with("4 "));
    assert_eq!(at_four.count(), 2);
}

#[test]
fn a_weak_player_analyses_as_deep_as_a_strong_one() {
    let mut client = Client::start();
    client.pipe(&["option Skill Level=3", "post", "analyze"]);
    client.find("8 ");
}
