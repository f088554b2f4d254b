//! Elolbian Chess: chess and draughts on one board, from the Italian description
//! 'Gli scacchi di Elolbia'. The rules are in `docs/rules/elolbia.md`.

mod agreement;
mod border;
mod movegen;

use shakmaty::{Bitboard, Color, Square};

use super::changes::SquareObserver;
use super::check_info::CheckInfo;
use super::draughts::{Draughts, chains};
use super::moves::{GenType, Move, MoveKind, MoveSink};
use super::piece::{Piece, Role};
use super::position::{Agreement, AgreementError, Position};
use super::setup::{Material, Setup, SetupError};
use super::state::State;

/// A position of Elolbian Chess.
#[derive(Clone, Debug)]
pub struct Elolbia {
    draughts: Draughts,
}

impl Elolbia {
    /// Whether an enemy could capture the king of `color` in its next move.
    #[inline]
    fn is_exposed(&self, color: Color) -> bool {
        let board = self.board();
        let occupied = board.occupied();
        board.king_of(color).is_some_and(|king| {
            board.is_attacked(king, !color, Bitboard::FULL, occupied)
                || self.men_can_take(king, color)
        })
    }

    /// Whether a chain of an enemy's man could capture the king of `color`.
    #[inline]
    fn men_can_take(&self, king: Square, color: Color) -> bool {
        let board = self.board();
        chains::can_be_taken(
            king,
            board.pieces(!color, Role::Man),
            board.by_color(color),
            !board.occupied(),
        )
    }

    /// The enemies that give check to the side to move.
    #[inline]
    fn compute_checkers(&self) -> Bitboard {
        let board = self.board();
        let us = self.turn();
        let Some(king) = board.king_of(us) else {
            return Bitboard::EMPTY;
        };
        let (occupied, men) = (board.occupied(), board.pieces(!us, Role::Man));
        board.attackers(king, !us, Bitboard::FULL, occupied)
            | men_that_take(king, men, board.by_color(us), !occupied)
    }

    /// The pieces that give check once `m` has been made, whose piece is `placed` then: asked
    /// before the move or after it.
    #[inline]
    fn checkers_by_move(&self, m: Move, placed: Piece) -> Bitboard {
        let (board, by) = (self.board(), placed.color());
        let (from, to) = (m.from(), m.to());
        let Some(king) = board.king_of(!by) else {
            return Bitboard::EMPTY;
        };
        let taken = match m.kind() {
            MoveKind::Capture => to.into(),
            MoveKind::Jump => chains::taken(from, m.chain()),
            _ => Bitboard::EMPTY,
        };
        let occupied = (board.occupied() & !taken).without(from).with(to);
        let vacated = taken.with(from).without(to);
        let checkers = board.attackers_by_move(king, Some((placed, to)), vacated, by, occupied);
        // A man that could not take the king before can do so if a way has become free, or if
        // it has come from elsewhere itself.
        let is_man = placed.role() == Role::Man;
        let changed = if is_man { vacated.with(to) } else { vacated };
        if chains::landings_around(king).is_disjoint(changed) {
            return checkers;
        }
        let mut men = board.pieces(by, Role::Man).without(from);
        if is_man {
            men.add(to);
        }
        checkers | men_that_take(king, men, board.by_color(!by) & !taken, !occupied)
    }
}

/// Those of the `men` that can take the `king`, on their way over its own side's pieces.
#[inline]
fn men_that_take(king: Square, men: Bitboard, own: Bitboard, empty: Bitboard) -> Bitboard {
    if !chains::can_be_taken(king, men, own, empty) {
        return Bitboard::EMPTY;
    }
    let men = chains::possible_takers(king, men).into_iter();
    men.filter(|&man| chains::can_be_taken(king, man.into(), own, empty))
        .collect()
}

impl Position for Elolbia {
    const NAME: &'static str = "elolbia";
    const MATERIAL: Material = Material::DRAUGHTS;

