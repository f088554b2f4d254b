//! Evaluation of Clupso Chess: no kings; men that reach the enemy's base become
//! what was captured; whoever has nothing left has lost.

use crate::rules::clupso::Clupso;
use crate::rules::{Bitboard, Board, Color, Move, Position, Rank, Role, Square};

use super::draughts::{Jumps, Men, Threats};
use super::score::Score;
use super::see::RoleValues;
use super::squares::SquareTables;
use super::survey::{Mobility, Survey, ZoneUnits};
use super::weights::{self, figures};
use super::{Evaluate, HandCrafted, HandCraftedEvaluator, See, Term, draughts, terms};

figures! {
    /// The figures of Clupso Chess.
    pub struct ClupsoWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// Men, by [`Role::index`].
        pub material: [Score; Role::COUNT],
        pub squares: SquareTables,
        pub mobility: Mobility,
        pub men: Men,
        pub jumps: Jumps,
        pub threats: Threats,
        pub pool: Pool,
        pub hunt: Hunt,
        /// How much a lead grows when nearly all are gone, in hundredths.
        pub most_growth: i32,
        /// What a lead is worth with one chessman left, in hundredths.
        pub lone_chaser: i32,
    }
}

figures! {
    /// Shares in hundredths of what a promotion would add.
    pub struct Pool {
        /// What a man has in hand, by its distance from the enemy base in ranks.
        /// On the base it has to leave and come back.
        pub promise: [i32; 8],
        /// The part that is left if the next square is taken or not safe.
        pub held_up: i32,
    }
}

figures! {
    /// Chasing the last enemy chessmen, which no mate ends: they must be cornered.
    pub struct Hunt {
        /// For the squares of its [`FREEDOM`] that a quarry cannot safely go to:
        /// their number squared, by the freedom.
        pub cornered: i32,
        /// For each square that the hunters attack.
        pub covered: i32,
        /// For each rank that a man has gone to fetch another hunter.
        pub fetched: i32,
        /// What is left of a lead over one or two pieces, in hundredths, by the
        /// chessmen of the side that hunts: few catch nobody.
        pub hunters: [i32; 8],
    }
}

/// So many last chessmen are a quarry; they could go to about so many squares, as
/// a queen from the middle of the board.
const QUARRY: usize = 2;
const FREEDOM: i32 = 27;

/// No king, no attack on it.
const NO_ZONE: ZoneUnits = [0; Role::COUNT];

const SEE_VALUES: RoleValues = [0, 310, 320, 500, 940, 0, 125];

/// What the pool promises: the nearest men will fetch its best pieces.
fn pool(position: &Clupso, weights: &Pool, survey: &Survey, color: Color) -> Score {
    let board = position.board();
    let mut pool = Role::PROMOTIONS
        .into_iter()
        .flat_map(|role| std::iter::repeat_n(role, position.pool(color, role)));
    let Some(mut fetched) = pool.next() else {
        return Score::ZERO;
    };
    let barred = board.occupied() | survey.reach_of_all(!color);
    let men = board.pieces(color, Role::Man);
    let mut total = 0;
    // From the rank before the base, with the base itself between near and far.
    for distance in [1, 2, 0, 3, 4, 5, 6, 7] {
        let rank = color.relative_rank(Rank::new(7 - distance));
        for man in men & Bitboard::from_rank(rank) {
            let added = SEE_VALUES[fetched.index()] - SEE_VALUES[Role::Man.index()];
            let share = weights.promise[distance as usize];
            let next = terms::forward(man.into(), color);
            let left = if barred.intersects(next) {
                weights.held_up
            } else {
                100
            };
            total += added * share * left / 10_000;
            let Some(role) = pool.next() else {
                return Score::flat(total);
            };
            fetched = role;
        }
    }
    Score::flat(total)
}

/// Whether `color` has only a piece or two left, which others hunt.
fn is_quarry(board: &Board, color: Color) -> bool {
    let left = board.by_color(color);
    left.count() <= QUARRY && left.is_disjoint(board.by_role(Role::Man))
}

/// How many ranks men have gone towards the enemy base, from the farthest. On the
/// base they have to leave and come back.
fn ranks_gone(men: Bitboard, color: Color) -> i32 {
    let gone = |man: Square| match color.relative_rank(man.rank()) as i32 {
        7 => 5,
        rank => rank,
    };
    men.into_iter().map(gone).sum()
}

