// SPDX-License-Identifier: AGPL-3.0-or-later
//! Perft suites: files with lines like `FEN ;D1 20 ;D2 400`, as many projects share them.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use tabiya_rules::Position;

use crate::limits::read_text;
use crate::perft::{Counter, speed};
use crate::visible::visible;

/// Checks all counts up to a limit. Exit code 1 if one differs or a line can't be read.
pub(crate) fn run(file: &Path, max_nodes: u64, counter: &Counter) -> anyhow::Result<ExitCode> {
    let text = read_text(file)?;
    let mut out = io::stdout().lock();
    let begun = Instant::now();
    let (mut positions, mut checked, mut skipped, mut wrong, mut nodes) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let entry = match parse(line) {
            Ok(entry) => entry,
            Err(problem) => {
                writeln!(out, "line {number}: {}", visible(&problem))?;
                wrong += 1;
                continue;
            }
        };
        positions += 1;
        for (depth, expected) in entry.counts {
            if expected > max_nodes {
                skipped += 1;
                continue;
            }
            let found = counter.count(&entry.position, depth);
            checked += 1;
            nodes += found;
            if found != expected {
                wrong += 1;
                writeln!(out, "line {number}: D{depth} is {found}, expected {expected}: {}", entry.fen)?;
            }
        }
    }
    let time = speed(nodes, begun.elapsed());
    eprintln!("{positions} positions, {checked} counts checked, {skipped} skipped, {wrong} wrong; {time}");
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// A line of a suite.
struct Entry<'a> {
    fen: &'a str,
    position: Position,
    /// Depth and expected count.
    counts: Vec<(u8, u64)>,
}

fn parse(line: &str) -> Result<Entry<'_>, String> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default();
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let counts = fields
        .filter(|field| !field.is_empty())
        .map(|field| {
            parse_count(field).ok_or_else(|| format!("expected a count like D3 8902, found {field:?}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Entry { fen, position, counts })
}

/// `D3 8902`
fn parse_count(field: &str) -> Option<(u8, u64)> {
    let (depth, count) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    Some((depth.parse().ok()?, count.trim().parse().ok()?))
}