    /// Each side's pieces stand in two corners opposite each other, the king's and the
    /// queen's.
    fn start() -> Elolbia {
        use Role::{Bishop, King, Knight, Man, Queen, Rook};
        const CORNER: [&[Role]; 4] = [
            &[King, Rook, Man, Man],
            &[Knight, Bishop, Man],
            &[Man, Man],
            &[Man],
        ];
        let mut setup = Setup::EMPTY;
        for (rank, roles) in (0..).zip(CORNER) {
            for (file, &role) in (0..).zip(roles) {
                let other = if role == King { Queen } else { role };
                let from_corner = rank * 8 + file;
                for (square, color, role) in [
                    (from_corner, Color::White, role),
                    (from_corner ^ 0o77, Color::White, other),
                    (from_corner ^ 0o70, Color::Black, role),
                    (from_corner ^ 0o07, Color::Black, other),
                ] {
                    setup
                        .board
                        .put(Square::new(square), Piece::new(color, role));
                }
            }
        }
        Elolbia::from_setup(&setup).expect("the start position is legal")
    }

    /// Castling and en passant are dropped.
    fn from_setup(setup: &Setup) -> Result<Elolbia, SetupError> {
        setup.check(&Elolbia::MATERIAL)?;
        let state = State::new(setup);
        let mut position = Elolbia {
            draughts: Draughts { state },
        };
        if position.is_exposed(!position.turn()) {
            return Err(SetupError::OppositeCheck);
        }
        position.draughts.state.checkers = position.compute_checkers();
        Ok(position)
    }

    #[inline]
    fn state(&self) -> &State {
        &self.draughts.state
    }

