//! Clupso Chess: draughts men beside the pieces of chess, no kings, and the last
//! piece decides. The rules are in `docs/rules/elolbia.md`.

use shakmaty::{Bitboard, Color, Rank};

use super::changes::SquareObserver;
use super::draughts::{Draughts, STEPS};
use super::moves::{GenType, Move, MoveKind, MoveSink};
use super::outcome::{EndReason, Outcome};
use super::piece::Role;
use super::position::Position;
use super::setup::{Material, Setup, SetupError};
use super::state::State;

/// A position of Clupso Chess.
#[derive(Clone, Debug)]
pub struct Clupso(Draughts);

impl Clupso {
    /// How many pieces of this kind one side's men can still become: the number
    /// in the start position less the number on the board.
    #[inline]
    pub fn pool(&self, color: Color, role: Role) -> usize {
        let at_start: usize = match role {
            Role::Queen => 1,
            Role::Rook | Role::Bishop | Role::Knight => 2,
            Role::Pawn | Role::King | Role::Man => 0,
        };
        at_start.saturating_sub(self.0.state.board.pieces(color, role).count())
    }

    /// What a man of the side to move may become, most valuable first: the first so many
    /// of these.
    #[inline]
    fn promotions(&self) -> ([Role; 4], usize) {
        let (mut roles, mut count) = (Role::PROMOTIONS, 0);
        for role in Role::PROMOTIONS {
            roles[count] = role;
            count += usize::from(self.pool(self.0.state.turn, role) > 0);
        }
        (roles, count)
    }

    #[inline]
    fn steps<G: GenType, S: MoveSink>(&self, base: Bitboard, promotions: &[Role], sink: &mut S) {
        let men = self.0.state.board.pieces(self.0.state.turn, Role::Man) & sink.origins();
        let empty = !self.0.state.board.occupied();
        let forward = self.0.state.turn.fold_wb(8, -8);
        for (step, origins) in STEPS {
            let targets = (men & origins).shift(step) & empty;
            if G::QUIET {
                sink.add_shifted(targets, step, MoveKind::Quiet);
            }
            if step == forward {
                let promotions = G::promotions(promotions);
                sink.add_shifted_promotions(targets & base, step, MoveKind::Quiet, promotions);
            }
        }
    }

    #[inline]
    fn jumps<G: GenType, S: MoveSink>(&self, base: Bitboard, promotions: &[Role], sink: &mut S) {
        self.0.for_each_chain(sink.origins(), |from, to, chain| {
            let m = Move::jump(from, to, chain);
            let promotions = match base.contains(to) && !base.contains(from) {
                true => promotions,
                false => &[],
            };
            if G::TACTICAL && G::QUIET || G::TACTICAL == promotions.is_empty() {
                sink.add(m);
            }
            for &role in G::promotions(promotions) {
                sink.add(m.with_promotion(role));
            }
        });
    }
}

impl Position for Clupso {
    const NAME: &'static str = "clupso";
    const MATERIAL: Material = Material {
        kings: 0..=0,
        ..Material::DRAUGHTS
    };

    fn start() -> Clupso {
        let setup = Setup::two_ranks(Role::Man, Role::Man);
        Clupso::from_setup(&setup).expect("the start position is legal")
    }

    /// Castling and en passant are dropped.
    fn from_setup(setup: &Setup) -> Result<Clupso, SetupError> {
        setup.check(&Clupso::MATERIAL)?;
        if setup.board.occupied().is_empty() {
            return Err(SetupError::NoPieces);
        }
        let state = State::new(setup);
        Ok(Clupso(Draughts { state }))
    }

    #[inline]
    fn state(&self) -> &State {
        &self.0.state
    }

    #[inline]
    fn generate<G: GenType, S: MoveSink>(&self, sink: &mut S) {
        if self.variant_end().is_some() {
            return;
        }
        let base = Bitboard::from_rank(self.0.state.turn.relative_rank(Rank::Eighth));
        let (roles, count) = self.promotions();
        let promotions = &roles[..count];
        self.jumps::<G, S>(base, promotions, sink);
        self.0.piece_moves::<G, S>(|_, targets| targets, sink);
        self.steps::<G, S>(base, promotions, sink);
    }

    #[inline]
    fn play_observed<O: SquareObserver>(&mut self, m: Move, observer: &mut O) {
        self.0.play(m, observer);
    }

    /// There are no kings.
    #[inline]
    fn gives_check(&self, _m: Move) -> bool {
        false
    }

    /// A side with men alone may be glad to pass: each step can put a man where
    /// it is jumped over.
    #[inline]
    fn null_move_is_sound(&self) -> bool {
        self.0.has_more_than_men()
    }

    fn play_null(&mut self) {
        self.0.state.end_turn(false);
    }

