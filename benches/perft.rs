//! How fast moves are generated and made: perft from the start positions.
//!
//! Depths are named in the ids, as `chess/galaverna/5`. The last ply of ours is
//! counted without being listed; shakmaty's perft lists it.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use galaverna::notation::Notation;
use galaverna::rules::Position;
use galaverna::rules::chess::Chess;
use galaverna::rules::perft::perft;
use galaverna::show::GAMES;
use galaverna::with_type_of;

/// Measures a game's perft at some depths.
fn bench_game<P: Notation>(group: &mut BenchmarkGroup<WallTime>, depths: &[u32]) {
    let start = P::start();
    for &depth in depths {
        group.throughput(Throughput::Elements(perft(&start, depth)));
        group.bench_function(BenchmarkId::new("galaverna", depth), |bencher| {
            bencher.iter(|| perft(black_box(&start), depth));
        });
    }
}

/// A group for a game that has no peer to compare with.
fn bench_alone<P: Notation>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(P::NAME);
    group.sample_size(10);
    bench_game::<P>(&mut group, &[5]);
    group.finish();
}

/// Orthodox chess beside shakmaty.
fn bench_chess(criterion: &mut Criterion) {
    const DEPTHS: [u32; 2] = [5, 6];
    let mut group = criterion.benchmark_group(Chess::NAME);
    group.sample_size(10);
    bench_game::<Chess>(&mut group, &DEPTHS);
    let start = shakmaty::Chess::default();
    for depth in DEPTHS {
        group.throughput(Throughput::Elements(shakmaty::perft(&start, depth)));
        group.bench_function(BenchmarkId::new("shakmaty", depth), |bencher| {
            bencher.iter(|| shakmaty::perft(black_box(&start), depth));
        });
    }
    group.finish();
}

/// The variants.
fn bench_variants(criterion: &mut Criterion) {
    for game in GAMES.iter().filter(|game| game.name != Chess::NAME) {
        with_type_of!(game, P => bench_alone::<P>(criterion));
    }
}

criterion_group!(benches, bench_chess, bench_variants);
criterion_main!(benches);
