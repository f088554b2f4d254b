//! What two people may do, and when.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn begun(time: Option<(u64, u64)>) -> (NetworkGame, Instant) {
    let wish = NetworkWish {
        game: "chess".to_owned(),
        chess960: false,
        fen: None,
        side: None,
        time: time.map(|(base, increment)| NetworkTime { base, increment }),
        name: String::new(),
    };
    (NetworkGame::new(&wish).unwrap(), Instant::now())
}

/// The game after these moves, with so much time between them.
fn play(game: &mut NetworkGame, moves: &str, begin: Instant, pause: Duration) -> Instant {
    let mut now = begin;
    for text in moves.split(' ') {
        let ply = game.line().moves.len();
        let by = game.session.turn();
        game.play(by, ply, text, now).unwrap();
        now += pause;
    }
    now
}

#[test]
fn the_clocks_run_from_the_first_move_on_and_moves_bring_time() {
    let (mut game, begin) = begun(Some((60_000, 2_000)));
    assert_eq!((game.running(), game.deadline()), (None, None));
    // However long White looks at the board before.
    let now = play(
        &mut game,
        "e2e4 e7e5 g1f3",
        begin + 900 * SECOND,
        5 * SECOND,
    );
    assert_eq!(game.running(), Some(Color::Black));
    // White's first move costs nothing and brings nothing.
    assert_eq!(game.clocks(now), Some([57_000, 52_000]));
    assert_eq!(game.deadline(), Some(now + 52 * SECOND));
}

#[test]
fn whose_time_is_up_has_lost_and_can_do_nothing_more() {
    let (mut game, begin) = begun(Some((60_000, 0)));
    let now = play(&mut game, "e2e4", begin, SECOND);
    game.look_at_clocks(begin + 60 * SECOND - Duration::from_millis(1));
    assert_eq!(game.over(), None);
    // The server looks when it is asked, also where nothing has woken it.
    let late = game.play(Color::Black, 1, "e7e5", now + 60 * SECOND);
    assert_eq!(late, Err("The game is over.".to_owned()));
    let over = game.over().unwrap();
    assert_eq!(
        (over.result.as_str(), over.says.as_str()),
        ("1-0", "Black’s time is up. White wins.")
    );
    assert_eq!(game.clocks(now + 900 * SECOND), Some([60_000, 0]));
    assert!(game.resign(Color::White, now).is_err());
    assert!(game.propose(Color::White, 1, Proposed::Draw, now).is_err());
}

#[test]
fn moves_are_the_rules_own() {
    let (mut game, now) = begun(None);
    for (by, ply, text) in [
        (Color::Black, 0, "e7e5"),
        (Color::White, 1, "e2e4"),
        (Color::White, 0, "e2e5"),
        (Color::White, 0, ""),
        (Color::White, 0, "e2e4 e7e5"),
    ] {
        assert!(game.play(by, ply, text, now).is_err(), "{text}");
    }
    play(&mut game, "f2f3 e7e5 g2g4 d8h4", now, SECOND);
    let over = game.over().unwrap();
    assert_eq!(
        (over.result.as_str(), over.says.as_str()),
        ("0-1", "Checkmate. Black wins.")
    );
    assert_eq!(game.sans().last().unwrap(), "Qh4#");
}

/// Elolbian Chess, where queens may be exchanged.
fn before_exchange() -> NetworkGame {
    let wish = r#"{ "game": "elolbia", "time": { "base": 60000, "increment": 0 },
        "fen": "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40" }"#;
    NetworkGame::new(&serde_json::from_str(wish).unwrap()).unwrap()
}

