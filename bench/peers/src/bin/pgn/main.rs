// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading PGN: `tabiya-pgn` compared with pgn-reader 0.29 and shakmaty 0.30, on one thread, from memory.
//!
//! There are two measures: decoding and counting all moves; and also resolving and playing each move. All
//! read the same bytes through [`std::io::Read`]; ours also reads the slice itself. Counts are checked in
//! every round. The first argument is the number of rounds (by default five).
#![forbid(unsafe_code)]

mod games;
mod ours;
mod theirs;

use std::process::ExitCode;

use tabiya_bench_peers::{Timing, features, in_turn, rounds};

fn main() -> ExitCode {
    let rounds = match rounds() {
        Ok(rounds) => rounds,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    println!("CPU time, median of {rounds} rounds in turn, one thread; compiled for {}\n", features());
    println!(
        "| games | MB | moves | measure | pgn-reader + shakmaty, million moves/s | tabiya, `Read` | tabiya, slice | ratio | ratio, slice |"
    );
    println!("|---|---:|---:|---|---:|---:|---:|---:|---:|");
    for set in games::sets() {
        let text = set.text.as_slice();
        for (measure, theirs, ours, ours_slice) in [
            (
                "parse only",
                theirs::count as fn(&[u8]) -> u64,
                ours::count as fn(&[u8]) -> u64,
                ours::count_slice as fn(&[u8]) -> u64,
            ),
            ("resolve and play", theirs::play, ours::play, ours::play_slice),
        ] {
            let timings = in_turn(
                set.name,
                rounds,
                set.moves,
                &mut [
                    ("pgn-reader", Box::new(|| theirs(text))),
                    ("tabiya", Box::new(|| ours(text))),
                    ("tabiya, slice", Box::new(|| ours_slice(text))),
                ],
            );
            let Some([peer, read, slice]) = timings.as_deref() else { return ExitCode::FAILURE };
            row(&set, measure, [peer, read, slice]);
        }
    }
    ExitCode::SUCCESS
}

fn row(set: &games::Set, measure: &str, [peer, read, slice]: [&Timing; 3]) {
    let speed = |timing: &Timing| set.moves as f64 / timing.seconds / 1e6;
    println!(
        "| {} | {:.1} | {} | {measure} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} |",
        set.name,
        set.text.len() as f64 / 1e6,
        set.moves,
        speed(peer),
        speed(read),
        speed(slice),
        peer.seconds / read.seconds,
        peer.seconds / slice.seconds,
    );
}