/// What is done to catch the last enemy pieces.
fn hunt(position: &Clupso, weights: &Hunt, survey: &Survey, color: Color) -> Score {
    let board = position.board();
    if !is_quarry(board, !color) || is_quarry(board, color) {
        return Score::ZERO;
    }
    let quarry = board.by_color(!color);
    let havens = survey.reach_of_all(!color) & !quarry & !survey.reach_of_all(color);
    let denied = (FREEDOM - havens.count() as i32).max(0);
    let beaters = survey.reach_of_all(color).count() as i32;
    let helpers = match Role::PROMOTIONS
        .into_iter()
        .any(|role| position.pool(color, role) > 0)
    {
        true => ranks_gone(board.pieces(color, Role::Man), color),
        false => 0,
    };
    let value = weights.cornered * denied * denied / FREEDOM
        + weights.covered * beaters
        + weights.fetched * helpers;
    Score::flat(value)
}

impl weights::Weights for ClupsoWeights {
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
        &weights::clupso::WEIGHTS
    }

    #[inline]
    fn visit_terms(&self, weights: &ClupsoWeights, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let survey = draughts::survey(board, &weights.mobility, &NO_ZONE);
        visit(Term::of("material", |color| {
            terms::material(board, &weights.material, color)
        }));
        visit(Term::of("piece squares", |color| {
            terms::piece_squares(board, board.occupied(), &weights.squares, color)
        }));
        visit(Term::of("mobility", |color| {
            survey.mobility[color as usize]
        }));
        visit(Term::of("men", |color| {
            draughts::men(board, &weights.men, &survey, color)
        }));
        visit(Term::of("jumps", |color| {
            draughts::jumps(board, &weights.jumps, &survey, color)
        }));
        visit(Term::of("threats", |color| {
            draughts::threats(board, &weights.threats, &survey, color)
        }));
        visit(Term::of("pool", |color| {
            pool(self, &weights.pool, &survey, color)
        }));
        visit(Term::of("hunt", |color| {
            hunt(self, &weights.hunt, &survey, color)
        }));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    /// Everything must be taken in the end: a lead weighs more the fewer are
    /// left, unless a single chessman is to chase the rest.
    fn scaled(&self, weights: &ClupsoWeights, white: i32) -> i32 {
        let board = self.board();
        let stronger = Color::from_white(white > 0);
        let gone = (CHESSMEN - board.occupied().count() as i32).max(0);
        let share = match board.by_color(stronger).more_than_one() {
            true => 100 + weights.most_growth * gone / CHESSMEN,
            false => weights.lone_chaser,
        };
        let hunters = board.by_color(stronger).count().min(8);
        let share = match is_quarry(board, !stronger) {
            true => share * weights.hunt.hunters[hunters - 1] / 100,
            false => share,
        };
        terms::faded(white * share / 100, self.halfmove_clock())
    }
}

/// How many chessmen the start position has.
const CHESSMEN: i32 = 32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{assert_mirrored, see, term};

    #[test]
    fn sides_are_judged_alike() {
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
    fn the_pool_is_a_promise() {
        let pool = |fen| term::<Clupso>(fen, "pool").endgame;
        let near = pool("8/8/M7/8/8/8/8/8 w - - 0 1");
        let far = pool("8/8/8/8/8/M7/8/8 w - - 0 1");
        assert!(near > far && near > 0, "{near} {far}");
        let nothing_lost = pool("8/8/M7/8/8/8/8/RNBQ1BNR w - - 0 1");
        assert_eq!(nothing_lost, 0);
    }

    #[test]
    fn a_quarry_is_cornered() {
        let hunt = |fen| term::<Clupso>(fen, "hunt").endgame;
        let in_a_corner = hunt("b7/1Q6/8/4M3/8/8/8/R7 w - - 0 1");
        let at_large = hunt("8/1Q6/8/4M3/4b3/8/8/R7 w - - 0 1");
        assert!(in_a_corner > at_large, "{in_a_corner} {at_large}");
        let with_men = hunt("b7/1Q6/8/4M3/8/m7/8/R7 w - - 0 1");
        assert_eq!(with_men, 0);
    }

    #[test]
    fn men_on_the_base_have_to_come_back() {
        let gone = |square: Square| ranks_gone(square.into(), Color::White);
        assert!(gone(Square::E7) > gone(Square::E6) && gone(Square::E6) > gone(Square::E2));
        assert_eq!(gone(Square::E8), gone(Square::E6));
        let both = ranks_gone(Bitboard::from(Square::E7).with(Square::E2), Color::Black);
        assert_eq!(both, gone(Square::E2) + gone(Square::E7));
    }

    #[test]
    fn a_lead_grows_as_the_board_empties() {
        let value = |fen: &str| Clupso::from_fen(fen).unwrap().static_eval();
        let many = value("1nbqmbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQMBNR w - - 0 1");
        let few = value("8/1m6/8/8/8/8/1M6/R7 w - - 0 1");
        assert!(few > many, "{few} {many}");
    }
}
