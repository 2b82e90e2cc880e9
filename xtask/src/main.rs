// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tabiya's developer commands. They are written in Rust, so the project needs no shell scripts.
//!
//! `cargo xtask test` is the one definition of "green": CI runs nothing else. It installs what it needs (the
//! page's npm packages, three browsers). It goes on after a failed step, so that one run reports everything
//! that is wrong.
//!
//! Architecture invariant: xtask links none of our crates. It only starts programs and reads their output, so
//! a crate that does not compile can't keep xtask from building.
#![forbid(unsafe_code)]

mod apt;
mod bench;
mod budget;
mod cargo_metadata;
mod chromium;
mod cluster;
mod codegen;
mod counts;
mod debian_rust;
mod descendants;
#[cfg(test)]
mod doc_examples;
mod engines;
mod failures;
mod headers;
mod instructions;
mod layers;
mod licences;
mod load;
mod nats;
mod notices;
mod options;
mod package;
mod pairings;
mod pgn;
mod postgres;
mod power_cut;
mod process;
mod puzzle_import;
mod puzzle_positions;
mod puzzles;
mod python;
mod reasons;
mod report;
mod scratch;
mod screenshots;
mod simulate;
mod spdx;
mod steps;
mod types;
mod wasm;
mod web;
mod workspace;

use std::process::ExitCode;

use options::Task;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = match options::parse(&arguments) {
        Ok(task) => task,
        Err(problem) => {
            eprintln!("xtask: {problem}\n\n{}", options::HELP);
            return ExitCode::from(2);
        }
    };
    let done = match task {
        Task::Help => {
            println!("{}", options::HELP);
            Ok(true)
        }
        Task::Test(selection) => steps::run(&selection),
        Task::Bench(subjects) => bench::run(&subjects),
        Task::Cluster(plan) => cluster::run(&plan),
        Task::Trial(arguments) => cluster::trial::run(&arguments),
        Task::Load(arguments) => load::run(&arguments),
        Task::PowerCut(plan) => power_cut::run(&plan),
        Task::Simulate(plan) => simulate::run(&plan),
        Task::Pairings(plan) => pairings::run(&plan),
        Task::Pgn(folder) => pgn::run(&folder),
        Task::Reasons(plan) => reasons::run(&plan),
        Task::Screenshots(folder) => screenshots::run(folder),
        Task::Codegen => codegen::run(),
        Task::Puzzles(count) => puzzles::run(count),
        Task::Package(plan) => package::run(&plan),
        Task::Wasm => wasm::run(),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}
