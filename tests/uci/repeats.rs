//! A new game forgets all that earlier ones left behind, as Stockfish's `reprosearch` asks.

use galaverna::show::GAMES;

use super::client::Client;

/// Limits that are tried in each game.
const SEARCHES: u64 = 100;

/// The last report before the answer without what the clock says, and the answer.
fn search(client: &mut Client, go: &str) -> (String, String) {
    client.send("ucinewgame");
    client.send("position startpos");
    client.send(go);
    let lines = client.until("bestmove");
    let [.., report, answer] = &lines[..] else {
        panic!("no report: {lines:?}");
    };
    let words: Vec<&str> = report.split_whitespace().collect();
    let place = |name| words.iter().position(|&word| word == name);
    let depth = place("depth").expect("a depth");
    let nodes = place("nodes").expect("nodes");
    let pv = place("pv").expect("a line");
    let seen = [
        &words[depth..depth + 2],
        &words[nodes..nodes + 2],
        &words[pv..],
    ]
    .concat();
    (seen.join(" "), answer.clone())
}

#[test]
fn the_same_search_of_a_new_game_has_the_same_nodes() {
    for game in &GAMES {
        let mut client = Client::playing(game.name);
        for step in 0..SEARCHES {
            let go = format!("go nodes {}", 60 + step * step * 9 / 10);
            let first = search(&mut client, &go);
            assert_eq!(search(&mut client, &go), first, "{}: {go}", game.name);
        }
        client.end_soon();
    }
}
