//! fishnet's part of the dialogue: lichess's analysis and its computer opponent. It reads every line
//! after `go`, and gives the engine up at one that it does not understand.

use std::collections::BTreeMap;

use super::START;
use super::client::Client;

/// Whether it is a move as fishnet reads it.
fn is_move(text: &str) -> bool {
    let square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let bytes = text.as_bytes();
    (4..=5).contains(&bytes.len())
        && square(&bytes[..2])
        && square(&bytes[2..4])
        && bytes[4..].iter().all(|piece| b"qrbnk".contains(piece))
}

/// What fishnet takes from the answer to a `go`.
#[derive(Debug, Default)]
struct Response {
    /// The score of each line (MultiPV), as it was said last, of those that are exact.
    scores: BTreeMap<u8, String>,
    best: Option<String>,
}

impl Response {
    /// Reads lines as fishnet does; whatever stops it fails the test.
    fn read(lines: &[String]) -> Response {
        let mut response = Response::default();
        for line in lines {
            let mut words = line.split(' ');
            match words.next() {
                Some("info") => response.info(line, words),
                Some("bestmove") => {
                    assert!(response.scores.contains_key(&1), "missing score: {lines:?}");
                    let best = words.next().filter(|text| is_move(text));
                    response.best = best.map(str::to_owned);
                }
                _ => panic!("unexpected engine output: {line}"),
            }
        }
        response
    }

    fn info<'a>(&mut self, line: &str, mut words: impl Iterator<Item = &'a str>) {
        let (mut multipv, mut depth, mut score, mut is_exact) = (1, None, None, true);
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_default();
            match word {
                "multipv" => multipv = value().parse().expect("a line from 1 to 255"),
                "depth" => depth = Some(value().parse::<u8>().expect("a depth")),
                "nodes" | "time" => drop(value().parse::<u64>().expect("a number")),
                "nps" => drop(value().parse::<u32>().expect("a rate")),
                "score" => {
                    let kind = value();
                    assert!(["cp", "mate"].contains(&kind), "{line}");
                    let number: i32 = value().parse().expect("a score");
                    score = Some(format!("{kind} {number}"));
                }
                "lowerbound" | "upperbound" => is_exact = false,
                "pv" => assert!(words.by_ref().all(is_move), "{line}"),
                "string" => return,
                _ => {}
            }
        }
        if let (Some(score), Some(_), true) = (score, depth, is_exact) {
            self.scores.insert(multipv, score);
        }
    }
}

/// What fishnet says before a chunk of positions: to Stockfish, or to Fairy-Stockfish with the
/// options of that.
fn begin(client: &mut Client, is_fairy: bool, is_analysis: bool, multipv: u8, level: i32) {
    client.send("ucinewgame");
    if is_fairy {
        client.send("setoption name Use NNUE value false");
        client.send(&format!(
            "setoption name UCI_AnalyseMode value {is_analysis}"
        ));
        client.send("setoption name UCI_Variant value chess");
    }
    client.send(&format!("setoption name MultiPV value {multipv}"));
    client.send(&format!("setoption name Skill Level value {level}"));
}

fn go(client: &mut Client, position: &str, go: &str) -> Response {
    client.send(&format!("position fen {position}"));
    client.send(go);
    Response::read(&client.until("bestmove "))
}

fn started() -> Client {
    let mut client = Client::start();
    client.send("setoption name EvalFile value <empty>");
    client.send("setoption name UCI_Chess960 value true");
    client.send("isready");
    client.until("readyok");
    client
}

const OPENING: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6";

#[test]
fn an_analysis_has_a_score_for_every_position() {
    let mut client = started();
    for is_fairy in [false, true] {
        begin(&mut client, is_fairy, true, 1, 20);
        let moves: Vec<&str> = OPENING.split(' ').collect();
        for count in (0..=moves.len()).rev() {
            let position = format!("{START} moves {}", moves[..count].join(" "));
            let response = go(&mut client, &position, "go nodes 4000 depth 8");
            assert!(response.best.is_some() && response.scores.len() == 1);
        }
    }
}

#[test]
fn castling_is_the_king_that_takes_his_rook() {
    let mut client = started();
    begin(&mut client, false, true, 1, 20);
    let position = format!("{START} moves {OPENING} e1h1 f6e4 f1e1");
    let response = go(&mut client, &position, "go nodes 4000");
    assert!(response.best.is_some(), "{response:?}");
    assert!(
        client
            .fen()
            .starts_with("r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/5N2/PPPP1PPP/RNBQR1K1 b")
    );
}

#[test]
fn several_lines_have_a_score_each() {
    let mut client = started();
    begin(&mut client, true, true, 5, 20);
    let response = go(&mut client, &format!("{START} moves "), "go nodes 20000");
    assert_eq!(
        response.scores.keys().copied().collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    // Two legal moves have two lines.
    let response = go(
        &mut client,
        "7k/8/8/8/8/6q1/8/7K w - - 0 1 moves ",
        "go nodes 4000",
    );
    assert!(response.scores.len() <= 2 && response.scores.contains_key(&1));
}

#[test]
fn every_level_of_lichess_answers_with_a_score() {
    let mut client = started();
    for (level, depth) in [
        (-9, 5),
        (-5, 5),
        (-1, 5),
        (3, 5),
        (7, 5),
        (11, 8),
        (16, 13),
        (20, 22),
    ] {
        begin(&mut client, true, false, 1, level);
        client.send("isready");
        let refused = client.until("readyok");
        let complaints = refused
            .iter()
            .filter(|line| line.starts_with("info string"));
        // `Use NNUE` is none of ours; the game is named.
        assert_eq!(complaints.count(), 2, "{refused:?}");
        for clocks in ["", " wtime 60000 btime 60000 winc 1000 binc 1000"] {
            let limits = format!("go movetime 50 depth {depth}{clocks}");
            let response = go(&mut client, &format!("{START} moves {OPENING}"), &limits);
            assert!(response.best.is_some(), "level {level}");
        }
    }
}

#[test]
fn the_end_of_a_game_has_a_score_and_no_move() {
    let mut client = started();
    for is_fairy in [false, true] {
        for multipv in [1, 3] {
            begin(&mut client, is_fairy, true, multipv, 20);
            for (position, score) in [
                (&*format!("{START} moves f2f3 e7e5 g2g4 d8h4"), "mate 0"),
                ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 moves ", "cp 0"),
            ] {
                let response = go(&mut client, position, "go nodes 4000");
                assert_eq!(response.scores[&1], score);
                assert_eq!(response.best, None);
            }
        }
    }
}

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let mut client = started();
    begin(&mut client, true, false, 2, 0);
    for _ in 0..4 {
        let line = "go depth 4 searchmoves a2a3 h2h3";
        let response = go(&mut client, &format!("{START} moves "), line);
        let best = response.best.expect("a move");
        assert!(["a2a3", "h2h3"].contains(&&*best), "{best}");
        assert_eq!(response.scores.len(), 2);
    }
}

#[test]
fn games_that_are_not_ours_are_refused_and_the_next_is_analysed() {
    let mut client = started();
    client.send("setoption name UCI_Variant value atomic");
    let line = client.expect_start("info string option UCI_Variant does not take 'atomic'");
    assert!(line.contains("chess"), "{line}");
    begin(&mut client, true, true, 1, 20);
    assert!(
        go(&mut client, &format!("{START} moves "), "go nodes 1000")
            .best
            .is_some()
    );
}
