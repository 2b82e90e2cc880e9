// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn check`: the first fault of each game.

use std::io::{self, Write};
use std::process::ExitCode;

use super::input::InputArgs;
use super::pieces::in_order;
use super::record::{Look, records};
use crate::visible::visible;

/// Say what is wrong with each game, and where
///
/// One line for the first fault of a game: file:line:column: game n ("White - Black"): what. Exit code 1 if there is any.
/// Moves in variations are checked too. Counts go to standard error.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya pgn check games.pgn")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Also ask for the export format: the seven tags first and in order, moves with x, +, # and no more of their origin than is
    /// needed, a result after mate, lines that end with LF, no byte order mark.
    #[arg(long)]
    strict: bool,
}

/// What is wrong in a piece, with places that count from its beginning.
struct Checked {
    faults: Vec<(u64, u64, u64, String)>,
    games: u64,
    line_ends: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let name = args.input.name();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut games, mut faults, mut lines) = (0, 0, 0);
    let look = Look { variations: true, results: true, strict: args.strict, positions: false };
    let check = |piece: &[u8]| {
        let (records, line_ends) = records(piece, look);
        let mut faults = Vec::new();
        if args.strict {
            faults.extend(bytes_at_fault(piece));
        }
        for record in &records {
            if let Some(fault) = &record.fault {
                let what = format!("game {{}} ({:?}): {}", record.players(), fault.problem);
                faults.push((fault.game, fault.line, fault.column, what));
            }
        }
        Checked { faults, games: records.len() as u64, line_ends }
    };
    in_order(args.input.open()?, check, |checked| {
        for (game, line, column, what) in &checked.faults {
            let what = what.replacen("{}", &(games + game).to_string(), 1);
            writeln!(out, "{name}:{}:{column}: {}", lines + line, visible(&what))?;
        }
        faults += checked.faults.len();
        games += checked.games;
        lines += checked.line_ends;
        Ok(())
    })?;
    out.flush()?;
    eprintln!("{games} games, {faults} faults");
    Ok(if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Bytes that the export format does not have, the first one of the piece.
fn bytes_at_fault(piece: &[u8]) -> Option<(u64, u64, u64, String)> {
    if piece.starts_with(b"\xEF\xBB\xBF") {
        return Some((1, 1, 1, "game {}: expected no byte order mark".to_owned()));
    }
    let at = piece.iter().position(|byte| *byte == b'\r')?;
    let before = &piece[..at];
    let line = before.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
    let column = before.rsplit(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len) as u64 + 1;
    Some((1, line, column, "game {}: expected LF at the end of the line, found CR".to_owned()))
}
