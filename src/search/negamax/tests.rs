//! Tests of what a node does before and after its moves are searched.

use crate::eval::See;
use crate::notation::Notation;
use crate::rules::alice::Alice;
use crate::rules::chess::Chess;
use crate::rules::clupso::Clupso;
use crate::rules::elolbia::Elolbia;
use crate::rules::iceage::IceAge;
use crate::search::testing::{at, entry, legal, position, samples, with_clock};
use crate::search::transposition::Bound;
use crate::search::value::{WIN_IN_MAX_PLY, is_decisive};

use super::*;

/// The value of a node a ply from the root of which the table holds this entry, and
/// the nodes that it took, itself included.
fn search_with<N: NodeType, P: Searchable>(
    position: &P,
    entry: Entry,
    alpha: i32,
    depth: i32,
) -> (i32, u64) {
    at(position, |worker| {
        worker.shared.table.store(position.key(), entry);
        let value = worker.negamax::<N>(position, alpha, alpha + 1, depth, 1, false);
        (value, worker.nodes)
    })
}

fn what_decides_is_returned_unsearched<P: Searchable + Notation>() {
    for position in samples::<P>() {
        for (value, alpha, bound) in [
            (1234, 1233, Bound::Lower),
            (1234, -50, Bound::Lower),
            (-1234, -1234, Bound::Upper),
            (-1234, 50, Bound::Upper),
            (12, 500, Bound::Exact),
            (12, -500, Bound::Exact),
        ] {
            for depth in [3, 9] {
                let entry = entry(None, value, depth, bound);
                let found = search_with::<NonPv, _>(&position, entry, alpha, 3);
                assert_eq!(found, (value, 1), "{entry:?} {alpha} {}", position.fen());
                // And by quiescence, whose depth any search exceeds.
                let found = search_with::<NonPv, _>(&position, entry, alpha, 0);
                assert_eq!(found, (value, 1), "{entry:?} {alpha} {}", position.fen());
            }
        }
    }
}

fn what_does_not_decide_is_searched<P: Searchable + Notation>() {
    for position in samples::<P>() {
        for (value, alpha, depth, bound) in [
            // Bounds from the wrong side.
            (5000, 5000, 9, Bound::Lower),
            (-5000, -5001, 9, Bound::Upper),
            // Too small a depth.
            (5000, 4999, 2, Bound::Lower),
            (-5000, -5000, 2, Bound::Upper),
            (5000, 4999, 2, Bound::Exact),
        ] {
            let entry = entry(None, value, depth, bound);
            let (_, nodes) = search_with::<NonPv, _>(&position, entry, alpha, 3);
            assert!(nodes > 1, "{entry:?} {alpha} {}", position.fen());
        }
    }
}

fn a_pv_node_is_searched_whatever_the_table_says<P: Searchable + Notation>() {
    for position in samples::<P>() {
        let entry = entry(None, 1234, 9, Bound::Exact);
        let (_, nodes) = search_with::<Pv, _>(&position, entry, 0, 3);
        assert!(nodes > 1, "{}", position.fen());
    }
}

fn the_table_does_not_decide_near_the_fifty_move_rule<P: Searchable + Notation>() {
    for position in samples::<P>() {
        let search = |clock, value| {
            let entry = entry(None, value, 9, Bound::Exact);
            search_with::<NonPv, _>(&with_clock(&position, clock), entry, 4999, 3)
        };
        assert_eq!(search(89, 5000), (5000, 1), "{}", position.fen());
        assert!(search(90, 5000).1 > 1, "{}", position.fen());
        // Mate twenty plies from the position.
        assert_eq!(
            search(80, mate_in(20)),
            (mate_in(21), 1),
            "{}",
            position.fen()
        );
        let (value, nodes) = search(81, mate_in(20));
        assert!(nodes > 1 && value != mate_in(21), "{}", position.fen());
    }
}

for_each_game!(
    what_decides_is_returned_unsearched,
    what_does_not_decide_is_searched,
    a_pv_node_is_searched_whatever_the_table_says,
    the_table_does_not_decide_near_the_fifty_move_rule,
    a_null_move_is_tried_and_leaves_nothing_behind,
);

