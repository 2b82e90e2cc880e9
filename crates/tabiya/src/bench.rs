// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya bench`: the engine's fingerprint and speed.

use std::process::ExitCode;
use std::time::Instant;

use crate::uci::SinceNow;

/// Search a fixed set of positions and print "N nodes M nps"
///
/// N is the same on every machine as long as the engine thinks the same; M is how many nodes a second it visits.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya bench")]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: &Args) -> anyhow::Result<ExitCode> {
    println!("{}", tabiya_engine::bench(&SinceNow(Instant::now())));
    Ok(ExitCode::SUCCESS)
}
