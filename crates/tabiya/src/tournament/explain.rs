// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament explain`: why a player meets this opponent with this colour.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;
use tabiya_tournament::dutch::{self, Instead, Reason};

use super::input::{ApartArgs, InputArgs, player_number, refuse, warn_of_gaps};

/// Say to each player of the next round why this opponent and this colour
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya tournament explain open.trf --player 7 --instead 12")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    apart: ApartArgs,
    /// This player alone
    #[arg(long, value_name = "NUMBER")]
    player: Option<String>,
    /// What it would mean if the player met this one: the first criterion that gets worse, with both values
    #[arg(long, value_name = "NUMBER", requires = "player")]
    instead: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = args.input.read()?;
    let options = args.apart.options(&file)?;
    warn_of_gaps(&file);
    let player = args.player.as_deref().map(|text| player_number(&file, text)).transpose()?;
    let other = args.instead.as_deref().map(|text| player_number(&file, text)).transpose()?;
    let mut out = io::stdout().lock();
    if let (Some(player), Some(other)) = (player, other) {
        return match dutch::instead(&file.tournament, &options, player, other) {
            Ok(instead) => {
                if args.input.json {
                    writeln!(out, "{}", instead_object(player, other, &instead))?;
                } else {
                    writeln!(out, "Player {player} against {other}: {instead}.")?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => refuse(&error, args.input.json),
        };
    }
    match dutch::explain(&file.tournament, &options, player) {
        Ok((pairing, reasons)) => {
            if args.input.json {
                let reasons: Vec<_> = reasons.iter().map(reason_object).collect();
                writeln!(out, "{}", json!({ "round": pairing.round, "players": reasons }))?;
            } else if reasons.is_empty() {
                writeln!(out, "Player {} is not paired in round {}.", player.unwrap_or(0), pairing.round)?;
            } else {
                for reason in &reasons {
                    writeln!(out, "{reason}")?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refuse(&error, args.input.json),
    }
}

fn instead_object(player: u16, other: u16, instead: &Instead) -> serde_json::Value {
    let mut object = json!({ "player": player, "instead": other, "text": instead.to_string() });
    match instead {
        Instead::SamePair => object["verdict"] = json!("same"),
        Instead::Barred(_) => object["verdict"] = json!("not_possible"),
        Instead::Later { .. } => object["verdict"] = json!("later"),
        Instead::Worse(worse) => {
            object["verdict"] = json!("worse");
            object["criterion"] = json!(worse.criterion.to_string());
            object["bracket"] = json!(worse.bracket.to_string());
            object["made"] = json!(worse.made);
            object["other"] = json!(worse.other);
        }
    }
    object
}

fn reason_object(reason: &Reason) -> serde_json::Value {
    json!({
        "number": reason.number,
        "score": reason.score.to_string(),
        "bracket": reason.bracket.to_string(),
        "opponent": reason.opponent.map(|(number, _)| number),
        "colour": reason.colour.map(|(colour, _)| colour.to_string().to_lowercase()),
        "float": reason.float.map(|float| format!("{float:?}").to_lowercase()),
        "text": reason.to_string(),
    })
}