/// Null move pruning in a node with this beta and this estimate.
fn pass<P: Searchable>(
    worker: &mut Worker<P>,
    position: &P,
    beta: i32,
    depth: i32,
    ply: usize,
    estimate: i32,
) -> Option<i32> {
    let eval = StaticEval {
        raw: estimate,
        corrected: estimate,
        estimate,
    };
    let node = worker.node::<NonPv>(position, (beta - 1, beta), depth, ply, false, None);
    worker.null_move_pruning(&node, eval)
}

/// Null move pruning by a beta that everything but a mate is better than, and the
/// nodes that it took.
fn null_move<P: Searchable>(worker: &mut Worker<P>, position: &P, ply: usize) -> Option<i32> {
    pass(worker, position, -3000, 8, ply, -2500)
}

fn a_null_move_is_tried_and_leaves_nothing_behind<P: Searchable + Notation>() {
    let sound = samples::<P>().filter(Position::null_move_is_sound);
    let mut tried = 0;
    for position in sound {
        at(&position, |worker| {
            worker.keys.extend([1, 2, 3]);
            worker.repeatable_from = 2;
            let value = null_move(worker, &position, 1);
            assert!(value.is_some_and(|value| value >= -3000), "{value:?}");
            assert!(worker.nodes > 0);
            let inside = worker.with_null_move(&position, 1, |worker, child| {
                assert_ne!(child.turn(), position.turn());
                assert_eq!(worker.keys, [1, 2, 3, position.key()]);
                assert_eq!(worker.repeatable_from, 4);
                assert!(worker.stack[2].after_null && worker.piece_to(2).is_none());
                // Not twice in sequence.
                let nodes = worker.nodes;
                let second = null_move(worker, child, 2);
                (second, worker.nodes - nodes)
            });
            assert_eq!(inside, (None, 0), "{}", position.fen());
            assert_eq!(
                (&worker.keys[..], worker.repeatable_from),
                (&[1, 2, 3][..], 2)
            );
            assert!(worker.stack.iter().all(|entry| !entry.after_null));
        });
        tried += 1;
    }
    assert!(tried >= 2, "{tried}");
}

/// Of two positions that differ in one thing, passing is tried in the second only.
fn assert_only_second_passes<P: Searchable + Notation>(unsound: &str, sound: &str) {
    for (fen, tried) in [(unsound, false), (sound, true)] {
        let position: P = position(fen);
        let (value, nodes) = at(&position, |worker| {
            (null_move(worker, &position, 1), worker.nodes)
        });
        assert_eq!((value.is_some(), nodes > 0), (tried, tried), "{fen}");
    }
}

#[test]
fn nobody_passes_who_may_be_glad_to() {
    let pawn = "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1";
    let rook_and_pawn = "4k3/8/8/8/8/4P3/8/R3K3 w - - 0 1";
    assert_only_second_passes::<Chess>(pawn, rook_and_pawn);
    assert_only_second_passes::<Alice>(pawn, rook_and_pawn);
    assert_only_second_passes::<IceAge>(pawn, rook_and_pawn);
    // In check.
    let check = "4k3/4r3/8/8/8/8/8/R3K3 w - - 0 1";
    assert_only_second_passes::<Chess>(check, "4k3/3r4/8/8/8/8/8/R3K3 w - - 0 1");
    // Eight and ten plies before an Ice Age.
    let [near, far] = [17, 16].map(|number| format!("4k3/8/8/8/8/4P3/8/R3K3 w - - 0 {number}"));
    assert_only_second_passes::<IceAge>(&near, &far);
    // Men alone.
    let men = "k1r5/8/8/3m4/8/3M4/8/K7 w - - 0 1";
    assert_only_second_passes::<Elolbia>(men, "k1r5/8/8/3m4/8/3M4/8/K2R4 w - - 0 1");
    let men = "8/8/2m5/8/8/3M4/8/8 w - - 0 1";
    assert_only_second_passes::<Clupso>(men, "8/8/2m5/8/8/3M4/8/B7 w - - 0 1");
    // The only man must not go to the border; one of three may.
    let border = "k1b5/8/8/8/8/3M4/8/K2R4 w - - 0 1";
    assert_only_second_passes::<Elolbia>(border, "k1b5/8/8/8/8/2MMM3/8/K2R4 w - - 0 1");
}

