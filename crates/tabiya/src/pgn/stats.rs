// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn stats`: how many games, how long, how they ended, who played and what.

use std::collections::HashMap;
use std::io::{self, Write};
use std::process::ExitCode;

use super::input::FilesArgs;
use super::pieces::in_order;
use super::record::{Look, ReadArgs, records};
use crate::visible::visible;

/// Names beyond this are not counted, so that memory stays bounded.
const MAX_NAMES: usize = 1_000_000;

/// Count games, plies and results, and say who played most and what
///
/// A game is faulty if its moves can't be read to its end. What the result says is no concern here, but of check.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya pgn stats games.pgn --top 3")]
pub(crate) struct Args {
    #[command(flatten)]
    input: FilesArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// How many players and openings to list.
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// How many half-moves are an opening.
    #[arg(long, default_value_t = 4)]
    opening_plies: usize,
}

/// Counts, of a piece or of all.
#[derive(Default)]
struct Counts {
    games: u64,
    faults: u64,
    plies: u64,
    shortest: Option<usize>,
    longest: usize,
    /// White's wins, Black's, draws, `*` or nothing.
    results: [u64; 4],
    players: HashMap<String, u64>,
    openings: HashMap<String, u64>,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.games += other.games;
        self.faults += other.faults;
        self.plies += other.plies;
        self.shortest = [self.shortest, other.shortest].into_iter().flatten().min();
        self.longest = self.longest.max(other.longest);
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            *sum += more;
        }
        add_all(&mut self.players, other.players);
        add_all(&mut self.openings, other.openings);
    }
}

fn add_all(sums: &mut HashMap<String, u64>, more: HashMap<String, u64>) {
    for (name, count) in more {
        if sums.len() < MAX_NAMES || sums.contains_key(&name) {
            *sums.entry(name).or_default() += count;
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut all = Counts::default();
    let look = Look { letters: args.reading.letters, ..Look::default() };
    let count = |piece: &[u8]| count(piece, look, args.opening_plies);
    for file in args.input.each() {
        in_order(file?.1, &args.reading.threads, count, |counts| {
            all.add(counts);
            Ok(())
        })?;
    }
    write(&mut io::BufWriter::new(io::stdout().lock()), &all, args.top)?;
    Ok(ExitCode::SUCCESS)
}

fn count(piece: &[u8], look: Look, opening_plies: usize) -> Counts {
    let mut counts = Counts::default();
    for record in records(piece, look).0 {
        counts.games += 1;
        counts.faults += u64::from(record.fault.is_some());
        let plies = record.moves.len();
        counts.plies += plies as u64;
        counts.shortest = Some(counts.shortest.map_or(plies, |shortest| shortest.min(plies)));
        counts.longest = counts.longest.max(plies);
        let result = record.result.map(|result| result.to_string()).unwrap_or_default();
        let index = ["1-0", "0-1", "1/2-1/2"].iter().position(|known| *known == result).unwrap_or(3);
        counts.results[index] += 1;
        for name in
            ["White", "Black"].into_iter().filter_map(|name| record.tag(name)).filter(|name| *name != "?")
        {
            *counts.players.entry(name.to_owned()).or_default() += 1;
        }
        let opening: Vec<String> = record.moves.iter().take(opening_plies).map(ToString::to_string).collect();
        if !opening.is_empty() && record.tag("FEN").is_none() {
            *counts.openings.entry(opening.join(" ")).or_default() += 1;
        }
    }
    counts
}

fn write(out: &mut impl Write, all: &Counts, top: usize) -> io::Result<()> {
    let [white, black, draws, open] = all.results;
    writeln!(out, "games    {}", all.games)?;
    writeln!(out, "faulty   {}", all.faults)?;
    let average = all.plies as f64 / all.games.max(1) as f64;
    let shortest = all.shortest.unwrap_or(0);
    writeln!(
        out,
        "plies    {} (shortest {shortest}, average {average:.1}, longest {})",
        all.plies, all.longest
    )?;
    writeln!(out, "results  1-0 {white}, 0-1 {black}, 1/2-1/2 {draws}, * {open}")?;
    list(out, "players", &all.players, top)?;
    list(out, "openings", &all.openings, top)
}

/// The most frequent ones, equal ones in the order of the alphabet.
fn list(out: &mut impl Write, what: &str, counts: &HashMap<String, u64>, top: usize) -> io::Result<()> {
    let mut sorted: Vec<(&String, &u64)> = counts.iter().collect();
    sorted.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    if !sorted.is_empty() && top > 0 {
        let more = if counts.len() >= MAX_NAMES { " or more" } else { "" };
        writeln!(out, "{what} ({}{more})", counts.len())?;
    }
    sorted.iter().take(top).try_for_each(|(name, count)| writeln!(out, "  {count:>7}  {}", visible(name)))
}
