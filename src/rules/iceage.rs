//! Ice Age Chess, by Köksal Karakus (2000). The rules are in
//! `docs/rules/iceage.md`; its section 'The Ice Age' is the method `freeze`.

use shakmaty::{Bitboard, Color};

use super::changes::{Occupant, SquareObserver};
use super::check_info::CheckInfo;
use super::moves::{GenType, Move, MoveKind, MoveSink};
use super::orthodox::Orthodox;
use super::outcome::{EndReason, Outcome};
use super::piece::Role;
use super::position::{Position, gives_check_when_played};
use super::setup::{Material, Setup, SetupError};
use super::state::State;
use super::zobrist;

/// The ice returns after every Black move whose number is a multiple of this.
pub const MOVES_BETWEEN_ICE_AGES: u32 = 20;

const PLIES_BETWEEN_ICE_AGES: u32 = 2 * MOVES_BETWEEN_ICE_AGES;

static CUBES: [u64; 64] = zobrist::keys(20);
static PLIES_TO_ICE_AGE: [u64; PLIES_BETWEEN_ICE_AGES as usize + 1] = zobrist::keys(21);

/// A position of Ice Age Chess.
#[derive(Clone, Debug)]
pub struct IceAge {
    orthodox: Orthodox,
    cubes: Bitboard,
}

impl IceAge {
    /// The squares with an ice cube.
    #[inline]
    pub fn cubes(&self) -> Bitboard {
        self.cubes
    }

    /// How many plies will have been played when the ice comes: 1 if it comes
    /// after the next move, at most 40.
    #[inline]
    pub fn plies_to_ice_age(&self) -> u32 {
        plies_to_ice_age(
            self.orthodox.state.turn,
            self.orthodox.state.fullmove_number,
        )
    }

    /// The pieces that would be frozen if the ice came now.
    #[inline]
    pub fn isolated(&self) -> Bitboard {
        let pieces = self.orthodox.state.board.occupied();
        pieces & !neighbours(pieces)
    }

    /// The empty squares that would stay empty if the ice came now.
    #[inline]
    pub fn sheltered(&self) -> Bitboard {
        let pieces = self.orthodox.state.board.occupied();
        sheltered(pieces) & !pieces & !self.cubes
    }

    /// The Ice Age, after Black's move and before White's is judged.
    fn freeze<O: SquareObserver>(&mut self, observer: &mut O) {
        // A double step made on this very move gives no right: the square passed
        // over freezes. The key is mended on the board that it was made for.
        self.orthodox.withdraw_en_passant(self.cubes);
        let isolated = self.isolated();
        let sheltered = self.sheltered();
        for square in isolated {
            self.orthodox.state.take(square, observer);
            self.orthodox.forfeit_castling(square);
        }
        if isolated.any() {
            self.orthodox.state.halfmove_clock = 0;
        }
        let cubes = !self.orthodox.state.board.occupied() & !sheltered;
        self.set_cubes(cubes, observer);
        self.orthodox.state.checkers = self.orthodox.compute_checkers(cubes);
    }

    /// Takes cubes away and puts others, in the key too, and reports it.
    #[inline]
    fn set_cubes<O: SquareObserver>(&mut self, cubes: Bitboard, observer: &mut O) {
        for square in self.cubes & !cubes {
            observer.removed(square, Occupant::Neutral);
        }
        for square in cubes & !self.cubes {
            observer.placed(square, Occupant::Neutral);
        }
        self.orthodox.state.key ^= key_of_cubes(self.cubes ^ cubes);
        self.cubes = cubes;
    }

    /// Changes the key from one distance to the next.
    #[inline]
    fn count_down(&mut self, plies_before: u32) {
        self.orthodox.state.key ^= PLIES_TO_ICE_AGE[plies_before as usize]
            ^ PLIES_TO_ICE_AGE[self.plies_to_ice_age() as usize];
    }
}

#[inline]
fn plies_to_ice_age(turn: Color, fullmove_number: u32) -> u32 {
    let moves = MOVES_BETWEEN_ICE_AGES - 1 - (fullmove_number - 1) % MOVES_BETWEEN_ICE_AGES;
    2 * moves + turn.fold_wb(2, 1)
}

/// All squares next to one of `pieces`, diagonally too.
#[inline]
fn neighbours(pieces: Bitboard) -> Bitboard {
    let west = pieces & !Bitboard::from_file(shakmaty::File::A);
    let east = pieces & !Bitboard::from_file(shakmaty::File::H);
    let beside = west.shift(-1) | east.shift(1);
    let row = pieces | beside;
    beside | row.shift(8) | row.shift(-8)
}

