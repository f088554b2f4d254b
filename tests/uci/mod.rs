//! Dialogues with the real binary in UCI.

mod book;
mod chess960;
mod client;
mod debug_log;
mod fishnet;
mod hash;
mod networks;
mod nodestime;
mod openbench;
mod repeats;
mod scripts;
mod self_play;
mod strength;
mod syzygy;
mod tables;

use client::Client;
use galaverna::host;
use galaverna::show::{GAMES, Game};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn handshake_names_the_engine_and_all_options() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Galaverna "));
    assert!(lines[1].starts_with("id author "));
    let variants = format!(
        "option name UCI_Variant type combo default chess var {}",
        Game::names().join(" var ")
    );
    for option in [
        "option name UCI_Chess960 type check default false",
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default 30 min 0 max 5000",
        "option name nodestime type spin default 0 min 0 max 10000",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1000 min 1000 max 2800",
        "option name Clear Hash type button",
        "option name EvalFile type string default <empty>",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name Debug Log File type string default <empty>",
        &variants,
        "option name UCI_AnalyseMode type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name Syzygy50MoveRule type check default true",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name TablePath type string default <empty>",
        "option name Alice_EnPassant type check default true",
    ] {
        assert!(
            lines.iter().any(|line| line == option),
            "{option}\n{lines:#?}"
        );
    }
    client.expect_silence();
}

#[test]
fn every_game_is_chosen_searched_and_drawn() {
    for game in &GAMES {
        let mut client = Client::start();
        client.send(&format!("setoption name UCI_Variant value {}", game.name));
        let expected = format!(
            "info string variant {} files 8 ranks 8 pocket 0 template fairy startpos {}",
            game.name, game.start_fen
        );
        assert_eq!(client.line(), expected);
        assert_eq!(client.fen(), game.start_fen);
        let legal = client.legal_moves();
        let best = client.best_move("go depth 4");
        assert!(legal.contains(&best), "{best} in {}", game.name);
        client.send(&format!("position startpos moves {best}"));
        assert_ne!(client.fen(), game.start_fen);
    }
}

#[test]
fn info_lines_have_the_fields_that_programs_read() {
    let mut client = Client::start();
    client.send("setoption name UCI_ShowWDL value true");
    client.send("go depth 5");
    let lines = client.until("bestmove ");
    let (best, infos) = lines.split_last().unwrap();
    let last: Vec<&str> = infos.last().unwrap().split(' ').collect();
    let order = [
        "info", "depth", "seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull",
        "tbhits", "time", "pv",
    ];
    let mut words = last.iter();
    for field in order {
        assert!(words.any(|word| word == &field), "{field} in {last:?}");
    }
    let depths: Vec<&str> = infos
        .iter()
        .map(|line| line.split(' ').nth(2).unwrap())
        .collect();
    assert_eq!(depths, ["1", "2", "3", "4", "5"]);
    let first_of_line = last[1 + last.iter().position(|word| word == &"pv").unwrap()];
    assert!(best.starts_with(&format!("bestmove {first_of_line}")));
}

#[test]
fn a_running_search_answers_and_stops() {
    let mut client = Client::start();
    client.send("go infinite");
    client.expect_to_go_on("info depth 3 ");
    client.send("stop");
    client.find("bestmove ");
    client.send("stop");
    client.send("ponderhit");
    client.expect_silence();
}

#[test]
fn an_infinite_search_that_is_finished_waits_for_stop() {
    let mut client = Client::start();
    // Mate in one, and nothing to search any more soon.
    client.send("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    client.send("go infinite depth 3");
    client.find("info depth 3 ");
    client.expect_silence();
    client.send("stop");
    client.expect_start("bestmove ");
}

#[test]
fn pondering_ends_with_ponderhit_or_stop() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4 e7e5");
    client.send("go ponder wtime 300 btime 300 winc 10 binc 10");
    client.expect_to_go_on("info depth 4 ");
    client.send("ponderhit");
    let best = client.find("bestmove ");
    assert!(best.contains(" ponder "), "{best}");

    client.send("go ponder depth 2");
    client.find("info depth 2 ");
    client.expect_silence();
    client.send("ponderhit");
    // For programs that listen from now on only.
    let known = client.expect_start("info depth 2 ");
    assert!(known.contains(" score "), "{known}");
    client.expect_start("bestmove ");

    client.send("go ponder depth 2");
    client.find("info depth 2 ");
    client.expect_silence();
    client.send("stop");
    client.expect_start("bestmove ");
}

