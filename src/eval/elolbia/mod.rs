//! Evaluation of Elolbian Chess: orthodox pieces without pawns, draughts men, and
//! the border rule.

mod features;
mod weights;

use crate::eval::attack_info::{AttackInfo, Mobility};
use crate::eval::draughts::{Jumps, Men, Threats};
use crate::eval::orthodox::{KingAttack, KingDanger};
use crate::eval::piece_square::PieceSquareTables;
use crate::eval::score::Score;
use crate::eval::see::RoleValues;
use crate::eval::weights::{Weights, tunable};
use crate::eval::{
    Evaluate, HandCrafted, HandCraftedEvaluator, See, Term, draughts, orthodox, terms,
};
use crate::rules::elolbia::Elolbia;
use crate::rules::{Bitboard, Board, Color, Move, Position, Role, Square, attacks};

tunable! {
    /// The weights of Elolbian Chess.
    pub struct ElolbiaWeights {
        /// To be on move, in centipawns.
        pub tempo: i32,
        /// By [`Role::index`].
        pub material: [Score; Role::COUNT],
        pub bishop_pair: Score,
        pub squares: PieceSquareTables,
        pub mobility: Mobility,
        pub men: Men,
        pub jumps: Jumps,
        pub threats: Threats,
        /// For each own piece next to the king.
        pub own_beside_king: Score,
        /// A king on the border, which no man can jump over.
        pub king_on_border: Score,
        pub danger: KingDanger,
        pub attack: KingAttack,
        pub border: Border,
        /// The scale factor in hundredths of a lead without the material to mate.
        pub cannot_mate: i32,
        /// The same with material that hardly mates.
        pub hardly_mates: i32,
    }
}

tunable! {
    /// The border rule.
    pub struct Border {
        /// For each man too many on the border while the rule binds: it dictates
        /// moves.
        pub excess: Score,
        /// No man may go to the border any more while the rule binds.
        pub closed: Score,
        /// The share in hundredths that counts when the rule binds, and before,
        /// with one rook or knight to be taken, or two.
        pub soon_bound: [i32; 3],
    }
}

const SEE_VALUES: RoleValues = [0, 315, 325, 500, 960, 0, 130];

/// What a side has too many men on the border for.
fn border(board: &Board, weights: &Border, color: Color) -> Score {
    let enemy = |role| board.pieces(!color, role).count();
    // The pieces that the enemy must still lose before the rule binds.
    let obstacles =
        2 * enemy(Role::Queen) + enemy(Role::Rook) + enemy(Role::Knight).saturating_sub(1);
    let Some(&share) = weights.soon_bound.get(obstacles) else {
        return Score::ZERO;
    };
    let men = board.pieces(color, Role::Man);
    let excess = 2 * (men & draughts::BORDER).count() as i32 - men.count() as i32;
    let penalty = match excess {
        1.. => weights.excess * excess,
        -1..=0 if men.any() => weights.closed,
        _ => Score::ZERO,
    };
    penalty.percent(share)
}

fn king_safety(board: &Board, weights: &ElolbiaWeights, info: &AttackInfo, color: Color) -> Score {
    let Some(king) = board.king_of(color) else {
        return Score::ZERO;
    };
    let own = attacks::king_attacks(king) & board.by_color(color);
    let border = match draughts::BORDER.contains(king) {
        true => weights.king_on_border,
        false => Score::ZERO,
    };
    let occupied = board.occupied();
    let units = orthodox::attack_units(board, &weights.attack, info, king, occupied, color);
    terms::each(own, weights.own_beside_king) + border - weights.danger.of(units)
}

fn bishop_pair(board: &Board, value: Score, color: Color) -> Score {
    let bishops = board.pieces(color, Role::Bishop);
    match bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES)
    {
        true => value,
        false => Score::ZERO,
    }
}

impl Weights for ElolbiaWeights {
    #[inline]
    fn tempo(&self) -> i32 {
        self.tempo
    }
}

impl See for Elolbia {
    fn gain(&self, m: Move) -> i32 {
        draughts::gain(self.board(), &SEE_VALUES, m, draughts::taken(m))
    }

    fn see_ge(&self, m: Move, threshold: i32) -> bool {
        let taken = draughts::taken(m);
        draughts::see_ge(self.board(), &SEE_VALUES, m, taken, threshold)
    }
}

