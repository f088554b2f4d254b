//! Evaluation of Clupso Chess: no kings; men that reach the enemy's base become
//! what was captured; who has no piece left has lost.

mod features;
mod weights;

use crate::eval::attack_info::{AttackInfo, Mobility, ZoneUnits};
use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::piece_square::PieceSquareTables;
use crate::eval::score::Score;
use crate::eval::see::RoleValues;
use crate::eval::weights::{Weights, tunable};
use crate::eval::{Evaluate, HandCrafted, HandCraftedEvaluator, See, Term, draughts, terms};
use crate::rules::clupso::Clupso;
use crate::rules::{Bitboard, Board, Color, Move, Position, Rank, Role, Square};

tunable! {
    /// The weights of Clupso Chess.
    pub struct ClupsoWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// By [`Role::index`].
        pub material: [Score; Role::COUNT],
        pub squares: PieceSquareTables,
        pub mobility: Mobility,
        pub men: Men,
        pub jumps: Jumps,
        pub threats: Threats,
        pub pool: Pool,
        pub mop_up: MopUp,
        /// How much a lead grows when nearly all pieces are gone, in hundredths.
        pub max_growth: i32,
        /// What a lead is worth with one piece left, in hundredths.
        pub lone_piece: i32,
    }
}

tunable! {
    /// Shares in hundredths of what a promotion would add.
    pub struct Pool {
        /// By the distance of a man from the enemy base in ranks. On the base it
        /// has to leave and come back.
        pub by_distance: [i32; 8],
        /// The part that is left if the next square is occupied or attacked.
        pub blocked: i32,
    }
}

tunable! {
    /// Mop-up evaluation: the last enemy pieces, which no mate ends, must be taken.
    pub struct MopUp {
        /// For the squares of [`MAX_SAFE_SQUARES`] that they cannot safely go to:
        /// their number squared, divided by the maximum.
        pub unsafe_squares: i32,
        /// For each square that the stronger side attacks.
        pub attacked: i32,
        /// For each rank that a man has advanced, if it can promote.
        pub advanced: i32,
        /// What is left of a lead over one or two pieces, in hundredths, by the
        /// pieces of the stronger side: few catch nothing.
        pub scale: [i32; 8],
    }
}

/// With so many pieces left, none of them a man, a side is nearly bare.
const NEARLY_BARE: usize = 2;

/// What the last pieces could go to at most, about: as many squares as a queen in
/// the centre.
const MAX_SAFE_SQUARES: i32 = 27;

/// No king, no attack on it.
const NO_ZONE: ZoneUnits = [0; Role::COUNT];

const SEE_VALUES: RoleValues = [0, 310, 320, 500, 940, 0, 125];

/// What a side can expect of its pool: the nearest men get its best pieces.
fn pool(position: &Clupso, weights: &Pool, info: &AttackInfo, color: Color) -> Score {
    let board = position.board();
    let mut pool = Role::PROMOTIONS
        .into_iter()
        .flat_map(|role| std::iter::repeat_n(role, position.pool(color, role)));
    let Some(mut promoted) = pool.next() else {
        return Score::ZERO;
    };
    let unsafe_squares = board.occupied() | info.attacked_by_any(!color);
    let men = board.pieces(color, Role::Man);
    let mut total = 0;
    // From the rank before the base, with the base itself between near and far.
    for distance in [1, 2, 0, 3, 4, 5, 6, 7] {
        let rank = color.relative_rank(Rank::new(7 - distance));
        for man in men & Bitboard::from_rank(rank) {
            let added = SEE_VALUES[promoted.index()] - SEE_VALUES[Role::Man.index()];
            let share = weights.by_distance[distance as usize];
            let next = terms::forward(man.into(), color);
            let left = if unsafe_squares.intersects(next) {
                weights.blocked
            } else {
                100
            };
            total += added * share * left / 10_000;
            let Some(role) = pool.next() else {
                return Score::flat(total);
            };
            promoted = role;
        }
    }
    Score::flat(total)
}

