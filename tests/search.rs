//! What every search must keep to, seen from outside: it answers whenever it is
//! stopped, its lines agree with each other, and it knows how games are drawn.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use galaverna::engine::session::{Answer, LineReport, Resources, Session, search_alone};
use galaverna::notation::Notation;
use galaverna::notation::UciScore;
use galaverna::notation::epd::Epd;
use galaverna::search::history::History;
use galaverna::search::time::{Limits, Signals};
use galaverna::search::transposition::{Bound, TranspositionTable};
use galaverna::show::Game;

fn table() -> TranspositionTable {
    TranspositionTable::new(4).expect("memory")
}

fn to_depth(depth: usize) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn with_nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn session(game: &str, fen: &str, moves: &str) -> Box<dyn Session> {
    let mut session = Game::named(game).expect("a game").session();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let set_up = session.set_position(Some(fen), &moves);
    set_up.unwrap_or_else(|error| panic!("{fen}: {error}"));
    session
}

fn sessions<P: Notation>() -> impl Iterator<Item = Box<dyn Session>> {
    P::SAMPLE_FENS.iter().map(|fen| session(P::NAME, fen, ""))
}

/// The answer and all reports of a search on one thread.
fn reported(session: &dyn Session, limits: Limits) -> (Answer, Vec<LineReport>) {
    let mut reports = Vec::new();
    let resources = Resources {
        signals: &Signals::new(false),
        table: &table(),
        histories: &mut [History::default()],
    };
    let answer = session.search_task(limits)(resources, &mut |report| reports.push(report));
    (answer, reports)
}

fn assert_legal(session: &dyn Session, answer: &Answer, how: &str) {
    let legal = session.legal_moves();
    let best = answer.best.as_ref();
    let is_legal = best.is_some_and(|best| {
        legal.iter().any(|&m| {
            (m.to_string(), session.san(m)) == (best.coordinates.clone(), best.san.clone())
        })
    });
    assert!(is_legal, "{}, {how}: {best:?}", session.fen());
}

fn a_search_stopped_at_any_time_answers_a_legal_move<P: Notation>() {
    for session in sessions::<P>() {
        for (milliseconds, threads) in [(0, 1), (1, 1), (2, 1), (5, 2), (10, 1), (50, 2)] {
            let signals = Signals::new(false);
            let limits = Limits {
                infinite: true,
                ..Limits::default()
            };
            let task = session.search_task(limits);
            let answer = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(milliseconds));
                    signals.stop();
                });
                let resources = Resources {
                    signals: &signals,
                    table: &table(),
                    histories: &mut vec![History::default(); threads],
                };
                task(resources, &mut |_| {})
            });
            assert_legal(&*session, &answer, &format!("after {milliseconds} ms"));
        }
    }
}

fn a_search_stopped_before_it_begins_answers_a_legal_move<P: Notation>() {
    for session in sessions::<P>() {
        let signals = Signals::new(false);
        signals.stop();
        let resources = Resources {
            signals: &signals,
            table: &table(),
            histories: &mut [History::default()],
        };
        let answer = session.search_task(Limits::default())(resources, &mut |_| {});
        assert_legal(&*session, &answer, "stopped before");
    }
}

fn a_search_of_few_nodes_answers_a_legal_move<P: Notation>() {
    for session in sessions::<P>() {
        for nodes in 1..=50 {
            let table = TranspositionTable::new(1).expect("memory");
            let answer = search_alone(&*session, with_nodes(nodes), &table);
            assert_legal(&*session, &answer, &format!("{nodes} nodes"));
        }
    }
}

fn soft_nodes_end_with_a_whole_iteration<P: Notation>() {
    const SOFT: u64 = 1000;
    for session in sessions::<P>() {
        let (answer, reports) = reported(&*session, Limits::of_soft_nodes(SOFT));
        let last = reports.last().expect("a report");
        let (fen, nodes) = (session.fen(), last.nodes);
        if nodes >= 8 * SOFT {
            assert_eq!(nodes, 8 * SOFT, "{fen}: the hard bound");
            continue;
        }
        assert!(nodes >= SOFT, "{fen}: {nodes}");
        let before = reports.iter().rfind(|report| report.depth < last.depth);
        assert!(before.is_none_or(|before| before.nodes < SOFT), "{fen}");
        // Limited nodes, too, as they decide how much is reduced.
        let whole = Limits {
            nodes: Some(8 * SOFT),
            ..to_depth(last.depth)
        };
        let (same, by_depth) = reported(&*session, whole);
        assert_eq!((same, by_depth.len()), (answer, reports.len()), "{fen}");
    }
}

/// Men and queens that capture on and on: the first move alone is worth 168,000 nodes.
/// Found by the fuzz target `search`.
const ENDLESS_CAPTURES: &str = "k1rmMQMR/bN3mBm/6MM/1mq1Mm2/1mMm1mM1/B4mn1/M1Mb2Nn/KRM2m1q w";

