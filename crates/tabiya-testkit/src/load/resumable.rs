// SPDX-License-Identifier: AGPL-3.0-or-later
//! Thousands of kills in short runs, whose reports are appended to a file. The file also shows how many are
//! done.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde_json::Value;

use super::options::Options;
use super::run::run;

/// The number of kills in one run. Each run has a folder of its own.
const SLICE: u32 = 20;

/// Runs until `file` has as many kills as `options` asks for. Returns whether none of the runs in the file
/// found a fault.
///
/// # Errors
/// A run failed, or the file can't be read or written.
pub fn run_until(options: &Options, file: &Path) -> Result<bool, String> {
    let wrong = |problem: &dyn std::fmt::Display| format!("{}: {problem}", file.display());
    loop {
        let so_far = Sum::of(&read(file).map_err(|error| wrong(&error))?);
        println!(
            "{}: {} kills in {} runs, {} moves acknowledged, {} faults",
            file.display(),
            so_far.kills,
            so_far.runs,
            so_far.moves,
            so_far.faults
        );
        if so_far.kills >= u64::from(options.kill) {
            return Ok(so_far.faults == 0);
        }
        // Other games and other times than in the runs before.
        let seed = options.seed.wrapping_add(so_far.runs);
        let report = run(&Options { kill: SLICE.min(options.kill), seed, ..options.clone() })?;
        if !report.is_good() {
            print!("{report}");
        }
        let append = File::options().create(true).append(true).open(file);
        let written = append.and_then(|mut file| writeln!(file, "{}", report.json()));
        written.map_err(|error| wrong(&error))?;
    }
}

fn read(file: &Path) -> std::io::Result<String> {
    match std::fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

/// The sums over all runs of a file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    runs: u64,
    kills: u64,
    moves: u64,
    faults: u64,
}

impl Sum {
    /// A line that is not JSON, for example the last one of an interrupted run, is ignored.
    fn of(text: &str) -> Self {
        let reports = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        reports.fold(Self::default(), |sum, report| {
            let number = |name: &str| report[name].as_u64().unwrap_or(0);
            Self {
                runs: sum.runs + 1,
                kills: sum.kills + number("kills"),
                moves: sum.moves + number("moves_in_all"),
                faults: sum.faults + number("checker_faults"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_summed_and_a_torn_line_is_none() {
        let text = "{\"kills\":20,\"moves_in_all\":900,\"checker_faults\":0}\n\
                    {\"kills\":20,\"moves_in_all\":100,\"checker_faults\":2}\n{\"kills\":2";
        assert_eq!(Sum::of(text), Sum { runs: 2, kills: 40, moves: 1000, faults: 2 });
        assert_eq!(Sum::of(""), Sum::default());
    }
}
