//! Evaluation of Ice Age Chess: orthodox chess among cubes, and who freezes when
//! the ice returns.

use crate::rules::iceage::IceAge;
use crate::rules::{Bitboard, Color, Move, Position, Role, Square, attacks};

use super::exchange::{self, RoleValues};
use super::score::{Score, score};
use super::survey::{Ground, Survey};
use super::{Evaluate, Term, orthodox, pawns, squares, terms};

/// Centipawns; first estimates by hand until they are tuned. Few lines are ever
/// open for long, so knights are worth more and sliders less than elsewhere.
const VALUES: [Score; Role::COUNT] = [
    score(80, 105),
    score(345, 320),
    score(335, 320),
    score(450, 520),
    score(920, 950),
    score(0, 0),
    score(0, 0),
];

const EXCHANGE_VALUES: RoleValues = [100, 330, 330, 480, 930, 0, 0];

/// For each man of a kind and each eight cubes on the board.
const AMONG_EIGHT_CUBES: [Score; Role::COUNT] = [
    score(0, 0),
    score(6, 6),
    score(-3, -3),
    score(-6, -6),
    score(-8, -8),
    score(0, 0),
    score(0, 0),
];

/// What is left of the orthodox terms, in hundredths: pawns change files when
/// they take cubes, passed pawns stand before cubes that they cannot take, and
/// cubes are part of every king's shelter.
const PAWN_STRUCTURE_SHARE: i32 = 50;
const PASSED_PAWN_SHARE: i32 = 70;
const KING_SAFETY_SHARE: i32 = 75;

/// A passed pawn is held up by each cube on its file ahead.
const CUBE_BEFORE_PASSED_PAWN: Score = score(-3, -9);

/// A king that freezes, in centipawns.
const FROZEN_KING: i32 = 6000;

/// The share of its value in hundredths that an isolated man loses, by the
/// number of moves its side still has before the ice: first a man that can move
/// to company or to which company can come at once, then one that cannot.
const ISOLATED_MAN: [[i32; 12]; 2] = [
    [90, 22, 15, 12, 10, 8, 6, 5, 4, 3, 2, 2],
    [92, 85, 45, 30, 20, 14, 10, 6, 5, 4, 3, 2],
];
const ISOLATED_KING: [[i32; 12]; 2] = [
    [90, 12, 9, 7, 5, 4, 3, 2, 2, 1, 1, 0],
    [94, 92, 60, 35, 18, 10, 7, 5, 3, 2, 1, 1],
];

/// With so many moves left nobody counts as beyond help.
const LEISURE: usize = 7;

/// What an isolated man loses if its side has not even the moves to save all
/// that are isolated, in hundredths.
const TOO_MANY_ISOLATED: i32 = 85;

/// A king with one, two or three neighbours less than it would like near the
/// ice; an enemy neighbour counts half. By twice the number of neighbours.
const FEW_NEIGHBOURS: [i32; 7] = [0, 90, 70, 50, 30, 14, 6];

/// How much of [`FEW_NEIGHBOURS`] counts, in hundredths: all of it up to the
/// first number of plies before the ice, falling to the least at the second.
const NEAR: i32 = 4;
const FAR: i32 = 30;
const LEAST_NEARNESS: i32 = 8;

/// What decides who freezes. A bare king needs no driving to the edge here: left
/// alone, it freezes, and an own king that comes near would keep it company.
struct Ice<'a> {
    position: &'a IceAge,
    survey: &'a Survey,
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
        Score::flat(self.company_of_king(color) - self.isolation(color))
    }

    /// What the isolated men of a side can expect to lose.
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
            let distance = moves.min(ISOLATED_MAN[0].len() - 1);
            let urgent = moves < LEISURE;
            let beyond_help = usize::from(urgent && !self.can_find_company(square, role, color));
            if role == Role::King {
                loss += FROZEN_KING * ISOLATED_KING[beyond_help][distance] / 100;
                continue;
            }
            let share = ISOLATED_MAN[beyond_help][distance];
            let doomed = excess * TOO_MANY_ISOLATED / isolated.count() as i32;
            loss += EXCHANGE_VALUES[role.index()] * share.max(doomed) / 100;
        }
        loss
    }

    /// Whether one move brings an isolated man next to another, as far as attack
    /// maps tell.
    fn can_find_company(&self, square: Square, role: Role, color: Color) -> bool {
        let board = self.position.board();
        let men = board.occupied();
        let occupied = men | self.position.cubes();
        let free = !board.by_color(color);
        let safe = !self.survey.reach_of_all(!color);
        let beside = attacks::king_attacks(square);
        let pieces = men.without(square) & !board.by_role(Role::Pawn);
        let friends = (beside & free)
            .into_iter()
            .any(|square| board.is_attacked(square, color, pieces, occupied));
        let pawns = board.pieces(color, Role::Pawn).without(square);
        let steps = terms::forward(pawns, color) & !occupied & beside
            | self.survey.reach(color, Role::Pawn) & occupied & free & beside;
        if steps.any() || friends {
            return true;
        }
        let others = men.without(square);
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

    /// What a king gains from neighbours: with few it is soon isolated.
    fn company_of_king(&self, color: Color) -> i32 {
        let board = self.position.board();
        let Some(king) = board.king_of(color) else {
            return -FROZEN_KING;
        };
        let around = attacks::king_attacks(king);
        let count = |side| (around & board.by_color(side)).count();
        let neighbours = 2 * count(color) + count(!color);
        let lack = FEW_NEIGHBOURS.get(neighbours).copied().unwrap_or(0);
        let plies = (self.plies as i32).clamp(NEAR, FAR);
        let nearness = 100 - (100 - LEAST_NEARNESS) * (plies - NEAR) / (FAR - NEAR);
        -lack * nearness / 100
    }
}

