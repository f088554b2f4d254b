//! From a skill level or an Elo rating to how badly to play.
//!
//! Levels are a scale of our own: each looks at 1.45 times the nodes of the
//! one before and chooses less at random. What they are in Elo was measured in
//! orthodox chess (docs/strength.md).

use crate::search::skill::Handicap;

/// The level that plays as well as it can.
pub const FULL_LEVEL: i32 = 20;

/// The level that plays worst. Those below 0 are there because Fairy-Stockfish has them, and
/// lichess's computer opponent begins at -9.
pub const LOWEST_LEVEL: i32 = -20;

/// Levels with their Elo ratings: as measured with an earlier program and moved by what later
/// matches say, the last one further along the slope of levels 15 and 17.
const MEASURED: [(f64, u32); 7] = [
    (2.0, 1150),
    (4.0, 1490),
    (8.0, 2030),
    (10.0, 2330),
    (12.0, 2480),
    (15.0, 2880),
    (18.0, 2980),
];

/// The lowest rating that can be asked for.
pub const MIN_ELO: u32 = 1000;

/// The highest rating that can be asked for.
pub const MAX_ELO: u32 = 2800;

/// Nodes of level 0, and how many times more each level has.
const NODES: f64 = 300.0;
const NODES_FACTOR: f64 = 1.45;

/// The temperature of level 0, in centipawns, and what is left of it at each level.
const TEMPERATURE: f64 = 160.0;
const TEMPERATURE_FACTOR: f64 = 0.8;

/// Moves to choose from, up to the level from which on it is one less at each. To look
/// at several costs more than is left of it then.
const CANDIDATES: f64 = 4.0;
const FEWER_CANDIDATES: f64 = 12.0;

/// How well to play, as users say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// `Skill Level`: [`LOWEST_LEVEL`] to [`FULL_LEVEL`].
    pub skill_level: i32,
    /// `UCI_LimitStrength`: the rating counts, and not the level.
    pub is_limited: bool,
    /// `UCI_Elo`: [`MIN_ELO`] to [`MAX_ELO`].
    pub elo: u32,
}

impl Default for Strength {
    fn default() -> Strength {
        Strength {
            skill_level: FULL_LEVEL,
            is_limited: false,
            elo: MIN_ELO,
        }
    }
}

/// How badly to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakness {
    /// The most nodes to be searched.
    pub nodes: u64,
    /// What else the search is told.
    pub handicap: Handicap,
}

impl Strength {
    /// How badly to play; `None` for as well as possible. A `seed`, which is asked for where
    /// it is needed, decides which moves are played.
    pub fn weakness(self, seed: impl FnOnce() -> u64) -> Option<Weakness> {
        match (self.is_limited, self.skill_level) {
            (true, _) => Some(Weakness::of(level_of(self.elo), seed())),
            (false, FULL_LEVEL..) => None,
            (false, level) => Some(Weakness::of(f64::from(level), seed())),
        }
    }
}

impl Weakness {
    /// How badly a level plays, or what lies between two.
    fn of(level: f64, seed: u64) -> Weakness {
        let candidates = CANDIDATES - (level - FEWER_CANDIDATES).max(0.0);
        Weakness {
            // Far below the largest u64: the cast only rounds.
            nodes: (NODES * NODES_FACTOR.powf(level)).max(1.0) as u64,
            handicap: Handicap {
                candidates: candidates.max(1.0) as usize,
                temperature: TEMPERATURE * TEMPERATURE_FACTOR.powf(level),
                seed,
            },
        }
    }
}

/// The level with this rating, between those measured on a straight line.
fn level_of(elo: u32) -> f64 {
    let next = MEASURED.iter().position(|&(_, rating)| elo < rating);
    let next = next.unwrap_or(MEASURED.len() - 1).max(1);
    let [(low, low_elo), (high, high_elo)] = [MEASURED[next - 1], MEASURED[next]];
    let share = (f64::from(elo) - f64::from(low_elo)) / f64::from(high_elo - low_elo);
    low + (high - low) * share
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(elo: u32) -> Strength {
        Strength {
            is_limited: true,
            elo,
            ..Strength::default()
        }
    }

    fn at_level(skill_level: i32) -> Strength {
        Strength {
            skill_level,
            ..Strength::default()
        }
    }

    #[test]
    fn the_full_level_is_no_weakness() {
        let never = || panic!("full strength needs no seed");
        assert_eq!(Strength::default().weakness(never), None);
        assert_eq!(at_level(FULL_LEVEL).weakness(never), None);
    }

    #[test]
    fn every_level_is_better_than_the_one_before() {
        let levels =
            (LOWEST_LEVEL..FULL_LEVEL).map(|level| at_level(level).weakness(|| 1).unwrap());
        let ratings = (MIN_ELO..=MAX_ELO).map(|elo| limited(elo).weakness(|| 1).unwrap());
        for scale in [levels.collect::<Vec<_>>(), ratings.collect()] {
            for pair in scale.windows(2) {
                assert!(pair[0].nodes <= pair[1].nodes);
                let [worse, better] = [pair[0].handicap, pair[1].handicap];
                assert!(worse.temperature > better.temperature);
                assert!(worse.candidates >= better.candidates);
            }
        }
    }

    #[test]
    fn the_rating_overrides_the_level() {
        for (level, elo) in MEASURED {
            let both = Strength {
                skill_level: 3,
                ..limited(elo)
            };
            assert_eq!(both.weakness(|| 1), Some(Weakness::of(level, 1)));
        }
    }
}
