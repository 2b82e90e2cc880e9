// SPDX-License-Identifier: AGPL-3.0-or-later
//! Breaks a site of several nodes while people play on it, or measures it. `cargo xtask cluster --faults N` and `--figures` build both
//! and start this program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
#[tokio::main]
async fn main() -> ExitCode {
    use clap::Parser;
    use tabiya_testkit::nodes::{Options, figures, run_all};

    let options = Options::parse();
    let done =
        if options.figures.is_some() { Ok(Some(figures(&options).await)) } else { run_all(&options).await };
    match done {
        Ok(Some(true)) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("tabiya-nodes: {problem}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("tabiya-nodes: it needs Linux (signals, /proc)");
    ExitCode::FAILURE
}
