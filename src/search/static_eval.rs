//! The static evaluation of nodes: with the correction history, and with what the table
//! knows.

use super::parameters::Searchable;
use super::transposition::{Bound, Entry};
use super::value::is_decisive;
use super::worker::Worker;

/// What the static evaluation says of a position, in centipawns from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct StaticEval {
    /// As the evaluator gave it.
    pub raw: i32,
    /// The same with the correction history.
    pub corrected: i32,
    /// The value of the table, where that says more, else the corrected evaluation.
    pub estimate: i32,
}

impl<P: Searchable> Worker<'_, P> {
    /// What the static evaluation says of `position`; `None` in check, where it says
    /// nothing.
    #[inline]
    pub fn static_eval(
        &mut self,
        position: &P,
        entry: Option<Entry>,
        ply: usize,
    ) -> Option<StaticEval> {
        if position.is_check() {
            return None;
        }
        let raw = match entry.and_then(|entry| entry.static_eval) {
            Some(raw) => raw,
            None => self.evaluate(position),
        };
        let previous = self.previous_moves(ply);
        // Near the fifty-move rule an advantage is worth less.
        let clock = position.state().halfmove_clock.min(100) as i32;
        let scaled = raw * (200 - clock) / 200;
        let corrected = scaled + self.history.correction.correction(position, &previous);
        let better = entry.and_then(|entry| {
            let (value, bound) = entry.value_at(ply, position.state().halfmove_clock)?;
            let says_more = match bound {
                Bound::Exact => true,
                Bound::Lower => value > corrected,
                Bound::Upper => value < corrected,
            };
            (says_more && !is_decisive(value)).then_some(value)
        });
        Some(StaticEval {
            raw,
            corrected,
            estimate: better.unwrap_or(corrected),
        })
    }

    /// Whether the side to move stands better than two plies before.
    pub fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).map(|ply| &self.stack[ply]);
        let before = before.and_then(|entry| entry.static_eval);
        match (self.stack[ply].static_eval, before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }
}
