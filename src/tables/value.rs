//! What a table knows of a position.

use std::fmt;

/// The value of a position for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// 0 for a draw, else the plies to the end and one more.
    pub(super) code: u16,
    /// Plies to the next zeroing of the halfmove clock, or [`Value::TOO_LATE`].
    pub(super) zeroing: u8,
}

impl Value {
    /// Stands for no zeroing that the fifty-move rule waits for.
    pub(super) const TOO_LATE: u8 = u8::MAX;

    /// The plies after which the fifty-move rule ends a game.
    pub(super) const FIFTY_MOVES: u8 = 100;

    /// A draw.
    pub const DRAW: Value = Value {
        code: 0,
        zeroing: Value::TOO_LATE,
    };

    /// The side to move has lost: it is mated, or has no pieces left.
    pub const LOST: Value = Value {
        code: 1,
        zeroing: 0,
    };

    /// Plies to the end if the winner hastens and the loser delays it, and no fifty-move
    /// rule holds; `None` for a draw. The side to move wins if they are odd.
    pub fn plies(self) -> Option<u16> {
        self.code.checked_sub(1)
    }

    /// Whether the side to move wins, without the fifty-move rule.
    pub fn is_win(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 1)
    }

    /// Whether the side to move loses, without the fifty-move rule.
    pub fn is_loss(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 0)
    }

    /// Plies to the next capture, promotion or whatever else sets the halfmove clock back, or
    /// to the end, on the way to a win that stands under the fifty-move rule: it is won at a
    /// halfmove clock of `100 - zeroing` or less. `None` for a draw, and where the rule makes
    /// it one even at a clock of 0.
    pub fn zeroing(self) -> Option<u8> {
        (self.zeroing != Value::TOO_LATE).then_some(self.zeroing)
    }

    /// Whether somebody wins under the fifty-move rule with so many plies on the halfmove
    /// clock.
    pub fn stands_at(self, clock: u32) -> bool {
        self.zeroing()
            .is_some_and(|plies| u32::from(plies) + clock <= u32::from(Value::FIFTY_MOVES))
    }

    /// Whether the plies to the end are over before the fifty-move rule asks, however the
    /// loser plays, with so many plies on the halfmove clock.
    pub fn ends_at(self, clock: u32) -> bool {
        self.plies()
            .is_some_and(|plies| u32::from(plies) + clock <= u32::from(Value::FIFTY_MOVES))
    }

    /// What this value of the position after a move says to who made it, in words.
    pub fn for_the_mover(self) -> String {
        match self.plies() {
            None => "draws".to_owned(),
            Some(0) => "wins at once".to_owned(),
            Some(plies) => {
                let result = if self.is_loss() { "wins" } else { "loses" };
                let late = match self.zeroing() {
                    None => ", but the fifty-move rule draws",
                    Some(_) => "",
                };
                format!("{result} in {plies} more{late}")
            }
        }
    }

    /// The value of a position from those of all positions after its moves, each with
    /// whether the move is a zeroing one. There must be a move.
    pub fn of_moves(moves: impl Iterator<Item = (Value, bool)>) -> Value {
        let mut quickest_win = None;
        let mut slowest_loss = 0;
        let mut drawn = false;
        let mut win_zeroing = Value::TOO_LATE;
        let mut loss_zeroing = 0;
        for (after, is_zeroing) in moves {
            let zeroing = match (after.zeroing, is_zeroing) {
                (Value::TOO_LATE, _) => Value::TOO_LATE,
                (_, true) => 1,
                (plies, false) if plies < Value::FIFTY_MOVES => plies + 1,
                _ => Value::TOO_LATE,
            };
            match after.plies() {
                None => drawn = true,
                Some(plies) if plies % 2 == 0 => {
                    quickest_win = Some(quickest_win.map_or(plies, |best: u16| best.min(plies)));
                    win_zeroing = win_zeroing.min(zeroing);
                }
                Some(plies) => {
                    slowest_loss = slowest_loss.max(plies);
                    loss_zeroing = loss_zeroing.max(zeroing);
                }
            }
        }
        match quickest_win {
            Some(plies) => Value {
                code: plies + 2,
                zeroing: win_zeroing,
            },
            None if drawn => Value::DRAW,
            None => Value {
                code: slowest_loss + 2,
                zeroing: loss_zeroing,
            },
        }
    }
}

/// As people say it, for the side to move.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(plies) = self.plies() else {
            return f.write_str("drawn");
        };
        match (plies, self.is_win()) {
            (0, _) => f.write_str("lost"),
            (_, true) => write!(f, "won in {plies}"),
            (_, false) => write!(f, "lost in {plies}"),
        }?;
        match self.zeroing() {
            Some(0) => Ok(()),
            Some(zeroing) => write!(f, ", zeroing in {zeroing}"),
            None => f.write_str(", drawn by the fifty-move rule"),
        }
    }
}
