//! Evaluation of Alice Chess: every attack belongs to a board, and whoever takes
//! is taken back on the other one.

use crate::rules::alice::{Alice, Plane};
use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Color, Move, Position, Role, Square, attacks};

use super::orthodox::{Danger, Threats};
use super::pawns::Passed;
use super::score::Score;
use super::see::{self, Captor, RoleValues};
use super::squares::SquareTables;
use super::survey::{Ground, Mobility, Survey, per_side};
use super::weights::{self, figures};
use super::{Evaluate, HandCrafted, HandCraftedEvaluator, See, Term, orthodox, pawns, terms};

figures! {
    /// The figures of Alice Chess.
    pub struct AliceWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// Men, by [`Role::index`].
        pub material: [Score; Role::COUNT],
        /// For the men of board A and for those of board B.
        pub squares: [SquareTables; 2],
        pub mobility: Mobility,
        pub passed: Passed,
        /// A piece on the board that the own king is not on: it can pass over
        /// into the line of a check.
        pub guard: Score,
        /// A piece on the board that the enemy king is not on: only from there a
        /// move gives check.
        pub hunter: Score,
        pub danger: Danger,
        pub checks: Checks,
        pub threats: Threats,
    }
}

figures! {
    /// King danger, in attack units as for orthodox kings, beside that for each
    /// square of the zone that enemies of either board attack.
    pub struct Checks {
        /// For each kind of piece that can give check where it cannot be taken.
        pub possible: [i32; Role::COUNT],
        /// More if it also cannot be interposed.
        pub unstoppable: i32,
        /// By the number of flight squares.
        pub missing_flight: [i32; 5],
        /// Units count in full only with a check in the air, else in this many
        /// hundredths.
        pub without_check: i32,
    }
}

const SEE_VALUES: RoleValues = [100, 285, 330, 500, 970, 0, 0];

/// What is left of the orthodox tables in hundredths: squares near the middle
/// are good on both boards, but a pawn protects nobody on its own board.
const PIECE_SQUARE_SHARE: i32 = 70;
const PASSED_PAWN_SHARE: i32 = 75;
const THREAT_SHARE: i32 = 110;

/// Both boards as the evaluation sees them.
struct Boards<'a> {
    position: &'a Alice,
    weights: &'a AliceWeights,
    /// By [`index`] of the board.
    surveys: [Survey; 2],
}

#[inline]
fn index(plane: Plane) -> usize {
    plane as usize
}

