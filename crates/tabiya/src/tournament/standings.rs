// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament standings`: points and tie-breaks.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;
use tabiya_tournament::TieBreak;
use tabiya_tournament::standings::{Standing, standings};

use super::input::{InputArgs, warn_of_open_games};

/// Rank the players by points and tie-breaks (C.07 of March 2026)
///
/// Prints rank, number, points and each tie-break's value, separated by tabs. Ranks that nothing tells apart are
/// shared. In a running event the last round that was paired counts as the last.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya tournament standings open.trf --tiebreaks DE,BH/C1,BH,SB")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The tie-breaks in their order, with commas; without it those of the file's line 202 or 212
    #[arg(long, value_name = "LIST")]
    tiebreaks: Option<String>,
    /// The rating that counts for players without one; without it tie-breaks by rating fall away where a player has
    /// none
    #[arg(long, value_name = "RATING")]
    unrated: Option<u16>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = args.input.read()?;
    warn_of_open_games(&file);
    let codes: Vec<String> = match &args.tiebreaks {
        Some(list) => {
            list.split(',').map(str::trim).filter(|code| !code.is_empty()).map(str::to_owned).collect()
        }
        None => file.tournament.tie_breaks.clone(),
    };
    let codes = codes.into_iter().filter(|code| !code.eq_ignore_ascii_case("PTS"));
    let list: Vec<TieBreak> =
        codes.map(|code| code.parse()).collect::<Result<_, _>>().context("tie-breaks")?;
    let all = standings(&file.tournament, &list, args.unrated)?;
    for dropped in &all.dropped {
        eprintln!(
            "warning: {dropped} falls away, because a player has no rating (C.07 article 10); see --unrated"
        );
    }
    let mut out = io::stdout().lock();
    if args.input.json {
        let players: Vec<_> = all.players.iter().map(|line| object(line, &list)).collect();
        writeln!(out, "{}", json!({ "rounds": all.rounds, "players": players }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let names: Vec<String> = list.iter().map(ToString::to_string).collect();
    writeln!(
        out,
        "{}",
        [&["rank".into(), "number".into(), "points".into()], names.as_slice()].concat().join("\t")
    )?;
    for line in &all.players {
        let values: String = line.values.iter().map(|value| format!("\t{value}")).collect();
        writeln!(out, "{}\t{}\t{}{values}", line.rank, line.number, line.points)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn object(line: &Standing, list: &[TieBreak]) -> serde_json::Value {
    let values: Vec<_> = list
        .iter()
        .zip(&line.values)
        .map(|(tie_break, value)| json!({ "code": tie_break.to_string(), "value": value.to_string() }))
        .collect();
    json!({
        "rank": line.rank,
        "number": line.number,
        "points": line.points.to_string(),
        "tiebreaks": values,
    })
}
