// SPDX-License-Identifier: AGPL-3.0-or-later
//! The command line.

use std::path::PathBuf;

use clap::ValueEnum;

use super::mix::Mix;

/// Break a site of three nodes in many ways while people play on it, or measure it
#[derive(clap::Parser, Clone, Debug)]
#[command(name = "cargo xtask cluster")]
pub struct Options {
    /// How many faults, one after the other; those in the file of results count
    #[arg(long, value_name = "N", required_unless_present = "figures", conflicts_with = "figures")]
    pub faults: Option<u64>,
    /// The first seed; each run has the next one. The same seed draws the same fault
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Only faults whose description has these words, such as "NATS"
    #[arg(long, value_name = "WORDS", conflicts_with = "figures", value_parser = is_of_some_fault)]
    pub only: Option<String>,
    /// Let every commit wait for a standby of PostgreSQL, and break that, too
    #[arg(long, conflicts_with = "figures")]
    pub standby: bool,
    /// Append a line for each run to this file, and go on where it ends
    #[arg(long, value_name = "FILE", default_value = "target/faults.jsonl")]
    pub results: PathBuf,
    /// Measure instead what several nodes cost, each figure beside its goal: everything, or these parts
    #[arg(long, value_name = "PART", num_args = 0..)]
    pub figures: Option<Vec<Part>>,
    /// With --figures: also measure one server without a bus beside this program, such as that of an earlier commit
    #[arg(long, value_name = "FILE", requires = "figures")]
    pub against: Option<PathBuf>,
    /// The server program [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    pub server: Option<PathBuf>,
}

/// What can be asked for alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// What goes over the connections for a move, and while nobody plays.
    Traffic,
    /// Processor time and latency of a move beside one server on SQLite, and the most moves a second.
    Speed,
    /// Memory of a follower.
    Memory,
    /// How long games wait when a node is killed, and how soon it is back.
    Kills,
    /// How long 10,000 games wait.
    Takeover,
    /// One server without a bus beside the program that --against names.
    Against,
}

impl Part {
    pub(super) const ALL: [Self; 6] =
        [Self::Traffic, Self::Speed, Self::Memory, Self::Kills, Self::Takeover, Self::Against];
}

fn is_of_some_fault(words: &str) -> Result<String, String> {
    if Mix::is_known(true, words) { Ok(words.to_owned()) } else { Err("no fault has these words".to_owned()) }
}
