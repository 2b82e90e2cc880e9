// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament generate`: random tournaments, to try programs with.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;
use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Dialect, TrfFile};

use super::input::write_new;

/// Play a random tournament and write it as a TRF file
///
/// Rates are in thousandths. Equal arguments give equal files.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya tournament generate random.trf --players 60 --rounds 9 --seed 42")]
pub(super) struct Args {
    /// The file to write; - is standard output
    file: PathBuf,
    /// Players
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(2..=3000))]
    players: u16,
    /// Rounds; fewer are played where no legal pairing is left
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=200))]
    rounds: u16,
    /// Equal seeds give equal tournaments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that are forfeited
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=1000))]
    forfeits: u16,
    /// Half-point byes, of each player in each round but the last
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=1000))]
    half_byes: u16,
    /// Absences, of each player in each round
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=1000))]
    absences: u16,
    /// Withdrawals, of each player in each round
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..=1000))]
    withdrawals: u16,
    /// Players that come after the first round
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=1000))]
    late_entries: u16,
    /// Turn the Baku acceleration on
    #[arg(long)]
    baku: bool,
    /// Spell the settings in JaVaFo's way
    #[arg(long)]
    javafo: bool,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
    /// Write JSON about the tournament to standard output
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let event = generate(&Recipe {
        players: args.players,
        rounds: args.rounds,
        seed: args.seed,
        forfeits: args.forfeits,
        half_byes: args.half_byes,
        zero_byes: args.absences,
        withdrawals: args.withdrawals,
        late_entries: args.late_entries,
        baku: args.baku,
        ..Recipe::default()
    });
    let played = event.rounds_paired();
    let dialect = if args.javafo { Dialect::JaVaFo } else { Dialect::Trf26 };
    let text = TrfFile::from(event).write(dialect);
    let mut out = io::stdout().lock();
    if args.file == Path::new("-") {
        out.write_all(text.as_bytes())?;
    } else {
        write_new(&args.file, &text, args.force)?;
    }
    if args.json && args.file != Path::new("-") {
        let summary = json!({ "players": args.players, "rounds": played, "seed": args.seed });
        writeln!(out, "{summary}")?;
    }
    if played < args.rounds {
        eprintln!("warning: {played} of {} rounds were played: no legal pairing was left", args.rounds);
    }
    Ok(ExitCode::SUCCESS)
}
