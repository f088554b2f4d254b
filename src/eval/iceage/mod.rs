//! Evaluation of Ice Age Chess: orthodox chess among cubes, and who freezes when
//! the ice returns.

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
use crate::rules::iceage::IceAge;
use crate::rules::{Bitboard, Color, Move, Position, Role, Square, attacks};

tunable! {
    /// The weights of Ice Age Chess.
    pub struct IceAgeWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// By [`Role::index`].
        pub material: [Score; Role::COUNT],
        /// For each piece of a role and each eight cubes on the board, by
        /// [`Role::index`].
        pub among_eight_cubes: [Score; Role::COUNT],
        pub squares: PieceSquareTables,
        pub mobility: Mobility,
        pub pieces: Pieces,
        pub pawns: Structure,
        pub passed: Passed,
        /// For each cube on the file ahead of a passed pawn.
        pub cube_before_passed_pawn: Score,
        pub king: KingSafety,
        pub threats: Threats,
        pub ice: IceWeights,
    }
}

const SEE_VALUES: RoleValues = [100, 330, 330, 480, 930, 0, 0];

/// What counts of the orthodox terms, in hundredths: pawns change files when
/// they take cubes, passed pawns stand before cubes that they cannot take, and
/// cubes are part of every king's shelter.
const PAWN_STRUCTURE_SHARE: i32 = 50;
const PASSED_PAWN_SHARE: i32 = 70;
const KING_SAFETY_SHARE: i32 = 75;

/// A king that freezes, in centipawns.
const FROZEN_KING: i32 = 6000;

/// Shares by the number of moves that a side still has before the ice: first of a
/// piece that one move can bring next to another, then of one that none can.
type Shares = [[i32; 12]; 2];

tunable! {
    /// Who freezes.
    pub struct IceWeights {
        /// The share of its value in hundredths that an isolated piece loses.
        pub isolated_piece: Shares,
        /// The same for a king.
        pub isolated_king: Shares,
        /// What an isolated piece loses if its side has fewer moves left than
        /// isolated pieces, in hundredths.
        pub too_many_isolated: i32,
        /// In centipawns, what a king with few neighbours loses near the ice, by
        /// twice the number of own neighbours and the number of enemy ones.
        pub few_neighbours: [i32; 7],
        /// How much of this counts far from the ice, in hundredths.
        pub far_share: i32,
    }
}

/// With so many moves left every piece counts as one that can be saved.
const ENOUGH_MOVES: usize = 7;

/// How much of [`IceWeights::few_neighbours`] counts: all of it up to the first
/// number of plies before the ice, falling to the least at the second.
const NEAR: i32 = 4;
const FAR: i32 = 30;

/// What decides who freezes. There is no mop-up evaluation here: a bare king left
/// alone freezes, and an enemy king that came near would save it.
struct Ice<'a> {
    position: &'a IceAge,
    weights: &'a IceWeights,
    info: &'a AttackInfo,
    isolated: Bitboard,
    plies: u32,
}

