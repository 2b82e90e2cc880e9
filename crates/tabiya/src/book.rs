// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya book`: what an opening book says of a position.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use tabiya_rules::{BookReader, History, Position, Setup, parse_san, san};

/// List the moves of an opening book in Polyglot's format
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya book performance.bin e4 e5 Nf3")]
pub(crate) struct Args {
    /// The book, a file in Polyglot's format (often .bin).
    file: PathBuf,
    /// A position as one quoted argument, or moves from the start of a game in SAN; the start itself if left out.
    #[arg(value_name = "FEN|MOVE")]
    position: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (position, key) = asked(&args.position)?;
    let in_book = || format!("{}", args.file.display());
    let mut book = File::open(&args.file).and_then(BookReader::new).with_context(in_book)?;
    let moves = book.moves_of_key(key, &position).with_context(in_book)?;
    let total: u32 = moves.iter().map(|entry| u32::from(entry.weight)).sum();
    let mut out = io::stdout().lock();
    for entry in &moves {
        let share = if total == 0 { 0.0 } else { 100.0 * f64::from(entry.weight) / f64::from(total) };
        writeln!(out, "{:<7} weight {:>5}  {share:>5.1} %", san(&position, entry.mv), entry.weight)?;
    }
    if moves.is_empty() {
        writeln!(out, "no moves in this book")?;
    }
    Ok(ExitCode::from(u8::from(moves.is_empty())))
}

/// The position that is asked about, and its key.
fn asked(texts: &[String]) -> anyhow::Result<(Position, u64)> {
    if let [fen] = texts
        && fen.contains('/')
    {
        let setup = Setup::from_fen(fen)?;
        // The setup's key: a position forgets the skipped square where no capture is legal.
        return Ok((Position::from_fen(fen)?, setup.polyglot_key()));
    }
    let mut history = History::new(Position::start());
    for text in texts.iter().flat_map(|text| text.split_whitespace()) {
        let mv = parse_san(history.position(), text).with_context(|| format!("{text:?} is no move here"))?;
        history.play(mv);
    }
    Ok((*history.position(), history.polyglot_key()))
}