impl<'a> Boards<'a> {
    #[inline]
    fn of(position: &'a Alice, weights: &'a AliceWeights) -> Boards<'a> {
        let board = position.board();
        let zones = per_side(|color| terms::king_zone(board, color));
        let survey = |plane: Plane| {
            let men = position.pieces_on(plane);
            // A man that goes somewhere on one board can be taken there on the
            // other.
            let beyond = position.pieces_on(plane.other());
            let shunned = per_side(|color| {
                terms::pawn_reach(board.pieces(!color, Role::Pawn) & beyond, !color)
            });
            Survey::of(&Ground {
                board,
                men,
                occupied: men,
                vacant: !board.occupied(),
                cubes: Bitboard::EMPTY,
                shunned,
                zones,
                mobility: &weights.mobility,
                zone_units: &weights.danger.zone_units,
            })
        };
        Boards {
            position,
            weights,
            surveys: [survey(Plane::A), survey(Plane::B)],
        }
    }

    #[inline]
    fn survey(&self, plane: Plane) -> &Survey {
        &self.surveys[index(plane)]
    }

    /// A man is threatened from its own board and defended from the other, where
    /// the captor lands.
    fn threats(&self, color: Color) -> Score {
        let board = self.position.board();
        [Plane::A, Plane::B]
            .into_iter()
            .map(|plane| {
                let men = self.position.pieces_on(plane);
                let defended = self.survey(plane.other()).reach_of_all(!color);
                orthodox::threats(
                    board,
                    &self.weights.threats,
                    men,
                    self.survey(plane),
                    defended,
                    color,
                )
            })
            .sum::<Score>()
            .percent(THREAT_SHARE)
    }

    fn piece_squares(&self, color: Color) -> Score {
        let board = self.position.board();
        [Plane::A, Plane::B]
            .into_iter()
            .map(|plane| {
                let men = self.position.pieces_on(plane);
                terms::piece_squares(board, men, &self.weights.squares[index(plane)], color)
            })
            .sum::<Score>()
            .percent(PIECE_SQUARE_SHARE)
    }

    fn passed_pawns(&self, color: Color) -> Score {
        let board = self.position.board();
        // Either board's men are in the way of a pawn that changes boards with
        // each step. What attacks the way depends on when the pawn is where.
        let survey = self.survey(Plane::A);
        pawns::passed_pawns(board, &self.weights.passed, survey, board.occupied(), color)
            .percent(PASSED_PAWN_SHARE)
    }

    /// The pieces that can help the own king or go for the enemy's, by the boards
    /// of the kings.
    fn sides_of_the_glass(&self, color: Color) -> Score {
        let board = self.position.board();
        let pieces =
            board.by_color(color) & !(board.by_role(Role::Pawn) | board.by_role(Role::King));
        let across = |side| {
            let king = board.king_of(side);
            king.map_or(Bitboard::EMPTY, |king| {
                self.position
                    .pieces_on(self.position.plane_of(king).other())
            })
        };
        terms::each(pieces & across(color), self.weights.guard)
            + terms::each(pieces & across(!color), self.weights.hunter)
    }

    /// The squares that a king may flee to: vacant on both boards or an enemy on
    /// its own, attacked neither where it leaves nor where it arrives.
    fn flights(&self, king: Square, color: Color) -> Bitboard {
        let board = self.position.board();
        let home = self.position.plane_of(king);
        let beside = self.position.pieces_on(home);
        let open = !board.occupied() | board.by_color(!color) & beside;
        // Lines through the king reach the squares behind it.
        let lines = board.slider_candidates(king, !color, beside);
        let shadows = lines
            .into_iter()
            .filter(|&sniper| (attacks::between(king, sniper) & beside).is_empty())
            .fold(Bitboard::EMPTY, |sum, sniper| {
                sum | attacks::ray(king, sniper).without(sniper)
            });
        attacks::king_attacks(king)
            & open
            & !shadows
            & !self.survey(home).reach_of_all(!color)
            & !self.survey(home.other()).reach_of_all(!color)
    }

    /// Attack units of the checks that enemies can give by passing over to the
    /// king's board.
    fn check_units(&self, king: Square, color: Color) -> i32 {
        let board = self.position.board();
        let home = self.position.plane_of(king);
        let beside = self.position.pieces_on(home);
        let own = self.survey(home);
        let guarded = own.reach_of_lesser(color) | own.reach(color, Role::Queen);
        // The captures of enemies beyond end on the king's board too.
        let victims = board.by_color(color) & self.position.pieces_on(home.other());
        let landing = !board.occupied() | victims;
        let hunters = self.survey(home.other());
        let helpers = self.survey(home.other()).reach_of_all(color) & !board.occupied();
        let straight = attacks::rook_attacks(king, beside);
        let diagonal = attacks::bishop_attacks(king, beside);
        let lines = [
            (Role::Knight, attacks::knight_attacks(king)),
            (Role::Bishop, diagonal),
            (Role::Rook, straight),
            (Role::Queen, straight | diagonal),
        ];
        let weights = &self.weights.checks;
        let mut units = 0;
        for (role, line) in lines {
            let checks = line & landing & !guarded & hunters.reach(!color, role);
            if checks.is_empty() {
                continue;
            }
            units += weights.possible[role.index()];
            let unstoppable = checks
                .into_iter()
                .any(|from| attacks::between(king, from).is_disjoint(helpers));
            units += i32::from(unstoppable) * weights.unstoppable;
        }
        units
    }

    fn king_safety(&self, color: Color) -> Score {
        let Some(king) = self.position.board().king_of(color) else {
            return Score::ZERO;
        };
        let enemy = !color as usize;
        let pressure = self.surveys[0].pressure[enemy] + self.surveys[1].pressure[enemy];
        let weights = &self.weights.checks;
        let checks = self.check_units(king, color);
        let flights = self.flights(king, color).count();
        let confined = weights.missing_flight.get(flights).copied().unwrap_or(0);
        let units = pressure.units + confined + checks;
        let share = if checks > 0 {
            100
        } else {
            weights.without_check
        };
        -self.weights.danger.of(units * share / 100)
    }
}

impl weights::Weights for AliceWeights {
    #[inline]
    fn tempo(&self) -> i32 {
        self.tempo
    }
}

impl See for Alice {
    fn gain(&self, m: Move) -> i32 {
        see::gain(self.board(), &SEE_VALUES, m)
    }

    /// The man that moves lands on the other board and is taken there, by men of
    /// that board, whose captor lands where the first came from: each side goes
    /// on taking on one and the same board.
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        if m.is_castling() {
            return threshold <= 0;
        }
        let board = self.board();
        let (from, to) = (m.from(), m.to());
        let Some(piece) = board.piece_at(from) else {
            return false;
        };
        let plane = self.plane_of(from);
        let mut leaving = self.pieces_on(plane).without(from).without(to);
        if m.kind() == MoveKind::EnPassant {
            leaving.discard(Square::from_coords(to.file(), from.rank()));
        }
        let landing = self.pieces_on(plane.other()).without(to);
        // What is left on the boards that our side and the other take on.
        let mut occupied = [leaving, landing];
        let mut side = piece.color();
        let mut turn = 0;
        see::swap_ge(
            see::gain(board, &SEE_VALUES, m),
            see::value_after(board, &SEE_VALUES, m),
            threshold,
            || {
                side = !side;
                turn = 1 - turn;
                let men = occupied[turn];
                let captor = see::take_least_valuable_attacker(
                    board,
                    &SEE_VALUES,
                    to,
                    side,
                    men,
                    &mut occupied[turn],
                );
                // A king's move must be legal where it leaves, too.
                captor.filter(|&captor| {
                    let left = occupied[turn];
                    captor != Captor::King || !board.is_attacked(to, !side, left, left)
                })
            },
        )
    }
}