fn squares(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn exchange(text: &str) -> Proposed {
    let squares = squares(text);
    Proposed::Agreement { squares }
}

/// The number of what is proposed.
fn number(game: &NetworkGame) -> u32 {
    game.proposal().unwrap().number
}

#[test]
fn one_side_imposes_no_agreement() {
    let mut game = before_exchange();
    let text = "exchange:h2h3g3/e6b6c6";
    assert!(game.play(Color::White, 0, text, Instant::now()).is_err());
    assert!(game.session.play(text).is_ok());
}

#[test]
fn queens_are_exchanged_by_both_sides_choice() {
    let mut game = before_exchange();
    let now = Instant::now();
    let offer = exchange("e6 b6 c6");
    // Either side may offer, men of its own alone.
    for wrong in ["h2 h3 g3", "e6 b6", "e6 e6 b6", "e6 b6 i9"] {
        let refused = game.propose(Color::Black, 0, exchange(wrong), now);
        assert!(refused.is_err(), "{wrong}");
    }
    game.propose(Color::Black, 0, offer.clone(), now).unwrap();
    let number = number(&game);
    assert!(game.propose(Color::Black, 0, offer, now).is_err());
    let mut answer = |by, squares: &[String]| game.accept(by, number, squares, now);
    assert!(answer(Color::Black, &squares("h2 h3 g3")).is_err());
    for wrong in ["", "h2 h3", "e6 b6 c6"] {
        let wrong: Vec<_> = wrong.split_whitespace().map(str::to_owned).collect();
        assert!(answer(Color::White, &wrong).is_err(), "{wrong:?}");
    }
    answer(Color::White, &squares("h2 h3 g3")).unwrap();
    assert_eq!(game.line().moves, ["exchange:h2h3g3/e6b6c6"]);
    // The turn stays, no clock runs before the first move, and it is possible no more.
    assert_eq!((game.session.turn(), game.running()), (Color::White, None));
    let again = game.propose(Color::Black, 1, exchange("a6 d6 c6"), now);
    assert!(again.unwrap_err().contains("does not allow"));
    let pgn = game.pgn(&[None, Some("Bob".to_owned())]).unwrap();
    assert!(
        pgn.contains("[Black \"Bob\"]") && pgn.contains("exchange:h2h3g3/e6b6c6"),
        "{pgn}"
    );
}

#[test]
fn an_exchange_that_leaves_a_king_in_check_is_refused_and_stays_offered() {
    let mut game = before_exchange();
    let fen = game.session.fen().replace(" w ", " b ");
    let line = GameLine {
        fen: Some(fen),
        ..game.line
    };
    game = NetworkGame::from(line, None).unwrap();
    let now = Instant::now();
    let offer = exchange("a6 b6 c6");
    game.propose(Color::Black, 0, offer, now).unwrap();
    let number = number(&game);
    let refused = game.accept(Color::White, number, &squares("h2 h3 g3"), now);
    let says = refused.unwrap_err();
    assert!(says.contains("not to move in check"), "{says}");
    assert!(game.proposal().is_some() && game.line().moves.is_empty());
}

#[test]
fn a_draw_takes_both_and_is_offered_once_a_move() {
    let (mut game, now) = begun(None);
    let draw = |game: &mut NetworkGame, by| {
        let ply = game.line().moves.len();
        game.propose(by, ply, Proposed::Draw, now)
    };
    draw(&mut game, Color::White).unwrap();
    assert!(draw(&mut game, Color::White).is_err());
    assert_eq!(game.over(), None);
    let first = number(&game);
    assert!(game.accept(Color::White, first, &[], now).is_err());
    game.decline(first).unwrap();
    assert_eq!(game.proposal(), None);
    for late in [
        game.decline(first),
        game.accept(Color::Black, first, &[], now),
    ] {
        assert_eq!(late, Err("That is not proposed any more.".to_owned()));
    }
    assert!(draw(&mut game, Color::White).is_err());
    // The offer stands while its own side moves, and falls when the other does.
    draw(&mut game, Color::Black).unwrap();
    play(&mut game, "e2e4", now, SECOND);
    assert_eq!(game.proposal(), None);
    draw(&mut game, Color::Black).unwrap();
    play(&mut game, "e7e5", now, SECOND);
    assert_eq!(number(&game), 3);
    // Both offer it.
    draw(&mut game, Color::White).unwrap();
    let over = game.over().unwrap();
    assert_eq!(
        (over.result.as_str(), over.says.as_str()),
        ("1/2-1/2", "Draw by agreement.")
    );
}

#[test]
fn a_move_is_taken_back_by_agreement_and_the_clocks_stay() {
    let (mut game, begin) = begun(Some((60_000, 0)));
    let ask = |game: &mut NetworkGame, by, now| {
        let ply = game.line().moves.len();
        game.propose(by, ply, Proposed::TakeBack, now)?;
        game.accept(by.other(), number(game), &[], now)
    };
    assert!(ask(&mut game, Color::White, begin).is_err());
    let now = play(&mut game, "e2e4 e7e5 g1f3", begin, 5 * SECOND);
    // It is Black's turn: White's last move alone goes.
    ask(&mut game, Color::White, now).unwrap();
    assert_eq!(game.line().moves, ["e2e4", "e7e5"]);
    assert_eq!(game.session.turn(), Color::White);
    assert_eq!(game.running(), Some(Color::White));
    assert_eq!(game.clocks(now), Some([55_000, 50_000]));
    // Now White asks again: the answer to its last move goes with it, and nothing runs.
    ask(&mut game, Color::White, now + SECOND).unwrap();
    assert!(game.line().moves.is_empty() && game.sans().is_empty());
    assert_eq!((game.running(), game.deadline()), (None, None));
    assert_eq!(game.clocks(now + 9 * SECOND), Some([54_000, 50_000]));
    assert!(ask(&mut game, Color::Black, now).is_err());
    play(&mut game, "d2d4", now + 9 * SECOND, SECOND);
    assert_eq!(game.sans(), ["d4"]);
}

#[test]
fn one_thing_is_proposed_at_a_time_and_a_move_ends_it() {
    let (mut game, begin) = begun(None);
    let now = play(&mut game, "e2e4 e7e5", begin, SECOND);
    game.propose(Color::Black, 2, Proposed::TakeBack, now)
        .unwrap();
    for proposed in [Proposed::TakeBack, Proposed::Draw] {
        let refused = game.propose(Color::White, 2, proposed, now);
        assert!(refused.unwrap_err().starts_with("Answer first"));
    }
    // What the same side proposes takes the place of that.
    let before = number(&game);
    game.propose(Color::Black, 2, Proposed::Draw, now).unwrap();
    assert!(game.accept(Color::White, before, &[], now).is_err());
    // A move of either side ends what is proposed of the position, also its own.
    play(&mut game, "g1f3", now, SECOND);
    for (by, next) in [(Color::White, "b8c6"), (Color::White, "f1b5")] {
        let ply = game.line().moves.len();
        game.propose(by, ply, Proposed::TakeBack, now).unwrap();
        let late = number(&game);
        play(&mut game, next, now, SECOND);
        assert_eq!(game.proposal(), None);
        assert!(game.accept(by.other(), late, &[], now).is_err());
    }
    // Whoever has not seen the last move proposes nothing.
    let late = game.propose(Color::White, 2, Proposed::TakeBack, now);
    assert_eq!(late, Err("The game has gone on meanwhile.".to_owned()));
    assert!(
        game.propose(Color::White, 5, exchange("a2 b2 c2"), now)
            .is_err()
    );
    game.resign(Color::White, now).unwrap();
    assert!(
        game.propose(Color::White, 5, Proposed::TakeBack, now)
            .is_err()
    );
}

#[test]
fn a_take_back_goes_behind_an_exchange() {
    let mut game = before_exchange();
    let begin = Instant::now();
    let now = play(&mut game, "h2g2 e6e5", begin, SECOND);
    game.propose(Color::White, 2, exchange("g2 h3 g3"), now)
        .unwrap();
    let agreed = game.accept(Color::Black, number(&game), &squares("b6 c6 d6"), now);
    agreed.unwrap();
    assert_eq!(game.running(), Some(Color::White));
    // Black's last move was before it.
    game.propose(Color::Black, 3, Proposed::TakeBack, now)
        .unwrap();
    game.accept(Color::White, number(&game), &[], now).unwrap();
    assert_eq!(game.line().moves, ["h2g2"]);
    let (_, again) = line::open(game.line()).unwrap();
    assert_eq!(game.session.fen(), again.fen());
}

#[test]
fn the_pgn_has_names_clocks_and_how_it_ended() {
    let (mut game, begin) = begun(Some((3_900_000, 2_000)));
    let names = [Some("Ann \"A\"".to_owned()), None];
    assert!(game.pgn(&names).unwrap().contains("unterminated"));
    let now = play(&mut game, "f2f3 e7e5 g2g4 d8h4", begin, 61 * SECOND);
    let pgn = game.pgn(&names).unwrap();
    let words = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "[White \"Ann \\\"A\\\"\"]",
        "[Black \"?\"]",
        "[TimeControl \"3900+2\"]",
        "[Termination \"normal\"]",
        "1. f3 {[%clk 1:05:00]} 1... e5 {[%clk 1:04:01]} 2. g4 {[%clk 1:04:01]} 2... Qh4# {[%clk 1:03:02]} 0-1",
    ] {
        assert!(words.contains(part), "{part} in {pgn}");
    }
    assert_eq!(game.date.len(), "2026.01.02".len());
    let (mut game, begin) = begun(Some((1_000, 0)));
    play(&mut game, "e2e4", begin, SECOND);
    game.look_at_clocks(now + 900 * SECOND);
    assert!(game.pgn(&names).unwrap().contains("time forfeit"));
}

