//! What must hold in every position.

use std::collections::HashSet;

use galaverna::eval::{BOUND, Evaluator};
use galaverna::notation::Notation;
use galaverna::rules::{Bitboard, Move};
use galaverna::search::parameters::Searchable;
use galaverna::show::Show;

/// All that can be seen of a position.
type Sight = (String, u64, Bitboard, HashSet<Move>, HashSet<Move>, String);

fn sight<P: Notation>(position: &P) -> Sight {
    (
        position.fen(),
        position.key(),
        position.checkers(),
        position.legal_moves().into_iter().collect(),
        position.tactical_moves().into_iter().collect(),
        format!("{:?}", position.outcome()),
    )
}

/// A position from its own FEN.
pub fn read<P: Notation>(fen: &str) -> P {
    match P::from_fen(fen) {
        Ok(position) => position,
        Err(error) => panic!("{}: {fen}: {error}", P::NAME),
    }
}

/// The position is the same when it is written and read again, and all its moves too.
pub fn check<P: Searchable + Show>(position: &P) {
    let again: P = read(&position.fen());
    assert_eq!(sight(position), sight(&again), "{}", P::NAME);
    let mut evaluator = P::evaluator();
    evaluator.refresh();
    let value = evaluator.evaluate(position);
    assert!(value.abs() <= BOUND);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves());
    let mut texts = HashSet::new();
    for &m in &moves {
        check_texts(position, m, &mut texts);
        let mut after = position.clone();
        after.play(m);
        assert_eq!(position.gives_check(m), after.is_check());
        let again: P = read(&after.fen());
        assert_eq!(sight(&after), sight(&again), "{}", m.to_string());
        evaluator.push();
        let followed = evaluator.evaluate(&after);
        evaluator.pop();
        assert_eq!(followed, P::evaluator().evaluate(&after), "{}", after.fen());
    }
    assert_eq!(evaluator.evaluate(position), value);
    check_passing(position);
    // What is shown to people can be shown of every position.
    position.diagrams();
    position.countdown();
    position.supplement();
    position.forbidden_moves();
    position.shares();
}

fn check_texts<P: Searchable + Show>(position: &P, m: Move, texts: &mut HashSet<String>) {
    assert_eq!(Move::from_bits(m.to_bits()), Some(m));
    let coordinates = m.to_string();
    assert_eq!(position.parse_coordinates(&coordinates), Ok(m));
    let san = position.san(m);
    assert_eq!(position.parse_san(&san), Ok(m), "{san}");
    assert!(texts.insert(coordinates), "{m:?}");
    assert!(position.routes(m).iter().all(|route| route.len() >= 2));
    position.see_ge(m, 0);
}

fn check_passing<P: Notation>(position: &P) {
    if position.null_move_is_sound() {
        let mut after = position.clone();
        after.play_null();
        assert_eq!(sight(&after), sight(&read::<P>(&after.fen())));
    }
}

/// Checks only what a move changes, and makes it.
pub fn play<P: Searchable + Show>(position: &mut P, m: Move, evaluator: &mut P::Evaluator) {
    check_texts(position, m, &mut HashSet::new());
    let checks = position.gives_check(m);
    position.play(m);
    assert_eq!(position.is_check(), checks);
    let again: P = read(&position.fen());
    assert_eq!(sight(position), sight(&again));
    evaluator.push();
    let followed = evaluator.evaluate(position);
    assert_eq!(followed, P::evaluator().evaluate(position), "{}", position.fen());
}
