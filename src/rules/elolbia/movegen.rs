//! Legal moves of Elolbian Chess, but for the border rule: check masks and pins
//! for what other pieces do to the king, and a test of a move against the enemy's
//! men only where it can matter.

use shakmaty::{Bitboard, Color, Square, attacks};

use crate::rules::draughts::{STEPS, add_split, chains, steps_from};
use crate::rules::moves::{GenType, Move, MoveKind, MoveSink};
use crate::rules::piece::Role;
use crate::rules::position::Position;

use super::Elolbia;

/// What the generator works out once a position.
struct Context {
    us: Color,
    king: Square,
    own: Bitboard,
    enemy: Bitboard,
    occupied: Bitboard,
    enemy_men: Bitboard,
    /// Own pieces that stand alone between the king and an enemy slider.
    pinned: Bitboard,
    /// Where a piece other than the king must go because of a checking piece
    /// that is no man: anywhere, or onto the checker or between.
    check_mask: Bitboard,
    /// Enemy men that stand where some chain could jump over the king.
    near_men: Bitboard,
    /// Whether one of them gives check.
    men_check: bool,
}

impl Elolbia {
    /// Writes the legal moves of a type to `sink` as if there were no border rule.
    #[inline]
    pub fn generate_without_border_rule<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        let Some(context) = self.context() else {
            return;
        };
        if G::TACTICAL {
            self.jumps(&context, sink);
        }
        self.king_moves::<G, S>(&context, sink);
        if (self.checkers() & !context.enemy_men).more_than_one() {
            return;
        }
        let confine = |from, targets| context.confine(from, targets);
        self.draughts.piece_moves::<G, S>(confine, sink);
        if G::QUIET {
            self.steps(&context, sink);
        }
    }

    #[inline]
    fn context(&self) -> Option<Context> {
        let board = self.board();
        let us = self.turn();
        let king = board.king_of(us)?;
        let own = board.by_color(us);
        let enemy = board.by_color(!us);
        let occupied = own | enemy;
        let enemy_men = enemy & board.by_role(Role::Man);
        let other_checkers = self.checkers() & !enemy_men;
        let check_mask = match other_checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker) | other_checkers,
        };
        let pinned = own & board.screens(king, !us, occupied);
        Some(Context {
            us,
            king,
            own,
            enemy,
            occupied,
            enemy_men,
            pinned,
            check_mask,
            near_men: chains::possible_takers(king, enemy_men),
            men_check: self.checkers().intersects(enemy_men),
        })
    }

    #[inline]
    fn king_moves<G: GenType, S: MoveSink>(&self, context: &Context, sink: &mut S) {
        let Context {
            us,
            king,
            own,
            enemy,
            occupied,
            ..
        } = *context;
        if !sink.origins().contains(king) {
            return;
        }
        let board = self.board();
        let without_king = occupied.without(king);
        let targets = G::targets(enemy, !occupied) & sink.targets();
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king_attacks(king) & targets {
            if !board.is_attacked(to, !us, Bitboard::FULL, without_king)
                && !chains::can_be_taken(
                    to,
                    context.enemy_men,
                    own.without(king),
                    !without_king.with(to),
                )
            {
                safe.add(to);
            }
        }
        add_split(king, safe, enemy, sink);
    }

    /// Jumps take several pieces at once, checkers and blockers among them,
    /// so that neither masks nor pins tell whether they are legal.
    #[inline]
    fn jumps<S: MoveSink>(&self, context: &Context, sink: &mut S) {
        self.draughts
            .for_each_chain(sink.origins(), |from, to, chain| {
                let taken = chains::taken(from, chain);
                let occupied = (context.occupied & !taken).without(from).with(to);
                let exposed = self
                    .board()
                    .is_attacked(context.king, !context.us, !taken, occupied)
                    || chains::can_be_taken(
                        context.king,
                        context.near_men & !taken,
                        context.own.without(from).with(to),
                        !occupied,
                    );
                if !exposed {
                    sink.add(Move::jump(from, to, chain));
                }
            });
    }

    #[inline]
    fn steps<S: MoveSink>(&self, context: &Context, sink: &mut S) {
        let empty = !context.occupied;
        let men = context.own & self.board().by_role(Role::Man) & sink.origins();
        let alone = match context.near_men.any() {
            true => men,
            false => men & context.pinned,
        };
        let together = men & !alone;
        for (step, origins) in STEPS {
            let targets = (together & origins).shift(step) & empty & context.check_mask;
            sink.add_shifted(targets, step, MoveKind::Quiet);
        }
        for from in alone {
            let targets = steps_from(from) & empty & sink.targets();
            let targets = context.confine(from, targets);
            sink.add_targets(from, targets, MoveKind::Quiet);
        }
    }
}

impl Context {
    /// Where among `targets` a piece other than the king may go, jumps aside.
    #[inline]
    fn confine(&self, from: Square, targets: Bitboard) -> Bitboard {
        let mut targets = targets & self.check_mask;
        if self.pinned.contains(from) {
            targets &= attacks::ray(self.king, from);
        }
        match self.near_men.any() {
            true => self.safe_from_men(from, targets),
            false => targets,
        }
    }

    /// Leaves out the targets that would let an enemy man capture the king.
    ///
    /// What a move changes has one effect each: leaving a landing square opens
    /// ways, and so does standing where one can be jumped over; the reverse
    /// closes them. So without a check only the former two need a test, and in
    /// check by a man only the latter two can help.
    fn safe_from_men(&self, from: Square, targets: Bitboard) -> Bitboard {
        let landings = chains::landings_around(self.king);
        let leaves_landing = landings.contains(from);
        let doubtful = if self.men_check {
            let hides = chains::same_parity(self.king).contains(from);
            if hides { targets } else { targets & landings }
        } else if leaves_landing {
            targets
        } else {
            targets & chains::same_parity(self.king)
        };
        let kept = match self.men_check {
            true => Bitboard::EMPTY,
            false => targets & !doubtful,
        };
        doubtful.into_iter().fold(kept, |safe, to| {
            match self.men_can_take_king_after(from, to) {
                true => safe,
                false => safe.with(to),
            }
        })
    }

    fn men_can_take_king_after(&self, from: Square, to: Square) -> bool {
        chains::can_be_taken(
            self.king,
            self.near_men.without(to),
            self.own.without(from).with(to),
            !self.occupied.without(from).with(to),
        )
    }
}
