//! The reports of changed squares against what stands on them.

use std::collections::HashMap;

use galaverna::notation::Notation;
use galaverna::rules::{Move, MoveKind, Occupant, Square, SquareChanges, SquareObserver};

use crate::common::{perft_lines, play_random_games, position};

for_each_game!(reported_changes_add_up, passing_changes_no_square);

const GAMES: usize = 200;

/// Long enough for several ice ages.
const PLIES: usize = 250;

/// What stands where, kept by reports alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Squares(HashMap<Square, Occupant>);

impl Squares {
    fn of<P: Notation>(position: &P) -> Squares {
        let mut squares = Squares::default();
        position.report_occupants(&mut squares);
        squares
    }
}

impl SquareObserver for Squares {
    fn placed(&mut self, square: Square, what: Occupant) {
        let before = self.0.insert(square, what);
        assert_eq!(before, None, "{what:?} placed on an occupied {square}");
    }

    fn removed(&mut self, square: Square, what: Occupant) {
        let before = self.0.remove(&square);
        assert_eq!(before, Some(what), "removed from {square}");
    }
}

/// What random games must contain for the test to mean something.
#[derive(Debug, Default)]
struct Seen {
    promotions: usize,
    castlings: usize,
    en_passant: usize,
    chains: usize,
    ice_ages: usize,
    cubes_taken: usize,
    second_board: usize,
}

impl Seen {
    fn count<P: Notation>(&mut self, before: &P, m: Move, changes: &SquareChanges) {
        self.promotions += usize::from(m.promoted_to().is_some());
        self.castlings += usize::from(m.is_castling());
        self.en_passant += usize::from(m.kind() == MoveKind::EnPassant);
        self.chains += usize::from(m.chain().count_ones() > 1);
        self.cubes_taken += usize::from(m.kind() == MoveKind::TakeNeutral);
        self.ice_ages += usize::from(
            P::NAME == "iceage"
                && before.turn().is_black()
                && before.state().fullmove_number.is_multiple_of(20)
                && changes.spilled(),
        );
        let mut squares = Squares::default();
        before.report_occupants(&mut squares);
        let on_second = |what: &Occupant| matches!(what, Occupant::PieceOnSecondBoard(_));
        self.second_board += usize::from(squares.0.values().any(on_second));
    }

    fn assert_enough<P: Notation>(&self) {
        let at_start = |letter| P::START_FEN.contains(letter);
        let castles = P::START_FEN.contains(" KQkq ");
        let ice_ages = P::NAME == "iceage";
        for (wanted, what, times) in [
            (
                at_start('P') || P::NAME == "clupso",
                "promotion",
                self.promotions,
            ),
            (castles, "castling", self.castlings),
            (at_start('P'), "en passant", self.en_passant),
            (at_start('M'), "chain", self.chains),
            (ice_ages, "ice age", self.ice_ages),
            (ice_ages, "cube taken", self.cubes_taken),
            (P::NAME == "alice", "second board", self.second_board),
        ] {
            assert!(!wanted || times > 0, "{}: no {what}", P::NAME);
        }
    }
}

fn reported_changes_add_up<P: Notation>() {
    let mut seen = Seen::default();
    let mut followed = Squares::default();
    let mut begins = true;
    play_random_games::<P>(21, GAMES, PLIES, |position, next| {
        let fresh = Squares::of(position);
        if begins {
            followed = fresh.clone();
        }
        assert_eq!(followed, fresh, "{}", position.fen());
        let pieces = fresh.0.values().filter(|&&what| what != Occupant::Neutral);
        assert_eq!(pieces.count(), position.board().occupied().count());
        begins = next.is_none();
        if let Some(m) = next {
            position.clone().play_observed(m, &mut followed);
            seen.count(position, m, &changes_of(position, m));
        }
    });
    // Castling and en passant are rare in random games.
    for (fen, _) in perft_lines(P::NAME) {
        check_all_moves(&position::<P>(&fen), 2, &mut seen);
    }
    seen.assert_enough::<P>();
}

/// Checks every sequence of moves of this length.
fn check_all_moves<P: Notation>(before: &P, depth: usize, seen: &mut Seen) {
    for m in before.legal_moves() {
        let mut after = before.clone();
        let mut followed = Squares::of(before);
        after.play_observed(m, &mut followed);
        assert_eq!(followed, Squares::of(&after), "{}: {m:?}", before.fen());
        seen.count(before, m, &changes_of(before, m));
        if depth > 1 {
            check_all_moves(&after, depth - 1, seen);
        }
    }
}

/// The changes of a move as they are collected.
fn changes_of<P: Notation>(before: &P, m: Move) -> SquareChanges {
    let mut changes = SquareChanges::new();
    before.clone().play_observed(m, &mut changes);
    changes
}

fn passing_changes_no_square<P: Notation>() {
    play_random_games::<P>(22, GAMES / 4, PLIES, |before, _| {
        if before.null_move_is_sound() {
            let mut after = before.clone();
            after.play_null();
            assert_eq!(Squares::of(&after), Squares::of(before), "{}", before.fen());
        }
    });
}