    #[inline]
    fn variant_end(&self) -> Option<Outcome> {
        let captured = |color| self.0.state.board.by_color(color).is_empty();
        if captured(Color::White) {
            let reason = EndReason::Variant("White's last chessman is captured");
            Some(Outcome::win(Color::Black, reason))
        } else if captured(Color::Black) {
            let reason = EndReason::Variant("Black's last chessman is captured");
            Some(Outcome::win(Color::White, reason))
        } else {
            None
        }
    }

    /// Never: the rules declare none.
    #[inline]
    fn is_dead(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::Notation;

    use super::*;

    fn read(fen: &str) -> Clupso {
        Clupso::from_fen(fen).unwrap()
    }

    fn texts(position: &Clupso, from: &str) -> Vec<String> {
        let moves = position.legal_moves().into_iter();
        let mut texts: Vec<String> = moves
            .map(|m| m.to_string())
            .filter(|text| text.starts_with(from))
            .collect();
        texts.sort();
        texts
    }

    #[test]
    fn the_pool_is_what_the_enemy_has_captured() {
        let position = read("8/M7/8/8/8/8/8/n5RR w - - 5 1");
        assert_eq!(position.pool(Color::White, Role::Queen), 1);
        assert_eq!(position.pool(Color::White, Role::Rook), 0);
        assert_eq!(position.pool(Color::Black, Role::Knight), 1);
        let promotions = ["a7a8", "a7a8b", "a7a8n", "a7a8q"];
        assert_eq!(texts(&position, "a7a8"), promotions);
        let surplus = read("8/8/8/8/8/8/8/nQQQ4 w - - 0 1");
        assert_eq!(surplus.pool(Color::White, Role::Queen), 0);
    }

    #[test]
    fn men_promote_when_they_come_to_the_base() {
        let mut position = read("1n6/M5m1/5M2/8/8/8/8/1R1B4 w - - 5 1");
        let chosen = position.parse_coordinates("f6h8R").unwrap();
        assert_eq!(position.san(chosen), "Mf6xh8=R");
        assert_eq!(position.parse_san("Mf6xh8R"), Ok(chosen));
        let stays = position.parse_san("Ma8").unwrap();
        assert_eq!(stays.to_string(), "a7a8");
        assert!(position.parse_coordinates("a7a8k").is_err());
        assert!(position.parse_san("Ma8=K").is_err());
        let tactical = position.tactical_moves().into_iter();
        let tactical: Vec<String> = tactical.map(|m| position.san(m)).collect();
        assert_eq!(tactical, ["Mf6xh8=Q", "Rxb8", "Ma8=Q"]);
        let mut other = position.clone();
        other.play(stays);
        assert_eq!(other.state().halfmove_clock, 6);
        position.play(position.parse_san("Ma8=Q").unwrap());
        assert_eq!(position.fen(), "Qn6/6m1/5M2/8/8/8/8/1R1B4 b - - 0 1");
    }

    #[test]
    fn men_on_the_base_stay_men() {
        // Along the base, and by jumps away and back.
        let position = read("3M4/2m1m3/8/2m1m3/8/8/8/8 w - - 0 1");
        assert_eq!(texts(&position, "d8c8"), ["d8c8"]);
        assert_eq!(texts(&position, "d8b6d4f6d8"), ["d8b6d4f6d8"]);
        // Black's men go the other way.
        let black = read("8/8/8/8/8/8/m7/7N b - - 0 1");
        assert_eq!(texts(&black, "a2a1").len(), 5);
    }

    #[test]
    fn the_last_piece_decides() {
        let mut position = read("8/8/8/8/8/8/1m6/M7 w - - 0 1");
        assert_eq!(position.outcome(), None);
        position.play(position.parse_san("Ma1xc3").unwrap());
        assert!(position.legal_moves().is_empty());
        let outcome = position.outcome().unwrap().to_string();
        assert_eq!(outcome, "1-0 (Black's last chessman is captured)");
        let lost = read("8/8/8/8/8/8/8/m7 b - - 0 1");
        assert!(lost.legal_moves().is_empty());
        assert_eq!(lost.outcome().unwrap().winner, Some(Color::Black));
        let stuck = read("8/8/8/8/8/2m5/mm6/Mm6 w - - 0 1");
        let draw = Outcome::draw(EndReason::Stalemate);
        assert_eq!(stuck.outcome(), Some(draw));
        assert_eq!(read("n7/8/8/8/8/8/8/N7 w - - 0 1").outcome(), None);
    }

    #[test]
    fn kings_and_empty_boards_are_refused() {
        assert!(Clupso::from_fen("k7/8/8/8/8/8/8/N7").is_err());
        let empty = Clupso::from_fen("8/8/8/8/8/8/8/8");
        assert_eq!(empty.unwrap_err(), SetupError::NoPieces.into());
    }
}
