// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya uci`: the engine for chess programs with a window.

use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tabiya_engine::Stopwatch;

use crate::limits::read_file;
use crate::memory::usable_memory;

/// Speak UCI, so that a chess program can play with the engine
#[derive(clap::Args)]
#[command(
    after_help = "Example: enter \"tabiya uci\" as the command of a new engine in your chess program, or try
  printf 'uci\\nisready\\n' | tabiya uci"
)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: &Args) -> anyhow::Result<ExitCode> {
    tabiya_engine::uci::run(
        io::stdin().lock(),
        io::stdout(),
        || Box::new(SinceNow(Instant::now())),
        |path| read_file(Path::new(path)),
        usable_memory,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The system's monotonic clock, from the moment of its making.
pub(crate) struct SinceNow(pub(crate) Instant);

impl Stopwatch for SinceNow {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