impl Ice<'_> {
    /// How many moves a side still has before the ice comes. Black's is the last.
    fn moves_left(&self, color: Color) -> usize {
        let black = self.plies.div_ceil(2);
        color.fold_wb(self.plies - black, black) as usize
    }

    fn term(&self, color: Color) -> Score {
        Score::flat(self.king_neighbours(color) - self.isolation(color))
    }

    /// What the isolated pieces of a side can expect to lose.
    fn isolation(&self, color: Color) -> i32 {
        let board = self.position.board();
        let isolated = self.isolated & board.by_color(color);
        if isolated.is_empty() {
            return 0;
        }
        let moves = self.moves_left(color);
        let excess = isolated.count().saturating_sub(moves) as i32;
        let mut loss = 0;
        for square in isolated {
            let Some(role) = board.role_at(square) else {
                continue;
            };
            let distance = moves.min(self.weights.isolated_piece[0].len() - 1);
            let urgent = moves < ENOUGH_MOVES;
            let lost = usize::from(urgent && !self.can_be_joined(square, role, color));
            if role == Role::King {
                loss += FROZEN_KING * self.weights.isolated_king[lost][distance] / 100;
                continue;
            }
            let share = self.weights.isolated_piece[lost][distance];
            let too_many = excess * self.weights.too_many_isolated / isolated.count() as i32;
            loss += SEE_VALUES[role.index()] * share.max(too_many) / 100;
        }
        loss
    }

    /// Whether one move brings an isolated piece next to another, as far as attack
    /// maps tell.
    fn can_be_joined(&self, square: Square, role: Role, color: Color) -> bool {
        let board = self.position.board();
        let pieces = board.occupied();
        let occupied = pieces | self.position.cubes();
        let free = !board.by_color(color);
        let safe = !self.info.attacked_by_any(!color);
        let beside = attacks::king_attacks(square);
        let non_pawns = pieces.without(square) & !board.by_role(Role::Pawn);
        let joined = (beside & free)
            .into_iter()
            .any(|square| board.is_attacked(square, color, non_pawns, occupied));
        let pawns = board.pieces(color, Role::Pawn).without(square);
        let steps = terms::forward(pawns, color) & !occupied & beside
            | self.info.attacked_by(color, Role::Pawn) & occupied & free & beside;
        if steps.any() || joined {
            return true;
        }
        let others = pieces.without(square);
        let own_moves = match role {
            Role::Pawn => {
                terms::forward(square.into(), color) & !occupied
                    | attacks::pawn_attacks(color, square) & occupied
            }
            Role::Knight => attacks::knight_attacks(square),
            Role::Bishop => attacks::bishop_attacks(square, occupied),
            Role::Rook => attacks::rook_attacks(square, occupied),
            Role::Queen => attacks::queen_attacks(square, occupied),
            Role::King => attacks::king_attacks(square),
            Role::Man => Bitboard::EMPTY,
        };
        (own_moves & free & safe)
            .into_iter()
            .any(|to| attacks::king_attacks(to).intersects(others))
    }

    /// What a king loses by having few neighbours: it is soon isolated.
    fn king_neighbours(&self, color: Color) -> i32 {
        let board = self.position.board();
        let Some(king) = board.king_of(color) else {
            return -FROZEN_KING;
        };
        let around = attacks::king_attacks(king);
        let count = |side| (around & board.by_color(side)).count();
        let neighbours = 2 * count(color) + count(!color);
        let penalty = self.weights.few_neighbours.get(neighbours);
        let penalty = penalty.copied().unwrap_or(0);
        let plies = (self.plies as i32).clamp(NEAR, FAR);
        let range = 100 - self.weights.far_share;
        let share = 100 - range * (plies - NEAR) / (FAR - NEAR);
        -penalty * share / 100
    }
}

impl Weights for IceAgeWeights {
    #[inline]
    fn tempo(&self) -> i32 {
        self.tempo
    }
}

impl See for IceAge {
    fn gain(&self, m: Move) -> i32 {
        see::gain(self.board(), &SEE_VALUES, m)
    }

    /// Cubes block lines and have no value; one that is taken opens its line.
    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        see::orthodox(self.board(), self.cubes(), &SEE_VALUES, m, threshold)
    }
}

impl Evaluate for IceAge {
    type Evaluator = HandCraftedEvaluator;

    fn evaluator() -> HandCraftedEvaluator {
        HandCraftedEvaluator
    }
}

impl HandCrafted for IceAge {
    type Weights = IceAgeWeights;

