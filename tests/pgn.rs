//! Files of games: written, read, replayed, checked by the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use galaverna::notation::UciScore;
use galaverna::pgn::{
    PgnGame, PgnMove, for_window, joined, move_comment, read, read_located, replay,
};
use galaverna::rules::Color;
use galaverna::show::{GAMES, Game};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// A random game from a random sample position, with random comments.
fn random_game(game: &Game, number: usize, random: &mut ChaCha8Rng) -> PgnGame {
    let fen = *game.sample_fens.choose(random).expect("samples");
    let mut session = game.session();
    session
        .set_position(Some(fen), &[])
        .expect("a sample position");
    let mut pgn = PgnGame::default();
    pgn.set_tag("Round", &format!("{number}.1"));
    pgn.set_tag("White", "a \"quoted\" \\ name");
    pgn.set_tag("Variant", game.name);
    pgn.set_tag("SetUp", "1");
    pgn.set_tag("FEN", fen);
    while session.outcome().is_none() && pgn.moves.len() < 150 {
        // Both agree on an exchange of queens whenever one is possible.
        let agreement = session
            .best_agreement(None)
            .filter(|_| random.random_bool(0.5));
        let text = match agreement {
            Some(agreement) => agreement,
            None => {
                let moves = session.legal_moves();
                let chosen = moves.choose(random).expect("the game goes on");
                session.san(*chosen)
            }
        };
        let san = session.play(&text).expect("a legal move");
        let score = UciScore::Centipawns(random.random_range(-999..=999));
        let comment = random
            .random_bool(0.7)
            .then(|| move_comment(Some(score), Some(7), 0.25, &[], None));
        // A glyph that is there twice is read once.
        let mut nags: Vec<_> = (0..random.random_range(0..3))
            .map(|_| random.random::<u8>())
            .collect();
        nags.dedup();
        pgn.moves.push(PgnMove {
            san,
            nags,
            comment,
            ..PgnMove::default()
        });
    }
    let outcome = session.outcome();
    let result = outcome.map_or("*", |outcome| outcome.result());
    pgn.result = result.to_owned();
    pgn.set_tag("Result", result);
    pgn
}

fn random_games() -> Vec<PgnGame> {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let games = GAMES
        .iter()
        .flat_map(|game| (1..=6).map(move |n| (game, n)));
    games
        .map(|(game, number)| random_game(game, number, &mut random))
        .collect()
}

fn written(games: &[PgnGame]) -> String {
    games.iter().map(PgnGame::to_string).collect()
}

/// A file for a test, unlike those of other tests.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a temporary file");
    path
}

