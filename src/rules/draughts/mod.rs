//! What Elolbian and Clupso Chess share: draughts men beside the pieces of
//! orthodox chess on one board.
//!
//! A *man* is a draughts man, [`Role::Man`]. As everywhere in the program, a
//! *piece* is any piece, men included; `docs/rules/elolbia.md` says 'chessman'.

pub mod chains;

use shakmaty::{Bitboard, File, Square, attacks};

use super::changes::SquareObserver;
use super::moves::{GenType, Move, MoveKind, MoveSink};
use super::piece::{Piece, Role};
use super::state::State;

/// A man's steps, each with the squares it can be made from.
pub const STEPS: [(i32, Bitboard); 4] = [
    (8, Bitboard::FULL),
    (-8, Bitboard::FULL),
    (1, Bitboard(!Bitboard::from_file(File::H).0)),
    (-1, Bitboard(!Bitboard::from_file(File::A).0)),
];

/// The squares that a man on `square` could step to on an empty board.
#[inline]
pub fn steps_from(square: Square) -> Bitboard {
    attacks::rook_attacks(square, Bitboard::FULL)
}

/// The pieces and all that belongs to their position in both games.
#[derive(Clone, Copy, Debug)]
pub struct Draughts {
    pub state: State,
}

impl Draughts {
    /// Makes a legal move. Captures and promotions reset the halfmove clock.
    #[inline]
    pub fn play<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        let (from, to) = (m.from(), m.to());
        let Some(piece) = self.state.take(from, observer) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        match m.kind() {
            MoveKind::Capture => {
                self.state.take(to, observer);
            }
            MoveKind::Jump => {
                for square in chains::taken(from, m.chain()) {
                    self.state.take(square, observer);
                }
            }
            _ => {}
        }
        let placed = m
            .promoted_to()
            .map_or(piece, |role| Piece::new(self.state.turn, role));
        self.state.put(to, placed, observer);
        self.state.end_turn(m.is_tactical());
    }

    /// Whether the side to move has anything but men and a king.
    pub fn has_more_than_men(&self) -> bool {
        let own = self.state.board.by_color(self.state.turn);
        (own & !self.state.board.by_role(Role::Man) & !self.state.board.by_role(Role::King)).any()
    }

    /// Writes the moves of knights, bishops, rooks and queens of the side to
    /// move, as far as `confine` lets a piece on a square go.
    #[inline]
    pub fn piece_moves<G: GenType, S: MoveSink>(
        &self,
        confine: impl Fn(Square, Bitboard) -> Bitboard,
        sink: &mut S,
    ) {
        let board = &self.state.board;
        let us = self.state.turn;
        let occupied = board.occupied();
        let enemy = board.by_color(!us);
        let (origins, wanted) = (
            sink.origins(),
            G::targets(enemy, !occupied) & sink.targets(),
        );
        // Written out three times: a closure would be called for each piece.
        for from in board.pieces(us, Role::Knight) & origins {
            let targets = attacks::knight_attacks(from) & wanted;
            add_split(from, confine(from, targets), enemy, sink);
        }
        for from in board.diagonal_sliders(us) & origins {
            let targets = attacks::bishop_attacks(from, occupied) & wanted;
            add_split(from, confine(from, targets), enemy, sink);
        }
        for from in board.straight_sliders(us) & origins {
            let targets = attacks::rook_attacks(from, occupied) & wanted;
            add_split(from, confine(from, targets), enemy, sink);
        }
    }

    /// Calls `visit` with origin, end and set of every chain of the side to
    /// move that starts on one of `origins`, whether or not it exposes a king.
    #[inline]
    pub fn for_each_chain(&self, origins: Bitboard, mut visit: impl FnMut(Square, Square, u16)) {
        let enemy = self.state.board.by_color(!self.state.turn);
        let empty = !self.state.board.occupied();
        let men = self.state.board.pieces(self.state.turn, Role::Man) & origins;
        for from in chains::jumpers(men, enemy, empty) {
            chains::for_each_chain(from, enemy, empty, &mut |to, chain| visit(from, to, chain));
        }
    }
}

/// Adds moves of one piece to `targets`, told apart by what stands there.
#[inline]
pub fn add_split<S: MoveSink>(from: Square, targets: Bitboard, enemy: Bitboard, sink: &mut S) {
    sink.add_targets(from, targets & enemy, MoveKind::Capture);
    sink.add_targets(from, targets & !enemy, MoveKind::Quiet);
}