impl Evaluate for IceAge {
    #[inline]
    fn visit_terms(&self, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let cubes = self.cubes();
        let occupied = board.occupied() | cubes;
        let survey = Survey::of(&Ground::only(board, cubes));
        let among_cubes = cubes.count() as i32;
        visit(Term::of("material", |color| {
            terms::material(board, &VALUES, color)
        }));
        visit(Term::of("terrain", |color| {
            terms::material(board, &AMONG_EIGHT_CUBES, color) * among_cubes / 8
        }));
        visit(Term::of("piece squares", |color| {
            terms::piece_squares(board, &squares::ORTHODOX, color)
        }));
        visit(Term::of("mobility", |color| {
            survey.mobility[color as usize]
        }));
        visit(Term::of("pieces", |color| orthodox::pieces(board, color)));
        visit(Term::of("pawns", |color| {
            pawns::structure(board, color).percent(PAWN_STRUCTURE_SHARE)
        }));
        visit(Term::of("passed pawns", |color| {
            let ahead = terms::ahead(pawns::passed(board, color), color);
            pawns::passed_pawns(board, &survey, occupied, color).percent(PASSED_PAWN_SHARE)
                + terms::each(ahead & cubes, CUBE_BEFORE_PASSED_PAWN)
        }));
        visit(Term::of("king safety", |color| {
            orthodox::king_safety(board, &survey, occupied, color).percent(KING_SAFETY_SHARE)
        }));
        visit(Term::of("threats", |color| {
            let defended = survey.reach_of_all(!color);
            orthodox::threats(board, occupied, &survey, defended, color)
        }));
        let ice = Ice {
            position: self,
            survey: &survey,
            isolated: self.isolated(),
            plies: self.plies_to_ice_age(),
        };
        visit(Term::of("ice", |color| ice.term(color)));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    fn gain(&self, m: Move) -> i32 {
        exchange::gain(self.board(), &EXCHANGE_VALUES, m)
    }

    /// Cubes block and hide nothing of value; one that is taken opens its line.
    fn exchange_reaches(&self, m: Move, threshold: i32) -> bool {
        exchange::orthodox(self.board(), self.cubes(), &EXCHANGE_VALUES, m, threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{exchange, mirrored, term, term_balances};

    /// Not the ice itself: Black moves last before it comes, so that a mirrored
    /// position is another one.
    #[test]
    fn sides_are_judged_alike_but_for_the_ice() {
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
        let value = |fen: &str| IceAge::from_fen(fen).unwrap().evaluate();
        // Black makes the last move and cannot but leave White's king alone.
        assert!(
            value(
                "*******r/*****ppk/*****ppp/********/********/Q*******/RR******/*****1K* b - - 0 20"
            ) > 3000
        );
        // White can still come home, or bring a man, in time.
        assert!(
            value(
                "*******r/*****ppk/*****ppp/********/********/Q*******/RR******/K******* w - - 0 20"
            ) > -500
        );
        // Black's king is isolated far from the other men and has one move left.
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
    fn isolated_men_lose_worth_as_the_ice_nears() {
        let ice = |number: u32| {
            let fen = format!(
                "*****1k*/*****ppp/********/N*******/********/********/*****PPP/*****1K* w - - 0 {number}"
            );
            term::<IceAge>(&fen, "ice").middlegame
        };
        assert!(ice(20) < ice(19) && ice(19) < ice(15) && ice(15) < ice(5) && ice(5) <= 0);
        assert!(ice(20) < -200);
    }

    #[test]
    fn exchanges_among_cubes() {
        let behind_a_cube = "3rk3/3*4/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(exchange::<IceAge>(behind_a_cube, "d1d5"), 100);
        let open = "3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1";
        assert_eq!(exchange::<IceAge>(open, "d1d5"), -380);
        let cube_taken = "4k3/8/2p5/3*4/8/2N5/8/4K3 w - - 0 1";
        assert_eq!(exchange::<IceAge>(cube_taken, "c3d5"), -330);
    }
}
