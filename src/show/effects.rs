//! What each legal move does, for programs that show it before it is made.

use crate::rules::changes::{Occupant, SquareChange, SquareObserver};
use crate::rules::{Bitboard, Move, Square};

use super::Show;

/// A legal move and all that it changes.
#[derive(Clone, Debug)]
pub struct MoveEffects {
    /// The move.
    pub m: Move,
    /// Its SAN.
    pub san: String,
    /// The ways that lead to it: the squares where the piece stands, from its origin
    /// to its destination.
    pub routes: Vec<Vec<Square>>,
    /// What it changes itself.
    pub own: Vec<SquareChange>,
    /// What the event changes that it sets off, if there is one.
    pub event: Option<Vec<SquareChange>>,
    /// The pieces that a coming event would take as they stand after the move; `None`
    /// in games without such an event.
    pub endangered: Option<Bitboard>,
}

impl MoveEffects {
    /// The squares of the first and of the second board that the move touches: where it
    /// begins and ends, and what it takes.
    pub fn touched(&self) -> [Bitboard; 2] {
        let mut touched = [Bitboard::EMPTY; 2];
        for change in &self.own {
            let (SquareChange::Placed(square, what) | SquareChange::Removed(square, what)) = change;
            touched[what.board()].add(*square);
        }
        touched
    }

    /// How many pieces the event takes that it sets off, if it sets one off.
    pub fn lost_to_event(&self) -> Option<usize> {
        let changes = self.event.as_ref()?.iter();
        let is_loss = |change: &&SquareChange| matches!(change, SquareChange::Removed(_, what) if *what != Occupant::Neutral);
        Some(changes.filter(is_loss).count())
    }
}

/// Collects changes, those of an event apart.
#[derive(Default)]
struct Recorder {
    own: Vec<SquareChange>,
    event: Option<Vec<SquareChange>>,
}

impl Recorder {
    fn record(&mut self, change: SquareChange) {
        self.event.as_mut().unwrap_or(&mut self.own).push(change);
    }
}

impl SquareObserver for Recorder {
    fn placed(&mut self, square: Square, what: Occupant) {
        self.record(SquareChange::Placed(square, what));
    }

    fn removed(&mut self, square: Square, what: Occupant) {
        self.record(SquareChange::Removed(square, what));
    }

    fn event_begins(&mut self) {
        self.event = Some(Vec::new());
    }
}

/// All that a move does that is legal in a position.
pub fn of<P: Show>(position: &P, m: Move) -> MoveEffects {
    let mut recorder = Recorder::default();
    let mut after = position.clone();
    after.play_observed(m, &mut recorder);
    MoveEffects {
        m,
        san: position.san(m),
        routes: position.routes(m),
        own: recorder.own,
        event: recorder.event,
        endangered: after.countdown().map(|countdown| countdown.lost),
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;
    use crate::rules::Position;
    use crate::rules::elolbia::Elolbia;
    use crate::rules::iceage::IceAge;

    use super::*;

    fn of_legal_moves<P: Show>(position: &P) -> Vec<MoveEffects> {
        let moves = position.legal_moves().into_iter();
        moves.map(|m| of(position, m)).collect()
    }

    #[test]
    fn the_ice_is_apart_from_the_move_that_lets_it_come() {
        let fen = "2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20";
        let moves = of_legal_moves(&IceAge::from_fen(fen).unwrap());
        let taking = moves.iter().find(|m| m.m.to_string() == "c8c3").unwrap();
        assert_eq!(taking.own.len(), 3);
        let event = taking.event.as_ref().unwrap();
        let frozen = event
            .iter()
            .filter(|change| matches!(change, SquareChange::Removed(_, Occupant::Piece(_))));
        assert_eq!(frozen.count(), 3);
        let start = of_legal_moves(&IceAge::start());
        assert!(
            start
                .iter()
                .all(|m| m.event.is_none() && m.endangered.is_some())
        );
    }

    #[test]
    fn a_round_trip_of_jumps_has_two_routes() {
        let fen = "k7/8/8/2m1m3/8/2m1m3/3M4/K7 w - - 0 1";
        let moves = of_legal_moves(&Elolbia::from_fen(fen).unwrap());
        let round = moves.iter().find(|m| m.m.from() == m.m.to()).unwrap();
        assert_eq!(round.routes.len(), 2);
        assert!(round.routes.iter().all(|route| route.len() == 5));
    }
}
