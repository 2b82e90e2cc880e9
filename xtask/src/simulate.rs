// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask simulate`: runs many seeds of the server's simulation, or prints the events of one seed.

use crate::process;

/// The seeds to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seeds {
    /// A number of seeds from a first one on. Faults are reported with their seeds.
    Many { from: u64, seeds: u64 },
    /// One seed, run twice, with all its events printed.
    Story(u64),
}

impl Default for Seeds {
    fn default() -> Self {
        Self::Many { from: 0, seeds: 10_000 }
    }
}

pub(crate) fn run(seeds: &Seeds) -> Result<bool, String> {
    let test = match seeds {
        Seeds::Many { .. } => "simulation::no_seed_brings_a_fault",
        Seeds::Story(_) => "simulation::a_seed_tells_the_same_story_twice",
    };
    let mut command = process::cargo();
    command.args(["test", "--locked", "--package", "tabiya-server", "--lib", "--"]);
    command.args(["--exact", test, "--nocapture"]);
    match seeds {
        Seeds::Many { from, seeds } => command
            .env("TABIYA_SIMULATE_FROM", from.to_string())
            .env("TABIYA_SIMULATE_SEEDS", seeds.to_string()),
        Seeds::Story(seed) => command.env("TABIYA_SIMULATE_SEED", seed.to_string()),
    };
    Ok(process::stream(&mut command)?.ok)
}
