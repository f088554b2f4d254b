//! The constants of the search, in one struct. A game may have a struct of its own
//! ([`Searchable::PARAMETERS`]); today all are searched with [`Parameters::DEFAULT`].
//!
//! They are constants of the compiled program; in a build with the feature `tune` each
//! is a UCI option of its own, as tuners (SPSA) want it, and [`Parameters::TABLE`]
//! tells them names, ranges and steps.

use crate::eval::Evaluate;

/// A game that can be searched.
pub trait Searchable: Evaluate {
    /// The constants that this game is searched with.
    const PARAMETERS: Parameters = Parameters::DEFAULT;

    /// Whether endgame tables of this game can be [loaded](super::tablebase::Tablebases).
    /// Games without any spend no time on looking for them.
    const HAS_TABLES: bool = false;
}

/// One constant as a tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name of the field, and of the UCI option.
    pub name: &'static str,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// The step that a tuner begins with.
    pub step: i32,
    /// Reads it.
    pub get: fn(&Parameters) -> i32,
    /// Sets it.
    pub set: fn(&mut Parameters, i32),
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal step $step:literal;)*) => {
        /// All constants of a search. Depths are in plies, margins in
        /// centipawns, `lmr_*` in hundredths of a ply.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Parameters {
            /// What games without values of their own are searched with: all, so far.
            pub const DEFAULT: Parameters = Parameters { $($name: $default,)* };

            /// Every constant with its range.
            pub const TABLE: &'static [Parameter] = &[
                $(Parameter {
                    name: stringify!($name),
                    min: $min,
                    max: $max,
                    step: $step,
                    get: |parameters| parameters.$name,
                    set: |parameters, value| parameters.$name = value,
                },)*
            ];
        }
    };
}

parameters! {
    /// Half the width of the first aspiration window.
    aspiration_window = 16 in 5..=60 step 4;
    /// Iterations before this one are searched with an open window.
    aspiration_depth = 5 in 2..=10 step 1;

    /// Reverse futility pruning: up to this depth.
    rfp_depth = 6 in 2..=12 step 1;
    /// What the opponent may win back with each ply of depth.
    rfp_margin = 80 in 30..=160 step 8;

    /// Razoring: what a capture may bring, and more times the square of the depth.
    razor_base = 300 in 100..=600 step 30;
    razor_margin = 250 in 80..=500 step 25;

    /// ProbCut: from this depth on, by how much a capture must beat beta, and by how many
    /// plies its search is shallower.
    probcut_depth = 5 in 3..=8 step 1;
    probcut_margin = 180 in 80..=400 step 20;
    probcut_reduction = 4 in 3..=6 step 1;

    /// Null moves are not tried with less depth left.
    nmp_depth = 3 in 1..=6 step 1;
    /// Plies that the search after a null move is shallower.
    nmp_base = 3 in 1..=6 step 1;
    /// One ply more for so many plies of depth.
    nmp_depth_divisor = 3 in 2..=8 step 1;
    /// One ply more for so many centipawns above beta, at most three.
    nmp_eval_divisor = 200 in 80..=400 step 20;

    /// From this depth on a null move that is good enough is verified by a search without.
    nmp_verify_depth = 14 in 8..=24 step 1;

    /// Internal iterative reduction: from this depth on.
    iir_depth = 4 in 2..=8 step 1;

    /// Singular extensions: from this depth on.
    singular_depth = 6 in 4..=10 step 1;
    /// The table's entry may be so much shallower.
    singular_table_depth = 3 in 1..=5 step 1;
    /// Centipawns a ply of depth by which the other moves must be worse.
    singular_margin = 2 in 1..=6 step 1;
    /// A quiet hash move goes three plies deeper where the others are so much worse still.
    triple_extension_margin = 90 in 30..=250 step 15;
    /// The hash move goes two plies deeper where the others are so much worse still.
    double_extension_margin = 20 in 0..=80 step 6;

    /// Futility pruning of quiet moves: what a move may gain, and more a ply.
    futility_base = 100 in 20..=250 step 15;
    futility_margin = 90 in 30..=200 step 10;
    /// Futility pruning: up to this depth after reductions.
    futility_depth = 8 in 2..=12 step 1;
    /// Quiet moves with a history below this a ply of depth are left out, up to this
    /// depth after reductions.
    history_pruning_margin = 5000 in 1000..=12000 step 500;
    history_pruning_depth = 5 in 2..=10 step 1;
    /// Futility pruning of captures that lose material: up to this depth after reductions.
    bad_capture_depth = 6 in 2..=10 step 1;
    /// Late move pruning: moves looked at beside the square of the depth.
    lmp_base = 4 in 1..=10 step 1;

    /// Moves that lose material by SEE are left out up to this depth.
    see_depth = 7 in 3..=12 step 1;
    /// Loss of a tactical move, a ply of depth.
    see_tactical_margin = 100 in 30..=200 step 10;
    /// Loss of a quiet move, times the square of the depth.
    see_quiet_margin = 25 in 8..=80 step 4;

    /// Late move reductions: from this depth on.
    lmr_depth = 3 in 2..=5 step 1;
    /// Reduction of all late moves.
    lmr_base = 60 in 0..=160 step 10;
    /// The product of the logarithms is divided by this.
    lmr_divisor = 230 in 120..=400 step 15;
    /// More where the side to move does not stand better than before, and less in PV
    /// nodes, less still in the root, and for moves that give check.
    lmr_not_improving = 100 in 0..=200 step 20;
    lmr_pv = 50 in 0..=250 step 20;
    lmr_root = 200 in 0..=400 step 30;
    lmr_cut_node = 150 in 0..=300 step 20;
    lmr_tactical_hash_move = 80 in 0..=200 step 20;
    lmr_tt_pv = 100 in 0..=250 step 20;
    /// More where so many children of the node before have failed high already.
    lmr_cutoffs = 100 in 0..=200 step 20;
    lmr_cutoffs_from = 4 in 1..=6 step 1;
    /// A reduced node is searched a ply deeper after a reduction of so many plies, unless the
    /// opponent stands worse than before, and a ply less deep after one of two where both
    /// sides' static evaluations are better than the other's by so much.
    hindsight_plies = 3 in 2..=5 step 1;
    hindsight_margin = 65 in 20..=200 step 10;
    /// A reduced search that beats the best value by so much is repeated a ply deeper,
    /// one that beats it by less than this a ply less deep.
    deeper_margin = 40 in 10..=120 step 8;
    shallower_margin = 8 in 0..=30 step 3;
    lmr_check = 100 in 0..=250 step 20;
    /// Less for tactical moves that lose no material.
    lmr_good_tactical = 100 in 0..=300 step 20;
    /// One ply less for so much history of a quiet move, and of a tactical one.
    lmr_history_divisor = 13000 in 3000..=40000 step 1000;
    lmr_capture_divisor = 8000 in 2000..=32000 step 800;
    /// What a quiet move that is searched again without its reduction teaches the continuation
    /// history, in hundredths of what one that refutes or fails to does.
    lmr_bonus = 60 in 0..=150 step 10;

    /// Where the nodes are limited iterations less deep than this reduce and prune more, but leave
    /// fewer quiet moves out for being late: by each ply that they are less deep, seven at most,
    /// so many hundredths of a ply in late moves, centipawns a ply of depth in reverse futility
    /// pruning, and hundredths of a move in late move pruning.
    shallow_root_depth = 13 in 0..=24 step 1;
    shallow_plies_max = 7 in 1..=12 step 1;
    shallow_lmr = 14 in 0..=40 step 3;
    shallow_rfp_margin = 6 in 0..=10 step 1;
    shallow_lmp = 90 in 0..=200 step 15;

    /// Static evaluation history: what a centipawn won by a quiet move counts.
    eval_history_weight = 6 in 1..=20 step 1;

    /// What the first or second move of a node, refuted, counts against itself in the continuation
    /// history, in hundredths of what a quiet move that refutes nothing does.
    early_move_malus = 100 in 0..=200 step 10;

    /// Quiescence: after so many moves only recaptures and promotions are searched.
    qs_moves = 2 in 1..=10 step 1;
    /// Quiescence: what a capture may win beside its victim (delta pruning).
    delta_margin = 150 in 50..=400 step 20;
}

