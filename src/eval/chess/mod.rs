//! Evaluation of orthodox chess.

mod features;
mod weights;

use crate::eval::attack_info::{AttackContext, AttackInfo, Mobility};
use crate::eval::orthodox::{KingSafety, Pieces, Threats};
use crate::eval::pawns::{Passed, Structure};
use crate::eval::piece_square::PieceSquareTables;
use crate::eval::score::Score;
use crate::eval::see::{self, RoleValues};
use crate::eval::weights::{Weights, tunable};
use crate::eval::{Evaluate, HandCrafted, HandCraftedEvaluator, See, Term, orthodox, pawns, terms};
use crate::rules::chess::Chess;
use crate::rules::{Bitboard, Board, Color, Move, Position, Role};

tunable! {
    /// The weights of orthodox chess.
    pub struct ChessWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// By [`Role::index`].
        pub material: [Score; Role::COUNT],
        pub squares: PieceSquareTables,
        pub mobility: Mobility,
        pub pieces: Pieces,
        pub pawns: Structure,
        pub passed: Passed,
        pub king: KingSafety,
        pub threats: Threats,
        pub draws: Draws,
    }
}

tunable! {
    /// Scale factors of leads in drawish endings, in hundredths.
    pub struct Draws {
        pub opposite_bishops_alone: i32,
        pub opposite_bishops: i32,
        pub no_pawn_and_minor_edge: i32,
        pub cannot_mate: i32,
    }
}

const SEE_VALUES: RoleValues = [100, 320, 330, 500, 950, 0, 0];

impl Weights for ChessWeights {
    #[inline]
    fn tempo(&self) -> i32 {
        self.tempo
    }
}

impl See for Chess {
    fn gain(&self, m: Move) -> i32 {
        see::gain(self.board(), &SEE_VALUES, m)
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        see::orthodox(self.board(), Bitboard::EMPTY, &SEE_VALUES, m, threshold)
    }
}

impl Evaluate for Chess {
    type Evaluator = HandCraftedEvaluator;

    fn evaluator() -> HandCraftedEvaluator {
        HandCraftedEvaluator
    }
}

impl HandCrafted for Chess {
    type Weights = ChessWeights;

    #[inline]
    fn weights() -> &'static ChessWeights {
        &weights::WEIGHTS
    }

    #[inline]
    fn visit_terms(&self, weights: &ChessWeights, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let occupied = board.occupied();
        let info = AttackInfo::of(&AttackContext::single_board(
            board,
            Bitboard::EMPTY,
            &weights.mobility,
            &weights.king.danger.zone_units,
        ));
        visit(Term::of("material", |color| {
            terms::material(board, &weights.material, color)
        }));
        visit(Term::of("piece squares", |color| {
            terms::piece_squares(board, board.occupied(), &weights.squares, color)
        }));
        visit(Term::of("mobility", |color| info.mobility[color as usize]));
        visit(Term::of("pieces", |color| {
            orthodox::pieces(board, &weights.pieces, color)
        }));
        visit(Term::of("pawns", |color| {
            pawns::structure(board, &weights.pawns, color)
        }));
        visit(Term::of("passed pawns", |color| {
            pawns::passed_pawns(board, &weights.passed, &info, occupied, color)
        }));
        visit(Term::of("king safety", |color| {
            orthodox::king_safety(board, &weights.king, &info, occupied, color)
        }));
        visit(Term::of("threats", |color| {
            let defended = info.attacked_by_any(!color);
            orthodox::threats(board, &weights.threats, occupied, &info, defended, color)
        }));
        visit(Term::of("mop-up", |color| orthodox::mop_up(board, color)));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    /// Draws that are near, and the fifty-move rule that comes nearer.
    fn scaled(&self, weights: &ChessWeights, white: i32) -> i32 {
        let board = self.board();
        let stronger = Color::from_white(white > 0);
        let scale = scale_factor(board, &weights.draws, stronger);
        terms::fifty_move_scaled(white * scale / 100, self.halfmove_clock())
    }
}