    #[inline]
    fn weights() -> &'static IceAgeWeights {
        &weights::WEIGHTS
    }

    #[inline]
    fn visit_terms(&self, weights: &IceAgeWeights, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let cubes = self.cubes();
        let occupied = board.occupied() | cubes;
        let info = AttackInfo::of(&AttackContext::single_board(
            board,
            cubes,
            &weights.mobility,
            &weights.king.danger.zone_units,
        ));
        let among_cubes = cubes.count() as i32;
        visit(Term::of("material", |color| {
            terms::material(board, &weights.material, color)
        }));
        visit(Term::of("terrain", |color| {
            terms::material(board, &weights.among_eight_cubes, color) * among_cubes / 8
        }));
        visit(Term::of("piece squares", |color| {
            terms::piece_squares(board, board.occupied(), &weights.squares, color)
        }));
        visit(Term::of("mobility", |color| info.mobility[color as usize]));
        visit(Term::of("pieces", |color| {
            orthodox::pieces(board, &weights.pieces, color)
        }));
        visit(Term::of("pawns", |color| {
            pawns::structure(board, &weights.pawns, color).percent(PAWN_STRUCTURE_SHARE)
        }));
        visit(Term::of("passed pawns", |color| {
            let ahead = terms::front_spans(pawns::passed(board, color), color);
            pawns::passed_pawns(board, &weights.passed, &info, occupied, color)
                .percent(PASSED_PAWN_SHARE)
                + terms::each(ahead & cubes, weights.cube_before_passed_pawn)
        }));
        visit(Term::of("king safety", |color| {
            orthodox::king_safety(board, &weights.king, &info, occupied, color)
                .percent(KING_SAFETY_SHARE)
        }));
        visit(Term::of("threats", |color| {
            let defended = info.attacked_by_any(!color);
            orthodox::threats(board, &weights.threats, occupied, &info, defended, color)
        }));
        let ice = Ice {
            position: self,
            weights: &weights.ice,
            info: &info,
            isolated: self.isolated(),
            plies: self.plies_to_ice_age(),
        };
        visit(Term::of("ice", |color| ice.term(color)));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{
        assert_as_written, mirrored, no_weights, see, static_eval, term, term_balances,
    };

    #[test]
    fn weights_are_as_the_tuner_writes_them() {
        assert_as_written::<IceAge>(include_str!("weights.rs"));
    }

    /// Not the ice itself: Black moves last before it comes, so that a mirrored
    /// position is another one.
    #[test]
    fn evaluation_is_symmetric_but_for_the_ice() {
        for fen in IceAge::SAMPLE_FENS {
            let balances = |fen: &str| {
                let mut terms = term_balances(&IceAge::from_fen(fen).unwrap());
                terms.retain(|term| term.0 != "ice");
                terms
            };
            assert_eq!(balances(fen), balances(&mirrored(fen)), "{fen}");
        }
    }

    #[test]
    fn an_isolated_king_before_the_ice_is_lost() {
        let mut weights = no_weights::<IceAge>();
        let mut in_time = [5; 12];
        in_time[0] = 100;
        weights.ice.isolated_king = [in_time, [100; 12]];
        let value = |fen| static_eval::<IceAge>(&weights, fen);
        // Black makes the last move and cannot but leave White's king alone.
        assert!(
            value(
                "*******r/*****ppk/*****ppp/********/********/Q*******/RR******/*****1K* b - - 0 20"
            ) > 3000
        );
        // White's king can still join the others, or a piece join it, in time.
        assert!(
            value(
                "*******r/*****ppk/*****ppp/********/********/Q*******/RR******/K******* w - - 0 20"
            ) > -500
        );
        // Black's king is isolated far from the other pieces and has one move left.
        assert!(
            value(
                "k******1/********/********/********/********/*****PP*/*****PPP/*****R1K b - - 0 20"
            ) < -3000
        );
        // Twenty moves are time enough.
        assert!(
            value(
                "k******1/r*******/********/********/********/*****PP*/*****PPP/*****R1K b - - 0 21"
            )
            .abs()
                < 1500
        );
    }

    #[test]
    fn isolated_pieces_lose_value_as_the_ice_nears() {
        let mut weights = no_weights::<IceAge>();
        weights.ice.isolated_piece = [std::array::from_fn(|moves| 60 - 5 * moves as i32); 2];
        let ice = |number: u32| {
            let fen = format!(
                "*****1k*/*****ppp/********/N*******/********/********/*****PPP/*****1K* w - - 0 {number}"
            );
            term::<IceAge>(&weights, &fen, "ice").middlegame
        };
        assert!(ice(20) < ice(19) && ice(19) < ice(15) && ice(15) < ice(5) && ice(5) <= 0);
        assert!(ice(20) < -100, "{}", ice(20));
    }

    #[test]
    fn exchanges_among_cubes() {
        let behind_a_cube = "3rk3/3*4/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(see::<IceAge>(behind_a_cube, "d1d5"), 100);
        let open = "3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(see::<IceAge>(open, "d1d5"), -380);
        let cube_taken = "4k3/8/2p5/3*4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(see::<IceAge>(cube_taken, "c3d5"), -330);
    }
}