#[test]
fn commands_wait_for_a_search_in_their_order() {
    let mut client = Client::start();
    client.send("go depth 6");
    client.send("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    client.send("setoption name Hash value 2");
    client.send("go depth 3");
    client.send("d");
    let first = client.find("bestmove ");
    let second = client.find("bestmove g6g7");
    assert_ne!(first, second);
    assert_eq!(client.find("Fen: "), "Fen: 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
}

#[test]
fn a_search_without_end_gives_way_to_the_next_command() {
    let mut client = Client::start();
    client.send("go infinite");
    client.send("position startpos moves e2e4");
    client.send("go depth 1");
    client.find("bestmove ");
    client.find("bestmove ");
    assert!(client.fen().contains("4P3"));
}

#[test]
fn bad_input_gets_one_line_and_changes_nothing() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4");
    let before = client.fen();
    for (bad, complaint) in [
        ("hello", "unknown command: 'hello'"),
        ("foo\rbar", "unknown command: 'foo\\rbar'"),
        (
            "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
            "White has 0 kings",
        ),
        ("position fen nonsense", "1 rank instead of 8"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
        ("position startpos moves e2e4 e2e4", "illegal move 'e2e4'"),
        (
            "position startpos moves e2e4 e7e5 d1h5 f7f6",
            "illegal move 'f7f6': it leaves the king in check",
        ),
        (
            "position startpos moves e2e4 banana",
            "'banana' is not a move",
        ),
        ("go perft many", "a depth expected instead of 'many'"),
        (
            "setoption name Hash value 0",
            "option Hash does not take '0'",
        ),
        (
            "setoption name Nonsense value 1",
            "no such option: 'Nonsense'",
        ),
        (
            "setoption name UCI_Variant value shogi",
            "option UCI_Variant",
        ),
    ] {
        client.send(bad);
        let line = client.expect_start("info string ");
        assert!(line.contains(complaint), "{bad}: {line}");
        client.expect_silence();
    }
    client.send("");
    client.send_bytes(b"\xff\xfe\x80 position\r\n");
    client.expect_start("info string unknown command");
    assert_eq!(client.fen(), before);
    assert_eq!(client.game_of_variant(), "chess");
}

impl Client {
    /// The game in play, told from its start position.
    fn game_of_variant(&mut self) -> &'static str {
        self.send("position startpos");
        let fen = self.fen();
        let game = GAMES.iter().find(|game| game.start_fen == fen);
        game.expect("a game's start position").name
    }
}

#[test]
fn the_end_of_input_means_quit() {
    let mut client = Client::start();
    client.send("isready");
    client.close_input();
    let (status, lines) = client.wait();
    assert!(status.success());
    assert_eq!(lines, ["readyok"]);

    let mut client = Client::start();
    client.send("go infinite");
    client.find("info depth 1 ");
    client.close_input();
    let (status, lines) = client.wait();
    assert!(status.success());
    assert!(lines.last().unwrap().starts_with("bestmove "));

    let mut client = Client::start();
    client.send("go depth 5");
    client.send("go depth 4");
    client.close_input();
    let (status, lines) = client.wait();
    assert!(status.success());
    let answers = lines.iter().filter(|line| line.starts_with("bestmove"));
    assert_eq!(answers.count(), 2);
}

#[test]
fn quit_ends_a_search_at_once() {
    let mut client = Client::start();
    client.send("go infinite");
    client.send("quit");
    assert!(client.wait().0.success());
}

#[test]
fn finished_games_have_no_best_move() {
    for (game, fen, score) in [
        ("chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "mate 0"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"),
        ("iceage", "8/8/8/8/8/8/8/K7 w - - 0 21", "mate 1"),
        ("clupso", "8/8/8/8/8/8/8/M7 b - - 0 1", "mate 0"),
    ] {
        let mut client = Client::playing(game);
        client.send(&format!("position fen {fen}"));
        client.send("go depth 3");
        let info = client.expect_start("info depth 0 score ");
        assert!(info.contains(score), "{fen}: {info}");
        assert_eq!(client.line(), "bestmove (none)");
    }
}

#[test]
fn several_lines_are_distinct_and_ordered() {
    let mut client = Client::start();
    client.send("setoption name MultiPV value 3");
    client.send("go depth 5");
    let lines = client.until("bestmove ");
    let last: Vec<(i32, String)> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 5 "))
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let after = |name| 1 + words.iter().position(|&word| word == name).unwrap();
            let value = words[after("score") + 1].parse().unwrap();
            (value, words[after("pv")].to_owned())
        })
        .collect();
    assert_eq!(last.len(), 3);
    assert!(last[0].0 >= last[1].0 && last[1].0 >= last[2].0, "{last:?}");
    let mut moves: Vec<&String> = last.iter().map(|(_, first)| first).collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 3);
}

