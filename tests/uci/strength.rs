//! Playing worse on purpose.

use std::collections::HashSet;

use galaverna::show::GAMES;

use super::client::{Client, nodes};

/// A client that has set these options.
fn with_options(options: &[(&str, &str)]) -> Client {
    let mut client = Client::start();
    for (name, value) in options {
        client.send(&format!("setoption name {name} value {value}"));
    }
    client.expect_silence();
    client
}

fn nodes_to_depth_8(options: &[(&str, &str)]) -> u64 {
    let mut client = with_options(options);
    client.send("go depth 8");
    nodes(&client.until("bestmove "))
}

#[test]
fn a_rating_overrides_a_level() {
    let full = nodes_to_depth_8(&[]);
    let level = nodes_to_depth_8(&[("Skill Level", "0")]);
    assert!(level <= 300 && full > 2000, "{level} and {full}");
    assert_eq!(nodes_to_depth_8(&[("Skill Level", "20")]), full);
    // A rating without the switch is only remembered.
    assert_eq!(nodes_to_depth_8(&[("UCI_Elo", "1300")]), full);
    let lowest = [("UCI_LimitStrength", "true"), ("Skill Level", "19")];
    assert!(nodes_to_depth_8(&lowest) <= 1400);
    let highest = [
        ("UCI_LimitStrength", "true"),
        ("UCI_Elo", "2000"),
        ("Skill Level", "0"),
    ];
    assert!(nodes_to_depth_8(&highest) > 2000);
}

#[test]
fn a_weak_player_analyses_as_deep_as_a_strong_one() {
    for options in [
        &[("Skill Level", "3")][..],
        &[("UCI_LimitStrength", "true"), ("UCI_Elo", "1300")],
    ] {
        let mut client = with_options(options);
        client.send("go infinite");
        client.find("info depth 8 ");
        client.send("stop");
        client.find("bestmove ");
        client.send("setoption name UCI_AnalyseMode value true");
        client.send("go depth 8");
        client.find("info depth 8 ");
        client.find("bestmove ");
        client.send("setoption name UCI_AnalyseMode value false");
        client.send("ucinewgame");
        client.send("go depth 20");
        assert!(nodes(&client.until("bestmove ")) <= 2000);
    }
}

/// The answers to twenty searches of the start position, each in a new game.
fn answers(client: &mut Client) -> HashSet<String> {
    let mut answer = || {
        client.send("ucinewgame");
        client.best_move("go depth 6")
    };
    (0..20).map(|_| answer()).collect()
}

#[test]
fn only_a_weak_player_varies() {
    assert_eq!(answers(&mut Client::start()).len(), 1);
    assert!(answers(&mut with_options(&[("Skill Level", "0")])).len() > 1);
}

#[test]
fn a_weak_player_shows_one_line_and_sees_a_mate_on_the_move() {
    let mut client = with_options(&[("Skill Level", "0")]);
    client.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    for _ in 0..20 {
        client.send("go movetime 1000");
        let lines = client.until("bestmove ");
        assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
        assert!(lines[lines.len() - 1].starts_with("bestmove d1d8"));
    }
}

/// More lines to look at are no more moves to choose from: levels to 12 have four.
#[test]
fn lines_to_show_are_no_choice_for_a_weak_player() {
    let mut client = with_options(&[("Skill Level", "0"), ("MultiPV", "20")]);
    for _ in 0..40 {
        client.send("ucinewgame");
        client.send("go depth 1");
        let lines = client.until("bestmove ");
        let (best, infos) = lines.split_last().expect("an answer");
        let rank = infos.iter().rev().find_map(|info| {
            let (before, pv) = info.split_once(" pv ")?;
            let is_best = pv.split(' ').next() == best.split(' ').nth(1);
            let (_, rank) = before.split_once(" multipv ")?;
            is_best.then(|| rank.split(' ').next()?.parse::<u32>().ok())?
        });
        assert!(matches!(rank, Some(1..=4)), "{best} is line {rank:?}");
    }
}

#[test]
fn a_weak_player_plays_legal_moves_in_all_games() {
    for game in &GAMES {
        let mut client = Client::playing(game.name);
        client.send("setoption name Skill Level value 1");
        for fen in game.sample_fens {
            client.send(&format!("position fen {fen}"));
            let legal = client.legal_moves();
            let best = client.best_move("go wtime 1000 btime 1000");
            let over = legal.is_empty() && best == "(none)";
            assert!(legal.contains(&best) || over, "{best} in {fen}");
        }
    }
}

#[test]
fn what_was_not_measured_is_refused() {
    let mut client = Client::start();
    for (setting, complaint) in [
        (
            "Skill Level value 21",
            "option Skill Level does not take '21', but a number from -20 to 20",
        ),
        (
            "Skill Level value -21",
            "option Skill Level does not take '-21'",
        ),
        (
            "UCI_Elo value 100",
            "option UCI_Elo does not take '100', but a number from ",
        ),
        ("UCI_Elo value 9000", "option UCI_Elo does not take '9000'"),
        (
            "UCI_LimitStrength value 1500",
            "option UCI_LimitStrength does not take '1500'",
        ),
    ] {
        client.send(&format!("setoption name {setting}"));
        let line = client.expect_start("info string ");
        assert!(line.contains(complaint), "{setting}: {line}");
        client.expect_silence();
    }
}
