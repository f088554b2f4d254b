//! What a position of any of the games is.

use std::fmt;

use shakmaty::{Bitboard, Color, Square};
use thiserror::Error;

use super::board::Board;
use super::changes::SquareObserver;
use super::check_info::CheckInfo;
use super::moves::{
    All, GenType, Move, MoveCounter, MoveFinder, MoveKind, MoveList, MoveSink, Tactical,
};
use super::outcome::{EndReason, Outcome};
use super::setup::{Material, Setup, SetupError};
use super::state::State;

/// A rule of a game that a user may switch on or off, shown as a UCI option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The option's name in UCI.
    pub name: &'static str,
    /// Whether the rule holds unless somebody says otherwise.
    pub default: bool,
}

/// What both players can agree on and what is no move: three squares that White and
/// three that Black names.
pub type Agreement = [[Square; 3]; 2];

/// Why the rules do not allow an agreement, in words.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct AgreementError(pub &'static str);

/// A position of a game: the pieces, whose turn it is and all else that decides
/// which moves are legal, but not the moves that led to it (those are kept by
/// [`GameRecord`](super::record::GameRecord)).
///
/// A position is changed in place by [`Position::play`]; to take a move back,
/// clone before. Positions are small and hold no pointers, so that a clone is a
/// plain copy of about 200 bytes: cheaper than undoing a move.
///
/// A position may be a finished game. It has no legal moves if it ended by mate
/// or stalemate or by the variant's own end, but [`Position::generate`] goes on
/// after the fifty-move rule and in dead positions, as perft demands.
pub trait Position: Clone + fmt::Debug + Send + Sync + 'static {
    /// The name in `UCI_Variant` and, but for orthodox chess, in XBoard's `variant`.
    const NAME: &'static str;

    /// What can stand on the boards.
    const MATERIAL: Material;

    /// The rules that can be switched, in the order of their numbers in
    /// [`Position::set_rule`].
    const RULE_OPTIONS: &'static [RuleOption] = &[];

    /// The start position.
    fn start() -> Self;

    /// The position of these pieces and fields. What it cannot have of the fields, such
    /// as castling rights without a rook, is dropped.
    ///
    /// # Errors
    ///
    /// If it cannot be a position of the game.
    fn from_setup(setup: &Setup) -> Result<Self, SetupError>;

    /// The pieces and fields, of which [`Position::from_setup`] makes the same position.
    fn setup(&self) -> Setup {
        self.state().setup()
    }

    /// Switches the rule with this number in [`Position::RULE_OPTIONS`].
    fn set_rule(&mut self, _rule: usize, _on: bool) {}

    /// What this game has in common with all others.
    fn state(&self) -> &State;

    /// The pieces.
    #[inline]
    fn board(&self) -> &Board {
        &self.state().board
    }

    /// The side to move.
    #[inline]
    fn turn(&self) -> Color {
        self.state().turn
    }

    /// The Zobrist key. Positions that are the same for the rule of threefold
    /// repetition have the same key, and others, but for chance, have not.
    #[inline]
    fn key(&self) -> u64 {
        self.state().key
    }

    /// The enemy pieces that give check, chains of jumps included.
    #[inline]
    fn checkers(&self) -> Bitboard {
        self.state().checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Writes the legal moves of a type to `sink`, each once.
    fn generate<G: GenType, S: MoveSink>(&self, sink: &mut S);

    /// All legal moves.
    #[inline]
    fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All, _>(&mut list);
        list
    }

    /// The legal moves that take enemy pieces, and promotions to the best piece.
    #[inline]
    fn tactical_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Tactical, _>(&mut list);
        list
    }

    /// How many legal moves there are; faster than listing them.
    #[inline]
    fn count_legal_moves(&self) -> usize {
        let mut counter = MoveCounter::default();
        self.generate::<All, _>(&mut counter);
        counter.count
    }

    /// Whether any move, perhaps one of another position, is legal here: found out by
    /// generating no more than the moves of the piece that makes it, wherever the game's
    /// generator can tell them apart.
    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        let (board, turn) = (self.board(), self.turn());
        let fits = match m.kind() {
            MoveKind::Quiet | MoveKind::DoubleStep => !board.occupied().contains(m.to()),
            MoveKind::Capture => board.by_color(!turn).contains(m.to()),
            _ => true,
        };
        let mut finder = MoveFinder::new(m);
        if fits && board.by_color(turn).contains(m.from()) {
            self.generate::<All, _>(&mut finder);
        }
        finder.found
    }

    /// What [`Position::key`] will be after this move, which must be legal here, if it does
    /// no more than go from one square to another, taking what stands there: a guess, so that
    /// memory can be asked for early. Promotion, castling, castling rights and en passant,
    /// jumps, obstacles taken and the ice change the key further.
    #[inline]
    fn key_after(&self, m: Move) -> u64 {
        self.state().key_after(m)
    }

    /// Makes a move, which must be legal here.
    #[inline]
    fn play(&mut self, m: Move) {
        self.play_observed(m, &mut ());
    }

    /// Makes a move, which must be legal here, and reports every square that it
    /// changes, whatever the reason.
    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O);

    /// Whether the side to move is in check after this move, which must be legal here.
    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        gives_check_when_played(self, m)
    }

    /// Which quiet moves need not be asked about by [`Position::gives_check`].
    #[inline]
    fn check_info(&self) -> CheckInfo {
        CheckInfo::UNKNOWN
    }

    /// Reports all that stands on the squares as placed there, each once: what
    /// the reports of all moves since an empty board would add up to.
    #[inline]
    fn report_occupants<O: SquareObserver>(&self, observer: &mut O) {
        self.state().report_pieces(observer);
    }

    /// Whether passing may be used by a search to prove that a position is good:
    /// not in check, and nothing that makes passing better than every move is
    /// near.
    fn null_move_is_sound(&self) -> bool;

    /// Passes: changes the turn but no square. Neither in check nor where an event would
    /// come with the move; a search passes only where [`Position::null_move_is_sound`].
    fn play_null(&mut self);

    /// The end that only this game knows, if the position is one.
    #[inline]
    fn variant_end(&self) -> Option<Outcome> {
        None
    }

    /// The position after both players have agreed on what is no move (Elolbian Chess:
    /// on exchanging queens).
    ///
    /// # Errors
    ///
    /// If the rules or the position do not allow it.
    fn agree(&self, _agreement: Agreement) -> Result<Self, AgreementError> {
        Err(AgreementError("this game has no agreements"))
    }

    /// Whether the game's file calls this a dead position.
    fn is_dead(&self) -> bool;

    /// How the game ended, if it has, as far as the position alone tells: all
    /// but threefold repetition.
    fn outcome(&self) -> Option<Outcome> {
        if let Some(end) = self.variant_end() {
            return Some(end);
        }
        if self.count_legal_moves() == 0 {
            return Some(if self.is_check() {
                Outcome::win(self.turn().other(), EndReason::Checkmate)
            } else {
                Outcome::draw(EndReason::Stalemate)
            });
        }
        if self.is_dead() {
            return Some(Outcome::draw(EndReason::DeadPosition));
        }
        (self.state().halfmove_clock >= 100).then_some(Outcome::draw(EndReason::FiftyMoves))
    }
}

/// [`Position::gives_check`] of any move of any game, found out by making it.
pub(super) fn gives_check_when_played<P: Position>(position: &P, m: Move) -> bool {
    let mut after = position.clone();
    after.play(m);
    after.is_check()
}
