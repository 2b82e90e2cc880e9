// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament check`: pairs every round again and compares.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;
use tabiya_tournament::check::{Difference, check, check_round};

use super::input::{ApartArgs, InputArgs};
use super::warnings::warn_of_settings;

/// Pair the rounds of a tournament again and show where the rules say otherwise
///
/// Exit code 1 where they differ.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya tournament check open.trf --round 4")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    apart: ApartArgs,
    /// Check this round alone
    #[arg(long)]
    round: Option<u16>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = args.input.read_for_pairing()?;
    let options = args.apart.options(&file)?;
    warn_of_settings(&file);
    let rounds = file.tournament.rounds_paired();
    let differences = match args.round {
        Some(round) if round == 0 || round > rounds => {
            anyhow::bail!("there is no round {round} to check: the file has {rounds}, counted from 1")
        }
        Some(round) => check_round(&file.tournament, round, &options).into_iter().collect(),
        None => check(&file.tournament, &options),
    };
    let mut out = io::stdout().lock();
    if args.input.json {
        let all: Vec<_> = differences.iter().map(object).collect();
        writeln!(out, "{}", json!({ "rounds": rounds, "differences": all }))?;
    } else if differences.is_empty() {
        match args.round {
            Some(round) => writeln!(out, "round {round} is paired as the rules say")?,
            None if rounds == 0 => writeln!(out, "no round is paired yet")?,
            None if rounds == 1 => writeln!(out, "round 1 is paired as the rules say")?,
            None => writeln!(out, "all {rounds} rounds are paired as the rules say")?,
        }
    } else {
        for difference in &differences {
            print(difference, &mut out)?;
        }
    }
    Ok(ExitCode::from(u8::from(!differences.is_empty())))
}

fn object(difference: &Difference) -> serde_json::Value {
    let pairs = |pairs: &[(u16, u16)]| {
        pairs.iter().map(|(white, black)| json!({ "white": white, "black": black })).collect::<Vec<_>>()
    };
    match &difference.expected {
        Ok(expected) => {
            json!({ "round": difference.round, "file": pairs(&difference.found), "rules": pairs(expected) })
        }
        Err(error) => {
            let found = pairs(&difference.found);
            json!({ "round": difference.round, "file": found, "error": error.to_string() })
        }
    }
}

fn print(difference: &Difference, out: &mut impl Write) -> io::Result<()> {
    let pairs = |pairs: &[(u16, u16)]| {
        let text: Vec<String> = pairs.iter().map(|(white, black)| format!("{white}-{black}")).collect();
        text.join(" ")
    };
    match &difference.expected {
        Ok(expected) => writeln!(
            out,
            "round {}: the file has {}, the rules give {}",
            difference.round,
            pairs(&difference.found),
            pairs(expected)
        ),
        Err(error) => writeln!(
            out,
            "round {}: the file has {}, but {error}",
            difference.round,
            pairs(&difference.found)
        ),
    }
}
