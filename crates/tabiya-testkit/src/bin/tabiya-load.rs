// SPDX-License-Identifier: AGPL-3.0-or-later
//! Drives a fresh server with thousands of games. `cargo xtask load` builds both and starts this program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    use clap::Parser;
    let options = tabiya_testkit::load::Options::parse();
    if let Some(file) = &options.resumable {
        return match tabiya_testkit::load::run_until(&options, file) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(problem) => {
                eprintln!("tabiya-load: {problem}");
                ExitCode::FAILURE
            }
        };
    }
    let report = match tabiya_testkit::load::run(&options) {
        Ok(report) => report,
        Err(problem) => {
            eprintln!("tabiya-load: {problem}");
            return ExitCode::FAILURE;
        }
    };
    print!("{report}");
    if let Some(path) = &options.json
        && let Err(error) = std::fs::write(path, format!("{:#}\n", report.json()))
    {
        eprintln!("tabiya-load: {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    eprintln!("tabiya-load: it needs Linux (epoll, /proc)");
    ExitCode::FAILURE
}