#[test]
fn passing_proves_no_mate() {
    // Black can only step to g8, where Rb8 mates.
    let position: Chess = position("7k/R7/8/8/8/8/8/1R2K3 w - - 0 1");
    let mate = legal(&position, "b1b8");
    at(&position, |worker| {
        let context = worker.quiet_context(&position, 1);
        worker.history.reward(&context, mate, &[], 20);
        // Neither side's static evaluation is enough.
        let beta = worker.evaluate(&position) + 200;
        let mated = worker.with_null_move(&position, 1, |worker, child| {
            worker.negamax::<NonPv>(child, -beta, 1 - beta, 4, 2, false)
        });
        assert_eq!(mated, mated_in(4));
        let value = pass(worker, &position, beta, 10, 1, beta);
        assert_eq!(value, Some(WIN_IN_MAX_PLY - 1));
    });
}

#[test]
fn a_null_move_needs_depth_and_a_good_position() {
    let position: Chess = samples().next().expect("a sample");
    at(&position, |worker| {
        let shallow = worker.parameters().nmp_depth - 1;
        assert_eq!(pass(worker, &position, -500, shallow, 1, 0), None);
        assert_eq!(pass(worker, &position, 1, 8, 1, 0), None);
        assert_eq!(worker.nodes, 0);
    });
}

/// The singular search of a node a ply from the root of which the table promises
/// `value` by the hash move. It must leave the node as it was.
fn singular<N: NodeType>(fen: &str, hash_move: &str, value: i32, beta: i32) -> Singular {
    let position: Chess = position(fen);
    // So shallow that the table would take what the search without the move stored.
    let promise = entry(Some(legal(&position, hash_move)), value, 6, Bound::Lower);
    at(&position, |worker| {
        worker.shared.table.store(position.key(), promise);
        let node = worker.node::<N>(&position, (beta - 1, beta), 8, 1, false, Some(promise));
        worker.stack[1].static_eval = Some(77);
        let singular = worker.singular_search::<N>(&node);
        assert!(worker.nodes > 0);
        let entry = &worker.stack[1];
        assert_eq!((entry.static_eval, entry.excluded), (Some(77), None));
        assert!(worker.memory[1].pv.is_empty() && worker.keys.is_empty());
        assert_eq!(worker.shared.table.probe(position.key()), Some(promise));
        singular
    })
}

/// Who moves takes a rook or loses one.
const ONE_GOOD_MOVE: &str = "r3k3/8/8/8/8/8/5PPP/R3K3 w - - 0 1";
/// Whatever White moves, it has a queen and a rook more.
const MANY_GOOD_MOVES: &str = "4k3/8/8/8/8/8/5PPP/QR2K3 w - - 0 1";

#[test]
fn the_only_good_move_is_searched_deeper() {
    let extended = singular::<NonPv>(ONE_GOOD_MOVE, "a1a8", 900, 0);
    assert_eq!(extended, Singular::Extend(2));
    assert_eq!(
        singular::<Pv>(ONE_GOOD_MOVE, "a1a8", 900, 0),
        Singular::Extend(1)
    );
}

#[test]
fn one_good_move_of_several_is_not() {
    // Another is better than beta too.
    match singular::<NonPv>(MANY_GOOD_MOVES, "a1a4", 400, 200) {
        Singular::MultiCut(value) => assert!(value >= 200 && !is_decisive(value), "{value}"),
        other => panic!("{other:?}"),
    }
    let reduced = singular::<Pv>(MANY_GOOD_MOVES, "a1a4", 400, 200);
    assert!(matches!(reduced, Singular::Extend(..0)), "{reduced:?}");
    // No move is known to be better than beta.
    assert_eq!(
        singular::<Pv>(MANY_GOOD_MOVES, "a1a4", 400, 6000),
        Singular::Extend(0)
    );
}

#[test]
fn nothing_is_singular_that_the_table_does_not_promise() {
    let position: Chess = position(ONE_GOOD_MOVE);
    let promise = entry(Some(legal(&position, "a1a8")), 900, 8, Bound::Lower);
    let refused = |entry: Option<Entry>, depth: i32, ply: usize| {
        at(&position, |worker| {
            let node = worker.node::<NonPv>(&position, (-1, 0), depth, ply, false, entry);
            let singular = worker.singular_search::<NonPv>(&node);
            singular == Singular::Extend(0) && worker.nodes == 0
        })
    };
    assert!(!refused(Some(promise), 8, 1));
    assert!(refused(None, 8, 1));
    let unsure = Entry {
        bound: Some(Bound::Upper),
        ..promise
    };
    assert!(refused(Some(unsure), 8, 1));
    assert!(refused(
        Some(Entry {
            best: None,
            ..promise
        }),
        8,
        1
    ));
    assert!(refused(
        Some(Entry {
            value: mate_in(5),
            ..promise
        }),
        8,
        1
    ));
    assert!(refused(Some(promise), 12, 1), "the entry is too shallow");
    assert!(refused(Some(promise), 3, 1), "too near the leaves");
    assert!(refused(Some(promise), 8, 32), "too far from the root");
    at(&position, |worker| {
        worker.stack[1].excluded = promise.best;
        let node = worker.node::<NonPv>(&position, (-1, 0), 8, 1, false, Some(promise));
        let singular = worker.singular_search::<NonPv>(&node);
        assert_eq!((singular, worker.nodes), (Singular::Extend(0), 0));
    });
}

