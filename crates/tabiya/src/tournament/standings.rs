// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament standings`: points and tie-breaks.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;
use tabiya_tournament::cross_table::cross_table;
use tabiya_tournament::standings::{Standing, standings};
use tabiya_tournament::team_standings::{TeamStanding, team_standings};
use tabiya_tournament::teams::TeamScore;
use tabiya_tournament::tiebreak::Value;
use tabiya_tournament::{Points, TieBreak, Tournament};

use super::input::InputArgs;
use super::warnings::warn_of_results;
use crate::visible::visible;

/// Rank the players or teams by points and tie-breaks (C.07 of March 2026)
///
/// Prints rank, number, points and each tie-break's value, separated by tabs. Ranks that nothing tells apart are
/// shared. In a running event the last round that was paired counts as the last. A file with teams (lines 310) ranks
/// the teams; a list that begins with PTS:GP compares game points first.
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
    /// Rank the players of a team tournament, not the teams
    #[arg(long)]
    players: bool,
    /// Print the cross table with names instead: rank, number, name, points and each round
    #[arg(long, conflicts_with = "json")]
    cross_table: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = args.input.read()?;
    warn_of_results(&file);
    let event = &file.tournament;
    let codes: Vec<&str> = match &args.tiebreaks {
        Some(list) => list.split(',').collect(),
        None => event.tie_breaks.iter().map(String::as_str).collect(),
    };
    let (stated, list) = TieBreak::list(codes).context("tie-breaks")?;
    if args.cross_table {
        let table = standings(event, &list, args.unrated)?;
        let mut out = io::stdout().lock();
        for line in cross_table(event, &table).lines() {
            writeln!(out, "{}", visible(line))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let table = if event.teams.is_empty() || args.players {
        of_players(event, &list, args.unrated)?
    } else {
        of_teams(event, &list, stated.unwrap_or(event.primary_score()))?
    };
    table.write(&list, args.input.json)?;
    Ok(ExitCode::SUCCESS)
}

/// What is printed: the rounds, and of each line rank, number, points, values and what JSON has besides.
struct Table {
    rounds: u16,
    /// `players` or `teams`.
    of: &'static str,
    lines: Vec<Line>,
}

struct Line {
    rank: usize,
    number: u16,
    points: Points,
    values: Vec<Value>,
    more: serde_json::Map<String, serde_json::Value>,
}

fn of_players(event: &Tournament, list: &[TieBreak], unrated: Option<u16>) -> anyhow::Result<Table> {
    let all = standings(event, list, unrated)?;
    for dropped in &all.dropped {
        eprintln!(
            "warning: {dropped} falls away, because a player has no rating (C.07 article 10); see --unrated"
        );
    }
    let line = |one: Standing| {
        let Standing { rank, number, points, values } = one;
        Line { rank, number, points, values, more: serde_json::Map::new() }
    };
    Ok(Table { rounds: all.rounds, of: "players", lines: all.players.into_iter().map(line).collect() })
}

fn of_teams(event: &Tournament, list: &[TieBreak], primary: TeamScore) -> anyhow::Result<Table> {
    let all = team_standings(event, list, primary)?;
    let line = |one: TeamStanding| {
        let points = one.points(primary);
        let name = event.teams.team(one.number).map_or("", |team| team.name.as_str());
        let more = [
            ("name", json!(name)),
            ("match_points", json!(one.match_points.to_string())),
            ("game_points", json!(one.game_points.to_string())),
        ];
        let more = more.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Line { rank: one.rank, number: one.number, points, values: one.values, more }
    };
    Ok(Table { rounds: event.rounds_paired(), of: "teams", lines: all.into_iter().map(line).collect() })
}

impl Table {
    fn write(&self, list: &[TieBreak], as_json: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if as_json {
            let lines: Vec<_> = self.lines.iter().map(|line| line.object(list)).collect();
            return writeln!(out, "{}", json!({ "rounds": self.rounds, self.of: lines }));
        }
        let names: String = list.iter().map(|tie_break| format!("\t{tie_break}")).collect();
        writeln!(out, "rank\tnumber\tpoints{names}")?;
        for line in &self.lines {
            let values: String = line.values.iter().map(|value| format!("\t{value}")).collect();
            writeln!(out, "{}\t{}\t{}{values}", line.rank, line.number, line.points)?;
        }
        Ok(())
    }
}

impl Line {
    fn object(&self, list: &[TieBreak]) -> serde_json::Value {
        let value = |(tie_break, value): (&TieBreak, &Value)| json!({ "code": tie_break.to_string(), "value": value.to_string() });
        let values: Vec<_> = list.iter().zip(&self.values).map(value).collect();
        let mut object = self.more.clone();
        object.insert("rank".into(), json!(self.rank));
        object.insert("number".into(), json!(self.number));
        object.insert("points".into(), json!(self.points.to_string()));
        object.insert("tiebreaks".into(), json!(values));
        object.into()
    }
}
