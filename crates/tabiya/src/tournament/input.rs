// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where a tournament comes from, and how a refusal is said.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use serde_json::json;
use tabiya_tournament::TrfFile;
use tabiya_tournament::dutch::{Options, PairingError};

/// A tournament file is at most this long; more is not read into memory.
const LONGEST: u64 = 32 << 20;

/// The arguments that all commands over a file have.
#[derive(clap::Args)]
pub(super) struct InputArgs {
    /// The tournament file: TRF16, TRF26 or with JaVaFo's lines; - is standard input
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl InputArgs {
    fn name(&self) -> String {
        if self.file == Path::new("-") {
            "standard input".to_owned()
        } else {
            self.file.display().to_string()
        }
    }

    pub(super) fn read(&self) -> anyhow::Result<TrfFile> {
        let mut bytes = Vec::new();
        let read = if self.file == Path::new("-") {
            io::stdin().take(LONGEST + 1).read_to_end(&mut bytes)
        } else {
            let file = File::open(&self.file).with_context(|| format!("can't read {}", self.name()))?;
            file.take(LONGEST + 1).read_to_end(&mut bytes)
        };
        read.with_context(|| format!("can't read {}", self.name()))?;
        TrfFile::read(&bytes).map_err(|error| anyhow!("{}: {error}", self.name()))
    }
}

/// Players that should not meet.
#[derive(clap::Args)]
pub(super) struct ApartArgs {
    /// Numbers of players that should not meet each other if scores and floats stay as they are, like 3,8,12; may be
    /// given several times. A wish of the organiser, not a rule of FIDE's.
    #[arg(long, value_name = "NUMBERS")]
    apart: Vec<String>,
}

impl ApartArgs {
    pub(super) fn options(&self, file: &TrfFile) -> anyhow::Result<Options> {
        let mut options = Options::default();
        for group in &self.apart {
            let mut numbers = Vec::new();
            for text in group.split(',') {
                let number = player_number(file, text.trim()).with_context(|| format!("--apart {group}"))?;
                numbers.push(number);
            }
            options.apart.push(numbers);
        }
        Ok(options)
    }
}

/// A starting number that the file has.
pub(super) fn player_number(file: &TrfFile, text: &str) -> anyhow::Result<u16> {
    let number = text.parse().with_context(|| format!("expected a starting number, found \"{text}\""))?;
    if file.tournament.player(number).is_none() {
        bail!("there is no player {number}");
    }
    Ok(number)
}

/// Says what stands in the way of a pairing on standard error, and with `json` as an object on standard output.
pub(super) fn refuse(error: &PairingError, json: bool) -> anyhow::Result<ExitCode> {
    if json {
        writeln!(io::stdout().lock(), "{}", json!({ "error": error.to_string() }))?;
    }
    eprintln!("error: {error}");
    Ok(ExitCode::from(1))
}

/// What a pairing takes for granted because the file does not say it.
pub(super) fn warn_of_gaps(file: &TrfFile) {
    let event = &file.tournament;
    if event.rounds.is_none() {
        eprintln!(
            "warning: the number of rounds is not stated (line 142): the last round's exceptions are not applied"
        );
    }
    if event.first_colour.is_none() && event.rounds_paired() == 0 {
        eprintln!("warning: the colour drawn for player 1 is not stated (line 152): White is taken");
    }
    warn_of_open_games(file);
    if let tabiya_tournament::System::Other(code) = &event.system {
        eprintln!("warning: line 192 names {code}: paired by FIDE's Dutch rules of 2026 all the same");
    }
}

/// Games that count as drawn because no result is known: most often somebody forgot to write one.
pub(super) fn warn_of_open_games(file: &TrfFile) {
    let open = file.tournament.open_games();
    if let Some((round, white, black)) = open.first() {
        let others = if open.len() > 1 { format!(" and {} more", open.len() - 1) } else { String::new() };
        eprintln!("warning: no result yet of {white}-{black} in round {round}{others}: counted as drawn");
    }
}