#[test]
fn who_stands_hopeless_is_saved_by_a_capture_only() {
    // Razoring looks at captures alone.
    for (fen, saved) in [
        ("rn2k3/pp2pppp/8/8/3q4/8/4PPPP/Q3K3 w - - 0 1", true),
        ("rn2k3/pp2pppp/8/8/3q4/8/4PPPP/2Q1K3 w - - 0 1", false),
    ] {
        let position: Chess = position(fen);
        at(&position, |worker| {
            let alpha = worker.evaluate(&position) + 560;
            let node = worker.node::<NonPv>(&position, (alpha, alpha + 1), 1, 1, false, None);
            let value = worker.prune_node::<NonPv>(&node).expect("it is pruned");
            assert_eq!(value > alpha, saved, "{fen}: {value}");
            let deep = worker.node::<NonPv>(&position, (alpha, alpha + 1), 3, 1, false, None);
            assert_eq!(worker.prune_node::<NonPv>(&deep), None, "{fen}");
        });
    }
}

#[test]
fn a_capture_that_a_shallower_search_finds_good_enough_cuts() {
    let queen_hangs: Chess = position("4k3/ppp2ppp/8/8/3q4/8/2P2PPP/Q3K3 w - - 0 1");
    at(&queen_hangs, |worker| {
        let beta = worker.evaluate(&queen_hangs) + 200;
        let node = worker.node::<NonPv>(&queen_hangs, (beta - 1, beta), 6, 1, true, None);
        let value = worker.prune_node::<NonPv>(&node).expect("it is pruned");
        assert!(
            value >= beta + worker.parameters().probcut_margin,
            "{value}"
        );
        let known = worker.shared.table.probe(queen_hangs.key());
        let known = known.expect("what was found is kept");
        assert_eq!(known.best, Some(legal(&queen_hangs, "a1d4")));
        assert_eq!((known.bound, known.depth), (Some(Bound::Lower), 3));
        // Not where the table says otherwise.
        let refuted = entry(known.best, beta, 6, Bound::Upper);
        let node = worker.node::<NonPv>(&queen_hangs, (beta - 1, beta), 6, 1, true, Some(refuted));
        assert_eq!(worker.prune_node::<NonPv>(&node), None);
    });
}

#[test]
fn a_quiet_move_goes_three_plies_deeper_where_it_is_the_better_by_far() {
    let quiet = singular::<NonPv>(MANY_GOOD_MOVES, "a1a4", 9000, 0);
    assert_eq!(quiet, Singular::Extend(3));
    let in_a_pv = singular::<Pv>(MANY_GOOD_MOVES, "a1a4", 9000, 0);
    assert_eq!(in_a_pv, Singular::Extend(1));
}

#[test]
fn a_null_move_with_much_depth_is_verified_without_one() {
    let position: Chess = position("4k3/5ppp/8/8/8/8/5PPP/QR2K3 w - - 0 1");
    at(&position, |worker| {
        let deep = worker.parameters().nmp_verify_depth;
        assert!(pass(worker, &position, 0, deep, 1, 500).is_some());
        let (verified, from) = (worker.nodes, worker.null_moves_from);
        assert_eq!(from, 0);
        assert!(verified > 0);
        // Below the node that is verified nobody passes, and further on everybody again.
        worker.null_moves_from = 3;
        assert_eq!(pass(worker, &position, 0, 6, 2, 500), None);
        assert_eq!(worker.nodes, verified);
        assert!(pass(worker, &position, 0, 6, 3, 500).is_some());
    });
}