    #[inline]
    fn generate<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        if self.border_rule_may_forbid() {
            self.generate_within_border_rule::<G, S>(sink);
        } else {
            self.generate_without_border_rule::<G, S>(sink);
        }
    }

    #[inline]
    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        let mover = self.state().mover(m);
        self.draughts.play(m, observer);
        self.draughts.state.checkers = mover.map_or(Bitboard::EMPTY, |(_, placed)| {
            self.checkers_by_move(m, placed)
        });
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let mover = self.state().mover(m);
        mover.is_some_and(|(_, placed)| self.checkers_by_move(m, placed).any())
    }

    #[inline]
    fn check_info(&self) -> CheckInfo {
        let (board, turn) = (self.board(), self.turn());
        board.king_of(!turn).map_or(CheckInfo::NONE, |king| {
            CheckInfo::new(board, king, turn, board.occupied())
                .with_men(chains::landings_around(king))
        })
    }

    /// Under the border rule a player may be glad to pass: it can force moves
    /// that weaken.
    #[inline]
    fn null_move_is_sound(&self) -> bool {
        !self.is_check() && self.draughts.has_more_than_men() && !self.border_rule_may_forbid()
    }

    fn play_null(&mut self) {
        self.draughts.state.end_turn(false);
        self.draughts.state.checkers = Bitboard::EMPTY;
    }

    fn agree(&self, agreement: Agreement) -> Result<Elolbia, AgreementError> {
        self.exchange_queens(agreement)
    }

    /// No men, and no more than one knight, one bishop, or a bishop each on
    /// squares of one colour.
    fn is_dead(&self) -> bool {
        let board = self.board();
        let bishops = board.by_role(Role::Bishop);
        let knights = board.by_role(Role::Knight);
        let others = board.occupied() & !board.by_role(Role::King);
        if others != bishops | knights {
            return false;
        }
        let bishop_each = Color::ALL
            .into_iter()
            .all(|color| board.pieces(color, Role::Bishop).count() == 1)
            && (bishops.is_subset(Bitboard::LIGHT_SQUARES)
                || bishops.is_subset(Bitboard::DARK_SQUARES));
        !others.more_than_one() || knights.is_empty() && bishop_each
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::rules::outcome::{EndReason, Outcome};

    fn read(fen: &str) -> Elolbia {
        Elolbia::from_fen(fen).unwrap()
    }

    #[test]
    fn men_give_check_by_chains() {
        let position = read("k7/6m1/1M3M2/8/3K4/8/8/8 w - - 0 1");
        assert_eq!(position.checkers(), Bitboard::from_square(Square::G7));
        // Taking away the link, taking the man, and not caring.
        assert!(position.parse_coordinates("f6f7").is_ok());
        assert!(position.parse_coordinates("f6h8").is_ok());
        assert!(position.parse_coordinates("b6b5").is_err());
        let before = read("k7/7m/1M3M2/8/3K4/8/8/8 b - - 0 1");
        let m = before.parse_san("Mg7").unwrap();
        assert_eq!(before.san(m), "Mg7+");
        let refused = Elolbia::from_fen("k7/6m1/5M2/8/3K4/8/8/8 b - - 0 1");
        assert_eq!(refused.unwrap_err(), SetupError::OppositeCheck.into());
        // On the border no king can be jumped over.
        assert!(read("k7/8/8/8/2m5/3K4/8/8 w - - 0 1").is_check());
        assert!(!read("k7/8/8/8/8/8/2m5/3K4 w - - 0 1").is_check());
    }

    #[test]
    fn kings_are_counted_and_kept_apart() {
        let refused = |fen| Elolbia::from_fen(fen).unwrap_err().to_string();
        assert!(refused("8/8/8/8/8/8/8/K7").contains("Black has 0 kings"));
        assert!(refused("k6k/8/8/8/8/8/8/K7").contains("Black has 2 kings"));
        assert!(refused("8/8/8/8/8/8/1k6/K7").contains("in check"));
        assert!(refused("k7/8/8/8/8/8/P7/K7").contains("unknown letter 'P'"));
        let canonical = read("k7/8/8/8/8/8/8/K2R4 b KQkq e3 3 9").fen();
        assert_eq!(canonical, "k7/8/8/8/8/8/8/K2R4 b - - 3 9");
    }

    #[test]
    fn only_captures_reset_the_clock() {
        let mut position = read("k7/8/8/8/8/3m4/2M5/K7 w - - 7 9");
        position.play(position.parse_coordinates("a1b1").unwrap());
        position.play(position.parse_coordinates("d3e3").unwrap());
        assert_eq!(position.fen(), "k7/8/8/8/8/4m3/2M5/1K6 w - - 9 10");
        let mut position = read("k7/8/8/8/8/3m4/2M5/K7 w - - 7 9");
        position.play(position.parse_san("Mc2xe4").unwrap());
        assert_eq!(position.fen(), "k7/8/8/8/4M3/8/8/K7 b - - 0 9");
    }

    #[test]
    fn ends() {
        let mate = read("km6/mB6/2M5/8/7m/7m/7m/K2MMMM1 b - - 0 1");
        let won = Outcome::win(Color::White, EndReason::Checkmate);
        assert_eq!(mate.outcome(), Some(won));
        let dead = |placement: &str| read(&format!("{placement} w - - 0 1")).is_dead();
        assert!(dead("k7/8/8/8/8/8/8/K7"));
        assert!(dead("k7/8/8/8/8/8/8/KB6"));
        assert!(dead("kn6/8/8/8/8/8/8/K7"));
        assert!(dead("k7/8/8/8/8/8/8/KB1b4"));
        assert!(!dead("k7/8/8/8/8/8/8/KB2b3"));
        assert!(!dead("k7/8/8/8/8/8/8/KB1N4"));
        assert!(!dead("k7/8/8/8/8/8/8/KB1B4"));
        assert!(!dead("k7/8/8/8/8/8/8/KM6"));
        assert!(!dead("k7/8/8/8/8/8/2N5/Kn6"));
    }

    #[test]
    fn crowded_boards_are_read() {
        let row = "QQQQQQQQ";
        let fen = format!("k7/8/mmmmmmmm/{row}/{row}/{row}/{row}/{row} b - - 0 1");
        assert!(Elolbia::from_fen(&fen.replacen(row, "KQQQQQQQ", 1)).is_ok());
        let queens = read("k7/mmmmmmmm/8/Q1Q1Q1Q1/8/1Q1Q1Q1Q/8/K1Q1Q1Q1 w - - 0 1");
        assert!(queens.legal_moves().len() > 150);
    }
}
