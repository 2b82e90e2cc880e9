// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft of `tabiya-rules` with one and with two threads in wall time, in alternating runs. The argument is
//! the number of rounds.
#![forbid(unsafe_code)]

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use tabiya_bench_peers::positions::{Case, STANDARD};
use tabiya_bench_peers::{median, rounds};
use tabiya_rules::{Position, perft, perft_on_threads};

fn main() -> ExitCode {
    let rounds = match rounds() {
        Ok(rounds) => rounds,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    println!("Wall time, median of {rounds} rounds, alternated.\n");
    println!("| position | depth | one thread, s | two threads, s | ratio |\n|---|---:|---:|---:|---:|");
    let (mut ones, mut twos) = (0.0, 0.0);
    for case in STANDARD {
        let Some((one, two)) = measure(case, rounds) else { return ExitCode::FAILURE };
        println!("| {} | {} | {one:.3} | {two:.3} | {:.2} |", case.name, case.depth, one / two);
        ones += one;
        twos += two;
    }
    println!("| **all six** | | {ones:.3} | {twos:.3} | **{:.2}** |", ones / twos);
    ExitCode::SUCCESS
}

/// The median seconds with one thread and with two; `None` if a count is wrong.
fn measure(case: &Case, rounds: usize) -> Option<(f64, f64)> {
    let position: Position = case.fen.parse().ok()?;
    let mut seconds = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (threads, seconds) in [1, 2].into_iter().zip(&mut seconds) {
            let begun = Instant::now();
            let nodes = perft_on_threads(&position, case.depth, NonZeroUsize::new(threads)?, perft);
            seconds.push(begun.elapsed().as_secs_f64());
            if nodes != case.nodes {
                eprintln!("{}: {threads} threads count {nodes}, not {}", case.name, case.nodes);
                return None;
            }
        }
    }
    let [one, two] = seconds.map(median);
    Some((one, two))
}