/// The squares of which every orthogonal neighbour that exists holds one of
/// `pieces`: none of their neighbours is a gap.
#[inline]
fn sheltered(pieces: Bitboard) -> Bitboard {
    let gaps = !pieces;
    let west = gaps & !Bitboard::from_file(shakmaty::File::A);
    let east = gaps & !Bitboard::from_file(shakmaty::File::H);
    !(west.shift(-1) | east.shift(1) | gaps.shift(8) | gaps.shift(-8))
}

fn key_of_cubes(cubes: Bitboard) -> u64 {
    cubes
        .into_iter()
        .fold(0, |key, square| key ^ CUBES[square.to_usize()])
}

impl Position for IceAge {
    const NAME: &'static str = "iceage";
    const MATERIAL: Material = Material {
        kings: 0..=1,
        neutral: true,
        ..Material::ORTHODOX
    };

    /// As in orthodox chess, with ice cubes on all other squares.
    fn start() -> IceAge {
        let mut setup = Setup::orthodox();
        setup.neutral = !setup.board.occupied();
        IceAge::from_setup(&setup).expect("the start position is legal")
    }

    fn from_setup(setup: &Setup) -> Result<IceAge, SetupError> {
        setup.check(&IceAge::MATERIAL)?;
        let cubes = setup.neutral;
        let mut orthodox = Orthodox::from_setup(setup)?;
        orthodox.set_chess960(false);
        let plies = plies_to_ice_age(orthodox.state.turn, orthodox.state.fullmove_number);
        orthodox.state.key ^= key_of_cubes(cubes) ^ PLIES_TO_ICE_AGE[plies as usize];
        Ok(IceAge { orthodox, cubes })
    }

    fn setup(&self) -> Setup {
        Setup {
            neutral: self.cubes,
            ..self.orthodox.setup()
        }
    }

    #[inline]
    fn state(&self) -> &State {
        &self.orthodox.state
    }

    #[inline]
    fn generate<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        if self.variant_end().is_none() {
            self.orthodox.generate::<G, _, S>(self.cubes, sink);
        }
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.variant_end().is_none() && self.orthodox.is_legal(m, self.cubes)
    }

    #[inline]
    fn key_after(&self, m: Move) -> u64 {
        let plies = self.plies_to_ice_age();
        let after = match plies {
            1 => PLIES_BETWEEN_ICE_AGES,
            _ => plies - 1,
        };
        let counted_down = PLIES_TO_ICE_AGE[plies as usize] ^ PLIES_TO_ICE_AGE[after as usize];
        self.orthodox.state.key_after(m) ^ counted_down
    }

    #[inline]
    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        let plies = self.plies_to_ice_age();
        let cubes_before = self.cubes;
        if m.kind() == MoveKind::TakeNeutral {
            self.set_cubes(self.cubes.without(m.to()), observer);
        }
        self.orthodox.play(m, cubes_before, self.cubes, observer);
        self.count_down(plies);
        if plies == 1 {
            observer.event_begins();
            self.freeze(observer);
        }
    }

    #[inline]
    fn report_occupants<O: SquareObserver>(&self, observer: &mut O) {
        self.orthodox.state.report_pieces(observer);
        for square in self.cubes {
            observer.placed(square, Occupant::Neutral);
        }
    }

    /// The ice may change more than the move does.
    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        let known = match self.plies_to_ice_age() {
            1 => None,
            _ => self.orthodox.gives_check(m, self.cubes),
        };
        known.unwrap_or_else(|| gives_check_when_played(self, m))
    }

    #[inline]
    fn check_info(&self) -> CheckInfo {
        match self.plies_to_ice_age() {
            1 => CheckInfo::UNKNOWN,
            _ => self.orthodox.check_info(self.cubes),
        }
    }

    /// Near the ice a player may be glad to pass, or win by passing: the other
    /// side's king may freeze.
    #[inline]
    fn null_move_is_sound(&self) -> bool {
        !self.is_check() && self.plies_to_ice_age() > 8 && self.orthodox.has_non_pawn_material()
    }

    fn play_null(&mut self) {
        let plies = self.plies_to_ice_age();
        debug_assert!(plies > 1, "passing would let the ice come");
        self.orthodox.pass(self.cubes);
        self.count_down(plies);
    }

    #[inline]
    fn variant_end(&self) -> Option<Outcome> {
        let board = &self.orthodox.state.board;
        let kings = board.by_role(Role::King);
        if kings.more_than_one() {
            return None;
        }
        Some(match kings.first() {
            None => Outcome::draw(EndReason::Variant("both kings are frozen")),
            Some(king) if board.by_color(Color::White).contains(king) => {
                Outcome::win(Color::White, EndReason::Variant("Black's king is frozen"))
            }
            Some(_) => Outcome::win(Color::Black, EndReason::Variant("White's king is frozen")),
        })
    }

    /// Two bare kings always freeze together or not at all.
    #[inline]
    fn is_dead(&self) -> bool {
        self.orthodox.state.board.occupied() == self.orthodox.state.board.by_role(Role::King)
    }
}
