// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament explain`: why a player meets this opponent with this colour.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;
use tabiya_tournament::check::check_round;
use tabiya_tournament::dutch::{self, Instead, Options, Reason};
use tabiya_tournament::{System, Tournament, TrfFile};

use super::input::{ApartArgs, InputArgs, player_number, refuse};
use super::warnings::{warn_of_results, warn_of_settings};

/// Say to each player of a round why this opponent and this colour
///
/// The round is the last one in the file while a result of it is missing, else the next one.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya tournament explain open.trf --player 7 --instead 12")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    apart: ApartArgs,
    /// This round, from 1 to the next one
    #[arg(long)]
    round: Option<u16>,
    /// This player alone: a starting number, or a part of the name
    #[arg(long, value_name = "PLAYER")]
    player: Option<String>,
    /// What it would mean if the player met this one, or with 0 had the bye: the first criterion that gets worse, with both values
    #[arg(long, value_name = "PLAYER", requires = "player")]
    instead: Option<String>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = args.input.read_for_pairing()?;
    if let System::RoundRobin { .. } = file.tournament.system {
        anyhow::bail!(
            "a round robin is paired by the Berger table (C.05 annex 1): there is nothing to explain"
        );
    }
    let options = args.apart.options(&file)?;
    warn_of_settings(&file);
    let round = round(&file.tournament, args.round)?;
    if round > file.tournament.rounds_paired() {
        warn_of_results(&file);
    } else {
        warn_of_changes(&file, round, &options);
    }
    let player = args.player.as_deref().map(|text| player_number(&file, text)).transpose()?;
    let opponent = |text: &str| if text == "0" { Ok(0) } else { player_number(&file, text) };
    let other = args.instead.as_deref().map(opponent).transpose()?;
    let mut out = io::stdout().lock();
    if let (Some(player), Some(other)) = (player, other) {
        if player == other {
            anyhow::bail!("nobody plays against themselves: --player and --instead name the same player");
        }
        return match dutch::instead_in_round(&file.tournament, round, &options, player, other) {
            Ok(instead) => {
                if args.input.json {
                    writeln!(out, "{}", instead_object(round, player, other, &instead))?;
                } else {
                    let what =
                        if other == 0 { "with the bye".to_owned() } else { format!("against {other}") };
                    writeln!(out, "Round {round}: Player {player} {what}: {instead}.")?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => refuse(&error, args.input.json),
        };
    }
    match dutch::explain_round(&file.tournament, round, &options, player) {
        Ok((pairing, reasons)) => {
            if args.input.json {
                let reasons: Vec<_> = reasons.iter().map(reason_object).collect();
                writeln!(out, "{}", json!({ "round": pairing.round, "players": reasons }))?;
            } else if reasons.is_empty() {
                writeln!(out, "Player {} is not paired in round {}.", player.unwrap_or(0), pairing.round)?;
            } else {
                for reason in &reasons {
                    writeln!(out, "Round {round}: {reason}")?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => refuse(&error, args.input.json),
    }
}

/// The round to explain: the one that is asked for, else the one that is being played, else the next one.
fn round(event: &Tournament, asked: Option<u16>) -> anyhow::Result<u16> {
    let paired = event.rounds_paired();
    let running = event.open_games().iter().any(|(round, ..)| *round == paired);
    match asked {
        None if running => Ok(paired),
        None => Ok(paired + 1),
        Some(round) if (1..=paired + 1).contains(&round) => Ok(round),
        Some(round) => {
            anyhow::bail!("there is no round {round} to explain: round {} is the next one", paired + 1)
        }
    }
}

/// Somebody may have changed the pairing by hand.
fn warn_of_changes(file: &TrfFile, round: u16, options: &Options) {
    if check_round(&file.tournament, round, options).is_some() {
        eprintln!(
            "warning: the file pairs round {round} otherwise than the rules, whose pairing is explained here; see tabiya \
             tournament check"
        );
    }
}

fn instead_object(round: u16, player: u16, other: u16, instead: &Instead) -> serde_json::Value {
    let mut object =
        json!({ "round": round, "player": player, "instead": other, "text": instead.to_string() });
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
