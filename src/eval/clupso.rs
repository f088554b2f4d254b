//! Evaluation of Clupso Chess: no kings; men that reach the enemy's base become
//! what was captured; whoever has nothing left has lost.

use crate::rules::clupso::Clupso;
use crate::rules::{Bitboard, Color, Move, Position, Rank, Role};

use super::exchange::RoleValues;
use super::score::{Score, score};
use super::survey::Survey;
use super::{Evaluate, Term, draughts, squares, terms};

/// Centipawns; first estimates by hand until they are tuned.
const VALUES: [Score; Role::COUNT] = [
    score(0, 0),
    score(310, 300),
    score(320, 320),
    score(480, 540),
    score(920, 980),
    score(0, 0),
    score(115, 135),
];

const EXCHANGE_VALUES: RoleValues = [0, 310, 320, 500, 940, 0, 125];

/// The share in hundredths of what a promotion would add that a man has in hand,
/// by its distance from the enemy base in ranks. On the base it has to leave and
/// come back.
const PROMISE: [i32; 8] = [10, 34, 20, 12, 7, 4, 2, 1];

/// The part in hundredths that is left if the next square is taken or not safe.
const HELD_UP: i32 = 50;

/// What the pool promises: the nearest men will fetch its best pieces.
fn pool(position: &Clupso, survey: &Survey, color: Color) -> Score {
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
            let added = EXCHANGE_VALUES[fetched.index()] - EXCHANGE_VALUES[Role::Man.index()];
            let share = PROMISE[distance as usize];
            let next = terms::forward(man.into(), color);
            let left = if barred.intersects(next) {
                HELD_UP
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

impl Evaluate for Clupso {
    #[inline]
    fn visit_terms(&self, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let survey = draughts::survey(board);
        visit(Term::of("material", |color| {
            terms::material(board, &VALUES, color)
        }));
        visit(Term::of("piece squares", |color| {
            terms::piece_squares(board, &squares::CLUPSO, color)
        }));
        visit(Term::of("mobility", |color| {
            survey.mobility[color as usize]
        }));
        visit(Term::of("men", |color| {
            draughts::men(board, &survey, color)
        }));
        visit(Term::of("jumps", |color| {
            draughts::jumps(board, &survey, color)
        }));
        visit(Term::of("threats", |color| {
            draughts::threats(board, &survey, color)
        }));
        visit(Term::of("pool", |color| pool(self, &survey, color)));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    fn gain(&self, m: Move) -> i32 {
        draughts::gain(self.board(), &EXCHANGE_VALUES, m, draughts::taken(m))
    }

    fn exchange_reaches(&self, m: Move, threshold: i32) -> bool {
        let taken = draughts::taken(m);
        draughts::exchange_reaches(self.board(), &EXCHANGE_VALUES, m, taken, threshold)
    }

    /// Everything must be taken in the end: a lead weighs more the fewer are
    /// left, unless a single chessman is to chase the rest.
    fn scaled(&self, white: i32) -> i32 {
        let board = self.board();
        let stronger = Color::from_white(white > 0);
        let gone = (CHESSMEN - board.occupied().count() as i32).max(0);
        let share = match board.by_color(stronger).more_than_one() {
            true => 100 + MOST_GROWTH * gone / CHESSMEN,
            false => LONE_CHASER,
        };
        terms::faded(white * share / 100, self.halfmove_clock())
    }
}

/// How many chessmen the start position has.
const CHESSMEN: i32 = 32;

/// How much a lead grows when nearly all are gone, in hundredths.
const MOST_GROWTH: i32 = 60;

/// What a lead is worth with one chessman left, in hundredths.
const LONE_CHASER: i32 = 50;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{assert_mirrored, exchange, term};

    #[test]
    fn sides_are_judged_alike() {
        assert_mirrored::<Clupso>();
    }

    #[test]
    fn exchanges() {
        let value = |fen, m| exchange::<Clupso>(fen, m);
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
        assert!(near > far && far > 0);
        let nothing_lost = pool("8/8/M7/8/8/8/8/RNBQ1BNR w - - 0 1");
        assert_eq!(nothing_lost, 0);
    }

    #[test]
    fn a_lead_grows_as_the_board_empties() {
        let value = |fen: &str| Clupso::from_fen(fen).unwrap().evaluate();
        let many = value("1nbqmbnr/mmmmmmmm/8/8/8/8/MMMMMMMM/RNBQMBNR w - - 0 1");
        let few = value("8/1m6/8/8/8/8/1M6/R7 w - - 0 1");
        assert!(few > many, "{few} {many}");
    }
}