#[test]
fn hindsight_tells_whether_a_reduction_was_too_large() {
    let position: Chess = samples().next().expect("a sample");
    at(&position, |worker| {
        let eval = worker.evaluate(&position);
        let margin = worker.parameters().hindsight_margin;
        for (reduced_by, cost, plies) in [
            (3, -1, 1),
            (3, 1, 0),
            (2, -1, 0),
            (2, margin + 1, -1),
            (3, margin + 1, -1),
            (1, margin + 1, 0),
            (0, -1, 0),
        ] {
            let node = worker.node::<NonPv>(&position, (0, 1), 6, 1, false, None);
            worker.stack[0].static_eval = Some(cost - eval);
            worker.stack[1].reduced_by = reduced_by;
            assert_eq!(worker.hindsight(&node), plies, "{reduced_by} {cost}");
            assert_eq!(worker.stack[1].reduced_by, 0);
        }
        // One of them in check, or after a null move.
        let node = worker.node::<NonPv>(&position, (0, 1), 6, 1, false, None);
        worker.stack[0].static_eval = None;
        worker.stack[1].reduced_by = 3;
        assert_eq!(worker.hindsight(&node), 0);
    });
}

#[test]
fn a_quiet_move_is_remembered_by_what_it_does_to_the_static_evaluation() {
    let position: Chess = position("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1");
    let m = legal(&position, "e2e3");
    let value_after = |cost: i32| {
        at(&position, |worker| {
            worker.stack[0].threats = position.threats();
            let mut child = position.clone();
            worker.make(&mut child, m, 0);
            let eval = worker.evaluate(&child);
            let node = worker.node::<NonPv>(&child, (0, 1), 4, 1, false, None);
            worker.stack[0].static_eval = Some(cost - eval);
            worker.learn_static_eval(&node);
            let context = worker.quiet_context(&position, 0);
            worker.history.quiet(&context.facing(position.threats()), m)
        })
    };
    assert!(value_after(-40) > 0 && value_after(40) < 0);
    assert!(value_after(-20) < value_after(-40));
    assert_eq!(value_after(-400), value_after(-4000));
}

#[test]
fn a_capture_that_loses_material_does_not_mend_a_bad_position() {
    let position: Chess = position("7k/2p5/3p4/8/4N3/8/8/4K3 w - - 0 1");
    let mut capture = Candidate {
        m: legal(&position, "e4d6"),
        losing: true,
        history: None,
    };
    at(&position, |worker| {
        let eval = worker.evaluate(&position);
        for (alpha, pruned) in [(eval + 3000, true), (eval - 500, false)] {
            let node = worker.node::<NonPv>(&position, (alpha, alpha + 1), 6, 1, false, None);
            let result = MoveLoop {
                best: alpha,
                best_move: None,
                move_count: 3,
                alpha,
            };
            assert_eq!(
                worker.prunes_move::<NonPv>(&node, &mut capture, &result),
                pruned
            );
        }
    });
}

/// How good 1... e5 is after 1. e4 by what `learn` teaches a worker that has made both, of
/// the positions before and after it.
fn value_of_the_answer(learn: impl Fn(&mut Worker<Chess>, &Chess, &Chess)) -> i32 {
    let start = Chess::start();
    at(&start, |worker| {
        let mut before = start.clone();
        worker.make(&mut before, legal(&start, "e2e4"), 0);
        let m = legal(&before, "e7e5");
        let mut after = before.clone();
        worker.make(&mut after, m, 1);
        learn(worker, &before, &after);
        worker.history.quiet(&worker.quiet_context(&before, 1), m)
    })
}

#[test]
fn a_move_searched_again_is_remembered_by_what_it_came_to() {
    let value_after = |beta: i32, value: i32| {
        value_of_the_answer(|worker, before, _| {
            let node = worker.node::<NonPv>(before, (0, beta), 6, 1, false, None);
            worker.learn_late_move(&node, (0, value));
        })
    };
    assert!(value_after(1, 1) > 0 && value_after(1, 0) < 0);
    assert_eq!(value_after(30, 10), 0, "neither of both");
}

#[test]
fn a_refuted_move_is_blamed_if_it_was_one_of_the_first() {
    let value_after = |move_count: i32, depth: i32| {
        value_of_the_answer(|worker, _, after| {
            worker.stack[1].move_count = move_count;
            let node = worker.node::<NonPv>(after, (0, 1), depth, 2, false, None);
            worker.blame_previous_move(&node);
        })
    };
    assert!(value_after(1, 3) < 0 && value_after(2, 6) < value_after(2, 3));
    assert_eq!(value_after(3, 6), 0);
}
