//! Analysis.

use super::client::Client;

/// The first moves of the principal variations of the next depth that begins. How deep the
/// analysis has come meanwhile is not known.
fn first_moves(client: &mut Client) -> Vec<String> {
    next_depth(client)
        .iter()
        .filter_map(|line| line.split_once('\t'))
        .map(|(_, moves)| moves.split([' ', '!', '?']).next().unwrap_or("").to_owned())
        .collect()
}

/// All principal variations of the next depth that begins.
fn next_depth(client: &mut Client) -> Vec<String> {
    let depth = |line: &String| {
        line.split(' ')
            .next()
            .and_then(|word| word.parse::<u32>().ok())
    };
    let mut line = client.line();
    let current = depth(&line);
    while depth(&line) <= current {
        line = client.line();
    }
    let next = depth(&line);
    let mut lines = Vec::new();
    while depth(&line) == next {
        lines.push(line);
        line = client.line();
    }
    lines
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
    client.settle();
    let replies = first_moves(&mut client);
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
    let without = first_moves(&mut client);
    assert!(
        without.iter().all(|m| m != "e4" && m != "d4"),
        "{without:?}"
    );
    client.send("exclude all");
    client.settle();
    client.expect_silence();
    client.send("include h2h4");
    let only = first_moves(&mut client);
    assert!(only.iter().all(|m| m == "h4"), "{only:?}");
    client.send("include all");
    client.settle();
    let all = first_moves(&mut client);
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
    let lines = next_depth(&mut client);
    let exact = lines.iter().filter(|line| !line.ends_with(['!', '?']));
    assert_eq!(exact.count(), 2, "{lines:?}");
}

#[test]
fn a_weak_player_analyses_as_deep_as_a_strong_one() {
    let mut client = Client::start();
    client.pipe(&["option Skill Level=3", "post", "analyze"]);
    client.find("8 ");
}