/// Whether `color` has only a piece or two left.
fn is_nearly_bare(board: &Board, color: Color) -> bool {
    let left = board.by_color(color);
    left.count() <= NEARLY_BARE && left.is_disjoint(board.by_role(Role::Man))
}

/// How many ranks men have advanced towards the enemy base, from the farthest. On the
/// base they have to leave and come back.
fn ranks_advanced(men: Bitboard, color: Color) -> i32 {
    let advanced = |man: Square| match color.relative_rank(man.rank()) as i32 {
        7 => 5,
        rank => rank,
    };
    men.into_iter().map(advanced).sum()
}

/// How far a side is with taking the last enemy pieces.
fn mop_up(position: &Clupso, weights: &MopUp, info: &AttackInfo, color: Color) -> Score {
    let board = position.board();
    if !is_nearly_bare(board, !color) || is_nearly_bare(board, color) {
        return Score::ZERO;
    }
    let last = board.by_color(!color);
    let safe_squares = info.attacked_by_any(!color) & !last & !info.attacked_by_any(color);
    let lacking = (MAX_SAFE_SQUARES - safe_squares.count() as i32).max(0);
    let attacked = info.attacked_by_any(color).count() as i32;
    let advanced = match Role::PROMOTIONS
        .into_iter()
        .any(|role| position.pool(color, role) > 0)
    {
        true => ranks_advanced(board.pieces(color, Role::Man), color),
        false => 0,
    };
    let value = weights.unsafe_squares * lacking * lacking / MAX_SAFE_SQUARES
        + weights.attacked * attacked
        + weights.advanced * advanced;
    Score::flat(value)
}

impl Weights for ClupsoWeights {
    #[inline]
    fn tempo(&self) -> i32 {
        self.tempo
    }
}

impl See for Clupso {
    fn gain(&self, m: Move) -> i32 {
        draughts::gain(self.board(), &SEE_VALUES, m, draughts::taken(m))
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let taken = draughts::taken(m);
        draughts::see_ge(self.board(), &SEE_VALUES, m, taken, threshold)
    }
}

impl Evaluate for Clupso {
    type Evaluator = HandCraftedEvaluator;

    fn evaluator() -> HandCraftedEvaluator {
        HandCraftedEvaluator
    }
}

impl HandCrafted for Clupso {
    type Weights = ClupsoWeights;

    #[inline]
    fn weights() -> &'static ClupsoWeights {
        &weights::WEIGHTS
    }

    #[inline]
    fn visit_terms(&self, weights: &ClupsoWeights, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let info = draughts::attack_info(board, &weights.mobility, &NO_ZONE);
        visit(Term::of("material", |color| {
            terms::material(board, &weights.material, color)
        }));
        visit(Term::of("piece squares", |color| {
            terms::piece_squares(board, board.occupied(), &weights.squares, color)
        }));
        visit(Term::of("mobility", |color| info.mobility[color as usize]));
        visit(Term::of("men", |color| {
            draughts::men(board, &weights.men, &info, color)
        }));
        visit(Term::of("jumps", |color| {
            draughts::jumps(board, &weights.jumps, &info, color)
        }));
        visit(Term::of("threats", |color| {
            draughts::threats(board, &weights.threats, &info, color)
        }));
        visit(Term::of("pool", |color| {
            pool(self, &weights.pool, &info, color)
        }));
        visit(Term::of("mop-up", |color| {
            mop_up(self, &weights.mop_up, &info, color)
        }));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    /// Everything must be taken in the end: a lead weighs more the fewer pieces are
    /// left, unless a single one is to take the rest.
    fn scaled(&self, weights: &ClupsoWeights, white: i32) -> i32 {
        let board = self.board();
        let stronger = Color::from_white(white > 0);
        let gone = (INITIAL_PIECES - board.occupied().count() as i32).max(0);
        let share = match board.by_color(stronger).more_than_one() {
            true => 100 + weights.max_growth * gone / INITIAL_PIECES,
            false => weights.lone_piece,
        };
        let pieces = board.by_color(stronger).count().min(8);
        let share = match is_nearly_bare(board, !stronger) {
            true => share * weights.mop_up.scale[pieces - 1] / 100,
            false => share,
        };
        terms::fifty_move_scaled(white * share / 100, self.halfmove_clock())
    }
}

