//! When the engine offers or accepts a draw, and when it resigns.

use super::options::{OptionDeclaration, OptionError, OptionKind};
use crate::search::value::is_decisive;

/// A value at most this far from 0 is level, in centipawns.
const LEVEL: i32 = 10;

/// Draws are offered and, in level positions, accepted from this move on.
const FIRST_DRAW_MOVE: u32 = 40;

/// The engine offers a draw after so many level moves of its own.
const LEVEL_MOVES: usize = 8;

/// Moves of its own between one offer and the next.
const MOVES_BETWEEN_OFFERS: usize = 20;

/// Who stands this much worse is glad of a draw, in centipawns.
const WORSE: i32 = -40;

/// A value from which a game is not worth playing on, in centipawns.
const HOPELESS: i32 = -1000;

/// The engine resigns after so many hopeless moves of its own.
const HOPELESS_MOVES: usize = 4;

const RESIGN: &str = "Resign";
const OFFER_DRAWS: &str = "Offer draws";

/// The scores of the engine's own moves in this game, and when it resigns or offers
/// a draw because of them.
#[derive(Clone, Debug)]
pub struct DrawResignPolicy {
    /// Values of the engine's moves, from its own view.
    values: Vec<i32>,
    /// How many values there were at its last offer.
    offered_at: Option<usize>,
    resigns: bool,
    offers_draws: bool,
}

impl Default for DrawResignPolicy {
    fn default() -> DrawResignPolicy {
        DrawResignPolicy {
            values: Vec::new(),
            offered_at: None,
            resigns: true,
            offers_draws: true,
        }
    }
}

impl DrawResignPolicy {
    /// The options that decide it.
    pub fn declarations() -> Vec<OptionDeclaration> {
        let defaults = DrawResignPolicy::default();
        [
            (RESIGN, defaults.resigns),
            (OFFER_DRAWS, defaults.offers_draws),
        ]
        .map(|(name, default)| OptionDeclaration {
            name,
            kind: OptionKind::Check { default },
        })
        .into()
    }

    /// Sets one of the options; `None` if it is none of them.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        let options = [
            (RESIGN, &mut self.resigns),
            (OFFER_DRAWS, &mut self.offers_draws),
        ];
        let mut options = options.into_iter();
        let (name, option) = options.find(|(option, _)| option.eq_ignore_ascii_case(name))?;
        let set = match value {
            "1" => Ok(true),
            "0" => Ok(false),
            other => Err(OptionError::Value {
                name,
                value: other.to_owned(),
                expected: "0 or 1".to_owned(),
            }),
        };
        Some(set.map(|on| *option = on))
    }

    /// As it is after these values of the engine's own moves, of which there were
    /// `offered_at` when it last offered a draw: for whoever keeps no policy during a game.
    pub fn after(values: Vec<i32>, offered_at: Option<usize>) -> DrawResignPolicy {
        DrawResignPolicy {
            offered_at: offered_at.map(|before| before.min(values.len())),
            values,
            ..DrawResignPolicy::default()
        }
    }

    /// A new game, or another position.
    pub fn forget(&mut self) {
        self.values.clear();
        self.offered_at = None;
    }

    /// The engine has found a move of this value.
    pub fn note(&mut self, value: i32) {
        self.values.push(value);
    }

    /// A move of the engine is taken back.
    pub fn take_back(&mut self) {
        self.values.pop();
    }

    fn last(&self, count: usize) -> Option<&[i32]> {
        self.values
            .len()
            .checked_sub(count)
            .map(|start| &self.values[start..])
    }

    /// Whether the engine gives up instead of moving.
    pub fn resigns(&self) -> bool {
        let hopeless = |values: &[i32]| values.iter().all(|&value| value <= HOPELESS);
        self.resigns && self.last(HOPELESS_MOVES).is_some_and(hopeless)
    }

    /// Whether the engine offers a draw with the move of this number.
    pub fn offers_draw(&mut self, fullmove_number: u32) -> bool {
        let now = self.values.len();
        let recently = self
            .offered_at
            .is_some_and(|before| now - before < MOVES_BETWEEN_OFFERS);
        let level = |values: &[i32]| values.iter().all(|value| value.abs() <= LEVEL);
        let offers = self.offers_draws
            && !recently
            && fullmove_number >= FIRST_DRAW_MOVE
            && self.last(LEVEL_MOVES).is_some_and(level);
        if offers {
            self.offered_at = Some(now);
        }
        offers
    }

    /// Whether the engine takes a draw that is offered when its position has this
    /// value.
    pub fn accepts_draw(value: i32, fullmove_number: u32) -> bool {
        let lost = is_decisive(value) && value < 0;
        lost || value <= WORSE || value <= LEVEL && fullmove_number >= FIRST_DRAW_MOVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resigns_after_some_hopeless_moves() {
        let mut policy = DrawResignPolicy::default();
        for value in [-1100, -1200, 20, -1100, -1500, -31_990] {
            policy.note(value);
            assert!(!policy.resigns());
        }
        policy.note(-1000);
        assert!(policy.resigns());
        assert_eq!(policy.set("resign", "0"), Some(Ok(())));
        assert!(!policy.resigns());
        assert!(policy.set("Resign", "maybe").unwrap().is_err());
        assert_eq!(policy.set("Hash", "1"), None);
    }

    #[test]
    fn offers_draws_late_and_rarely() {
        let mut policy = DrawResignPolicy::default();
        let mut offers = Vec::new();
        for number in 30..90 {
            policy.note(3);
            if policy.offers_draw(number) {
                offers.push(number);
            }
        }
        assert_eq!(offers, [40, 60, 80]);
        policy.note(50);
        assert!(!policy.offers_draw(110));
    }

    #[test]
    fn accepts_what_is_no_loss() {
        assert!(!DrawResignPolicy::accepts_draw(0, 10));
        assert!(DrawResignPolicy::accepts_draw(0, 45));
        assert!(DrawResignPolicy::accepts_draw(-60, 10));
        assert!(DrawResignPolicy::accepts_draw(-31_990, 2));
        assert!(!DrawResignPolicy::accepts_draw(30, 80));
    }
}
