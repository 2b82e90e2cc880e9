// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a round costs: `cargo bench -p tabiya-tournament --bench rounds`.
//!
//! A wave of an arena, and rounds 1 to 5 of a Swiss. Each line is the median of several runs.
#![allow(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]
#![allow(clippy::print_stdout, reason = "that is its result")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use tabiya_tournament::Colour;
use tabiya_tournament::arena::{Waiting, wave};
use tabiya_tournament::dutch::{self, Options};
use tabiya_tournament::generate::{Recipe, generate};

fn main() {
    for count in [100, 1000, 5000] {
        let crowd = crowd(count);
        let (time, pairs) = median(21, || wave(black_box(&crowd)).len());
        println!("arena, {count} waiting: {pairs} pairs in {time:?}");
    }
    for players in [100, 400, 1000] {
        for round in 1..=5 {
            let mut event = generate(&Recipe { players, rounds: round, ..Recipe::default() });
            event.rounds = Some(9);
            for player in &mut event.players {
                player.points = None;
                player.cells.truncate(usize::from(round) - 1);
            }
            let (time, pairs) = median(3, || {
                dutch::pair(black_box(&event), &Options::default(), |_, _| {})
                    .map_or(0, |pairing| pairing.pairs.len())
            });
            println!("Swiss, {players} players, round {round}: {pairs} pairs in {time:?}");
        }
    }
}

fn median(runs: usize, mut work: impl FnMut() -> usize) -> (Duration, usize) {
    let mut times = Vec::new();
    let mut result = 0;
    for _ in 0..runs {
        let start = Instant::now();
        result = work();
        times.push(start.elapsed());
    }
    times.sort_unstable();
    (times[runs / 2], result)
}

/// Players in the order of the standings: ratings fall with the rank, and one in ten has had a colour three times running.
fn crowd(count: u32) -> Vec<Waiting> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    (0..count)
        .map(|id| {
            let colour = if random(2) == 0 { Colour::White } else { Colour::Black };
            let times = if random(10) == 0 { 3 } else { 1 + random(2) as u8 };
            let neighbour = (u64::from(id) + random(20)).saturating_sub(10).min(u64::from(count) - 1) as u32;
            Waiting {
                id,
                rating: (2600 - 1600 * id / count) as u16 + random(200) as u16,
                since: random(60_000),
                last_opponent: Some(neighbour).filter(|other| *other != id),
                difference: random(5) as i16 - 2,
                run: Some((colour, times)),
            }
        })
        .collect()
}
