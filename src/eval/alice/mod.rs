//! Evaluation of Alice Chess: every attack belongs to a board, and whoever takes
//! is taken back on the other one.

mod features;
mod weights;

use crate::eval::attack_info::{AttackContext, AttackInfo, Mobility, per_color};
use crate::eval::orthodox::{KingDanger, Threats};
use crate::eval::pawns::Passed;
use crate::eval::piece_square::PieceSquareTables;
use crate::eval::score::Score;
use crate::eval::see::{self, Attacker, RoleValues};
use crate::eval::weights::{Weights, tunable};
use crate::eval::{Evaluate, HandCrafted, HandCraftedEvaluator, See, Term, orthodox, pawns, terms};
use crate::rules::alice::{Alice, Plane};
use crate::rules::moves::MoveKind;
use crate::rules::{Bitboard, Color, Move, Position, Role, Square, attacks};

tunable! {
    /// The weights of Alice Chess.
    pub struct AliceWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// By [`Role::index`].
        pub material: [Score; Role::COUNT],
        /// For the pieces of board A and for those of board B.
        pub squares: [PieceSquareTables; 2],
        pub mobility: Mobility,
        pub passed: Passed,
        /// A piece other than a pawn on the board that the own king is not on: it
        /// can pass over into the line of a check.
        pub defender_across: Score,
        /// A piece other than a pawn on the board that the enemy king is not on:
        /// only from there a move gives check.
        pub attacker_across: Score,
        pub danger: KingDanger,
        pub checks: Checks,
        pub threats: Threats,
    }
}

tunable! {
    /// Attack units beside those of the king zone, which the enemies of either board
    /// attack.
    pub struct Checks {
        /// For each role that can give check where it cannot be taken.
        pub safe_check: [i32; Role::COUNT],
        /// More if nothing can be interposed, either.
        pub unblockable: i32,
        /// By the number of squares that the king can flee to.
        pub few_flight_squares: [i32; 5],
        /// Units count in full only if the enemy has a safe check, else in this
        /// many hundredths.
        pub without_safe_check: i32,
    }
}

const SEE_VALUES: RoleValues = [100, 285, 330, 500, 970, 0, 0];

/// What counts of the orthodox terms, in hundredths: squares near the centre are
/// good on both boards, but a pawn protects nothing on its own board.
const PIECE_SQUARE_SHARE: i32 = 70;
const PASSED_PAWN_SHARE: i32 = 75;
const THREAT_SHARE: i32 = 110;

/// Both boards as the evaluation sees them.
struct Boards<'a> {
    position: &'a Alice,
    weights: &'a AliceWeights,
    /// By [`index`] of the board.
    attack_info: [AttackInfo; 2],
}

#[inline]
fn index(plane: Plane) -> usize {
    plane as usize
}

impl<'a> Boards<'a> {
    #[inline]
    fn of(position: &'a Alice, weights: &'a AliceWeights) -> Boards<'a> {
        let board = position.board();
        let king_zones = per_color(|color| terms::king_zone(board, color));
        let attack_info = |plane: Plane| {
            let pieces = position.pieces_on(plane);
            // A piece that goes somewhere on one board can be taken there on the
            // other.
            let across = position.pieces_on(plane.other());
            let mobility_excluded = per_color(|color| {
                terms::pawn_attacks(board.pieces(!color, Role::Pawn) & across, !color)
            });
            AttackInfo::of(&AttackContext {
                board,
                pieces,
                occupied: pieces,
                vacant: !board.occupied(),
                cubes: Bitboard::EMPTY,
                mobility_excluded,
                king_zones,
                mobility: &weights.mobility,
                zone_units: &weights.danger.zone_units,
            })
        };
        Boards {
            position,
            weights,
            attack_info: [attack_info(Plane::A), attack_info(Plane::B)],
        }
    }

    #[inline]
    fn attacks_on(&self, plane: Plane) -> &AttackInfo {
        &self.attack_info[index(plane)]
    }

    /// A piece is threatened from its own board and defended from the other, where
    /// the attacker lands.
    fn threats(&self, color: Color) -> Score {
        let board = self.position.board();
        [Plane::A, Plane::B]
            .into_iter()
            .map(|plane| {
                let pieces = self.position.pieces_on(plane);
                let defended = self.attacks_on(plane.other()).attacked_by_any(!color);
                orthodox::threats(
                    board,
                    &self.weights.threats,
                    pieces,
                    self.attacks_on(plane),
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
                let pieces = self.position.pieces_on(plane);
                terms::piece_squares(board, pieces, &self.weights.squares[index(plane)], color)
            })
            .sum::<Score>()
            .percent(PIECE_SQUARE_SHARE)
    }

    fn passed_pawns(&self, color: Color) -> Score {
        let board = self.position.board();
        // Either board's pieces are in the way of a pawn that changes boards with
        // each step. What attacks the way depends on when the pawn is where.
        let info = self.attacks_on(Plane::A);
        pawns::passed_pawns(board, &self.weights.passed, info, board.occupied(), color)
            .percent(PASSED_PAWN_SHARE)
    }

    /// The pieces that can defend the own king or attack the enemy's, by the boards
    /// of the kings.
    fn pieces_across(&self, color: Color) -> Score {
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
        terms::each(pieces & across(color), self.weights.defender_across)
            + terms::each(pieces & across(!color), self.weights.attacker_across)
    }

    /// The squares that a king can flee to: vacant on both boards or an enemy on
    /// its own, attacked neither where it leaves nor where it arrives.
    fn flight_squares(&self, king: Square, color: Color) -> Bitboard {
        let board = self.position.board();
        let home = self.position.plane_of(king);
        let beside = self.position.pieces_on(home);
        let open = !board.occupied() | board.by_color(!color) & beside;
        // Lines through the king reach the squares behind it.
        let lines = board.slider_candidates(king, !color, beside);
        let xrays = lines
            .into_iter()
            .filter(|&slider| (attacks::between(king, slider) & beside).is_empty())
            .fold(Bitboard::EMPTY, |sum, slider| {
                sum | attacks::ray(king, slider).without(slider)
            });
        attacks::king_attacks(king)
            & open
            & !xrays
            & !self.attacks_on(home).attacked_by_any(!color)
            & !self.attacks_on(home.other()).attacked_by_any(!color)
    }

    /// Attack units of the checks that enemies can give by passing over to the
    /// king's board.
    fn check_units(&self, king: Square, color: Color) -> i32 {
        let board = self.position.board();
        let home = self.position.plane_of(king);
        let beside = self.position.pieces_on(home);
        let own = self.attacks_on(home);
        let defended = own.attacked_by_lesser(color) | own.attacked_by(color, Role::Queen);
        // Captures from the other board end on the king's board too.
        let victims = board.by_color(color) & self.position.pieces_on(home.other());
        let landing = !board.occupied() | victims;
        let attackers = self.attacks_on(home.other());
        let blockers = self.attacks_on(home.other()).attacked_by_any(color) & !board.occupied();
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
            let checks = line & landing & !defended & attackers.attacked_by(!color, role);
            if checks.is_empty() {
                continue;
            }
            units += weights.safe_check[role.index()];
            let unblockable = checks
                .into_iter()
                .any(|from| attacks::between(king, from).is_disjoint(blockers));
            units += i32::from(unblockable) * weights.unblockable;
        }
        units
    }

    fn king_safety(&self, color: Color) -> Score {
        let Some(king) = self.position.board().king_of(color) else {
            return Score::ZERO;
        };
        let enemy = !color as usize;
        let attackers =
            self.attack_info[0].king_attackers[enemy] + self.attack_info[1].king_attackers[enemy];
        let weights = &self.weights.checks;
        let checks = self.check_units(king, color);
        let flight_squares = self.flight_squares(king, color).count();
        let confined = weights
            .few_flight_squares
            .get(flight_squares)
            .copied()
            .unwrap_or(0);
        let units = attackers.units + confined + checks;
        let share = if checks > 0 {
            100
        } else {
            weights.without_safe_check
        };
        -self.weights.danger.of(units * share / 100)
    }
}

