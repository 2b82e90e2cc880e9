// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft of `tabiya-rules` side by side with cozy-chess 0.3.4, one thread, the moves of the last ply counted, no hash table.
//!
//! Both are compiled with the same flags and run in turn on each position, so that whatever else the machine does meets
//! both. A figure is the median of the rounds (five, or the first argument). Every count is checked in every run.
#![forbid(unsafe_code)]

mod positions;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use positions::{CHESS960, Case, STANDARD};

fn main() -> ExitCode {
    let rounds = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 5,
        Some(Ok(rounds @ 1..=99)) => rounds,
        Some(_) => {
            eprintln!("the only argument is the number of rounds, 1 to 99");
            return ExitCode::from(2);
        }
    };
    println!("median of {rounds}, million nodes/s, one thread; compiled for {}", features());
    println!("{:<12}{:>3}{:>14}{:>12}{:>10}{:>8}", "position", "d", "nodes", "cozy-chess", "tabiya", "ratio");
    let complete = table(STANDARD, rounds, "all six") && table(CHESS960, rounds, "both");
    if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The instruction sets that matter to bitboards and that the compiler was allowed to use.
fn features() -> String {
    let known = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ];
    let used: Vec<&str> = known.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect();
    let used = if used.is_empty() { "no extensions".to_owned() } else { used.join(" ") };
    format!("{} with {used}", std::env::consts::ARCH)
}

/// One row a position and a row for all of them. False if any count is wrong.
fn table(cases: &[Case], rounds: usize, total: &str) -> bool {
    let (mut nodes, mut theirs, mut ours) = (0, 0.0, 0.0);
    for case in cases {
        let Some((their_time, our_time)) = measure(case, rounds) else { return false };
        row(case.name, Some(case.depth), case.nodes, their_time, our_time);
        nodes += case.nodes;
        theirs += their_time;
        ours += our_time;
    }
    row(total, None, nodes, theirs, ours);
    true
}

fn row(name: &str, depth: Option<u8>, nodes: u64, theirs: f64, ours: f64) {
    let depth = depth.map(|depth| depth.to_string()).unwrap_or_default();
    let speed = |seconds: f64| nodes as f64 / seconds / 1e6;
    println!(
        "{name:<12}{depth:>3}{nodes:>14}{:>12.1}{:>10.1}{:>8.2}",
        speed(theirs),
        speed(ours),
        theirs / ours
    );
}

/// The median times in seconds, theirs and ours.
fn measure(case: &Case, rounds: usize) -> Option<(f64, f64)> {
    let board = cozy_chess::Board::from_fen(case.fen, case.shredder);
    let position = tabiya_rules::Position::from_fen(case.fen);
    let (Ok(board), Ok(position)) = (board, position) else {
        eprintln!("{}: the position can't be read", case.name);
        return None;
    };
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        theirs.push(time(case, "cozy-chess", || cozy_perft(black_box(&board), case.depth))?);
        ours.push(time(case, "tabiya", || tabiya_rules::perft(black_box(&position), case.depth))?);
    }
    Some((median(theirs), median(ours)))
}

fn time(case: &Case, who: &str, run: impl FnOnce() -> u64) -> Option<f64> {
    let start = Instant::now();
    let nodes = run();
    let seconds = start.elapsed().as_secs_f64();
    if nodes == case.nodes {
        return Some(seconds);
    }
    eprintln!("{}: {who} counts {nodes}, not {}", case.name, case.nodes);
    None
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// The way its own example counts: sets of moves at the last ply, copies before.
fn cozy_perft(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
