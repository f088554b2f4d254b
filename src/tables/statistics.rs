//! What a whole table says.

use serde::{Deserialize, Serialize};

use super::Value;

/// A position that takes longest to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// Plies to the end.
    pub plies: u16,
    /// The position's number.
    pub number: usize,
}

/// Counts of the positions of an ending in which one side is to move, each once with all
/// that are symmetric to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideStatistics {
    /// All positions.
    pub positions: u64,
    /// Those that the side to move wins.
    pub won: u64,
    /// Those that nobody wins.
    pub drawn: u64,
    /// Those that the side to move loses.
    pub lost: u64,
    /// Those of `won` that the fifty-move rule makes draws.
    pub won_too_late: u64,
    /// Those of `lost` that the fifty-move rule makes draws.
    pub lost_too_late: u64,
    /// The longest win of the side to move, the first by number of them.
    pub longest_win: Option<Longest>,
    /// The longest loss of the side to move, likewise.
    pub longest_loss: Option<Longest>,
}

impl SideStatistics {
    /// Counts one more position.
    pub fn add(&mut self, number: usize, value: Value) {
        self.positions += 1;
        let Some(plies) = value.plies() else {
            self.drawn += 1;
            return;
        };
        let is_late = u64::from(value.zeroing().is_none());
        let longest = match value.is_win() {
            true => {
                self.won += 1;
                self.won_too_late += is_late;
                &mut self.longest_win
            }
            false => {
                self.lost += 1;
                self.lost_too_late += is_late;
                &mut self.longest_loss
            }
        };
        *longest = longer(*longest, Some(Longest { plies, number }));
    }

    /// The counts of two parts of a table together.
    #[must_use]
    pub fn and(self, other: SideStatistics) -> SideStatistics {
        SideStatistics {
            positions: self.positions + other.positions,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            won_too_late: self.won_too_late + other.won_too_late,
            lost_too_late: self.lost_too_late + other.lost_too_late,
            longest_win: longer(self.longest_win, other.longest_win),
            longest_loss: longer(self.longest_loss, other.longest_loss),
        }
    }
}

fn longer(one: Option<Longest>, other: Option<Longest>) -> Option<Longest> {
    let both = one.into_iter().chain(other);
    both.min_by_key(|longest| (u16::MAX - longest.plies, longest.number))
}
