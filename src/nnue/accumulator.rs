//! The hidden layer before its rectifiers, kept move by move.

use smallvec::SmallVec;

use crate::rules::changes::{Occupant, SquareChange, SquareChanges, SquareObserver};
use crate::rules::{Color, Square};

use super::features::{DerivedSets, FeatureSet, Perspective};
use super::network::{Network, Row};
use super::simd;

/// A move that changes more than this (an ice age) is cheaper found by comparing the
/// whole board with the cache.
const MANY_CHANGES: usize = 16;

/// Rows to add or to take away at once: there is room for those of all squares and of
/// the derived sets of any position of a game.
type Rows<'a, const H: usize> = SmallVec<[&'a Row<H>; 128]>;

/// The accumulators after a move.
#[derive(Clone, Debug)]
struct Entry<const H: usize> {
    rows: [Row<H>; 2],
    /// Whether the rows are those of this position; they are brought up to date only
    /// when they are wanted.
    accurate: [bool; 2],
    king_buckets: [usize; 2],
    /// The derived sets that each row has; those of the position only if it is
    /// accurate.
    derived: [DerivedSets; 2],
    /// What the last move changed.
    changes: SquareChanges,
}

/// What a perspective last saw from a king bucket ('Finny table').
#[derive(Clone, Debug)]
struct Cached<const H: usize> {
    row: Row<H>,
    squares: [Option<Occupant>; 64],
    derived: DerivedSets,
}

/// The accumulators of a line of play, for both perspectives.
#[derive(Clone, Debug)]
pub struct Accumulators<const H: usize> {
    /// One for each ply of the line and some that are not used now.
    entries: Vec<Entry<H>>,
    /// The present one.
    top: usize,
    /// By side and king bucket.
    cache: [Vec<Cached<H>>; 2],
}

/// The squares of a position as they are reported.
struct Squares([Option<Occupant>; 64]);

impl SquareObserver for Squares {
    #[inline]
    fn placed(&mut self, square: Square, what: Occupant) {
        self.0[square.to_usize()] = Some(what);
    }

    #[inline]
    fn removed(&mut self, square: Square, _: Occupant) {
        self.0[square.to_usize()] = None;
    }
}

impl<const H: usize> Accumulators<H> {
    /// Of no position yet.
    pub fn new<P: FeatureSet>(network: &Network<H>) -> Accumulators<H> {
        let empty = Cached {
            row: network.bias,
            squares: [None; 64],
            derived: DerivedSets::default(),
        };
        let cache = vec![empty; P::KING_BUCKETS];
        Accumulators {
            entries: vec![Entry {
                rows: [network.bias; 2],
                accurate: [false; 2],
                king_buckets: [0; 2],
                derived: [DerivedSets::default(); 2],
                changes: SquareChanges::new(),
            }],
            top: 0,
            cache: [cache.clone(), cache],
        }
    }

    /// Starts anew at a position.
    pub fn refresh<P: FeatureSet>(&mut self, position: &P) {
        self.top = 0;
        self.set_top(position, SquareChanges::new());
    }

