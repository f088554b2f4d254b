//! Shares of a run for several machines.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One of several equal shares of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

impl Default for Shard {
    fn default() -> Shard {
        Shard { index: 1, count: 1 }
    }
}

impl Shard {
    /// Whether what has this number, from 0, belongs to this share. Numbers go to
    /// the shares in turn.
    pub fn contains(self, number: u32) -> bool {
        number % self.count == self.index - 1
    }
}

/// As `-shard` takes it: `2/4`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            let shard = Shard {
                index: index.parse().ok()?,
                count: count.parse().ok()?,
            };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        };
        read().ok_or_else(|| ShardError(text.to_owned()))
    }
}

/// A text that names no share.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("'{0}' is not I/N with I from 1 to N, as in 2/4")]
pub struct ShardError(String);
