// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask simulate`: runs many seeds of the simulation of one server or of several nodes, or prints the events of one seed.

use crate::process;

/// What to simulate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// So many nodes on one database; `None` for one server that has its store for itself.
    pub(crate) nodes: Option<u64>,
    pub(crate) seeds: Seeds,
}

/// The seeds to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seeds {
    /// A number of seeds from a first one on. Faults are reported with their seeds.
    Many { from: u64, seeds: u64 },
    /// One seed, run twice, with all its events printed.
    Story(u64),
    /// Up to so many seeds with each mutant, until one of them shows it. Of several nodes only.
    Mutants(u64),
}

impl Default for Seeds {
    fn default() -> Self {
        Self::Many { from: 0, seeds: 10_000 }
    }
}

impl Plan {
    /// Reads the arguments after `simulate`.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, String> {
        let number = |name: &str, value: &str| {
            value.parse::<u64>().map_err(|_| format!("{name} needs a number, not \"{value}\""))
        };
        let (mut nodes, mut from, mut count, mut story, mut mutants) = (None, None, None, None, false);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--mutants" {
                mutants = true;
                continue;
            }
            let value = rest.next().ok_or_else(|| format!("{argument} needs a value"))?;
            let value = number(argument, value)?;
            match argument.as_str() {
                "--nodes" if (2..=9).contains(&value) => nodes = Some(value),
                "--nodes" => return Err(format!("--nodes is 2 to 9, not {value}")),
                "--seeds" => count = Some(value),
                "--from" => from = Some(value),
                "--seed" => story = Some(value),
                other => {
                    let known = "--nodes, --seeds and --from, --seed or --mutants";
                    return Err(format!("unexpected argument \"{other}\", expected {known}"));
                }
            }
        }
        let seeds = match (story, mutants, from.or(count)) {
            (Some(seed), false, None) => Seeds::Story(seed),
            (None, true, None) if nodes.is_some() => Seeds::Mutants(500),
            (None, true, None) => {
                return Err("--mutants are of several nodes: --nodes 3 --mutants".to_owned());
            }
            (None, false, _) => Seeds::Many { from: from.unwrap_or(0), seeds: count.unwrap_or(10_000) },
            _ => return Err("--seed and --mutants stand alone, but for --nodes".to_owned()),
        };
        Ok(Self { nodes, seeds })
    }
}

pub(crate) fn run(Plan { nodes, seeds }: &Plan) -> Result<bool, String> {
    let test = match (nodes, seeds) {
        (None, Seeds::Many { .. }) => "simulation::no_seed_brings_a_fault",
        (None, Seeds::Story(_)) => "simulation::a_seed_tells_the_same_story_twice",
        (Some(_), Seeds::Many { .. }) => "many_nodes::tally::no_seed_of_several_nodes_brings_a_fault",
        (Some(_), Seeds::Story(_)) => "many_nodes::tally::a_seed_of_several_nodes_tells_the_same_story_twice",
        (_, Seeds::Mutants(_)) => "many_nodes::mutants::each_mutant_is_caught",
    };
    let mut command = process::cargo();
    command.args(["test", "--locked", "--package", "tabiya-server", "--lib", "--"]);
    command.args(["--exact", test, "--nocapture"]);
    if let Some(nodes) = nodes {
        command.env("TABIYA_SIMULATE_NODES", nodes.to_string());
    }
    match seeds {
        Seeds::Many { from, seeds } => command
            .env("TABIYA_SIMULATE_FROM", from.to_string())
            .env("TABIYA_SIMULATE_SEEDS", seeds.to_string()),
        Seeds::Story(seed) => command.env("TABIYA_SIMULATE_SEED", seed.to_string()),
        Seeds::Mutants(seeds) => command.env("TABIYA_SIMULATE_MUTANTS", seeds.to_string()),
    };
    Ok(process::stream(&mut command)?.ok)
}