#[test]
fn a_rematch_takes_both_and_begins_anew() {
    let (mut game, now) = begun(Some((60_000, 0)));
    play(&mut game, "e2e4 e7e5", now, SECOND);
    assert!(game.wish_rematch(Color::White).is_err());
    game.resign(Color::White, now).unwrap();
    for _ in 0..2 {
        assert!(game.wish_rematch(Color::White).unwrap().is_none());
    }
    let anew = game.wish_rematch(Color::Black).unwrap().unwrap();
    assert!(anew.line().moves.is_empty() && anew.over().is_none());
    assert_eq!(anew.clocks(now), Some([60_000; 2]));
}

#[test]
fn wishes_have_bounds() {
    let wish = |text: &str| NetworkGame::new(&serde_json::from_str(text).unwrap());
    let times = [
        r#""base":0,"increment":0"#,
        r#""base":36000001,"increment":0"#,
        r#""base":1,"increment":600001"#,
    ];
    for time in times {
        let text = format!(r#"{{ "game": "chess", "time": {{ {time} }} }}"#);
        assert!(wish(&text).is_err(), "{text}");
    }
    assert!(wish(r#"{ "game": "go" }"#).is_err());
    assert!(wish(r#"{ "game": "alice", "chess960": true }"#).is_err());
    // A position of one's own, in which the game goes on.
    for (fen, more, is_one) in [
        ("k7/8/8/8/8/8/8/K6R w - - 0 1", "", true),
        (
            "k7/8/8/8/8/8/8/K6R w - - 0 1",
            r#", "chess960": true"#,
            false,
        ),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1", "", false),
        ("none", "", false),
    ] {
        let text = format!(r#"{{ "game": "chess", "fen": "{fen}"{more} }}"#);
        assert_eq!(wish(&text).is_ok(), is_one, "{text}");
    }
    let shuffled = wish(r#"{ "game": "chess", "chess960": true }"#).unwrap();
    assert_eq!(shuffled.line().rules, [(CHESS960.name.to_owned(), true)]);
    assert!(shuffled.line().fen.as_deref().is_some_and(fen::is_chess960));
    // A clock without minutes begins with what a move brings.
    let brief = wish(r#"{ "game": "chess", "time": { "base": 0, "increment": 3000 } }"#);
    assert_eq!(brief.unwrap().clocks(Instant::now()), Some([3000; 2]));
}

#[test]
fn only_its_own_positions_are_of_a_game() {
    let (mut game, now) = begun(None);
    play(&mut game, "e2e4 e7e5", now, SECOND);
    let line = |moves: &[&str]| GameLine {
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
        ..game.line().clone()
    };
    assert!(game.has(&line(&[])) && game.has(&line(&["e2e4", "e7e5"])));
    assert!(!game.has(&line(&["d2d4"])) && !game.has(&line(&["e2e4", "e7e5", "d2d4"])));
    let other = GameLine {
        fen: Some("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned()),
        ..line(&[])
    };
    assert!(!game.has(&other));
}