/// How many pieces the start position has.
const INITIAL_PIECES: i32 = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{
        assert_as_written, assert_mirrored, no_weights, see, static_eval, term,
    };

    #[test]
    fn weights_are_as_the_tuner_writes_them() {
        assert_as_written::<Clupso>(include_str!("weights.rs"));
    }

    #[test]
    fn evaluation_is_symmetric() {
        assert_mirrored::<Clupso>();
    }

    #[test]
    fn exchanges() {
        let value = |fen, m| see::<Clupso>(fen, m);
        assert_eq!(value("8/8/2m5/3n4/8/8/3R4/8 w - - 0 1", "d2d5"), 310 - 500);
        assert_eq!(value("8/8/8/3r4/8/8/3R4/8 w - - 0 1", "d2d5"), 500);
        // A queen regained, and one that is taken at once.
        assert_eq!(value("8/M7/8/8/8/8/7m/8 w - - 0 1", "a7a8q"), 940 - 125);
        assert_eq!(value("7r/M7/8/8/8/8/7m/8 w - - 0 1", "a7a8q"), -125);
    }

    #[test]
    fn men_near_the_base_make_the_pool_count() {
        let mut weights = no_weights::<Clupso>();
        weights.pool = Pool {
            by_distance: [30, 70, 60, 50, 40, 20, 10, 10],
            blocked: 50,
        };
        let pool = |fen| term::<Clupso>(&weights, fen, "pool").endgame;
        let queen = SEE_VALUES[Role::Queen.index()] - SEE_VALUES[Role::Man.index()];
        assert_eq!(pool("8/8/M7/8/8/8/8/8 w - - 0 1"), queen * 60 / 100);
        assert_eq!(pool("8/8/8/8/8/M7/8/8 w - - 0 1"), queen * 20 / 100);
        let blocked = pool("8/m7/M7/8/8/8/8/8 w - - 0 1");
        assert_eq!(blocked, queen * 30 / 100 - queen * 5 / 100);
        let nothing_lost = pool("8/8/M7/8/8/8/8/RNBQ1BNR w - - 0 1");
        assert_eq!(nothing_lost, 0);
    }

    #[test]
    fn the_last_pieces_are_confined() {
        let mut weights = no_weights::<Clupso>();
        weights.mop_up.unsafe_squares = 10;
        let mop_up = |fen| term::<Clupso>(&weights, fen, "mop-up").endgame;
        let in_a_corner = mop_up("b7/1Q6/8/4M3/8/8/8/R7 w - - 0 1");
        let in_the_centre = mop_up("8/1Q6/8/4M3/4b3/8/8/R7 w - - 0 1");
        assert!(in_a_corner > in_the_centre, "{in_a_corner} {in_the_centre}");
        let with_men = mop_up("b7/1Q6/8/4M3/8/m7/8/R7 w - - 0 1");
        assert_eq!(with_men, 0);
    }

    #[test]
    fn men_on_the_base_have_to_come_back() {
        let gone = |square: Square| ranks_advanced(square.into(), Color::White);
        assert!(gone(Square::E7) > gone(Square::E6) && gone(Square::E6) > gone(Square::E2));
        assert_eq!(gone(Square::E8), gone(Square::E6));
        let both = ranks_advanced(Bitboard::from(Square::E7).with(Square::E2), Color::Black);
        assert_eq!(both, gone(Square::E2) + gone(Square::E7));
    }

    #[test]
    fn a_lead_grows_as_the_board_empties() {
        let mut weights = no_weights::<Clupso>();
        weights.material[Role::Rook.index()] = Score::flat(500);
        weights.max_growth = 50;
        let value = |fen| static_eval::<Clupso>(&weights, fen);
        let many = value("1nbqmbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQMBNR w - - 0 1");
        let few = value("8/1m6/8/8/8/8/1M6/R7 w - - 0 1");
        // One piece is gone of 32, and 29 are.
        assert_eq!((many, few), (505, 725));
    }
}
