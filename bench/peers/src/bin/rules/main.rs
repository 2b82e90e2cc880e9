// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft of `tabiya-rules` compared with cozy-chess, chess, laura_core and shakmaty: one thread, no hash
//! table.
//!
//! All are compiled with the same flags and run in turn on each position, so that other load on the machine
//! affects all of them. A figure is the median CPU time of the rounds (five, or the first argument). Every
//! count is checked in every round. The tables are Markdown for `docs/benchmarks.md`.
#![forbid(unsafe_code)]

mod cozy;
mod jordanbray;
mod laura;
mod ours;
mod shak;

use std::process::ExitCode;

use tabiya_bench_peers::positions::{CHESS960, Case, STANDARD};
use tabiya_bench_peers::{Timing, Way, features, in_turn, rounds};

fn main() -> ExitCode {
    let rounds = match rounds() {
        Ok(rounds) => rounds,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    println!("CPU time, median of {rounds} rounds in turn; compiled for {}; million nodes/s\n", features());
    let complete = table("Bulk: the moves of the last ply are counted", STANDARD, rounds, 0, bulk)
        && table("Every leaf is made, with its key", STANDARD, rounds, 1, leaves)
        && table("Chess960, bulk", CHESS960, rounds, 0, chess960);
    if complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints one row for each position and one for their mean. The first implementation is cozy-chess, with
/// which the others are compared. Returns false if a count is wrong.
fn table(
    title: &str,
    cases: &'static [Case],
    rounds: usize,
    less: u8,
    ways: fn(&'static Case, u8) -> Option<Vec<Way<'static>>>,
) -> bool {
    println!("### {title}\n");
    let mut sums: Vec<(f64, f64)> = Vec::new();
    for (row, case) in cases.iter().enumerate() {
        let (depth, nodes) = case.at(less);
        let Some(mut ways) = ways(case, depth) else {
            eprintln!("{}: a library can't read the position", case.name);
            return false;
        };
        if row == 0 {
            head(&ways);
        }
        let Some(timings) = in_turn(case.name, rounds, nodes, &mut ways) else { return false };
        sums.resize(timings.len(), (0.0, 0.0));
        for (sum, timing) in sums.iter_mut().zip(&timings) {
            sum.0 += timing.seconds;
            sum.1 += (timings[0].seconds / timing.seconds).ln();
        }
        let cells: Vec<String> =
            timings.iter().map(|timing| cell(nodes as f64, timing, &timings[0])).collect();
        println!("| {} | {depth} | {nodes} | {} |", case.name, cells.join(" | "));
    }
    let geometric = |sum: &(f64, f64)| format!("{:.2}", (sum.1 / cases.len() as f64).exp());
    let cells: Vec<String> = sums.iter().map(geometric).collect();
    println!("| **geometric mean of the ratios** | | | {} |\n", cells.join(" | "));
    true
}

fn head(ways: &[Way<'_>]) {
    let names: Vec<&str> = ways.iter().map(|(name, _)| *name).collect();
    println!("| position | depth | nodes | {} |", names.join(" | "));
    println!("|---|---:|---:|{}", "---:|".repeat(names.len()));
}

/// The speed, and its ratio to the first implementation's.
fn cell(nodes: f64, timing: &Timing, first: &Timing) -> String {
    format!("{:.0} ({:.2})", nodes / timing.seconds / 1e6, first.seconds / timing.seconds)
}

/// The position in each library's form.
struct Boards {
    cozy: cozy_chess::Board,
    shakmaty: shakmaty::Chess,
    ours: tabiya_rules::Position,
}

fn boards(case: &Case) -> Option<Boards> {
    let mode =
        if case.shredder { shakmaty::CastlingMode::Chess960 } else { shakmaty::CastlingMode::Standard };
    Some(Boards {
        cozy: cozy_chess::Board::from_fen(case.fen, case.shredder).ok()?,
        shakmaty: shak::position(case.fen, mode)?,
        ours: case.fen.parse().ok()?,
    })
}

fn bulk(case: &'static Case, depth: u8) -> Option<Vec<Way<'static>>> {
    let Boards { cozy, shakmaty, ours } = boards(case)?;
    let chess: chess::Board = case.fen.parse().ok()?;
    let laura: laura_core::Board = case.fen.parse().ok()?;
    Some(vec![
        ("cozy-chess", Box::new(move || cozy::bulk(&cozy, depth))),
        ("chess", Box::new(move || jordanbray::bulk(&chess, depth))),
        ("laura_core", Box::new(move || laura::bulk(&laura, depth))),
        ("shakmaty", Box::new(move || shak::bulk(&shakmaty, depth))),
        ("tabiya, `count_legal_moves`", Box::new(move || ours::library(&ours, depth))),
        ("tabiya, `perft` one by one", Box::new(move || tabiya_rules::perft_scalar(&ours, depth))),
        ("tabiya, `perft`", Box::new(move || tabiya_rules::perft(&ours, depth))),
    ])
}

fn leaves(case: &'static Case, depth: u8) -> Option<Vec<Way<'static>>> {
    let Boards { cozy, shakmaty, ours } = boards(case)?;
    let chess: chess::Board = case.fen.parse().ok()?;
    let laura: laura_core::Board = case.fen.parse().ok()?;
    Some(vec![
        ("cozy-chess", Box::new(move || cozy::leaves(&cozy, depth))),
        ("chess", Box::new(move || jordanbray::leaves(&chess, depth))),
        ("laura_core", Box::new(move || laura::leaves(&laura, depth))),
        ("shakmaty (keeps no key)", Box::new(move || shak::leaves(&shakmaty, depth))),
        ("tabiya, `perft_no_bulk`", Box::new(move || tabiya_rules::perft_no_bulk(&ours, depth))),
    ])
}

fn chess960(case: &'static Case, depth: u8) -> Option<Vec<Way<'static>>> {
    let Boards { cozy, shakmaty, ours } = boards(case)?;
    Some(vec![
        ("cozy-chess", Box::new(move || cozy::bulk(&cozy, depth))),
        ("shakmaty", Box::new(move || shak::bulk(&shakmaty, depth))),
        ("tabiya, `perft` one by one", Box::new(move || tabiya_rules::perft_scalar(&ours, depth))),
        ("tabiya, `perft`", Box::new(move || tabiya_rules::perft(&ours, depth))),
    ])
}