    /// Follows a move to the position after it.
    #[inline]
    pub fn push<P: FeatureSet>(&mut self, after: &P, changes: SquareChanges) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(self.entries[self.top - 1].clone());
        }
        self.set_top(after, changes);
    }

    /// Goes back to the position before the last push.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.top > 0, "nothing was pushed");
        self.top = self.top.saturating_sub(1);
    }

    #[inline]
    fn set_top<P: FeatureSet>(&mut self, position: &P, changes: SquareChanges) {
        let top = &mut self.entries[self.top];
        top.accurate = [false; 2];
        for color in Color::ALL {
            top.king_buckets[color as usize] = position.king_bucket(color);
        }
        top.changes = changes;
    }

    /// The accumulators of the present position, that of the side to move first.
    #[inline]
    pub fn rows<P: FeatureSet>(&mut self, network: &Network<H>, position: &P) -> [&Row<H>; 2] {
        let turn = position.turn();
        if self.entries[self.top].accurate != [true; 2] {
            let derived = position.derived();
            self.bring_up_to_date(network, position, &derived, turn);
            self.bring_up_to_date(network, position, &derived, !turn);
        }
        let rows = &self.entries[self.top].rows;
        [&rows[turn as usize], &rows[!turn as usize]]
    }

    #[inline]
    fn bring_up_to_date<P: FeatureSet>(
        &mut self,
        network: &Network<H>,
        position: &P,
        derived: &DerivedSets,
        color: Color,
    ) {
        let side = color as usize;
        let king_bucket = self.entries[self.top].king_buckets[side];
        let perspective = Perspective { color, king_bucket };
        let mut first = self.top;
        while !self.entries[first].accurate[side] {
            let entry = &self.entries[first];
            if first == 0
                || entry.changes.len() > MANY_CHANGES
                || self.entries[first - 1].king_buckets[side] != king_bucket
            {
                return self.refresh_from_cache(network, position, derived, perspective);
            }
            first -= 1;
        }
        for ply in first + 1..=self.top {
            // On the way the sets stay as they were: nobody knows those positions.
            let derived = (ply == self.top).then_some(derived);
            self.update::<P>(network, ply, derived, perspective);
        }
    }

    /// Brings an accumulator up to date from that of the ply before it, which need not
    /// have its own derived sets; with those of its position, if they are given.
    #[inline]
    fn update<P: FeatureSet>(
        &mut self,
        network: &Network<H>,
        ply: usize,
        derived: Option<&DerivedSets>,
        perspective: Perspective,
    ) {
        let side = perspective.color as usize;
        let (before, rest) = self.entries.split_at_mut(ply);
        let (before, entry) = (&before[ply - 1], &mut rest[0]);
        let (mut added, mut removed) = (Rows::<H>::new(), Rows::<H>::new());
        for &change in &entry.changes {
            match change {
                SquareChange::Placed(square, what) => {
                    added.push(&network.features[P::input(perspective, square, what)]);
                }
                SquareChange::Removed(square, what) => {
                    removed.push(&network.features[P::input(perspective, square, what)]);
                }
            }
        }
        entry.derived[side] = before.derived[side];
        if let Some(derived) = derived {
            add_derived::<P, H>(
                network,
                perspective,
                (&before.derived[side], derived),
                (&mut added, &mut removed),
            );
            entry.derived[side] = *derived;
            entry.accurate[side] = true;
        }
        simd::update(&before.rows[side], &mut entry.rows[side], &added, &removed);
    }

    /// Brings the present accumulator up to date from what was seen last from the same
    /// king bucket.
    fn refresh_from_cache<P: FeatureSet>(
        &mut self,
        network: &Network<H>,
        position: &P,
        derived: &DerivedSets,
        perspective: Perspective,
    ) {
        let side = perspective.color as usize;
        let entry = &mut self.entries[self.top];
        let cached = &mut self.cache[side][perspective.king_bucket];
        let mut now = Squares([None; 64]);
        position.report_occupants(&mut now);
        let (mut added, mut removed) = (Rows::<H>::new(), Rows::<H>::new());
        for square in Square::ALL {
            let before = cached.squares[square.to_usize()];
            let now = now.0[square.to_usize()];
            if before != now {
                let row = |what| &network.features[P::input(perspective, square, what)];
                added.extend(now.map(row));
                removed.extend(before.map(row));
            }
        }
        add_derived::<P, H>(
            network,
            perspective,
            (&cached.derived, derived),
            (&mut added, &mut removed),
        );
        let before = cached.row;
        simd::update(&before, &mut cached.row, &added, &removed);
        cached.squares = now.0;
        cached.derived = *derived;
        entry.derived[side] = *derived;
        entry.rows[side] = cached.row;
        entry.accurate[side] = true;
    }
}

/// What the derived sets of two positions differ in.
#[inline]
fn add_derived<'a, P: FeatureSet, const H: usize>(
    network: &'a Network<H>,
    perspective: Perspective,
    (before, now): (&DerivedSets, &DerivedSets),
    (added, removed): (&mut Rows<'a, H>, &mut Rows<'a, H>),
) {
    for kind in 0..P::DERIVED_SETS {
        for color in Color::ALL {
            let (before, now) = (before[kind][color as usize], now[kind][color as usize]);
            // Row by row: `SmallVec::extend` is a call even where there is nothing to add.
            for square in now ^ before {
                let row = &network.features[P::derived_input(perspective, kind, color, square)];
                match now.contains(square) {
                    true => added.push(row),
                    false => removed.push(row),
                }
            }
        }
    }
}
