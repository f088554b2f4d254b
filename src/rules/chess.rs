//! Orthodox chess: the FIDE Laws of Chess.

use shakmaty::Bitboard;

use super::changes::SquareObserver;
use super::check_info::CheckInfo;
use super::moves::{GenType, Move, MoveSink};
use super::orthodox::{NoCubes, Orthodox};
use super::piece::Role;
use super::position::{Position, RuleOption, gives_check_when_played};
use super::setup::{Material, Setup, SetupError};
use super::state::State;

/// The rule by which king and rooks castle from where they stand in one of the 960 start
/// positions: Chess960, by Robert Fischer (1996), also Fischerandom.
pub const CHESS960: RuleOption = RuleOption {
    name: "UCI_Chess960",
    default: false,
};

/// A position of orthodox chess.
#[derive(Clone, Debug)]
pub struct Chess(Orthodox);

impl Chess {
    /// Whether the rule [`CHESS960`] holds.
    pub fn is_chess960(&self) -> bool {
        self.0.castling.is_chess960()
    }
}

impl Position for Chess {
    const NAME: &'static str = "chess";
    const MATERIAL: Material = Material::ORTHODOX;
    const RULE_OPTIONS: &'static [RuleOption] = &[CHESS960];

    fn start() -> Chess {
        Chess::from_setup(&Setup::orthodox()).expect("the start position is legal")
    }

    fn from_setup(setup: &Setup) -> Result<Chess, SetupError> {
        setup.check(&Chess::MATERIAL)?;
        Orthodox::from_setup(setup).map(Chess)
    }

    fn setup(&self) -> Setup {
        self.0.setup()
    }

    fn set_rule(&mut self, _rule: usize, on: bool) {
        self.0.set_chess960(on);
    }

    #[inline]
    fn state(&self) -> &State {
        &self.0.state
    }

    #[inline]
    fn generate<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        self.0.generate::<G, _, S>(NoCubes, sink);
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.0.is_legal(m, NoCubes)
    }

    #[inline]
    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        self.0.play(m, NoCubes, NoCubes, observer);
    }

    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let known = self.0.gives_check(m, NoCubes);
        known.unwrap_or_else(|| gives_check_when_played(self, m))
    }

    #[inline]
    fn check_info(&self) -> CheckInfo {
        self.0.check_info(NoCubes)
    }

    #[inline]
    fn null_move_is_sound(&self) -> bool {
        !self.is_check() && self.0.has_non_pawn_material()
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
}
