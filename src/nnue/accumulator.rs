//! The hidden layer before its rectifiers, kept move by move.

use crate::rules::{Bitboard, Color, Square};

use super::features::{Derived, FeatureSet, OccupantSets, Perspective};
use super::network::Network;
use super::simd::{LANES, REGISTERS, Row, Tile};

/// Where more squares than these differ (after an ice age), it is cheaper to begin with
/// the cache.
const MANY_CHANGES: usize = 16;

/// Whether the rows of both perspectives fit into the registers at once. Where they do not,
/// it is cheaper to go through what differs for one after the other than for parts of both:
/// for each part inputs would have to be found for both.
const BOTH_AT_ONCE: bool = cfg!(target_feature = "avx512bw");

/// All that a network sees of a position.
#[derive(Clone, Debug, Default)]
struct Seen {
    occupants: OccupantSets,
    derived: Derived,
}

/// The accumulators after a move.
#[derive(Clone, Debug)]
struct Entry<const H: usize> {
    rows: [Row<H>; 2],
    /// Whether all the rest is that of this position; it is brought up to date only when
    /// it is wanted.
    accurate: bool,
    king_buckets: [usize; 2],
    seen: Seen,
}

/// What a perspective last saw from a king bucket ('Finny table').
#[derive(Clone, Debug)]
struct Cached<const H: usize> {
    row: Row<H>,
    seen: Seen,
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

impl Seen {
    #[inline]
    fn of<P: FeatureSet>(position: &P) -> Seen {
        Seen {
            occupants: position.occupants(),
            derived: position.derived(),
        }
    }

    /// On how many squares something else stands; where one thing stands in another's
    /// place, it counts twice.
    #[inline]
    fn changes<P: FeatureSet>(&self, before: &Seen) -> usize {
        let sets = self.occupants.iter().zip(&before.occupants);
        let sets = sets.take(P::OCCUPANTS);
        sets.map(|(&now, &before)| (now ^ before).count()).sum()
    }

    /// Calls `change` with every input that differs from those `before`, as each of the
    /// perspectives has it, and whether it is now on.
    #[inline(always)]
    fn for_each_change<P: FeatureSet, const N: usize>(
        &self,
        before: &Seen,
        perspectives: [Perspective; N],
        mut change: impl FnMut(bool, [usize; N]),
    ) {
        // Which sets differ is found out for all at once: a branch for each would often
        // be mispredicted.
        let mut different = (0..P::OCCUPANTS).fold(0_u32, |different, kind| {
            different | u32::from(self.occupants[kind] != before.occupants[kind]) << kind
        });
        while different != 0 {
            let kind = different.trailing_zeros() as usize;
            different &= different - 1;
            let what = P::occupant(kind);
            let (before, now) = (before.occupants[kind], self.occupants[kind]);
            for_each_square(before, now, |on, square| {
                change(on, perspectives.map(|from| P::input(from, square, what)));
            });
        }
        let (sets, sets_before) = (
            self.derived.sets.as_flattened(),
            before.derived.sets.as_flattened(),
        );
        let mut different = (0..2 * P::DERIVED_SETS).fold(0_u32, |different, set| {
            different | u32::from(sets[set] != sets_before[set]) << set
        });
        while different != 0 {
            let set = different.trailing_zeros() as usize;
            different &= different - 1;
            let color = Color::from_white(set % 2 == Color::White as usize);
            for_each_square(sets_before[set], sets[set], |on, square| {
                let input = |from| P::derived_input(from, set / 2, color, square);
                change(on, perspectives.map(input));
            });
        }
    }
}

/// Calls `change` with every square that is in one of two sets alone, and whether in the
/// second.
#[inline(always)]
fn for_each_square(before: Bitboard, now: Bitboard, mut change: impl FnMut(bool, Square)) {
    for square in now & !before {
        change(true, square);
    }
    for square in before & !now {
        change(false, square);
    }
}

impl<const H: usize> Accumulators<H> {
    /// Of no position yet.
    pub fn new<P: FeatureSet>(network: &Network<H>) -> Accumulators<H> {
        let empty = Cached {
            row: network.bias,
            seen: Seen::default(),
        };
        let cache = vec![empty; P::KING_BUCKETS];
        Accumulators {
            entries: vec![Entry {
                rows: [network.bias; 2],
                accurate: false,
                king_buckets: [0; 2],
                seen: Seen::default(),
            }],
            top: 0,
            cache: [cache.clone(), cache],
        }
    }

    /// Starts anew at any position.
    pub fn refresh(&mut self) {
        self.top = 0;
        self.entries[0].accurate = false;
    }

    /// Follows a move.
    #[inline]
    pub fn push(&mut self) {
        self.top += 1;
        if self.top == self.entries.len() {
            self.grow();
        }
        self.entries[self.top].accurate = false;
    }

