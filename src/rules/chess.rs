//! Orthodox chess: the FIDE Laws of Chess.

use shakmaty::{Bitboard, Square};

use super::changes::SquareObserver;
use super::moves::{Move, MoveSink};
use super::orthodox::Orthodox;
use super::piece::Role;
use super::position::{Position, gives_check_when_played};
use super::state::State;
use crate::notation::Notation;
use crate::notation::fen::{self, FenError, Fields};

/// A position of orthodox chess.
#[derive(Clone, Debug)]
pub struct Chess(Orthodox);

/// The kinds of pieces that the orthodox games have.
pub const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

impl Position for Chess {
    const NAME: &'static str = "chess";

    fn start() -> Chess {
        Chess::from_fen(Chess::START_FEN).expect("every game's start position is a valid FEN")
    }

    #[inline]
    fn state(&self) -> &State {
        &self.0.state
    }

    #[inline]
    fn generate<S: MoveSink, const TACTICAL: bool>(&self, sink: &mut S) {
        self.0.generate::<S, TACTICAL>(Bitboard::EMPTY, sink);
    }

    #[inline]
    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        self.0.play(m, Bitboard::EMPTY, Bitboard::EMPTY, observer);
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let known = self.0.gives_check(m, Bitboard::EMPTY);
        known.unwrap_or_else(|| gives_check_when_played(self, m))
    }

    #[inline]
    fn null_move_is_sound(&self) -> bool {
        !self.is_check() && self.0.has_non_pawn_material(self.0.state.turn)
    }

    fn play_null(&mut self) {
        self.0.pass(Bitboard::EMPTY);
    }

    /// No sequence of moves leads to mate: bare kings, one minor piece, or
    /// bishops that all stand on squares of one colour.
    fn is_dead(&self) -> bool {
        let board = &self.0.state.board;
        let majors_and_pawns = [Role::Pawn, Role::Rook, Role::Queen]
            .into_iter()
            .fold(Bitboard::EMPTY, |pieces, role| pieces | board.by_role(role));
        if majors_and_pawns.any() {
            return false;
        }
        let knights = board.by_role(Role::Knight);
        let bishops = board.by_role(Role::Bishop);
        let one_color = bishops.is_disjoint(Bitboard::LIGHT_SQUARES)
            || bishops.is_disjoint(Bitboard::DARK_SQUARES);
        !(knights | bishops).more_than_one() || knights.is_empty() && one_color
    }

    fn en_passant_captures(&self) -> Option<(Bitboard, Square)> {
        self.0.en_passant_captures()
    }
}

impl Notation for Chess {
    const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    const SAMPLE_FENS: &'static [&'static str] = &[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1b1kbnr/ppp3pp/3qp3/5pNn/1PpPP3/5P2/P1P3PP/RNB1KQ1R b KQkq d3 0 12",
        "6n1/n4r1r/1pNp2p1/p7/3PKp1k/P4P1b/RP1N2PP/2B2R2 w - - 2 36",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    fn from_fen(fen: &str) -> Result<Chess, FenError> {
        let fields = Fields::parse(fen)?;
        let board = fen::read_pieces(fields.placement, &ROLES, |_, _| false)?;
        Orthodox::from_fields(&fields, board, Bitboard::EMPTY, 1..=1).map(Chess)
    }

    fn fen(&self) -> String {
        self.0.fen(fen::write_pieces(&self.0.state.board))
    }
}