impl Evaluate for Elolbia {
    type Evaluator = HandCraftedEvaluator;

    fn evaluator() -> HandCraftedEvaluator {
        HandCraftedEvaluator
    }
}

impl HandCrafted for Elolbia {
    type Weights = ElolbiaWeights;

    #[inline]
    fn weights() -> &'static ElolbiaWeights {
        &weights::WEIGHTS
    }

    #[inline]
    fn visit_terms(&self, weights: &ElolbiaWeights, mut visit: impl FnMut(Term)) {
        let board = self.board();
        let info = draughts::attack_info(board, &weights.mobility, &weights.danger.zone_units);
        visit(Term::of("material", |color| {
            terms::material(board, &weights.material, color)
                + bishop_pair(board, weights.bishop_pair, color)
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
        visit(Term::of("king safety", |color| {
            king_safety(board, weights, &info, color)
        }));
        visit(Term::of("border rule", |color| {
            border(board, &weights.border, color)
        }));
        visit(Term::of("mop-up", |color| orthodox::mop_up(board, color)));
    }

    fn phase(&self) -> i32 {
        terms::orthodox_phase(self.board())
    }

    fn scaled(&self, weights: &ElolbiaWeights, white: i32) -> i32 {
        let board = self.board();
        let stronger = Color::from_white(white > 0);
        let scale = scale_factor(board, weights, stronger);
        terms::fifty_move_scaled(white * scale / 100, self.halfmove_clock())
    }

    /// Each side in turn takes the squares that are best against the other's,
    /// the side not to move last.
    fn best_agreement(&self) -> Option<String> {
        if !self.exchange_possible() {
            return None;
        }
        let triples = |color| triples(self.board().pieces(color, Role::Man));
        // Indexed by `color as usize`; the first choices are better than none.
        let mut chosen = [
            first_three(self, Color::Black)?,
            first_three(self, Color::White)?,
        ];
        let mut possible = false;
        for chooser in [!self.turn(), self.turn(), !self.turn()] {
            let mut best = i32::MIN;
            for squares in triples(chooser) {
                let mut tried = chosen;
                tried[chooser as usize] = squares;
                let Some(value) = value_after_exchange(self, tried, chooser) else {
                    continue;
                };
                if value > best {
                    (best, chosen) = (value, tried);
                    possible = true;
                }
            }
        }
        let text = |color: Color| {
            chosen[color as usize]
                .map(|square| square.to_string())
                .concat()
        };
        possible.then(|| format!("exchange:{}/{}", text(Color::White), text(Color::Black)))
    }
}

fn first_three(position: &Elolbia, color: Color) -> Option<[Square; 3]> {
    triples(position.board().pieces(color, Role::Man)).next()
}

/// A square for the queen and a pair of others, all ways to choose them.
fn triples(men: Bitboard) -> impl Iterator<Item = [Square; 3]> {
    men.into_iter().flat_map(move |queen| {
        let others = men.without(queen);
        others.into_iter().flat_map(move |second| {
            let rest = others.into_iter().filter(move |&third| third > second);
            rest.map(move |third| [queen, second, third])
        })
    })
}

/// The value of an exchange for `chooser`, if the rules allow it: the static
/// one and the best capture that wins something.
fn value_after_exchange(
    position: &Elolbia,
    chosen: [[Square; 3]; 2],
    chooser: Color,
) -> Option<i32> {
    let [black, white] = chosen;
    let after = position.exchange(white, black).ok()?;
    let captures = after.tactical_moves().into_iter();
    let booty = captures
        .filter(|&m| after.see_ge(m, 1))
        .map(|m| after.gain(m))
        .max();
    let value = after.static_eval() + booty.unwrap_or(0);
    Some(if after.turn() == chooser {
        value
    } else {
        -value
    })
}

/// Men never promote, and alone they cannot mate.
fn scale_factor(board: &Board, weights: &ElolbiaWeights, stronger: Color) -> i32 {
    let count = |role| board.pieces(stronger, role).count();
    let men = count(Role::Man);
    let minors = count(Role::Knight) + count(Role::Bishop);
    if count(Role::Rook) + count(Role::Queen) > 0 {
        return 100;
    }
    match minors {
        0 | 1 if men <= 1 => weights.cannot_mate,
        0 if men <= 4 => weights.hardly_mates,
        _ => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::{assert_as_written, assert_mirrored, no_weights, see, term};

    #[test]
    fn weights_are_as_the_tuner_writes_them() {
        assert_as_written::<Elolbia>(include_str!("weights.rs"));
    }

    #[test]
    fn evaluation_is_symmetric() {
        assert_mirrored::<Elolbia>();
    }

    #[test]
    fn men_take_and_are_taken() {
        let value = |fen, m| see::<Elolbia>(fen, m);
        // The man of c6 jumps over the rook that takes d5: e4 behind is empty.
        let behind_empty = "k7/8/2m5/3m4/8/8/3R4/7K w - - 0 1";
        assert_eq!(value(behind_empty, "d2d5"), 130 - 500);
        let behind_filled = "k7/8/2m5/3m4/4M3/8/3R4/7K w - - 0 1";
        assert_eq!(value(behind_filled, "d2d5"), 130);
        // On the border nobody is jumped over.
        let on_the_border = "k7/8/8/6m1/7m/8/7R/K7 w - - 0 1";
        assert_eq!(value(on_the_border, "h2h4"), 130);
        // A jump into the reach of a rook.
        let exchange_of_men = "k5r1/8/8/8/5m2/4M3/8/7K w - - 0 1";
        assert_eq!(value(exchange_of_men, "e3g5"), 0);
        // A chain takes the sum of all.
        let chain = "k7/8/8/4q3/8/2b5/1M6/7K w - - 0 1";
        assert_eq!(value(chain, "b2d4f6"), 325 + 960);
        // Stepping next to a man with an empty square behind.
        let step = "k7/8/8/3m4/8/4M3/8/7K w - - 0 1";
        assert_eq!(value(step, "e3e4"), -130);
    }

    #[test]
    fn jumpable_men_are_threatened() {
        let mut weights = no_weights::<Elolbia>();
        weights.jumps.jumpable = [Score::flat(50); Role::COUNT];
        weights.jumps.second = Score::flat(20);
        let jumps = |fen| term::<Elolbia>(&weights, fen, "jumps").middlegame;
        let free = jumps("k7/8/8/4m3/3M4/8/8/7K w - - 0 1");
        let covered = jumps("k7/8/5m2/4m3/3M4/2M5/8/7K w - - 0 1");
        assert_eq!(free, 0);
        assert_eq!(covered, 0);
        let ours = jumps("k7/8/8/4m3/3M4/2M5/8/7K w - - 0 1");
        assert_eq!(ours, 50);
        let two = jumps("k7/6r1/8/4m3/3M4/2M5/8/7K w - - 0 1");
        assert_eq!(two, 50 + 20);
    }

    #[test]
    fn men_crowd_the_border_at_a_price() {
        let mut weights = no_weights::<Elolbia>();
        weights.border = Border {
            excess: Score::flat(-40),
            closed: Score::flat(-20),
            soon_bound: [100, 50, 20],
        };
        let rule = |fen| term::<Elolbia>(&weights, fen, "border rule").endgame;
        assert_eq!(rule("k1qr4/8/8/M7/M7/M7/M7/K7 w - - 0 1"), 0);
        assert_eq!(rule("k1r5/8/8/M7/M7/M7/M7/K7 w - - 0 1"), -4 * 40 / 2);
        assert_eq!(rule("k7/8/8/M7/M7/M7/M7/K7 w - - 0 1"), -4 * 40);
        assert_eq!(rule("k7/8/8/M7/M7/3MM3/8/K7 w - - 0 1"), -20);
    }

    #[test]
    fn the_agreement_is_accepted_by_the_rules() {
        let fen = "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40";
        let position = Elolbia::from_fen(fen).unwrap();
        let text = position.best_agreement().unwrap();
        let after = position.agreement(&text).unwrap().unwrap();
        assert_eq!(after.board().by_role(Role::Queen).count(), 2);
        let wins_queen = |&m: &Move| after.see_ge(m, SEE_VALUES[Role::Queen.index()]);
        assert!(!after.tactical_moves().iter().any(wins_queen), "{text}");
        assert_eq!(Elolbia::start().best_agreement(), None);
    }
}