impl Parameters {
    /// Late move reductions by depth and number of the move.
    pub(super) fn reductions(&self) -> Reductions {
        Reductions {
            logarithms: std::array::from_fn(|number| (number.max(1) as f64).ln()),
            divisor: f64::from(self.lmr_divisor) / 100.0,
        }
    }
}

/// Hundredths of a ply by depth and number of the move: the product of the logarithms,
/// as most engines since Fruit have it.
///
/// They are worked out where they are wanted: a table of all would take a fiftieth of a search
/// of 300 nodes to make.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    /// Of the numbers up to 63, that of 0 being 0, too.
    logarithms: [f64; 64],
    divisor: f64,
}

impl Reductions {
    #[inline]
    pub fn get(&self, depth: i32, move_count: i32) -> i32 {
        let logarithm = |number: i32| self.logarithms[number.clamp(0, 63) as usize];
        // Some thousands at most: the cast rounds towards zero.
        (100.0 * logarithm(depth) * logarithm(move_count) / self.divisor) as i32
    }
}

/// Values set by a tuner.
#[cfg(feature = "tune")]
mod tuned {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, PoisonError};

    use super::{Parameters, Searchable};

    /// Places in [`Parameters::TABLE`] and values.
    static CHANGES: Mutex<BTreeMap<usize, i32>> = Mutex::new(BTreeMap::new());

    /// The constants for the next search of a game.
    pub fn current<P: Searchable>() -> Parameters {
        let mut parameters = P::PARAMETERS;
        let changes = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        for (&place, &value) in changes.iter() {
            (Parameters::TABLE[place].set)(&mut parameters, value);
        }
        parameters
    }

    /// Sets the constant at this place of [`Parameters::TABLE`] for all searches to
    /// come, of any game.
    pub fn set(place: usize, value: i32) {
        let mut changes = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        changes.insert(place, value);
    }
}

#[cfg(feature = "tune")]
pub use tuned::{current, set};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_within_their_ranges_and_names_differ() {
        let mut names = std::collections::HashSet::new();
        for parameter in Parameters::TABLE {
            let value = (parameter.get)(&Parameters::DEFAULT);
            assert!(
                (parameter.min..=parameter.max).contains(&value),
                "{parameter:?}"
            );
            assert!(parameter.step >= 1 && names.insert(parameter.name));
            let mut changed = Parameters::DEFAULT;
            (parameter.set)(&mut changed, parameter.max + 1);
            assert_eq!((parameter.get)(&changed), parameter.max + 1);
        }
    }

    #[test]
    fn later_moves_are_reduced_more() {
        let reductions = Parameters::DEFAULT.reductions();
        assert_eq!(reductions.get(1, 1), 0);
        assert!(reductions.get(20, 40) > reductions.get(20, 5));
        assert!(reductions.get(20, 40) > reductions.get(5, 40));
        assert_eq!(reductions.get(200, 300), reductions.get(63, 63));
    }
}
