// SPDX-License-Identifier: AGPL-3.0-or-later
//! Thousands of kills in short runs, whose reports are appended to a file. The file also shows how many are
//! done.

use std::path::Path;

use super::options::Options;
use super::run::run;
use crate::run_log::RunLog;

/// The number of kills in one run. Each run has a folder of its own.
const SLICE: u32 = 20;

/// Runs until `file` has as many kills as `options` asks for. Returns whether none of the runs in the file
/// found a fault.
///
/// # Errors
/// A run failed, or the file can't be read or written.
pub fn run_until(options: &Options, file: &Path) -> Result<bool, String> {
    loop {
        let so_far = RunLog::read(file)?;
        let (kills, faults) = (so_far.sum("kills"), so_far.sum("checker_faults"));
        println!(
            "{}: {kills} kills in {} runs, {} moves acknowledged, {faults} faults",
            file.display(),
            so_far.count(),
            so_far.sum("moves_in_all"),
        );
        if kills >= u64::from(options.kill) {
            return Ok(faults == 0);
        }
        // Other games and other times than in the runs before.
        let seed = options.seed.wrapping_add(so_far.count());
        let report = run(&Options { kill: SLICE.min(options.kill), seed, ..options.clone() })?;
        if !report.is_good() {
            print!("{report}");
        }
        so_far.append(&report.json().to_string())?;
    }
}