impl Evaluate for Alice {
    type Evaluator = HandCraftedEvaluator;

    fn evaluator() -> HandCraftedEvaluator {
        HandCraftedEvaluator
    }
}

impl HandCrafted for Alice {
    type Weights = AliceWeights;

    #[inline]
    fn weights() -> &'static AliceWeights {
        &weights::alice::WEIGHTS
    }

    #[inline]
    fn visit_terms(&self, weights: &AliceWeights, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let boards = Boards::of(self, weights);
        visit(Term::of("material", |color| {
            terms::material(board, &weights.material, color)
        }));
        visit(Term::of("piece squares", |color| {
            boards.piece_squares(color)
        }));
        visit(Term::of("mobility", |color| {
            boards.surveys[0].mobility[color as usize] + boards.surveys[1].mobility[color as usize]
        }));
        visit(Term::of("passed pawns", |color| boards.passed_pawns(color)));
        visit(Term::of("two boards", |color| {
            boards.sides_of_the_glass(color)
        }));
        visit(Term::of("king safety", |color| boards.king_safety(color)));
        visit(Term::of("threats", |color| boards.threats(color)));
        visit(Term::of("mating net", |color| {
            orthodox::mating_net(board, color)
        }));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    fn scaled(&self, _weights: &AliceWeights, white: i32) -> i32 {
        terms::faded(white, self.halfmove_clock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{assert_mirrored, see, term};

    #[test]
    fn sides_are_judged_alike() {
        assert_mirrored::<Alice>();
    }

    #[test]
    fn exchanges_change_boards() {
        let value = |fen, m| see::<Alice>(fen, m);
        // The pawn of A defends nothing: the rook lands on B.
        assert_eq!(value("4k3/8/4p3/3p4/8/8/8/3R3K w - - 0 1", "d1d5"), 100);
        // That of B takes back on B.
        assert_eq!(value("4k3/8/4|p3/3p4/8/8/8/3R3K w - - 0 1", "d1d5"), -400);
        // And lands on A, where a second rook behind the first takes it.
        assert_eq!(value("4k3/8/4|p3/3p4/8/8/3R4/3R3K w - - 0 1", "d2d5"), -300);
        // A rook of B would not.
        assert_eq!(
            value("4k3/8/4|p3/3p4/8/8/3R4/3|R3K w - - 0 1", "d2d5"),
            -400
        );
        // Quiet moves are in danger where they land.
        assert_eq!(value("4k3/8/4p3/8/8/8/8/3R3K w - - 0 1", "d1d5"), 0);
        assert_eq!(value("4k3/8/4|p3/8/8/8/8/3R3K w - - 0 1", "d1d5"), -500);
    }

    #[test]
    fn kings_take_back_only_where_both_boards_are_safe() {
        let value = |fen, m| see::<Alice>(fen, m);
        let alone = "8/8/3|k4/3p4/8/8/8/3R3K w - - 0 1";
        assert_eq!(value(alone, "d1d5"), -400);
        let guarded_where_it_leaves = "8/8/3|k4/3p4/5|N2/8/8/3R3K w - - 0 1";
        assert_eq!(value(guarded_where_it_leaves, "d1d5"), 100);
        let guarded_where_it_lands = "8/8/3|k4/3p4/5N2/8/8/3R3K w - - 0 1";
        assert_eq!(value(guarded_where_it_lands, "d1d5"), 100);
    }

    #[test]
    fn men_are_defended_from_the_other_board() {
        let threats = |fen| term::<Alice>(fen, "threats").middlegame;
        let beside = threats("4k3/8/4p3/3n4/8/8/8/3R3K w - - 0 1");
        let beyond = threats("4k3/8/4|p3/3n4/8/8/8/3R3K w - - 0 1");
        assert!(beside > beyond + 20, "{beside} {beyond}");
    }

    #[test]
    fn a_king_without_flight_is_in_danger() {
        let safety = |fen| term::<Alice>(fen, "king safety").middlegame;
        // The queen of B can pass over and give check on A.
        let confined = safety("6rk/6p1/8/8/7|Q/8/8/K7 w - - 0 1");
        let free = safety("7k/8/8/8/7|Q/8/8/K7 w - - 0 1");
        assert!(confined > free + 50, "{confined} {free}");
    }
}
