// SPDX-License-Identifier: AGPL-3.0-or-later
//! Breaks the protocol in one way after the other: the simulation must notice each within 500 seeds.
//!
//! What each [`Mutant`] leaves out stands beside it. Not here are:
//!
//! - what is left out of SQL itself, as events whose numbers are taken (`ON CONFLICT DO NOTHING`), or a lock that is too weak: the
//!   conformance suite of `tabiya-store` breaks these laws (`laws/nodes.rs`, `laws/fence.rs`, `postgres/nodes.rs`);
//! - flags that fall while a node may not act (the store refuses them, and what stood still is given back), and games that do not begin
//!   anew after a late renewal (here their players always come back): `membership/tests/mutants.rs` of `tabiya-live`;
//! - a node that opens games before others reach it: whoever asks too early asks again some milliseconds later, and nothing is lost.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tabiya_runtime::mutants::Mutant;

use super::tally::{number, simulate};

/// All that can show here.
const MUTANTS: [Mutant; 14] = [
    Mutant::NoFence,
    Mutant::CountsFromAnswer,
    Mutant::ExpiryByOwnClock,
    Mutant::NoIncarnation,
    Mutant::NoHeads,
    Mutant::NoOffset,
    Mutant::RestartsHandedTurns,
    Mutant::NewNumberWhenRepeated,
    Mutant::RefusesInDoubt,
    Mutant::SilenceIsSuccess,
    Mutant::WorksWithoutLease,
    Mutant::KeepsPresence,
    Mutant::RemovesAfterOutage,
    Mutant::NeverLapses,
];

/// The first of so many seeds that catches the mutant, and by what.
fn caught(mutant: Mutant, seeds: u64) -> Option<(u64, String)> {
    let next = AtomicU64::new(0);
    let found = Mutex::<Option<(u64, String)>>::default();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds || found.lock().unwrap().is_some() {
                        return;
                    }
                    let outcome = simulate(seed, Some(mutant), false);
                    // What the right program does as well shows no mutant.
                    if !outcome.faults.is_empty() && !simulate(seed, None, false).faults.is_empty() {
                        continue;
                    }
                    let mut found = found.lock().unwrap();
                    if let Some(fault) = outcome.faults.into_iter().next()
                        && found.as_ref().is_none_or(|(before, _)| seed < *before)
                    {
                        *found = Some((seed, fault));
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// Each mutant within 500 seeds, with a table; on demand, because it takes minutes.
#[test]
fn each_mutant_is_caught() {
    let Some(seeds) = number("TABIYA_SIMULATE_MUTANTS") else { return };
    let mut missed = Vec::new();
    for mutant in MUTANTS {
        match caught(mutant, seeds) {
            Some((seed, fault)) => {
                println!(
                    "{:<24} seed {seed:>3}  {}",
                    format!("{mutant:?}"),
                    fault.chars().take(150).collect::<String>()
                );
            }
            None => {
                println!("{:<24} not caught", format!("{mutant:?}"));
                missed.push(mutant);
            }
        }
    }
    assert!(missed.is_empty(), "not caught within {seeds} seeds: {missed:?}");
}