impl Weights for AliceWeights {
    #[inline]
    fn tempo(&self) -> i32 {
        self.tempo
    }
}

impl See for Alice {
    fn gain(&self, m: Move) -> i32 {
        see::gain(self.board(), &SEE_VALUES, m)
    }

    /// The piece that moves lands on the other board and is taken there, by pieces of
    /// that board, whose attacker lands where the first came from: each side goes on
    /// taking on one and the same board.
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
                let pieces = occupied[turn];
                let attacker = see::take_least_valuable_attacker(
                    board,
                    &SEE_VALUES,
                    to,
                    side,
                    pieces,
                    &mut occupied[turn],
                );
                // A king's move must be legal where it leaves, too.
                attacker.filter(|&attacker| {
                    let left = occupied[turn];
                    attacker != Attacker::King || !board.is_attacked(to, !side, left, left)
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
        &weights::WEIGHTS
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
            boards.attack_info[0].mobility[color as usize]
                + boards.attack_info[1].mobility[color as usize]
        }));
        visit(Term::of("passed pawns", |color| boards.passed_pawns(color)));
        visit(Term::of("two boards", |color| boards.pieces_across(color)));
        visit(Term::of("king safety", |color| boards.king_safety(color)));
        visit(Term::of("threats", |color| boards.threats(color)));
        visit(Term::of("mop-up", |color| orthodox::mop_up(board, color)));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    fn scaled(&self, _weights: &AliceWeights, white: i32) -> i32 {
        terms::fifty_move_scaled(white, self.halfmove_clock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{assert_as_written, assert_mirrored, no_weights, see, term};

    #[test]
    fn weights_are_as_the_tuner_writes_them() {
        assert_as_written::<Alice>(include_str!("weights.rs"));
    }

    #[test]
    fn evaluation_is_symmetric() {
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
    fn pieces_are_defended_from_the_other_board() {
        let mut weights = no_weights::<Alice>();
        weights.threats.hanging_non_pawn = Score::flat(50);
        let threats = |fen| term::<Alice>(&weights, fen, "threats").middlegame;
        let beside = threats("4k3/8/4p3/3n4/8/8/8/3R3K w - - 0 1");
        let across = threats("4k3/8/4|p3/3n4/8/8/8/3R3K w - - 0 1");
        assert_eq!((beside, across), (50 * THREAT_SHARE / 100, 0));
    }

    #[test]
    fn a_king_without_flight_is_in_danger() {
        let mut weights = no_weights::<Alice>();
        weights.danger = KingDanger {
            zone_units: [5; Role::COUNT],
            max: 800,
            endgame_share: 50,
        };
        weights.checks = Checks {
            safe_check: [0, 30, 30, 30, 30, 0, 0],
            unblockable: 10,
            few_flight_squares: [40, 30, 20, 10, 0],
            without_safe_check: 50,
        };
        let safety = |fen| term::<Alice>(&weights, fen, "king safety").middlegame;
        // The queen of B can pass over and give check on A.
        let confined = safety("6rk/6p1/8/8/7|Q/8/8/K7 w - - 0 1");
        let free = safety("7k/8/8/8/7|Q/8/8/K7 w - - 0 1");
        assert!(confined > free + 50, "{confined} {free}");
    }
}
