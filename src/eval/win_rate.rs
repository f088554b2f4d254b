//! What a value means: chances to win, and centipawns as users know them.

/// How often the side to move wins games of the engine against itself, by the value of
/// the search: a logistic curve, as in Stockfish's model, fitted by
/// [`training::win_rate`](crate::training::win_rate).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRateModel {
    /// The value that wins every other game.
    pub even: f64,
    /// By how much a value must grow for the odds to become e times as good.
    pub spread: f64,
}

impl WinRateModel {
    /// The chance that a side wins which stands this well, from 0 to 1.
    pub fn chance(&self, value: i32) -> f64 {
        1.0 / (1.0 + ((self.even - f64::from(value)) / self.spread).exp())
    }

    /// A value in centipawns as users know them: 100 win every other game.
    pub fn centipawns(&self, value: i32) -> i32 {
        // Far within an i32: see the test of every game's model.
        (100.0 * f64::from(value) / self.even).round() as i32
    }

    /// The value of the search behind [centipawns](WinRateModel::centipawns).
    pub fn value(&self, centipawns: i32) -> i32 {
        // What is too large for an i32 becomes its largest.
        (f64::from(centipawns) * self.even / 100.0).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::{BOUND, Evaluate};

    fn the_model_is_sane<P: Evaluate>() {
        let model = P::WIN_RATE;
        assert!((40.0..2000.0).contains(&model.even), "{model:?}");
        assert!(model.chance(BOUND) > 0.99);
        let even = model.even.round() as i32;
        assert!((model.chance(even) - 0.5).abs() < 0.01);
        assert!((model.centipawns(even) - 100).abs() <= 1);
        assert_eq!(model.centipawns(0), 0);
        for value in -500..500 {
            assert!(model.chance(value) < model.chance(value + 1));
            // The rest is draws.
            assert!(model.chance(value) + model.chance(-value) <= 1.0);
        }
    }

    for_each_game!(the_model_is_sane);
}