    /// Makes room for a longer line than any before.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.entries.push(self.entries[0].clone());
    }

    /// Goes back to the position before the last push.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.top > 0, "nothing was pushed");
        self.top = self.top.saturating_sub(1);
    }

    /// What a side attacks on each board in the present position; `None` while its
    /// accumulators are not wanted yet.
    #[inline]
    pub fn attacked(&self, color: Color) -> Option<[Bitboard; 2]> {
        let entry = &self.entries[self.top];
        entry
            .accurate
            .then(|| entry.seen.derived.attacked[color as usize])
    }

    /// The accumulators of the present position, that of the side to move first.
    #[inline]
    pub fn rows<P: FeatureSet>(&mut self, network: &Network<H>, position: &P) -> [&Row<H>; 2] {
        if !self.entries[self.top].accurate {
            self.bring_up_to_date(network, position);
        }
        let turn = position.turn();
        let rows = &self.entries[self.top].rows;
        [&rows[turn as usize], &rows[!turn as usize]]
    }

    /// Brings the present accumulators up to date by what differs from the nearest
    /// accurate ones of the line, or from what was seen last from the same king bucket.
    fn bring_up_to_date<P: FeatureSet>(&mut self, network: &Network<H>, position: &P) {
        let (line, rest) = self.entries.split_at_mut(self.top);
        let entry = &mut rest[0];
        entry.seen = Seen::of(position);
        entry.accurate = true;
        let nearest = line.iter().rev().find(|before| before.accurate);
        let nearest =
            nearest.filter(|before| entry.seen.changes::<P>(&before.seen) <= MANY_CHANGES);
        // By `color as usize`.
        let perspectives = [Color::Black, Color::White].map(|color| position.perspective(color));
        entry.king_buckets = perspectives.map(|perspective| perspective.king_bucket);
        if BOTH_AT_ONCE
            && let Some(before) = nearest.filter(|before| before.king_buckets == entry.king_buckets)
        {
            update::<P, H, 2>(
                network,
                perspectives,
                (&before.seen, before.rows.each_ref()),
                (&entry.seen, entry.rows.each_mut()),
            );
            return;
        }
        for (side, perspective) in perspectives.into_iter().enumerate() {
            let to = &mut entry.rows[side];
            let king_bucket = perspective.king_bucket;
            let nearest = nearest.filter(|before| before.king_buckets[side] == king_bucket);
            let cached = &mut self.cache[side][king_bucket];
            let from = match nearest {
                Some(before) => (&before.seen, [&before.rows[side]]),
                None => (&cached.seen, [&cached.row]),
            };
            update::<P, H, 1>(network, [perspective], from, (&entry.seen, [to]));
            if nearest.is_none() {
                cached.seen = entry.seen.clone();
                cached.row = *to;
            }
        }
    }
}

/// Makes the rows of what is seen `now` of those of what was seen `before`, for one
/// perspective or both.
#[inline(always)]
fn update<P: FeatureSet, const H: usize, const N: usize>(
    network: &Network<H>,
    perspectives: [Perspective; N],
    before: (&Seen, [&Row<H>; N]),
    now: (&Seen, [&mut Row<H>; N]),
) {
    // The largest tiles that divide the rows and fit into the registers.
    let vectors = H / LANES;
    let most = REGISTERS / N;
    if most >= 8 && vectors.is_multiple_of(8) {
        update_tiles::<P, H, N, 8>(network, perspectives, before, now);
    } else if most >= 4 && vectors.is_multiple_of(4) {
        update_tiles::<P, H, N, 4>(network, perspectives, before, now);
    } else if vectors.is_multiple_of(2) {
        update_tiles::<P, H, N, 2>(network, perspectives, before, now);
    } else {
        update_tiles::<P, H, N, 1>(network, perspectives, before, now);
    }
}

/// The same by tiles of `V` vectors, each of which stays in registers while all rows are
/// added up.
#[inline(always)]
fn update_tiles<P: FeatureSet, const H: usize, const N: usize, const V: usize>(
    network: &Network<H>,
    perspectives: [Perspective; N],
    (before, from): (&Seen, [&Row<H>; N]),
    (now, mut to): (&Seen, [&mut Row<H>; N]),
) {
    for first in (0..H / LANES).step_by(V) {
        let mut tiles = from.map(|row| Tile::<V>::load(row, first));
        now.for_each_change::<P, N>(before, perspectives, |on, inputs| {
            for (tile, input) in tiles.iter_mut().zip(inputs) {
                let row = &network.features[input];
                match on {
                    true => tile.add(row, first),
                    false => tile.subtract(row, first),
                }
            }
        });
        for (tile, to) in tiles.into_iter().zip(&mut to) {
            tile.store(to, first);
        }
    }
}
