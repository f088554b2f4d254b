//! A game as it is played: positions, moves, and what only history decides.

use super::moves::Move;
use super::outcome::{EndReason, Outcome};
use super::position::Position;

/// A game from its start position to the present one.
#[derive(Clone, Debug)]
pub struct GameRecord<P> {
    /// The position at the start and after each step; never empty.
    positions: Vec<P>,
    /// What led from one to the next: a move, or `None` for an agreement.
    steps: Vec<Option<Move>>,
    /// Which of [`Position::RULE_OPTIONS`] hold.
    rules: Vec<bool>,
}

impl<P: Position> GameRecord<P> {
    /// A game that begins here, by the usual rules.
    pub fn new(start: P) -> GameRecord<P> {
        GameRecord {
            positions: vec![start],
            steps: Vec::new(),
            rules: P::RULE_OPTIONS.iter().map(|rule| rule.default).collect(),
        }
    }

    /// Another game that begins here, by the rules of this one.
    pub fn restarted(&self, start: P) -> GameRecord<P> {
        let mut record = GameRecord::new(start);
        for (rule, &on) in self.rules.iter().enumerate() {
            record.set_rule(rule, on);
        }
        record
    }

    /// The present position.
    pub fn position(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// The position that the game began from.
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// Whether nothing has been played yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: Move) {
        let mut next = self.position().clone();
        next.play(m);
        self.positions.push(next);
        self.steps.push(Some(m));
    }

    /// Goes on from a position that both players agreed on and that no move leads to.
    pub fn go_on_from(&mut self, agreed: P) {
        self.positions.push(agreed);
        self.steps.push(None);
    }

    /// Switches a rule (see [`Position::set_rule`]) in all positions, so that it
    /// holds after [`GameRecord::undo`] too.
    pub fn set_rule(&mut self, rule: usize, on: bool) {
        self.rules[rule] = on;
        for position in &mut self.positions {
            position.set_rule(rule, on);
        }
    }

    /// Takes the last move or agreement back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.steps.pop().is_some();
        if undone {
            self.positions.pop();
        }
        undone
    }

    /// The keys of the positions before the present one that it could repeat,
    /// oldest first.
    pub fn repeatable_keys(&self) -> Vec<u64> {
        let now = self.positions.len() - 1;
        let clock = self.position().state().halfmove_clock as usize;
        self.positions[now.saturating_sub(clock)..now]
            .iter()
            .map(Position::key)
            .collect()
    }

    /// How the game ended, if it has, in the order of `docs/rules/common.md`.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            let key = self.position().key();
            let earlier = self.repeatable_keys();
            let times = earlier.into_iter().filter(|&other| other == key).count();
            (times >= 2).then_some(Outcome::draw(EndReason::ThreefoldRepetition))
        })
    }
}
