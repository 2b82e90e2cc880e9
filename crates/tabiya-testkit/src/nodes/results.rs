// SPDX-License-Identifier: AGPL-3.0-or-later
//! Many runs, a line for each in a file that also shows how many are done.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::options::Options;
use super::run::run;
use super::site::Site;
use crate::binary_beside_this_program;

/// How long a game may stand still after a fault's end.
const WITHIN: Duration = Duration::from_secs(10);

/// What one run has found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The run's seed.
    pub seed: u64,
    /// What went wrong, in words.
    pub fault: String,
    /// How many moves were acknowledged.
    pub moves: usize,
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
    let wrong = |error: std::io::Error| format!("{}: {error}", file.display());
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    let mut site = None;
    loop {
        let sum = Sum::of(&read(file).map_err(wrong)?);
        println!("{}: {} runs, {} moves, {} with faults", file.display(), sum.runs, sum.moves, sum.faulty);
        if sum.runs >= options.faults.unwrap_or_default() {
            return Ok(Some(sum.faulty == 0));
        }
        let seed = options.seed + sum.runs;
        let running = match site.take() {
            Some(running) => running,
            None => match Site::start(&binary).await {
                Some(started) => started,
                None => return Ok(None),
            },
        };
        let mut running: Site = running;
        // A test kit panics where a server does not do its part; that is a finding, too.
        let done = tokio::spawn(async move {
            let found = run(&mut running, seed, WITHIN).await;
            (running, found)
        });
        let finding = match done.await {
            Ok((running, Ok(finding))) => {
                // Whatever went wrong may be left over, so the next run begins on a new site.
                site = finding.faults.is_empty().then_some(running);
                finding
            }
            Ok((_, Err(why))) => broken(seed, why),
            Err(panicked) => broken(seed, panicked.to_string()),
        };
        let line = serde_json::to_string(&finding).map_err(|error| error.to_string())?;
        println!("{line}");
        let append = File::options().create(true).append(true).open(file);
        append.and_then(|mut file| writeln!(file, "{line}")).map_err(wrong)?;
    }
}

fn broken(seed: u64, why: String) -> Finding {
    let fault = super::fault::Fault::draw(&mut crate::Random::new(seed)).to_string();
    Finding {
        seed,
        fault,
        moves: 0,
        next_move_ms: None,
        owned_ms: None,
        most_lost_ms: 0,
        troubles: 0,
        faults: vec![why],
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
    moves: u64,
    faulty: u64,
}

impl Sum {
    /// A line that is not JSON, such as the last one of an interrupted run, does not count.
    fn of(text: &str) -> Self {
        let runs = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        runs.fold(Self::default(), |sum, run| {
            let is_faulty = run["faults"].as_array().is_none_or(|faults| !faults.is_empty());
            Self {
                runs: sum.runs + 1,
                moves: sum.moves + run["moves"].as_u64().unwrap_or(0),
                faulty: sum.faulty + u64::from(is_faulty),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_summed_and_a_torn_line_does_not_count() {
        let text = "{\"moves\":90,\"faults\":[]}\n{\"moves\":10,\"faults\":[\"lost\"]}\n{\"mov";
        assert_eq!(Sum::of(text), Sum { runs: 2, moves: 100, faulty: 1 });
        assert_eq!(Sum::of(""), Sum::default());
    }
}