#[test]
fn search_limits_are_kept() {
    let mut client = Client::start();
    let best = client.best_move("go depth 4 searchmoves a2a3 h2h3");
    assert!(best == "a2a3" || best == "h2h3", "{best}");

    client.send("go nodes 5000");
    let lines = client.until("bestmove ");
    let last: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
    let nodes = last[1 + last.iter().position(|&word| word == "nodes").unwrap()];
    assert!(nodes.parse::<u64>().unwrap() <= 5000, "{nodes}");

    for go in [
        "go wtime 1 btime 1",
        "go wtime -100 btime 0 winc 0 binc 0",
        "go movetime 1",
        "go movetime 20",
        "go nodes 1",
        "go depth 1",
        "go wtime 60000 btime 60000 movestogo 100000",
    ] {
        let legal = client.legal_moves();
        let best = client.best_move(go);
        assert!(legal.contains(&best), "{go}: {best}");
    }
}

#[test]
fn every_go_is_answered_and_what_it_does_not_understand_is_said_in_one_line() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4");
    let legal = client.legal_moves();
    for (go, complaint) in [
        (
            "go depth 3 foo bar",
            "expected instead of 'foo', and 1 more; ignored",
        ),
        ("go searchmoves e2e5", "illegal move 'e2e5'"),
        ("go depth 2 searchmoves e2e5", "illegal move 'e2e5'"),
        ("go depth", "a depth expected; ignored; searching for 1s"),
        ("go depth many", "a depth expected instead of 'many'"),
        ("go fast", "a search limit expected instead of 'fast'"),
        ("go movetime 1e3", "milliseconds expected instead of '1e3'"),
        (
            "go nodes 18446744073709551616",
            "nodes expected instead of '18446744073709551616'",
        ),
        (
            "go movestogo -3 btime 100",
            "moves expected instead of '-3'; ignored",
        ),
        (
            "go wtime 100 btime x",
            "milliseconds expected instead of 'x'",
        ),
    ] {
        client.send(go);
        let mut lines = client.until("bestmove ");
        lines.retain(|line| !line.is_empty());
        assert!(
            lines[0].starts_with("info string go") && lines[0].contains(complaint),
            "{go}: {lines:?}"
        );
        let complaints = lines.iter().filter(|line| line.starts_with("info string"));
        assert_eq!(complaints.count(), 1, "{go}: {lines:?}");
        let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
        assert!(legal.iter().any(|m| m == best), "{go}: {best}");
    }
    // Half a list of moves is still a list.
    let best = client.best_move("go depth 3 searchmoves a7a6 e2e5");
    assert_eq!(best, "a7a6");
    client.send("go infinite foo");
    client.expect_to_go_on("info depth 3 ");
    client.send("stop");
    client.find("bestmove ");
}

