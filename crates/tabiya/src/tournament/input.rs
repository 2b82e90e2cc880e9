// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where a tournament comes from, and how a refusal is said.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use serde_json::json;
use tabiya_tournament::dutch::{Options, PairingError};
use tabiya_tournament::{System, TrfFile};

use crate::visible::visible;

/// A tournament file is at most this long; more is not read into memory.
const LONGEST: u64 = 32 << 20;

/// What events write into line 192 that no rule of FIDE pairs, and what it is.
const EVENTS_ALONE: [(&str, &str); 2] = [("CUSTOM_KEIZER", "a Keizer"), ("CUSTOM_ARENA", "an arena")];

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

    /// Reads a tournament that can be paired player by player.
    pub(super) fn read_for_pairing(&self) -> anyhow::Result<TrfFile> {
        let file = self.read()?;
        if !file.tournament.teams.is_empty() {
            bail!(
                "{}: this is a tournament of teams (lines 310), which Tabiya ranks but does not pair; \
                 see tabiya tournament standings",
                self.name()
            );
        }
        if file.tournament.system == System::KnockOut {
            bail!(
                "{}: line 192 names a knock-out, and this command knows Swisses and round robins alone; \
                 docs/tournaments.md says how to pair it by hand",
                self.name()
            );
        }
        if let System::Other(code) = &file.tournament.system
            && let Some((_, what)) = EVENTS_ALONE.iter().find(|(known, _)| known == code)
        {
            bail!(
                "{}: line 192 names {what}, which is paired from more than a tournament file says; \
                 \"tabiya event\" runs one, and tabiya tournament standings ranks this file",
                self.name()
            );
        }
        if let System::Other(_) = file.tournament.system
            && file.tournament.system.is_predetermined()
        {
            bail!(
                "{}: line 192 or 092 names a round robin, but not by which table, so Tabiya ranks it and does not pair it; \
                 a line \"192 BERGER_ROUNDROBIN_G1\" pairs it by the Berger table, _G2 where everybody meets twice",
                self.name()
            );
        }
        Ok(file)
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
            if numbers.len() < 2 {
                bail!("--apart {group}: one player alone can't be kept apart: name at least two");
            }
            options.apart.push(numbers);
        }
        Ok(options)
    }
}

/// A player of the file, by starting number or by a part of the name that no other player has.
pub(super) fn player_number(file: &TrfFile, text: &str) -> anyhow::Result<u16> {
    if let Ok(number) = text.parse() {
        if file.tournament.player(number).is_none() {
            bail!("there is no player {number}");
        }
        return Ok(number);
    }
    let wanted = text.to_lowercase();
    let fits = file.tournament.players.iter().filter(|player| player.name.to_lowercase().contains(&wanted));
    let found: Vec<_> = fits.map(|player| (player.number, player.name.as_str())).collect();
    match found.as_slice() {
        [(number, _)] if !wanted.trim().is_empty() => Ok(*number),
        [] => bail!("expected a starting number or a name, found \"{text}\": no player is called so"),
        _ => {
            let some: Vec<String> =
                found.iter().take(5).map(|(number, name)| format!("{number} {}", visible(name))).collect();
            bail!("\"{text}\" fits several players ({}): give the starting number", some.join(", "))
        }
    }
}

/// Writes a file, and overwrites none that has something in it unless told to. Results typed into it would be lost.
pub(super) fn write_new(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    let kept = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
    if kept && !force {
        bail!("{} exists already and may hold results; name another file, or add --force", path.display());
    }
    std::fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}

/// Says what stands in the way of a pairing on standard error, and with `json` as an object on standard output.
pub(super) fn refuse(error: &PairingError, json: bool) -> anyhow::Result<ExitCode> {
    if json {
        writeln!(io::stdout().lock(), "{}", json!({ "error": error.to_string() }))?;
    }
    eprintln!("error: {error}");
    Ok(ExitCode::from(1))
}
