// SPDX-License-Identifier: AGPL-3.0-or-later
//! Many runs, a line for each in a file that also shows how many are done.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::mix::Mix;
use super::options::Options;
use super::run::run_only;
use super::site::Site;
use crate::run_log::RunLog;
use crate::{Random, binary_beside_this_program};

/// What one run has found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The run's seed.
    pub seed: u64,
    /// What went wrong, in words.
    pub fault: String,
    /// How many moves were acknowledged.
    pub moves: usize,
    /// How many other commands were answered.
    pub asked: usize,
    /// How long after the fault's end the last game went on; `None` if one did not.
    pub next_move_ms: Option<u64>,
    /// How long after it every slot had an owner.
    pub owned_ms: Option<u64>,
    /// The most that a turn cost beyond its player's thinking.
    pub most_lost_ms: u64,
    /// Connections that ended, and refusals.
    pub troubles: usize,
    /// What must not happen; empty if all is well.
    pub faults: Vec<String>,
}

/// Runs until the file has as many lines as asked for. Returns whether none of its runs has found anything. `None` without PostgreSQL
/// or NATS.
///
/// # Errors
/// The file can't be read or written.
pub async fn run_all(options: &Options) -> Result<Option<bool>, String> {
    let file = &options.results;
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    if let Some(words) = &options.only
        && !Mix::is_known(options.standby, words)
    {
        return Err(format!("no fault of a site without a standby has the words {words:?}: add --standby"));
    }
    let mut site = None;
    loop {
        let so_far = RunLog::read(file)?;
        let faulty = so_far.count_where(is_faulty);
        println!(
            "{}: {} runs, {} moves, {faulty} with faults",
            file.display(),
            so_far.count(),
            so_far.sum("moves")
        );
        if so_far.count() >= options.faults.unwrap_or_default() {
            return Ok(Some(faulty == 0));
        }
        let seed = options.seed + so_far.count();
        let running = match site.take() {
            Some(running) => running,
            None => match start(&binary, options.standby).await {
                Some(started) => started,
                None => return Ok(None),
            },
        };
        let mut running: Site = running;
        // A test kit panics where a server does not do its part; that is a finding, too.
        let only = options.only.clone();
        let done = tokio::spawn(async move {
            let found = run_only(&mut running, (seed, only.as_deref()), Duration::ZERO).await;
            (running, found)
        });
        let finding = match done.await {
            Ok((running, Ok(finding))) => {
                // Whatever went wrong may be left over, so the next run begins on a new site.
                site = (finding.faults.is_empty() && !running.is_spent()).then_some(running);
                finding
            }
            Ok((_, Err(why))) => broken(seed, options, why),
            Err(panicked) => broken(seed, options, panicked.to_string()),
        };
        let line = serde_json::to_string(&finding).map_err(|error| error.to_string())?;
        println!("{line}");
        so_far.append(&line)?;
    }
}

async fn start(binary: &Path, has_standby: bool) -> Option<Site> {
    if has_standby { Site::start_with_standby(binary).await } else { Site::start(binary).await }
}

fn is_faulty(run: &Value) -> bool {
    run["faults"].as_array().is_none_or(|faults| !faults.is_empty())
}

fn broken(seed: u64, options: &Options, why: String) -> Finding {
    let mut random = Random::new(seed);
    let fault = Mix::draw_only(&mut random, options.standby, options.only.as_deref()).to_string();
    Finding {
        seed,
        fault,
        moves: 0,
        asked: 0,
        next_move_ms: None,
        owned_ms: None,
        most_lost_ms: 0,
        troubles: 0,
        faults: vec![why],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_run_is_faulty_unless_it_says_that_it_has_found_nothing() {
        let runs = [json!({ "faults": [] }), json!({ "faults": ["lost"] }), json!({})];
        assert_eq!(runs.map(|run| is_faulty(&run)), [false, true, true]);
    }
}