#[test]
fn mates_are_found_and_counted() {
    let mut client = Client::start();
    client.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    client.send("go mate 2");
    let lines = client.until("bestmove ");
    assert!(lines[lines.len() - 2].contains("score mate "), "{lines:?}");

    let mut client = Client::playing("alice");
    client.send("position startpos moves e2e4 d7d5 f1e2 d5e4");
    assert_eq!(client.best_move("go depth 3"), "e2b5");
}

#[test]
fn threads_and_table_can_be_changed_at_any_time() {
    let mut client = Client::start();
    client.send("setoption name Threads value 2");
    client.send("setoption name Hash value 4");
    client.send("go depth 8");
    client.find("bestmove ");
    client.send("go infinite");
    client.find("info depth 2 ");
    client.send("setoption name Threads value 1");
    client.find("bestmove ");
    client.send("setoption name Clear Hash");
    client.send("ucinewgame");
    client.expect_silence();
}

#[test]
fn no_more_threads_search_than_there_are_processors() {
    let processors = host::processors();
    let mut client = Client::start();
    client.send("setoption name Threads value 256");
    if processors < 256 {
        let line = format!(
            "info string option Threads: {processors} of 256 search, as many as there are processors"
        );
        assert_eq!(client.find("info string "), line);
    }
    client.send("go depth 4");
    client.find("bestmove ");
    client.send(&format!("setoption name Threads value {processors}"));
    client.expect_silence();
}

#[test]
fn en_passant_in_alice_chess_can_be_switched_off() {
    let mut client = Client::playing("alice");
    let fen = "4k1n1/8/|b|p1B4/3RP3/|P|P|P|p|P|P2/|N6|P/8/3K1BN1 b - e3 0 32";
    client.send(&format!("position fen {fen}"));
    assert!(client.legal_moves().contains(&"d4e3".to_owned()));
    client.send("setoption name Alice_EnPassant value false");
    assert!(!client.legal_moves().contains(&"d4e3".to_owned()));
    client.send(&format!("position fen {fen}"));
    assert!(!client.legal_moves().contains(&"d4e3".to_owned()));
    client.send("setoption name UCI_Variant value chess");
    client.send("setoption name UCI_Variant value alice");
    client.send("isready");
    client.until("readyok");
    client.send(&format!("position fen {fen}"));
    assert!(!client.legal_moves().contains(&"d4e3".to_owned()));
}

#[test]
fn extensions_answer() {
    let mut client = Client::start();
    client.send("go perft 3");
    let lines = client.until("Nodes searched: ");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    client.send("eval");
    client.find("Evaluation: +");
    client.send("help");
    client.find("Outside a protocol: ");
    client.send("position startpos moves e2e4");
    client.send("flip");
    assert_eq!(
        client.fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    client.send("exchange");
    assert_eq!(client.line(), "exchange none");

    let mut client = Client::playing("iceage");
    client.send("d");
    assert!(client.find("Ice Age: ").contains("40 plies"));
    let mut client = Client::playing("elolbia");
    client.send("position fen k7/mmmmm3/8/8/8/8/3MMMMM/7K w - - 0 1");
    client.send("exchange white");
    let answer = client.expect_start("exchange ");
    let text = answer.split(' ').nth(2).expect("an exchange");
    client.send(&format!(
        "position fen k7/mmmmm3/8/8/8/8/3MMMMM/7K w - - 0 1 moves {text}"
    ));
    let fen = client.fen();
    assert!(fen.contains('Q') && fen.contains('q'), "{fen}");
}

#[test]
fn bench_is_deterministic() {
    let nodes = || {
        let mut client = Client::start();
        client.send("bench 3");
        client.send("isready");
        let lines = client.until("readyok");
        let words: Vec<String> = lines[lines.len() - 2]
            .split(' ')
            .map(str::to_owned)
            .collect();
        assert_eq!((words[1].as_str(), words[3].as_str()), ("nodes", "nps"));
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn start_position_is_chess() {
    assert_eq!(Client::start().fen(), START);
}