fn scale_factor(board: &Board, weights: &Draws, stronger: Color) -> i32 {
    let count = |color, role| board.pieces(color, role).count() as i32;
    let non_pawn_material = |color| {
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .map(|role| count(color, role) * SEE_VALUES[role.index()])
            .sum::<i32>()
    };
    if board.pieces(stronger, Role::Pawn).is_empty() {
        let (own, enemy) = (non_pawn_material(stronger), non_pawn_material(!stronger));
        let minor = SEE_VALUES[Role::Bishop.index()];
        let only_knights = own == 2 * SEE_VALUES[Role::Knight.index()];
        if own <= minor || only_knights && count(stronger, Role::Knight) == 2 {
            return weights.cannot_mate;
        }
        if own - enemy <= minor {
            return weights.no_pawn_and_minor_edge;
        }
    }
    let bishops = board.by_role(Role::Bishop);
    let opposite = count(Color::White, Role::Bishop) == 1
        && count(Color::Black, Role::Bishop) == 1
        && (bishops & Bitboard::LIGHT_SQUARES).count() == 1;
    match opposite {
        false => 100,
        true if non_pawn_material(Color::White) + non_pawn_material(Color::Black)
            == 2 * SEE_VALUES[Role::Bishop.index()] =>
        {
            weights.opposite_bishops_alone
        }
        true => weights.opposite_bishops,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::BOUND;
    use crate::eval::orthodox::{KingAttack, KingDanger, Shelter};
    use crate::eval::score::score;
    use crate::eval::testing::{assert_as_written, assert_mirrored, no_weights, see, static_eval};

    #[test]
    fn weights_are_as_the_tuner_writes_them() {
        assert_as_written::<Chess>(include_str!("weights.rs"));
    }

    #[test]
    fn evaluation_is_symmetric() {
        assert_mirrored::<Chess>();
        assert_eq!(Chess::start().static_eval(), Chess::weights().tempo());
    }

    #[test]
    fn evaluation_is_bounded() {
        let mut weights = no_weights::<Chess>();
        weights.material[Role::Queen.index()] = Score::flat(900);
        let crowd = "QQQQQQQ1/1QQQQQQQ/8/8/7P/7P/1p6/k6K b - - 0 1";
        assert_eq!(static_eval::<Chess>(&weights, crowd), -BOUND);
    }

    #[test]
    fn exchanges() {
        let value = |fen, m| see::<Chess>(fen, m);
        assert_eq!(
            value("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            100
        );
        assert_eq!(
            value(
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5"
            ),
            -220
        );
        // The king takes back, unless a second attacker stands behind.
        assert_eq!(value("8/8/3kp3/8/8/8/4R3/4K3 w - - 0 1", "e2e6"), -400);
        assert_eq!(value("8/8/3kp3/8/8/4R3/4R3/4K3 w - - 0 1", "e3e6"), 100);
        assert_eq!(value("8/1P6/8/8/8/8/8/k6K w - - 0 1", "b7b8q"), 850);
        assert_eq!(value("r7/1P6/8/8/8/8/8/k6K w - - 0 1", "b7b8q"), -100);
        assert_eq!(value("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), 100);
        assert_eq!(value("k7/8/2p5/8/8/8/8/K2Q4 w - - 0 1", "d1d5"), -950);
    }

    #[test]
    fn drawish_endings_are_worth_little() {
        let mut weights = no_weights::<Chess>();
        weights.material = [100, 300, 320, 500, 900, 0, 0].map(Score::flat);
        weights.draws = Draws {
            opposite_bishops_alone: 50,
            opposite_bishops: 80,
            no_pawn_and_minor_edge: 20,
            cannot_mate: 1,
        };
        let value = |fen| static_eval::<Chess>(&weights, fen);
        let two_knights = value("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1");
        assert!((1..10).contains(&two_knights), "{two_knights}");
        assert_eq!(value("4k3/8/8/3r4/8/2B5/8/R3K3 w - - 0 1"), 320 / 5);
        assert!(value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") >= 500);
        // Opposite bishops, with rooks, and bishops of one colour.
        assert_eq!(value("4k1b1/4p3/8/8/8/4P1B1/3P4/4K3 w - - 0 1"), 50);
        assert_eq!(value("r3k1b1/4p3/8/8/8/4P1B1/3P4/R3K3 w - - 0 1"), 80);
        assert_eq!(value("4kb2/4p3/8/8/8/4P1B1/3P4/4K3 w - - 0 1"), 100);
    }

    #[test]
    fn an_exposed_king_is_in_danger() {
        let mut weights = no_weights::<Chess>();
        weights.king = KingSafety {
            danger: KingDanger {
                zone_units: [2, 5, 5, 8, 12, 0, 0],
                max: 800,
                endgame_share: 10,
            },
            attack: KingAttack {
                safe_check: [0, 20, 15, 25, 25, 0, 0],
                weak_square: 8,
                without_queen: 50,
                lone_attacker: 50,
            },
            shelter: Shelter {
                no_shelter_pawn: score(-20, 0),
                open_file: score(-10, 0),
                shelter_pawn_advanced: score(-5, 0),
                shelter_pawn_far: score(-10, 0),
                storm: score(-5, 0),
            },
        };
        let safety = |fen: &str| {
            let position = Chess::from_fen(fen).unwrap();
            let mut found = Score::ZERO;
            position.visit_terms(&weights, |term| {
                if term.name == "king safety" {
                    found = term.sides[1];
                }
            });
            found.middlegame
        };
        let sheltered = safety("r4rk1/5ppp/8/8/8/3B4/2Q2PPP/5RK1 w - - 0 1");
        let attacked = safety("r4rk1/5p2/8/6NQ/8/3B4/5PPP/5RK1 w - - 0 1");
        assert!(attacked < sheltered - 150, "{attacked} {sheltered}");
    }
}