fn galaverna(command: &str, path: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_galaverna"))
        .args(["pgn", command])
        .arg(path)
        .args(more)
        .output()
        .expect("galaverna runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn random_games_of_all_games_survive_writing_reading_and_replaying() {
    let games = random_games();
    let text = written(&games);
    assert!(
        text.lines()
            .all(|line| line.len() < 80 || line.starts_with('['))
    );
    let again: Vec<PgnGame> = read(&text).into_iter().map(Result::unwrap).collect();
    assert_eq!(again.len(), games.len());
    for (read, made) in again.iter().zip(&games) {
        assert_eq!(read.moves, made.moves);
        assert_eq!(read.result, made.result);
        for (name, value) in &made.tags {
            assert_eq!(read.tag(name), Some(value.as_str()));
        }
        let replayed = replay(read).unwrap_or_else(|error| panic!("{error}\n{read}"));
        let sans: Vec<&str> = made.moves.iter().map(|m| m.san.as_str()).collect();
        assert_eq!(replayed.sans, sans);
    }
    assert_eq!(written(&again), text);
}

#[test]
fn games_cross_the_border_to_xboard_and_back() {
    for made in random_games() {
        let parts = for_window(&made).expect("a game by the rules");
        let text = written(&parts);
        let again: Vec<PgnGame> = read(&text).into_iter().map(Result::unwrap).collect();
        assert_eq!(again.len(), parts.len(), "{text}");
        for part in &again {
            replay(part).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
        let ends = |pgn: &PgnGame| replay(pgn).expect("a game").session.fen();
        let last = again.last().expect("a part");
        assert_eq!(ends(last), ends(&made), "{text}");
        // An agreement is in no game of XBoard's.
        if made.plies() == made.moves.len() {
            let joined = joined(again);
            assert_eq!(joined.len(), 1, "{text}");
            let sans: Vec<&str> = joined[0].moves.iter().map(|m| m.san.as_str()).collect();
            let expected: Vec<&str> = made.moves.iter().map(|m| m.san.as_str()).collect();
            assert_eq!(sans, expected, "{text}");
            assert_eq!(joined[0].result, made.result);
        }
    }
}

#[test]
fn wrong_results_and_moves_are_found_in_every_game() {
    for mut game in random_games() {
        let ended = replay(&game).unwrap().outcome;
        if let Some(outcome) = ended {
            let wrong = match outcome.winner {
                Some(Color::White) => "0-1",
                _ => "1-0",
            };
            let right = std::mem::replace(&mut game.result, wrong.to_owned());
            assert!(replay(&game).is_err(), "{game}");
            game.result = right;
        }
        let middle = game.moves.len() / 2;
        if let Some(m) = game.moves.get_mut(middle) {
            m.san = "Qz9".to_owned();
            let error = replay(&game).unwrap_err().to_string();
            assert!(error.starts_with("move "), "{error}");
            assert!(error.contains("'Qz9'"), "{error}");
        }
    }
}

#[test]
fn an_exchange_of_queens_is_a_token_between_two_moves() {
    let moves = "40... exchange:h2h3g3/e6b6c6 40... Qe4 {0.1s} *";
    let game = format!(
        "[Variant \"elolbia\"]\n[FEN \"k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40\"]\n\n{moves}"
    );
    let game = read(&game).remove(0).unwrap();
    assert_eq!((game.moves.len(), game.plies()), (2, 1));
    let replayed = replay(&game).unwrap();
    assert_eq!(replayed.sans, ["exchange:h2h3g3/e6b6c6", "Qe4"]);
    assert!(
        game.to_string()
            .contains("\nexchange:h2h3g3/e6b6c6 40... Qe4 {0.1s} *")
    );
    let mut refused = game;
    refused.moves[0].san = "exchange:h2h3g3/a6b6c6".to_owned();
    let error = replay(&refused).unwrap_err().to_string();
    assert!(
        error.starts_with("move 40, Black: 'exchange:h2h3g3/a6b6c6' is refused"),
        "{error}"
    );
}

#[test]
fn a_tag_switches_a_rule() {
    let fen = "4k1n1/8/|b|p1B4/3RP3/|P|P|P|p|P|P2/|N6|P/8/3K1BN1 b - e3 0 32";
    let game = |rule: &str| {
        let tags = format!("[Variant \"alice\"]\n[FEN \"{fen}\"]\n{rule}\n");
        replay(&read(&format!("{tags}32... dxe3 *")).remove(0).unwrap())
    };
    assert!(game("").is_ok());
    assert!(game("[Alice_EnPassant \"true\"]").is_ok());
    assert!(game("[Alice_EnPassant \"false\"]").is_err());
}

#[test]
fn garbage_never_panics() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let sane = written(&random_games()[..6]);
    let pieces = [
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$",
        "$1",
        ".",
        "1.",
        "*",
        "1-0",
        "\n",
        "\n[Event \"",
        "é",
        "½",
        "\u{feff}",
        "\0",
        "e4",
        "exchange:",
        "0-0",
        "\r",
    ];
    for _ in 0..200 {
        let mut text = sane.clone();
        for _ in 0..random.random_range(1..30) {
            let mut at = random.random_range(0..=text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match random.random_range(0..3) {
                0 if at > 40 => text.truncate(at),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert_str(at, pieces.choose(&mut random).expect("pieces")),
            }
        }
        let mut end = 0;
        for located in read_located(&text) {
            assert!(located.bytes.start >= end && located.bytes.end <= text.len());
            end = located.bytes.end;
            if let Ok(game) = located.game {
                // Whatever was read can be written and read again.
                let written = game.to_string();
                let again = read(&written).remove(0).expect("what was written");
                assert_eq!(again.to_string(), written);
                let _ = replay(&game);
            }
        }
        let soup: String = (0..80)
            .map(|_| *pieces.choose(&mut random).unwrap())
            .collect();
        for game in read(&soup).into_iter().flatten() {
            let _ = replay(&game);
        }
    }
}

#[test]
fn check_finds_nothing_wrong_with_good_games() {
    let games = random_games();
    let path = file("good.pgn", &written(&games));
    let output = galaverna("check", &path, &[]);
    assert!(output.status.success(), "{}", text(&output.stdout));
    let summary = format!("good.pgn: {} games, ", games.len());
    assert!(text(&output.stdout).contains(&summary));
}

#[test]
fn check_names_file_line_and_fault() {
    let path = file(
        "bad.pgn",
        "[Event \"x\"]\n[Round \"7.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n\
         [Event \"x\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[Event \"x\"]\n\n1. d4 *\n\n[Event \"x\"]\n\n1. e4",
    );
    let output = galaverna("check", &path, &[]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), 3, "{report}");
    let ends = [
        "bad.pgn:1: game 1 (round 7.1, A vs B): move 2, White: illegal move 'Ke3'",
        "bad.pgn:8: game 2 (round ?, ? vs ?): the result is 1-0, but the rules say 0-1 (checkmate)",
        "bad.pgn:16: game 4 line 16: the game that begins here is cut off where the text ends",
    ];
    for (line, end) in lines.iter().zip(ends) {
        assert!(line.ends_with(end), "{line}");
    }
    assert!(text(&output.stderr).contains("bad.pgn: 3 of 4 games are wrong"));
    let missing = galaverna("check", Path::new("/nonexistent.pgn"), &[]);
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn show_lists_games_and_draws_one() {
    let path = file(
        "show.pgn",
        "[Round \"1.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# {0.1s, Black mates} 0-1\n\n\
         [Variant \"alice\"]\n\n1. e4/B *\n",
    );
    let list = text(&galaverna("show", &path, &[]).stdout);
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(
        lines,
        [
            "    1  0-1      chess, round 1.1, A vs B, 2 moves, Black mates",
            "    2  *        alice, round ?, ? vs ?, 1 moves, unknown",
        ]
    );
    let drawn = text(&galaverna("show", &path, &["2"]).stdout);
    assert!(drawn.contains("[Variant \"alice\"]") && drawn.contains("1. e4/B *"));
    assert!(drawn.contains("Board A") && drawn.contains("Board B"));
    let mate = text(&galaverna("show", &path, &["1"]).stdout);
    assert!(mate.ends_with("0-1 (checkmate)\n"), "{mate}");
    for number in ["0", "3"] {
        let output = galaverna("show", &path, &[number]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("show.pgn has 2 games"));
    }
}

#[test]
fn a_game_is_shown_as_a_page_by_itself() {
    let games = random_games();
    let path = file("pages.pgn", &written(&games));
    for (index, game) in games.iter().enumerate() {
        let output = galaverna("show", &path, &[&(index + 1).to_string(), "--html"]);
        let page = text(&output.stdout);
        assert!(output.status.success(), "{output:?}");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
        assert!(page.contains("a &quot;quoted&quot; \\ name"));
        assert_eq!(page.matches("<a href=\"#\">").count(), game.moves.len());
        assert_eq!(page.matches("\"caption\":").count(), game.moves.len() + 1);
        assert!(page.len() < 150_000, "{}", page.len());
    }
    let output = galaverna("show", &path, &["--html"]);
    assert!(!output.status.success());
}

fn analyse(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_galaverna"))
        .arg("analyse")
        .args(arguments)
        .output()
        .expect("galaverna runs")
}

#[test]
fn a_position_is_analysed_with_so_many_lines() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K1N1 w - - 0 1";
    let output = analyse(&["chess", "--fen", mate, "--depth", "6", "--lines", "3"]);
    let said = text(&output.stdout);
    assert!(
        output.status.success() && said.ends_with("Best: Ra8# (a1a8)\n"),
        "{said}"
    );
    for (rank, moves) in [(1, "1. Ra8#"), (2, "1. "), (3, "1. ")] {
        let start = format!(" {rank}. depth ");
        let line = said.lines().find(|line| line.starts_with(&start)).unwrap();
        assert!(line.contains(moves) && line.contains("kn/s"), "{line}");
    }
    assert!(said.contains(" #1 "), "{said}");
    let black = analyse(&["--fen", "8/8/8/8/8/k7/1q6/K7 w - - 0 1"]);
    assert!(text(&black.stdout).contains("Game over: 0-1 (checkmate)"));
    let refused = analyse(&["chess", "--fen", "nonsense"]);
    assert_eq!(refused.status.code(), Some(1));
}

#[test]
fn games_are_judged_and_read_again() {
    let path = file(
        "judge.pgn",
        "[White \"A\"]\n\n1. f3 {[%eval 9.99] slow} e5 2. g4 $1 {brave} Qh4# {0.1s, Black mates} 0-1\n\n\
         [Variant \"alice\"]\n\n1. e4/B d5/B *\n\n1. Qh5 *\n",
    );
    let judged = path.with_file_name("judged.pgn");
    let (from, to) = (path.to_str().unwrap(), judged.to_str().unwrap());
    let output = analyse(&["--pgn", from, "-o", to, "--nodes", "2000"]);
    // The third game is none, and the others are judged all the same.
    assert_eq!(output.status.code(), Some(1));
    let error = text(&output.stderr);
    assert!(
        error.contains("game 3: move 1, White: illegal move 'Qh5'"),
        "{error}"
    );
    let written = fs::read_to_string(&judged).unwrap();
    let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
    // What would have been better stands behind it.
    assert!(
        written.contains("2. g4 $4 {[%eval #-1] brave} (2. "),
        "{written}"
    );
    assert!(
        !written.contains("9.99") && written.contains("slow}"),
        "{written}"
    );
    assert!(
        written.contains("Qh4# {0.1s, Black mates} 0-1"),
        "{written}"
    );
    assert!(written.matches("[%eval").count() == 5, "{written}");
    let check = galaverna("check", &judged, &[]);
    assert!(
        text(&check.stdout).contains("2 games, 6 moves"),
        "{check:?}"
    );
    let better = |game: &PgnGame| game.moves[2].variations.clone();
    let judged_game = read(&fs::read_to_string(&judged).unwrap()).remove(0);
    let [line] = &better(judged_game.as_ref().unwrap())[..] else {
        panic!("one variation: {written}");
    };
    let mut session = Game::named("chess").unwrap().open();
    session.set_position(None, &["f2f3", "e7e5"]).unwrap();
    assert!((2..=8).contains(&line.moves.len()), "{line:?}");
    for m in &line.moves {
        assert_eq!(session.play(&m.san).as_ref(), Ok(&m.san));
    }
    // A second judgement does not say it again.
    let again = analyse(&["--pgn", to, "--number", "1", "--nodes", "2000"]);
    let again = read(&text(&again.stdout)).remove(0).unwrap();
    assert_eq!(better(&again).len(), 1);
    let shown = text(&galaverna("show", &judged, &["1"]).stdout);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("brave} (2. "), "{shown}");
    let one = analyse(&["--pgn", from, "--number", "2", "--depth", "3"]);
    let games = read(&text(&one.stdout));
    assert_eq!(games.len(), 1);
    let game = games[0].as_ref().unwrap();
    assert_eq!((game.tag("Variant"), game.plies()), (Some("alice"), 2));
    assert!(game.tag("Annotator").unwrap().starts_with("Galaverna"));
    let missing = analyse(&["--pgn", from, "--number", "4"]);
    assert!(text(&missing.stderr).contains("judge.pgn has 3 games"));
}