#[test]
fn no_position_is_an_excuse_to_exceed_a_limit() {
    let session = session("elolbia", ENDLESS_CAPTURES, "");
    let without_time = Limits {
        move_time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for (limits, most) in [(without_time, 1000), (with_nodes(200), 20_000)] {
        let (answer, reports) = reported(session.as_ref(), limits.clone());
        assert_legal(session.as_ref(), &answer, &format!("{limits:?}"));
        let nodes = reports.last().expect("a report").nodes;
        assert!(nodes < most, "{nodes} by {limits:?}");
    }
}

/// A value for comparison, the best for the side to move the greatest.
fn rank(score: UciScore) -> i32 {
    match score {
        UciScore::Centipawns(value) => value,
        UciScore::Mate(moves) if moves > 0 => 100_000 - moves,
        UciScore::Mate(moves) => -100_000 - moves,
    }
}

/// What a search says last are its best lines: each once, of one iteration, in the
/// order of their values, and the first is what it plays.
fn the_last_lines_agree_with_each_other<P: Notation>() {
    for session in sessions::<P>() {
        let lines = session.legal_moves().len().min(4);
        let limits = |limits: Limits| Limits { lines, ..limits };
        let (first, _) = reported(&*session, limits(to_depth(1)));
        for nodes in [
            500, 1_000, 1_500, 2_300, 3_500, 5_000, 8_000, 12_000, 20_000,
        ] {
            if nodes <= first.nodes {
                // There may be no block at all.
                continue;
            }
            let (answer, reports) = reported(&*session, limits(with_nodes(nodes)));
            let how = format!("{}, {nodes} nodes", session.fen());
            let last = &reports[reports.len().checked_sub(lines).expect("a block")..];
            let shown: Vec<String> = last
                .iter()
                .map(|report| {
                    let first = &report.pv[0];
                    format!(
                        "{} {} {} {first}",
                        report.multipv, report.depth, report.score
                    )
                })
                .collect();
            let numbers: Vec<usize> = last.iter().map(|report| report.multipv).collect();
            assert_eq!(
                numbers,
                (1..=lines).collect::<Vec<_>>(),
                "{how}: {shown:#?}"
            );
            let depths: BTreeSet<usize> = last.iter().map(|report| report.depth).collect();
            assert_eq!(depths.len(), 1, "{how}: {shown:#?}");
            let firsts: BTreeSet<&str> = last.iter().map(|r| r.pv[0].as_str()).collect();
            assert_eq!(firsts.len(), lines, "{how}: {shown:#?}");
            let sorted = last.is_sorted_by_key(|report| -rank(report.score));
            assert!(sorted, "{how}: {shown:#?}");
            let exact = last.iter().all(|report| report.bound == Bound::Exact);
            assert!(exact, "{how}: {shown:#?}");
            let best = answer.best.expect("a move").coordinates;
            assert_eq!(best, last[0].pv[0], "{how}: {shown:#?}");
        }
    }
}

/// The positions of the tactics suite that are won in two or three moves, with the
/// winning move.
fn wins<P: Notation>() -> Vec<(String, String, i32)> {
    let directory = env!("CARGO_MANIFEST_DIR");
    let path = format!("{directory}/tests/data/tactics/{}.epd", P::NAME);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let wins = text.lines().filter_map(|line| {
        let epd = Epd::parse(line)?;
        let moves: i32 = epd.operand("dm")?.parse().ok()?;
        let best = epd.operand("bm")?.to_owned();
        (moves <= 3).then_some((epd.fen, best, moves))
    });
    wins.collect()
}

/// A mate is as many moves away as it is, wherever in the tree it was found first.
fn mates_from_the_table_are_as_far_as_they_are<P: Notation>() {
    let mate = |value: i32| match UciScore::from(value) {
        UciScore::Mate(moves) => Some(moves),
        UciScore::Centipawns(_) => None,
    };
    let table = table();
    for (fen, best, moves) in wins::<P>() {
        table.clear();
        let mut session = session(P::NAME, &fen, "");
        let limits = || to_depth(2 * moves as usize);
        let first = search_alone(&*session, limits(), &table);
        if mate(first.value) != Some(moves) {
            // Not every short mate is seen so soon.
            continue;
        }
        // What the table says of other lines may hide the mate at so small a depth,
        // but never changes how far it is.
        let again = search_alone(&*session, limits(), &table);
        let again = mate(again.value).unwrap_or(moves);
        assert_eq!(again, moves, "{fen}");
        session.play(&best).expect("the winning move is legal");
        // Reductions may hide it at that depth once more is known.
        let deeper = || to_depth(2 * moves as usize + 8);
        let reply = search_alone(&*session, deeper(), &table);
        assert_eq!(mate(reply.value), Some(1 - moves), "{fen} {best}");
        let Some(reply) = reply.best else { continue };
        session.play(&reply.coordinates).expect("a legal move");
        if session.outcome().is_some() {
            continue;
        }
        let last = search_alone(&*session, deeper(), &table);
        // Where no reply is better than another, it may be one that loses sooner.
        let left = mate(last.value).unwrap_or_else(|| panic!("{fen} {best}: no mate"));
        assert!((1..moves).contains(&left), "{fen} {best}: {left}");
    }
}

for_each_game!(
    a_search_stopped_at_any_time_answers_a_legal_move,
    a_search_stopped_before_it_begins_answers_a_legal_move,
    a_search_of_few_nodes_answers_a_legal_move,
    soft_nodes_end_with_a_whole_iteration,
    the_last_lines_agree_with_each_other,
    mates_from_the_table_are_as_far_as_they_are,
);

fn value(fen: &str, moves: &str, depth: usize) -> (i32, String) {
    let answer = search_alone(&*session("chess", fen, moves), to_depth(depth), &table());
    let best = answer.best.map(|best| best.coordinates);
    (answer.value, best.unwrap_or_default())
}

#[test]
fn perpetual_check_saves_the_draw() {
    // A queen against queen and rook: Qg5+ and Qd8+ for ever.
    let fen = "6k1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1";
    for depth in 9..=13 {
        assert_eq!(value(fen, "", depth).0, 0, "depth {depth}");
    }
    // Without the checks all is lost.
    let (black, _) = value("6k1/5p1p/6p1/8/7Q/8/qr6/7K b - - 0 1", "", 6);
    assert!(black > 300, "{black}");
}

/// Ice Age Chess has no tables: its bare endings are decided by the next ice, as far as the
/// search goes.
#[test]
fn what_the_ice_decides_is_found() {
    let search = |fen: &str, depth| {
        let answer = search_alone(&*session("iceage", fen, ""), to_depth(depth), &table());
        let best = answer.best.map(|best| best.coordinates);
        (UciScore::from(answer.value), best.unwrap_or_default())
    };
    // King and rook stay together, and the other king is alone when the ice comes after
    // Black's twentieth move.
    for moves in 1..=3 {
        let number = 21 - moves;
        let won = format!("k7/8/8/8/8/8/8/5RK1 w - - 0 {number}");
        let depth = 2 * moves as usize;
        assert_eq!(search(&won, depth).0, UciScore::Mate(moves), "{won}");
        let lost = format!("k7/8/8/8/8/8/8/5RK1 b - - 0 {number}");
        let score = search(&lost, depth - 1).0;
        assert!(matches!(score, UciScore::Mate(..=-1)), "{lost}: {score}");
    }
    // One move brings it to the rook's side.
    let (score, best) = search("8/8/8/8/8/4k3/8/5RK1 b - - 0 20", 4);
    assert_eq!(best, "e3e2");
    assert!(matches!(score, UciScore::Centipawns(_)), "{score}");
    // After the next move but one nothing is decided.
    let (score, _) = search("k7/8/8/8/8/8/8/5RK1 w - - 0 1", 6);
    assert!(matches!(score, UciScore::Centipawns(_)), "{score}");
}

#[test]
fn who_is_winning_does_not_repeat() {
    let moves = "d2e2 h8g8 e2d2 g8h8 d2e2 h8g8";
    for depth in 1..=8 {
        let (winning, best) = value("7k/8/8/8/8/8/3Q4/K7 w - - 0 1", moves, depth);
        assert!(winning > 200, "depth {depth}: {winning}");
        assert_ne!(best, "e2d2", "depth {depth}");
    }
}

#[test]
fn nothing_is_won_after_fifty_moves() {
    for depth in 1..=8 {
        let (value, _) = value("7k/8/8/8/8/8/3Q4/K7 w - - 99 80", "", depth);
        assert_eq!(value, 0, "depth {depth}");
    }
    for depth in 4..=8 {
        let (value, _) = value("7k/8/8/8/8/8/3Q4/K7 w - - 97 80", "", depth);
        assert_eq!(value, 0, "depth {depth}, from 97");
    }
}

#[test]
fn mate_comes_before_fifty_moves() {
    for depth in 1..=4 {
        let (value, best) = value("7k/8/6K1/8/8/8/8/1Q6 w - - 99 80", "", depth);
        assert_eq!(UciScore::from(value), UciScore::Mate(1), "depth {depth}");
        assert_eq!(best, "b1b8");
    }
}

#[test]
fn a_pawn_move_goes_on_where_fifty_moves_are_over() {
    for depth in 1..=8 {
        let (value, best) = value("7k/8/8/8/8/4P3/3Q4/K7 w - - 99 80", "", depth);
        assert!(value > 300, "depth {depth}: {value}");
        assert_eq!(best, "e3e4", "depth {depth}");
    }
}
